/** The parts of a table, live or replayed, that the felt, its seats and its spots need. */
import type { Clock, EnvyView, Listing, SeatDocument, TableDocument } from "../lib/protocol"
import type { Bubble } from "./voice.svelte"

export interface Shown {
  readonly view: TableDocument | null
  readonly listing: Listing | null
  readonly symbol: string
  /** The reader's own seats, the one in view, and its document. */
  readonly mine: number[]
  readonly seat: number | null
  readonly place: SeatDocument | null
  readonly myTurn: boolean
  readonly clock: (Clock & { until: number }) | null
  /** The time at which the clock is read. */
  readonly moment: number
  /** Whether the house accepts commands now. */
  readonly reachable: boolean
  /** The seats of people without a connection. */
  readonly away: number[]
  /** The envy paid to seats in this round. */
  readonly envies: EnvyView[]
  focus: number | null
  readonly voice: { readonly bubbles: Record<number, Bubble> }
  readonly bets: { readonly chip: number; bet: (wager: string) => Promise<void>; lessen: (wager: string) => Promise<void> }
  nameAt: (seat: number) => string
  readonly seating: { readonly busy: boolean; sit: (seat?: number | null) => Promise<void> }
}
