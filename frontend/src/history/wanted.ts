/** The filter on rounds, kept in the page's URL so that a search can be bookmarked and shared. */
import { dayBegins } from "../lib/time"

export interface Wanted {
  table: string
  player: string
  result: string
  hand: string
  wager: string[]
  since: string
  until: string
  /** In units of the currency, as people write amounts. */
  win: string
}

export const HANDS = [
  "royal_flush", "straight_flush", "four_of_a_kind", "full_house", "flush", "straight", "three_of_a_kind",
  "two_pair", "one_pair", "high_card",
] as const // prettier-ignore

export function handWords(hand: string): string {
  const words = hand.replaceAll("_", " ")
  return words.charAt(0).toUpperCase() + words.slice(1)
}

export function wantedOf(query: string): Wanted {
  const given = new URLSearchParams(query)
  const one = (name: string): string => given.get(name) ?? ""
  return {
    table: one("table"),
    player: one("player"),
    result: one("result"),
    hand: one("hand"),
    wager: given.getAll("wager"),
    since: one("since"),
    until: one("until"),
    win: one("win"),
  }
}

/** The filter as URL parameters. */
export function queryOf(wanted: Wanted): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(wanted) as [string, string | string[]][]) {
    for (const each of Array.isArray(value) ? value : [value]) if (each.trim()) query.append(name, each.trim())
  }
  return String(query)
}

/** The filter as request parameters: days of the house as times, the minimum win in cents. */
export function asked(wanted: Wanted): URLSearchParams {
  const query = new URLSearchParams(queryOf(wanted))
  query.delete("win")
  if (wanted.since) query.set("since", dayBegins(wanted.since))
  if (wanted.until) query.set("until", dayBegins(wanted.until, true))
  const win = Math.round(Number(wanted.win) * 100)
  if (wanted.win && Number.isSafeInteger(win)) query.set("win_min", String(win))
  return query
}

export function isFiltered(wanted: Wanted): boolean {
  return queryOf(wanted) !== ""
}
