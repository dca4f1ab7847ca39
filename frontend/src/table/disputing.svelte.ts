/** A settled round that somebody disputes: frozen until the floor has ruled, and then what it found. */
import type { TableDocument, Told } from "../lib/protocol"
import { money } from "../lib/money"
import { sentenceCase } from "./words"

export interface Ruling {
  finding: "upheld" | "corrected" | "referred"
  reason: string
  clause: string
  /** What the players got, or gave back, by it. */
  players: number
}

const FOUND: Record<Ruling["finding"], string> = {
  upheld: "The floor has looked at the cards: the settlement stands.",
  corrected: "The floor has corrected the settlement.",
  referred: "The floor has referred the dispute to the regulator; the table goes on.",
}

/** What can be said with one press. */
export const SAYINGS = [
  "My hand was read wrong.",
  "The dealer’s hand was read wrong.",
  "A wager was paid wrong.",
  "A wager of mine was left out.",
] as const
export const SAYS_MAX = 300

/** A line of a settlement that the floor has taken back. */
export interface Reversed {
  seat: number
  wager: string
  net: number
}

export class Disputing {
  /** What was taken back, until the corrected settlement is counted. */
  reversed: Reversed[] = []
  /** The seat whose reader writes down what is wrong. */
  asking = $state<number | null>(null)
  /** The seat that disputes. */
  by = $state<number | null>(null)
  ruling = $state.raw<Ruling | null>(null)

  /** Whether the round is frozen now. */
  static frozen(view: TableDocument | null): boolean {
    return view?.due === "ResolveDispute"
  }
  /** Whether a seat of the reader's has a settled round whose cards are still there, not frozen, and not disputed by them before (R66). */
  static open(view: TableDocument | null, seat: number): boolean {
    if (!view || Disputing.frozen(view) || !view.seats[String(seat)]?.lines.length) return false
    if (view.trouble.some((event) => event.is === "RoundDisputed" && view.seats[String(event["seat"])]?.mine)) return false
    return view.phase === "settled" || (view.phase === "wagers" && view.racked > 0)
  }

  /** Know of a dispute that was raised before the page was loaded. */
  recall(view: TableDocument): void {
    if (view.phase === "settled" || view.phase === "wagers") view.trouble.forEach((event) => this.follow(event))
  }
  follow(event: Told): void {
    if (event.is === "SettlementReversed") {
      const { wager, stake, returned, won } = event["settled"] as { wager: string; stake: number; returned: number; won: number }
      this.reversed.push({ seat: Number(event["seat"]), wager, net: wager === "match_play" ? won : won + returned - stake })
    }
    if (event.is === "RoundDisputed") {
      this.by = Number(event["seat"])
      this.ruling = null
    } else if (event.is === "DisputeResolved") {
      this.ruling = {
        finding: event["finding"] as Ruling["finding"],
        reason: sentenceCase(String(event["reason"])),
        clause: String(event["clause"]),
        players: Number(event["players"] ?? 0),
      }
    } else if (event.is === "NoMoreBetsAnnounced") {
      this.by = null
      this.ruling = null
    }
  }
  found(symbol: string): string {
    const ruling = this.ruling
    if (!ruling) return ""
    const moved = ruling.finding === "corrected" && ruling.players ? ` ${money(Math.abs(ruling.players), symbol)} ${ruling.players > 0 ? "goes to the players" : "comes back from the players"}.` : ""
    return `${FOUND[ruling.finding]}${moved}`
  }
}
