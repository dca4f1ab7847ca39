/** One table as this browser knows it: the last frame, what was said, and what the reader did; it predicts nothing. */
import { api, Refused } from "../lib/api"
import { comeIn, me } from "../lib/me.svelte"
import { money } from "../lib/money"
import type { Clock, Command, Frame, Listing, Phrase, RefusedFrame, SeatDocument, TableDocument, Told, Wager } from "../lib/protocol"
import { settings } from "../lib/settings.svelte"
import { TableSocket, type State } from "../lib/socket"
import { play } from "../lib/sounds"
import { announce } from "../lib/announce.svelte"
import { cardsWords } from "../lib/cards"
import { keepHeard } from "../round/heard"
import { type Sentence, sentence, type Teller, WAGERS } from "./words"

export interface Entry extends Sentence {
  at: number
  key: number
}
export interface Notice {
  key: number
  says: string
  clause: string | null
  tone: "bad" | "plain" | "award"
}
export interface Tally {
  bought: number
  hands: number
  since: number
  lines: Record<string, { staked: number; net: number }>
  /** What was wagered before the cards, and its squares, for what was to be expected of it. */
  stakes: Record<string, { sum: number; squares: number }>
}
export type Wagers = Record<string, number>

export const BUY_IN = 100_000
const LOG_MAX = 120
const DOUBLE_CLICK_MS = 350
/** The order wagers go down in: what another needs goes first. */
const ORDER = ["ante", "trips", "match_play", "cover_all", "progressive"]

export class TableSession {
  listing = $state.raw<Listing | null>(null)
  view = $state.raw<TableDocument | null>(null)
  state = $state<State>("connecting")
  missing = $state(false)
  clock = $state.raw<(Clock & { until: number }) | null>(null)
  watching = $state(0)
  log = $state<Entry[]>([])
  notices = $state<Notice[]>([])
  bubbles = $state<Record<number, { phrase: string; key: number }>>({})
  /** The seat the reader looks at: one of theirs. */
  focus = $state<number | null>(null)
  chip = $state(500)
  busy = $state(false)
  tally = $state<Tally>({ bought: 0, hands: 0, since: Date.now(), lines: {}, stakes: {} })
  /** Set for a while when something deserves it. */
  celebration = $state<{ key: number; size: "win" | "big" | "award"; says: string; net: number } | null>(null)
  /** Why the round stopped, for as long as it matters. */
  trouble = $state<string[]>([])
  wanted: { seat: number | null } | null = null
  private askedAt = 0
  private undo: Wagers[] = $state([])
  private last: Wagers | null = null
  private keys = 0
  private socket: TableSocket
  private timers: number[] = []

  constructor(readonly name: string) {
    this.socket = new TableSocket(name, (frame) => this.hear(frame), (state) => (this.state = state))
    this.last = stored<Wagers>(`uth.wagers.${name}`)
    void this.look()
  }

  close(): void {
    this.socket.close()
    for (const timer of this.timers) clearTimeout(timer)
  }

  async look(): Promise<void> {
    try {
      this.listing = await api.posted(this.name)
      const least = this.listing.ante[0] ?? 500
      this.chip = Math.max(500, least)
    } catch (error) {
      if (error instanceof Refused && error.code === "no_table") this.missing = true
      else this.later(() => void this.look(), 2_000)
    }
  }

  // What the page asks of the view.

  get symbol(): string {
    return this.listing?.symbol ?? "$"
  }
  get mine(): number[] {
    const seats = this.view?.seats ?? {}
    return Object.keys(seats).map(Number).filter((seat) => seats[String(seat)]?.mine)
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
  get bankroll(): number {
    return this.mine.reduce((sum, seat) => sum + (this.view?.seats[String(seat)]?.rail ?? 0), 0)
  }
  /** What lies on the layout and is not settled. */
  get laid(): number {
    const view = this.view
    if (!view || view.phase === "settled") return 0
    let sum = view.banker && this.mine.includes(view.banker.seat) ? view.banker.wager : 0
    for (const seat of this.mine) {
      const held = view.seats[String(seat)]
      if (!held) continue
      for (const [wager, cents] of Object.entries(held.wagers)) if (wager !== "match_play") sum += cents
      if (held.decision?.multiple) sum += held.decision.multiple * (held.wagers["ante"] ?? 0)
    }
    return sum
  }
  get net(): number {
    return this.mine.length ? this.bankroll + this.laid - this.tally.bought : 0
  }
  get wagers(): Wagers {
    const held = this.place?.wagers ?? {}
    return Object.fromEntries(Object.entries(held).filter(([wager]) => wager !== "blind" && wager !== "entry_fee"))
  }
  get canUndo(): boolean {
    return this.undo.length > 0 && this.view?.phase === "wagers"
  }
  get lastWagers(): Wagers | null {
    return this.last
  }
  /** What whoever sits there is called; a bot is marked by its sign, not by its name. */
  nameAt(seat: number): string {
    return this.view?.seats[String(seat)]?.name.replace(/^bot:/, "") ?? `Seat ${seat}`
  }
  get teller(): Teller {
    return {
      symbol: this.symbol,
      name: (seat) => (this.mine.includes(seat) ? "You" : this.nameAt(seat)),
      mine: (seat) => this.mine.includes(seat),
    }
  }

  // What comes from the house.

  private hear(frame: Frame): void {
    switch (frame.type) {
      case "view":
        this.see(frame.view, [])
        break
      case "events":
        this.see(frame.view, frame.events)
        break
      case "aside":
        this.watching = frame.watching
        this.keepTime(frame.clock)
        if (this.view) {
          const seats = { ...this.view.seats }
          for (const [seat, held] of Object.entries(seats)) seats[seat] = { ...held, ready: frame.ready.includes(Number(seat)) }
          this.view = { ...this.view, seats }
        }
        break
      case "said":
        this.bubble(frame.seat, frame.name, frame.phrase)
        break
      case "resumed":
      case "done":
      case "refused":
        break
    }
  }

  private see(view: TableDocument, events: Told[]): void {
    const before = this.view
    this.view = view
    this.keepTime(view.clock)
    if (!before) this.recall()
    if (view.phase === "wagers") keepHeard(this.name, view.round, view.commitment)
    for (const event of events) this.follow(event, view)
    if (before?.phase !== view.phase && view.phase === "wagers") this.undo = []
    if (before?.turn !== view.turn || before?.street !== view.street) this.askedAt = performance.now()
    if (before && before.turn !== view.turn && this.myTurn) {
      play("turn")
      this.focus = view.turn
    }
    if (this.wanted && view) void this.sit(this.wanted.seat)
  }

  private keepTime(clock: Clock | null): void {
    this.clock = clock ? { ...clock, until: performance.now() + clock.left * 1000 } : null
  }

  private follow(event: Told, view: TableDocument): void {
    const said = sentence(event, this.teller)
    if (said) this.log = [{ ...said, at: Date.now(), key: ++this.keys }, ...this.log].slice(0, LOG_MAX)
    const seat = Number(event["seat"])
    const own = this.mine.includes(seat)
    switch (event.is) {
      case "HoleDealt":
      case "DealerDealt":
      case "CommunityDealt":
        play("card")
        break
      case "StreetOpened":
        if (event["street"] === "preflop" && this.place?.cards.length) announce(`Your cards: ${cardsWords(this.place.cards)}`)
        break
      case "FlopShown":
      case "TurnAndRiverShown":
      case "DealerHandShown":
        play("flip")
        if (said) announce(said.says)
        break
      case "WagerPlaced":
      case "PlayMade":
        play("chip")
        break
      case "SeatTaken":
        if (own) this.begin()
        break
      case "ChipsBought":
        if (own) {
          this.tally.bought += Number(event["cents"])
          this.keep()
        }
        break
      case "IrregularityReported":
        this.trouble = said ? [said.says] : []
        if (said) announce(said.says)
        break
      case "IrregularityRuled":
      case "FloorCalled":
      case "FloorRuled":
      case "HandVoided":
      case "RoundVoided":
      case "RoundDisputed":
      case "DisputeResolved":
        if (said) {
          this.trouble = [...this.trouble, said.says]
          announce(said.says)
        }
        break
      case "EnvyPaid":
        if (own) this.notice(said?.says ?? "", null, "award")
        break
      case "MeterPaid":
        this.notice(said?.says ?? "", null, "award")
        break
      case "RoundSettled":
        this.settled(view)
        break
      case "CardsCollected":
        this.trouble = []
        break
      case "NoMoreBetsAnnounced":
        this.remember(view)
        break
    }
  }

  private settled(view: TableDocument): void {
    let net = 0
    let hands = 0
    let ante = 0
    let awarded = false
    for (const seat of this.mine) {
      const held = view.seats[String(seat)]
      if (!held?.lines.length) continue
      hands += 1
      ante += held.wagers["ante"] ?? 0
      for (const line of held.lines) {
        net += line.net
        awarded ||= line.wager === "progressive" && line.outcome === "win" && line.won >= 10 * line.stake
        const sum = (this.tally.lines[line.wager] ??= { staked: 0, net: 0 })
        sum.staked += line.stake
        sum.net += line.net
        this.expect(line.wager, line.stake, view)
      }
    }
    if (!hands) return
    this.tally.hands += hands
    this.keep()
    const place = this.place
    const hand = place?.hand ? ` with ${place.hand}` : ""
    const dealer = view.dealer_hand ? ` The dealer has ${view.dealer_hand}${view.qualifies ? "" : " and does not qualify"}.` : ""
    const outcome = net > 0 ? `You win ${money(net, this.symbol)}` : net < 0 ? `You lose ${money(-net, this.symbol)}` : "You are even"
    announce(`${outcome}${hand}.${dealer}`)
    if (net <= 0) return
    const size = awarded ? "award" : net >= 12 * Math.max(ante, 1) ? "big" : "win"
    play(size === "win" ? "win" : "bigwin")
    const key = ++this.keys
    this.celebration = { key, size, says: place?.hand ?? "", net }
    this.later(() => {
      if (this.celebration?.key === key) this.celebration = null
    }, size === "win" ? 2_600 : 6_000)
  }

  private expect(wager: string, stake: number, view: TableDocument): void {
    const hands = Object.values(view.seats).filter((each) => each.lines.length).length + 1
    const key = { ante: "main", trips: "trips", progressive: "progressive", cover_all: `cover_all:${hands}` }[wager]
    if (!key) return
    const sum = (this.tally.stakes[key] ??= { sum: 0, squares: 0 })
    sum.sum += stake
    sum.squares += stake * stake
  }

  private bubble(seat: number, name: string, phrase: string): void {
    const key = ++this.keys
    this.bubbles = { ...this.bubbles, [seat]: { phrase, key } }
    announce(`${name}: ${phrase}`)
    play("tap")
    this.later(() => {
      if (this.bubbles[seat]?.key === key) {
        const { [seat]: _gone, ...rest } = this.bubbles
        this.bubbles = rest
      }
    }, 4_500)
  }

  notice(says: string, clause: string | null, tone: Notice["tone"]): void {
    const key = ++this.keys
    this.notices = [...this.notices.filter((each) => each.says !== says), { key, says, clause, tone }].slice(-3)
    announce(clause ? `${says} (${clause})` : says, tone === "bad")
    this.later(() => this.dismiss(key), tone === "award" ? 9_000 : 6_500)
  }
  dismiss(key: number): void {
    this.notices = this.notices.filter((each) => each.key !== key)
  }

  // What the reader does.

  async do(command: Command): Promise<boolean> {
    return this.answered(await this.socket.send({ do: command }))
  }
  /** Answer with a click; one that was meant for the street before is not taken for this one. */
  async answer(command: Command): Promise<void> {
    if (performance.now() - this.askedAt > DOUBLE_CLICK_MS) await this.do(command)
  }
  async say(phrase: Phrase): Promise<void> {
    this.answered(await this.socket.send({ say: phrase }))
  }
  async ready(): Promise<void> {
    this.answered(await this.socket.send({ ready: true }))
  }
  private answered(answer: { type: string }): boolean {
    if (answer.type !== "refused") return true
    const refused = answer as RefusedFrame
    play("no")
    this.notice(sentenceCase(refused.says || refused.code.replaceAll("_", " ")), refused.clause, "bad")
    return false
  }

  /** Come in, take a seat and buy chips: one press from nothing to a place at the table. */
  async sit(seat: number | null = null): Promise<void> {
    const view = this.view
    const listing = this.listing
    if (!view || !listing) {
      this.wanted = { seat }
      return
    }
    this.wanted = null
    if (this.busy || (seat === null && this.mine.length)) return
    this.busy = true
    try {
      if (me.person === null) {
        await comeIn(settings.name)
        this.socket.renew()
      }
      const free = seat ?? this.freeSeat()
      if (free === null) return this.notice("Every seat is taken; you can watch until one is free.", null, "bad")
      if (!(await this.do({ is: "TakeSeat", seat: free, player: "" }))) return
      await this.do({ is: "BuyIn", seat: free, cents: BUY_IN, tender: "cash" })
      this.focus = free
    } catch (error) {
      this.notice(error instanceof Error ? error.message : String(error), null, "bad")
    } finally {
      this.busy = false
    }
  }
  /** Have a bot sit down, or the bots go. */
  async seatBot(banks = false): Promise<void> {
    await this.tried(api.seatBot(this.name, banks))
  }
  async sendBotsAway(): Promise<void> {
    for (const seat of this.bots) await this.tried(api.sendBotAway(this.name, seat))
  }
  get bots(): number[] {
    return Object.entries(this.view?.seats ?? {}).filter(([, held]) => held.bot).map(([seat]) => Number(seat))
  }
  private async tried(what: Promise<unknown>): Promise<void> {
    try {
      await what
    } catch (error) {
      const refused = error instanceof Refused ? error : null
      this.notice(sentenceCase(refused?.says ?? String(error)), refused?.clause ?? null, "bad")
    }
  }
  freeSeat(): number | null {
    const count = this.listing?.seats ?? 0
    const middle = Math.ceil(count / 2)
    const seats = Array.from({ length: count }, (_, at) => at + 1)
    seats.sort((one, other) => Math.abs(one - middle) - Math.abs(other - middle))
    return seats.find((each) => !this.view?.seats[String(each)]) ?? null
  }
  async leave(): Promise<void> {
    for (const seat of this.mine) await this.do({ is: "LeaveSeat", seat })
  }
  async buy(cents = BUY_IN): Promise<void> {
    const seat = this.seat
    if (seat !== null) await this.do({ is: "BuyIn", seat, cents, tender: "cash" })
  }

  /** Put the chosen chip on a spot. */
  async bet(wager: string, chip = this.chip): Promise<void> {
    const seat = this.seat
    const listing = this.listing
    if (seat === null || !listing) return
    const lies = this.wagers[wager] ?? 0
    let cents = lies + chip
    const least = { ante: listing.ante[0], trips: listing.trips[0], cover_all: listing.cover_all?.[0] }[wager] ?? 0
    if (cents < least) cents = least
    if (wager === "progressive") {
      if (lies) return this.takeBack(wager)
      cents = listing.progressive_wager
    }
    if (wager === "match_play") {
      if (lies) return this.takeBack(wager)
      cents = this.wagers["ante"] ?? chip
    }
    await this.change({ ...this.wagers, [wager]: cents }, [wager])
  }
  /** Take the chosen chip off a spot again. */
  async lessen(wager: string, chip = this.chip): Promise<void> {
    const lies = this.wagers[wager] ?? 0
    if (!lies) return
    const least = { ante: this.listing?.ante[0], trips: this.listing?.trips[0] }[wager] ?? 1
    if (lies - chip < least) return this.takeBack(wager)
    await this.change({ ...this.wagers, [wager]: lies - chip }, [wager])
  }
  async takeBack(wager: string): Promise<void> {
    const { [wager]: _gone, ...rest } = this.wagers
    await this.change(rest, [wager])
  }
  async clear(): Promise<void> {
    await this.change({})
  }
  async double(): Promise<void> {
    const fixed = ["progressive", "match_play"]
    await this.change(Object.fromEntries(Object.entries(this.wagers).map(([wager, cents]) => [wager, fixed.includes(wager) ? cents : 2 * cents])))
  }
  async rebet(): Promise<boolean> {
    if (!this.last) return false
    return this.change(this.last)
  }
  async undoLast(): Promise<void> {
    const before = this.undo.at(-1)
    if (!before) return
    this.undo = this.undo.slice(0, -1)
    await this.toward(before, null)
  }
  /** Space: deal. Where nothing lies yet, what lay last time, or the least the table takes, goes down first. */
  async deal(): Promise<void> {
    if (!this.place || this.view?.phase !== "wagers" || this.busy) return
    if (!Object.keys(this.wagers).length && this.view.banker?.seat !== this.seat) {
      const least = this.listing?.ante[0] ?? 500
      const done = this.last ? await this.rebet() : await this.change({ ante: Math.max(least, 1000) })
      if (!done) return
    }
    await this.ready()
  }
  get dealStake(): number {
    const wagers = Object.keys(this.wagers).length ? this.wagers : (this.last ?? { ante: Math.max(this.listing?.ante[0] ?? 500, 1000) })
    return Object.entries(wagers).reduce((sum, [wager, cents]) => sum + (wager === "ante" ? 2 * cents : wager === "match_play" ? 0 : cents), 0)
  }

  private async change(wagers: Wagers, only: string[] | null = null): Promise<boolean> {
    const before = this.wagers
    const done = await this.toward(wagers, only)
    if (JSON.stringify(before) !== JSON.stringify(this.wagers)) this.undo = [...this.undo, before].slice(-40)
    return done
  }
  /** Send the commands that turn the wagers that lie into these; stop at the first refusal. */
  private async toward(wagers: Wagers, only: string[] | null): Promise<boolean> {
    const seat = this.seat
    if (seat === null) return false
    const now = this.wagers
    const touched = (wager: string): boolean => only === null || only.includes(wager)
    for (const wager of [...ORDER].reverse()) {
      if (touched(wager) && now[wager] !== undefined && wagers[wager] === undefined) {
        if (!(await this.do({ is: "TakeBackWager", seat, wager: wager as Wager }))) return false
      }
    }
    for (const wager of ORDER) {
      const cents = wagers[wager]
      if (touched(wager) && cents !== undefined && cents !== now[wager]) {
        if (!(await this.do({ is: "PlaceWager", seat, wager: wager as Wager, cents }))) return false
      }
    }
    return true
  }

  // The session's own count.

  private begin(): void {
    if (this.mine.length > 1) return
    this.tally = { bought: 0, hands: 0, since: Date.now(), lines: {}, stakes: {} }
    this.keep()
  }
  private recall(): void {
    const kept = stored<Tally & { person: string | null }>(`uth.tally.${this.name}`)
    if (this.mine.length && kept?.lines) this.tally = { bought: kept.bought, hands: kept.hands, since: kept.since, lines: kept.lines, stakes: kept.stakes ?? {} }
    else if (this.mine.length) this.tally.bought = this.bankroll + this.laid
  }
  private keep(): void {
    store(`uth.tally.${this.name}`, this.tally)
  }
  private remember(view: TableDocument): void {
    const seat = this.seat
    const held = seat === null ? undefined : view.seats[String(seat)]
    if (!held || !Object.keys(held.wagers).length) return
    const { blind: _blind, entry_fee: _fee, match_play: _coupon, ...wagers } = held.wagers
    this.last = wagers
    store(`uth.wagers.${this.name}`, wagers)
  }
  private later(what: () => void, ms: number): void {
    this.timers.push(setTimeout(what, ms) as unknown as number)
  }
}

function stored<T>(key: string): T | null {
  try {
    return JSON.parse(localStorage.getItem(key) ?? "null") as T | null
  } catch {
    return null
  }
}
function store(key: string, value: unknown): void {
  try {
    localStorage.setItem(key, JSON.stringify(value))
  } catch {
    // A browser that keeps nothing still plays.
  }
}
function sentenceCase(says: string): string {
  return says.charAt(0).toUpperCase() + says.slice(1)
}
export function wagerWords(wager: string): string {
  return WAGERS[wager] ?? wager.replaceAll("_", " ")
}

/** What the felt, its seats and its spots ask of a session: the live table is one, and so is a round gone through again. */
export type Shown = Pick<
  TableSession,
  | "view" | "mine" | "place" | "seat" | "symbol" | "listing" | "bubbles" | "busy" | "chip" | "clock" | "focus"
  | "myTurn" | "nameAt" | "bet" | "lessen" | "sit"
>
