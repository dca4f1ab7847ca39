/** A session at a glance: the result of the listed rounds, and their expectation. */
import type { ListedRound, ListedSeat } from "../lib/history"
import type { Edges } from "../rules/book"

export interface Point {
  net: number
  expected: number
  /** The distance from the expectation within which 95 of 100 such sessions end. */
  band: number
}
export interface Share {
  wager: string
  staked: number
  net: number
}
export interface Glance {
  rounds: number
  hands: number
  net: number
  won: number
  staked: number
  /** Milliseconds at the table, without pauses. */
  time: number
  shares: Share[]
  /** The running net after each hand, oldest first, starting with zero. */
  points: Point[]
  /** Whether the exact numbers of all wagers are known; `without` names those that are not. */
  known: boolean
  without: string[]
}

const PAUSE_MS = 10 * 60_000
const BAND = 1.96
const MAIN = new Set(["ante", "blind", "play"])
/** Wagers without an expectation: a coupon costs nothing, a fee is always lost. */
const ELSE = new Set(["match_play", "entry_fee"])

export function glanceOf(rounds: ListedRound[], counts: (seat: ListedSeat) => boolean, edges: Record<string, Edges>): Glance {
  const glance: Glance = {
    rounds: 0,
    hands: 0,
    net: 0,
    won: 0,
    staked: 0,
    time: 0,
    shares: [],
    points: [{ net: 0, expected: 0, band: 0 }],
    known: true,
    without: [],
  }
  const shares = new Map<string, Share>()
  const without = new Set<string>()
  let variance = 0
  let expected = 0
  let last = 0
  for (const round of [...rounds].sort((one, other) => one.position - other.position)) {
    const seats = round.seats.filter(counts)
    if (!seats.length) continue
    glance.rounds += 1
    const at = Date.parse(round.at)
    if (last && at - last < PAUSE_MS) glance.time += at - last
    last = at
    for (const seat of seats) {
      glance.hands += 1
      glance.net += seat.net
      if (seat.net > 0) glance.won += 1
      let deviation = 0
      for (const line of seat.lines) {
        const sum = share(shares, line.wager)
        sum.staked += line.stake
        sum.net += line.net
        if (line.wager !== "match_play") glance.staked += line.stake
        if (MAIN.has(line.wager) && line.wager !== "ante") continue
        const numbers = numbersOf(line.wager, edges[round.table], round.seats.length)
        if (!numbers && !ELSE.has(line.wager)) without.add(line.wager)
        if (line.wager === "entry_fee") expected -= line.stake
        expected -= (numbers?.edge ?? 0) * line.stake
        deviation += (numbers?.deviation ?? 0) * line.stake
      }
      const rest = seat.net - seat.lines.reduce((sum, line) => sum + line.net, 0)
      if (rest) share(shares, "other").net += rest
      // Wagers on one hand at most win and lose together, so the band is too wide rather than too narrow.
      variance += deviation ** 2
      glance.points.push({ net: glance.net, expected, band: BAND * Math.sqrt(variance) })
    }
  }
  glance.shares = [...shares.values()]
  glance.without = [...without]
  glance.known = glance.hands > 0 && without.size === 0
  return glance
}

function share(shares: Map<string, Share>, wager: string): Share {
  const found = shares.get(wager) ?? { wager, staked: 0, net: 0 }
  shares.set(wager, found)
  return found
}

function numbersOf(wager: string, edges: Edges | undefined, seats: number): { edge: number; deviation: number } | null {
  if (!edges) return null
  if (wager === "ante") {
    const edge = edges.main?.house_edge?.value
    return edge === undefined ? null : { edge, deviation: edges.main?.standard_deviation ?? 0 }
  }
  const side = { trips: edges.trips, progressive: edges.progressive, cover_all: edges.cover_all?.[String(seats + 1)] }[wager]
  return side ? { edge: side.house_edge.value, deviation: side.standard_deviation } : null
}

export function perHour(glance: Glance): number | null {
  return glance.time > 60_000 && glance.rounds > 1 ? Math.round(((glance.rounds - 1) * 3_600_000) / glance.time) : null
}
