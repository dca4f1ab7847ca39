/** The floor's state: polled every two seconds while a page shows it, and after every action. */
import { announce } from "../lib/announce.svelte"
import type { AwardEvidence, FloorDocument, FloorLink, FloorSeat, FloorTable } from "../lib/protocol"
import { play } from "../lib/sounds"
import { askAgainWho, said, staffApi } from "../staff/api"

const EVERY_MS = 2_000

class Floor {
  doc = $state.raw<FloorDocument | null>(null)
  refused = $state("")
  /** Why the last poll failed, or empty; the page then shows the previous state. */
  lost = $state("")
  /** When the last poll succeeded. */
  heard = $state.raw(new Date())
  /** The last action, as text; screen readers get an announcement. */
  done = $state("")
  busy = $state(false)
  private watchers = 0
  private timer: ReturnType<typeof setInterval> | undefined
  private known = 0
  private looking = false
  private stale = false
  private fading: ReturnType<typeof setTimeout> | undefined

  /** Poll the floor until the returned function is called. */
  watch(): () => void {
    if (this.watchers++ === 0) {
      void this.look()
      this.timer = setInterval(() => document.visibilityState === "visible" && !this.looking && void this.look(), EVERY_MS)
    }
    return () => {
      if (--this.watchers === 0) clearInterval(this.timer)
    }
  }
  /** Poll once; a call during a poll causes one more afterwards, never two at a time. */
  async look(): Promise<void> {
    this.stale = this.looking
    if (this.looking) return
    this.looking = true
    try {
      this.doc = await staffApi.floor()
      this.lost = ""
      this.heard = new Date()
      this.tell()
    } catch (error) {
      this.lost = said(error)
      void askAgainWho(error)
    }
    this.looking = false
    if (this.stale && !this.lost) void this.look()
  }
  private tell(): void {
    const waits = this.waits
    if (waits > this.known) {
      play("turn")
      announce(`${waits} ${waits === 1 ? "matter waits" : "matters wait"} for the floor`)
    }
    this.known = waits
  }
  /** Execute an action, report the result, and poll again. */
  async act(what: () => Promise<unknown>, done: string): Promise<boolean> {
    if (this.busy) return false
    this.busy = true
    try {
      await what()
      this.refused = ""
      this.done = done
      clearTimeout(this.fading)
      this.fading = setTimeout(() => (this.done = ""), 6_000)
      announce(done)
      return true
    } catch (error) {
      this.refused = said(error)
      this.done = ""
      play("no")
      announce(this.refused, true)
      return false
    } finally {
      this.busy = false
      void this.look()
    }
  }
  may(what: string): boolean {
    return this.doc?.may.includes(what) ?? false
  }
  /** Every open award, with its link. */
  get open(): { link: FloorLink; award: AwardEvidence }[] {
    return (this.doc?.links ?? []).flatMap((link) => link.awards.filter((award) => isOpen(link, award)).map((award) => ({ link, award })))
  }
  /** The keys at JPH without an open award, because it was rejected or backed out. */
  get keys(): { link: string; table: string }[] {
    const links = this.doc?.links ?? []
    const left = links.flatMap((link) => link.stations.filter((each) => each.key === "jph").map((each) => ({ link: link.name, table: each.table })))
    return left.filter((each) => !this.open.some(({ award }) => award.table === each.table))
  }
  /** The link at whose Game Manager the table's key is at JPH although the table is owed nothing any more. */
  leftAtJph(table: FloorTable): string | null {
    const link = this.doc?.links.find((each) => each.name === table.link)
    const left = link?.stations.some((each) => each.table === table.name && each.key === "jph") && !table.owed.length
    return link && left ? link.name : null
  }
  get awards(): number {
    return this.open.length + this.keys.length
  }
  get calls(): number {
    return (this.doc?.tables ?? []).filter((table) => table.call !== null || waitsForDeck(table)).length
  }
  get disputes(): number {
    return (this.doc?.tables ?? []).reduce((sum, table) => sum + (table.dispute ? 1 : 0) + table.disputes.length, 0)
  }
  get waits(): number {
    return this.awards + this.calls + this.disputes + (this.doc?.approvals.length ?? 0)
  }
}

/** Whether an award is open; a paid one is until its table's key is back at RUN. */
function isOpen(link: FloorLink, award: AwardEvidence): boolean {
  if (award.stage !== "paid") return true
  return link.stations.some((each) => each.table === award.table && each.key === "jph" && each.buttons.some((button) => button.award === award.award))
}

/** What the floor can stop: new wagers of the house, a table or a player, or a table for good. */
export interface Stopped {
  what: "house" | "table" | "player" | "for good"
  name: string
  /** The subject in words. */
  says: string
  /** The players at a table that is to be closed. */
  taken?: FloorSeat[]
}

/** Whether a dealer has inspected a deck and waits for the floorperson. */
export function waitsForDeck(table: FloorTable): boolean {
  return table.due === "VerifyDeck" && table.dealt_by === "person"
}

export const floor = new Floor()
