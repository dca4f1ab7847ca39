/** The router: the path selects the page, and internal links do not reload it. */
import type { Component } from "svelte"

export type Params = Record<string, string>
export type Page = Component<{ params: Params }>

export interface Route {
  /** `/table/:name` and the like. */
  path: string
  title: string
  load: () => Promise<{ default: Page | Component<Record<string, never>> }>
}

export const here = $state({ path: location.pathname, query: location.search, hash: location.hash })

function read(): void {
  here.path = location.pathname
  here.query = location.search
  here.hash = location.hash
}

/** Go to a path of the house. */
export function go(path: string, replace = false): void {
  if (replace) history.replaceState(null, "", path)
  else history.pushState(null, "", path)
  read()
  scrollTo(0, 0)
}

addEventListener("popstate", read)
addEventListener("hashchange", read)
addEventListener("click", (event) => {
  if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return
  const link = (event.target as Element | null)?.closest?.("a")
  if (!link || link.target || link.hasAttribute("download") || link.origin !== location.origin) return
  if (link.pathname.startsWith("/api/")) return
  event.preventDefault()
  go(link.pathname + link.search + link.hash)
})
