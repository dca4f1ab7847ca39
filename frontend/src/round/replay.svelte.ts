/** A replay of a round, step by step, shown with the components of the live table. */
import type { RoundStep } from "../lib/history"
import type { EnvyView, Listing, SeatDocument, TableDocument } from "../lib/protocol"
import type { Shown } from "../table/shown"
import { called } from "../lib/tables"
import { type Sentence, sentence } from "../table/words"

export interface Told {
  /** The step it belongs to. */
  at: number
  sentences: Sentence[]
  /** The same text before the step has happened, which names no card that is not shown yet. */
  ahead: string[]
}

export const SPEEDS = [0.5, 1, 2, 4] as const
const STEP_MS = 900

export class Replay implements Shown {
  at = $state(0)
  playing = $state(false)
  speed = $state(1)
  readonly told: Told[]
  private timer: number | undefined

  // The parts of a session that the table's components need; there are no actions here.
  readonly voice = { bubbles: {} }
  readonly bets = { chip: 500, bet: async () => {}, lessen: async () => {} }
  readonly clock = null
  readonly moment = 0
  readonly reachable = false
  readonly seating = { busy: false, sit: async (): Promise<void> => {} }
  readonly away: number[] = []
  focus = $state<number | null>(null)
  readonly listing: Listing

  readonly steps: RoundStep[]

  constructor(
    steps: RoundStep[],
    listing: Listing,
    /** The reader's own seats, or the one from which they watch. */
    readonly mine: number[],
  ) {
    this.listing = { ...listing, hands: 0 }
    // The end is the settled table, not the empty felt after it.
    const settled = steps.findLastIndex((step) => step.view.phase === "settled")
    this.steps = settled < 0 ? steps : steps.slice(0, settled + 1)
    this.told = this.steps.map((step, at) => this.tell(step, at))
  }

  private tell(step: RoundStep, at: number): Told {
    const sentences: Sentence[] = []
    const ahead: string[] = []
    const unnamed: Record<string, string> = {
      FlopShown: "The flop",
      TurnAndRiverShown: "The turn and the river",
      DealerHandShown: `The ${this.listing.words.opponent}’s hand`,
    }
    for (const event of step.events) {
      const said = sentence(event)
      if (!said) continue
      sentences.push(said)
      ahead.push(unnamed[event.is] ?? said.says)
    }
    return { at, sentences, ahead }
  }
  get view(): TableDocument | null {
    return this.steps[this.at]?.view ?? null
  }
  get envies(): EnvyView[] {
    return this.view?.envy ?? []
  }
  get symbol(): string {
    return this.listing.symbol
  }
  get seat(): number | null {
    const turn = this.view?.turn ?? null
    if (turn !== null && this.mine.includes(turn)) return turn
    if (this.focus !== null && this.mine.includes(this.focus)) return this.focus
    return this.mine[0] ?? null
  }
  get place(): SeatDocument | null {
    return this.seat === null ? null : (this.view?.seats[String(this.seat)] ?? null)
  }
  get last(): number {
    return this.steps.length - 1
  }
  /** The sentences of this step. */
  get says(): string {
    return this.told[this.at]?.sentences.map((said) => said.says).join(". ") || "The round begins"
  }
  readonly myTurn = false
  nameAt(seat: number): string {
    return called(this.view?.seats[String(seat)]?.name ?? `Seat ${seat}`)
  }

  go(to: number): void {
    this.at = Math.max(0, Math.min(this.last, to))
    if (this.at === this.last) this.pause()
    else if (this.playing) this.tick()
  }
  step(by: number): void {
    this.pause()
    this.go(this.at + by)
  }
  toggle(): void {
    if (this.playing) return this.pause()
    if (this.at === this.last) this.at = 0
    this.playing = true
    this.tick()
  }
  pause(): void {
    this.playing = false
    clearTimeout(this.timer)
  }
  private tick(): void {
    clearTimeout(this.timer)
    this.timer = setTimeout(() => this.go(this.at + 1), STEP_MS / this.speed)
  }
}
