/** The situation of a question and its answers, in words. */
import { cardsWords } from "../lib/cards"
import type { DrillBook, QuestionDocument, TallyDocument } from "../lib/protocol"
import { tableName } from "../lib/tables"
import { WAGERS } from "../table/words"

export const STREETS: Record<string, string> = { preflop: "Before the flop", flop: "On the flop", river: "At the river" }
/** Losses are kept in millionths of an ante. */
const PARTS = 1_000_000

/** `Play 4×`, `Check`, `Fold`. */
export function wordsOf(multiple: number, street: string): string {
  return multiple ? `Play ${multiple}×` : street === "river" ? "Fold" : "Check"
}

/** The key that gives the answer: `4`, `C`, `F`. */
export function keyOf(multiple: number, street: string): string {
  return multiple ? String(multiple) : street === "river" ? "F" : "C"
}

/** The answer that a key gives, or null. */
export function answerOf(key: string, question: QuestionDocument): number | null {
  return question.actions.find((each) => keyOf(each, question.street).toLowerCase() === key) ?? null
}

/** The rules of a question: `Chickasaw Nation with trips`, `California, blind UTH-02`. */
export function gameWords(question: QuestionDocument, book: DrillBook | undefined): string {
  const named = (wager: string): string => (WAGERS[wager] ?? wager).toLowerCase()
  const wagers = question.beside.map(named).join(" and ")
  const other = Object.entries(question.tables).filter(([kind, name]) => name !== book?.tables[kind]?.[0])
  const tables = other.map(([kind, name]) => `, ${named(kind)} ${name}`).join("")
  return `${book?.short_name ?? tableName(question.book)}${wagers && ` with ${wagers}`}${tables}`
}

/** Everything the picture shows, for a screen reader. */
export function heardQuestion(question: QuestionDocument): string {
  const board = question.board.length ? ` The board is ${cardsWords(question.board)}.` : ""
  const answers = question.actions.map((each) => wordsOf(each, question.street).toLowerCase())
  const last = answers.pop() ?? ""
  return `${STREETS[question.street] ?? ""}. You have ${cardsWords(question.hole)}.${board} ${sentence(answers.join(", "))} or ${last}?`
}

const sentence = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1)

/** `92%`, or a dash where nothing was answered. */
export function accuracy(tally: TallyDocument): string {
  return tally.answers ? `${Math.floor((100 * tally.best) / tally.answers)}%` : "–"
}

/** What an answer cost on average, in antes: `0.012`. */
export function lossEach(tally: TallyDocument): string {
  return tally.answers ? (tally.lost / PARTS / tally.answers).toFixed(3) : "–"
}

/** `0.177 antes`. */
export function lossWords(tally: TallyDocument): string {
  return `${(tally.lost / PARTS).toFixed(3)} antes`
}

/** When a question comes again: `in 10 minutes`, `in 3 days`. */
export function whenWords(due: string, now: number): string {
  const minutes = Math.max(1, Math.round((new Date(due).getTime() - now) / 60_000))
  const [count, unit] = minutes < 60 ? [minutes, "minute"] : minutes < 1440 ? [Math.round(minutes / 60), "hour"] : [Math.round(minutes / 1440), "day"]
  return `in ${count} ${unit}${count === 1 ? "" : "s"}`
}
