/** HTTP to the house: every response is typed, and every refusal is an error with its words and its clause. */
import type {
  Book,
  Chips,
  CoachAnswer,
  DrillMistakes,
  DrillOptions,
  DrillQuestion,
  DrillResult,
  ItemDocument,
  Listing,
  Me,
  ProgressDocument,
  QuestionDocument,
} from "./protocol"
import { me } from "./me.svelte"

const UNREACHABLE = "the house cannot be reached"

export class Refused extends Error {
  constructor(
    readonly code: string,
    readonly clause: string | null,
    readonly says: string,
    readonly status: number,
  ) {
    super(says)
  }
}

/** Send a request; one that changes something carries the CSRF token. A poll sets a timeout, because a dead connection
 *  never answers. */
export async function ask<T>(method: "GET" | "POST" | "PUT" | "DELETE", path: string, body?: unknown, withinMs?: number): Promise<T> {
  const headers: Record<string, string> = {}
  if (body !== undefined) headers["content-type"] = "application/json"
  if (method !== "GET" && me.csrf) headers["x-csrf"] = me.csrf
  let answer: Response
  try {
    answer = await fetch(`/api/v1${path}`, {
      method,
      headers,
      body: body === undefined ? null : JSON.stringify(body),
      signal: withinMs ? AbortSignal.timeout(withinMs) : null,
    })
  } catch {
    throw new Refused("unreachable", null, withinMs ? `${UNREACHABLE}; trying again` : UNREACHABLE, 0)
  }
  const said: unknown = await answer.json().catch(() => null)
  if (answer.ok && said === null && withinMs) throw new Refused("unreachable", null, `${UNREACHABLE}; trying again`, 0)
  if (answer.ok) return said as T
  const why = (said ?? {}) as { code?: string; clause?: string | null; says?: string }
  throw new Refused(why.code ?? "failed", why.clause ?? null, why.says ?? `the house answered ${answer.status}`, answer.status)
}

export const api = {
  me: () => ask<Me>("GET", "/me"),
  chips: () => ask<Chips>("GET", "/chips"),
  guest: (name: string) => ask<Me>("POST", "/guest", { name }),
  signIn: (name: string, password: string) => ask<Me>("POST", "/sign-in", { name, password }),
  invitation: (word: string) => ask<{ good: boolean; account: string | null; roles: string[] }>("POST", "/invitation", { word }),
  accept: (word: string, name: string, password: string) => ask<Me>("POST", "/accept", { word, name, password }),
  signOut: () => ask<Me>("POST", "/sign-out"),
  books: () => ask<Book[]>("GET", "/books"),
  tables: () => ask<Listing[]>("GET", "/tables"),
  /** The table with that name, or null; its absence is not an HTTP error, which the browser would log. */
  listed: async (table: string) => (await ask<Listing[]>("GET", `/tables?name=${encodeURIComponent(table)}`))[0] ?? null,
  posted: (table: string) => ask<Listing>("GET", `/tables/${encodeURIComponent(table)}/posted`),
  /** What the coach says about one's own decision. */
  coach: (table: string, seat: number) => ask<CoachAnswer>("GET", `/tables/${encodeURIComponent(table)}/coach?seat=${seat}`),
  drillOptions: () => ask<DrillOptions>("GET", "/drill/options"),
  drillQuestion: (query: string) => ask<DrillQuestion>("GET", `/drill/question?${query}`),
  drillMistakes: (query: string) => ask<DrillMistakes>("GET", `/drill/mistakes?${query}`),
  drillAnswer: (question: QuestionDocument, multiple: number, item: ItemDocument | null) =>
    ask<DrillResult>("POST", "/drill/answers", { question, multiple, item }),
  /** The same progress if its every field is right; a refusal names the first that is wrong. */
  drillProgress: (progress: unknown) => ask<ProgressDocument>("POST", "/drill/progress", progress),
  key: () => ask<{ public_key: string }>("GET", "/key"),
  seatBot: (table: string, banks: boolean) => ask<unknown>("POST", `/tables/${encodeURIComponent(table)}/bots`, { count: 1, banks }),
  sendBotAway: (table: string, seat: number) => ask<unknown>("DELETE", `/tables/${encodeURIComponent(table)}/bots/${seat}`),
  makeTable: (spec: Record<string, unknown>) => ask<Listing>("POST", "/tables", spec),
}
