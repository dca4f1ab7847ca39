/** The reader's wagers before the deal: the selected chip, and placing, taking back, doubling and repeating wagers. */
import type { Command, Listing, RefusedFrame, TableDocument, Wager } from "../lib/protocol"
import { money } from "../lib/money"
import { store, stored } from "./kept"
import { WAGERS } from "./words"

export type Wagers = Record<string, number>

/** The order in which wagers are placed; a wager that others need comes first. */
const ORDER = ["ante", "trips", "match_play", "cover_all", "progressive"]
const FIRST_ANTE = 1_000
const UNDO_MAX = 40

/** The parts of the table that wagering needs. */
interface Seated {
  readonly name: string
  readonly seat: number | null
  readonly mine: number[]
  readonly listing: Listing | null
  readonly view: TableDocument | null
  readonly seating: { readonly busy: boolean }
  readonly symbol: string
  readonly voice: { readonly newest: number; notice: (says: string, clause: string | null, tone: "plain") => void }
  do: (command: Command, told: { known: number }) => Promise<RefusedFrame | null>
  ready: () => Promise<void>
}

/** The total of the wagers with the blind for each ante; a coupon is not money. */
function sumOf(wagers: Wagers[]): number {
  return wagers
    .flatMap((each) => Object.entries(each))
    .reduce((sum, [wager, cents]) => sum + (wager === "ante" ? 2 * cents : wager === "match_play" ? 0 : cents), 0)
}

/** The wagers of a hand before a change. */
interface Before {
  seat: number
  wagers: Wagers
}

export class Wagering {
  chip = $state(500)
  /** The last wagers of each hand, by seat. */
  private lasts = $state.raw<Record<string, Wagers>>({})
  private past = $state.raw<Before[]>([])
  /** The number of commands that the table has accepted. */
  private taken = 0
  /** The newest notice when the current action was requested. */
  private known = 0
  /** The action in progress; the next one waits for it, because people are quicker than the network. */
  private doing: Promise<unknown> = Promise.resolve()

  constructor(private readonly at: Seated) {
    this.lasts = stored<Record<string, Wagers>>(this.key) ?? {}
  }

  private get key(): string {
    return `uth.laid.${this.at.name}`
  }
  /** The wagers of a seat now, without the blind, which follows the ante. */
  private lying(seat: number): Wagers {
    const held = this.at.view?.seats[String(seat)]?.wagers ?? {}
    return Object.fromEntries(Object.entries(held).filter(([wager]) => wager !== "blind" && wager !== "entry_fee"))
  }
  private liesAt(seat: number): boolean {
    return Object.keys(this.lying(seat)).length > 0
  }
  get lies(): boolean {
    return this.at.seat !== null && this.liesAt(this.at.seat)
  }
  get canUndo(): boolean {
    return this.past.some((each) => each.seat === this.at.seat) && this.at.view?.phase === "wagers"
  }
  /** The wagers of the hand in view in the last round, or those of another of the reader's hands. */
  get last(): Wagers | null {
    return this.at.seat === null ? null : this.lastOf(this.at.seat)
  }
  private lastOf(seat: number): Wagers | null {
    return this.lasts[String(seat)] ?? Object.values(this.lasts)[0] ?? null
  }
  private firstOf(seat: number): Wagers {
    return this.lastOf(seat) ?? { ante: Math.max(this.at.listing?.ante[0] ?? 500, FIRST_ANTE) }
  }
  /** The ante that a deal places if there is none yet. */
  get ante(): number {
    return this.at.seat === null ? 0 : (this.firstOf(this.at.seat)["ante"] ?? 0)
  }
  /** The hands for which a deal first places wagers: if none of the reader's hands has one, those that had one last time. */
  private get empty(): number[] {
    const { mine, seat, view } = this.at
    if (seat === null || mine.some((each) => this.liesAt(each))) return []
    return mine.filter((each) => view?.banker?.seat !== each && (each === seat || String(each) in this.lasts))
  }
  /** The total stake of the next deal. */
  get stake(): number {
    const empty = this.empty
    return empty.length ? sumOf(empty.map((seat) => this.firstOf(seat))) : sumOf(this.at.mine.map((seat) => this.lying(seat)))
  }
  /** Whether the chips do not cover the wagers of the next deal. */
  get lacks(): boolean {
    const seat = this.at.seat
    return seat !== null && this.empty.length > 0 && this.stake > (this.at.view?.seats[String(seat)]?.rail ?? 0)
  }

  /** Add the selected chip to a spot. */
  bet(wager: string, chip = this.chip): Promise<void> {
    return this.inTurn((seat) => this.put(seat, wager, chip))
  }
  /** Take the selected chip off a spot. */
  lessen(wager: string, chip = this.chip): Promise<void> {
    return this.inTurn((seat) => this.takeOff(seat, wager, chip))
  }
  clear(): Promise<void> {
    return this.inTurn((seat) => this.change(seat, {}))
  }
  double(): Promise<void> {
    const fixed = ["progressive", "match_play"]
    const twice = (now: Wagers): Wagers => Object.fromEntries(Object.entries(now).map(([wager, cents]) => [wager, fixed.includes(wager) ? cents : 2 * cents]))
    return this.inTurn((seat) => this.change(seat, twice(this.lying(seat))))
  }
  rebet(): Promise<void> {
    return this.inTurn(async (seat) => {
      const last = this.lastOf(seat)
      if (last) await this.change(seat, last)
    })
  }
  undo(): Promise<void> {
    return this.inTurn(async (seat) => {
      const before = this.past.findLast((each) => each.seat === seat)
      if (!before) return
      this.past = this.past.filter((each) => each !== before)
      await this.toward(seat, before.wagers, null)
    })
  }
  /** Space: deal. Without wagers, the last ones are placed first, or an ante of 10 or the table's minimum if that is more. */
  deal(): Promise<void> {
    return this.inTurn((seat) => this.dealNow(seat))
  }

  /** Run an action on its hand after those before it, if that hand's wagers are still open. */
  private inTurn(act: (seat: number) => Promise<unknown>): Promise<void> {
    const meant = this.open
    const seat = this.at.seat
    const known = this.at.voice.newest
    const done = this.doing.then(async () => {
      this.known = known
      if (seat !== null && this.open === meant) await act(seat)
    })
    this.doing = done.catch(() => undefined)
    return done
  }
  /** A name for the round and phase whose wagers are open. */
  private get open(): string {
    const view = this.at.view
    return view ? [view.round, view.phase].join(" ") : ""
  }

  private async put(seat: number, wager: string, chip: number): Promise<void> {
    const listing = this.at.listing
    if (!listing) return
    const now = this.lying(seat)
    const lies = now[wager] ?? 0
    let cents = lies + chip
    const least = { ante: listing.ante[0], trips: listing.trips[0], cover_all: listing.cover_all?.[0] }[wager] ?? 0
    const raised = cents < least
    if (raised) cents = least
    if (wager === "progressive") {
      if (lies) return this.takeBack(seat, wager)
      cents = listing.progressive_wager
    }
    if (wager === "match_play") {
      if (lies) return this.takeBack(seat, wager)
      cents = now["ante"] ?? chip
    }
    const done = await this.change(seat, { ...now, [wager]: cents }, [wager])
    if (done && raised) this.at.voice.notice(`The minimum for ${WAGERS[wager]} is ${money(least, this.at.symbol)}`, null, "plain")
  }
  private async takeOff(seat: number, wager: string, chip: number): Promise<void> {
    const now = this.lying(seat)
    const lies = now[wager] ?? 0
    if (!lies) return
    const listing = this.at.listing
    const least = { ante: listing?.ante[0], trips: listing?.trips[0] }[wager] ?? 1
    if (lies - chip < least) return this.takeBack(seat, wager)
    await this.change(seat, { ...now, [wager]: lies - chip }, [wager])
  }
  private async takeBack(seat: number, wager: string): Promise<void> {
    const { [wager]: _gone, ...rest } = this.lying(seat)
    await this.change(seat, rest, [wager])
  }
  private async dealNow(seat: number): Promise<void> {
    const view = this.at.view
    if (view?.phase !== "wagers" || this.at.seating.busy || view.seats[String(seat)]?.ready) return
    for (const each of this.empty) if (!(await this.change(each, this.firstOf(each)))) return
    await this.at.ready()
  }

  /** A new round is open, so there is nothing to undo. */
  forget(): void {
    this.past = []
  }
  /** No more bets: store the current wagers to repeat them next time. */
  remember(view: TableDocument): void {
    if (view.phase === "wagers") return
    for (const seat of this.at.mine) {
      const { blind: _blind, entry_fee: _fee, match_play: _coupon, ...wagers } = view.seats[String(seat)]?.wagers ?? {}
      if (!Object.keys(wagers).length || JSON.stringify(this.lasts[String(seat)]) === JSON.stringify(wagers)) continue
      this.lasts = { ...this.lasts, [seat]: wagers }
      store(this.key, this.lasts)
    }
  }

  private async change(seat: number, wagers: Wagers, only: string[] | null = null): Promise<boolean> {
    const before = { seat, wagers: this.lying(seat) }
    const taken = this.taken
    this.past = [...this.past, before].slice(-UNDO_MAX)
    const done = await this.toward(seat, wagers, only)
    if (this.taken === taken) this.past = this.past.filter((each) => each !== before)
    return done
  }
  /** Send the commands that change the current wagers to these; stop at the first refusal. */
  private async toward(seat: number, wagers: Wagers, only: string[] | null): Promise<boolean> {
    const now = this.lying(seat)
    const touched = (wager: string): boolean => only === null || only.includes(wager)
    for (const wager of [...ORDER].reverse()) {
      if (touched(wager) && now[wager] !== undefined && wagers[wager] === undefined) {
        if (await this.at.do({ is: "TakeBackWager", seat, wager: wager as Wager }, { known: this.known })) return false
        this.taken += 1
      }
    }
    for (const wager of ORDER) {
      const cents = wagers[wager]
      if (touched(wager) && cents !== undefined && cents !== now[wager]) {
        if (await this.at.do({ is: "PlaceWager", seat, wager: wager as Wager, cents }, { known: this.known })) return false
        this.taken += 1
      }
    }
    return true
  }
}
