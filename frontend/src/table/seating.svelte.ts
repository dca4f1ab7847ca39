/** The reader's chair and the company: sitting down, chips, getting up, bots. */
import { api, Refused } from "../lib/api"
import { comeIn, countChips, me, purse } from "../lib/me.svelte"
import { money } from "../lib/money"
import type { Command, Listing, RefusedFrame, TableDocument } from "../lib/protocol"
import { settings } from "../lib/settings.svelte"
import { buyInAt } from "../lib/tables"
import type { Voice } from "./voice.svelte"
import { refusalWords, sentenceCase } from "./words"

/** The parts of the table that sitting down needs. */
interface Room {
  readonly name: string
  readonly view: TableDocument | null
  readonly listing: Listing | null
  readonly mine: number[]
  readonly seat: number | null
  readonly voice: Voice
  focus: number | null
  do: (command: Command, told?: { tell: boolean }) => Promise<RefusedFrame | null>
  renew: () => void
}

export class Seating {
  busy = $state(false)
  /** The seat to take once the table is loaded; null for any. */
  wanted = $state.raw<{ seat: number | null } | null>(null)

  constructor(private readonly room: Room) {}

  /** Whether the seats are not known yet, or the reader is sitting down. */
  get settling(): boolean {
    return !this.room.view || this.busy || this.wanted !== null
  }
  get bots(): number[] {
    return Object.entries(this.room.view?.seats ?? {})
      .filter(([, held]) => held.bot)
      .map(([seat]) => Number(seat))
  }
  /** The usual buy-in, or what the bankroll reaches for; a table that lends its chips asks for no bankroll. */
  get buyIn(): number {
    const usual = buyInAt(this.room.listing)
    return this.room.listing?.lends || !purse.chips ? usual : Math.min(usual, purse.chips.reach)
  }
  /** Whether the reader can buy the table's smallest ante and blind; otherwise say why not. */
  private async canAfford(): Promise<boolean> {
    const chips = await countChips()
    const { listing, voice } = this.room
    const least = 2 * (listing?.ante[0] ?? 0)
    if (!chips || listing?.lends || chips.reach >= least) return true
    const symbol = listing?.symbol ?? "$"
    const next = chips.allowance ? "; the next daily allowance comes tomorrow" : ""
    voice.notice(`Your bankroll holds ${money(chips.bankroll, symbol)}, and this table starts at ${money(least, symbol)}${next}.`, null, "bad")
    return false
  }
  /** The free seat nearest to the middle. */
  get free(): number | null {
    return this.freeBut(new Set())
  }
  private freeBut(gone: ReadonlySet<number>): number | null {
    const count = this.room.listing?.seats ?? 0
    const middle = Math.ceil(count / 2)
    const seats = Array.from({ length: count }, (_, at) => at + 1)
    seats.sort((one, other) => Math.abs(one - middle) - Math.abs(other - middle))
    return seats.find((each) => !gone.has(each) && !this.room.view?.seats[String(each)]) ?? null
  }

  /** Sign in as a guest, take a seat and buy chips in one press. A second hand plays with the same chips. */
  async sit(seat: number | null = null): Promise<void> {
    const room = this.room
    if (!room.view || !room.listing) {
      this.wanted = { seat }
      return
    }
    this.wanted = null
    if (this.busy || (seat === null && room.mine.length)) return
    this.busy = true
    try {
      if (me.person === null) {
        await comeIn(settings.name)
        room.renew()
      }
      const first = room.mine.length === 0
      if (first && !(await this.canAfford())) return
      const free = seat === null ? await this.takeAny() : (await room.do({ is: "TakeSeat", seat, player: "" })) ? null : seat
      if (free === null) return
      if (first) await this.buyAt(free, this.buyIn)
      room.focus = free
    } catch (error) {
      room.voice.notice(sentenceCase(error instanceof Error ? error.message : String(error)), null, "bad")
    } finally {
      this.busy = false
    }
  }
  /** Take any seat, trying the next if another player was quicker; return null if none is free. */
  private async takeAny(): Promise<number | null> {
    const gone = new Set<number>()
    for (let free = this.freeBut(gone); free !== null; free = this.freeBut(gone)) {
      const refused = await this.room.do({ is: "TakeSeat", seat: free, player: "" }, { tell: false })
      if (!refused) return free
      if (refused.code !== "seat_taken") {
        this.room.voice.notice(refusalWords(refused), refused.clause, "bad")
        return null
      }
      gone.add(free)
    }
    this.room.voice.notice("Every seat is taken; you can watch until one is free.", null, "bad")
    return null
  }
  async leave(): Promise<void> {
    const { listing, voice, mine } = this.room
    const before = listing?.lends ? null : await countChips()
    for (const seat of mine) if (await this.room.do({ is: "LeaveSeat", seat })) return
    const after = before && (await countChips())
    if (before && after && listing) {
      const [back, held] = [after.bankroll - before.bankroll, after.bankroll].map((cents) => money(cents, listing.symbol))
      voice.notice(`You got up: ${back} went back to your bankroll, which holds ${held}.`, null, "plain")
    }
  }
  async buy(): Promise<void> {
    const seat = this.room.seat
    if (seat !== null && (await this.canAfford())) await this.buyAt(seat, this.buyIn)
  }
  private async buyAt(seat: number, cents: number): Promise<void> {
    if (!(await this.room.do({ is: "BuyIn", seat, cents, tender: "cash" }))) await countChips()
  }
  /** Seat a bot, or make the bots leave. */
  async seatBot(banks = false): Promise<void> {
    await this.tried(api.seatBot(this.room.name, banks))
  }
  async sendBotsAway(): Promise<void> {
    for (const seat of this.bots) await this.tried(api.sendBotAway(this.room.name, seat))
  }
  private async tried(what: Promise<unknown>): Promise<void> {
    try {
      await what
    } catch (error) {
      const refused = error instanceof Refused ? error : null
      this.room.voice.notice(sentenceCase(refused?.says ?? String(error)), refused?.clause ?? null, "bad")
    }
  }
}
