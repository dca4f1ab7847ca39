/** The guided hand at one table: offered to first-time visitors, started from the help, never in the way of a command. */
import { secondsLeft } from "../lib/ticker.svelte"
import { store, stored } from "../table/kept"
import type { TableSession } from "../table/session.svelte"
import { endedAt, stepAt, type Ended, type Facts, type StepName } from "./steps"
import { textOf, type Text } from "./texts"

const KEY = "uth.first-hand"
const PLAYED = "uth.laid."
/** With fewer seconds left than this the guide asks for more time, where nobody else waits. */
const HURRY_S = 6

/** Whether this browser has neither played nor answered the offer. */
export function isNewcomer(): boolean {
  if (stored<string>(KEY) !== null) return false
  try {
    return !Object.keys(localStorage).some((key) => key.startsWith(PLAYED))
  } catch {
    return false
  }
}

export class Guide {
  state = $state<"off" | "offered" | "on">("off")
  /** How the guided hand ended; it is shown until the reader goes on. */
  private ended = $state.raw<Ended | null>(null)
  /** The round that was on when the guide was started: an earlier result is not the guided hand's. */
  private since = 0
  /** Until when the clock ran that was extended last. */
  private extended = 0

  constructor(private readonly session: TableSession) {
    if (isNewcomer()) this.state = "offered"
  }

  start(): void {
    this.ended = null
    this.since = this.session.view?.phase === "settled" ? (this.session.view.rounds ?? 0) : -1
    this.state = "on"
  }
  /** Close the guide or the offer for good; the help starts it again. */
  close(how: "done" | "skipped"): void {
    this.state = "off"
    this.ended = null
    store(KEY, how)
  }

  get step(): StepName {
    const { view, listing, place, myTurn } = this.session
    if (this.ended) return "result"
    if (!view || !listing) return "seat"
    const step = stepAt(view, listing, place, myTurn)
    return step === "result" && view.rounds === this.since ? "ready" : step
  }
  get facts(): Facts {
    const { session } = this
    const { place, listing } = session
    return {
      symbol: session.symbol,
      opponent: session.words.opponent,
      qualifies: listing?.qualifies ?? "",
      blindFrom: listing?.pays["blind"]?.at(-1)?.hand ?? "",
      tripsFrom: listing?.pays["trips"]?.at(-1)?.hand ?? "",
      ante: place?.wagers["ante"] ?? 0,
      plays: place?.offers?.plays ?? [],
      makes: place?.makes?.says ?? "",
      multiple: place?.decision?.multiple ?? null,
      ended: this.ended,
      nameOf: (wager) => session.wagerName(wager),
    }
  }
  get text(): Text {
    return textOf(this.step, this.facts)
  }

  /** Keep how the guided hand ended: the table goes on to the next round while it is read. */
  keepEnd(): void {
    const { view, place } = this.session
    if (this.state === "on" && !this.ended && view && place && this.step === "result") this.ended = endedAt(view, place)
  }
  /** Ask for more time to read, where nobody else waits for it. */
  keepTime(): void {
    const { clock, mayExtend, moment, reachable } = this.session
    if (this.state !== "on" || !clock || !mayExtend || !reachable || clock.until === this.extended) return
    if (secondsLeft(clock, moment) >= HURRY_S) return
    this.extended = clock.until
    void this.session.moreTime()
  }
}
