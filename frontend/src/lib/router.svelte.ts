/** The router: the path selects the page, and internal links do not reload it. */
import type { Component } from "svelte"
import { scrollBack } from "./arrival"

export type Params = Record<string, string>
export type Page = Component<{ params: Params }>

export interface Route {
  /** `/table/:name` and the like. */
  path: string
  /** The title of the page in the browser's tab, and for a screen reader that has just opened it. */
  title: (params: Params) => string
  load: () => Promise<{ default: Page | Component<Record<string, never>> }>
}

export const here = $state({ path: location.pathname, query: location.search, hash: location.hash })

/** The scroll position of this entry of the browser's history. */
interface Left {
  y?: number
}
/** The position at which the page being opened was left; it scrolls there when shown. */
let left = (history.state as Left | null)?.y ?? 0
let saving: number | undefined
history.scrollRestoration = "manual"

/** Store the scroll position, so that going back returns to it. */
function keepScroll(): void {
  clearTimeout(saving)
  saving = undefined
  history.replaceState({ y: scrollY } satisfies Left, "")
}

function read(): void {
  here.path = location.pathname
  here.query = location.search
  here.hash = location.hash
}

/** Go to a path of the house. */
export function go(path: string, replace = false): void {
  if (saving !== undefined) keepScroll()
  if (replace) history.replaceState(null, "", path)
  else history.pushState(null, "", path)
  left = 0
  read()
  scrollTo(0, 0)
}

/** Once the page is shown, scroll to where it was left. */
export function arrived(): void {
  scrollBack(left)
  left = 0
}

addEventListener("popstate", (event) => {
  clearTimeout(saving)
  saving = undefined
  left = (event.state as Left | null)?.y ?? 0
  const same = here.path === location.pathname
  read()
  if (same) arrived()
})
addEventListener("hashchange", read)
addEventListener("scroll", () => {
  clearTimeout(saving)
  saving = setTimeout(keepScroll, 150)
})
addEventListener("click", (event) => {
  if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return
  const link = (event.target as Element | null)?.closest?.("a")
  if (!link || link.target || link.hasAttribute("download") || link.origin !== location.origin) return
  if (link.pathname.startsWith("/api/")) return
  event.preventDefault()
  go(link.pathname + link.search + link.hash)
})
