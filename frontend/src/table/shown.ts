/** What the felt, its seats and its spots need from a table, live or replayed. */
import type { Clock, EnvyView, Listing, SeatDocument, TableDocument } from "../lib/protocol"
import type { Bubble } from "./voice.svelte"

export interface Shown {
  readonly view: TableDocument | null
  readonly listing: Listing | null
  readonly symbol: string
  /** The reader's own seats, the one they look at, and who sits there. */
  readonly mine: number[]
  readonly seat: number | null
  readonly place: SeatDocument | null
  readonly myTurn: boolean
  readonly clock: (Clock & { until: number }) | null
  /** The time that the clock is read at. */
  readonly moment: number
  /** Whether the house takes commands now. */
  readonly reachable: boolean
  /** The seats of people who have no connection now. */
  readonly away: number[]
  /** What seats were paid for the hands of others in this round. */
  readonly envies: EnvyView[]
  focus: number | null
  readonly voice: { readonly bubbles: Record<number, Bubble> }
  readonly bets: { readonly chip: number; bet: (wager: string) => Promise<void>; lessen: (wager: string) => Promise<void> }
  nameAt: (seat: number) => string
  readonly seating: { readonly busy: boolean; sit: (seat?: number | null) => Promise<void> }
}
