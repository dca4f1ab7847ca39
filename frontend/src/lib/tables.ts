/** Tables: their display names, their players, and which one to sit at. */
import type { Listing } from "./protocol"

/** `blue-room` as displayed: `Blue room`. */
export function tableName(name: string): string {
  const words = name.replaceAll("-", " ")
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** The accepted names of a table, for an input field, and the message for any other name. */
export const NAME_PATTERN = "[A-Za-z0-9][A-Za-z0-9 \\-]*"
const NAME_RULE = "Use letters, digits, spaces and hyphens only, and begin with a letter or a digit."

/** Show our own message if a table's name is not accepted; the browser's only mentions "the requested format". */
export function explainName(event: Event): void {
  const field = event.currentTarget as HTMLInputElement
  field.setCustomValidity("")
  if (field.validity.patternMismatch) field.setCustomValidity(NAME_RULE)
}

const BOT = /^bot:/

export function isBot(name: string): boolean {
  return BOT.test(name)
}

/** The name of a seat's player; a bot is marked by its sign, not by its name. */
export function called(name: string): string {
  return name.replace(BOT, "")
}

/** Whether a new player can wager at once. */
export function isWaiting(table: Listing): boolean {
  return ["wagers", "closed", "opening"].includes(table.phase)
}

/** A name for one more table like it, such as `massachusetts-k7q2`; a plain number might be that of a closed table. */
export function nextName(table: Listing): string {
  const tail = Math.random().toString(36).slice(2, 6).padEnd(4, "0")
  return `${table.book}-${tail}`
}

/** The default buy-in: a thousand, or enough antes for an evening if the minimum ante is large. */
const BUY_IN = 100_000
const ANTES = 40

export function buyInAt(table: Listing | null): number {
  return Math.max(BUY_IN, ANTES * (table?.ante[0] ?? 0))
}

/** The number of people to play with, not counting bots and people without a connection. */
export function peopleAt(table: Listing): number {
  return Object.keys(table.taken).length - table.bots.length - table.away.length
}

/** The table for a player who just wants to play: the one with most people, else an empty one. */
export function bestTable(tables: Listing[], reach = Infinity): Listing | null {
  const taken = (each: Listing): number => Object.keys(each.taken).length
  const fit = tables.filter(
    (each) =>
      each.dealt_by === "house" &&
      each.banked_by === "house" &&
      !each.off &&
      taken(each) < each.seats &&
      buyInAt(each) <= BUY_IN &&
      2 * (each.ante[0] ?? 0) <= reach,
  )
  const waits = (each: Listing): number => (isWaiting(each) ? 0 : 1)
  return [...fit].sort((one, other) => peopleAt(other) - peopleAt(one) || waits(one) - waits(other) || taken(one) - taken(other))[0] ?? null
}
