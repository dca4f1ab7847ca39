import { afterEach, describe, expect, test, vi } from "vitest"
import type { EnvyView, EventView, Offers, SeatDocument, TableDocument } from "../src/lib/protocol"
import { bankOffered, bankPlate, enviesAt, envyOf, inTurn, isLate, lateWords, seatsAround, waitedFor } from "../src/table/view"
import type { Edges } from "../src/rules/book"
import { expectedOf } from "../src/table/tally.svelte"
import { askedWords } from "../src/table/heard"
import { Presses } from "../src/table/presses"
import { meterName, wagerName } from "../src/table/words"

describe("the seats around the felt", () => {
  test("go on with the clock from the reader's own: up the left side and down the right", () => {
    expect(seatsAround(6, 2)).toEqual({ left: [5, 4, 3], right: [6, 1] })
    expect(seatsAround(6, 6)).toEqual({ left: [3, 2, 1], right: [4, 5] })
    expect(inTurn(seatsAround(6, 2))).toEqual([3, 4, 5, 6, 1])
  })
  test("go down the right side and up the left for somebody who watches", () => {
    expect(seatsAround(6, null)).toEqual({ left: [6, 5, 4], right: [1, 2, 3] })
  })
  test("are all there for somebody who watches, and the reader's own is not there twice", () => {
    for (const count of [1, 2, 5, 6, 7]) {
      const all = Array.from({ length: count }, (_, at) => at + 1)
      const { left, right } = seatsAround(count, null)
      expect([...left, ...right].sort()).toEqual(all)
      for (const own of all) expect([...inTurn(seatsAround(count, own)), own].sort()).toEqual(all)
    }
  })
})

describe("what was to be expected of a session", () => {
  const exact = (value: number) => ({ value, fraction: "", percent: "" })
  const edges = {
    counting: false,
    main: { house_edge: exact(0.02), standard_deviation: 5, says: "" },
    trips: { house_edge: exact(0.01), standard_deviation: 3 },
  }
  const reckon = (lines: string[], stakes: string[]) =>
    expectedOf(
      {
        lines: Object.fromEntries(lines.map((each) => [each, { staked: 1_000, net: 0 }])),
        stakes: Object.fromEntries(stakes.map((each) => [each, { sum: 1_000, squares: 1_000_000 }])),
      },
      edges as unknown as Edges,
    )
  test("is the sum over its wagers, and a fee is lost", () => {
    const band = Math.round(1_000 * Math.sqrt(34))
    expect(reckon(["ante", "blind", "play", "trips"], ["main", "trips"])).toEqual({ mean: -30, band, unknown: [] })
    expect(reckon(["ante", "blind", "entry_fee"], ["main"]).mean).toBe(-1_020)
  })
  test("names every wager whose edge is not known", () => {
    expect(reckon(["ante", "progressive", "cover_all"], ["main", "progressive", "cover_all:3"]).unknown).toEqual(["progressive", "cover_all"])
    expect(reckon(["bank"], []).unknown).toEqual(["bank"])
  })
})

describe("envy", () => {
  const envies = [
    { seat: 1, from_seat: 3, cents: 1_000, state: "paid", reason: "" },
    { seat: 1, from_seat: 4, cents: 500, state: "waits", reason: "" },
    { seat: 2, from_seat: 3, cents: 700, state: "paid", reason: "" },
  ] satisfies EnvyView[]
  test("counts once it is paid, seat by seat", () => {
    expect([envyOf(envies, 1), envyOf(envies, 2), envyOf(envies, 3)]).toEqual([1_000, 700, 0])
    expect(enviesAt(envies, 1)).toHaveLength(2)
  })
})

describe("an answer of the house for a seat", () => {
  test("is one of a seat that was late, and an answer", () => {
    expect(isLate({ is: "Folded", seat: 3 } as unknown as EventView, [3])).toBe(true)
    expect(isLate({ is: "Folded", seat: 2 } as unknown as EventView, [3])).toBe(false)
    expect(isLate({ is: "SeatLeft", seat: 3 } as unknown as EventView, [3])).toBe(false)
  })
  test("says so", () => {
    expect(lateWords({ says: "You fold", tone: "act" }).says).toBe("Time is up: you fold")
    expect(lateWords({ says: "Ann checks", tone: "act" }).says).toBe("Time is up: Ann checks")
  })
})

describe("what the reader waits for", () => {
  const room = (seats: Record<string, Partial<SeatDocument>>, banker: number | null = null): Parameters<typeof waitedFor>[0] => ({
    view: { seats, banker: banker === null ? null : { seat: banker, wager: 1 } } as unknown as TableDocument,
    nameAt: (seat) => ["", "Ann", "Bob", "Cleo", "Dan"][seat] ?? "",
  })
  const me = { mine: true, ready: true }
  test("is told by name", () => {
    expect(waitedFor(room({ "1": me, "2": { ready: false }, "3": { ready: true } }))).toBe("Ready; waiting for Bob")
    expect(waitedFor(room({ "1": me, "2": { ready: false }, "3": { ready: false } }))).toBe("Ready; waiting for Bob and Cleo")
    expect(waitedFor(room({ "1": me, "2": {}, "3": {}, "4": {} }))).toBe("Ready; waiting for 3 others")
  })
  test("is nobody once all are ready; a bank needs not be", () => {
    expect(waitedFor(room({ "1": me, "2": { ready: true } }))).toBe("")
    expect(waitedFor(room({ "1": me, "2": { ready: false } }, 2))).toBe("")
  })
})

describe("the bank", () => {
  const room = (button: number | null): Parameters<typeof bankOffered>[0] => ({
    view: { seats: { "1": { mine: true }, "2": { mine: false } }, button } as unknown as TableDocument,
    nameAt: (seat) => ["", "Ann", "Bob"][seat] ?? `Seat ${seat}`,
  })
  test("is offered to the reader, to somebody by name, or to anyone", () => {
    expect(bankOffered(room(1))).toBe("The bank is offered to you")
    expect(bankOffered(room(2))).toBe("The bank is offered to Bob")
    expect(bankOffered(room(null))).toBe("Who banks this round?")
  })
  test("is no longer on the plate once it is settled or gone", () => {
    const bank = { seat: 2, wager: 100_000, used: null, net: null }
    const used = { ...bank, used: 100_000, net: -100_000 }
    expect(bankPlate(bank, "$", false)).toBe("Banks $1,000")
    expect(bankPlate(used, "$", false)).toBe("Bank used up")
    expect(bankPlate({ ...used, used: 5_000, net: 5_000 }, "$", false)).toBe("Bank")
    expect([bank, used, { ...used, used: 0, net: 0 }].map((each) => bankPlate(each, "$", true))).toEqual([
      "You bank this round",
      "Your bank is used up",
      "You banked this round",
    ])
  })
})

describe("what the reader is asked", () => {
  const offers = (plays: number[], check: boolean, fold: boolean): Offers => ({ plays, check, fold }) as Offers
  test("is only what is offered", () => {
    expect(askedWords(offers([4, 3], true, false))).toBe("play or check")
    expect(askedWords(offers([], true, false))).toBe("check")
    expect(askedWords(offers([1], false, true))).toBe("play or fold")
    expect(askedWords(offers([], false, true))).toBe("fold")
  })
})

describe("presses", () => {
  const click = (x: number, detail = 1): MouseEvent => ({ detail, clientX: x, clientY: 0 }) as MouseEvent
  afterEach(() => void vi.useRealTimers())

  test("the second click of a double click does not answer the next question", () => {
    vi.useFakeTimers({ toFake: ["performance"] })
    const presses = new Presses()
    expect(presses.isLeftOver(click(10), "one")).toBe(false)
    vi.advanceTimersByTime(200)
    expect(presses.isLeftOver(click(12), "two")).toBe(true)
  })
  test("a click that is slow, far away, by key, or for the same question counts", () => {
    vi.useFakeTimers({ toFake: ["performance"] })
    const presses = new Presses()
    presses.isLeftOver(click(10), "one")
    vi.advanceTimersByTime(500)
    expect(presses.isLeftOver(click(10), "two")).toBe(false)
    expect(presses.isLeftOver(click(10), "two")).toBe(false)
    expect(presses.isLeftOver(click(90), "three")).toBe(false)
    expect(presses.isLeftOver(click(90, 0), "four")).toBe(false)
  })
})

describe("the words of a book", () => {
  const greek = { dealer: "croupier", opponent: "croupier", progressive: "Ultimate Progressive" }
  test("name its progressive wager, and the only meter after it", () => {
    expect(wagerName("progressive", greek)).toBe("Ultimate Progressive")
    expect(wagerName("ante", greek)).toBe("Ante")
    expect(meterName("main", 1, greek)).toBe("Ultimate Progressive")
    expect(meterName("mega", 3, greek)).toBe("mega")
    expect(meterName("main", 1, undefined)).toBe("Progressive")
  })
})
