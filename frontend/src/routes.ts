/** Every page of the house; a new page is one more line here and one file in `pages/`. */
import type { Params, Route } from "./lib/router.svelte"
import { tableName } from "./lib/tables"

const named = (params: Params): string => tableName(params["name"] ?? "")
const FLOOR: Record<string, string> = { awards: "Awards", meters: "Meters", people: "People", log: "Log" }

export const routes: Route[] = [
  { path: "/", title: () => "Lobby", load: () => import("./pages/Lobby.svelte") },
  { path: "/table/:name", title: (params) => `${named(params)}, table`, load: () => import("./pages/Table.svelte") },
  { path: "/history", title: () => "Your rounds", load: () => import("./pages/History.svelte") },
  { path: "/review", title: () => "Your play", load: () => import("./pages/Review.svelte") },
  {
    path: "/round/:table/:round",
    title: (params) => `${tableName(params["table"] ?? "")}, round ${params["round"]}`,
    load: () => import("./pages/Round.svelte"),
  },
  { path: "/rules/:name", title: (params) => `${named(params)}, rules`, load: () => import("./pages/Rules.svelte") },
  { path: "/strategy/:book", title: (params) => `${tableName(params["book"] ?? "")}, strategy`, load: () => import("./pages/Strategy.svelte") },
  { path: "/drill", title: () => "Drill", load: () => import("./pages/Drill.svelte") },
  { path: "/rulings", title: () => "Rulings", load: () => import("./pages/Rulings.svelte") },
  { path: "/fair/:name", title: (params) => `${named(params)}, fairness`, load: () => import("./pages/Fair.svelte") },
  { path: "/sign-in", title: () => "Sign in", load: () => import("./pages/SignIn.svelte") },
  { path: "/accept", title: () => "Accept an invitation", load: () => import("./pages/Accept.svelte") },
  { path: "/account", title: () => "Your account", load: () => import("./pages/Account.svelte") },
  { path: "/dealer", title: () => "Tables to deal", load: () => import("./pages/DealerTables.svelte") },
  { path: "/dealer/:name", title: (params) => `${named(params)}, dealer’s console`, load: () => import("./pages/Dealer.svelte") },
  { path: "/floor", title: () => "Floor, tables", load: () => import("./pages/Floor.svelte") },
  {
    path: "/floor/:part",
    title: (params) => `Floor, ${(FLOOR[params["part"] ?? ""] ?? "tables").toLowerCase()}`,
    load: () => import("./pages/Floor.svelte"),
  },
  { path: "/sign", title: () => "Signs", load: () => import("./pages/Signs.svelte") },
  { path: "/sign/:name", title: (params) => `${named(params)}, sign`, load: () => import("./pages/Sign.svelte") },
]
