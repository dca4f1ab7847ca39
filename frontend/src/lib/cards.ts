/** Cards in words and symbols. */
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

/** `10 of spades`, `Ace of spades`: the accessible name of a key that shows the corner of a card, and so contains its text. */
export function cornerWords(face: string): string {
  const words = cardWords(face)
  const mark = corner(face.charAt(0))
  return words.startsWith(mark) ? words : `${mark}${words.slice(words.indexOf(" "))}`
}

export function cardsWords(faces: (string | null)[]): string {
  return faces.map(cardWords).join(", ")
}

/** `A♠`, `10♦`. */
export function cardSigns(face: string): string {
  return `${corner(face.charAt(0))}${{ s: "♠", h: "♥", d: "♦", c: "♣" }[face.charAt(1)] ?? ""}`
}

export const RANK_ORDER = "AKQJT98765432"
export const SUIT_ORDER = "shdc"

/** The text in the corner of the card. */
export function corner(rank: string): string {
  return rank === "T" ? "10" : rank
}
