/** What went wrong in the round on the table and what was ruled, in words. */
import type { TableDocument } from "../lib/protocol"
import { sentence } from "./words"

const TOLD: ReadonlySet<string> = new Set(["IrregularityReported", "IrregularityRuled", "FloorCalled", "FloorRuled", "HandVoided", "RoundVoided"])

/** Why the round stopped last, sentence by sentence. */
export function troubleIn(view: TableDocument | null): string[] {
  const told = (view?.trouble ?? []).filter((event) => TOLD.has(event.is))
  const last = told.findLastIndex((event) => event.is === "IrregularityReported")
  return told.slice(Math.max(last, 0)).flatMap((event) => sentence(event)?.says ?? [])
}
