/** Tables: their names on a sign, and which one to sit at. */
import type { Listing } from "./protocol"

/** `blue-room` as it stands on a sign: `Blue room`. */
export function tableName(name: string): string {
  const words = name.replaceAll("-", " ")
  return words.charAt(0).toUpperCase() + words.slice(1)
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

/** Which table to sit at when somebody just wants to play. */
export function bestTable(tables: Listing[]): Listing | null {
  const fit = tables.filter((each) => each.dealt_by === "house" && each.banked_by === "house" && !each.off && Object.keys(each.taken).length < each.seats)
  const waits = (each: Listing): number => (isWaiting(each) ? 0 : 1)
  const taken = (each: Listing): number => Object.keys(each.taken).length
  return [...fit].sort((one, other) => waits(one) - waits(other) || taken(one) - taken(other))[0] ?? null
}
