/** Times in the zone of the house, with its abbreviation. The log keeps UTC. */
import { me } from "./me.svelte"

/** `18 Nov 2026, 19:05:00 CST`; the abbreviation is left out where the zone is shown nearby. */
export function houseTime(at: string | Date, options: Intl.DateTimeFormatOptions = { day: "numeric", month: "short", year: "numeric" }, named = true): string {
  return new Date(at).toLocaleString("en-US", {
    ...options,
    hour: "2-digit",
    minute: "2-digit",
    second: "2-digit",
    hourCycle: "h23",
    timeZone: me.timezone,
    ...(named ? { timeZoneName: "short" } : {}),
  })
}

/** When a round was played: `18 Nov 2026, 19:05 CST`. */
export function houseMoment(at: string | Date, seconds = false): string {
  const day = new Date(at).toLocaleDateString("en-GB", { day: "numeric", month: "short", year: "numeric", timeZone: me.timezone })
  return `${day}, ${houseClock(at, seconds)}`
}

/** The time of day in the house: `19:05 CST`. */
export function houseClock(at: string | Date, seconds = false): string {
  const long: Intl.DateTimeFormatOptions = { hour: "2-digit", minute: "2-digit", hourCycle: "h23", timeZone: me.timezone, timeZoneName: "short" }
  return new Date(at).toLocaleTimeString("en-US", seconds ? { ...long, second: "2-digit" } : long)
}

/** The day in the house: `2026-11-18`. */
export function houseDay(at: string | Date): string {
  return new Date(at).toLocaleDateString("sv-SE", { timeZone: me.timezone })
}

/** When a day of the house begins, in UTC; `next` is the day after it. */
export function dayBegins(day: string, next = false): string {
  const noon = new Date(`${day}T12:00:00Z`)
  if (next) noon.setUTCDate(noon.getUTCDate() + 1)
  const wanted = noon.toISOString().slice(0, 10)
  // Midnight in the house is at most 14 hours from midnight in UTC; zones are whole quarters of an hour.
  const first = Date.parse(`${wanted}T00:00:00Z`) - 14 * 3_600_000
  for (let at = first; ; at += 900_000) if (houseDay(new Date(at)) >= wanted) return new Date(at).toISOString()
}
