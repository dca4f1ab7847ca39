import { describe, expect, test } from "vitest"
import { MEDIA, withBreakpoints } from "../src/css/breakpoints"

const styles: Record<string, string> = import.meta.glob("../src/**/*.{svelte,css}", { query: "?raw", import: "default", eager: true })
const readme = Object.values(import.meta.glob<string>("../README.md", { query: "?raw", import: "default", eager: true }))[0] ?? ""
const queries = Object.entries(styles).flatMap(([name, text]) =>
  [...text.matchAll(/@(?:media|container) ([^{]*)\{/g)].map((found) => [name, found[1]!.trim()] as const),
)

describe("breakpoints", () => {
  test("are four widths of the window, one of a panel and one of the dock", () => {
    const widths = Object.values(MEDIA).flatMap((condition) => /(max|min)-width: (\d+)px/.exec(condition) ?? [])
    const edges = new Set(
      widths
        .map(Number)
        .filter((px) => px > 0)
        .map((px) => 10 * Math.round(px / 10)),
    )
    expect([...edges].sort((one, other) => one - other)).toEqual([500, 560, 760, 850, 1000, 1280])
    const said = readme.split("\n\n").find((part) => part.includes("breakpoints.ts`: write")) ?? ""
    expect([...said.matchAll(/\d{3,4}/g)].map(([px]) => Number(px)).sort((one, other) => one - other)).toEqual([500, 560, 760, 850, 1000, 1280])
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

describe("the focus ring", () => {
  const tokens = styles["../src/css/tokens.css"] ?? ""
  /** The colours of the rules whose selector contains this. */
  function colours(selector: string): Record<string, string> {
    const rules = [...tokens.matchAll(/([^{}]*)\{([^{}]*)\}/g)].filter((rule) => rule[1]!.includes(selector))
    return Object.fromEntries(rules.flatMap((rule) => [...rule[2]!.matchAll(/(--[a-z0-9-]+): (#[0-9a-f]{6})/g)].map((each) => [each[1]!, each[2]!])))
  }
  const light = (hex: string): number => {
    const [r, g, b] = [1, 3, 5].map((at) => {
      const part = parseInt(hex.slice(at, at + 2), 16) / 255
      return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
    }) as [number, number, number]
    return 0.2126 * r + 0.7152 * g + 0.0722 * b
  }
  const ratio = (one: string, other: string): number => {
    const [low, high] = [light(one), light(other)].sort((a, b) => a - b) as [number, number]
    return (high + 0.05) / (low + 0.05)
  }
  /** The felt at its brightest: a quarter white, more than any gradient mixes in. */
  const bright = (hex: string): string =>
    `#${[1, 3, 5]
      .map((at) =>
        Math.round(parseInt(hex.slice(at, at + 2), 16) * 0.75 + 64)
          .toString(16)
          .padStart(2, "0"),
      )
      .join("")}`

  test.each(["dark", "light"])("has 3:1 on every ground of the %s theme", (theme) => {
    const found = colours(`[data-theme="${theme}"]`)
    for (const ground of ["--room", "--room-2", "--panel", "--panel-2", "--panel-3"]) expect(ratio(found["--ring"]!, found[ground]!), ground).toBeGreaterThan(3)
    expect(ratio(found["--on-fill"]!, found["--fill"]!)).toBeGreaterThan(3)
  })
  test.each(["green", "blue", "red", "slate"])("has 3:1 on the %s felt, bright or deep", (felt) => {
    const found = { ...colours(":root"), ...colours(`[data-felt="${felt}"]`) }
    if (felt === "green") Object.assign(found, { "--felt": "#0e5a45", "--felt-deep": "#093c2f" })
    for (const ground of [found["--felt"]!, found["--felt-deep"]!, bright(found["--felt"]!)])
      expect(ratio(found["--felt-ring"]!, ground), ground).toBeGreaterThan(3)
  })
})

test("every main is where the skip link leads", () => {
  const mains = Object.entries(styles).flatMap(([name, text]) => [...text.matchAll(/<main\b[^>]*>/g)].map((found) => [name, found[0]] as const))
  expect(mains.length).toBeGreaterThan(15)
  expect(mains.filter(([, main]) => !main.includes('id="content" tabindex="-1"'))).toEqual([])
})
