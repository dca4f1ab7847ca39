/** The time, updated a few times a second, for countdowns. */
export const now = $state({ page: performance.now(), wall: Date.now() })

setInterval(() => {
  now.page = performance.now()
  now.wall = Date.now()
}, 200)

/** The seconds that a clock of the house has left at that moment; never more than its total, although `now` lags by a tick. */
export function secondsLeft(clock: { until: number; of: number }, moment = now.page): number {
  return Math.max(0, Math.min(clock.of, (clock.until - moment) / 1000))
}

/** What the page behind a dialog waits for, and for how long. */
export interface Waiting {
  says: string
  time: string
  /** How to get more time, if that is possible. */
  more: (() => void) | null
}

/** `1:05`, `1:02:09`. */
export function duration(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1000))
  const hours = Math.floor(seconds / 3600)
  const minutes = Math.floor(seconds / 60) % 60
  const rest = String(seconds % 60).padStart(2, "0")
  return hours ? `${hours}:${String(minutes).padStart(2, "0")}:${rest}` : `${minutes}:${rest}`
}
