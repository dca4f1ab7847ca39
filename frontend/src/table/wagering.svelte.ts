/** The reader's wagers before the cards: the chip in hand, what goes down, comes back, is doubled or laid again. */
import type { Command, Listing, TableDocument, Wager } from "../lib/protocol"
import { store, stored } from "./kept"

export type Wagers = Record<string, number>

/** The order wagers go down in: what another needs goes first. */
const ORDER = ["ante", "trips", "match_play", "cover_all", "progressive"]
const FIRST_ANTE = 1_000
const UNDO_MAX = 40

/** What wagering asks of the table. */
interface Seated {
  readonly name: string
  readonly seat: number | null
  readonly listing: Listing | null
  readonly view: TableDocument | null
  readonly busy: boolean
  do: (command: Command) => Promise<boolean>
  ready: () => Promise<void>
}

export class Wagering {
  chip = $state(500)
  /** What lay in the last round. */
  last = $state.raw<Wagers | null>(null)
  private past = $state.raw<Wagers[]>([])
  /** How many commands the table has taken. */
  private taken = 0
  /** What is being done with wagers now; hands are quicker than the house, so the next thing waits for it. */
  private doing: Promise<unknown> = Promise.resolve()

  constructor(private readonly at: Seated) {
    this.last = stored<Wagers>(this.key)
  }

  private get key(): string {
    return `uth.wagers.${this.at.name}`
  }
  /** What lies now; the blind follows by itself. */
  get now(): Wagers {
    const seat = this.at.seat
    const held = seat === null ? {} : (this.at.view?.seats[String(seat)]?.wagers ?? {})
    return Object.fromEntries(Object.entries(held).filter(([wager]) => wager !== "blind" && wager !== "entry_fee"))
  }
  get lies(): boolean {
    return Object.keys(this.now).length > 0
  }
  get canUndo(): boolean {
    return this.past.length > 0 && this.at.view?.phase === "wagers"
  }
  private get first(): Wagers {
    return this.last ?? { ante: Math.max(this.at.listing?.ante[0] ?? 500, FIRST_ANTE) }
  }
  /** The ante that goes down where nothing lies yet. */
  get ante(): number {
    return this.first["ante"] ?? 0
  }
  /** What the next deal puts at stake. */
  get stake(): number {
    const wagers = this.lies ? this.now : this.first
    return Object.entries(wagers).reduce((sum, [wager, cents]) => sum + (wager === "ante" ? 2 * cents : wager === "match_play" ? 0 : cents), 0)
  }

  /** Put the chosen chip on a spot. */
  bet(wager: string, chip = this.chip): Promise<void> {
    return this.inTurn(() => this.put(wager, chip))
  }
  /** Take the chosen chip off a spot again. */
  lessen(wager: string, chip = this.chip): Promise<void> {
    return this.inTurn(() => this.takeOff(wager, chip))
  }
  clear(): Promise<void> {
    return this.inTurn(() => this.change({}))
  }
  double(): Promise<void> {
    const fixed = ["progressive", "match_play"]
    const twice = (): Wagers => Object.fromEntries(Object.entries(this.now).map(([wager, cents]) => [wager, fixed.includes(wager) ? cents : 2 * cents]))
    return this.inTurn(() => this.change(twice()))
  }
  rebet(): Promise<void> {
    return this.inTurn(async () => this.last && this.change(this.last))
  }
  undo(): Promise<void> {
    return this.inTurn(async () => {
      const before = this.past.at(-1)
      if (!before) return
      this.past = this.past.slice(0, -1)
      await this.toward(before, null)
    })
  }
  /** Space: deal. Where nothing lies yet, what lay last time, or the least the table takes, goes down first. */
  deal(): Promise<void> {
    return this.inTurn(() => this.dealNow())
  }

  /** Do this once what was asked before is done, where the wagers it was meant for are still open. */
  private inTurn(act: () => Promise<unknown>): Promise<void> {
    const meant = this.open
    const done = this.doing.then(async () => {
      if (this.open === meant) await act()
    })
    this.doing = done.catch(() => undefined)
    return done
  }
  /** The round whose wagers are open, by name. */
  private get open(): string {
    const { view, seat } = this.at
    return view ? [view.round, view.phase, seat].join(" ") : ""
  }

  private async put(wager: string, chip: number): Promise<void> {
    const listing = this.at.listing
    if (this.at.seat === null || !listing) return
    const lies = this.now[wager] ?? 0
    let cents = lies + chip
    const least = { ante: listing.ante[0], trips: listing.trips[0], cover_all: listing.cover_all?.[0] }[wager] ?? 0
    if (cents < least) cents = least
    if (wager === "progressive") {
      if (lies) return this.takeBack(wager)
      cents = listing.progressive_wager
    }
    if (wager === "match_play") {
      if (lies) return this.takeBack(wager)
      cents = this.now["ante"] ?? chip
    }
    await this.change({ ...this.now, [wager]: cents }, [wager])
  }
  private async takeOff(wager: string, chip: number): Promise<void> {
    const lies = this.now[wager] ?? 0
    if (!lies) return
    const listing = this.at.listing
    const least = { ante: listing?.ante[0], trips: listing?.trips[0] }[wager] ?? 1
    if (lies - chip < least) return this.takeBack(wager)
    await this.change({ ...this.now, [wager]: lies - chip }, [wager])
  }
  private async takeBack(wager: string): Promise<void> {
    const { [wager]: _gone, ...rest } = this.now
    await this.change(rest, [wager])
  }
  private async dealNow(): Promise<void> {
    const { view, seat } = this.at
    if (seat === null || view?.phase !== "wagers" || this.at.busy || view.seats[String(seat)]?.ready) return
    if (!this.lies && view.banker?.seat !== seat && !(await this.change(this.first))) return
    await this.at.ready()
  }

  /** A new round is open: there is nothing to undo yet. */
  forget(): void {
    this.past = []
  }
  /** No more bets: what lies now can be laid again next time. */
  remember(view: TableDocument): void {
    const seat = this.at.seat
    const held = seat === null ? undefined : view.seats[String(seat)]
    if (!held || !Object.keys(held.wagers).length) return
    const { blind: _blind, entry_fee: _fee, match_play: _coupon, ...wagers } = held.wagers
    this.last = wagers
    store(this.key, wagers)
  }

  private async change(wagers: Wagers, only: string[] | null = null): Promise<boolean> {
    const before = this.now
    const taken = this.taken
    this.past = [...this.past, before].slice(-UNDO_MAX)
    const done = await this.toward(wagers, only)
    if (this.taken === taken) this.past = this.past.filter((each) => each !== before)
    return done
  }
  /** Send the commands that turn the wagers that lie into these; stop at the first refusal. */
  private async toward(wagers: Wagers, only: string[] | null): Promise<boolean> {
    const seat = this.at.seat
    if (seat === null) return false
    const now = this.now
    const touched = (wager: string): boolean => only === null || only.includes(wager)
    for (const wager of [...ORDER].reverse()) {
      if (touched(wager) && now[wager] !== undefined && wagers[wager] === undefined) {
        if (!(await this.at.do({ is: "TakeBackWager", seat, wager: wager as Wager }))) return false
        this.taken += 1
      }
    }
    for (const wager of ORDER) {
      const cents = wagers[wager]
      if (touched(wager) && cents !== undefined && cents !== now[wager]) {
        if (!(await this.at.do({ is: "PlaceWager", seat, wager: wager as Wager, cents }))) return false
        this.taken += 1
      }
    }
    return true
  }
}
