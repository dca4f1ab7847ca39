/** The session's tally: buy-ins, results by wager, and their expectation. */
import type { SeatDocument, TableDocument } from "../lib/protocol"
import type { Edges } from "../rules/book"
import { store, stored } from "./kept"

interface Counted {
  bought: number
  hands: number
  since: number
  lines: Record<string, { staked: number; net: number }>
  /** The wagers before the deal and their squares, for the expectation. */
  stakes: Record<string, { sum: number; squares: number }>
}
/** The total of a settlement over the reader's hands. */
export interface Came {
  hands: number
  ante: number
  /** The pay of the progressive as the pay table states it, if it was at least ten times the stake; else empty. */
  award: string
}

export class Tally implements Counted {
  bought = $state(0)
  hands = $state(0)
  since = $state(Date.now())
  lines = $state<Counted["lines"]>({})
  /** The result so far of the progressive wagers of the last round. */
  private awarded = 0
  stakes = $state<Counted["stakes"]>({})

  constructor(private readonly table: string) {}

  private get key(): string {
    return `uth.tally.${this.table}`
  }
  private take(counted: Counted): void {
    Object.assign(this, counted)
  }
  keep(): void {
    const { bought, hands, since, lines, stakes } = this
    store(this.key, { bought, hands, since, lines, stakes } satisfies Counted)
  }
  begin(): void {
    this.take({ bought: 0, hands: 0, since: Date.now(), lines: {}, stakes: {} })
    this.keep()
  }
  /** Continue the tally of this browser; `worth` is the buy-in of a player who has none yet. */
  recall(worth: number): void {
    const kept = stored<Counted>(this.key)
    if (kept?.lines) this.take({ bought: kept.bought, hands: kept.hands, since: kept.since, lines: kept.lines, stakes: kept.stakes ?? {} })
    else this.bought = worth
  }
  buy(cents: number): void {
    this.bought += cents
    this.keep()
  }

  /** Count a settled round, and return its totals. */
  settle(mine: SeatDocument[], view: TableDocument): Came {
    const came: Came = { hands: 0, ante: 0, award: "" }
    this.awarded = 0
    for (const held of mine.filter((each) => each.lines.length)) {
      came.hands += 1
      came.ante += held.wagers["ante"] ?? 0
      for (const line of held.lines) {
        if (line.wager === "progressive" && line.outcome === "win" && line.won >= 10 * line.stake) came.award = `Progressive ${line.odds}`
        const sum = (this.lines[line.wager] ??= { staked: 0, net: 0 })
        sum.staked += line.stake
        sum.net += line.net
        if (line.wager === "progressive") this.awarded += line.net
        this.expect(line.wager, line.stake, view)
      }
    }
    this.hands += came.hands
    if (came.hands) this.keep()
    return came
  }
  /** Count the changes by awards since the round was settled. */
  followAwards(mine: SeatDocument[]): void {
    const lines = mine.flatMap((held) => held.lines.filter((line) => line.wager === "progressive"))
    const now = lines.reduce((sum, line) => sum + line.net, 0)
    if (lines.length && now !== this.awarded) this.correct("progressive", now - this.awarded)
    this.awarded = lines.length ? now : this.awarded
  }
  /** Count the difference of a wager that was settled again, but not the hand. */
  correct(wager: string, difference: number): void {
    const sum = (this.lines[wager] ??= { staked: 0, net: 0 })
    sum.net += difference
    this.keep()
  }

  private expect(wager: string, stake: number, view: TableDocument): void {
    const hands = Object.values(view.seats).filter((each) => each.lines.length).length + 1
    const key = { ante: "main", trips: "trips", progressive: "progressive", cover_all: `cover_all:${hands}` }[wager]
    if (!key) return
    const sum = (this.stakes[key] ??= { sum: 0, squares: 0 })
    sum.sum += stake
    sum.squares += stake * stake
  }
}

/** Wagers with a known expectation: blind and play belong to the ante, a coupon costs nothing, a fee is lost. */
const RECKONED = new Set(["ante", "blind", "play", "trips", "progressive", "cover_all", "match_play", "entry_fee"])

/** The expectation of the wagers, its band of one standard deviation, and the wagers of unknown edge. */
export function expectedOf({ lines, stakes }: Pick<Counted, "lines" | "stakes">, edges: Edges): { mean: number; band: number; unknown: string[] } {
  let mean = -(lines["entry_fee"]?.staked ?? 0)
  let variance = 0
  const unknown = new Set(Object.keys(lines).filter((wager) => !RECKONED.has(wager)))
  for (const [key, { sum, squares }] of Object.entries(stakes)) {
    const [wager = "", hands = ""] = key.split(":")
    const edge = wager === "cover_all" ? edges.cover_all?.[hands] : edges[wager as "main" | "trips" | "progressive"]
    if (!edge?.house_edge) {
      unknown.add(wager === "main" ? "ante" : wager)
      continue
    }
    mean -= sum * edge.house_edge.value
    variance += squares * (edge.standard_deviation ?? 0) ** 2
  }
  return { mean: Math.round(mean), band: Math.round(Math.sqrt(variance)), unknown: [...unknown] }
}
