import { describe, expect, test } from "vitest"
import { linkCalled } from "../src/sign/sign.svelte"
import { bestTable, nextName, peopleAt, tableName } from "../src/lib/tables"
import { cardsWords, cardWords, corner } from "../src/lib/cards"
import { matched } from "../src/lib/paths"
import type { FloorLink, Listing } from "../src/lib/protocol"
import { oneIn, percent } from "../src/rules/book"
import { cardsCount, deliveryWords, handName, meterOf, stepName } from "../src/staff/words"
import { maker } from "../src/floor/people"

describe("cards", () => {
  test("are said as people say them", () => {
    expect(cardWords("As")).toBe("Ace of spades")
    expect(cardWords("Td")).toBe("Ten of diamonds")
    expect(cardWords(null)).toBe("a card face down")
    expect(cardsWords(["2c", null])).toBe("Two of clubs, a card face down")
  })
  test("show ten as two digits", () => {
    expect(["T", "A", "9"].map(corner)).toEqual(["10", "A", "9"])
  })
})

describe("a sign", () => {
  const link = (name: string, book: string, tables: string[], guest = false) => ({ name, book, tables, guest })
  const links = [link("guest-1", "nevada", ["friday"], true), link("nevada-100", "nevada", ["nevada"]), link("greece-100", "greece", ["athens"])]
  test("is found by its link, a table or a book", () => {
    const found = (name: string): string | undefined => linkCalled(name, links)?.name
    expect(["nevada-100", "nevada", "greece", "athens", "friday"].map(found)).toEqual(["nevada-100", "nevada-100", "greece-100", "greece-100", "guest-1"])
    expect(linkCalled("elsewhere", links)).toBeNull()
  })
})

describe("tables", () => {
  test("are named as on their signs", () => {
    expect(tableName("blue-room-2")).toBe("Blue room 2")
  })

  const table = (name: string, changes: Partial<Listing> = {}): Listing =>
    ({
      name,
      book: "nevada",
      seats: 6,
      taken: {},
      bots: [],
      away: [],
      ante: [500, 50_000],
      phase: "wagers",
      dealt_by: "house",
      banked_by: "house",
      off: false,
      ...changes,
    }) as Listing

  test("to play at: the one with most people, in a round or not", () => {
    const one = table("one", { taken: { "1": "Ann" } })
    const two = table("two", { phase: "preflop", taken: { "1": "Ann", "2": "Bo" } })
    expect(bestTable([table("empty"), one, two])?.name).toBe("two")
    expect(bestTable([table("empty"), one])?.name).toBe("one")
  })
  test("to play at: bots and people who have gone are no company", () => {
    const bots = table("bots", { taken: { "1": "bot:Simple 1", "2": "bot:Simple 2" }, bots: [1, 2] })
    const left = table("left", { taken: { "1": "Ann", "2": "Bo" }, away: [1, 2] })
    const one = table("one", { taken: { "3": "Ann" } })
    expect(bestTable([bots, left, table("empty"), one])?.name).toBe("one")
    expect(bestTable([bots, left, table("empty")])?.name).toBe("empty")
    expect(peopleAt(bots)).toBe(0)
  })
  test("to play at: of the empty ones one that waits for wagers", () => {
    expect(bestTable([table("busy", { phase: "preflop" }), table("waits")])?.name).toBe("waits")
  })
  test("to play at: none whose least ante asks for more than the usual buy-in", () => {
    const high = table("high", { ante: [10_000, 100_000], taken: { "1": "Ann" } })
    expect(bestTable([high, table("empty")])?.name).toBe("empty")
  })
  test("to play at: none that is full, stopped, or needs a person to deal or to bank", () => {
    expect(bestTable([table("full", { seats: 1, taken: { "1": "Ann" } })])).toBeNull()
    expect(bestTable([table("off", { off: true })])).toBeNull()
    expect(bestTable([table("dealer", { dealt_by: "dealer" })])).toBeNull()
    expect(bestTable([table("bank", { banked_by: "player" })])).toBeNull()
  })
  test("made like another are named after its book", () => {
    expect(nextName(table("one"))).toMatch(/^nevada-[0-9a-z]{4}$/)
  })
})

describe("paths", () => {
  test("give the names in them", () => {
    expect(matched("/table/:name", "/table/blue%20room")).toEqual({ name: "blue room" })
    expect(matched("/round/:table/:round", "/round/one/12")).toEqual({ table: "one", round: "12" })
    expect(matched("/", "/")).toEqual({})
  })
  test("that do not fit give nothing", () => {
    expect(matched("/table/:name", "/tables/one")).toBeNull()
    expect(matched("/table/:name", "/table/one/two")).toBeNull()
  })
})

describe("numbers of a book", () => {
  test("are percents with a true minus", () => {
    expect(percent(0.02185)).toBe("2.185%")
    expect(percent(-0.5, 0)).toBe("−50%")
  })
  test("are one in so many", () => {
    expect(oneIn(1 / 4165)).toBe("1 in 4,165")
    expect(oneIn(0.4)).toBe("1 in 2.5")
    expect(oneIn(0)).toBe("never")
  })
})

describe("the words of the staff", () => {
  test("name hands and steps", () => {
    expect(handName("four_of_a_kind")).toBe("Four of a Kind")
    expect(handName("community_royal_flush")).toBe("Royal Flush on the board")
    expect(stepName("ofac")).toBe("OFAC")
    expect(stepName("tax_form")).toBe("Tax form")
  })
  test("say where the next cards go", () => {
    const name = (seat: number): string => `seat ${seat}`
    expect(deliveryWords({ to: "seat", seat: 3, cards: 2 }, name, "dealer")).toBe("Two cards to seat 3")
    expect(deliveryWords({ to: "dealer", seat: null, cards: 2 }, name, "player/dealer")).toBe("Two cards to the player/dealer")
    expect(deliveryWords({ to: "burn", seat: null, cards: 1 }, name, "dealer")).toBe("Burn one card")
    expect(cardsCount(1)).toBe("one card")
  })
  test("say who made an invitation", () => {
    expect([maker("house/command line"), maker("house"), maker("ann")]).toEqual(["the command line", "the first start", "ann"])
  })
})

test("the only meter of a link has the book's name for its wager on the floor too", () => {
  const link = { progressive: "Ultimate Progressive", meters: { main: 100 } } as unknown as FloorLink
  expect(meterOf(link, "main")).toBe("Ultimate Progressive")
  expect(meterOf({ ...link, meters: { mega: 3, major: 2 } }, "mega")).toBe("mega")
})
