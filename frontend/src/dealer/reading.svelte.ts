/** The cards of a real deck as they are read, typed or pressed: none is lost while a step is being sent. */
import { cardWords, RANK_ORDER, SUIT_ORDER } from "../lib/cards"

/** How many cards may be read and not dealt: a whole board and a hand. */
const READ_MOST = 7
const TENS = "01"

/** How a card is written in a field: rank and suit. */
export const FACE = "(10|[2-9TtJjQqKkAa])[CcDdHhSs]"

/** The card that was written so. */
export function faceOf(written: string): string {
  const said = written.trim().replace("10", "T")
  return said.charAt(0).toUpperCase() + said.slice(1).toLowerCase()
}

export class Reading {
  /** Read and not dealt: the next delivery's first, then what was read ahead of its time. */
  cards = $state<string[]>([])
  /** A rank that waits for its suit. */
  rank = $state("")
  /** On their way to the table with the step that was taken. */
  leaving = $state<string[]>([])
  /** Dealt face down; known to this page alone. */
  private dealt = $state<string[]>([])
  /** Dealt to the dealer, and shown to nobody: not on the pad either (MA.7d2). */
  private covered = $state<string[]>([])
  private covers = false
  /** What was dealt last, as far as this page has read it. */
  private last: string[] = []

  constructor(
    /** The faces that can be seen on the table. */
    private readonly seen: () => string[],
    private readonly deny: (says: string) => void,
  ) {}

  /** Cards nobody can read again, as the pad shows them. */
  get gone(): Set<string> {
    return new Set([...this.seen(), ...this.dealt, ...this.leaving, ...this.cards])
  }

  /** Cards that lie on the table, without the ones that are being read. */
  get lying(): Set<string> {
    return new Set([...this.seen(), ...this.dealt])
  }

  /** Take a typed key; whether it was one of a card. */
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
  /** Take a card that was pressed; pressed again, it is taken back. */
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

  /** A card lies there face up, and cards that nobody has seen fill the delivery up behind it. */
  upTo(count: number, face: string): string[] {
    const others = [...SUIT_ORDER]
      .flatMap((suit) => [...RANK_ORDER].map((rank) => rank + suit))
      .filter((each) => each !== face && !this.gone.has(each) && !this.covered.includes(each))
    return [face, ...others].slice(0, count)
  }
  /** The card is out of the deck, though it was not dealt. */
  takeOut(face: string): void {
    this.drop()
    this.dealt = [...this.dealt, face]
  }

  /** Send the first cards off with a step; the dealer's own are covered once they lie there. */
  send(count: number, covers: boolean): string[] {
    this.covers = covers
    this.leaving = this.cards.slice(0, count)
    this.cards = this.cards.slice(count)
    return [...this.leaving]
  }
  /** The step was refused: the cards are read, and not dealt. */
  back(): void {
    this.cards = [...this.leaving, ...this.cards]
    this.leaving = []
  }
  /** The step was taken: the cards lie on the table. */
  land(): void {
    if (this.covers) this.covered = [...this.covered, ...this.leaving]
    else this.dealt = [...this.dealt, ...this.leaving]
    if (this.leaving.length) this.last = this.leaving
    this.leaving = []
  }
  /** The cards dealt last are to be read again: they may be any that do not lie elsewhere. */
  takeUp(): void {
    this.drop()
    this.dealt = this.dealt.filter((each) => !this.last.includes(each))
    this.covered = this.covered.filter((each) => !this.last.includes(each))
  }
  /** They stay as they were read. */
  layDown(): void {
    this.drop()
    if (this.covers) this.covered = [...this.covered, ...this.last]
    else this.dealt = [...this.dealt, ...this.last]
  }
  /** Nothing is read any more; what it was. */
  drop(): string[] {
    const dropped = this.cards
    this.cards = []
    this.rank = ""
    return dropped
  }
  /** The cards are off the table. */
  clear(): void {
    this.dealt = []
    this.covered = []
    this.last = []
  }
}
