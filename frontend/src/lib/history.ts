// Made by `python scripts/build_protocol_types.py` from the types of rounds; not edited by hand.

import type { CoachedChoice, EventView, ExactNumber, TableDocument } from "./protocol"

/** A settled wager. */
export interface ListedLine {
  wager: string
  stake: number
  net: number
}

/** A round in a list; `net` is the total of the viewer's own seats. */
export interface ListedRound {
  table: string
  round: number
  at: string
  position: number
  net: number | null
  seats: Array<ListedSeat>
}

/** The result of one seat; `hand` is the category of a hand that was turned up. */
export interface ListedSeat {
  seat: number
  name: string
  mine: boolean
  net: number
  wagers: Array<string>
  hand: string | null
  folded: boolean
  cards: Array<string>
  lines: Array<ListedLine>
}

/** Rounds, newest first; `before` gets the next page, ``None`` on the last. */
export interface RoundsPage {
  rounds: Array<ListedRound>
  before: number | null
}

/** One record of a round: the events the viewer was sent, and the table as they saw it. */
export interface RoundStep {
  n: number
  position: number
  at: string
  by: string
  events: EventView[]
  view: TableDocument
}

/** A round record by record. */
export interface RoundSteps {
  table: string
  round: number
  settled: boolean
  steps: Array<RoundStep>
}

/** An award of a meter that the settlement owes. */
export interface AwardOf {
  seat: number
  hand: string | null
  cents: number
}

/** An award that was brought; if it has no means, an award or envy that was denied or taken back. */
export interface BroughtAward {
  n: number
  seat: number
  cents: number
  means: string | null
  reason?: string
  envy_for?: number | null
}

/** What the table posts. */
export interface Choices {
  tables: Tables
  dealing: string
  progressive_wager: number
  limits: Limits
}

/** The Play wager, or the fold, and its street. */
export interface DecisionOf {
  street: string
  multiple: number | null
}

export interface EnvyOf {
  from: number
  cents: number
}

/** The minimum and maximum of each wager, in cents. */
export interface Limits {
  ante: Array<number>
  trips: Array<number>
  cover_all: Array<number> | null
  entry_fee: number
}

/** The round's position in the log. */
export interface LogOf {
  stream: string
  numbers: Array<number>
  positions: Array<number>
}

/** A meter over the round, in whole cents. */
export interface MeterOf {
  before: number
  paid: number
  after: number
}

/** The viewer: their first seat in the round, and whether every card is shown. */
export interface Of {
  chair: number | null
  all: boolean
}

/** What the deck is derived from; shown once the round is settled. */
export interface ProofOf {
  secret: string
  words: Record<string, string>
  cut: number
  nth: number
  back: "red" | "blue"
}

/** One act, with the number of its record. */
export interface RoundAct {
  n: number
  at: string
  by: string
  do: Record<string, unknown>
}

/** The player/dealer and the wager behind the bank. */
export interface RoundBank {
  seat: number
  wager: number
}

/** The rules of the round; `text` is a rule set of the table's own. */
export interface RulesOf {
  name: string
  title: string
  fingerprint: string
  posted_hash: string
  text: string | null
}

/** An irregularity or what was done about it, in words. */
export interface SaidOf {
  n: number
  says: string
  clause: string | null
}

/** A seat of the round as the viewer saw it. */
export interface SeatOf {
  name: string
  who: number
  mine: boolean
  bot: boolean
  wagers: Record<string, number>
  cards: Array<string | null>
  decision: DecisionOf | null
  hand: string | null
  five: Array<string>
  void: string | null
  lines: Array<SettledLine>
  envy: Array<EnvyOf>
  net: number | null
}

/** How one wager was settled. */
export interface SettledLine {
  wager: string
  stake: number
  outcome: "win" | "lose" | "push" | "void" | "uncovered"
  returned: number
  won: number
  net: number
  odds: string
  row: string | null
  clauses: Array<string>
  cut: number
}

/** The house's signature of the seal: Ed25519, key and signature in hexadecimal. */
export interface SignatureOf {
  key: string
  signature: string
}

/** The hashes that the log stores with every round. */
export interface Stamp {
  rules: string
  rules_hash: string
  posted_hash: string
}

/** The table as the wagers closed, as far as it affects the round. */
export interface Start {
  meters: Record<string, string>
  linked: boolean
  progressive_down: boolean
  link_down: boolean
  dark: Array<number>
  cover_all_mode: boolean
  rounds_uncounted: number
  banker: RoundBank | null
}

/** The pay tables by name; ``None`` if not offered. */
export interface Tables {
  blind: string
  trips: string
  cover_all: string | null
  progressive: string | null
}

/** When the first wager was made, the wagers closed, the round was settled and the cards were collected. */
export interface Times {
  began: string | null
  closed: string | null
  settled: string | null
  collected: string | null
}

/** The totals of the round. */
export interface Total {
  players: number
  house: number
}

/** The cards that nobody at the table saw; only for readers of the log. */
export interface Unseen {
  burned: Array<string>
  stub: Array<string>
  dealer: Array<string>
  community: Array<string>
}

export interface RoundDocument {
  v: 1
  table: string
  round: number
  for: Of
  rules: RulesOf
  posted: Choices
  stamp: Stamp | null
  times: Times
  start: Start
  acts: Array<RoundAct>
  seats: Record<string, SeatOf>
  dealer: Array<string | null>
  dealer_hand: string | null
  dealer_five: Array<string>
  qualifies: boolean | null
  community: Array<string | null>
  void: string | null
  unseen: Unseen | null
  meters: Record<string, MeterOf>
  awards: Array<AwardOf>
  brought: Array<BroughtAward>
  irregularities: Array<SaidOf>
  disputes: EventView[]
  total: Total | null
  commitment: string | null
  proof: ProofOf | null
  log: LogOf
  seal: string
  signature: SignatureOf | null
}

/** A decision that was made, with the exact value of every action that was offered. */
export interface DecisionReview {
  n: number
  street: "preflop" | "flop" | "river"
  action: string
  by_clock: boolean
  hole: Array<string>
  board: Array<string>
  kind: string | null
  title: string
  grade: "best" | "inaccuracy" | "mistake" | "blunder" | null
  lost: string
  cost: number
  cost_cents: number
  choices: Array<CoachedChoice>
  reason: string
  notes: Array<string>
  drill: QuestionDocument | null
}

/** Wagers whose result is expected together, before the cards are dealt and under the best play, in cents. */
export interface ExpectedGroup {
  name: string
  wagers: Array<string>
  expected: string
  deviation: number
}

/** One situation of a drill. The situation is the game and the cards; the rest follows from them. */
export interface QuestionDocument {
  id: string
  book: string
  tables: Record<string, string>
  beside: Array<string>
  street: "preflop" | "flop" | "river"
  kind: string
  title: string
  hole: Array<string>
  board: Array<string>
  actions: Array<number>
}

/** The review of one seat in one round. */
export interface SeatReview {
  v: number
  seat: number
  book: string
  symbol: string
  ante: number
  decisions: Array<DecisionReview>
  folded: boolean
  would_have: "won" | "tied" | "lost" | null
  expected: Array<ExpectedGroup>
  unknown: string | null
}

/** How to share a seat's hand: the value of `hand` in the link of the round. */
export interface SharedSeat {
  seat: number
  hand: string
}

/** The reviews of the reader's own seats in a round, or of the seat that was shared with the reader. */
export interface RoundReview {
  counting: boolean
  reviews: Array<SeatReview>
  share: Array<SharedSeat>
}

/** A decision that shows a habit. */
export interface Example {
  table: string
  round: number
  seat: number
  n: number
  hole: Array<string>
  board: Array<string>
  cost: number
}

/** How many decisions have each grade. */
export interface GradeCounts {
  best: number
  inaccuracy: number
  mistake: number
  blunder: number
}

/** One way of deciding that costs: what is done, what would be best, how often, and what it has cost in antes. */
export interface Habit {
  kind: string
  title: string
  street: "preflop" | "flop" | "river"
  action: string
  best: string
  times: number
  cost: ExactNumber
  per_100: number
  book: string
  drill: string
  examples: Array<Example>
}

/** The result of wagers of one kind against the exact expectation of these wagers as they were played. */
export interface LuckGroup {
  name: string
  hands: number
  actual: number
  expected: number
  band: number
}

/** The running totals after so many hands, in cents. */
export interface LuckPoint {
  hand: number
  net: number
  expected: number
  band: number
}

/** The results in one currency, in cents. */
export interface MoneyReport {
  symbol: string
  hands: number
  net: number
  lost: number
  lost_per_100: number
  known: number
  groups: Array<LuckGroup>
  actual: number
  expected: number
  luck: number
  band: number
  says: string
  points: Array<LuckPoint>
}

/** The decisions of one street or of one kind, and what they cost in antes. */
export interface ReportPart {
  name: string
  title: string
  street: "preflop" | "flop" | "river"
  decisions: number
  wrong: number
  cost: ExactNumber
}

/** The report of a set of hands. */
export interface SessionReport {
  hands: number
  decisions: number
  grades: GradeCounts
  by_clock: number
  clock_cost: ExactNumber
  not_valued: number
  folded_winners: number
  folded_winners_right: number
  lost: ExactNumber
  lost_per_100: number
  streets: Array<ReportPart>
  kinds: Array<ReportPart>
  habits: Array<Habit>
  money: Array<MoneyReport>
  first: string | null
  last: string | null
}

/** The report, or how many of its hands are reviewed. */
export interface ReportAnswer {
  counting: boolean
  done: number
  of: number
  report: SessionReport | null
}
