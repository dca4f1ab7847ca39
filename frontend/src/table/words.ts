/** What happened at the table, in words: one sentence for each event, as a dealer would say it. */
import { cardsWords } from "../lib/cards"
import { money } from "../lib/money"
import type { Told } from "../lib/protocol"

export interface Teller {
  symbol: string
  /** `Ann`, or `You` for one's own seat. */
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

/** What the shuffler's screen shows for Cover All; a log from before it showed them has no pays. */
function coverAllPays(hands: unknown, pays: unknown): string {
  const shown = Object.entries((pays ?? {}) as Record<string, string>).map(([hand, odds]) => `${hand.replaceAll("_", " ")} ${odds}`)
  return `Cover All pays for ${hands} hands${shown.length ? `: ${shown.join(", ")}` : ""}`
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
  DealerCardExposed: () => "a card of the dealer's was seen",
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

const PILES: Record<string, string> = {
  burn: "the burned cards go",
  face_up: "the card found face up goes",
  stub: "the stub goes",
  dealer: "the dealer's cards go",
  community: "the community cards go",
}

const FINDINGS: Record<string, string> = {
  upheld: "the settlement stands",
  corrected: "the settlement is corrected",
  referred: "it goes to the regulator",
}

/** What kind of thing it is: the log marks money, trouble and the plain course of a round apart. */
export type Tone = "step" | "act" | "money" | "trouble" | "award"

export interface Sentence {
  says: string
  tone: Tone
}

/** Return the event as a sentence, or null for one that only adds to another. */
export function sentence(event: Told, teller: Teller): Sentence | null {
  const said = plain(event, teller)
  if (said === null) return null
  return { says: sentenceCase(said), tone: tone(event.is) }
}

export function sentenceCase(says: string): string {
  return says.charAt(0).toUpperCase() + says.slice(1)
}

/** What a seat is called; a bot is marked by its sign, not by its name. */
export function called(name: string): string {
  return name.replace(/^bot:/, "")
}

const OUTCOMES: Record<string, string> = { win: "wins", lose: "loses", push: "pushes" }

function tone(name: string): Tone {
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

export function remedy(value: unknown): string {
  return REMEDIES[String(value)] ?? String(value).replaceAll("_", " ")
}

/** The community cards that make the dealer's hand, where the event names them. */
function beside(event: Told): string {
  const own = faces(event)
  const shared = ((event["five"] ?? []) as string[]).filter((face) => !own.includes(face))
  return shared.length ? ` with ${cardsWords(shared)} of the board,` : ""
}

/** A hand that was counted as it was collected, where the count is not two. */
function wrongCount(event: Told, teller: Teller): string | null {
  const counted = event["counted"]
  if (typeof counted !== "number" || counted === 2) return null
  return `${whose(Number(event["seat"]), teller)} cards are counted: ${counted}, not two`
}

function holder(seat: unknown, teller: Teller): string {
  return typeof seat === "number" ? does(seat, teller, "holds", "hold") : "the dealer holds"
}

function does(seat: number, teller: Teller, third: string, second: string): string {
  return `${teller.name(seat)} ${teller.mine(seat) ? second : third}`
}

function whose(seat: number, teller: Teller): string {
  return teller.mine(seat) ? "your" : `${teller.name(seat)}’s`
}

function plain(event: Told, teller: Teller): string | null {
  const seat = Number(event["seat"])
  const cents = Number(event["cents"])
  const sum = (): string => money(cents, teller.symbol)
  const verb = (third: string, second: string): string => does(seat, teller, third, second)
  const deck = `the ${String(event["back"] ?? "")} deck`
  switch (event.is) {
    case "SeatTaken":
      return `${verb("sits", "sit")} down at seat ${seat}`
    case "SeatLeft":
      return `${verb("gets", "get")} up from seat ${seat}`
    case "ChipsBought":
      return `${verb("buys", "buy")} ${sum()} in chips`
    case "WagerPlaced":
      return event["wager"] === "blind" ? null : `${verb("wagers", "wager")} ${sum()} on ${wager(event)}`
    case "WagerTakenBack":
      if (event["reason"]) return `${whose(seat, teller)} ${wager(event)} wager goes back: ${String(event["reason"])}`
      return event["wager"] === "blind" ? null : `${verb("takes", "take")} ${wager(event)} back`
    case "BankTaken":
      return `${verb("banks", "bank")} the round with ${sum()}`
    case "BankGivenUp":
      return `${verb("gives", "give")} up the bank`
    case "BankDeclined":
      return `${verb("lets", "let")} the button go by`
    case "NoMoreBetsAnnounced":
      return "no more bets"
    case "GameStarted":
      return "the game starts: no wager changes from here on"
    case "EntryFeeTaken":
      return `${verb("pays", "pay")} an entry fee of ${sum()}`
    case "HoleDealt":
      return `${count(event)} to ${teller.mine(seat) ? "you" : teller.name(seat)}`
    case "DealerDealt":
      return `${count(event)} to the dealer`
    case "CommunityDealt":
      return `${count(event)} to the middle`
    case "CardBurned":
      return "the dealer burns a card"
    case "StreetOpened":
      return event["street"] === "preflop" ? "the dealer asks for play wagers" : `the dealer asks, after the ${event["street"]}`
    case "Checked":
      return verb("checks", "check")
    case "PlayMade":
      return `${verb("plays", "play")} ${event["multiple"]}×, ${sum()}`
    case "Folded":
      return verb("folds", "fold")
    case "WagerCollected":
      return `${whose(seat, teller)} ${wager(event)}, ${sum()}, is collected`
    case "CardsTucked":
      return `${whose(seat, teller)} cards lie under the ${WAGERS[String(event["under"])] ?? String(event["under"])} wager`
    case "HandShown":
      return event["outcome"] ? `${whose(seat, teller)} hand ${OUTCOMES[String(event["outcome"])]}` : null
    case "FlopShown":
      return `flop: ${cardsWords(faces(event))}`
    case "TurnAndRiverShown":
      return `turn and river: ${cardsWords(faces(event).slice(-2))}`
    case "DealerHandShown":
      return `the dealer shows ${cardsWords(faces(event))}${beside(event)} and ${event["qualifies"] ? "qualifies" : "does not qualify"}`
    case "EnvyPaid":
      return `${verb("gets", "get")} ${sum()} envy for ${whose(Number(event["from_seat"]), teller)} hand`
    case "AwardOwed":
      return `${verb("wins", "win")} an award of ${money(Number((event["settled"] as { won?: number } | undefined)?.won ?? 0), teller.symbol)}: it waits for a supervisor`
    case "AwardChanged":
      return `${whose(seat, teller)} award is ${money(Number(event["to"]), teller.symbol)}, not ${sum()}`
    case "AwardBrought":
      return `${verb("gets", "get")} the award of ${sum()}${event["means"] === "check" ? " by check" : ""}`
    case "AwardDenied":
    case "AwardTakenBack":
      return `${whose(seat, teller)} award of ${sum()} is rejected by ${event["by"]}: ${event["reason"]}`
    case "EnvyOwed":
      return `${sum()} envy for ${whose(Number(event["from_seat"]), teller)} hand waits with the award`
    case "EnvyDenied":
    case "EnvyTakenBack":
      return `no envy for ${whose(Number(event["from_seat"]), teller)} hand: ${event["reason"]}`
    case "MeterPaid":
      return `the ${event["meter"]} meter pays ${sum()}`
    case "WinningsCut":
      return `the table's limit keeps ${sum()} of what ${wager(event)} was owed`
    case "BankSettled":
      return `${verb("gets", "get")} the bank back: ${money(Number(event["net"]), teller.symbol, true)}`
    case "RoundSettled":
      return "every wager is settled"
    case "CardsCollected":
      return "the cards are collected"
    case "DeckReceived":
      return `${deck} arrives`
    case "DeckInspected":
      return `${deck} is inspected`
    case "DeckVerified":
      return `${deck} is verified`
    case "DeckSpread":
      return `${deck} is spread face up`
    case "DeckLookedOver":
      return `${verb("looks", "look")} ${deck} over`
    case "DeckWashed":
      return `${deck} is washed`
    case "DeckStacked":
      return `${deck} is stacked`
    case "CoverAllModeSet":
      return "the shuffler is set to Cover All"
    case "TableOpened":
      return "the table is open"
    case "WagersInvited":
      return "place your wagers"
    case "TableIdled":
      return "nobody plays; the cards lie spread"
    case "TableClosed":
      return "the table is closed"
    case "ShufflerLoaded":
      return `${deck} goes into the shuffler`
    case "DeckShuffled":
      return `${deck} is shuffled`
    case "DeckCut":
      return `${deck} is cut`
    case "RecutOrdered":
      return `${deck} is to be cut again, orders ${event["by"]}: ${event["reason"]}`
    case "DeckPlaced":
      return `${deck} is in place`
    case "StubCounted":
      return `the stub is counted: ${event["cards"]} cards${event["cards"] === event["expected"] ? ", as it should be" : `, not ${event["expected"]}`}`
    case "CardsPickedUp":
      return event["pile"] === "hand" || event["seat"] !== null
        ? wrongCount(event, teller)
        : `${PILES[String(event["pile"])] ?? "the cards go"} to the discard rack`
    case "HandLeftExposed":
      return `the hand at seat ${seat} stays on the table, face up`
    case "CoverAllPaysShown":
      return coverAllPays(event["hands"], event["pays"])
    case "HandsRebuilt":
      return "the hands are rebuilt from the discard rack"
    case "IrregularityReported":
      return `stop: ${irregularity(event["irregularity"], teller)}`
    case "IrregularityRuled":
      return `the book rules: ${remedies(event)} (${event["clause"]})`
    case "FloorCalled":
      return `the floor is called: ${irregularity(event["irregularity"], teller)} (${event["clause"]})`
    case "FloorRuled":
      return `the floor rules: ${remedy(event["remedy"])}. ${sentenceCase(String(event["reason"]))}`
    case "CardsExposed":
      return `seen by mistake: ${cardsWords(faces(event))}`
    case "CardsFoundFaceUp":
      return `${event["count"]} found face up`
    case "CardsMisdealt":
      return `${holder(event["seat"], teller)} ${event["held"]} cards`
    case "DealPutRight":
      return `${holder(event["seat"], teller)} ${event["held"]} cards, as it should be`
    case "HandVoided":
      return `the hand at seat ${seat} is void (${event["clause"]}); its wagers come back`
    case "RoundVoided":
      return `all hands are void (${event["clause"]}); wagers come back`
    case "ReplacementOrdered":
      return `${event["dealer"] ? "the dealer's cards" : "the community cards"} are to be replaced (${event["clause"]})`
    case "CardsReplaced":
      return "new cards lie in their places"
    case "ReshuffleOrdered":
      return `${deck} is to be shuffled again (${event["clause"]})`
    case "RemovalOrdered":
      return `${deck} is to leave the table (${event["clause"]})`
    case "DeckRemoved":
      return `${deck} leaves the table`
    case "ProgressiveStopped":
      return `no progressive wagers are taken (${event["clause"]})`
    case "ProgressiveRestored":
      return "progressive wagers are taken again"
    case "RoundDisputed":
      return `${verb("disputes", "dispute")} the settlement${event["freezes"] === false ? "; it is recorded for the floor, and the table goes on" : "; the round is frozen until the floor has ruled"}`
    case "RoundReviewed":
      return `the floor reviews the settlement of a round${event["freezes"] ? "; the round is frozen until it has ruled" : ""}`
    case "DisputeAppealed":
      return `${verb("takes", "take")} the dispute to ${event["regulator"]} (${event["clause"]})`
    case "ActedForSeat":
      return `the floor acts for ${teller.mine(seat) ? "you" : teller.name(seat)} (${event["clause"]}). ${sentenceCase(String(event["reason"]))}`
    case "TableSet":
      return `the floor has set the table: ${event["hands_per_player"] === 1 ? "one hand" : `${event["hands_per_player"]} hands`} a player, entry fee ${event["entry_fee"] ? money(Number(event["entry_fee"]), teller.symbol) : "none"} (${event["clause"]})`
    case "PlayerRemoved":
      return teller.mine(seat)
        ? `the floor has removed you (${event["clause"]}). ${sentenceCase(String(event["reason"]))}`
        : `the floor has removed ${teller.name(seat)} (${event["clause"]})`
    case "SettlementReversed":
      return `the settlement at seat ${seat} is taken back; the corrected one follows`
    case "DisputeResolved":
      return `the floor has ruled on the dispute: ${FINDINGS[String(event["finding"])] ?? event["finding"]} (${event["clause"]}). ${sentenceCase(String(event["reason"]))}`
    default:
      return null
  }
}

function wager(event: Told): string {
  return (WAGERS[String(event["wager"])] ?? String(event["wager"])).toLowerCase()
}

function faces(event: Told): (string | null)[] {
  return (event["cards"] as (string | null)[] | undefined) ?? []
}

function count(event: Told): string {
  const cards = faces(event).length
  return cards === 1 ? "a card" : `${NUMBERS[cards] ?? cards} cards`
}

function remedies(event: Told): string {
  return ((event["remedies"] as unknown[] | undefined) ?? []).map(remedy).join("; ")
}

const NUMBERS = ["no", "one", "two", "three", "four", "five"]
