import { describe, expect, test } from "vitest"
import { chipsOf, exactMoney, firstChip, money, short, tightMoney, trayOf } from "../src/lib/money"

describe("money", () => {
  test.each([
    [0, "$0"],
    [500, "$5"],
    [123_450, "$1,234.50"],
    [5, "$0.05"],
    [-300, "−$3"],
    [100_000_000, "$1,000,000"],
  ])("%i cents are %s", (cents, says) => {
    expect(money(cents)).toBe(says)
  })

  test("has a plus only where asked for, and never before nothing", () => {
    expect(money(300, "€", true)).toBe("+€3")
    expect(money(0, "€", true)).toBe("€0")
    expect(money(-300, "€", true)).toBe("−€3")
  })

  test("drops its cents from ten thousand on in a tight place", () => {
    expect(tightMoney(999_999)).toBe("$9,999.99")
    expect(tightMoney(1_000_050)).toBe("$10,000")
    expect(tightMoney(-1_000_050)).toBe("−$10,000")
  })

  test("of a meter always has its cents", () => {
    expect(exactMoney(2_000_000)).toBe("$20,000.00")
    expect(exactMoney(7)).toBe("$0.07")
  })

  test.each([
    [25, "25¢"],
    [250, "$2.50"],
    [999_900, "$9,999"],
    [1_250_000, "$12.5k"],
    [99_990_000, "$999.9k"],
    [99_999_900, "$1M"],
    [120_000_000, "$1.2M"],
  ])("%i cents are short %s", (cents, says) => {
    expect(short(cents, "$")).toBe(says)
  })
})

describe("chips", () => {
  test("of an amount are the largest first and sum to it", () => {
    expect(chipsOf(13_725)).toEqual([10_000, 2_500, 500, 500, 100, 100, 25])
    for (const cents of [1, 99, 4_321, 98_765, 1_234_567]) expect(chipsOf(cents).reduce((sum, chip) => sum + chip, 0)).toBe(cents)
  })

  test("to pick from are at most five and within the limits", () => {
    expect(trayOf(500, 50_000)).toEqual([100, 500, 2_500, 10_000, 50_000])
    expect(trayOf(500, 2_500)).toEqual([100, 500, 2_500])
    expect(trayOf(10_000, 1_000_000)).toEqual([2_500, 10_000, 50_000, 100_000, 500_000])
  })

  test("in hand at first are the smallest that is an ante by itself", () => {
    expect(firstChip(500, 50_000)).toBe(500)
    expect(firstChip(100, 50_000)).toBe(500)
    expect(firstChip(1_000, 50_000)).toBe(2_500)
  })
})
