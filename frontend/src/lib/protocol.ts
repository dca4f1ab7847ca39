// Made by `python scripts/build_protocol_types.py` from src/uth/views and the table's commands; not edited by hand.

/** What is not in the log: who is ready or away, how many watch, the clock. */
export interface AsideFrame {
  v: number
  type: "aside"
  ready: Array<number>
  away: Array<number>
  watching: number
  clock: Clock | null
}

/** An award of a meter: who won what, and its stage. */
export interface AwardDocument {
  award: number
  table: string
  round: number
  seat: number
  hand: string
  meter: string
  cents: number
  stage: "pending" | "recorded" | "paid" | "withdrawn" | "backed_out"
}

/** The award of a meter on a wager: pending, paid, or denied and why. */
export interface AwardOnLine {
  cents: number
  state: "waits" | "paid" | "refused"
  means: "cheques" | "check" | null
  by: string
  reason: string
}

/** The player/dealer and the wager behind the bank. */
export interface Banking {
  seat: number
  wager: number
  used: number | null
  net: number | null
}

/** A heartbeat. */
export interface BeatFrame {
  v: number
  type: "beat"
}

/** What the house does when the time is up. */
export interface Clock {
  what: "decision" | "wagers" | "bank" | "next_round"
  seat: number | null
  left: number
  of: number
  then: string
  more: number
}

/** The house is closing; accepted commands are stored, and the connection ends now. */
export interface ClosingFrame {
  v: number
  type: "closing"
}

/** Your frame `id` is stored and done. */
export interface DoneFrame {
  v: number
  type: "done"
  id: string
  n: number
  waits?: number
}

/** What a seat is paid for the hand of another, pending or denied together with that hand's award. */
export interface EnvyView {
  seat: number
  from_seat: number
  cents: number
  state: "waits" | "paid" | "refused"
  reason: string
}

/** The events of record `n`, and the table after it. */
export interface EventsFrame {
  v: number
  type: "events"
  n: number
  events: EventView[]
  late: Array<number>
  view: TableDocument
}

/** The house accepts commands again. */
export interface GoingOnFrame {
  v: number
  type: "going_on"
}

/** What one's two cards make with the board so far. */
export interface HeldHand {
  kind: string
  says: string
}

/** The minutes you have left to wager while no chair is free, or that you have lost your chair. */
export interface IdleFrame {
  v: number
  type: "idle"
  minutes: number | null
  says: string
  clause: string
}

/** How one wager was settled. */
export interface Line {
  wager: string
  stake: number
  outcome: "win" | "lose" | "push" | "void" | "uncovered"
  returned: number
  won: number
  net: number
  award: AwardOnLine | null
  odds: string
  how: string
  row: string | null
  clauses: Array<string>
  cut: number
}

/** A link: many tables, one set of meters. */
export interface LinkDocument {
  name: string
  book: string
  book_name: string
  wager: number
  meters: Record<string, number>
  awarding: Array<string>
  down: boolean
  guest: boolean
  tables: Array<string>
  pending: Array<AwardDocument>
  recent: Array<AwardDocument>
}

/** The meters of the table's link, and the awards that have changed. */
export interface LinkFrame {
  name: string
  book: string
  book_name: string
  wager: number
  meters: Record<string, number>
  awarding: Array<string>
  down: boolean
  guest: boolean
  tables: Array<string>
  pending: Array<AwardDocument>
  recent: Array<AwardDocument>
  v: number
  type: "link"
  news: Array<AwardDocument>
}

/** The Play wager, or the fold, and its street. */
export interface Made {
  street: string
  multiple: number | null
}

/** The banks a seat may take: every amount from the minimum to all its chips, in cents. */
export interface OfferedBank {
  min: number
  max: number
}

/** A wager the seat may make now: every multiple of the unit from minimum to maximum, in cents. */
export interface OfferedWager {
  wager: string
  min: number
  max: number
  unit: number
}

/** What your own seat may do now; the page shows these buttons and no others. */
export interface Offers {
  wagers: Array<OfferedWager>
  back: Array<string>
  plays: Array<number>
  short: string
  check: boolean
  fold: boolean
  bank: OfferedBank | null
  acts: Array<string>
  warning: string
  leave: boolean
  ready: boolean
}

/** The house cannot store anything and accepts no commands for now; nothing is lost. */
export interface PausedFrame {
  v: number
  type: "paused"
  code: string
  says: string
}

/** Your frame `id` was refused, and why; nothing has changed. */
export interface RefusedFrame {
  v: number
  type: "refused"
  id?: string | null
  code: string
  clause: string | null
  says: string
}

/** The connection resumes; what was missed since record `n` follows. */
export interface ResumedFrame {
  v: number
  type: "resumed"
  n: number
}

/** Somebody at the table says a phrase. */
export interface SaidFrame {
  v: number
  type: "said"
  seat: number
  name: string
  phrase: string
}

/** A taken seat, what lies before it and how its last round was settled. */
export interface SeatDocument {
  name: string
  mine: boolean
  bot: boolean
  rail: number
  ready: boolean
  lamp: boolean
  wagers: Record<string, number>
  collected: Array<string>
  under: string | null
  cards: Array<string | null>
  decision: Made | null
  hand: string | null
  makes: HeldHand | null
  five: Array<string>
  result: string
  void: string | null
  lines: Array<Line>
  offers: Offers | null
}

/** The table as one chair sees it. */
export interface TableDocument {
  chair: number | null
  phase: string
  due: string
  turn: number | null
  street: string | null
  seats: Record<string, SeatDocument>
  dealer: Array<string | null>
  dealer_hand: string | null
  dealer_five: Array<string>
  qualifies: boolean | null
  community: Array<string | null>
  cards_left: number
  racked: number
  banker: Banking | null
  button: number | null
  meters: Record<string, number>
  progressive_down: boolean
  void: string | null
  envy: Array<EnvyView>
  trouble: EventView[]
  floor_choices: Array<string>
  rounds: number
  round: number
  off: boolean
  commitment: string | null
  link: LinkDocument | null
  clock: Clock | null
}

/** The whole table, after record `n` of its log. */
export interface ViewFrame {
  v: number
  type: "view"
  n: number
  view: TableDocument
}

/** The document's own words, in lower case unless they are a name. */
export interface BookNames {
  dealer: string
  opponent: string
  progressive: string
}

/** One row of a pay table: the hand, and what it pays in words. */
export interface PayRow {
  hand: string
  pays: string
  envy: number
}

/** A table in the lobby: what it posts, and who sits there now. */
export interface Listing {
  name: string
  book: string
  book_name: string
  description: string
  title: string
  currency: string
  symbol: string
  phase: string
  seats: number
  taken: Record<string, string>
  bots: Array<number>
  away: Array<number>
  ante: Array<number>
  trips: Array<number>
  cover_all: Array<number> | null
  progressive_wager: number
  entry_fee: number
  wagers: Array<string>
  hands: number
  bank_min: number | null
  banked_by: "house" | "player"
  plays: Record<string, Array<number>>
  pays: Record<string, Array<PayRow>>
  qualifies: string
  words: BookNames
  inscription: string
  meters: Record<string, number>
  awarding: Array<string>
  dealt_by: string
  decision_s: number | null
  coach: boolean
  rounds: number
  off: boolean
  guest: boolean
  lends: boolean
}

/** Who you are to the house. */
export interface Me {
  person: string | null
  name: string | null
  roles: Array<string>
  csrf: string | null
  timezone: string
}

/** Your chips, in cents, and where you sit. */
export interface Chips {
  bankroll: number
  seated: number
  reach: number
  allowance: number
  due: boolean
  tables: Array<string>
}

/** The parts of a deal, each a list such as `seats:2`, `dealer:2`, `community:5`, `burn:1`. */
export interface WayOfDealing {
  says: string
  clause: string
  opening: Array<string>
  flop: Array<string>
  river: Array<string>
}

/** A rule book a table can use. */
export interface Book {
  name: string
  short_name: string
  description: string
  title: string
  words: BookNames
  dealing: Record<string, WayOfDealing>
  owner: string | null
}

/** An action the seat is offered, and its exact value. */
export interface CoachedChoice {
  action: string
  multiple: number
  fraction: string
  antes: number
  cents: number
  cost: number
  cost_cents: number
  grade: "best" | "inaccuracy" | "mistake" | "blunder"
}

/** What the coach says about one decision of one's own seat. */
export interface CoachingDocument {
  street: "preflop" | "flop" | "river"
  choices: Array<CoachedChoice>
  reason: string
  notes: Array<string>
  round: number
  seat: number
}

/** The newest coaching of the seat in this round, or null; `counting` while it is being computed. */
export interface CoachAnswer {
  coaching: CoachingDocument | null
  counting: boolean
}

/** A request that a second person has to approve. */
export interface Approval {
  number: number
  link: string | null
  table: string | null
  asked_by: string
  command: Record<string, unknown>
}

/** An award with its evidence, and what remains to be done before it is paid. */
export interface AwardEvidence {
  award: number
  table: string
  round: number
  seat: number
  hand: string
  meter: string
  cents: number
  stage: "pending" | "recorded" | "paid" | "withdrawn" | "backed_out"
  number: string
  player: string | null
  evidence: string
  hole: Array<string>
  board: Array<string>
  recorded: Array<string>
  filled: Record<string, Record<string, string>>
  missing: Array<string>
  verified_by: string | null
  unattended: boolean
  cheques: boolean
}

/** A player who is banned from the house, and why. */
export interface BannedDocument {
  player: string
  reason: string
}

/** A hand button that is on, with its award. */
export interface ButtonDocument {
  seat: number
  award: number
  hand: string
  cents: number
  stage: string
}

/** A dispute about a settled round, with the cards and the settlement as evidence. */
export interface DisputeDocument {
  dispute: number
  seat: number | null
  name: string
  says: string
  round: number
  freezes: boolean
  finding: string | null
  appealed: boolean
  regulator: string
  notice: string | null
  seats: Record<string, Array<string>>
  dealer: Array<string>
  community: Array<string>
  settled: Record<string, Array<Line>>
  most: Record<string, Record<string, number>>
}

/** What the book leaves to the floor, and the choices. */
export interface FloorCallDocument {
  irregularity: Record<string, unknown>
  choices: Array<string>
  clause: string
}

/** A link with its stations, the evidence of every open award, and the hidden part of its meters. */
export interface FloorLink {
  name: string
  book: string
  book_name: string
  wager: number
  meters: Record<string, number>
  awarding: Array<string>
  down: boolean
  guest: boolean
  tables: Array<string>
  pending: Array<AwardDocument>
  recent: Array<AwardDocument>
  symbol: string
  progressive: string
  stations: Array<StationView>
  awards: Array<AwardEvidence>
  steps: Array<string>
  fields: Record<string, Array<string>>
  buttons: Record<string, string>
  reserve: Record<string, string>
  overflow: Record<string, string>
}

/** A player at a table, and their chips. */
export interface FloorSeat {
  seat: number
  player: string
  name: string
  bot: boolean
  rail: number
  staked: number
  barred: boolean
  away: boolean
  absent: boolean
  removed: boolean
}

/** A table as the floor sees it. */
export interface FloorTable {
  name: string
  book: string
  book_name: string
  symbol: string
  words: BookNames
  phase: string
  due: string
  turn: number | null
  round: number
  seats: number
  taken: Array<FloorSeat>
  dealt_by: string
  deck: string
  awards: string
  link: string | null
  off: boolean
  guest: boolean
  progressive_down: boolean
  reported_down: boolean
  call: FloorCallDocument | null
  dispute: DisputeDocument | null
  disputes: Array<DisputeDocument>
  settings: TableSettings
  removal_voids: boolean
  owed: Array<OwedDocument>
}

/** An award that is owed to a seat. */
export interface OwedDocument {
  seat: number
  name: string
  cents: number
}

/** A setting of a running table: its value, and the most the book allows. */
export interface Setting {
  now: number
  most: number
}

/** A table's Game Manager on a link. */
export interface StationView {
  key: "run" | "jph"
  round: number | null
  lit: Array<number>
  failed: Array<number>
  called: boolean
  buttons: Array<ButtonDocument>
  again: Record<string, Array<string>>
  table: string
}

/** What the book lets the floor set at a running table; null if nothing. */
export interface TableSettings {
  hands: Setting | null
  entry_fee: Setting | null
}

/** The whole floor: tables, links and pending approvals. */
export interface FloorDocument {
  off: boolean
  barred: Array<string>
  banned: Array<BannedDocument>
  tables: Array<FloorTable>
  links: Array<FloorLink>
  approvals: Array<Approval>
  may: Array<string>
}

/** What the player/dealer's wager paid and collected, once all opponents are settled. */
export interface BankPayout {
  seat: number
  name: string
  hand: string | null
  wager: number
  used: number
  paid: number
  collected: number
  net: number
  clauses: Array<string>
}

/** The cards to deal next, and to which place. */
export interface Delivery {
  to: "seat" | "dealer" | "community" | "burn"
  seat: number | null
  cards: number
}

/** What a seat is paid for the hand of another. */
export interface EnvyPay {
  seat: number
  cents: number
  state: "waits" | "paid" | "refused"
  reason: string
}

/** A table's Game Manager: the supervisor's key, the sensors, the hand buttons. */
export interface GameManager {
  key: "run" | "jph"
  round: number | null
  lit: Array<number>
  failed: Array<number>
  called: boolean
  buttons: Array<ButtonDocument>
  again: Record<string, Array<string>>
}

/** Why the link blocks the due step: an award is pending, or the key is at JPH. */
export interface HeldStep {
  says: string
  clause: string | null
}

/** Why 'No more bets' cannot be said yet: no wager, no banker, or a fee that somebody cannot pay. */
export interface NotYet {
  code: string
  says: string
  clause: string | null
}

/** What the dealer collects from and pays to a seat, wager by wager. */
export interface Payout {
  seat: number
  name: string
  hand: string | null
  lines: Array<PayoutLine>
  envy: Array<EnvyPay>
  net: number
  now: number
  waits: number
}

/** How one wager was settled, and what the dealer does with it now. */
export interface PayoutLine {
  wager: string
  stake: number
  outcome: "win" | "lose" | "push" | "void" | "uncovered"
  returned: number
  won: number
  net: number
  award: AwardOnLine | null
  odds: string
  how: string
  row: string | null
  clauses: Array<string>
  cut: number
  moves: "pay" | "take" | "push" | "give_back" | "collected"
  moved: number
}

/** An irregularity that can be reported as the cards lie now. */
export interface Reportable {
  irregularity: string
  key: string
  words: string
  seats: Array<number | null>
  positions: Array<number>
  fixable: boolean
  at_win: boolean
}

/** The rest due to a seat after a correction, negative if the seat owes it. */
export interface StillDue {
  round: number
  seat: number
  wagers: Array<string>
  cents: number
  at_cage: boolean
}

/** What the dealer's console shows besides the table, after record `n` of its log. */
export interface ConsoleDocument {
  name: string
  n: number
  book: string
  book_name: string
  symbol: string
  words: BookNames
  banked_by: "house" | "player"
  dealt_by: "house" | "person"
  deck: "house" | "read"
  off: boolean
  due: string
  back: string | null
  delivery: Delivery | null
  manager: GameManager | null
  call: FloorCallDocument | null
  dispute: DisputeDocument | null
  reports: Array<Reportable>
  locks: boolean
  held: HeldStep | null
  not_yet: NotYet | null
  payouts: Array<Payout>
  still_due: Array<StillDue>
  bank: BankPayout | null
  ruled: EventView[]
  misread: Delivery | null
  also: Array<string>
}

/** What the book would do about a report, before it is made. */
export interface ForeseenRuling {
  possible: boolean
  says: string
  clause: string | null
  voids: "round" | "hand" | null
}

/** A link as a sign first shows it: its currency, and which hand takes which share of which meter. */
export interface SignDocument {
  name: string
  book: string
  book_name: string
  wager: number
  meters: Record<string, number>
  awarding: Array<string>
  down: boolean
  guest: boolean
  tables: Array<string>
  pending: Array<AwardDocument>
  recent: Array<AwardDocument>
  title: string
  symbol: string
  progressive: string
  hands: Record<string, Array<string>>
}

/** A staff account. */
export interface StaffDocument {
  name: string
  roles: Array<string>
  disabled: boolean
  locked_until: string | null
}

/** An open invitation. */
export interface InvitationDocument {
  id: string
  roles: Array<string>
  account: string | null
  by: string
  ends: string
}

/** A number as a fraction and as a decimal. */
export interface ExactNumber {
  fraction: string
  value: number
}

/** A coarser rule, and what it costs somebody who plays perfectly otherwise, in antes. */
export interface Shortcut {
  says: string
  cost: ExactNumber
}

/** A starting hand: its place in the chart, the value of each action in antes, and the best action. */
export interface StartValues {
  name: string
  row: number
  column: number
  combinations: number
  values: Record<string, ExactNumber>
  best: string
  margin: ExactNumber
}

/** The best play of a game with ante, blind and play, and the simple rules that come close to it. */
export interface StrategyPage {
  rules: string
  title: string
  opponent: string
  multiples: Record<string, Array<number>>
  house_edge: ExactNumber
  element_of_risk: ExactNumber
  hands: Array<StartValues>
  streets: Array<StreetStrategy>
  cost: ExactNumber
  ignores: Array<string>
}

/** A simple rule, and what leaving it out costs somebody who follows all the others, in antes. */
export interface StrategyRule {
  says: string
  left_out: ExactNumber
}

/** The simple rules of one decision. */
export interface StreetStrategy {
  street: "preflop" | "flop" | "river"
  action: string
  otherwise: string
  rules: Array<StrategyRule>
  cost: ExactNumber
  shortcuts: Array<Shortcut>
}

/** A strategy page, or how far its computation is. */
export interface StrategyAnswer {
  counting: boolean
  done: number
  of: number
  page: StrategyPage | null
}

/** A book that can be drilled. */
export interface DrillBook {
  name: string
  short_name: string
  tables: Record<string, Array<string>>
  beside: Array<string>
}

/** A kind of decision. */
export interface DrillTheme {
  name: string
  title: string
  street: "preflop" | "flop" | "river"
}

/** What can be drilled. */
export interface DrillOptions {
  books: Array<DrillBook>
  themes: Array<DrillTheme>
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

/** A question, or null while the first decisions of its game are being solved. */
export interface DrillQuestion {
  question: QuestionDocument | null
  counting: boolean
}

/** The reader's own wrong decisions in past rounds, worst and newest first, or how many hands are reviewed. */
export interface DrillMistakes {
  counting: boolean
  done: number
  of: number
  questions: Array<QuestionDocument>
}

/** When a question comes again, as py-fsrs keeps it. */
export interface CardDocument {
  state: "learning" | "review" | "relearning"
  step: number | null
  stability: number
  difficulty: number
  due: string
  last_review: string
}

/** One question that was answered, and its answers. */
export interface ItemDocument {
  question: QuestionDocument
  answers: number
  best: number
  lost: number
  grade: "best" | "inaccuracy" | "mistake" | "blunder"
  card: CardDocument
}

/** What the coach says about one decision. */
export interface ValuesDocument {
  street: "preflop" | "flop" | "river"
  choices: Array<CoachedChoice>
  reason: string
  notes: Array<string>
}

/** An answer to a question, graded; null while the first decisions of its game are being solved. */
export interface DrillResult {
  counting: boolean
  values: ValuesDocument | null
  multiple: number
  lost: number
  item: ItemDocument | null
}

/** Answers, how many of them were best, and what all cost. */
export interface TallyDocument {
  answers: number
  best: number
  lost: number
}

/** A player's progress in drills. */
export interface ProgressDocument {
  version: 1
  streak: number
  longest: number
  minute: TallyDocument | null
  kinds: Record<string, TallyDocument>
  items: Array<ItemDocument>
}

export type Frame = ViewFrame | EventsFrame | ResumedFrame | AsideFrame | LinkFrame | BeatFrame | ClosingFrame | PausedFrame | GoingOnFrame | SaidFrame | IdleFrame | DoneFrame | RefusedFrame

/** Sit down at a free seat. */
export interface TakeSeat {
  is: "TakeSeat"
  seat: number
  player: string
}

/** Leave the seat with the chips; not while the hand is being played (MA.6e). */
export interface LeaveSeat {
  is: "LeaveSeat"
  seat: number
}

/** Buy chips at the table (CN.42). */
export interface BuyIn {
  is: "BuyIn"
  seat: number
  cents: number
  tender: "cash" | "foreign"
}

/** Make a wager before the cards, or change it to this amount; the blind follows the ante. */
export interface PlaceWager {
  is: "PlaceWager"
  seat: number
  wager: "ante" | "blind" | "play" | "trips" | "cover_all" | "progressive" | "match_play" | "entry_fee"
  cents: number
}

/** Take a wager back before 'No more bets'. */
export interface TakeBackWager {
  is: "TakeBackWager"
  seat: number
  wager: "ante" | "blind" | "play" | "trips" | "cover_all" | "progressive" | "match_play" | "entry_fee"
}

/** Bank the round as its player/dealer, to the extent of this wager. */
export interface Bank {
  is: "Bank"
  seat: number
  cents: number
}

/** Take the banker's wager back before 'No more bets'. */
export interface GiveUpBank {
  is: "GiveUpBank"
  seat: number
}

/** Decline the player/dealer's button in this round (R21). */
export interface DeclineBank {
  is: "DeclineBank"
  seat: number
}

/** Wait: make no play wager on this street. */
export interface Check {
  is: "Check"
  seat: number
}

/** Make the play wager: a multiple of the ante. */
export interface MakePlay {
  is: "MakePlay"
  seat: number
  multiple: number
}

/** Give the hand up. */
export interface Fold {
  is: "Fold"
  seat: number
}

/** Dispute how a round was settled: the last one, or one of the ten before. */
export interface DisputeRound {
  is: "DisputeRound"
  seat: number
  says: string
  round: number
  player: string | null
  floor_is_in: boolean
}

/** Take a dispute to the regulator, as the player who raised it (CN.51). */
export interface TakeToRegulator {
  is: "TakeToRegulator"
  seat: number
  dispute: number
  says: string
  player: string | null
}

/** Announce 'No more bets'. */
export interface AnnounceNoMoreBets {
  is: "AnnounceNoMoreBets"
}

/** Deal what comes next: a card, a stack or a burn, by the way of dealing in force. */
export interface DealNext {
  is: "DealNext"
}

/** Press 'Start Game': the wagers are locked, and no wager changes from then on (CN.9). */
export interface StartGame {
  is: "StartGame"
}

/** Turn up the first three community cards. */
export interface ShowFlop {
  is: "ShowFlop"
}

/** Turn up the last two community cards together. */
export interface ShowTurnAndRiver {
  is: "ShowTurnAndRiver"
}

/** Turn up the dealer's cards and announce the hand. */
export interface ShowDealerHand {
  is: "ShowDealerHand"
}

/** Settle every wager, one hand at a time. */
export interface SettleRound {
  is: "SettleRound"
}

/** Pick the cards up and open the layout for the next round. */
export interface CollectCards {
  is: "CollectCards"
}

/** Receive a deck at the table (MA.3a). */
export interface ReceiveDeck {
  is: "ReceiveDeck"
  back: "red" | "blue"
}

/** Inspect the cards of a deck (MA.3a). */
export interface InspectDeck {
  is: "InspectDeck"
  back: "red" | "blue"
}

/** Verify the cards as the floorperson assigned to the table (MA.3b). */
export interface VerifyDeck {
  is: "VerifyDeck"
  back: "red" | "blue"
  by: string
}

/** Spread the cards face up, by suit and in sequence (MA.3b). */
export interface SpreadDeck {
  is: "SpreadDeck"
  back: "red" | "blue"
}

/** Let the first player at the table look the cards over (MA.3b). */
export interface ShowDeck {
  is: "ShowDeck"
  back: "red" | "blue"
  seat: number
}

/** Turn the cards face down and wash them (MA.3c). */
export interface WashDeck {
  is: "WashDeck"
  back: "red" | "blue"
}

/** Stack the cards (MA.3c). */
export interface StackDeck {
  is: "StackDeck"
  back: "red" | "blue"
}

/** Put a deck into the shuffler: a new one, or the one in the discard rack. */
export interface LoadShuffler {
  is: "LoadShuffler"
  back: "red" | "blue"
}

/** Finish the shuffle, by hand or by device; the order comes from outside, never from the rules. */
export interface ShuffleDeck {
  is: "ShuffleDeck"
  back: "red" | "blue"
  cards: Array<string>
}

/** Cut the deck: so many cards from the top go onto the cover card, the rest on top of them (MA.4c). */
export interface CutDeck {
  is: "CutDeck"
  back: "red" | "blue"
  taken: number
}

/** Put the stacked deck into the shoe or the machine. */
export interface PlaceDeck {
  is: "PlaceDeck"
  back: "red" | "blue"
}

/** Set the shuffler to the Cover All mode (MA.12d). */
export interface SetCoverAllMode {
  is: "SetCoverAllMode"
}

/** Open the table for wagers. */
export interface OpenTable {
  is: "OpenTable"
}

/** Spread the cards of an open table where nobody plays (MA.4e). */
export interface GoIdle {
  is: "GoIdle"
}

/** Close the table; the cards leave it. */
export interface CloseTable {
  is: "CloseTable"
}

/** Put the stub into the discard rack unseen (MA.7e). */
export interface DiscardStub {
  is: "DiscardStub"
}

/** Count the stub face down, then put it into the discard rack (MA.7g). */
export interface CountStub {
  is: "CountStub"
  cards: number
  misdealt: boolean
}

/** Report what went wrong; the book rules on it, or the floor. */
export interface Report {
  is: "Report"
  irregularity: DealerCardExposed | CardsFaceUp | CardDrawnInError | WrongNumberOfCards | SeatMissed | ExtraCardToAll | WrongCommunityShown | NotShuffled | CardOffTable | StubCountWrong | ShufflerJammed | ShufflerCountWrong | MachineJammed | ProgressiveDown | ConductBroken
}

/** Shuffle the cards that were wrongly seen into the rest and deal new ones in their places; the order is given. */
export interface ReplaceCards {
  is: "ReplaceCards"
  cards: Array<string>
}

/** Rebuild every hand of the last round from the discard rack (MA.9i). */
export interface RebuildHands {
  is: "RebuildHands"
}

/** Read the meters of the link this table is on; from then on the link feeds and pays them. */
export interface ReadMeters {
  is: "ReadMeters"
  meters: Array<[string, string]>
}

/** Read whether the link takes wagers, and which sensors of this table do not light. */
export interface ReadLink {
  is: "ReadLink"
  down: boolean
  dark: Array<number>
}

/** Owe a seat an award after the round was settled: its hand button was turned on again (NV.10c). */
export interface OweAward {
  is: "OweAward"
  seat: number
  hand: string
  cents: number
}

/** Change a pending award: an earlier one of the same round and meter was withdrawn (CN.37). */
export interface ChangeAward {
  is: "ChangeAward"
  seat: number
  cents: number
  to: number
  round: number | null
}

/** Bring the award of a meter to the seat that won it, and the envy that waits with it (CN.36, CN.40, R81). */
export interface BringAward {
  is: "BringAward"
  seat: number
  cents: number
  means: "cheques" | "check"
  round: number | null
}

/** Deny an award that was not confirmed, and the envy that waits with it. */
export interface DenyAward {
  is: "DenyAward"
  seat: number
  cents: number
  by: string
  reason: string
  round: number | null
}

/** Take an award that was paid in cheques off the rail again, with its envy: it was backed out (R60). */
export interface TakeAwardBack {
  is: "TakeAwardBack"
  seat: number
  cents: number
  by: string
  reason: string
  round: number
}

/** Say which cards of a real deck the next delivery or replacement brings, as a shoe that reads them does. */
export interface ReadCards {
  is: "ReadCards"
  cards: Array<string>
}

/** Say which cards of a real deck were dealt last: they were misread, and nothing has happened since. */
export interface CorrectReading {
  is: "CorrectReading"
  cards: Array<string>
}

/** Order another cut, as a supervisor, before any card is dealt (MA.4d). */
export interface OrderRecut {
  is: "OrderRecut"
  by: string
  reason: string
}

/** Rule, as the floor, on what the book leaves open. */
export interface RuleOnIrregularity {
  is: "RuleOnIrregularity"
  remedy: "continue" | "discard_cards" | "use_as_next" | "complete_deal" | "void_hand" | "void_round" | "replace_dealer_cards" | "replace_community_cards" | "reshuffle" | "remove_deck" | "stop_progressive" | "floor_decides"
  by: string
  reason: string
}

/** Take progressive wagers again: the system is back. */
export interface RestoreProgressive {
  is: "RestoreProgressive"
}

/** Open a review of a settled round, as management, without a player's dispute. */
export interface ReviewRound {
  is: "ReviewRound"
  by: string
  reason: string
  round: number
}

/** Resolve a dispute, as the staff: uphold the settlement, correct it, or refer it. */
export interface ResolveDispute {
  is: "ResolveDispute"
  dispute: number
  finding: "upheld" | "dismissed" | "corrected" | "referred"
  by: string
  reason: string
  corrections: Array<Correction>
  second: string | null
}

/** Act, as the floor, for the seat that is asked and whose player is absent (R86). */
export interface ActForSeat {
  is: "ActForSeat"
  seat: number
  by: string
  reason: string
}

/** Change, as the floor, what the book leaves to management at a running table; what is not given stays (R87). */
export interface SetTable {
  is: "SetTable"
  by: string
  reason: string
  hands_per_player: number | null
  entry_fee: number | null
}

/** Remove a player from the game, as the floor (GR.15). */
export interface RemovePlayer {
  is: "RemovePlayer"
  seat: number
  by: string
  reason: string
  void: boolean
  from_house: boolean
}

/** Add a table to the link; other games may join on the same terms (MA.13g). */
export interface JoinLink {
  is: "JoinLink"
  table: string
  game: string
  pay_table: ProgressiveTable
  wager: number
  decks: number
}

/** Remove a table from the link. */
export interface LeaveLink {
  is: "LeaveLink"
  table: string
}

/** Press COIN IN, or 'Start Game': lock the progressive wagers of these seats (NV.7, CN.9). */
export interface CoinIn {
  is: "CoinIn"
  table: string
  round: number
  seats: Array<number>
}

/** Reverse the coin-in of these seats in the current round and withdraw their awards: they are void (R17). */
export interface ReverseCoinIn {
  is: "ReverseCoinIn"
  table: string
  seats: Array<number>
  clause: string
}

/** Turn off the lamp of a folded seat: it is no longer eligible for the progressive pays (CN.22). */
export interface PutLampOut {
  is: "PutLampOut"
  table: string
  seat: number
  clause: string
}

/** Press the hand button of a seat's winning hand; pressing it again turns it off (NV.10c). */
export interface PressHandButton {
  is: "PressHandButton"
  table: string
  seat: number
  hand: string
  evidence: string
  by: string
}

/** Call a supervisor to the table (NV.10d). */
export interface CallSupervisor {
  is: "CallSupervisor"
  table: string
}

/** Turn the supervisor's key (NV.10e, NV.10f). */
export interface TurnKey {
  is: "TurnKey"
  table: string
  to: "run" | "jph"
  by: string
}

/** Press J-POT: the win is verified and recorded (NV.10e). */
export interface PressJackpot {
  is: "PressJackpot"
  table: string
  award: number
  by: string
}

/** Reject a pending award as the supervisor: the hand did not win. */
export interface RejectAward {
  is: "RejectAward"
  table: string
  award: number
  by: string
  reason: string
}

/** Back out a recorded award by a manual adjustment of two people (NV.10h), also one paid in cheques (R60). */
export interface BackOutAward {
  is: "BackOutAward"
  award: number
  by: string
  second: string
  reason: string
}

/** Record a step that is required before payment, with the fields the book asks for (CN.39). */
export interface RecordStep {
  is: "RecordStep"
  award: number
  step: string
  by: string
  fields: Array<[string, string]>
}

/** Pay a recorded award, in cheques or by check; not the person who verified it (CN.39, CN.40, R82). */
export interface PayAward {
  is: "PayAward"
  award: number
  means: "cheques" | "check"
  by: string
}

/** Pay an award that no person verifies, in a house without a floor (R53). */
export interface PayUnattended {
  is: "PayUnattended"
  award: number
  means: "cheques" | "check"
}

/** Press GAME OVER: reset for the next hand (NV.10g). */
export interface GameOver {
  is: "GameOver"
  table: string
}

/** Adjust a meter by hand: two people and a reason; the values before and after are recorded. */
export interface AdjustMeter {
  is: "AdjustMeter"
  meter: string
  cents: number
  by: string
  second: string
  reason: string
  tables: Array<string>
}

/** Mark a seat's sensor as failed (CN.49). */
export interface FailSensor {
  is: "FailSensor"
  table: string
  seat: number
}

/** Mark a seat's sensor as repaired. */
export interface RepairSensor {
  is: "RepairSensor"
  table: string
  seat: number
}

/** Report that the system is down: no coin-in until it is restored (CN.48). */
export interface StopLink {
  is: "StopLink"
  reason: string
}

/** Report that the system is restored. */
export interface RestoreLink {
  is: "RestoreLink"
}

/** A dealer card was seen before the showdown. */
export interface DealerCardExposed {
  is: "DealerCardExposed"
  positions: Array<number>
}

/** Cards were found face up in the shoe or the deck, or were dealt face up. */
export interface CardsFaceUp {
  is: "CardsFaceUp"
  cards: number
  before: number
}

/** A card was drawn that should not have been, and nobody saw its face. */
export interface CardDrawnInError {
  is: "CardDrawnInError"
}

/** A seat, or the dealer if no seat is named, holds a wrong number of cards. */
export interface WrongNumberOfCards {
  is: "WrongNumberOfCards"
  seat: number | null
  cards: number
  fixable: boolean
  deck_whole: boolean
}

/** A seat with a wager got no cards. */
export interface SeatMissed {
  is: "SeatMissed"
  seat: number
  fixable: boolean
}

/** Every seat got a card too many. */
export interface ExtraCardToAll {
  is: "ExtraCardToAll"
  fixable: boolean
}

/** Community cards were turned up that were not due; the first is 1. */
export interface WrongCommunityShown {
  is: "WrongCommunityShown"
  positions: Array<number>
}

/** The deck turns out not to have been shuffled, or not cut. */
export interface NotShuffled {
  is: "NotShuffled"
}

/** A card fell off the table. */
export interface CardOffTable {
  is: "CardOffTable"
}

/** The count of the stub does not make a whole deck. */
export interface StubCountWrong {
  is: "StubCountWrong"
  misdealt: boolean
}

/** The shuffler jammed, stopped, or did not finish its cycle. */
export interface ShufflerJammed {
  is: "ShufflerJammed"
}

/** The shuffler says that the deck it shuffled is not whole. */
export interface ShufflerCountWrong {
  is: "ShufflerCountWrong"
}

/** The automated shoe jammed. */
export interface MachineJammed {
  is: "MachineJammed"
}

/** The progressive system failed. */
export interface ProgressiveDown {
  is: "ProgressiveDown"
  at_win: boolean
}

/** A player exchanged, showed or told cards, or otherwise broke the rules of conduct. */
export interface ConductBroken {
  is: "ConductBroken"
  seat: number
}

/** The right amounts, returned and won, for one wager. */
export interface Correction {
  is: "Correction"
  seat: number
  wager: "ante" | "blind" | "play" | "trips" | "cover_all" | "progressive" | "match_play" | "entry_fee"
  returned: number
  won: number
}

/** A progressive's rows, highest first, and its meters. */
export interface ProgressiveTable {
  is: "ProgressiveTable"
  name: string
  cite: string
  stated: "for" | "to"
  meters: Array<MeterRule>
  rows: Array<ProgressiveRow>
}

/** One meter of a progressive: its seed for a wager of one whole unit, and the share of a wager that feeds it. */
export interface MeterRule {
  is: "MeterRule"
  name: string
  seed: number
  increment: string | null
  reserve: string | null
  limit: number | null
  cites: Array<string>
}

/** One row of a progressive table: a share of a meter, or an amount for one, and an optional envy pay. */
export interface ProgressiveRow {
  is: "ProgressiveRow"
  hand: string
  meter: string | null
  percent: number | null
  for_one: number | null
  envy: number
}

/** The floor acts for a seat whose player is absent; what it does follows. */
export interface ActedForSeat {
  is: "ActedForSeat"
  seat: number
  by: string
  reason: string
  clause: string
  sentence: string
}

/** An award of a meter is paid: cheques lie on the rail, a check is handed over. */
export interface AwardBrought {
  is: "AwardBrought"
  seat: number
  cents: number
  means: "cheques" | "check"
  round: number
  sentence: string
}

/** A pending award has another amount: an earlier one of the same round and meter was withdrawn (CN.37). */
export interface AwardChanged {
  is: "AwardChanged"
  seat: number
  cents: number
  to: number
  round: number
  sentence: string
}

/** An award was not confirmed and is not paid: its wager has won nothing. */
export interface AwardDenied {
  is: "AwardDenied"
  seat: number
  cents: number
  by: string
  reason: string
  round: number
  cites: Array<string>
  sentence: string
}

/** A hand button was turned on again after the round was settled: the seat's wager won an award, now pending. */
export interface AwardOwed {
  is: "AwardOwed"
  seat: number
  settled: SettledWager
  sentence: string
}

/** An award that was paid in cheques was backed out: it is off the rail again (R60). */
export interface AwardTakenBack {
  is: "AwardTakenBack"
  seat: number
  cents: number
  by: string
  reason: string
  round: number
  cites: Array<string>
  sentence: string
}

/** The player/dealer paid or got the difference of a correction. */
export interface BankCorrected {
  is: "BankCorrected"
  seat: number
  cents: number
  sentence: string
}

/** A seat declined the bank; the button moves on clockwise. */
export interface BankDeclined {
  is: "BankDeclined"
  seat: number
  sentence: string
}

/** The banker's wager went back before 'No more bets'; nobody banks. */
export interface BankGivenUp {
  is: "BankGivenUp"
  seat: number
  sentence: string
}

/** The player/dealer's wager came back with what it gained or lost. */
export interface BankSettled {
  is: "BankSettled"
  seat: number
  wager: number
  used: number
  net: number
  sentence: string
}

/** A seat banks the round to the extent of its wager. */
export interface BankTaken {
  is: "BankTaken"
  seat: number
  cents: number
  sentence: string
}

/** The player/dealer: the seat all others play against, and its wager. */
export interface Banker {
  is: "Banker"
  seat: number
  wager: number
}

/** The next card went to the discard rack unseen. */
export interface CardBurned {
  is: "CardBurned"
  cards: Array<string | null>
  sentence: string
}

/** The layout is clear for the next round. */
export interface CardsCollected {
  is: "CardsCollected"
  sentence: string
}

/** Cards were seen that should not have been. */
export interface CardsExposed {
  is: "CardsExposed"
  cards: Array<string>
  sentence: string
}

/** Cards were found face up. */
export interface CardsFoundFaceUp {
  is: "CardsFoundFaceUp"
  count: number
  sentence: string
}

/** A seat, or the dealer if no seat is named, has a wrong number of cards. */
export interface CardsMisdealt {
  is: "CardsMisdealt"
  seat: number | null
  held: number
  sentence: string
}

/** Cards went to the discard rack together. */
export interface CardsPickedUp {
  is: "CardsPickedUp"
  pile: "burn" | "face_up" | "seat" | "stub" | "dealer" | "community"
  cards: number | Array<string>
  seat: number | null
  counted: number | null
  sentence: string
}

/** The next cards of a real deck are these. */
export interface CardsRead {
  is: "CardsRead"
  cards?: Array<string>
  sentence: string
}

/** The cards went back, the rest was shuffled with them, and new ones lie in their places. */
export interface CardsReplaced {
  is: "CardsReplaced"
  dealer: boolean
  positions: Array<number>
  cards?: Array<string>
  sentence: string
}

/** A seat's two cards lie face down under one of its wagers. */
export interface CardsTucked {
  is: "CardsTucked"
  seat: number
  under: "ante" | "blind" | "play" | "trips" | "cover_all" | "progressive" | "match_play" | "entry_fee"
  sentence: string
}

/** A seat waits. */
export interface Checked {
  is: "Checked"
  seat: number
  sentence: string
}

/** Chips came onto a seat's rail. */
export interface ChipsBought {
  is: "ChipsBought"
  seat: number
  cents: number
  sentence: string
}

/** Community cards went to the middle of the table. */
export interface CommunityDealt {
  is: "CommunityDealt"
  cards: Array<string | null>
  sentence: string
}

/** The shuffler will show the pays of Cover All. */
export interface CoverAllModeSet {
  is: "CoverAllModeSet"
  sentence: string
}

/** The shuffler shows how many hands are in the round, and what Cover All pays for so many. */
export interface CoverAllPaysShown {
  is: "CoverAllPaysShown"
  hands: number
  pays: Array<[string, string]>
  sentence: string
}

/** A seat, or the dealer, has the right number of cards again, dealt in sequence. */
export interface DealPutRight {
  is: "DealPutRight"
  seat: number | null
  held: number
  sentence: string
}

/** Cards went face down to the dealer. */
export interface DealerDealt {
  is: "DealerDealt"
  cards: Array<string | null>
  sentence: string
}

/** The dealer's cards are face up and the hand is announced. */
export interface DealerHandShown {
  is: "DealerHandShown"
  cards: Array<string>
  hand: number
  qualifies: boolean
  five: Array<string>
  sentence: string
}

/** The deck is cut: so many cards went from the top to the bottom, the cover card to the discard rack. */
export interface DeckCut {
  is: "DeckCut"
  back: "red" | "blue"
  taken: number
  sentence: string
}

/** The dealer has inspected the cards. */
export interface DeckInspected {
  is: "DeckInspected"
  back: "red" | "blue"
  sentence: string
}

/** The first player has looked the cards over. */
export interface DeckLookedOver {
  is: "DeckLookedOver"
  back: "red" | "blue"
  seat: number
  sentence: string
}

/** The deck is in the shoe or the machine. */
export interface DeckPlaced {
  is: "DeckPlaced"
  back: "red" | "blue"
  sentence: string
}

/** A deck is at the table. */
export interface DeckReceived {
  is: "DeckReceived"
  back: "red" | "blue"
  sentence: string
}

/** A deck left the table; another is to be received. */
export interface DeckRemoved {
  is: "DeckRemoved"
  back: "red" | "blue"
  sentence: string
}

/** A deck is shuffled and in one stack, in this order. */
export interface DeckShuffled {
  is: "DeckShuffled"
  back: "red" | "blue"
  cards?: Array<string>
  sentence: string
}

/** The cards lie face up, by suit and in sequence. */
export interface DeckSpread {
  is: "DeckSpread"
  back: "red" | "blue"
  sentence: string
}

/** The cards are in one stack. */
export interface DeckStacked {
  is: "DeckStacked"
  back: "red" | "blue"
  sentence: string
}

/** The floorperson has verified the cards. */
export interface DeckVerified {
  is: "DeckVerified"
  back: "red" | "blue"
  by: string
  sentence: string
}

/** The cards are face down and mixed. */
export interface DeckWashed {
  is: "DeckWashed"
  back: "red" | "blue"
  sentence: string
}

/** The player took a dispute to the regulator, whom management notifies at once (CN.51). */
export interface DisputeAppealed {
  is: "DisputeAppealed"
  dispute: number
  seat: number
  says?: string
  regulator: string
  clause: string
  round: number
  sentence: string
}

/** The staff resolved a dispute; so many cents went to the players. */
export interface DisputeResolved {
  is: "DisputeResolved"
  dispute: number
  finding: "upheld" | "dismissed" | "corrected" | "referred"
  by: string
  reason: string
  clause: string
  players: number
  round: number
  second: string | null
  regulator: string
  sentence: string
}

/** The house took its fee for a hand. */
export interface EntryFeeTaken {
  is: "EntryFeeTaken"
  seat: number
  cents: number
  sentence: string
}

/** Envy is not paid: its award was not confirmed. */
export interface EnvyDenied {
  is: "EnvyDenied"
  seat: number
  from_seat: number
  cents: number
  reason: string
  round: number
  sentence: string
}

/** A progressive seat is owed envy for another's hand; it waits with that hand's award (R81). */
export interface EnvyOwed {
  is: "EnvyOwed"
  seat: number
  from_seat: number
  cents: number
  sentence: string
}

/** A progressive seat was paid for another's hand: onto its rail, or by check once its player has left. */
export interface EnvyPaid {
  is: "EnvyPaid"
  seat: number
  from_seat: number
  cents: number
  means: "cheques" | "check"
  round: number
  sentence: string
}

/** Envy that was paid is off the rail again: its award was backed out. */
export interface EnvyTakenBack {
  is: "EnvyTakenBack"
  seat: number
  from_seat: number
  cents: number
  reason: string
  round: number
  sentence: string
}

/** The evidence of a settled round: its hands, its players, and the settlement of each wager. */
export interface Evidence {
  is: "Evidence"
  round: number
  hands: RebuiltHands
  settled: Array<[number, SettledWager]>
  players: Array<[number, string]>
  bank: Banker | null
}

/** The book leaves it to the floor. */
export interface FloorCalled {
  is: "FloorCalled"
  irregularity: DealerCardExposed | CardsFaceUp | CardDrawnInError | WrongNumberOfCards | SeatMissed | ExtraCardToAll | WrongCommunityShown | NotShuffled | CardOffTable | StubCountWrong | ShufflerJammed | ShufflerCountWrong | MachineJammed | ProgressiveDown | ConductBroken
  choices: Array<"continue" | "discard_cards" | "use_as_next" | "complete_deal" | "void_hand" | "void_round" | "replace_dealer_cards" | "replace_community_cards" | "reshuffle" | "remove_deck" | "stop_progressive" | "floor_decides">
  clause: string
  sentence: string
}

/** The floor ruled, with a reason. */
export interface FloorRuled {
  is: "FloorRuled"
  remedy: "continue" | "discard_cards" | "use_as_next" | "complete_deal" | "void_hand" | "void_round" | "replace_dealer_cards" | "replace_community_cards" | "reshuffle" | "remove_deck" | "stop_progressive" | "floor_decides"
  by: string
  reason: string
  clause: string
  sentence: string
}

/** The first three community cards are face up. */
export interface FlopShown {
  is: "FlopShown"
  cards: Array<string>
  sentence: string
}

/** A seat gave its hand up. */
export interface Folded {
  is: "Folded"
  seat: number
  sentence: string
}

/** 'Start Game' was pressed: the progressive wagers are locked. */
export interface GameStarted {
  is: "GameStarted"
  sentence: string
}

/** A settled hand stays on the table, face up. */
export interface HandLeftExposed {
  is: "HandLeftExposed"
  seat: number
  clause: string
  sentence: string
}

/** A seat's cards are turned up and its hand is announced, as its wagers are settled. */
export interface HandShown {
  is: "HandShown"
  seat: number
  hand: number
  outcome: "win" | "lose" | "push" | "void" | "uncovered" | null
  sentence: string
}

/** A hand is dead. */
export interface HandVoided {
  is: "HandVoided"
  seat: number
  clause: string
  sentence: string
}

/** The hands of the last round, as the discard rack shows them. */
export interface HandsRebuilt {
  is: "HandsRebuilt"
  hands?: RebuiltHands
  sentence: string
}

/** Cards went face down to a seat. */
export interface HoleDealt {
  is: "HoleDealt"
  seat: number
  cards: Array<string | null>
  sentence: string
}

/** A meter gave back what a wager that is void had fed it. */
export interface IncrementReversed {
  is: "IncrementReversed"
  meter: string
  amount: string
  clause: string
  sentence: string
}

/** Something went wrong. */
export interface IrregularityReported {
  is: "IrregularityReported"
  irregularity: DealerCardExposed | CardsFaceUp | CardDrawnInError | WrongNumberOfCards | SeatMissed | ExtraCardToAll | WrongCommunityShown | NotShuffled | CardOffTable | StubCountWrong | ShufflerJammed | ShufflerCountWrong | MachineJammed | ProgressiveDown | ConductBroken
  moment: "between_rounds" | "opening_deal" | "dealt" | "preflop" | "flop_deal" | "flop" | "river_deal" | "river" | "showdown" | "settled"
  sentence: string
}

/** The book rules on it. */
export interface IrregularityRuled {
  is: "IrregularityRuled"
  remedies: Array<"continue" | "discard_cards" | "use_as_next" | "complete_deal" | "void_hand" | "void_round" | "replace_dealer_cards" | "replace_community_cards" | "reshuffle" | "remove_deck" | "stop_progressive" | "floor_decides">
  clause: string
  says: string
  sentence: string
}

/** The link reported whether it takes wagers, and which sensors do not light. */
export interface LinkRead {
  is: "LinkRead"
  down: boolean
  dark: Array<number>
  sentence: string
}

/** A meter paid an award, and was seeded again if the award was the whole of it. */
export interface MeterPaid {
  is: "MeterPaid"
  meter: string
  cents: number
  seeded: number
  sentence: string
}

/** A progressive wager fed a meter, to the fraction of a cent. */
export interface MeterRaised {
  is: "MeterRaised"
  meter: string
  amount: string
  sentence: string
}

/** The link reported its meters; the link feeds and pays them, not this table. */
export interface MetersRead {
  is: "MetersRead"
  meters: Array<[string, string]>
  sentence: string
}

/** Nothing is made, increased or withdrawn from here on. */
export interface NoMoreBetsAnnounced {
  is: "NoMoreBetsAnnounced"
  sentence: string
}

/** A seat made its play wager. */
export interface PlayMade {
  is: "PlayMade"
  seat: number
  multiple: number
  cents: number
  sentence: string
}

/** The floor removed a player, who leaves at once, or once the round is settled. */
export interface PlayerRemoved {
  is: "PlayerRemoved"
  seat: number
  player?: string
  by?: string
  reason?: string
  clause: string
  from_house?: boolean
  sentence: string
}

/** Progressive wagers are taken again. */
export interface ProgressiveRestored {
  is: "ProgressiveRestored"
  sentence: string
}

/** No progressive wagers are taken. */
export interface ProgressiveStopped {
  is: "ProgressiveStopped"
  clause: string
  sentence: string
}

/** The last cards of a real deck were misread; they are these. */
export interface ReadingCorrected {
  is: "ReadingCorrected"
  was?: Array<string>
  cards?: Array<string>
  sentence: string
}

/** Every hand of a round, as rebuilt from the table and the discard rack. */
export interface RebuiltHands {
  is: "RebuiltHands"
  seats: Array<[number, Array<string>]>
  dealer: Array<string>
  community: Array<string>
}

/** A supervisor ordered another cut. */
export interface RecutOrdered {
  is: "RecutOrdered"
  back: "red" | "blue"
  by: string
  reason: string
  sentence: string
}

/** The deck in play leaves the table when the cards are collected. */
export interface RemovalOrdered {
  is: "RemovalOrdered"
  back: "red" | "blue"
  clause: string
  sentence: string
}

/** The dealer's cards, or community cards by their place, are to be shuffled back and replaced. */
export interface ReplacementOrdered {
  is: "ReplacementOrdered"
  dealer: boolean
  positions: Array<number>
  clause: string
  sentence: string
}

/** A deck has to be shuffled again before it is used. */
export interface ReshuffleOrdered {
  is: "ReshuffleOrdered"
  back: "red" | "blue"
  clause: string
  sentence: string
}

/** A seat disputes the settlement of a round; the evidence is kept with it. */
export interface RoundDisputed {
  is: "RoundDisputed"
  dispute: number
  seat: number
  says?: string
  evidence?: Evidence
  freezes: boolean
  late: boolean
  sentence: string
}

/** Management opened a review of a settled round without a player's dispute. */
export interface RoundReviewed {
  is: "RoundReviewed"
  dispute: number
  by?: string
  reason?: string
  evidence?: Evidence
  freezes: boolean
  late: boolean
  clause: string
  sentence: string
}

/** Every wager of the round is settled. */
export interface RoundSettled {
  is: "RoundSettled"
  players: number
  house: number
  sentence: string
}

/** All hands are dead; what is saved is dealt out and settled. */
export interface RoundVoided {
  is: "RoundVoided"
  clause: string
  saves: Array<"ante" | "blind" | "play" | "trips" | "cover_all" | "progressive" | "match_play" | "entry_fee">
  sentence: string
}

/** A player got up with the chips on the rail. */
export interface SeatLeft {
  is: "SeatLeft"
  seat: number
  cents: number
  player: string
  sentence: string
}

/** A player sat down. */
export interface SeatTaken {
  is: "SeatTaken"
  seat: number
  player: string
  sentence: string
}

/** One settled wager. A tuple, because `uth settle --stream` makes a hundred thousand of them a second. */
export interface SettledWager {
  is: "SettledWager"
  wager: "ante" | "blind" | "play" | "trips" | "cover_all" | "progressive" | "match_play" | "entry_fee"
  stake: number
  outcome: "win" | "lose" | "push" | "void" | "uncovered"
  returned: number
  won: number
  cites: Array<string>
  cut: number
  row: string | null
  hand: number | null
}

/** The settlement of one wager was taken back; the corrected one follows. */
export interface SettlementReversed {
  is: "SettlementReversed"
  seat: number
  settled: SettledWager
  round: number
  at_cage: boolean
  sentence: string
}

/** A deck is in the shuffler. */
export interface ShufflerLoaded {
  is: "ShufflerLoaded"
  back: "red" | "blue"
  sentence: string
}

/** The dealer asks, clockwise, every seat that has yet to play. */
export interface StreetOpened {
  is: "StreetOpened"
  street: "preflop" | "flop" | "river"
  sentence: string
}

/** The stub was counted face down. */
export interface StubCounted {
  is: "StubCounted"
  cards: number
  expected: number
  sentence: string
}

/** The table is closed and the cards are gone. */
export interface TableClosed {
  is: "TableClosed"
  sentence: string
}

/** Nobody plays; the cards lie spread. */
export interface TableIdled {
  is: "TableIdled"
  sentence: string
}

/** The table is open. */
export interface TableOpened {
  is: "TableOpened"
  sentence: string
}

/** The floor changed what the book leaves to management; these are in force from now on. */
export interface TableSet {
  is: "TableSet"
  hands_per_player: number
  entry_fee: number
  by: string
  reason: string
  clause: string
  sentence: string
}

/** All five community cards are face up. */
export interface TurnAndRiverShown {
  is: "TurnAndRiverShown"
  cards: Array<string>
  sentence: string
}

/** A wager that a fold lost went to the tray at once; it is settled with the others, and moves no chips then. */
export interface WagerCollected {
  is: "WagerCollected"
  seat: number
  wager: "ante" | "blind" | "play" | "trips" | "cover_all" | "progressive" | "match_play" | "entry_fee"
  cents: number
  sentence: string
}

/** A wager lies on the layout at this amount. */
export interface WagerPlaced {
  is: "WagerPlaced"
  seat: number
  wager: "ante" | "blind" | "play" | "trips" | "cover_all" | "progressive" | "match_play" | "entry_fee"
  cents: number
  sentence: string
}

/** One wager was settled; an award of a meter is brought separately. */
export interface WagerSettled {
  is: "WagerSettled"
  seat: number
  settled: SettledWager
  award: number
  round: number
  at_cage?: boolean
  sentence: string
}

/** A wager went back to its rail before it was locked. */
export interface WagerTakenBack {
  is: "WagerTakenBack"
  seat: number
  wager: "ante" | "blind" | "play" | "trips" | "cover_all" | "progressive" | "match_play" | "entry_fee"
  clause: string | null
  reason: string
  sentence: string
}

/** The dealer asks for wagers. */
export interface WagersInvited {
  is: "WagersInvited"
  sentence: string
}

/** The aggregate limit kept so much of what a wager was owed; the wager settled before it cites the clause. */
export interface WinningsCut {
  is: "WinningsCut"
  seat: number
  wager: "ante" | "blind" | "play" | "trips" | "cover_all" | "progressive" | "match_play" | "entry_fee"
  cents: number
  sentence: string
}

/** What happened, as its reader is shown it: a card they may not know is null, `sentence` says it. */
export type EventView =
  | SeatTaken
  | SeatLeft
  | ChipsBought
  | WagerPlaced
  | WagerTakenBack
  | BankTaken
  | BankGivenUp
  | BankDeclined
  | NoMoreBetsAnnounced
  | GameStarted
  | EntryFeeTaken
  | MeterRaised
  | HoleDealt
  | DealerDealt
  | CommunityDealt
  | CardBurned
  | StreetOpened
  | Checked
  | PlayMade
  | Folded
  | WagerCollected
  | CardsTucked
  | FlopShown
  | TurnAndRiverShown
  | DealerHandShown
  | HandShown
  | WagerSettled
  | WinningsCut
  | EnvyPaid
  | MeterPaid
  | BankSettled
  | RoundSettled
  | CardsCollected
  | DeckReceived
  | DeckInspected
  | DeckVerified
  | DeckSpread
  | DeckLookedOver
  | DeckWashed
  | DeckStacked
  | CoverAllModeSet
  | TableOpened
  | WagersInvited
  | TableIdled
  | TableClosed
  | ShufflerLoaded
  | DeckShuffled
  | DeckCut
  | RecutOrdered
  | DeckPlaced
  | CardsRead
  | ReadingCorrected
  | StubCounted
  | CardsPickedUp
  | HandLeftExposed
  | CoverAllPaysShown
  | HandsRebuilt
  | IrregularityReported
  | IrregularityRuled
  | FloorCalled
  | FloorRuled
  | CardsExposed
  | CardsFoundFaceUp
  | CardsMisdealt
  | DealPutRight
  | HandVoided
  | RoundVoided
  | IncrementReversed
  | ReplacementOrdered
  | CardsReplaced
  | ReshuffleOrdered
  | RemovalOrdered
  | DeckRemoved
  | ProgressiveStopped
  | ProgressiveRestored
  | MetersRead
  | LinkRead
  | AwardOwed
  | AwardChanged
  | AwardBrought
  | AwardDenied
  | AwardTakenBack
  | EnvyOwed
  | EnvyDenied
  | EnvyTakenBack
  | RoundDisputed
  | RoundReviewed
  | SettlementReversed
  | BankCorrected
  | DisputeResolved
  | DisputeAppealed
  | ActedForSeat
  | TableSet
  | PlayerRemoved

export type EventName =
  | "SeatTaken"
  | "SeatLeft"
  | "ChipsBought"
  | "WagerPlaced"
  | "WagerTakenBack"
  | "BankTaken"
  | "BankGivenUp"
  | "BankDeclined"
  | "NoMoreBetsAnnounced"
  | "GameStarted"
  | "EntryFeeTaken"
  | "MeterRaised"
  | "HoleDealt"
  | "DealerDealt"
  | "CommunityDealt"
  | "CardBurned"
  | "StreetOpened"
  | "Checked"
  | "PlayMade"
  | "Folded"
  | "WagerCollected"
  | "CardsTucked"
  | "FlopShown"
  | "TurnAndRiverShown"
  | "DealerHandShown"
  | "HandShown"
  | "WagerSettled"
  | "WinningsCut"
  | "EnvyPaid"
  | "MeterPaid"
  | "BankSettled"
  | "RoundSettled"
  | "CardsCollected"
  | "DeckReceived"
  | "DeckInspected"
  | "DeckVerified"
  | "DeckSpread"
  | "DeckLookedOver"
  | "DeckWashed"
  | "DeckStacked"
  | "CoverAllModeSet"
  | "TableOpened"
  | "WagersInvited"
  | "TableIdled"
  | "TableClosed"
  | "ShufflerLoaded"
  | "DeckShuffled"
  | "DeckCut"
  | "RecutOrdered"
  | "DeckPlaced"
  | "CardsRead"
  | "ReadingCorrected"
  | "StubCounted"
  | "CardsPickedUp"
  | "HandLeftExposed"
  | "CoverAllPaysShown"
  | "HandsRebuilt"
  | "IrregularityReported"
  | "IrregularityRuled"
  | "FloorCalled"
  | "FloorRuled"
  | "CardsExposed"
  | "CardsFoundFaceUp"
  | "CardsMisdealt"
  | "DealPutRight"
  | "HandVoided"
  | "RoundVoided"
  | "IncrementReversed"
  | "ReplacementOrdered"
  | "CardsReplaced"
  | "ReshuffleOrdered"
  | "RemovalOrdered"
  | "DeckRemoved"
  | "ProgressiveStopped"
  | "ProgressiveRestored"
  | "MetersRead"
  | "LinkRead"
  | "AwardOwed"
  | "AwardChanged"
  | "AwardBrought"
  | "AwardDenied"
  | "AwardTakenBack"
  | "EnvyOwed"
  | "EnvyDenied"
  | "EnvyTakenBack"
  | "RoundDisputed"
  | "RoundReviewed"
  | "SettlementReversed"
  | "BankCorrected"
  | "DisputeResolved"
  | "DisputeAppealed"
  | "ActedForSeat"
  | "TableSet"
  | "PlayerRemoved"

export type Command =
  | TakeSeat
  | LeaveSeat
  | BuyIn
  | PlaceWager
  | TakeBackWager
  | Bank
  | GiveUpBank
  | DeclineBank
  | Check
  | MakePlay
  | Fold
  | DisputeRound
  | TakeToRegulator
  | AnnounceNoMoreBets
  | DealNext
  | StartGame
  | ShowFlop
  | ShowTurnAndRiver
  | ShowDealerHand
  | SettleRound
  | CollectCards
  | ReceiveDeck
  | InspectDeck
  | VerifyDeck
  | SpreadDeck
  | ShowDeck
  | WashDeck
  | StackDeck
  | LoadShuffler
  | ShuffleDeck
  | CutDeck
  | PlaceDeck
  | SetCoverAllMode
  | OpenTable
  | GoIdle
  | CloseTable
  | DiscardStub
  | CountStub
  | Report
  | ReplaceCards
  | RebuildHands
  | ReadMeters
  | ReadLink
  | OweAward
  | ChangeAward
  | BringAward
  | DenyAward
  | TakeAwardBack
  | ReadCards
  | CorrectReading
  | OrderRecut
  | RuleOnIrregularity
  | RestoreProgressive
  | ReviewRound
  | ResolveDispute
  | ActForSeat
  | SetTable
  | RemovePlayer

export type LinkCommand =
  | JoinLink
  | LeaveLink
  | CoinIn
  | ReverseCoinIn
  | PutLampOut
  | PressHandButton
  | CallSupervisor
  | TurnKey
  | PressJackpot
  | RejectAward
  | BackOutAward
  | RecordStep
  | PayAward
  | PayUnattended
  | GameOver
  | AdjustMeter
  | FailSensor
  | RepairSensor
  | StopLink
  | RestoreLink

export type Wager = "ante" | "blind" | "play" | "trips" | "cover_all" | "progressive" | "match_play" | "entry_fee"

export const PHRASES = {
  hello: "Hello, everyone",
  good_luck: "Good luck",
  nice_hand: "Nice hand",
  well_played: "Well played",
  unlucky: "Unlucky",
  thank_you: "Thank you",
  one_moment: "One moment, please",
  goodbye: "Goodbye",
} as const

/** Every category of hands, the best first, with five cards that make it. */
export const RANKINGS = [
  {"kind": "royal_flush", "name": "Royal Flush", "cards": ["As", "Ks", "Qs", "Js", "Ts"], "says": "ten to ace, all of one suit"},
  {"kind": "straight_flush", "name": "Straight Flush", "cards": ["9h", "8h", "7h", "6h", "5h"], "says": "five in a row, all of one suit"},
  {"kind": "four_of_a_kind", "name": "Four of a Kind", "cards": ["Qs", "Qh", "Qd", "Qc", "4s"], "says": "four cards of one rank"},
  {"kind": "full_house", "name": "Full House", "cards": ["Jh", "Jd", "Jc", "8s", "8h"], "says": "three of one rank and two of another"},
  {"kind": "flush", "name": "Flush", "cards": ["Ad", "Jd", "9d", "6d", "2d"], "says": "five cards of one suit, in any order"},
  {"kind": "straight", "name": "Straight", "cards": ["Tc", "9d", "8h", "7s", "6c"], "says": "five in a row, of any suits; an ace is high or low"},
  {"kind": "three_of_a_kind", "name": "Three of a Kind", "cards": ["7s", "7h", "7d", "Kc", "2h"], "says": "three cards of one rank"},
  {"kind": "two_pair", "name": "Two Pair", "cards": ["Kh", "Kc", "5d", "5s", "9h"], "says": "two cards of one rank and two of another"},
  {"kind": "one_pair", "name": "One Pair", "cards": ["Ts", "Td", "Ah", "6c", "3s"], "says": "two cards of one rank"},
  {"kind": "high_card", "name": "High Card", "cards": ["Ac", "Jh", "8d", "5s", "3c"], "says": "none of these: the highest card counts, then the next"},
] as const

/** The version of the protocol that this page knows; every frame of the house carries its own. */
export const PROTOCOL = 1

export type Phrase = keyof typeof PHRASES
