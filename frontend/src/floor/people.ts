/** Texts about staff accounts: roles, who invited them, when something ends. */
import { me } from "../lib/me.svelte"
import { houseClock, houseDay } from "../lib/time"

export const ROLES = [
  ["dealer", "deals"],
  ["supervisor", "confirms awards, rules, stops wagers"],
  ["manager", "all that, and adjusts meters, makes tables"],
  ["auditor", "reads everything, changes nothing"],
  ["admin", "people and roles"],
  ["display", "a sign"],
] as const

/** The name of the creator of an invitation. */
export function maker(by: string): string {
  if (by === "house/command line") return "the command line"
  return by === "house" ? "the first start" : by
}

/** When something ends: the time, and the day unless it is today. */
export function until(at: string): string {
  const time = houseClock(at)
  if (houseDay(at) === houseDay(new Date())) return time
  return `${new Date(at).toLocaleDateString("en-GB", { weekday: "short", day: "numeric", month: "short", timeZone: me.timezone })}, ${time}`
}
