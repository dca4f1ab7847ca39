/** What seats are paid for the hands of others. */
import type { Envy } from "../lib/protocol"

export function envyOf(envies: readonly Envy[], seat: number): number {
  return enviesAt(envies, seat).reduce((sum, each) => sum + each.cents, 0)
}

export function enviesAt(envies: readonly Envy[], seat: number): Envy[] {
  return envies.filter((each) => each.seat === seat)
}
