/** The time, updated a few times a second, for countdowns. */
export const now = $state({ page: performance.now(), wall: Date.now() })

setInterval(() => {
  now.page = performance.now()
  now.wall = Date.now()
}, 200)

/** `1:05`, `1:02:09`. */
export function duration(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1000))
  const hours = Math.floor(seconds / 3600)
  const minutes = Math.floor(seconds / 60) % 60
  const rest = String(seconds % 60).padStart(2, "0")
  return hours ? `${hours}:${String(minutes).padStart(2, "0")}:${rest}` : `${minutes}:${rest}`
}
