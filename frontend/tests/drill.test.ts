import { describe, expect, it } from "vitest"
import { afterMinute, again, answered, ITEMS_MAX, newProgress, nextMistake, totalOf, type Wanted } from "../src/drill/progress"
import cases from "../src/drill/progress.cases.json"
import { accuracy, answerOf, heardQuestion, lossEach, whenWords } from "../src/drill/words"
import type { ItemDocument, ProgressDocument, QuestionDocument } from "../src/lib/protocol"

const steps = cases.steps as unknown as { item: ItemDocument; lost: number; progress: ProgressDocument }[]
const last = steps.at(-1)?.progress ?? newProgress()
const WANTED: Wanted = { book: "massachusetts", tables: { blind: "standard" }, beside: [], street: "all", theme: "" }

describe("the progress of drills", () => {
  it("counts up as the terminal does, answer by answer", () => {
    let progress = newProgress()
    for (const step of steps) {
      progress = answered(progress, step.item, step.lost)
      expect(progress).toEqual(step.progress)
    }
    expect(steps.length).toBeGreaterThan(5)
  })

  it("asks again what the terminal asks again", () => {
    for (const { at, mistakes, id } of cases.again) {
      const found = mistakes ? nextMistake(last.items, [], WANTED, new Date(at)) : again(last.items, WANTED, new Date(at))
      expect(found?.id ?? null).toBe(id)
    }
    expect(cases.again.filter((each) => each.id === null).length).toBeGreaterThan(0)
    expect(new Set(cases.again.map((each) => each.id)).size).toBeGreaterThan(1)
  })

  it("asks the mistakes of rounds in the terminal's order", () => {
    const made = cases.made as unknown as QuestionDocument[]
    const asked = cases.mistakes as unknown as { at: string; id: string | null; item: ItemDocument; lost: number }[]
    let progress = last
    for (const { at, id, item, lost } of asked) {
      expect(nextMistake(progress.items, made, WANTED, new Date(at))?.id ?? null).toBe(id)
      progress = answered(progress, item, lost)
    }
    expect(new Set(asked.map((each) => each.id)).size).toBeGreaterThan(4)
    const street = (wanted: Partial<Wanted>): string | undefined => nextMistake([], made, { ...WANTED, ...wanted }, new Date())?.id
    expect(street({ street: "river" })).toBeUndefined()
    expect(street({ theme: "pocket-twos", book: "greece" })).toBe(made[0]?.id)
  })

  it("asks only what belongs to the drill", () => {
    const later = new Date("2030-01-01T00:00:00Z")
    const asked = (change: Partial<Wanted>, but = ""): string | undefined => again(last.items, { ...WANTED, ...change }, later, but)?.kind
    expect(asked({ theme: "pocket-twos" })).toBe("pocket-twos")
    expect(asked({ street: "river" })).toBe("board-four-straight")
    expect(asked({ book: "greece" })).toBeUndefined()
    expect(asked({ tables: { blind: "other" } })).toBeUndefined()
    expect(asked({ beside: ["trips"] })).toBeUndefined()
    const first = again(last.items, WANTED, later)?.id ?? ""
    expect(again(last.items, WANTED, later, first)?.id).not.toBe(first)
  })

  it("drops the best known question when there are too many", () => {
    const item = steps[2]?.item
    if (!item) throw new Error("no item")
    let progress = newProgress()
    for (let at = 0; at < ITEMS_MAX + 2; at++) {
      const day = (at * 7919) % (ITEMS_MAX + 2)
      const due = new Date(Date.UTC(2026, 0, 1 + day)).toISOString()
      const grade = day > 100 ? "mistake" : "best"
      progress = answered(progress, { ...item, grade, question: { ...item.question, id: String(day) }, card: { ...item.card, due } }, 0)
    }
    const kept = progress.items.map((each) => Number(each.question.id))
    expect(kept.length).toBe(ITEMS_MAX)
    expect(kept.includes(100) || kept.includes(99)).toBe(false)
  })

  it("keeps the best minute", () => {
    let progress = newProgress()
    for (const [best, lost] of [[3, 9], [2, 0], [3, 5], [0, 0]] as const) progress = afterMinute(progress, { answers: best, best, lost }) // prettier-ignore
    expect(progress.minute).toEqual({ answers: 3, best: 3, lost: 5 })
  })

  it("says how well and when", () => {
    expect(accuracy(totalOf(last))).toBe("57%")
    expect(accuracy({ answers: 0, best: 0, lost: 0 })).toBe("–")
    expect(lossEach({ answers: 4, best: 0, lost: 1_000_000 })).toBe("0.250")
    const now = Date.UTC(2026, 0, 1)
    const after = (minutes: number): string => whenWords(new Date(now + minutes * 60_000).toISOString(), now)
    expect([after(0), after(10), after(60), after(180), after(60 * 24 * 3)]).toEqual(["in 1 minute", "in 10 minutes", "in 1 hour", "in 3 hours", "in 3 days"])
  })
})

describe("a question", () => {
  const question = { street: "flop", hole: ["Kh", "4d"], board: ["9c", "9d", "2s"], actions: [2, 0] } as unknown as QuestionDocument

  it("is heard whole", () => {
    expect(heardQuestion(question)).toBe(
      "On the flop. You have King of hearts, Four of diamonds. The board is Nine of clubs, Nine of diamonds, Two of spades. Play 2× or check?",
    )
  })

  it("is answered by the keys of the table", () => {
    expect([answerOf("2", question), answerOf("c", question), answerOf("f", question), answerOf("4", question)]).toEqual([2, 0, null, null])
    expect(answerOf("f", { ...question, street: "river", actions: [1, 0] })).toBe(0)
  })
})
