import { describe, expect, test } from "vitest"
import type { Line, Listing, SeatDocument, TableDocument } from "../src/lib/protocol"
import { endedAt, partOf, spotsOf, stepAt, type Facts, type StepName } from "../src/guide/steps"
import { textOf, why } from "../src/guide/texts"

const view = (some: Partial<TableDocument>) => ({ phase: "wagers", street: null, off: false, banker: null, qualifies: null, ...some }) as TableDocument
const place = (some: Partial<SeatDocument>) =>
  ({ wagers: { ante: 500, blind: 500 }, ready: false, cards: ["As", "Kd"], decision: null, lines: [], result: "", ...some }) as SeatDocument
const listing = (banked_by = "house") => ({ banked_by }) as Listing
const line = (wager: string, outcome: Line["outcome"], net: number, some: Partial<Line> = {}) => ({ wager, outcome, net, odds: "", how: "", ...some }) as Line

function facts(some: Partial<Facts> = {}): Facts {
  return {
    symbol: "$", opponent: "dealer", qualifies: "One Pair", blindFrom: "Straight", tripsFrom: "Three of a Kind", ante: 500, plays: [4, 3], makes: "Pair of Kings",
    multiple: null, ended: null, nameOf: (wager) => wager.charAt(0).toUpperCase() + wager.slice(1), ...some,
  } // prettier-ignore
}
const ended = (lines: Line[], qualifies = true, folded = false): Facts => facts({ ended: { lines, result: "", net: 0, qualifies, folded } })

describe("the step of the guide", () => {
  test.each<[StepName, TableDocument, SeatDocument | null, boolean]>([
    ["seat", view({}), null, false],
    ["closed", view({ off: true }), null, false],
    ["ante", view({}), place({ wagers: {} }), false],
    ["deal", view({}), place({}), false],
    ["ready", view({}), place({ ready: true }), false],
    ["ready", view({ phase: "flop", street: "flop" }), place({ wagers: {} }), false],
    ["dealing", view({ phase: "opening_deal" }), place({}), false],
    ["others", view({ phase: "preflop", street: "preflop" }), place({}), false],
    ["preflop", view({ phase: "preflop", street: "preflop" }), place({}), true],
    ["checked", view({ phase: "flop_deal" }), place({}), false],
    ["flop", view({ phase: "flop", street: "flop" }), place({}), true],
    ["river", view({ phase: "river", street: "river" }), place({}), true],
    ["played", view({ phase: "flop_deal" }), place({ decision: { street: "preflop", multiple: 4 } }), false],
    ["folded", view({ phase: "showdown" }), place({ decision: { street: "river", multiple: null } }), false],
    ["result", view({ phase: "settled" }), place({ lines: [line("ante", "win", 500)] }), false],
  ])("is %s", (step, at, own, turn) => {
    expect(stepAt(at, listing(), own, turn)).toBe(step)
  })
  test("waits for a bank where players bank", () => {
    expect(stepAt(view({}), listing("player"), place({ wagers: {} }), false)).toBe("bank")
  })
  test("goes forward in the hand and points at its spots", () => {
    expect((["ante", "preflop", "flop", "river", "result"] as const).map(partOf)).toEqual([1, 2, 3, 4, 5])
    expect([spotsOf("ante"), spotsOf("river"), spotsOf("result")]).toEqual([["ante", "blind"], ["play"], []])
  })
  test("names the hand as a sentence does", () => {
    const first = (makes: string): string => textOf("river", facts({ makes })).says[0] ?? ""
    for (const [makes, said] of [
      ["Pair of Kings", "a pair of Kings"],
      ["Flush, Jack high", "a flush, Jack high"],
      ["Two Pair, Aces and Fives", "Two Pair, Aces and Fives"],
    ] as const)
      expect(first(makes)).toContain(`You have ${said}.`)
  })
  test("has a title and something to say, whatever it is", () => {
    for (const step of [
      "seat",
      "closed",
      "bank",
      "ante",
      "deal",
      "ready",
      "dealing",
      "others",
      "preflop",
      "flop",
      "river",
      "checked",
      "played",
      "folded",
    ] as const) {
      const { title, says } = textOf(step, facts({ multiple: 4 }))
      expect(title.length * says.join("").length).toBeGreaterThan(0)
    }
  })
})

describe("the reason of a wager", () => {
  const won = [line("ante", "push", 0), line("blind", "push", 0), line("play", "win", 1000)]
  test("that comes back says whether the dealer did not qualify or the hands are equal", () => {
    expect(why(won[0]!, ended(won, false))).toBe("Ante comes back: the dealer has less than a pair. Then the ante is returned, whichever hand is better.")
    const tied = [line("ante", "push", 0), line("blind", "push", 0), line("play", "push", 0)]
    expect(tied.map((each) => why(each, ended(tied)))).toEqual(["Ante", "Blind", "Play"].map((name) => `${name} comes back: both hands are equal.`))
  })
  test("of the blind says from which hand it is paid", () => {
    expect(why(won[1]!, ended(won, false))).toBe("Blind comes back: you won, but the blind pays only from a straight up.")
    expect(why(line("blind", "win", 750, { odds: "3 to 2" }), ended(won))).toBe("Blind wins $7.50: you won with a hand that the blind pays 3 to 2.")
  })
  test("that is lost names the fold or the better hand", () => {
    expect(why(line("ante", "lose", -500), ended([], true, true))).toBe("Ante loses $5: you folded.")
    expect(why(line("play", "lose", -500), ended([]))).toBe("Play loses $5: the dealer’s hand is better.")
    expect(why(line("trips", "lose", -500), ended([]))).toBe("Trips loses $5: it pays only from three of a kind up.")
  })
  test("that the house explains itself is said in its words", () => {
    expect(why(line("progressive", "lose", -100, { how: "loses" }), ended([]))).toBe("Progressive loses $1: loses.")
  })
  test("is kept with the net and whether the hand was folded", () => {
    const kept = endedAt(view({ qualifies: false }), place({ lines: won, decision: { street: "river", multiple: 1 } }))
    expect([kept.net, kept.folded, kept.qualifies]).toEqual([1000, false, false])
  })
})
