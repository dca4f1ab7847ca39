import { mount } from "svelte"
import App from "./App.svelte"
import { applySettings } from "./lib/settings.svelte"

applySettings()
const target = document.getElementById("app")
if (target) mount(App, { target })

// The service worker caches the shell for when the house is unreachable; the page works without it.
if (import.meta.env.PROD && "serviceWorker" in navigator) {
  addEventListener("load", () => void navigator.serviceWorker.register("/sw.js").catch(() => undefined))
}
