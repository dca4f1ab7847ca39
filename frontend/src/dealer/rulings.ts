/** The irregularities and rulings of the round, in the words of the dealer's console. */
import type { EventView } from "../lib/protocol"
import { capital } from "../staff/words"
import { irregularity, remedy, sentenceCase, type Teller } from "../table/words"

export interface Ruling {
  says: string
  clause: string | null
}

/** The number of rulings shown, the newest ones. */
const SHOWN = 6

/** The irregularity in words, without the seat twice if the name already contains its number. */
export function wrongWords(what: unknown, teller: Teller): string {
  return capital(irregularity(what, teller).replace(/^seat \d+ \((seat [^)]*)\)/, "$1"))
}

export function rulingsOf(events: readonly EventView[], teller: Teller): Ruling[] {
  return events
    .map((event) => ruling(event, teller))
    .filter((each) => each !== null)
    .slice(-SHOWN)
}

/** The event in the console's words, or null if it is not a ruling. */
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
