/** HTTP requests for past rounds, steps, rules and exact numbers. */
import { ask, Refused } from "../lib/api"
import type { ReportAnswer, RoundDocument, RoundReview, RoundsPage, RoundSteps } from "../lib/history"
import type { Listing, TableDocument } from "../lib/protocol"
import type { Edges, RuleBook, Ruling } from "../rules/book"

const at = (table: string): string => `/tables/${encodeURIComponent(table)}`

export const past = {
  rounds: (query: URLSearchParams) => ask<RoundsPage>("GET", `/history?${query}`),
  roundsOf: (table: string, limit: number) => ask<RoundsPage>("GET", `${at(table)}/rounds?limit=${limit}`),
  round: (table: string, round: number) => ask<RoundDocument>("GET", `${at(table)}/rounds/${round}`),
  steps: (table: string, round: number) => ask<RoundSteps>("GET", `${at(table)}/rounds/${round}/steps`),
  /** The reader's own decisions of a round, or those of a hand that was shared. */
  review: (table: string, round: number, hand: string | null) =>
    ask<RoundReview>("GET", `${at(table)}/rounds/${round}/review${hand === null ? "" : `?hand=${encodeURIComponent(hand)}`}`),
  report: (query: URLSearchParams) => ask<ReportAnswer>("GET", `/review?${query}`),
  table: (table: string) => ask<TableDocument>("GET", at(table)),
  rules: (table: string) => ask<RuleBook>("GET", `${at(table)}/rules`),
  rulings: () => ask<Ruling[]>("GET", "/rulings"),
}

/** Fail early if there is no such table; a closed one can still be read. */
export async function requireTable(table: string): Promise<void> {
  const found = await ask<Listing[]>("GET", `/tables?name=${encodeURIComponent(table)}&closed=true`)
  if (!found.length) throw new Refused("no_table", null, `There is no table “${table}”.`, 404)
}

const AGAIN_MS = 1_500

/** Poll for the exact numbers, at most that many times, until they are computed or no longer needed. */
export async function counted(table: string, waits: () => boolean, most = Infinity): Promise<Edges | null> {
  for (let tries = 0; tries < most && waits(); tries++) {
    const edges = await ask<Edges>("GET", `${at(table)}/edges`)
    if (!edges.counting) return edges
    await new Promise((done) => setTimeout(done, AGAIN_MS))
  }
  return null
}

const REVIEW_AGAIN_MS = 500

/** Poll for an answer until it is computed or no longer needed. */
export async function reviewed<T extends { counting: boolean }>(once: () => Promise<T>, waits: () => boolean, told?: (answer: T) => void): Promise<T | null> {
  while (waits()) {
    const answer = await once()
    if (!answer.counting) return answer
    told?.(answer)
    await new Promise((done) => setTimeout(done, REVIEW_AGAIN_MS))
  }
  return null
}
