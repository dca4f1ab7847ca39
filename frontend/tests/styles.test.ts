import { readFileSync } from "node:fs"
import { describe, expect, test } from "vitest"
import { MEDIA, withBreakpoints } from "../src/css/breakpoints"

const styles: Record<string, string> = import.meta.glob("../src/**/*.{svelte,css}", { query: "?raw", import: "default", eager: true })
const queries = Object.entries(styles).flatMap(([name, text]) => [...text.matchAll(/@media ([^{]*)\{/g)].map((found) => [name, found[1]!.trim()] as const))

describe("breakpoints", () => {
  test("are four widths", () => {
    const widths = Object.values(MEDIA).flatMap((condition) => /(max|min)-width: (\d+)px/.exec(condition) ?? [])
    const edges = new Set(
      widths
        .map(Number)
        .filter((px) => px > 0)
        .map((px) => 10 * Math.round(px / 10)),
    )
    expect([...edges].sort((one, other) => one - other)).toEqual([560, 760, 1000, 1280])
  })
  test("are named in every style, and no style has a number of its own", () => {
    expect(queries.length).toBeGreaterThan(50)
    expect(queries.filter(([, query]) => /\d/.test(query))).toEqual([])
  })
  test("in styles are all known", () => {
    for (const [, query] of queries) expect(withBreakpoints(query)).not.toContain("--")
  })
  test("stand for their conditions, and an unknown name is an error", () => {
    expect(withBreakpoints("(--phone) and (--over-short), (--narrow)")).toBe("(max-width: 760px) and (min-height: 501px), (max-width: 560px)")
    expect(() => withBreakpoints("(--huge)")).toThrow("--huge")
  })
})

describe("space and type", () => {
  const spaced = /^ *((?:row-|column-)?gap|padding[a-z-]*|margin[a-z-]*|font|font-size): ([^;]*);/gm
  /** Room that is kept free for something beside the text: a button, a label, a number. */
  const ROOM = /^padding-(left|right|inline|bottom): (1\.7|2\.6|2\.8|4\.6)rem$/

  /** The text without what stands in brackets. */
  function outside(text: string): string {
    const left = text.replace(/\([^()]*\)/g, "")
    return left === text ? text : outside(left)
  }

  test("are tokens; what grows with the window, or hangs on another size, is in brackets", () => {
    const raw = Object.entries(styles)
      .filter(([name]) => !name.endsWith("/tokens.css"))
      .flatMap(([name, text]) => [...text.matchAll(spaced)].map((found) => `${name}: ${found[1]}: ${found[2]}`))
      .filter((line) => /\d(rem)/.test(outside(line)))
    expect(raw.filter((line) => !ROOM.test(line.replace(/^[^:]*: /, "")))).toEqual([])
  })
  test("in styles are all known", () => {
    const tokens = readFileSync("src/css/tokens.css", "utf8") // Vitest imports a style sheet as an empty text.
    const known = new Set([...tokens.matchAll(/--(space|text)-\d+(?=:)/g)].map((found) => found[0]))
    const used = new Set(Object.values(styles).flatMap((text) => [...text.matchAll(/--(space|text)-\d+/g)].map((found) => found[0])))
    expect([...used].filter((name) => !known.has(name))).toEqual([])
    expect([...known].filter((name) => !used.has(name))).toEqual([])
  })
})
