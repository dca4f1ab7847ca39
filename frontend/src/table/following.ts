/** What an event at the table does to the page: it is told, heard, counted, celebrated. */
import { announce } from "../lib/announce.svelte"
import { money } from "../lib/money"
import type { TableDocument, Told } from "../lib/protocol"
import { play } from "../lib/sounds"
import { lateWords } from "./late"
import { envyOf } from "./envy"
import { cardsHeard, isHeard, resultHeard } from "./heard"
import type { TableSession } from "./session.svelte"
import { sentence, sentenceCase } from "./words"

/** A win of so many antes is a large one. */
const BIG_ANTES = 12

export function follow(session: TableSession, event: Told, view: TableDocument, late: boolean): void {
  const plain = sentence(event, session.teller)
  const said = plain && late ? lateWords(plain) : plain
  if (said) session.voice.tell(said)
  session.dispute.follow(event)
  const own = session.teller.mine(Number(event["seat"]))
  const returned = event.is === "WagerTakenBack" && event["clause"]
  if (own && late && said) session.voice.notice(said.says, "R22", "plain")
  else if (own && returned && said) session.voice.notice(said.says, String(event["clause"]), "plain")
  else if (said && isHeard(event, own)) announce(said.says)
  switch (event.is) {
    case "HoleDealt":
    case "DealerDealt":
    case "CommunityDealt":
      return play("card")
    case "StreetOpened":
      if (event["street"] === "preflop") for (const says of cardsHeard(session)) announce(says)
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
      session.away = session.away.filter((seat) => seat !== event["seat"])
      return
    case "ChipsBought":
      if (own) session.tally.buy(Number(event["cents"]))
      return
    case "TableSet":
      void session.postedAgain()
      if (said) session.voice.notice(said.says, String(event["clause"]), "plain")
      return
    case "PlayerRemoved":
      if (own && said) session.voice.notice(said.says, String(event["clause"]), "plain")
      return
    case "DisputeResolved":
      return corrected(session, view)
    case "BankTaken":
    case "BankSettled":
      if (own) session.banked = event.is === "BankSettled" ? Number(event["net"]) : null
      return
    case "RoundSettled":
      return settled(session, view)
  }
}

/** Say in one notice which meters were won by whom, and what the reader gets for the hands of others. */
export function followAwards(session: TableSession, events: Told[], view: TableDocument): void {
  const says: string[] = []
  for (const event of events) {
    if (event.is !== "MeterPaid") continue
    const seat = winner(view, Number(event["cents"]))
    if (seat === null || !session.mine.includes(seat))
      says.push(
        `${seat === null ? "A seat" : session.nameAt(seat)} wins the ${sentenceCase(String(event["meter"]))} progressive: ${money(Number(event["cents"]), session.symbol)}`,
      )
  }
  for (const event of events) says.push(...awardSaid(session, event))
  if (says.length) session.voice.notice(says.join(". "), null, "award")
  if (events.some((event) => AWARDED.has(event.is))) session.tally.followAwards(session.held)
}

/** What becomes of awards after a round is settled. */
const AWARDED: ReadonlySet<string> = new Set(["AwardOwed", "AwardChanged", "AwardBrought", "AwardDenied", "AwardTakenBack"])

/** What the reader is told of an award or of envy: their own, and who else was paid one. */
function awardSaid(session: TableSession, event: Told): string[] {
  const seat = Number(event["seat"])
  const own = session.mine.includes(seat)
  const sum = money(Number(event["cents"]), session.symbol)
  const from = Number(event["from_seat"])
  const hand = session.mine.includes(from) ? "your other hand" : `${session.nameAt(from)}’s hand`
  switch (event.is) {
    case "AwardBrought":
      return [`${own ? "You get" : `${session.nameAt(seat)} gets`} the progressive award of ${sum}${event["means"] === "check" ? " by check" : ""}`]
    case "AwardDenied":
    case "AwardTakenBack":
      return own ? [`Your award of ${sum} was rejected: ${String(event["reason"])}`] : []
    case "EnvyOwed":
      return own ? [`Envy pending: ${sum} for ${hand}, once its award is paid`] : []
    case "EnvyPaid":
      return own ? [`Envy: you get ${sum} for ${hand}`] : []
    case "EnvyDenied":
    case "EnvyTakenBack":
      return own ? [`No envy for ${hand}: its award was rejected`] : []
  }
  return []
}

/** The seat whose progressive wager won so much, if one alone did. */
function winner(view: TableDocument, cents: number): number | null {
  const won = Object.entries(view.seats).filter(([, held]) => held.lines.some((line) => line.wager === "progressive" && line.won === cents))
  return won.length === 1 ? Number(won[0]?.[0]) : null
}

/** Have the tally hold what each corrected wager came to, and not what it came to first. */
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
