/** Every text of the guided hand; the steps and the reasons are worked out from what the house sends. */
import { money } from "../lib/money"
import type { Line } from "../lib/protocol"
import type { Facts, StepName } from "./steps"

export const OFFER = {
  title: "New to the game?",
  says: "Play one hand together with a guide. It takes two minutes, with play chips.",
  yes: "Show me",
  no: "No, thanks",
}
export const CHROME = {
  name: "Guided hand",
  skip: "Skip the guide",
  smaller: "Make the guide smaller",
  larger: "Show the guide",
  finish: "Finish",
  rankings: "What beats what",
  strategy: "Best strategy",
  skipped: "The guide is closed. You find it again in the help.",
  lobby: "Never played? Play a guided hand",
}

export interface Text {
  title: string
  says: string[]
}

/** `4× or 3×`. */
const times = (multiples: number[]): string => multiples.map((each) => `${each}×`).join(" or ")
/** `a pair`, of the listing's `One Pair`. */
const hand = (name: string): string => (/pair/i.test(name) && !/two/i.test(name) ? "a pair" : name.toLowerCase())
/** `Pair of Kings` reads `a pair of Kings` in a sentence, and `Flush, Jack high` `a flush, Jack high`. */
const held = (makes: string): string => makes.replace(/^(Pair|Straight Flush|Straight|Flush|Full House|Royal Flush)/, (kind) => `a ${kind.toLowerCase()}`)

/** The title and the sentences of a step. */
export function textOf(step: StepName, facts: Facts): Text {
  const { symbol, opponent } = facts
  const ante = money(facts.ante, symbol)
  const now = facts.makes ? `You have ${held(facts.makes)}${step === "river" ? "" : " so far"}. ` : ""
  switch (step) {
    case "seat":
      return { title: "Take a seat", says: ["Press “Take a seat” below. The house gives you play chips; nothing here costs money."] }
    case "closed":
      return { title: "This table is not taking wagers now", says: ["Choose another table in the lobby; the guide comes along."] }
    case "bank":
      return {
        title: "Who banks?",
        says: ["At this table the players take turns to be the bank. For a first hand pass the button on, or choose a table that the house banks."],
      }
    case "ante":
      return {
        title: "Make your first bet",
        says: [
          `You play against the ${opponent} alone: the better poker hand of five cards wins.`,
          `Press the Ante spot to put a chip on it. The Blind beside it takes the same amount; the two always go together. Leave the other spots empty today.`,
        ],
      }
    case "deal":
      return {
        title: "Now the cards",
        says: [`${ante} is on the ante and ${ante} on the blind. The third spot, Play, is for later: you fill it when you like your cards.`, "Press Deal."],
      }
    case "ready":
      return { title: "Waiting for the others", says: ["The cards come when everyone at the table is ready, or when the time is up."] }
    case "dealing":
      return { title: "The cards are dealt", says: [`You get two cards, and so does the ${opponent}, face down. Five more come later, for both of you.`] }
    case "others":
      return { title: "Others are deciding", says: ["Each player plays against the house, not against you. You are next."] }
    case "preflop":
      return {
        title: "First moment: bet big, or look",
        says: [
          `${now}Like your two cards? Play ${times(facts.plays)} your ante now: the earlier, the more you may bet. You bet on Play only once in a hand.`,
          "A pair, an ace, or two high cards are worth it. Otherwise check: that is free, and you see three more cards.",
        ],
      }
    case "flop":
      return {
        title: "Second moment: three shared cards",
        says: [
          `${now}These three cards count for you and for the ${opponent}. You may now play ${times(facts.plays)} your ante, or check again.`,
          "A pair made with one of your own cards, or anything better, is worth it.",
        ],
      }
    case "river":
      return {
        title: "Last moment: play or fold",
        says: [
          `${now}All five shared cards are out. Play ${times(facts.plays)} your ante to compare hands, or fold and lose the ante and the blind.`,
          "Play with a pair made with one of your own cards, or better. With less, play if your other card is high.",
        ],
      }
    case "checked":
      return { title: "You checked", says: ["More shared cards are coming. Then it is your turn again."] }
    case "played":
      return {
        title: `You played ${facts.multiple ?? ""}×`,
        says: [
          `${money((facts.multiple ?? 0) * facts.ante, symbol)} is on Play, and you have nothing more to decide. When all five shared cards are out, the ${opponent} shows.`,
        ],
      }
    case "folded":
      return {
        title: "You folded",
        says: ["Your ante and blind are lost, and nothing else. The dealer finishes the round."].map((each) => each.replace("dealer", opponent)),
      }
    case "result":
      return { title: resultTitle(facts), says: facts.ended ? [facts.ended.result, ...facts.ended.lines.map((line) => why(line, facts))].filter(Boolean) : [] }
  }
}

function resultTitle(facts: Facts): string {
  const net = facts.ended?.net ?? 0
  const sum = money(Math.abs(net), facts.symbol)
  return net > 0 ? `You win ${sum}: here is why` : net < 0 ? `You lose ${sum}: here is why` : "You are even: here is why"
}

/** Why a wager won, lost or came back, in a sentence. */
export function why(line: Line, facts: Facts): string {
  const { opponent, ended } = facts
  const name = facts.nameOf(line.wager)
  const amount = money(Math.abs(line.net), facts.symbol)
  const begin = line.net > 0 ? `${name} wins ${amount}` : line.net < 0 ? `${name} loses ${amount}` : `${name} comes back`
  const tied = ended?.lines.some((each) => each.wager === "play" && each.outcome === "push") ?? false
  if (line.outcome === "void" || line.outcome === "uncovered") return `${begin}: ${line.how}.`
  if (ended?.folded && line.net < 0 && line.wager !== "trips") return `${begin}: you folded.`
  switch (line.wager) {
    case "ante":
      if (line.outcome === "win") return `${begin}: your hand is better, and the ${opponent} has ${hand(facts.qualifies)} or better.`
      if (line.outcome === "lose") return `${begin}: the ${opponent}’s hand is better.`
      return ended?.qualifies === false
        ? `${begin}: the ${opponent} has less than ${hand(facts.qualifies)}. Then the ante is returned, whichever hand is better.`
        : `${begin}: both hands are equal.`
    case "blind":
      if (line.outcome === "win") return `${begin}: you won with a hand that the blind pays ${line.odds}.`
      if (line.outcome === "lose") return `${begin}: the ${opponent}’s hand is better.`
      return tied ? `${begin}: both hands are equal.` : `${begin}: you won, but the blind pays only from a ${facts.blindFrom.toLowerCase()} up.`
    case "play":
      if (line.outcome === "win") return `${begin}: your hand is better. Play pays the same as you bet.`
      return line.outcome === "lose" ? `${begin}: the ${opponent}’s hand is better.` : `${begin}: both hands are equal.`
    case "trips":
      if (line.outcome === "win") return `${begin}: it pays ${line.odds} for your hand, whether or not you beat the ${opponent}.`
      return `${begin}: it pays only from ${facts.tripsFrom.toLowerCase()} up.`
    default:
      return `${begin}: ${line.how}.`
  }
}

/** What is said once the hand is over. */
export const AFTERWARDS = "That is the whole game: two bets before the cards, and one moment of three to add Play. The next hand is yours."

/** `Step 3 of 6`. */
export const stepWords = (at: number, of: number): string => `Step ${at} of ${of}`
