/** An answer that the house gave for a seat whose time was up (R22). */
import type { EventView } from "../lib/protocol"
import type { Sentence } from "./words"

/** Whether the event is the answer of one of the seats that were late. */
export function isLate(event: EventView, late: readonly number[]): boolean {
  return (event.is === "Checked" || event.is === "PlayMade" || event.is === "Folded") && late.includes(event.seat)
}

export function lateWords(said: Sentence): Sentence {
  return { ...said, says: `Time is up: ${said.says.charAt(0).toLowerCase()}${said.says.slice(1)}` }
}
