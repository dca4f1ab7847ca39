import { afterEach, beforeEach, describe, expect, test, vi } from "vitest"
import { api, Refused } from "../src/lib/api"
import type { CoachAnswer, CoachedChoice, CoachingDocument } from "../src/lib/protocol"
import { settings } from "../src/lib/settings.svelte"
import { Coach } from "../src/table/coach.svelte"
import { actionWords, choiceOf, costWords, gradeWords, heardCoaching, isCostly, signed } from "../src/table/coaching"
import type { TableSession } from "../src/table/session.svelte"

function choice(multiple: number, antes: number, cost: number, grade: CoachedChoice["grade"]): CoachedChoice {
  return { action: multiple ? `${multiple}x` : "check", multiple, fraction: "1/2", antes, cents: antes * 1000, cost, cost_cents: cost * 1000, grade }
}
const BEST = choice(4, 0.466, 0, "best")
const RAISE = choice(3, 0.2892, 0.1768, "mistake")
const CHECK = choice(0, 0.4, 0.066, "inaccuracy")
const COACHING: CoachingDocument = { round: 1, seat: 2, street: "preflop", choices: [BEST, CHECK, RAISE], reason: "Raise 4x: any ace.", notes: [] }

describe("what the coach says", () => {
  test("names the action as its button does", () => {
    expect([BEST, CHECK, { ...CHECK, action: "fold" }].map(actionWords)).toEqual(["Play 4×", "Check", "Fold"])
  })
  test("gives the value in antes and the cost in antes and money", () => {
    expect(signed(0.466)).toBe("+0.466")
    expect(signed(-2)).toBe("−2.000")
    expect(costWords(RAISE, "$")).toBe("0.177 antes ($1.77)")
    expect(costWords(choice(3, 0, 0.0004, "inaccuracy"), "$")).toBe("less than 0.001 antes (less than a cent)")
    expect(gradeWords(RAISE, "$")).toBe("Mistake: play 3× costs 0.177 antes ($1.77).")
    expect(gradeWords(BEST, "$")).toBe("Play 4× was best.")
  })
  test("warns of mistakes and blunders, not of less", () => {
    expect([BEST, CHECK, RAISE, choice(3, 0, 0.5, "blunder"), null].map(isCostly)).toEqual([false, false, true, true, false])
  })
  test("is heard whole", () => {
    expect(heardCoaching(COACHING, "$")).toBe(
      "Raise 4x: any ace. Play 4× is worth +0.466 antes. Check costs 0.066 antes ($0.66). Play 3× costs 0.177 antes ($1.77).",
    )
    expect(choiceOf(COACHING, 3)).toBe(RAISE)
    expect(choiceOf(COACHING, 1)).toBe(null)
  })
})

describe("the coach", () => {
  const asked = vi.spyOn(api, "coach")
  const said: CoachAnswer = { coaching: COACHING, counting: false }
  const table = { name: "one", seat: 2, symbol: "$", myTurn: true, question: "1 preflop preflop 2", listing: { coach: true }, view: { phase: "preflop" } }
  let coach: Coach
  const settled = () => new Promise((done) => setTimeout(done, 0))

  beforeEach(() => {
    asked.mockReset().mockResolvedValue(said)
    Object.assign(table, { myTurn: true, question: "1 preflop preflop 2", listing: { coach: true } })
    coach = new Coach(table as unknown as TableSession)
  })
  afterEach(() => (settings.coach = "request"))

  test("is asked when the reader wants to know, once for each question", async () => {
    coach.follow()
    expect(asked).not.toHaveBeenCalled()
    coach.toggle()
    await settled()
    expect(asked).toHaveBeenCalledWith("one", 2)
    expect([coach.open, coach.coaching]).toEqual([true, COACHING])
    coach.toggle()
    coach.toggle()
    await settled()
    expect(asked).toHaveBeenCalledTimes(1)
    table.question = "1 flop flop 2"
    coach.follow()
    expect([coach.open, coach.coaching]).toEqual([false, null])
  })
  test("warns once of a costly choice, and lets any other pass", async () => {
    settings.coach = "warn"
    coach.follow()
    expect(await coach.holds({ is: "MakePlay", seat: 2, multiple: 4 })).toBe(false)
    expect(await coach.holds({ is: "Check", seat: 2 })).toBe(false)
    expect(await coach.holds({ is: "MakePlay", seat: 2, multiple: 3 })).toBe(true)
    expect([coach.open, coach.warned]).toEqual([true, 3])
    expect(await coach.holds({ is: "MakePlay", seat: 2, multiple: 3 })).toBe(false)
  })
  test("grades after the decision, and not before", async () => {
    settings.coach = "grade"
    coach.follow()
    await settled()
    expect(coach.open).toBe(false)
    expect(await coach.holds({ is: "MakePlay", seat: 2, multiple: 3 })).toBe(false)
    coach.decided({ is: "MakePlay", seat: 2, multiple: 3 })
    await settled()
    expect([coach.open, coach.chosen]).toEqual([true, 3])
  })
  test("is asked again while the house computes", async () => {
    asked.mockResolvedValueOnce({ coaching: null, counting: true })
    coach.follow()
    coach.toggle()
    await settled()
    expect(asked).toHaveBeenCalledTimes(2)
    expect(coach.coaching).toBe(COACHING)
  })
  test("says why it cannot answer, and holds nothing up", async () => {
    settings.coach = "warn"
    asked.mockRejectedValue(new Refused("not_coached", null, "the coach cannot value this decision", 409))
    coach.follow()
    expect(await coach.holds({ is: "Fold", seat: 2 })).toBe(false)
    expect(coach.refused).toBe("The coach cannot value this decision")
  })
  test("is silent where the house or the reader has switched it off", async () => {
    table.listing = { coach: false }
    settings.coach = "warn"
    coach.follow()
    expect(coach.available).toBe(false)
    expect(await coach.holds({ is: "Fold", seat: 2 })).toBe(false)
    table.listing = { coach: true }
    settings.coach = "off"
    expect(coach.available).toBe(false)
    expect(asked).not.toHaveBeenCalled()
  })
})
