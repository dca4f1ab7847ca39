import { describe, expect, test } from "vitest"
import { MEDIA, withBreakpoints } from "../src/css/breakpoints"

const styles: Record<string, string> = import.meta.glob("../src/**/*.{svelte,css}", { query: "?raw", import: "default", eager: true })
const queries = Object.entries(styles).flatMap(([name, text]) =>
  [...text.matchAll(/@(?:media|container) ([^{]*)\{/g)].map((found) => [name, found[1]!.trim()] as const),
)

describe("breakpoints", () => {
  test("are four widths of the window, and one of a panel", () => {
    const widths = Object.values(MEDIA).flatMap((condition) => /(max|min)-width: (\d+)px/.exec(condition) ?? [])
    const edges = new Set(
      widths
        .map(Number)
        .filter((px) => px > 0)
        .map((px) => 10 * Math.round(px / 10)),
    )
    expect([...edges].sort((one, other) => one - other)).toEqual([500, 560, 760, 1000, 1280])
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
  test("are twelve spaces and fourteen sizes of type, each of them used", () => {
    const used = new Set(Object.values(styles).flatMap((text) => [...text.matchAll(/var\((--(?:space|text)-\d+)\)/g)].map((found) => found[1])))
    const known = [...Array.from({ length: 12 }, (_, at) => `--space-${at + 1}`), ...Array.from({ length: 14 }, (_, at) => `--text-${at + 1}`)]
    expect([...used].sort()).toEqual(known.sort())
  })
})
