import { expect, test } from "vitest"
import { PROTOCOL } from "../src/lib/protocol"
import { isKnown, other } from "../src/lib/version.svelte"

test("a frame of another version is not read, and its version is kept for the page to name", () => {
  expect(isKnown({ v: PROTOCOL })).toBe(true)
  expect(other.version).toBeNull()
  expect(isKnown({ v: PROTOCOL + 1 })).toBe(false)
  expect(other.version).toBe(PROTOCOL + 1)
})
