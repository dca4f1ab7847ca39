/** An answer that the house gave for a seat whose time was up (R22). */
import type { Told } from "../lib/protocol"
import type { Sentence } from "./words"

const ANSWERS: ReadonlySet<string> = new Set(["Checked", "PlayMade", "Folded"])

/** Whether the event is the answer of one of the seats that were late. */
export function isLate(event: Told, late: readonly number[]): boolean {
  return ANSWERS.has(event.is) && late.includes(Number(event["seat"]))
}

export function lateWords(said: Sentence): Sentence {
  return { ...said, says: `Time is up: ${said.says.charAt(0).toLowerCase()}${said.says.slice(1)}` }
}
