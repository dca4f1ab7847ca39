/** The amounts a seat can take the bank with. */
const AMOUNTS = [10_000, 50_000, 100_000]

/** Return the least bank and the usual amounts above it, as far as the chips go; `least` is null where the book sets none. */
export function bankOffers(least: number | null, rail: number): number[] {
  return [...new Set([least ?? 0, ...AMOUNTS])].filter((cents) => cents >= (least ?? 1) && cents > 0 && cents <= rail)
}
