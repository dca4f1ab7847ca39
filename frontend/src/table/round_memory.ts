/** What a browser heard of the round that is on and no view tells again: kept, so that a page loaded anew shows the same. */
import type { TableDocument, Told } from "../lib/protocol"
import { store, stored } from "./kept"

export interface Envy {
  /** Whose hand it was paid for. */
  from: number
  cents: number
}
/** What each seat was paid for the hands of others. */
export type Envies = Record<number, Envy[]>

interface Heard {
  round: number
  envies: Envies
  trouble: string[]
}

/** The envy that those events tell of. */
export function enviesIn(events: readonly Told[]): Envies {
  const found: Envies = {}
  for (const event of events) {
    if (event.is === "EnvyPaid") (found[Number(event["seat"])] ??= []).push({ from: Number(event["from_seat"]), cents: Number(event["cents"]) })
  }
  return found
}

export function envyOf(envies: Envies, seat: number): number {
  return (envies[seat] ?? []).reduce((sum, each) => sum + each.cents, 0)
}

export function keepRound(table: string, view: TableDocument, envies: Envies, trouble: string[]): void {
  store(`uth.round.${table}`, { round: view.round, envies, trouble } satisfies Heard)
}

/** What was kept of this very round, or nothing. */
export function recallRound(table: string, view: TableDocument): Pick<Heard, "envies" | "trouble"> {
  const heard = stored<Heard>(`uth.round.${table}`)
  return heard?.round === view.round ? { envies: heard.envies ?? {}, trouble: heard.trouble ?? [] } : { envies: {}, trouble: [] }
}
