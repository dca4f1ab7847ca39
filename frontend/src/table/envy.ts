/** What seats are paid for the hands of others, and what of it waits with an award or fell with it. */
import type { EnvyView } from "../lib/protocol"

/** What was paid: envy that waits is nobody's yet. */
export function envyOf(envies: readonly EnvyView[], seat: number): number {
  return enviesAt(envies, seat).reduce((sum, each) => sum + (each.state === "paid" ? each.cents : 0), 0)
}

export function enviesAt(envies: readonly EnvyView[], seat: number): EnvyView[] {
  return envies.filter((each) => each.seat === seat)
}
