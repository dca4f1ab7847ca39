/** Computed from a table's view alone: positions of seats, the bank, envy, late answers, irregularities. */
import { short } from "../lib/money"
import type { Banking, EnvyView, EventView, TableDocument } from "../lib/protocol"
import { sentence, type Sentence } from "./words"

/**
 * The positions of the other seats on the felt, each side from the top down. The seats follow clockwise from the reader's
 * own: up the left side, past the dealer, down the right side.
 */
export interface Around {
  left: number[]
  right: number[]
}

export function seatsAround(count: number, own: number | null): Around {
  if (own === null) {
    const seats = Array.from({ length: count }, (_, at) => at + 1)
    const half = Math.ceil(count / 2)
    return { left: seats.slice(half).reverse(), right: seats.slice(0, half) }
  }
  const next = Array.from({ length: count - 1 }, (_, at) => ((own + at) % count) + 1)
  const half = Math.ceil(next.length / 2)
  return { left: next.slice(0, half).reverse(), right: next.slice(half) }
}

/** The same seats in the order of the deal. */
export function inTurn(around: Around): number[] {
  return [...around.left].reverse().concat(around.right)
}

// Envy of the seats, and which of it is pending with an award or was denied with it.

/** The envy that was paid; pending envy does not count. */
export function envyOf(envies: readonly EnvyView[], seat: number): number {
  return enviesAt(envies, seat).reduce((sum, each) => sum + (each.state === "paid" ? each.cents : 0), 0)
}

export function enviesAt(envies: readonly EnvyView[], seat: number): EnvyView[] {
  return envies.filter((each) => each.seat === seat)
}

// Answers that the house gave for seats whose time was up (R22).

/** Whether the event is the answer of one of the seats that were late. */
export function isLate(event: EventView, late: readonly number[]): boolean {
  return (event.is === "Checked" || event.is === "PlayMade" || event.is === "Folded") && late.includes(event.seat)
}

export function lateWords(said: Sentence): Sentence {
  return { ...said, says: `Time is up: ${said.says.replace(/^You\b/, "you")}` }
}

// Players who are not ready yet.

/** `Ready; waiting for Ann and Bob`; empty if everybody is ready. */
export function waitedFor(room: { view: TableDocument | null; nameAt: (seat: number) => string }): string {
  const view = room.view
  const seats = Object.entries(view?.seats ?? {}).filter(([seat, held]) => !held.ready && !held.mine && view?.banker?.seat !== Number(seat))
  const names = seats.map(([seat]) => room.nameAt(Number(seat)))
  if (names.length > 2) return `Ready; waiting for ${names.length} others`
  return names.length ? `Ready; waiting for ${names.join(" and ")}` : ""
}

// Who may bank the round.

/** To whom the bank is offered, where players bank and nobody has taken it yet. */
export function bankOffered(room: { view: TableDocument | null; nameAt: (seat: number) => string }): string {
  const button = room.view?.button ?? null
  if (button === null) return "Who banks this round?"
  return `The bank is offered to ${room.view?.seats[String(button)]?.mine ? "you" : room.nameAt(button)}`
}

/** What stands on the plate of a bank: what is behind the wagers, and once the round is settled no longer that. */
export function bankPlate(bank: Banking, symbol: string, own: boolean): string {
  if (bank.net === null) return own ? "You bank this round" : `Banks ${short(bank.wager, symbol)}`
  if (bank.used === bank.wager) return own ? "Your bank is used up" : "Bank used up"
  return own ? "You banked this round" : "Bank"
}

// The irregularity of the current round and its ruling, in words.

const TOLD: ReadonlySet<string> = new Set(["IrregularityReported", "IrregularityRuled", "FloorCalled", "FloorRuled", "HandVoided", "RoundVoided"])

/** Why the round stopped last, sentence by sentence. */
export function troubleIn(view: TableDocument | null): string[] {
  const told = (view?.trouble ?? []).filter((event) => TOLD.has(event.is))
  const last = told.findLastIndex((event) => event.is === "IrregularityReported")
  return told.slice(Math.max(last, 0)).flatMap((event) => sentence(event)?.says ?? [])
}
