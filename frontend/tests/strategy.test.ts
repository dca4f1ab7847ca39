import { describe, expect, test } from "vitest"
import { actionWords, antes, cardsOf, handHeard, handWords, mark, moved, ranked, rowsOf, share } from "../src/strategy/strategy"
import type { StartValues } from "../src/lib/protocol"

const number = (value: number) => ({ fraction: String(value), value })
const hand = (name: string, values: Record<string, number>, best: string, row = 0, column = 0): StartValues => ({
  name,
  row,
  column,
  combinations: 4,
  values: Object.fromEntries(Object.entries(values).map(([action, value]) => [action, number(value)])),
  best,
  margin: number(0),
})

describe("a starting hand", () => {
  test("is named as players call it", () => {
    expect(["AKs", "T9o", "66"].map(handWords)).toEqual(["Ace King suited", "Ten Nine offsuit", "Pair of Sixes"])
  })
  test("is said with its best action first and every value", () => {
    expect(handHeard(hand("AKs", { check: 0.5, "3x": 0.7, "4x": 0.91234 }, "4x"))).toBe(
      "Ace King suited: best is raise 4×. raise 4× +0.9123, raise 3× +0.7000, check +0.5000 antes",
    )
  })
  test("whose values are equal lists what the house chooses first", () => {
    expect(ranked(hand("72o", { "4x": 0, check: 0 }, "check")).map(([action]) => action)).toEqual(["check", "4x"])
  })
  test("is shown with two cards, of one suit if it is suited", () => {
    expect([cardsOf("AKs"), cardsOf("T9o"), cardsOf("66")]).toEqual([
      ["As", "Ks"],
      ["Ts", "9h"],
      ["6s", "6h"],
    ])
  })
  test("lies where the house says", () => {
    const one = hand("K2s", { check: 0 }, "check", 1, 12)
    expect(rowsOf([one])[1]?.[12]).toBe(one)
    expect(rowsOf([one])).toHaveLength(13)
  })
})

describe("numbers and actions", () => {
  test("have a sign, unless they are nothing", () => {
    expect([antes(0.5), antes(-0.00001), antes(-2)]).toEqual(["+0.5000", "0.0000", "−2.0000"])
    expect([share(number(0.0013897)), share(number(-0.00007)), share(number(0))]).toEqual(["0.139%", "−0.007%", "0.000%"])
  })
  test("are a letter in a cell and words elsewhere", () => {
    expect(["4x", "check"].map(mark)).toEqual(["4×", "C"])
    expect([actionWords("2x", "flop"), actionWords("1x", "river"), actionWords("fold", "river")]).toEqual(["raise 2×", "play 1×", "fold"])
  })
})

describe("keys in the chart", () => {
  test("move by one and stop at the edge", () => {
    expect(moved("ArrowRight", false, 3, 4)).toEqual([3, 5])
    expect(moved("ArrowRight", false, 3, 12)).toEqual([3, 12])
    expect(moved("ArrowUp", false, 0, 4)).toEqual([0, 4])
    expect(moved("ArrowDown", false, 0, 4)).toEqual([1, 4])
    expect(moved("ArrowLeft", false, 3, 0)).toEqual([3, 0])
  })
  test("jump to the ends of a row and of the chart", () => {
    expect(moved("End", false, 3, 4)).toEqual([3, 12])
    expect(moved("Home", true, 3, 4)).toEqual([0, 0])
    expect(moved("End", true, 3, 4)).toEqual([12, 12])
    expect(moved("PageDown", false, 3, 4)).toEqual([12, 4])
    expect(moved("PageUp", false, 3, 4)).toEqual([0, 4])
    expect(moved("Home", false, 3, 4)).toEqual([3, 0])
  })
  test("that mean nothing there are left alone", () => {
    expect(moved("Enter", false, 3, 4)).toBeNull()
  })
})
