/** The keys of the table: each does the same as the button that shows it. */
import { announce } from "../lib/announce.svelte"
import { trayOf } from "../lib/money"
import { isShortcut } from "../lib/shortcuts"
import type { TableSession } from "./session.svelte"

const WAGER_KEYS: Record<string, string> = { a: "ante", t: "trips", p: "progressive", v: "cover_all", m: "match_play" }

export interface Opens {
  help: () => void
  rankings: () => void
  log: () => void
}

/** Run the key's action; a key held down counts once, except for the arrows. */
export function pressKey(event: KeyboardEvent, session: TableSession, opens: Opens): void {
  const name = event.key.length === 1 ? event.key.toLowerCase() : event.key
  if (event.repeat && !name.startsWith("Arrow")) {
    if ((name === " " || name === "Enter") && (event.target as Element).closest("footer button, [data-spot] button")) event.preventDefault()
    else if (name === " " && isShortcut(event)) event.preventDefault()
    return
  }
  if (!isShortcut(event)) return
  if (name === "?") return opens.help()
  if (name === "l") return opens.log()
  if (name === "k") return opens.rankings()
  if (!session.reachable) return
  const act = doneBy(name, session)
  if (!act) return
  event.preventDefault()
  void act()
}

function doneBy(name: string, session: TableSession): (() => unknown) | null {
  const { seat, bets } = session
  if (name === "h" && seat !== null && session.coach.available) return () => session.coach.toggle()
  if (seat === null) return name === "s" ? () => session.seating.sit() : null
  const offers = session.place?.offers
  if (session.myTurn && offers) {
    const multiple = Number(name)
    if (name !== " " && offers.plays.includes(multiple)) return () => session.do({ is: "MakePlay", seat, multiple })
    if (name === "c" && offers.check) return () => session.do({ is: "Check", seat })
    if (name === "m" && session.mayExtend) return () => session.moreTime()
    if (name === "f" && offers.fold) return () => fold(session, seat)
  }
  if (name === " ") return () => bets.deal()
  if (session.view?.phase !== "wagers") return null
  const wager = WAGER_KEYS[name]
  if (wager) return () => bets.bet(wager)
  switch (name) {
    case "r":
      return () => bets.rebet()
    case "d":
      return () => bets.double()
    case "z":
      return () => bets.undo()
    case "x":
      return () => bets.clear()
    case "ArrowLeft":
      return () => (bets.chip = beside(session, -1))
    case "ArrowRight":
      return () => (bets.chip = beside(session, 1))
    default:
      return null
  }
}

/** Fold at the second press, because the key is next to others and a fold cannot be undone. */
function fold(session: TableSession, seat: number): void {
  if (session.foldAsked) return void session.do({ is: "Fold", seat })
  session.askFold()
  announce("Press F again to fold", true)
}

/** Return the chip that many places from the selected one. */
function beside(session: TableSession, by: number): number {
  const tray = trayOf(session.listing?.ante[0] ?? 500, session.listing?.ante[1] ?? 50_000)
  const at = Math.max(0, Math.min(tray.length - 1, tray.indexOf(session.bets.chip) + by))
  return tray[at] ?? session.bets.chip
}
