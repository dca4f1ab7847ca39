/** The staff's words: hands, steps, the due step of a table. */
import type { ConsoleDocument, Delivery, FloorLink, HeldStep } from "../lib/protocol"
import { meterName } from "../table/words"

/** A sentence with a capital first letter. */
export function capital(says: string): string {
  return says.charAt(0).toUpperCase() + says.slice(1)
}

/** The players of a table as a sentence; empty if there are none. */
export function sittingWords(taken: readonly { seat: number; name: string }[]): string {
  const names = taken.map((each) => `${each.name} (seat ${each.seat})`)
  if (!names.length) return ""
  const last = names.pop() ?? ""
  return names.length ? `${names.join(", ")} and ${last} sit there.` : `${last} sits there.`
}

const HANDS: Record<string, string> = { community_royal_flush: "Royal Flush on the board" }

/** `royal_flush` in words: `Royal Flush`. */
export function handName(hand: string): string {
  return (
    HANDS[hand] ??
    hand
      .split("_")
      .map((word) => (word === "of" || word === "a" ? word : word.charAt(0).toUpperCase() + word.slice(1)))
      .join(" ")
  )
}

const STEPS: Record<string, string> = { ofac: "OFAC", title_31: "Title 31", patron_information: "Patron information" }

export function stepName(step: string): string {
  return STEPS[step] ?? capital(step.replaceAll("_", " "))
}

export interface DueWords {
  /** The dealer's action, in the largest type. */
  title: string
  /** The reason, or further instructions. */
  says: string
  /** The label of the button; null if the dealer waits for someone else. */
  button: string | null
}

const NUMBERS = ["no", "one", "two", "three", "four", "five"]

export function cardsCount(cards: number): string {
  return `${NUMBERS[cards] ?? cards} card${cards === 1 ? "" : "s"}`
}

export function deliveryWords(delivery: Delivery, name: (seat: number) => string, opponent: string): string {
  const first = capital(cardsCount(delivery.cards))
  if (delivery.to === "burn") return "Burn one card"
  if (delivery.to === "community") return "One card to the middle"
  if (delivery.to === "dealer") return `${first} to the ${opponent}`
  return `${first} to ${name(delivery.seat ?? 0)}`
}

/** The words for reading the cards dealt last again. */
export function correctionWords(last: Delivery, name: (seat: number) => string, opponent: string): DueWords {
  const words = last.to === "burn" ? "the burned card" : deliveryWords(last, name, opponent)
  return {
    title: `Read again: ${words.charAt(0).toLowerCase()}${words.slice(1)}`,
    says: "Read what lies there. The log keeps both readings. Esc leaves it as it was read.",
    button: "Correct",
  }
}

/** The due step in words for a dealer. */
export function dueWords(due: string, doc: ConsoleDocument | null, name: (seat: number) => string, floor: boolean): DueWords {
  const asked = /^seat (\d+) to act$/.exec(due)
  if (asked) {
    const seat = Number(asked[1])
    return { title: `Ask ${name(seat)}`, says: `Seat ${seat} answers on its own page: you cannot act for a player.`, button: null }
  }
  if (due === "DealNext" && doc?.delivery) {
    const read =
      doc.deck === "read"
        ? `Read ${doc.delivery.cards === 1 ? "it" : "them"} into the table first: type rank and suit, or press the cards.`
        : "From the shoe, face down."
    return { title: deliveryWords(doc.delivery, name, doc.words.opponent), says: read, button: doc.delivery.to === "burn" ? "Burn" : "Deal" }
  }
  const words = stepWords(due, doc, floor)
  return doc?.held
    ? { title: "Wait for the floor", says: `${heldWords(doc.held)} Then: ${words.title.charAt(0).toLowerCase()}${words.title.slice(1)}.`, button: null }
    : words
}

/** Why a step has to wait: the link's reason, with its clause. */
function heldWords(held: HeldStep): string {
  return `${capital(held.says)}${held.clause ? ` (${held.clause})` : ""}.`
}

function stepWords(due: string, doc: ConsoleDocument | null, floor: boolean): DueWords {
  const deck = doc?.back ? `the ${doc.back} deck` : "the deck"
  const Deck = capital(deck)
  const words: Record<string, DueWords> = {
    ReceiveDeck: { title: `Receive ${deck}`, says: "It comes to the table and is unsealed.", button: "Received" },
    InspectDeck: { title: `Inspect ${deck}`, says: "Front and back of every card.", button: "Inspected" },
    VerifyDeck: {
      title: `Have ${deck} verified`,
      says: floor ? "You verify it as the floorperson assigned to the table." : "A supervisor verifies what you have inspected, here or at the floor console.",
      button: floor ? "Verified" : null,
    },
    SpreadDeck: { title: `Spread ${deck}`, says: "Face up, by suit and in sequence.", button: "Spread" },
    ShowDeck: {
      title: "Let the first player look",
      says: `${Deck} lies face up until the first player at the table has looked it over.`,
      button: "Looked over",
    },
    WashDeck: { title: `Wash ${deck}`, says: "Face down, turned about on the felt.", button: "Washed" },
    StackDeck: { title: `Stack ${deck}`, says: "Squared, ready to be shuffled.", button: "Stacked" },
    SetCoverAllMode: { title: "Set Cover All", says: "The shuffler is set to show the pays of Cover All.", button: "Set" },
    OpenTable: { title: "Open the table", says: "The cards are ready; wagers may come.", button: "Open" },
    LoadShuffler: { title: `Load ${deck}`, says: `${Deck} goes into the shuffler.`, button: "Loaded" },
    ShuffleDeck: {
      title: `Shuffle ${deck}`,
      says: doc?.deck === "read" ? "Shuffle the cards you hold." : "The house brings the order, committed to before the wagers.",
      button: "Shuffled",
    },
    CutDeck: { title: `Have ${deck} cut`, says: "Onto the cover card.", button: "Cut" },
    PlaceDeck: { title: `Put ${deck} in place`, says: "Into the shoe or the machine.", button: "In place" },
    AnnounceNoMoreBets: { title: "No more bets", says: "Say it, and press. From here on no wager is made or changed.", button: "No more bets" },
    StartGame: {
      title: "Start Game",
      says: "Press it on the dealer monitor. The progressive wagers are locked; no wager changes after it.",
      button: "Start Game",
    },
    ShowFlop: { title: "Turn up the flop", says: "The first three community cards.", button: "Turn up" },
    ShowTurnAndRiver: { title: "Turn up turn and river", says: "The last two community cards, together.", button: "Turn up" },
    DiscardStub: { title: "Rack the stub", says: "Into the discard rack, unseen.", button: "Racked" },
    CountStub: { title: "Count the stub", says: "Face down on the layout. Enter the number you count; a wrong one is ruled on at once.", button: "Counted" },
    ShowDealerHand: {
      title: doc?.banked_by === "player" ? `Turn up the ${doc.words.opponent}’s hand` : "Turn up your hand",
      says: "Beside the community cards that make the best five, and announce it.",
      button: "Turn up",
    },
    SettleRound: { title: "Settle the round", says: "Every wager, one hand at a time, in the order of the book.", button: "Settle" },
    CollectCards: { title: "Collect the cards", says: "Once everyone is paid.", button: "Collected" },
    ReplaceCards: {
      title: "Replace the cards",
      says: `Shuffle them back and deal new ones in their places.${doc?.deck === "read" ? " Read those into the table first." : ""}`,
      button: "Replaced",
    },
    RuleOnIrregularity: { title: "Wait for the floor", says: "Nothing goes on until the floor has ruled.", button: null },
    ResolveDispute: { title: "The round is frozen", says: "A seat disputes the settlement; the floor resolves it.", button: null },
  }
  return words[due] ?? { title: due, says: "", button: null }
}

export const PHASES: Record<string, string> = {
  closed: "Closed",
  opening: "Opening",
  wagers: "Wagers",
  opening_deal: "Dealing",
  preflop: "Before the flop",
  flop_deal: "Dealing the flop",
  flop: "Flop",
  river_deal: "Dealing turn and river",
  river: "River",
  showdown: "Showdown",
  settling: "Settling",
  settled: "Settled",
}

/** A meter of a link; its only one has the book's name for the progressive wager. */
export function meterOf(link: FloorLink, meter: string): string {
  return meterName(meter, Object.keys(link.meters).length, link)
}
