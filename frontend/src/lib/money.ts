/** Money is in whole cents until it is displayed. */

/** `1,234` for a whole number. The browser's own formatting first loads language tables, which is noticeable on a slow processor. */
function grouped(whole: number): string {
  return String(whole).replace(/\B(?=(\d{3})+$)/g, ",")
}

/** `$1,234.50`, `$5`, `−€3`; with a plus sign on request. */
export function money(cents: number, symbol = "$", sign = false): string {
  const size = Math.abs(cents)
  const whole = grouped(Math.floor(size / 100))
  const rest = size % 100
  const mark = cents < 0 ? "−" : sign && cents > 0 ? "+" : ""
  return `${mark}${symbol}${whole}${rest ? `.${String(rest).padStart(2, "0")}` : ""}`
}

/** Same as `money`, but without cents from ten thousand on, where space is short. */
export function tightMoney(cents: number, symbol = "$", sign = false): string {
  return money(Math.abs(cents) >= 1_000_000 ? Math.trunc(cents / 100) * 100 : cents, symbol, sign)
}

/** `$1,234.50`, always with cents, for a meter. */
export function exactMoney(cents: number, symbol = "$"): string {
  return `${symbol}${grouped(Math.floor(cents / 100))}.${String(cents % 100).padStart(2, "0")}`
}

/** `$12.5k`, `$1.2M`, for tight places. */
export function short(cents: number, symbol = ""): string {
  const units = cents / 100
  if (units >= 999_950) return `${symbol}${trim(units / 1_000_000)}M`
  if (units >= 10_000) return `${symbol}${trim(units / 1000)}k`
  if (cents % 100) return units < 1 ? `${cents}¢` : `${symbol}${units.toFixed(2)}`
  return `${symbol}${grouped(units)}`
}

function trim(value: number): string {
  return value.toFixed(1).replace(/\.0$/, "")
}

export const CHIPS = [10_000_000, 2_500_000, 500_000, 100_000, 50_000, 10_000, 2_500, 500, 100, 25, 5, 1] as const
/** The number of chips that fit into the dock of a phone. */
const TRAY_MAX = 5

/** The chips of an amount, the largest first, as in a stack. */
export function chipsOf(cents: number): number[] {
  const chips: number[] = []
  let left = cents
  for (const chip of CHIPS) {
    while (left >= chip && chips.length < 60) {
      chips.push(chip)
      left -= chip
    }
  }
  return chips
}

/** The chips offered at a table with these limits. */
export function trayOf(least: number, most: number): number[] {
  const smallest = least > 2_000 ? least / 4 : 100
  const fit = [...CHIPS].reverse().filter((chip) => chip >= smallest && chip <= Math.max(most, 500))
  return fit.slice(0, TRAY_MAX)
}

/** The chip selected when a player sits down: the smallest that is a valid ante. */
export function firstChip(least: number, most: number): number {
  const tray = trayOf(least, most)
  return tray.find((chip) => chip >= Math.max(least, 500)) ?? tray.at(-1) ?? 500
}
