/** The shuffle of src/uth/house/fairness.py, reimplemented; a test compares the decks of both. */
import { bytesOf, hex, joined, sha256 } from "./sha256"

const RANKS = "23456789TJQKA"
const SUITS = "cdhs"
const DECK = Array.from({ length: 52 }, (_, at) => `${RANKS[at >> 2]}${SUITS[at & 3]}`)

/** The commitment to a secret, published before the wagers close. */
export async function commitmentOf(secret: Uint8Array): Promise<string> {
  return hex(await sha256(joined(bytesOf("uth commitment\n"), secret)))
}

/** The key of the deck, from the secret and every player's word by seat; `nth` counts reshuffles. */
export async function shuffleKey(secret: Uint8Array, words: Record<string, string>, nth: number): Promise<Uint8Array> {
  const parts = [bytesOf("uth shuffle\n"), secret]
  for (const [seat, word] of Object.entries(words).sort(([one], [other]) => Number(one) - Number(other))) {
    const text = bytesOf(word)
    parts.push(bytesOf(`${seat}:${text.length}:`), text)
  }
  if (nth) parts.push(bytesOf(`again:${nth}`))
  return sha256(joined(...parts))
}

/** The order of the deck that the key determines. */
export async function deckOf(key: Uint8Array): Promise<string[]> {
  const cards = [...DECK]
  const words = wordsOf(key)
  for (let last = cards.length - 1; last > 0; last--) {
    const chosen = await below(last + 1, words)
    ;[cards[last], cards[chosen]] = [cards[chosen]!, cards[last]!]
  }
  return cards
}

/** 32-bit words of the key's stream: SHA-256 over key and counter. */
async function* wordsOf(key: Uint8Array): AsyncGenerator<number, never> {
  for (let counter = 0; ; counter++) {
    const count = new Uint8Array(8)
    new DataView(count.buffer).setBigUint64(0, BigInt(counter))
    const block = await sha256(joined(key, count))
    const view = new DataView(block.buffer)
    for (let at = 0; at < 32; at += 4) yield view.getUint32(at)
  }
}

/** An unbiased number from 0 to count - 1; words beyond the last whole multiple of count are rejected. */
async function below(count: number, words: AsyncGenerator<number, never>): Promise<number> {
  const limit = Math.floor(2 ** 32 / count) * count
  for (;;) {
    const { value } = await words.next()
    if (value < limit) return value % count
  }
}

/** The deck after the cut: that many cards went from the top to the bottom. */
export function cutAt(deck: string[], cut: number): string[] {
  return [...deck.slice(cut), ...deck.slice(0, cut)]
}
