import { afterEach, describe, expect, test, vi } from "vitest"
import type { EnvyView, EventView } from "../src/lib/protocol"
import { bankOffers, enviesAt, envyOf, inTurn, isLate, lateWords, seatsAround } from "../src/table/view"
import { Presses } from "../src/table/presses"

describe("the seats around the felt", () => {
  test("go on with the clock from the reader's own", () => {
    expect(seatsAround(6, 2)).toEqual({ left: [5, 4, 3], right: [1, 6] })
    expect(inTurn(seatsAround(6, 2))).toEqual([3, 4, 5, 6, 1])
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

describe("the bank", () => {
  test("is offered from its least up, as far as the chips go", () => {
    expect(bankOffers(20_000, 60_000)).toEqual([20_000, 50_000])
    expect(bankOffers(10_000, 1_000_000)).toEqual([10_000, 50_000, 100_000])
    expect(bankOffers(null, 50_000)).toEqual([10_000, 50_000])
    expect(bankOffers(20_000, 19_999)).toEqual([])
  })
})
