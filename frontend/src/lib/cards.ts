/** Cards as people say them. */
const RANKS: Record<string, string> = {
  A: "Ace", K: "King", Q: "Queen", J: "Jack", T: "Ten", "9": "Nine", "8": "Eight", "7": "Seven", "6": "Six",
  "5": "Five", "4": "Four", "3": "Three", "2": "Two",
} // prettier-ignore
const SUITS: Record<string, string> = { s: "spades", h: "hearts", d: "diamonds", c: "clubs" }

/** `Ace of spades`. */
export function cardWords(face: string | null): string {
  if (face === null) return "a card face down"
  return `${RANKS[face[0] ?? ""] ?? face[0]} of ${SUITS[face[1] ?? ""] ?? face[1]}`
}

export function cardsWords(faces: (string | null)[]): string {
  return faces.map(cardWords).join(", ")
}

export const RANK_ORDER = "AKQJT98765432"
export const SUIT_ORDER = "shdc"

/** What is printed in the corner. */
export function corner(rank: string): string {
  return rank === "T" ? "10" : rank
}
