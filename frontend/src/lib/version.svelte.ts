/** Whether the house speaks the version of the protocol that this page knows. */
import { PROTOCOL } from "./protocol"

const RELOAD_MS = 60_000

/** The house's version, once it is known to be another than this page's. */
export const other = $state({ version: null as number | null })

/** Return whether the frame is one this page can read. If not, the page says so, and loads again in a while. */
export function isKnown(frame: { v: number }): boolean {
  if (frame.v === PROTOCOL) return true
  if (other.version === null) setTimeout(() => location.reload(), RELOAD_MS)
  other.version = frame.v
  return false
}
