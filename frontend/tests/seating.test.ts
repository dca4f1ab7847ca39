import { describe, expect, test, vi } from "vitest"
import type { Command, Listing, RefusedFrame, TableDocument } from "../src/lib/protocol"

vi.stubGlobal("localStorage", { getItem: () => null, setItem: () => undefined })
const { me } = await import("../src/lib/me.svelte")
const { Seating } = await import("../src/table/seating.svelte")
const { secondsLeft } = await import("../src/lib/ticker.svelte")

/** A table of four seats as this page saw it last: empty, while somebody else is taking some of them. */
class FourSeats {
  readonly name = "one"
  readonly mine: number[] = []
  readonly seat = null
  readonly view = { seats: {} } as unknown as TableDocument
  readonly listing = { seats: 4, ante: [500, 50_000] } as unknown as Listing
  focus: number | null = null
  said: string[] = []
  asked: string[] = []
  readonly voice = { notice: (says: string): void => void this.said.push(says) }
  constructor(private readonly taken: number[]) {}
  do = (command: Command): Promise<RefusedFrame | null> => {
    const { is, seat } = command as unknown as { is: string; seat: number }
    this.asked.push(`${is} ${seat}`)
    return Promise.resolve(this.taken.includes(seat) ? ({ type: "refused", code: "seat_taken" } as RefusedFrame) : null)
  }
  renew = (): void => undefined
}

async function sitDown(taken: number[]): Promise<FourSeats> {
  me.person = "Ann~1"
  const table = new FourSeats(taken)
  await new Seating(table as unknown as ConstructorParameters<typeof Seating>[0]).sit()
  return table
}

describe("Somebody who sits down anywhere", () => {
  test("takes the next seat if another was quicker", async () => {
    const table = await sitDown([2, 1])
    expect(table.asked).toEqual(["TakeSeat 2", "TakeSeat 1", "TakeSeat 3", "BuyIn 3"])
    expect(table.focus).toBe(3)
    expect(table.said).toEqual([])
  })
  test("is told once every seat is taken", async () => {
    const table = await sitDown([1, 2, 3, 4])
    expect(table.said).toEqual(["Every seat is taken; you can watch until one is free."])
  })
})

test("A clock of thirty seconds never shows more than thirty", () => {
  expect(secondsLeft({ until: 31_200, of: 30 }, 1_000)).toBe(30)
  expect(secondsLeft({ until: 500, of: 30 }, 1_000)).toBe(0)
})
