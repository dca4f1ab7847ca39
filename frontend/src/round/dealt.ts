/** The destination of every card of a round, computed from its deck, its way of dealing and the number of deliveries. */
import type { RoundDocument } from "../lib/history"
import type { Book, WayOfDealing } from "../lib/protocol"

export interface Dealt {
  seats: Record<string, string[]>
  dealer: string[]
  community: string[]
  burned: string[]
  stub: string[]
}

/** Commands that move no card from where the way of dealing puts it. */
const PLAIN: ReadonlySet<string> = new Set([
  "AnnounceNoMoreBets", "StartGame", "DealNext", "Check", "MakePlay", "Fold", "ShowFlop", "ShowTurnAndRiver", "ShowDealerHand",
  "SettleRound", "DiscardStub", "CountStub", "ReadMeters", "ReadLink", "RestoreProgressive",
]) // prettier-ignore

/** Whether the cards were dealt without an irregularity that moves cards; such rounds are left to `uth verify`. */
export function isPlain(document: RoundDocument): boolean {
  return document.acts.every((act) => PLAIN.has(String(act.do["is"])))
}

/** Return the way of dealing in force, or null for a table's own book, which is not loaded here, or an unlisted way. */
export function wayOf(document: RoundDocument, books: Book[]): WayOfDealing | null {
  if (document.rules.text !== null) return null
  return books.find((book) => book.name === document.rules.name)?.dealing[document.posted.dealing] ?? null
}

export function dealtFrom(deck: string[], way: WayOfDealing, document: RoundDocument): Dealt {
  const seats = Object.entries(document.seats).filter(([, held]) => Object.keys(held.wagers).length)
  const order = seats.map(([seat]) => seat).sort((one, other) => Number(one) - Number(other))
  const dealt: Dealt = { seats: Object.fromEntries(order.map((seat) => [seat, []])), dealer: [], community: [], burned: [], stub: [] }
  let times = document.acts.filter((act) => act.do["is"] === "DealNext").length
  let at = 0
  for (const [to, cards] of deliveries(way, order, dealt)) {
    if (times-- <= 0) break
    to.push(...deck.slice(at, at + cards))
    at += cards
  }
  dealt.stub = deck.slice(at)
  return dealt
}

function* deliveries(way: WayOfDealing, order: string[], dealt: Dealt): Generator<[string[], number]> {
  for (const step of [...way.opening, ...way.flop, ...way.river]) {
    const [to, count] = step.split(":")
    if (to === "seats") for (const seat of order) yield [dealt.seats[seat]!, Number(count)]
    else if (to === "dealer") yield [dealt.dealer, Number(count)]
    else for (let each = 0; each < Number(count); each++) yield [to === "community" ? dealt.community : dealt.burned, 1]
  }
}
