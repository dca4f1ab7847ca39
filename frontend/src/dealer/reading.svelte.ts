/** The cards of a real deck as they are typed or pressed; none is lost while a step is being sent. */
import { cardWords, RANK_ORDER, SUIT_ORDER } from "../lib/cards"

/** The most cards that may be read but not dealt: a whole board and a hand. */
const READ_MOST = 7
const TENS = "01"

/** The notation of a card in a field: rank and suit. */
export const FACE = "(10|[2-9TtJjQqKkAa])[CcDdHhSs]"

/** The card with that notation. */
export function faceOf(written: string): string {
  const said = written.trim().replace("10", "T")
  return said.charAt(0).toUpperCase() + said.slice(1).toLowerCase()
}

export class Reading {
  /** Cards read but not dealt: those of the next delivery first, then those read ahead. */
  cards = $state<string[]>([])
  /** A rank whose suit is still to come. */
  rank = $state("")
  /** Cards being sent to the table with a step. */
  leaving = $state<string[]>([])
  /** Cards dealt face down, known only to this page. */
  private dealt = $state<string[]>([])
  /** Cards dealt to the dealer, which are hidden, also on the pad (MA.7d2). */
  private covered = $state<string[]>([])
  private covers = false
  /** The cards dealt last, as far as this page has read them. */
  private last: string[] = []

  constructor(
    /** The visible faces on the table. */
    private readonly seen: () => string[],
    private readonly deny: (says: string) => void,
  ) {}

  /** Cards that cannot be read again, as the pad shows them. */
  get gone(): Set<string> {
    return new Set([...this.seen(), ...this.dealt, ...this.leaving, ...this.cards])
  }

  /** Cards on the table, without those being read. */
  get lying(): Set<string> {
    return new Set([...this.seen(), ...this.dealt])
  }

  /** Handle a typed key, and return whether it was part of a card. */
  type(key: string): boolean {
    if (key === "Backspace") {
      if (this.rank) this.rank = ""
      else this.cards = this.cards.slice(0, -1)
      return true
    }
    if (key.length !== 1) return false
    const suit = key.toLowerCase()
    if (this.rank && SUIT_ORDER.includes(suit)) {
      this.add(this.rank + suit)
      this.rank = ""
      return true
    }
    const rank = TENS.includes(key) ? "T" : key.toUpperCase()
    if (!RANK_ORDER.includes(rank)) return false
    this.rank = rank
    return true
  }
  /** Handle a pressed card; a second press takes it back. */
  pick(face: string): void {
    this.rank = ""
    if (this.cards.includes(face)) this.cards = this.cards.filter((each) => each !== face)
    else this.add(face)
  }
  private add(face: string): void {
    if (this.cards.includes(face)) this.deny(`The ${cardWords(face)} has been read already`)
    else if (this.gone.has(face)) this.deny(`The ${cardWords(face)} is on the table already`)
    else if (this.covered.includes(face)) this.deny("That card was dealt already: look again")
    else if (this.cards.length >= READ_MOST) this.deny("Deal what is read first")
    else this.cards = [...this.cards, face]
  }

  /** Return a delivery of the face-up card followed by unseen cards. */
  upTo(count: number, face: string): string[] {
    const others = [...SUIT_ORDER]
      .flatMap((suit) => [...RANK_ORDER].map((rank) => rank + suit))
      .filter((each) => each !== face && !this.gone.has(each) && !this.covered.includes(each))
    return [face, ...others].slice(0, count)
  }
  /** Mark the card as out of the deck, although it was not dealt. */
  takeOut(face: string): void {
    this.drop()
    this.dealt = [...this.dealt, face]
  }

  /** Return the first cards, to be sent with a step; the dealer's own are hidden once dealt. */
  send(count: number, covers: boolean): string[] {
    this.covers = covers
    this.leaving = this.cards.slice(0, count)
    this.cards = this.cards.slice(count)
    return [...this.leaving]
  }
  /** The step was refused: the cards are read but not dealt. */
  back(): void {
    this.cards = [...this.leaving, ...this.cards]
    this.leaving = []
  }
  /** The step was taken: the cards are on the table. */
  land(): void {
    if (this.covers) this.covered = [...this.covered, ...this.leaving]
    else this.dealt = [...this.dealt, ...this.leaving]
    if (this.leaving.length) this.last = this.leaving
    this.leaving = []
  }
  /** Allow the cards dealt last to be read again, as any cards that are not elsewhere. */
  takeUp(): void {
    this.drop()
    this.dealt = this.dealt.filter((each) => !this.last.includes(each))
    this.covered = this.covered.filter((each) => !this.last.includes(each))
  }
  /** Keep the cards as they were read. */
  layDown(): void {
    this.drop()
    if (this.covers) this.covered = [...this.covered, ...this.last]
    else this.dealt = [...this.dealt, ...this.last]
  }
  /** Discard what was read, and return it. */
  drop(): string[] {
    const dropped = this.cards
    this.cards = []
    this.rank = ""
    return dropped
  }
  /** The cards have left the table. */
  clear(): void {
    this.dealt = []
    this.covered = []
    this.last = []
  }
}
