/** The session at one table: the last frame, and the reader's commands; nothing is predicted. */
import { announce } from "../lib/announce.svelte"
import { api } from "../lib/api"
import { firstChip, money } from "../lib/money"
import type {
  AwardDocument,
  BookNames,
  Clock,
  Command,
  DoneFrame,
  EnvyView,
  EventsFrame,
  Frame,
  Listing,
  Phrase,
  RefusedFrame,
  SeatDocument,
  TableDocument,
} from "../lib/protocol"
import { TableSocket, type Asked, type State } from "../lib/socket"
import { play } from "../lib/sounds"
import { called } from "../lib/tables"
import { now } from "../lib/ticker.svelte"
import { keepHeard } from "../round/heard"
import { Coach } from "./coach.svelte"
import { Disputing } from "./disputing.svelte"
import { follow, followAwards } from "./following"
import { turnHeard } from "./heard"
import { envyOf, isLate, troubleIn } from "./view"
import { Seating } from "./seating.svelte"
import type { Shown } from "./shown"
import { Tally } from "./tally.svelte"
import { Voice } from "./voice.svelte"
import { Wagering } from "./wagering.svelte"
import { refusalWords, sentenceCase, wagerName, type Teller } from "./words"

export class TableSession implements Shown {
  listing = $state.raw<Listing | null>(null)
  view = $state.raw<TableDocument | null>(null)
  state = $state<State>("connecting")
  missing = $state(false)
  clock = $state.raw<(Clock & { until: number }) | null>(null)
  watching = $state(0)
  /** The seats of people without a connection; the house waits for them, and answers for them when their time is up. */
  away = $state.raw<number[]>([])
  /** Why the house accepts no commands now, in its own words; null while it does. */
  paused = $state<string | null>(null)
  /** Whether the house is closing. */
  closing = $state(false)
  /** The warning that the reader has to wager soon or loses the chair. */
  idle = $state<string | null>(null)
  /** When the connection was lost; the clock stops there until the house sends the time again. */
  private stoodAt = $state<number | null>(null)
  /** The seat in view, one of the reader's own. */
  focus = $state<number | null>(null)
  readonly voice = new Voice()
  readonly tally: Tally
  readonly bets: Wagering
  readonly seating: Seating
  readonly coach: Coach
  readonly dispute = new Disputing()
  /** The connection to the table, once the table is known to exist. */
  private socket: TableSocket | null = null
  private closed = false
  /** The last question that was answered; each question is answered once. */
  private answeredTo = ""
  /** The question at which the fold key was pressed once. */
  private foldAskedAt = $state("")
  /** The name of the reader's hand when it was last announced. */
  private made = ""
  /** The result of the last round's bank, if it did not cover every wager. */
  bankSays = $state("")

  constructor(readonly name: string) {
    this.tally = new Tally(name)
    this.bets = new Wagering(this)
    this.seating = new Seating(this)
    this.coach = new Coach(this)
    void this.connect()
  }

  close(): void {
    this.closed = true
    this.socket?.close()
    this.voice.close()
  }

  private async connect(): Promise<void> {
    try {
      this.listing = await api.listed(this.name)
    } catch {
      this.state = "lost"
      return this.voice.later(() => void this.connect(), 2_000)
    }
    if (this.closed) return
    if (!this.listing) return void (this.missing = true)
    this.bets.chip = firstChip(this.listing.ante[0] ?? 500, this.listing.ante[1] ?? 50_000)
    this.socket ??= new TableSocket(
      this.name,
      (frame) => this.hear(frame),
      (state) => this.became(state),
    )
  }

  /** Reload what the table posts, because the floor changed it. */
  async readPosted(): Promise<void> {
    this.listing = (await api.listed(this.name).catch(() => null)) ?? this.listing
  }

  // Queries of the page.

  get symbol(): string {
    return this.listing?.symbol ?? "$"
  }
  /** Whether the house accepts commands now; otherwise buttons and keys are off. */
  get reachable(): boolean {
    return this.state === "open" && this.paused === null && !this.closing
  }
  /** The time at which clocks are read; it stops while the house is unreachable. */
  get moment(): number {
    return this.stoodAt ?? now.page
  }
  get mine(): number[] {
    const seats = this.view?.seats ?? {}
    return Object.keys(seats)
      .map(Number)
      .filter((seat) => seats[String(seat)]?.mine)
  }
  get seat(): number | null {
    const mine = this.mine
    const turn = this.view?.turn ?? null
    if (turn !== null && mine.includes(turn)) return turn
    if (this.focus !== null && mine.includes(this.focus)) return this.focus
    return mine[0] ?? null
  }
  get place(): SeatDocument | null {
    const seat = this.seat
    return seat === null ? null : (this.view?.seats[String(seat)] ?? null)
  }
  get myTurn(): boolean {
    const turn = this.view?.turn ?? null
    return turn !== null && this.mine.includes(turn)
  }
  /** A name for the table's current question; a press counts only for the question it was made at. */
  get question(): string {
    const view = this.view
    return view ? [view.round, view.phase, view.street, view.turn].join(" ") : ""
  }
  /** Whether another press of the key folds. */
  get foldAsked(): boolean {
    return this.foldAskedAt !== "" && this.foldAskedAt === this.question
  }
  askFold(): void {
    this.foldAskedAt = this.question
  }
  get bankroll(): number {
    return this.held[0]?.rail ?? 0 // One rail serves all hands of a player.
  }
  /** The unsettled wagers on the layout. */
  get laid(): number {
    const view = this.view
    if (!view || view.phase === "settled") return 0
    let sum = view.banker && this.mine.includes(view.banker.seat) ? view.banker.wager : 0
    for (const held of this.held) {
      for (const [wager, cents] of Object.entries(held.wagers)) if (wager !== "match_play" && !held.collected.includes(wager)) sum += cents
      if (held.decision?.multiple) sum += held.decision.multiple * (held.wagers["ante"] ?? 0)
    }
    return sum
  }
  /** The document's own words. */
  get words(): BookNames {
    return this.listing?.words ?? { dealer: "dealer", opponent: "dealer", progressive: "Progressive" }
  }
  wagerName(wager: string): string {
    return wagerName(wager, this.words)
  }
  /** The gain or loss of each seat from the bank of the last round. */
  get paidByBank(): string[] {
    return Object.entries(this.view?.seats ?? {}).flatMap(([each, held]) => {
      const lines = held.lines.filter((line) => line.wager !== "bank")
      const net = lines.reduce((sum, line) => sum + line.net, 0)
      return lines.length ? `${this.nameAt(Number(each))} ${net === 0 ? "even" : money(net, this.symbol, true)}` : []
    })
  }
  get net(): number {
    return this.mine.length ? this.bankroll + this.laid - this.tally.bought : 0
  }
  /** The net of the reader's settled hands, including envy. */
  get came(): number {
    const lines = this.held.flatMap((held) => held.lines)
    return lines.reduce((sum, line) => sum + line.net, 0) + this.mine.reduce((sum, seat) => sum + envyOf(this.envies, seat), 0)
  }
  /** The reader's pending awards. */
  get awaited(): AwardDocument[] {
    return (this.view?.link?.pending ?? []).filter((award) => award.table === this.name && this.mine.includes(award.seat))
  }
  /** The envy paid to seats in the current round. */
  get envies(): EnvyView[] {
    return this.view?.envy ?? []
  }
  /** Why the round stopped, as long as it matters. */
  get trouble(): string[] {
    return troubleIn(this.view)
  }
  get frozen(): boolean {
    return Disputing.frozen(this.view)
  }
  nameAt(seat: number): string {
    const held = this.view?.seats[String(seat)] ?? this.before?.seats[String(seat)]
    return held ? called(held.name) : `Seat ${seat}`
  }
  /** Whether the seat is the reader's, or was until the events being processed. */
  private isOwn(seat: number): boolean {
    const held = this.view?.seats[String(seat)] ?? this.before?.seats[String(seat)]
    return held?.mine ?? false
  }
  get teller(): Teller {
    return {
      symbol: this.symbol,
      opponent: this.words.opponent,
      name: (seat) => (this.isOwn(seat) ? "You" : this.nameAt(seat)),
      mine: (seat) => this.isOwn(seat),
    }
  }
  /** The reader's own seats. */
  get held(): SeatDocument[] {
    return Object.values(this.view?.seats ?? {}).filter((held) => held.mine)
  }

  // Frames from the house.

  private became(state: State): void {
    const lost = this.state === "lost"
    this.state = state
    if (state === "open") {
      if (lost) announce("The connection is back")
      this.closing = false
      this.paused = null // The house sends it again on every new connection while it lasts.
    } else this.stoodAt ??= performance.now()
  }

  private hear(frame: Frame): void {
    switch (frame.type) {
      case "view":
        return this.see(frame.view, null)
      case "events":
        return this.see(frame.view, frame)
      case "aside":
        this.watching = frame.watching
        this.away = frame.away
        this.keepTime(frame.clock)
        if (this.view) {
          const seats = Object.entries(this.view.seats).map(([seat, held]) => [seat, { ...held, ready: frame.ready.includes(Number(seat)) }])
          this.view = { ...this.view, seats: Object.fromEntries(seats) as TableDocument["seats"] }
        }
        return
      case "link":
        if (this.view) this.view = { ...this.view, link: frame, meters: { ...this.view.meters, ...frame.meters } }
        return
      case "said":
        return this.voice.bubble(frame.seat, frame.name, frame.phrase)
      case "idle":
        this.idle = frame.minutes ? `${sentenceCase(frame.says)} (${frame.clause}).` : null
        if (frame.minutes === 0) this.voice.notice(sentenceCase(frame.says), frame.clause, "bad")
        return
      case "paused":
        this.stoodAt ??= performance.now()
        this.paused = sentenceCase(frame.says) // The banner announces it.
        return
      case "going_on":
        this.paused = null
        this.stoodAt = null
        return announce("The house goes on.")
      case "closing":
        this.closing = true
        this.stoodAt ??= performance.now()
        return
      default:
        return
    }
  }

  /** The previous view, which still has players who have just left. */
  private before: TableDocument | null = null

  private see(view: TableDocument, frame: EventsFrame | null): void {
    const before = this.view
    this.before = before
    const asked = this.question
    const events = frame?.events ?? []
    this.view = view
    if (this.held.length === 0 || this.laid > 0) this.idle = null
    this.keepTime(view.clock)
    if (!before && this.mine.length) this.tally.recall(this.bankroll + this.laid)
    if (view.phase === "wagers") keepHeard(this.name, view.round, view.commitment)
    if (!before) this.dispute.recall(view)
    for (const event of events) follow(this, event, view, isLate(event, frame?.late ?? []))
    followAwards(this, events, view)
    if (before && before.phase !== view.phase) this.voice.goOn()
    this.bets.remember(view)
    if (view.phase === "wagers" && (before?.phase !== view.phase || before.round !== view.round)) this.bets.forget()
    const makes = this.place?.makes?.says
    if (before && makes && view.phase !== "settled" && makes !== this.made) announce(`You have ${makes}`)
    this.made = makes ?? ""
    if (this.myTurn && asked !== this.question) {
      if (before) play("turn")
      this.focus = view.turn
      announce(turnHeard(this))
    }
    if (this.answeredTo !== this.question) this.answeredTo = ""
    this.coach.follow()
    if (this.seating.wanted) void this.seating.sit(this.seating.wanted.seat)
  }

  private keepTime(clock: Clock | null): void {
    if (this.reachable) this.stoodAt = null
    this.clock = clock ? { ...clock, until: performance.now() + clock.left * 1000 } : null
  }

  // Actions of the reader.

  private send(asked: Asked): Promise<DoneFrame | RefusedFrame> {
    return this.socket?.send(asked) ?? Promise.reject(new Error("the table is not connected"))
  }
  /**
   * Send a command and return the refusal, or null once it is done. A refusal is shown to the reader unless `tell` is off;
   * a command that is done clears the refusals shown when it was requested. A decision is sent once for each question,
   * because another press before the answer arrives was meant for the same question.
   */
  async do(command: Command, { known = this.voice.newest, tell = true } = {}): Promise<RefusedFrame | null> {
    const question = isDecision(command) ? this.question : null
    if (question !== null && this.answeredTo === question) return null
    if (question !== null) this.answeredTo = question
    if (question !== null && (await this.coach.holds(command))) return this.unanswered(question)
    const answer = await this.send({ do: command })
    const refused = answer.type === "refused" ? answer : null
    if (refused && question !== null) this.unanswered(question)
    if (!refused && question !== null) this.coach.decided(command)
    if (tell && refused) this.tell(refused)
    else if (tell) this.voice.answered(known)
    return refused
  }
  /** The question can be answered again. */
  private unanswered(question: string): null {
    if (this.answeredTo === question) this.answeredTo = ""
    return null
  }
  async say(phrase: Phrase): Promise<void> {
    this.tell(await this.send({ say: phrase }))
  }
  async ready(): Promise<void> {
    this.tell(await this.send({ ready: true }))
  }
  /** Whether the reader's running time can be extended, because nobody else waits. */
  get mayExtend(): boolean {
    const clock = this.clock
    if (!clock?.more) return false
    return clock.what === "decision" ? this.myTurn : this.bets.lies
  }
  async moreTime(): Promise<void> {
    const answer = await this.send({ more_time: true })
    this.tell(answer)
    if (answer.type === "done") announce("Your time starts again")
  }
  private tell(answer: DoneFrame | RefusedFrame): void {
    if (answer.type !== "refused") return
    play("no")
    this.voice.notice(refusalWords(answer), answer.clause, "bad")
  }
  /** Reconnect as the user who has just signed in. */
  renew(): void {
    this.socket?.renew()
  }
}

function isDecision(command: Command): boolean {
  return command.is === "Check" || command.is === "MakePlay" || command.is === "Fold"
}
