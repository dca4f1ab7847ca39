/** HTTP requests for past rounds, steps, rules and exact numbers. */
import { ask, Refused } from "../lib/api"
import type { RoundDocument, RoundsPage, RoundSteps } from "../lib/history"
import type { Listing, TableDocument } from "../lib/protocol"
import type { Edges, RuleBook } from "../rules/book"

const at = (table: string): string => `/tables/${encodeURIComponent(table)}`

export const past = {
  rounds: (query: URLSearchParams) => ask<RoundsPage>("GET", `/history?${query}`),
  roundsOf: (table: string, limit: number) => ask<RoundsPage>("GET", `${at(table)}/rounds?limit=${limit}`),
  round: (table: string, round: number) => ask<RoundDocument>("GET", `${at(table)}/rounds/${round}`),
  steps: (table: string, round: number) => ask<RoundSteps>("GET", `${at(table)}/rounds/${round}/steps`),
  table: (table: string) => ask<TableDocument>("GET", at(table)),
  rules: (table: string) => ask<RuleBook>("GET", `${at(table)}/rules`),
  edges: (table: string) => ask<Edges>("GET", `${at(table)}/edges`),
}

/** Fail early if there is no such table; a closed one can still be read. */
export async function requireTable(table: string): Promise<void> {
  const found = await ask<Listing[]>("GET", `/tables?name=${encodeURIComponent(table)}&closed=true`)
  if (!found.length) throw new Refused("no_table", null, `There is no table “${table}”.`, 404)
}

const AGAIN_MS = 1_500

/** Poll for the exact numbers until they are computed or nobody needs them. */
export async function counted(table: string, waits: () => boolean): Promise<Edges | null> {
  while (waits()) {
    const edges = await past.edges(table)
    if (!edges.counting) return edges
    await new Promise((done) => setTimeout(done, AGAIN_MS))
  }
  return null
}

/** `28 Jul 2026, 20:15:09`, in the reader's own time. */
export function moment(at: string, seconds = false): string {
  const long: Intl.DateTimeFormatOptions = { day: "numeric", month: "short", year: "numeric", hour: "2-digit", minute: "2-digit", hourCycle: "h23" }
  return new Date(at).toLocaleString("en-GB", seconds ? { ...long, second: "2-digit" } : long)
}
