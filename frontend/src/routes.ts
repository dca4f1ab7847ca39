/** Every page of the house; a new page is one more line here and one file in `pages/`. */
import type { Route } from "./lib/router.svelte"

export const routes: Route[] = [
  { path: "/", title: "Lobby", load: () => import("./pages/Lobby.svelte") },
  { path: "/table/:name", title: "Table", load: () => import("./pages/Table.svelte") },
  { path: "/history", title: "Your rounds", load: () => import("./pages/History.svelte") },
  { path: "/round/:table/:round", title: "Round", load: () => import("./pages/Round.svelte") },
  { path: "/rules/:name", title: "Rules", load: () => import("./pages/Rules.svelte") },
  { path: "/fair/:name", title: "Fairness", load: () => import("./pages/Fair.svelte") },
  { path: "/sign-in", title: "Sign in", load: () => import("./pages/SignIn.svelte") },
  { path: "/accept", title: "Your account", load: () => import("./pages/Accept.svelte") },
  { path: "/account", title: "Your account", load: () => import("./pages/Account.svelte") },
  { path: "/dealer", title: "Deal", load: () => import("./pages/DealerTables.svelte") },
  { path: "/dealer/:name", title: "Deal", load: () => import("./pages/Dealer.svelte") },
  { path: "/floor", title: "Floor", load: () => import("./pages/Floor.svelte") },
  { path: "/floor/:part", title: "Floor", load: () => import("./pages/Floor.svelte") },
  { path: "/sign", title: "Signs", load: () => import("./pages/Signs.svelte") },
  { path: "/sign/:name", title: "Sign", load: () => import("./pages/Sign.svelte") },
]
