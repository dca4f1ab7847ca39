/** Every page of the house; a new page is one more line here and one file in `pages/`. */
import type { Route } from "./lib/router.svelte"

export const routes: Route[] = [
  { path: "/", title: "Lobby", load: () => import("./pages/Lobby.svelte") },
  { path: "/table/:name", title: "Table", load: () => import("./pages/Table.svelte") },
]
