/** What went wrong in the round and what was ruled, in the words of the dealer's console. */
import type { EventView } from "../lib/protocol"
import { capital } from "../staff/words"
import { irregularity, remedy, sentenceCase, type Teller } from "../table/words"

export interface Ruling {
  says: string
  clause: string | null
}

/** How many of them stand there: the newest. */
const SHOWN = 6

/** What went wrong, where a seat is called by its number and its name already. */
export function wrongWords(what: unknown, teller: Teller): string {
  return capital(irregularity(what, teller).replace(/^seat \d+ \((seat [^)]*)\)/, "$1"))
}

export function rulingsOf(events: readonly EventView[], teller: Teller): Ruling[] {
  return events
    .map((event) => ruling(event, teller))
    .filter((each) => each !== null)
    .slice(-SHOWN)
}

/** The event as the console says it, or null for one that is no ruling. */
export function ruling(event: EventView, teller: Teller): Ruling | null {
  switch (event.is) {
    case "IrregularityReported":
      return { says: wrongWords(event.irregularity, teller), clause: null }
    case "IrregularityRuled":
      return { says: `The book rules: ${event.says}`, clause: event.clause }
    case "FloorCalled":
      return { says: "The book leaves it to the floor, and the floor is called.", clause: event.clause }
    case "FloorRuled":
      return { says: `${event.by} rules: ${remedy(event.remedy, teller.opponent)}. ${sentenceCase(event.reason)}`, clause: event.clause }
    case "HandVoided":
    case "RoundVoided":
    case "ReplacementOrdered":
    case "DealPutRight":
    case "RoundDisputed":
    case "RoundReviewed":
    case "DisputeResolved":
    case "DisputeAppealed":
      return { says: event.sentence, clause: null }
    default:
      return null
  }
}
