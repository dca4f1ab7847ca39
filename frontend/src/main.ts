import { mount } from "svelte"
import App from "./App.svelte"
import { applySettings } from "./lib/settings.svelte"

applySettings()
const target = document.getElementById("app")
if (target) mount(App, { target })
