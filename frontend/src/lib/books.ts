/** The five books as people call them, and what sets each apart in one line. */
export const BOOKS: Record<string, { short: string; says: string }> = {
  massachusetts: { short: "Massachusetts", says: "Every wager there is: trips, progressive, Cover All" },
  california: { short: "California", says: "A player banks the round; at least two at the table" },
  chickasaw: { short: "Chickasaw Nation", says: "Two hands a player, trips alone if you like" },
  nevada: { short: "Nevada", says: "Progressive with envy pays" },
  greece: { short: "Greece", says: "In euros, with the community cards dealt last" },
}

export function bookName(book: string): string {
  return BOOKS[book]?.short ?? book.charAt(0).toUpperCase() + book.slice(1)
}

/** `blue-room` as it stands on a sign: `Blue room`. */
export function tableName(name: string): string {
  const words = name.replaceAll("-", " ")
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** Which table to sit at when somebody just wants to play. */
import type { Listing } from "./protocol"

/** Whether whoever sits down there can wager at once. */
export function isWaiting(table: Listing): boolean {
  return ["wagers", "closed", "opening"].includes(table.phase)
}

/** The name of one more table like it: `massachusetts-2`. */
export function nextName(table: Listing, tables: Listing[]): string {
  const taken = new Set(tables.map((each) => each.name))
  let number = 2
  while (taken.has(`${table.book}-${number}`)) number += 1
  return `${table.book}-${number}`
}

export function bestTable(tables: Listing[]): Listing | null {
  const fit = tables.filter(
    (each) => each.dealt_by === "house" && each.banked_by === "house" && !each.off && Object.keys(each.taken).length < each.seats,
  )
  const waits = (each: Listing): number => (isWaiting(each) ? 0 : 1)
  const taken = (each: Listing): number => Object.keys(each.taken).length
  return [...fit].sort((one, other) => waits(one) - waits(other) || taken(one) - taken(other))[0] ?? null
}
