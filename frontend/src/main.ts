import { mount } from "svelte"
import App from "./App.svelte"
import { applySettings } from "./lib/settings.svelte"

applySettings()
const target = document.getElementById("app")
if (target) mount(App, { target })

// The shell is kept for when the house cannot be reached; a browser that keeps nothing still plays.
if (import.meta.env.PROD && "serviceWorker" in navigator) {
  addEventListener("load", () => void navigator.serviceWorker.register("/sw.js").catch(() => undefined))
}
