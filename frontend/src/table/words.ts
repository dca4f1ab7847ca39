/** The log of the table: the house's sentence for each event, and names of seats and wagers. */
import type { BookNames, EventName, EventView, RefusedFrame } from "../lib/protocol"

export interface Teller {
  symbol: string
  /** The players' opponent, in the words of the book. */
  opponent: string
  /** `Ann`, or `You` for the reader's own seat. */
  name: (seat: number) => string
  mine: (seat: number) => boolean
}

export const WAGERS: Record<string, string> = {
  ante: "Ante",
  blind: "Blind",
  play: "Play",
  trips: "Trips",
  progressive: "Progressive",
  cover_all: "Cover All",
  match_play: "Match play",
  entry_fee: "Entry fee",
  bank: "Bank",
  envy: "Envy",
}

/** The wager as the layout prints it, by the book's own name if it has one. */
export function wagerName(wager: string, words: Pick<BookNames, "progressive"> | undefined): string {
  return wager === "progressive" && words ? words.progressive : (WAGERS[wager] ?? wager)
}

/** A meter's name; the only one of a table has the name of its wager. */
export function meterName(meter: string, meters: number, words: Pick<BookNames, "progressive"> | undefined): string {
  return meters === 1 ? wagerName("progressive", words) : meter
}

const REMEDIES: Record<string, string> = {
  continue: "the round goes on",
  discard_cards: "the card goes to the discard rack unused",
  use_as_next: "the card is used as the next one",
  complete_deal: "the deal is put right in sequence",
  void_hand: "that hand is void",
  void_round: "all hands are void",
  replace_dealer_cards: "the dealer's cards are shuffled back and two new ones dealt",
  replace_community_cards: "the cards are shuffled back and replaced face down",
  reshuffle: "the cards are shuffled again",
  remove_deck: "the deck is taken off the table",
  stop_progressive: "no progressive wagers until it is back",
  floor_decides: "the floor decides",
}

const IRREGULARITIES: Record<string, (facts: Record<string, unknown>, teller: Teller) => string> = {
  DealerCardExposed: (_, teller) => `a card of the ${teller.opponent}'s was seen`,
  CardsFaceUp: (facts) => (facts["cards"] === 1 ? "a card was found face up" : `${facts["cards"]} cards were found face up`),
  CardDrawnInError: () => "a card was drawn in error",
  WrongNumberOfCards: (facts, teller) => `${holder(facts["seat"], teller)} ${facts["cards"]} cards`,
  SeatMissed: (facts, teller) => `seat ${facts["seat"]} (${teller.name(Number(facts["seat"]))}) got no cards`,
  ExtraCardToAll: () => "every seat got a card too many",
  WrongCommunityShown: () => "community cards were turned up that were not due",
  NotShuffled: () => "the deck was not shuffled",
  CardOffTable: () => "a card fell off the table",
  StubCountWrong: () => "the count of the stub is wrong",
  ShufflerJammed: () => "the shuffler jammed",
  ShufflerCountWrong: () => "the shuffler says that its deck is not whole",
  MachineJammed: () => "the automated shoe jammed",
  ProgressiveDown: () => "the progressive system is down",
  ConductBroken: (facts, teller) => `${teller.name(Number(facts["seat"]))} broke the rules of conduct`,
}

/** The kind of an event: the log distinguishes money, trouble and the ordinary course of a round. */
export type Tone = "step" | "act" | "money" | "trouble" | "award"

export interface Sentence {
  says: string
  tone: Tone
}

/** Events that the felt or another sentence already shows. */
const UNSAID: ReadonlySet<EventName> = new Set([
  "MeterRaised", "MetersRead", "LinkRead", "IncrementReversed", "WagerSettled", "BankCorrected", "CardsRead",
]) // prettier-ignore

/** Return the event in the house's own words, or null for one that only adds to another. */
export function sentence(event: EventView): Sentence | null {
  if (!event.sentence || UNSAID.has(event.is) || isBesideAnother(event)) return null
  return { says: event.sentence, tone: tone(event.is) }
}

/** Whether the event is left out: the blind that follows the ante, a complete hand that is collected. */
function isBesideAnother(event: EventView): boolean {
  if (event.is === "WagerPlaced") return event.wager === "blind"
  if (event.is === "WagerTakenBack") return event.wager === "blind" && !event.reason
  if (event.is === "CardsPickedUp") return event.seat !== null && (event.counted === null || event.counted === 2)
  return false
}

/** The seat that the event is about, if any. */
export function seatOf(event: EventView): number | null {
  return "seat" in event ? event.seat : null
}

export function refusalWords(refused: RefusedFrame): string {
  return sentenceCase(refused.says || refused.code.replaceAll("_", " "))
}

export function sentenceCase(says: string): string {
  return says.charAt(0).toUpperCase() + says.slice(1)
}

function tone(name: EventName): Tone {
  if (TROUBLE.has(name)) return "trouble"
  if (name.startsWith("Award") || name.startsWith("Envy") || name === "MeterPaid") return "award"
  if (name === "WagerSettled" || name === "WagerCollected" || name === "RoundSettled" || name === "ChipsBought") return "money"
  return name === "Checked" || name === "PlayMade" || name === "Folded" || name === "WagerPlaced" ? "act" : "step"
}

export const TROUBLE: ReadonlySet<string> = new Set([
  "IrregularityReported", "IrregularityRuled", "FloorCalled", "FloorRuled", "HandVoided", "RoundVoided",
  "ReplacementOrdered", "CardsReplaced", "CardsMisdealt", "DealPutRight", "CardsExposed", "CardsFoundFaceUp",
  "ReshuffleOrdered", "RemovalOrdered", "ProgressiveStopped", "ProgressiveRestored", "RoundDisputed", "RoundReviewed", "DisputeAppealed", "ActedForSeat", "TableSet", "PlayerRemoved",
  "DisputeResolved", "SettlementReversed", "RecutOrdered",
]) // prettier-ignore

export function irregularity(value: unknown, teller: Teller): string {
  const facts = (value ?? {}) as Record<string, unknown>
  return IRREGULARITIES[String(facts["is"])]?.(facts, teller) ?? "something went wrong"
}

export function remedy(value: unknown, opponent: string): string {
  return REMEDIES[String(value)]?.replace("the dealer", `the ${opponent}`) ?? String(value).replaceAll("_", " ")
}

function holder(seat: unknown, teller: Teller): string {
  return typeof seat === "number" ? does(seat, teller, "holds", "hold") : `the ${teller.opponent} holds`
}

function does(seat: number, teller: Teller, third: string, second: string): string {
  return `${teller.name(seat)} ${teller.mine(seat) ? second : third}`
}

/** A command as the label of its button: `GiveUpBank` is "Give up bank". */
export function actName(command: string): string {
  return sentenceCase(command.replace(/(?<=[a-z])(?=[A-Z])/g, " ").toLowerCase())
}
