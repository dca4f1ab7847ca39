/** Computed from a table's view alone: where seats lie, what a bank takes, envy, late answers, what went wrong. */
import type { EnvyView, EventView, TableDocument } from "../lib/protocol"
import { sentence, type Sentence } from "./words"

/** Where the other seats lie on the felt, seen from the reader's own: on with the clock to the left, the last to the right. */
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
  return { left: next.slice(0, half).reverse(), right: next.slice(half).reverse() }
}

/** The same seats in the order they are dealt to. */
export function inTurn(around: Around): number[] {
  return [...around.left].reverse().concat([...around.right].reverse())
}

/** The amounts a seat can take the bank with. */
const AMOUNTS = [10_000, 50_000, 100_000]

/** Return the least bank and the usual amounts above it, as far as the chips go; `least` is null where the book sets none. */
export function bankOffers(least: number | null, rail: number): number[] {
  return [...new Set([least ?? 0, ...AMOUNTS])].filter((cents) => cents >= (least ?? 1) && cents > 0 && cents <= rail)
}

// What seats are paid for the hands of others, and what of it waits with an award or fell with it.

/** The envy that was paid; pending envy does not count. */
export function envyOf(envies: readonly EnvyView[], seat: number): number {
  return enviesAt(envies, seat).reduce((sum, each) => sum + (each.state === "paid" ? each.cents : 0), 0)
}

export function enviesAt(envies: readonly EnvyView[], seat: number): EnvyView[] {
  return envies.filter((each) => each.seat === seat)
}

// An answer that the house gave for a seat whose time was up (R22).

/** Whether the event is the answer of one of the seats that were late. */
export function isLate(event: EventView, late: readonly number[]): boolean {
  return (event.is === "Checked" || event.is === "PlayMade" || event.is === "Folded") && late.includes(event.seat)
}

export function lateWords(said: Sentence): Sentence {
  return { ...said, says: `Time is up: ${said.says.charAt(0).toLowerCase()}${said.says.slice(1)}` }
}

// What went wrong in the round on the table and what was ruled, in words.

const TOLD: ReadonlySet<string> = new Set(["IrregularityReported", "IrregularityRuled", "FloorCalled", "FloorRuled", "HandVoided", "RoundVoided"])

/** Why the round stopped last, sentence by sentence. */
export function troubleIn(view: TableDocument | null): string[] {
  const told = (view?.trouble ?? []).filter((event) => TOLD.has(event.is))
  const last = told.findLastIndex((event) => event.is === "IrregularityReported")
  return told.slice(Math.max(last, 0)).flatMap((event) => sentence(event)?.says ?? [])
}
