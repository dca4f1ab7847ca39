/** A newly opened page: its heading gets the focus, and going back restores the scroll position. */

/** How long a page has to load its heading and its content. */
const PATIENCE_MS = 5_000

/** Try on every frame until it succeeds, the time is up, or the reader does something. */
function retry(attempt: () => boolean): void {
  const until = performance.now() + PATIENCE_MS
  let stopped = false
  const stop = (): void => void (stopped = true)
  const acts = ["pointerdown", "keydown", "wheel", "touchmove"] as const
  for (const act of acts) addEventListener(act, stop, { passive: true })
  const next = (): void => {
    if (!stopped && !attempt() && performance.now() < until) return void requestAnimationFrame(next)
    for (const act of acts) removeEventListener(act, stop)
  }
  next()
}

/** Move the focus to the heading, unless the page has already moved it. */
export function focusHeading(): void {
  retry(() => {
    if (document.activeElement !== document.body) return true
    const heading = document.querySelector<HTMLElement>("h1")
    if (!heading) return false
    heading.tabIndex = -1
    heading.focus({ preventScroll: true })
    return true
  })
}

/** Scroll to where the page was left once it is long enough, and stay there while more loads above. */
export function scrollBack(y: number): void {
  if (y <= 0) return
  retry(() => {
    if (Math.round(scrollY) !== Math.round(y) && document.documentElement.scrollHeight - innerHeight >= y) scrollTo(0, y)
    return false
  })
}

/** Run work that the reader does not wait for, once the page is idle. */
export function whenIdle(act: () => void): void {
  if (typeof requestIdleCallback === "function") requestIdleCallback(act)
  else setTimeout(act, 200)
}
