/** A table's rule book and its exact numbers, as the house sends them. */
import type { Choices } from "../lib/history"

export interface Exact {
  fraction: string
  value: number
}
export interface Fact {
  kind: "fact"
  says: string
  cites: string[]
}
export interface Group {
  kind: "group"
  title: string
  numbered: boolean
  facts: Fact[]
}
export interface Grid {
  kind: "grid"
  title: string
  head: string[]
  rows: string[][]
  cites: string[]
}
export interface Section {
  title: string
  parts: (Fact | Group | Grid)[]
}
export interface Row {
  hand: string
  words: string
  pays: string
  meter?: string | null
  envy?: number
}
export interface RuleBook {
  /** The number of hands a player may play here now. */
  hands: number
  name: string
  title: string
  fingerprint: string
  posted_hash: string
  /** The agreement with the owner of the game, if the staff recorded one. */
  agreement: string | null
  currency: string
  symbol: string
  text: string | null
  posted: Choices
  dealing: { name: string; says: string }
  pays: { blind: Row[]; trips?: Row[]; cover_all?: Record<string, Row[]>; progressive?: Row[] }
  pages: Section[]
}

/** A decision on a question that the documents leave open. */
export interface Ruling {
  number: string
  where: string
  question: string
  ruling: string
  why: string
  /** Whether it is a policy for running a house, not an interpretation of the documents. */
  policy: boolean
}

/** Whether a citation is a ruling, `R12`, and not a clause of a document. */
export const isRuling = (cite: string): boolean => /^R\d+$/.test(cite)

/** Where to read a clause or ruling: a ruling on its page, a clause in the table's rule book. */
export const citeHref = (cite: string, table: string): string => (isRuling(cite) ? `/rulings#${cite}` : `/rules/${encodeURIComponent(table)}#${cite}`)

/** The exact numbers of a side wager. */
export interface SideNumbers {
  house_edge: Exact
  hit_frequency: Exact
  standard_deviation: number
  rows: { hand: string; chance: Exact }[]
}
export interface ProgressiveNumbers extends SideNumbers {
  break_even_meter: Exact | null
  house_edge_long_run: Exact
  house_edge_by_seats: Record<string, Exact>
  meters: { name: string; meter_cents: number; break_even_cents: number | null }[]
}
export interface MainNumbers {
  house_edge: Exact | null
  element_of_risk?: Exact
  average_wager?: Exact
  standard_deviation?: number
  says: string
}
export interface Edges {
  counting: boolean
  main?: MainNumbers
  trips?: SideNumbers
  cover_all?: Record<string, SideNumbers>
  progressive?: ProgressiveNumbers
}

/** `2.185%`. */
export function percent(value: number, places = 3): string {
  return `${(100 * value).toFixed(places).replace("-", "−")}%`
}

/** `1 in 4,165`. */
export function oneIn(chance: number): string {
  return chance > 0 ? `1 in ${(1 / chance).toLocaleString("en-US", { maximumFractionDigits: chance > 0.02 ? 1 : 0 })}` : "never"
}
