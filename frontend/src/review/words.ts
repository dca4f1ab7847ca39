/** A review, in words. */
import type { DecisionReview, SeatReview } from "../lib/history"
import { money } from "../lib/money"
import type { CoachedChoice } from "../lib/protocol"

export const STREETS: Record<DecisionReview["street"], string> = { preflop: "Before the flop", flop: "On the flop", river: "At the river" }
/** A sign for each grade, so that its colour does not stand alone. */
export const SIGNS: Record<CoachedChoice["grade"], string> = { best: "✓", inaccuracy: "?!", mistake: "?", blunder: "??" }

/** `4×`, `check`, `fold`. */
export function shortAction(action: string): string {
  return action.replace("x", "×")
}

/** `Raise 4×`, `Play 1×`, `Check`, `Fold`. */
export function longAction(action: string, street: DecisionReview["street"]): string {
  if (!/^\d+x$/.test(action)) return action.charAt(0).toUpperCase() + action.slice(1)
  return `${street === "river" ? "Play" : "Raise"} ${shortAction(action)}`
}

/** `0.231 antes`; a cost below a thousandth is said to be so. */
export function antesWords(antes: number): string {
  return antes === 0 ? "nothing" : antes < 0.0005 ? "less than 0.001 antes" : `${antes.toFixed(3)} antes`
}

/** What follows the action in a sentence: ` cost 0.464 antes ($2.32).` */
export function afterAction(decision: DecisionReview, symbol: string): string {
  const clock = decision.by_clock ? ", as the time ran out," : ""
  if (decision.grade === null) return decision.by_clock ? ", as the time ran out." : "."
  if (decision.grade === "best") return decision.by_clock ? ", as the time ran out, was best." : " was best."
  const cents = Math.round(decision.cost_cents)
  return `${clock} cost ${antesWords(decision.cost)} (${cents ? money(cents, symbol) : "less than a cent"}).`
}

/** What a folded hand that would have won says about the fold. */
export function foldWords(review: SeatReview): string {
  const fold = review.decisions.at(-1)
  if (!review.folded || review.would_have !== "won" || !fold) return ""
  if (fold.grade === "best") return "You folded the winning hand, and the fold was right: it is judged by what you could see."
  return fold.grade === null ? "You folded the winning hand." : "You folded the winning hand, and the fold was a mistake."
}

/** `1 time`, `3 times`. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count.toLocaleString("en-US")} ${count === 1 ? one : many}`
}
