import { describe, expect, test } from "vitest"
import type { RoundDocument } from "../src/lib/history"
import type { Book } from "../src/lib/protocol"
import { dealtFrom, isPlain, wayOf } from "../src/round/dealt"
import { bytesOf, hex, plainSha256, sha256, unhex } from "../src/round/sha256"
import { cutAt, deckOf } from "../src/round/shuffle"
import { canonical, checkRound } from "../src/round/verify"

describe("SHA-256", () => {
  // FIPS 180-4 as published by NIST.
  test.each([
    ["", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"],
    ["abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"],
    ["abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq", "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"],
  ])("of %j is the published one, with the browser's code and without", async (text, digest) => {
    expect(hex(plainSha256(bytesOf(text)))).toBe(digest)
    expect(hex(await sha256(bytesOf(text)))).toBe(digest)
  })
  test("bytes come back from their digits, and nothing from what is none", () => {
    expect(unhex("00ff10")).toEqual(Uint8Array.of(0, 255, 16))
    expect(unhex("0")).toBeNull()
    expect(unhex("FF")).toBeNull()
  })
})

describe("the deck", () => {
  test("has every card once, and another order for another key", async () => {
    const deck = await deckOf(new Uint8Array(32))
    expect(new Set(deck).size).toBe(52)
    expect(await deckOf(new Uint8Array(32).fill(1))).not.toEqual(deck)
  })
  test("is cut from the top to the bottom", () => {
    expect(cutAt(["a", "b", "c"], 1)).toEqual(["b", "c", "a"])
  })
})

describe("the cards of a round", () => {
  const deck = Array.from({ length: 52 }, (_, at) => `card ${at + 1}`)
  function document(acts: string[], wagers: Record<string, Record<string, number>> = { "3": { ante: 500 }, "1": { ante: 500 }, "2": {} }): RoundDocument {
    const seats = Object.fromEntries(Object.entries(wagers).map(([seat, each]) => [seat, { wagers: each }]))
    return {
      acts: acts.map((is) => ({ do: { is } })),
      seats,
      rules: { name: "massachusetts", text: null },
      posted: { dealing: "shoe" },
      proof: null,
    } as unknown as RoundDocument
  }
  const shoe = { opening: ["seats:1", "dealer:1", "seats:1", "dealer:1"], flop: ["burn:1", "community:3"], river: ["burn:1", "community:2"] }
  const books = [{ name: "massachusetts", dealing: { shoe } }] as unknown as Book[]
  const way = wayOf(document([]), books)!

  test("are dealt in the way of the round's book, where that is known", () => {
    expect(way).toBe(shoe)
    expect(wayOf(document([]), [])).toBeNull()
  })

  test("go one by one to the seats that wagered, in their order, and to the dealer", () => {
    const dealt = dealtFrom(deck, way, document(Array<string>(6).fill("DealNext")))
    expect(dealt.seats).toEqual({ "1": ["card 1", "card 4"], "3": ["card 2", "card 5"] })
    expect(dealt.dealer).toEqual(["card 3", "card 6"])
    expect(dealt.stub).toHaveLength(46)
  })
  test("are burned before the flop and before turn and river", () => {
    const dealt = dealtFrom(deck, way, document(Array<string>(13).fill("DealNext")))
    expect(dealt.burned).toEqual(["card 7", "card 11"])
    expect(dealt.community).toEqual(["card 8", "card 9", "card 10", "card 12", "card 13"])
  })
  test("went the plain way unless somebody ruled otherwise", () => {
    expect(isPlain(document(["DealNext", "Check", "SettleRound"]))).toBe(true)
    expect(isPlain(document(["DealNext", "RuleOnIrregularity"]))).toBe(false)
  })
  test("prove nothing without a proof", async () => {
    expect(await checkRound(document([]))).toMatchObject({ holds: false, dealt: null })
  })
})

test("a document is sealed as Python writes it: sorted, compact, in ASCII", () => {
  expect(canonical({ b: [1, null, true], a: "Zoë", "": { y: 1, x: "\n" } })).toBe('{"":{"x":"\\n","y":1},"a":"Zo\\u00eb","b":[1,null,true]}')
})
