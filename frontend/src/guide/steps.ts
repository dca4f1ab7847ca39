/** Which step of the guided hand the table is at: worked out from what the house sends, and from nothing else. */
import type { Line, Listing, SeatDocument, TableDocument } from "../lib/protocol"

export type StepName =
  | "seat" | "closed" | "bank" | "ante" | "deal" | "ready" | "dealing" | "others" | "preflop" | "flop" | "river" | "checked"
  | "played" | "folded" | "result" // prettier-ignore

/** How a hand ended; kept until the reader goes on, because the table does not wait. */
export interface Ended {
  lines: Line[]
  result: string
  net: number
  qualifies: boolean | null
  folded: boolean
}

/** What the texts need to know of the table. */
export interface Facts {
  symbol: string
  opponent: string
  /** What the opponent needs to qualify: `One Pair`. */
  qualifies: string
  /** The lowest hand that the blind and trips pay. */
  blindFrom: string
  tripsFrom: string
  ante: number
  plays: number[]
  makes: string
  multiple: number | null
  ended: Ended | null
  nameOf: (wager: string) => string
}

/** The part of the hand a step belongs to: the bets, the three moments, the end. */
const PARTS: Record<StepName, number> = {
  seat: 1, closed: 1, bank: 1, ante: 1, deal: 1, ready: 1, dealing: 2, others: 2, preflop: 2, flop: 3, river: 4, checked: 3,
  played: 4, folded: 4, result: 5,
} // prettier-ignore
export const PARTS_OF_A_HAND = 5
export const partOf = (step: StepName): number => PARTS[step]

/** The spots that a step speaks of. */
export function spotsOf(step: StepName): string[] {
  if (step === "ante" || step === "deal") return ["ante", "blind"]
  return step === "preflop" || step === "flop" || step === "river" ? ["play"] : []
}

/** The step that the table is at for the reader's own place. */
export function stepAt(view: TableDocument, listing: Listing, place: SeatDocument | null, myTurn: boolean): StepName {
  if (!place) return view.off ? "closed" : "seat"
  const laid = place.wagers["ante"] !== undefined
  if (view.phase === "wagers") {
    if (listing.banked_by === "player" && !view.banker) return "bank"
    if (view.off) return "closed"
    return place.ready ? "ready" : laid ? "deal" : "ante"
  }
  if (!laid) return "ready"
  if (view.phase === "settled" && place.lines.length) return "result"
  if (place.decision) return place.decision.multiple === null ? "folded" : "played"
  if (myTurn && (view.street === "preflop" || view.street === "flop" || view.street === "river")) return view.street
  if (view.phase === "opening_deal" || !place.cards.length) return "dealing"
  return view.street === "preflop" ? "others" : "checked"
}

/** How the hand of that place ended, once it is settled. */
export function endedAt(view: TableDocument, place: SeatDocument): Ended {
  return {
    lines: place.lines,
    result: place.result,
    net: place.lines.reduce((sum, line) => sum + line.net, 0),
    qualifies: view.qualifies,
    folded: place.decision !== null && place.decision.multiple === null,
  }
}
