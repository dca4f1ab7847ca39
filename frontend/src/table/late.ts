/** An answer that the house gave for a seat whose time was up (R22): the house marks it in no event, so the clock tells. */
import type { Clock, Told } from "../lib/protocol"
import type { Sentence } from "./words"

/** How much sooner than this page's own clock the house's may run out. */
const EARLY_MS = 150
const ANSWERS = new Set(["Checked", "PlayMade", "Folded"])

/** Whether the event is the answer of a seat whose time had run out. */
export function isLate(event: Told, clock: (Clock & { until: number }) | null): boolean {
  const asked = clock?.what === "decision" && clock.seat === event["seat"]
  return asked && ANSWERS.has(event.is) && performance.now() >= clock.until - EARLY_MS
}

export function lateWords(said: Sentence): Sentence {
  return { ...said, says: `Time is up: ${said.says.charAt(0).toLowerCase()}${said.says.slice(1)}` }
}
