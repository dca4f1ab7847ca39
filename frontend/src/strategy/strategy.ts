/** The strategy page: its request, its words and the moves in its chart. */
import { requireTable } from "../history/past"
import { api, ask, Refused } from "../lib/api"
import { RANK_ORDER } from "../lib/cards"
import type { ExactNumber, StartValues, StrategyAnswer, StrategyPage } from "../lib/protocol"

const AGAIN_MS = 700

/** Fail early if there is no such table or book: an HTTP error would be logged by the browser. */
async function requireGame(book: string, table: string | null): Promise<void> {
  if (table !== null) return requireTable(table)
  const books = await api.books()
  if (!books.some((each) => each.name === book))
    throw new Refused("no_book", null, `There is no rule book “${book}”; there are ${books.map((each) => each.name).join(", ")}.`, 404)
}

/** Ask for a page until it is counted or nobody waits; `told` hears how far it is. */
export async function counted(book: string, table: string | null, waits: () => boolean, told: (answer: StrategyAnswer) => void): Promise<StrategyPage | null> {
  await requireGame(book, table)
  const path = table === null ? `/books/${encodeURIComponent(book)}/strategy` : `/tables/${encodeURIComponent(table)}/strategy`
  while (waits()) {
    const answer = await ask<StrategyAnswer>("GET", path)
    if (answer.page) return answer.page
    told(answer)
    await new Promise((done) => setTimeout(done, AGAIN_MS))
  }
  return null
}

const NAMES: Record<string, string> = {
  A: "Ace", K: "King", Q: "Queen", J: "Jack", T: "Ten", "9": "Nine", "8": "Eight", "7": "Seven", "6": "Six",
  "5": "Five", "4": "Four", "3": "Three", "2": "Two",
} // prettier-ignore

/** `Ace King suited`, `Pair of Sixes`. */
export function handWords(name: string): string {
  const [high = "", low = "", kind = ""] = name
  const one = NAMES[high] ?? high
  if (high === low) return `Pair of ${one}${one === "Six" ? "es" : "s"}`
  return `${one} ${NAMES[low] ?? low} ${kind === "s" ? "suited" : "offsuit"}`
}

/** What stands in a cell of the chart beside its colour: `4×` or `C`. */
export function mark(action: string): string {
  return action === "check" ? "C" : action.replace("x", "×")
}

/** `raise 4×`, `play 1×`, `check`, `fold`. */
export function actionWords(action: string, street = "preflop"): string {
  if (!/^\d+x$/.test(action)) return action
  return `${street === "river" ? "play" : "raise"} ${action.replace("x", "×")}`
}

/** `+0.4321`, in antes. */
export function antes(value: number, places = 4): string {
  const shown = Math.abs(value).toFixed(places)
  return Number(shown) === 0 ? shown : `${value < 0 ? "−" : "+"}${shown}`
}

/** What a rule costs, of an ante: `0.139%`. */
export function share(cost: ExactNumber): string {
  const shown = (100 * Math.abs(cost.value)).toFixed(3)
  return `${cost.value < 0 && Number(shown) !== 0 ? "−" : ""}${shown}%`
}

/** The actions of a hand, best first; of equal values a check comes first, as the house chooses it. */
export function ranked(hand: StartValues): [string, ExactNumber][] {
  return Object.entries(hand.values).sort(
    ([one, a], [other, b]) => Number(other === hand.best) - Number(one === hand.best) || b.value - a.value || one.localeCompare(other),
  )
}

/** A hand as a screen reader says it: its name, what is best, and the value of each action. */
export function handHeard(hand: StartValues): string {
  const values = ranked(hand).map(([action, value]) => `${actionWords(action)} ${antes(value.value)}`)
  return `${handWords(hand.name)}: best is ${actionWords(hand.best)}. ${values.join(", ")} antes`
}

/** The hands by row and column of the chart. */
export function rowsOf(hands: StartValues[]): StartValues[][] {
  const rows: StartValues[][] = RANK_ORDER.split("").map(() => [])
  for (const hand of hands) (rows[hand.row] ?? [])[hand.column] = hand
  return rows
}

const LAST = RANK_ORDER.length - 1

/** Where a key leads in the chart from that place, or null for a key that leads nowhere. */
export function moved(key: string, ctrl: boolean, row: number, column: number): [number, number] | null {
  switch (key) {
    case "ArrowLeft":
      return [row, Math.max(0, column - 1)]
    case "ArrowRight":
      return [row, Math.min(LAST, column + 1)]
    case "ArrowUp":
      return [Math.max(0, row - 1), column]
    case "ArrowDown":
      return [Math.min(LAST, row + 1), column]
    case "Home":
      return ctrl ? [0, 0] : [row, 0]
    case "End":
      return ctrl ? [LAST, LAST] : [row, LAST]
    case "PageUp":
      return [0, column]
    case "PageDown":
      return [LAST, column]
    default:
      return null
  }
}

/** Two cards that make the starting hand, for a picture of it. */
export function cardsOf(name: string): [string, string] {
  const [high = "", low = "", kind = ""] = name
  return [`${high}s`, `${low}${kind === "s" ? "s" : "h"}`]
}
