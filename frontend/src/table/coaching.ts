/** What the coach says, in words. */
import { money } from "../lib/money"
import type { CoachedChoice, ValuesDocument } from "../lib/protocol"

/** The grades a player is warned of before the decision. */
const COSTLY: ReadonlySet<CoachedChoice["grade"]> = new Set(["mistake", "blunder"])

export const GRADES: Record<CoachedChoice["grade"], string> = { best: "Best", inaccuracy: "Inaccuracy", mistake: "Mistake", blunder: "Blunder" }

/** `Play 4×`, `Check`, `Fold`. */
export function actionWords(choice: CoachedChoice): string {
  return choice.multiple ? `Play ${choice.multiple}×` : choice.action === "fold" ? "Fold" : "Check"
}

/** `+0.466`; a minus sign, not a hyphen. */
export function signed(antes: number): string {
  return `${antes < 0 ? "−" : "+"}${Math.abs(antes).toFixed(3)}`
}

/** `0.177 antes ($1.77)`, or the antes alone where no symbol is given; what is less than a thousandth or a cent is said to be so. */
export function costWords(choice: CoachedChoice, symbol: string | null): string {
  const antes = choice.cost < 0.0005 ? "less than 0.001 antes" : `${choice.cost.toFixed(3)} antes`
  if (symbol === null) return antes
  const cents = Math.round(choice.cost_cents)
  return `${antes} (${cents ? money(cents, symbol) : "less than a cent"})`
}

/** What the grade of a choice is, and what it cost: `Mistake: check costs 0.327 antes ($3.27).` */
export function gradeWords(choice: CoachedChoice, symbol: string | null): string {
  if (choice.grade === "best") return `${actionWords(choice)} was best.`
  return `${GRADES[choice.grade]}: ${actionWords(choice).toLowerCase()} costs ${costWords(choice, symbol)}.`
}

export function isCostly(choice: CoachedChoice | null): boolean {
  return choice !== null && COSTLY.has(choice.grade)
}

/** The choice of that multiple, 0 for a check or a fold. */
export function choiceOf(coaching: ValuesDocument | null, multiple: number | null): CoachedChoice | null {
  return coaching?.choices.find((each) => each.multiple === multiple) ?? null
}

/** Everything the panel shows, for the screen reader. */
export function heardCoaching(coaching: ValuesDocument, symbol: string | null): string {
  const [best, ...others] = coaching.choices
  if (!best) return coaching.reason
  const costs = others.map((each) => `${actionWords(each)} costs ${costWords(each, symbol)}`)
  return [coaching.reason, `${actionWords(best)} is worth ${signed(best.antes)} antes`, ...costs].map((each) => each.replace(/\.?$/, ".")).join(" ")
}
