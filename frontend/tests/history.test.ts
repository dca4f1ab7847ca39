import { describe, expect, test } from "vitest"
import { glanceOf, perHour } from "../src/history/glance"
import { me } from "../src/lib/me.svelte"
import { houseMoment } from "../src/lib/time"
import { asked, handWords, isFiltered, queryOf, wantedOf } from "../src/history/wanted"
import type { ListedRound, ListedSeat } from "../src/lib/history"
import type { Edges } from "../src/rules/book"

const mine = (seat: ListedSeat): boolean => seat.mine
const edges = { one: { counting: false, main: { house_edge: { fraction: "1/50", value: 0.02 }, standard_deviation: 5, says: "" } } } satisfies Record<
  string,
  Edges
>

function round(position: number, minute: number, net: number, wagers: Record<string, [stake: number, net: number]>): ListedRound {
  const lines = Object.entries(wagers).map(([wager, [stake, each]]) => ({ wager, stake, net: each }))
  const seat = { seat: 1, name: "Ann", mine: true, net, wagers: Object.keys(wagers), hand: null, folded: false, cards: [], lines }
  const at = new Date(Date.UTC(2026, 0, 1, 20, minute)).toISOString()
  return { table: "one", round: position, at, position, net, seats: [seat, { ...seat, seat: 2, mine: false, net: 9_999 }] }
}

describe("a session at a glance", () => {
  const rounds = [round(2, 2, -2_000, { ante: [1_000, -1_000], blind: [1_000, -1_000] }), round(1, 0, 1_000, { ante: [1_000, 1_000], blind: [1_000, 0] })]

  test("sums the reader's own hands, the oldest first", () => {
    const glance = glanceOf(rounds, mine, edges)
    expect(glance).toMatchObject({ rounds: 2, hands: 2, net: -1_000, won: 1, staked: 4_000, known: true, without: [] })
    expect(glance.points.map((point) => point.net)).toEqual([0, 1_000, -1_000])
    expect(glance.shares).toEqual([
      { wager: "ante", staked: 2_000, net: 0 },
      { wager: "blind", staked: 2_000, net: -1_000 },
    ])
  })
  test("expects the edge of the ante and widens the band with the root of the hands", () => {
    const { points } = glanceOf(rounds, mine, edges)
    expect(points.map((point) => point.expected)).toEqual([0, -20, -40])
    expect(points[2]?.band).toBeCloseTo(1.96 * 5_000 * Math.SQRT2)
  })
  test("names the wagers whose numbers are not known", () => {
    const glance = glanceOf([round(1, 0, 500, { ante: [500, 0], trips: [500, 500] })], mine, edges)
    expect(glance).toMatchObject({ known: false, without: ["trips"] })
  })
  test("shows what no line accounts for as something else", () => {
    expect(glanceOf([round(1, 0, 700, { ante: [500, 500] })], mine, edges).shares).toContainEqual({ wager: "other", staked: 0, net: 200 })
  })
  test("leaves a pause out of the time at the table", () => {
    const late = round(3, 32, 0, { ante: [1_000, 0] })
    expect(glanceOf([...rounds, late], mine, edges).time).toBe(2 * 60_000)
    expect(perHour(glanceOf(rounds, mine, edges))).toBe(30)
    expect(perHour(glanceOf([late], mine, edges))).toBeNull()
  })
})

describe("the rounds that are asked for", () => {
  test("are read from the address and written back to it", () => {
    const query = "table=one&hand=full_house&wager=trips&wager=ante&win=12.5"
    expect([...new URLSearchParams(queryOf(wantedOf(query)))].sort()).toEqual([...new URLSearchParams(query)].sort())
  })
  test("have no filter where nothing but space is given", () => {
    expect(isFiltered(wantedOf("player=%20"))).toBe(false)
    expect(isFiltered(wantedOf("wager=ante"))).toBe(true)
  })
  test("are asked of the house with the least win in cents", () => {
    expect(String(asked(wantedOf("win=12.5")))).toBe("win_min=1250")
    expect(String(asked(wantedOf("win=much")))).toBe("")
  })
  test("are asked of the house by its own days", () => {
    me.timezone = "America/Chicago"
    expect([...asked(wantedOf("since=2026-11-18&until=2026-11-18")).values()]).toEqual(["2026-11-18T06:00:00.000Z", "2026-11-19T06:00:00.000Z"])
    expect(houseMoment("2026-11-19T01:05:09Z")).toBe("18 Nov 2026, 19:05 CST")
    expect(houseMoment("2026-11-19T01:05:09Z", true)).toBe("18 Nov 2026, 19:05:09 CST")
    me.timezone = "UTC"
  })
  test("name a hand", () => {
    expect(handWords("two_pair")).toBe("Two pair")
  })
})
