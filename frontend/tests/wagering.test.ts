import { beforeEach, describe, expect, test } from "vitest"
import type { Command, Listing, RefusedFrame, TableDocument } from "../src/lib/protocol"
import { Wagering } from "../src/table/wagering.svelte"

/** A table that takes every wager up to a limit, and the commands it was given. */
class TakingTable {
  readonly name = "one"
  seat: number | null = 1
  mine = [1]
  readonly seating = { busy: false }
  readonly symbol = "$"
  said: string[] = []
  readonly voice = { newest: 0, notice: (says: string): void => void this.said.push(says) }
  listing = { ante: [500, 50_000], trips: [500, 10_000], cover_all: null, progressive_wager: 100 } as unknown as Listing
  sent: string[] = []
  dealt = 0
  limit = Infinity
  wagers: Record<string, Record<string, number>> = { "1": {}, "2": {} }
  phase = "wagers"
  get view(): TableDocument {
    const seats = Object.fromEntries(Object.entries(this.wagers).map(([seat, wagers]) => [seat, { wagers, rail: 100_000, ready: false }]))
    return { round: 1, phase: this.phase, banker: null, seats } as unknown as TableDocument
  }
  do = (command: Command): Promise<RefusedFrame | null> => {
    const { is, seat, wager, cents = 0 } = command as unknown as { is: string; seat: number; wager: string; cents?: number }
    if (cents > this.limit) return Promise.resolve({ type: "refused" } as RefusedFrame)
    const lies = { ...this.wagers[String(seat)] }
    if (is === "PlaceWager") lies[wager] = cents
    else delete lies[wager]
    this.wagers = { ...this.wagers, [String(seat)]: lies }
    this.sent.push(is === "PlaceWager" ? `${wager} ${cents}` : `${wager} back`)
    return Promise.resolve(null)
  }
  ready = (): Promise<void> => {
    this.dealt += 1
    return Promise.resolve()
  }
}

let table: TakingTable
let bets: Wagering
beforeEach(() => {
  table = new TakingTable()
  bets = new Wagering(table)
})

describe("a chip", () => {
  test("goes down as the least the spot takes, which is said, then adds to it", async () => {
    await bets.bet("ante", 100)
    await bets.bet("ante", 100)
    expect(table.sent).toEqual(["ante 500", "ante 600"])
    expect(table.said).toEqual(["The minimum for Ante is $5"])
  })
  test("comes off again, and the wager with it below the least", async () => {
    await bets.bet("ante", 600)
    await bets.lessen("ante", 100)
    await bets.lessen("ante", 100)
    expect(table.sent).toEqual(["ante 600", "ante 500", "ante back"])
  })
  test("turns a progressive wager on and off: it has one size", async () => {
    await bets.bet("progressive", 2_500)
    await bets.bet("progressive", 2_500)
    expect(table.sent).toEqual(["progressive 100", "progressive back"])
  })
  test("lays a match play coupon as large as the ante", async () => {
    await bets.bet("ante", 1_000)
    await bets.bet("match_play", 100)
    expect(table.wagers["1"]).toEqual({ ante: 1_000, match_play: 1_000 })
  })
})

describe("all wagers of a hand", () => {
  beforeEach(async () => {
    await bets.bet("ante", 1_000)
    await bets.bet("trips", 500)
    await bets.bet("progressive")
    table.sent = []
  })
  test("are doubled, but for what has one size", async () => {
    await bets.double()
    expect(table.wagers["1"]).toEqual({ ante: 2_000, trips: 1_000, progressive: 100 })
  })
  test("are taken back, what needs another first", async () => {
    await bets.clear()
    expect(table.sent).toEqual(["progressive back", "trips back", "ante back"])
  })
  test("are as before once a change is undone, one change at a time", async () => {
    await bets.double()
    await bets.clear()
    await bets.undo()
    expect(table.wagers["1"]).toEqual({ ante: 2_000, trips: 1_000, progressive: 100 })
    await bets.undo()
    expect(table.wagers["1"]).toEqual({ ante: 1_000, trips: 500, progressive: 100 })
  })
  test("put at stake both ante and blind, and a coupon is no money", async () => {
    await bets.bet("match_play")
    expect(bets.stake).toBe(2 * 1_000 + 500 + 100)
  })
  test("are laid again in the next round, without the coupon", async () => {
    await bets.bet("match_play")
    table.phase = "settled"
    bets.remember(table.view)
    table.phase = "wagers"
    table.wagers = { "1": {} }
    expect(bets.stake).toBe(2_600)
    await bets.rebet()
    expect(table.wagers["1"]).toEqual({ ante: 1_000, trips: 500, progressive: 100 })
  })
})

describe("a deal", () => {
  test("where nothing lies puts down an ante first", async () => {
    expect(bets.ante).toBe(1_000)
    await bets.deal()
    expect([table.sent, table.dealt]).toEqual([["ante 1000"], 1])
  })
  test("takes the least of a table that asks for more", async () => {
    table.listing = { ...table.listing, ante: [2_500, 50_000] }
    await bets.deal()
    expect(table.sent).toEqual(["ante 2500"])
  })
  test("does not begin where the wager is refused, and there is nothing to undo", async () => {
    table.limit = 500
    await bets.deal()
    expect([table.dealt, bets.canUndo]).toEqual([0, false])
  })
  test("waits for what was pressed before it", async () => {
    await Promise.all([bets.bet("ante", 500), bets.bet("ante", 500), bets.deal()])
    expect([table.sent, table.dealt]).toEqual([["ante 500", "ante 1000"], 1])
  })
})

test("a press for a round that has closed does nothing", async () => {
  const pressed = bets.bet("ante", 500)
  table.phase = "preflop"
  await pressed
  expect(table.sent).toEqual([])
})
