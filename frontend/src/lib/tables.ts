/** Tables: their names on a sign, who sits there, and which one to sit at. */
import type { Listing } from "./protocol"

/** `blue-room` as it stands on a sign: `Blue room`. */
export function tableName(name: string): string {
  const words = name.replaceAll("-", " ")
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** What a table can be called, for an input field, and what it says of any other name. */
export const NAME_PATTERN = "[A-Za-z0-9][A-Za-z0-9 \\-]*"
const NAME_RULE = "Use letters, digits, spaces and hyphens only, and begin with a letter or a digit."

/** Say in our own words why a table's name is not accepted; the browser's only names "the requested format". */
export function explainName(event: Event): void {
  const field = event.currentTarget as HTMLInputElement
  field.setCustomValidity("")
  if (field.validity.patternMismatch) field.setCustomValidity(NAME_RULE)
}

const BOT = /^bot:/

export function isBot(name: string): boolean {
  return BOT.test(name)
}

/** What a seat is called; a bot is marked by its sign, not by its name. */
export function called(name: string): string {
  return name.replace(BOT, "")
}

/** Whether a new player can wager at once. */
export function isWaiting(table: Listing): boolean {
  return ["wagers", "closed", "opening"].includes(table.phase)
}

/** A name for one more table like it, such as `massachusetts-k7q2`: the next number may be that of a closed table. */
export function nextName(table: Listing): string {
  const tail = Math.random().toString(36).slice(2, 6).padEnd(4, "0")
  return `${table.book}-${tail}`
}

/** What somebody buys at once: a thousand, or as many antes as an evening takes where the least ante is a large one. */
const BUY_IN = 100_000
const ANTES = 40

export function buyInAt(table: Listing | null): number {
  return Math.max(BUY_IN, ANTES * (table?.ante[0] ?? 0))
}

/** How many people are there to play with: neither bots nor people who have lost their connection. */
export function peopleAt(table: Listing): number {
  return Object.keys(table.taken).length - table.bots.length - table.away.length
}

/** Which table to sit at when somebody just wants to play: where most people are, else an empty one. */
export function bestTable(tables: Listing[]): Listing | null {
  const taken = (each: Listing): number => Object.keys(each.taken).length
  const fit = tables.filter(
    (each) => each.dealt_by === "house" && each.banked_by === "house" && !each.off && taken(each) < each.seats && buyInAt(each) <= BUY_IN,
  )
  const waits = (each: Listing): number => (isWaiting(each) ? 0 : 1)
  return [...fit].sort((one, other) => peopleAt(other) - peopleAt(one) || waits(one) - waits(other) || taken(one) - taken(other))[0] ?? null
}
