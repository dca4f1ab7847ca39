/** Whether the house uses the protocol version that this page knows. */
import { PROTOCOL } from "./protocol"

const RELOAD_MS = 60_000

/** The house's version, once it is known to differ from this page's. */
export const other = $state({ version: null as number | null })

/** Return whether this page can read the frame. If not, the page says so, and reloads after a while. */
export function isKnown(frame: { v: number }): boolean {
  if (frame.v === PROTOCOL) return true
  if (other.version === null) setTimeout(() => location.reload(), RELOAD_MS)
  other.version = frame.v
  return false
}
