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
