/** Announcements of a round for screen readers: the cards, whose turn it is, what others decide, the result wager by wager. */
import { cardsWords } from "../lib/cards"
import { money } from "../lib/money"
import type { EventView, Offers, SeatDocument, TableDocument } from "../lib/protocol"
import { envyOf } from "./view"
import type { TableSession } from "./session.svelte"
import { TROUBLE } from "./words"

const EVERYONES: ReadonlySet<string> = new Set([
  "SeatTaken", "SeatLeft", "BankTaken", "BankGivenUp", "NoMoreBetsAnnounced", "FlopShown", "TurnAndRiverShown",
  "DealerHandShown", "PlayMade", "Folded", "WagersInvited", "TableClosed",
]) // prettier-ignore
const OWN: ReadonlySet<string> = new Set([
  "ChipsBought",
  "WagerPlaced",
  "WagerTakenBack",
  "Checked",
  "WagerCollected",
  "EntryFeeTaken",
  "BankSettled",
  "WinningsCut",
])

/** Whether the sentence of this event is said aloud. */
export function isHeard(event: EventView, own: boolean): boolean {
  return EVERYONES.has(event.is) || TROUBLE.has(event.is) || (own && OWN.has(event.is))
}

/** The reader's cards, hand by hand. */
export function cardsHeard(session: TableSession): string[] {
  const dealt = session.mine.filter((seat) => at(session, seat)?.cards.length)
  return dealt.map((seat) => `Your cards${dealt.length > 1 ? ` at seat ${seat}` : ""}: ${cardsWords(at(session, seat)?.cards ?? [])}`)
}

/** The question to the reader, and what happens if they do not answer. */
export function turnHeard(session: TableSession): string {
  const { place, symbol, clock } = session
  const offers = place?.offers
  if (!place || !offers) return ""
  const ante = place.wagers["ante"] ?? 0
  const may = offers.plays.map((multiple) => `play ${multiple}×, ${money(multiple * ante, symbol)}`)
  if (offers.check) may.push("check")
  if (offers.fold) may.push("fold")
  const many = session.mine.length > 1 ? ` at seat ${session.seat}` : ""
  const time =
    clock?.what === "decision" ? `. ${Math.round(clock.left)} seconds, then you ${thenWords(clock.then)}${clock.more ? ". You can ask for more time" : ""}` : ""
  const short = offers.short ? `. ${offers.short}` : ""
  return `Your turn${many}: ${may.join(", or ")}${short}${time}`
}

/** `play or check`: the reader's possible answers. */
export function askedWords(offers: Offers | null): string {
  const may = [offers?.plays.length ? "play" : "", offers?.check ? "check" : "", offers?.fold ? "fold" : ""].filter(Boolean)
  return may.join(" or ") || "one moment"
}

/** `seat 3 checks`, addressed to the player of that seat. */
export function thenWords(then: string): string {
  return then
    .replace(/^seat \d+ /, "")
    .replace(/^checks/, "check")
    .replace(/^folds/, "fold")
}

/** What happens when the running clock expires, and in how many seconds. */
export function clockWords(session: TableSession, left: number): string {
  const clock = session.clock
  if (!clock) return ""
  if (clock.what === "wagers") return `No more bets in ${left} s`
  if (clock.what === "bank")
    return `${clock.seat !== null && session.mine.includes(clock.seat) ? "Take the bank, or the button passes on" : "The button passes on"} in ${left} s`
  if (clock.what === "next_round") return `Next round in ${left} s`
  if (session.myTurn) return `${left} s, then you ${thenWords(clock.then)}`
  return `${left} s, then ${clock.then.replace(/^seat \d+ /, "")}`
}

/** The result of the round: wager by wager for the reader, the dealer's hand for a watcher. */
export function resultHeard(session: TableSession, view: TableDocument): string[] {
  const says: string[] = []
  const settled = session.mine.filter((seat) => at(session, seat)?.lines.length)
  if (settled.length) says.push(outcome(session))
  for (const seat of settled) {
    const held = at(session, seat)
    if (!held) continue
    const whose = settled.length > 1 ? `Seat ${seat}` : "Your hand"
    if (held.result || held.hand) says.push(`${whose}: ${held.result || held.hand}`)
    says.push(...held.lines.map((line) => `${session.wagerName(line.wager)} ${lineHeard(line, session.symbol)}`))
    const envy = envyOf(session.envies, seat)
    if (envy) says.push(`Envy ${money(envy, session.symbol)}`)
  }
  if (view.dealer_hand && !settled.some((seat) => at(session, seat)?.result)) says.push(`The ${session.words.opponent} has ${view.dealer_hand}`)
  return says
}

/** The reader's net of the round, in one sentence. */
export function outcome(session: TableSession): string {
  const net = session.came
  const lines = session.held.flatMap((held) => held.lines)
  if (lines.length && lines.every((line) => line.outcome === "void")) return "Void: your stakes are returned"
  const sum = money(Math.abs(net), session.symbol)
  const folded = session.held.every((held) => held.decision !== null && held.decision.multiple === null)
  return net > 0 ? `You win ${sum}` : net < 0 ? `You lose ${sum}${folded ? " because you folded" : ""}` : "You are even"
}

function lineHeard(line: SeatDocument["lines"][number], symbol: string): string {
  if (line.award?.state === "waits") return `award pending, ${money(line.award.cents, symbol)}`
  if (line.outcome === "void") return "comes back"
  if (line.outcome === "uncovered") return line.how
  if (line.net === 0) return "pushes"
  return `${line.net > 0 ? "wins" : "loses"} ${money(Math.abs(line.net), symbol)}`
}

function at(session: TableSession, seat: number): SeatDocument | undefined {
  return session.view?.seats[String(seat)]
}
