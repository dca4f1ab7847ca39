/** Dragging a chip: from the tray or a spot, to a spot or off the layout. */
import type { TableSession } from "./session.svelte"

export const dragging = $state<{ chip: number | null; x: number; y: number; over: string | null }>({ chip: null, x: 0, y: 0, over: null })

function spotAt(x: number, y: number): string | null {
  const found = document.elementFromPoint(x, y)?.closest<HTMLElement>("[data-spot]")
  return found?.dataset["spot"] ?? null
}

/** Begin when the pointer goes down; a press that does not move stays a press. */
export function pickUp(event: PointerEvent, chip: number, session: TableSession): void {
  if (event.button !== 0) return
  const start = { x: event.clientX, y: event.clientY }
  const move = (moved: PointerEvent): void => {
    if (moved.pointerId !== event.pointerId) return
    if (dragging.chip === null && Math.hypot(moved.clientX - start.x, moved.clientY - start.y) < 8) return
    moved.preventDefault()
    dragging.chip = chip
    dragging.x = moved.clientX
    dragging.y = moved.clientY
    dragging.over = spotAt(moved.clientX, moved.clientY)
  }
  const end = (ended: PointerEvent): void => {
    if (ended.pointerId !== event.pointerId) return
    removeEventListener("pointermove", move)
    removeEventListener("pointerup", end)
    removeEventListener("pointercancel", end)
    const over = dragging.chip !== null && ended.type === "pointerup" ? dragging.over : null
    dragging.chip = null
    dragging.over = null
    if (over && over !== "blind" && over !== "play") void session.bets.bet(over, chip)
    else if (over === "blind") void session.bets.bet("ante", chip)
  }
  addEventListener("pointermove", move, { passive: false })
  addEventListener("pointerup", end)
  addEventListener("pointercancel", end)
}
