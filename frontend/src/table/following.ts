/** The effects of an event on the page: log, announcement, tally, celebration. */
import { announce } from "../lib/announce.svelte"
import { money } from "../lib/money"
import type { TableDocument, EventView } from "../lib/protocol"
import { play } from "../lib/sounds"
import { envyOf, lateWords } from "./view"
import { cardsHeard, isHeard, resultHeard } from "./heard"
import type { TableSession } from "./session.svelte"
import { seatOf, sentence, sentenceCase } from "./words"

/** A win of at least this many antes is a large one. */
const BIG_ANTES = 12

export function follow(session: TableSession, event: EventView, view: TableDocument, late: boolean): void {
  const plain = sentence(event)
  const said = plain && late ? lateWords(plain) : plain
  if (said) session.voice.tell(said)
  session.dispute.follow(event)
  const seat = seatOf(event)
  const own = seat !== null && session.teller.mine(seat)
  const returned = event.is === "WagerTakenBack" ? event.clause : null
  if (own && late && said) session.voice.notice(said.says, "R22", "plain")
  else if (own && returned && said) session.voice.notice(said.says.replace(` (${returned})`, ""), returned, "plain")
  else if (said && isHeard(event, own)) announce(said.says)
  switch (event.is) {
    case "HoleDealt":
    case "DealerDealt":
    case "CommunityDealt":
      return play("card")
    case "StreetOpened":
      if (event.street === "preflop") for (const says of cardsHeard(session)) announce(says)
      return
    case "FlopShown":
    case "TurnAndRiverShown":
    case "DealerHandShown":
      return play("flip")
    case "WagerPlaced":
    case "PlayMade":
      return play("chip")
    case "SeatTaken":
      if (own && session.mine.length === 1) session.tally.begin()
      return
    case "SeatLeft":
      session.away = session.away.filter((seat) => seat !== event.seat)
      return
    case "ChipsBought":
      if (own) session.tally.buy(event.cents)
      return
    case "TableSet":
      void session.readPosted()
      if (said) session.voice.notice(said.says, event.clause, "plain")
      return
    case "PlayerRemoved":
      if (own && said) session.voice.notice(said.says, event.clause, "plain")
      return
    case "DisputeResolved":
      return corrected(session, view)
    case "BankSettled":
      if (said && view.banker && view.banker.used === view.banker.wager) {
        session.bankSays = said.says
        announce(said.says)
      }
      return
    case "NoMoreBetsAnnounced":
      session.bankSays = ""
      return
    case "RoundSettled":
      return settled(session, view)
  }
}

/** Show one notice with the meters that were won, by whom, and what the reader gets for other hands. */
export function followAwards(session: TableSession, events: EventView[], view: TableDocument): void {
  const says: string[] = []
  for (const event of events) {
    if (event.is !== "MeterPaid") continue
    const seat = winner(view, event.cents)
    if (seat === null || !session.mine.includes(seat))
      says.push(`${seat === null ? "A seat" : session.nameAt(seat)} wins the ${sentenceCase(event.meter)} progressive: ${money(event.cents, session.symbol)}`)
  }
  for (const event of events) says.push(...awardSaid(session, event))
  if (says.length) session.voice.notice(says.join(". "), null, "award")
  if (events.some((event) => AWARDED.has(event.is))) session.tally.followAwards(session.held)
}

/** Events about awards after a round is settled. */
const AWARDED: ReadonlySet<string> = new Set(["AwardOwed", "AwardChanged", "AwardBrought", "AwardDenied", "AwardTakenBack"])

/** The text for the reader about an award or envy: their own, and other players' payments. */
function awardSaid(session: TableSession, event: EventView): string[] {
  const own = session.mine.includes(seatOf(event) ?? 0)
  const sum = (cents: number): string => money(cents, session.symbol)
  const hand = (seat: number): string => (session.mine.includes(seat) ? "your other hand" : `${session.nameAt(seat)}’s hand`)
  if (event.is === "AwardBrought")
    return [
      `${own ? "You get" : `${session.nameAt(event.seat)} gets`} the progressive award of ${sum(event.cents)}${event.means === "check" ? " by check" : ""}`,
    ]
  if (!own) return []
  switch (event.is) {
    case "AwardDenied":
    case "AwardTakenBack":
      return [`Your award of ${sum(event.cents)} was rejected: ${event.reason}`]
    case "EnvyOwed":
      return [`Envy pending: ${sum(event.cents)} for ${hand(event.from_seat)}, once its award is paid`]
    case "EnvyPaid":
      return [`Envy: you get ${sum(event.cents)} for ${hand(event.from_seat)}`]
    case "EnvyDenied":
    case "EnvyTakenBack":
      return [`No envy for ${hand(event.from_seat)}: its award was rejected`]
  }
  return []
}

/** The seat whose progressive wager won that amount, if there is exactly one. */
function winner(view: TableDocument, cents: number): number | null {
  const won = Object.entries(view.seats).filter(([, held]) => held.lines.some((line) => line.wager === "progressive" && line.won === cents))
  return won.length === 1 ? Number(won[0]?.[0]) : null
}

/** Replace the first results of corrected wagers in the tally. */
function corrected(session: TableSession, view: TableDocument): void {
  for (const { seat, wager, net } of session.dispute.reversed.splice(0)) {
    const line = session.mine.includes(seat) ? view.seats[String(seat)]?.lines.find((each) => each.wager === wager) : undefined
    if (line) session.tally.correct(wager, line.net - net)
  }
}

function settled(session: TableSession, view: TableDocument): void {
  const { hands, ante, award } = session.tally.settle(session.held, view)
  for (const says of resultHeard(session, view)) announce(says)
  if (!hands) return
  const net = session.came
  const envy = session.mine.reduce((sum, seat) => sum + envyOf(session.envies, seat), 0)
  const hand = session.place?.hand ?? ""
  const size = award ? "award" : net >= BIG_ANTES * Math.max(ante, 1) ? "big" : "win"
  if (net > 0) session.voice.celebrate({ size, says: [hand, award, envy ? `Envy ${money(envy, session.symbol)}` : ""].filter(Boolean).join(" · "), net })
}
