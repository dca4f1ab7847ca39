/** Single-key shortcuts: the reader can turn them off, and the focused element keeps its keys (WCAG 2.1.4). */
import { settings } from "./settings.svelte"

/** Elements that handle keys themselves: links, buttons, fields, scrollable areas. */
const KEEPS = "a, button, summary, input, select, textarea, [tabindex='0'], dialog"

/** Whether a key pressed in the page is one of its shortcuts; buttons inside `within` leave theirs to the page. */
export function isShortcut(event: KeyboardEvent, within = ""): boolean {
  if (!settings.shortcuts || event.ctrlKey || event.metaKey || event.altKey) return false
  const keeps = (event.target as Element).closest(KEEPS)
  return keeps === null || (within !== "" && keeps.matches("button") && keeps.closest(within) !== null)
}
