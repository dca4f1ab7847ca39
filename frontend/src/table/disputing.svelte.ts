/** A disputed settled round: frozen until the floor has ruled, followed by the finding. */
import type { TableDocument, EventView } from "../lib/protocol"
import { money } from "../lib/money"
import { sentenceCase } from "./words"

export interface Ruling {
  finding: "upheld" | "dismissed" | "corrected" | "referred"
  reason: string
  clause: string
  /** The amount that the players gained, or gave back, by it. */
  players: number
  /** The dispute's number, and the regulator to whom its player may appeal. */
  dispute: number
  regulator: string
}

const FOUND: Record<Ruling["finding"], string> = {
  upheld: "The floor has looked at the cards: the settlement stands.",
  dismissed: "The floor has looked at the cards: the settlement stands, and there was no reason to stop the table.",
  corrected: "The floor has corrected the settlement.",
  referred: "The floor has referred the dispute; the table goes on.",
}

/** Objections that can be sent with one press. */
export const SAYINGS = ["My hand was read wrong.", "The other hand was read wrong.", "A wager was paid wrong.", "A wager of mine was left out."] as const
export const SAYS_MAX = 300

/** A line of a settlement that the floor has reversed. */
export interface Reversed {
  seat: number
  wager: string
  net: number
}

export class Disputing {
  /** Reversed lines, until the corrected settlement is counted. */
  reversed: Reversed[] = []
  /** The seat for which the reader is writing an objection. */
  asking = $state<number | null>(null)
  /** The seat that disputes; null if the floor reviews the round. */
  by = $state<number | null>(null)
  /** Whether the dispute is recorded and the table continues. */
  waits = $state(false)
  /** The regulator to whom the dispute was taken. */
  appealed = $state("")
  ruling = $state.raw<Ruling | null>(null)

  /** Whether the round is frozen now. */
  static frozen(view: TableDocument | null): boolean {
    return view?.due === "ResolveDispute"
  }
  /** Whether a seat of the reader's has a settled round and no pending dispute of theirs about it (R66). */
  static open(view: TableDocument | null, seat: number): boolean {
    if (!view?.seats[String(seat)]?.lines.length || (view.phase !== "settled" && view.phase !== "wagers")) return false
    const found = new Set(view.trouble.map((event) => (event.is === "DisputeResolved" ? event.dispute : null)))
    return !view.trouble.some((event) => event.is === "RoundDisputed" && !found.has(event.dispute) && view.seats[String(event.seat)]?.mine)
  }

  /** Restore a dispute that was raised before the page was loaded. */
  recall(view: TableDocument): void {
    if (view.phase === "settled" || view.phase === "wagers") view.trouble.forEach((event) => this.follow(event))
  }
  follow(event: EventView): void {
    if (event.is === "SettlementReversed") {
      const { wager, stake, returned, won } = event.settled
      this.reversed.push({ seat: event.seat, wager, net: wager === "match_play" ? won : won + returned - stake })
    }
    if ((event.is === "RoundDisputed" || event.is === "RoundReviewed") && !event.late) {
      this.by = event.is === "RoundDisputed" ? event.seat : null
      this.waits = !event.freezes
      this.ruling = null
      this.appealed = ""
    } else if (event.is === "DisputeAppealed") {
      this.appealed = event.regulator
    } else if (event.is === "DisputeResolved") {
      this.ruling = {
        finding: event.finding,
        reason: sentenceCase(event.reason),
        clause: event.clause,
        players: event.players,
        dispute: event.dispute,
        regulator: event.regulator,
      }
    } else if (event.is === "NoMoreBetsAnnounced") {
      this.by = null
      this.ruling = null
      this.waits = false
      this.appealed = ""
    }
  }
  found(symbol: string): string {
    const ruling = this.ruling
    if (!ruling) return ""
    const moved =
      ruling.finding === "corrected" && ruling.players
        ? ` ${money(Math.abs(ruling.players), symbol)} ${ruling.players > 0 ? "goes to the players" : "comes back from the players"}.`
        : ""
    return `${FOUND[ruling.finding]}${moved}`
  }
}
