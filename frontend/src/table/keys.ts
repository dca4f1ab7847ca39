/** The keys of the table: each does what the button that shows it does. */
import { trayOf } from "../lib/money"
import type { TableSession } from "./session.svelte"

const WAGER_KEYS: Record<string, string> = { a: "ante", t: "trips", p: "progressive", v: "cover_all", m: "match_play" }

export interface Opens {
  help: () => void
  log: () => void
}

/** Do what the key says; a key that is held down counts once, but for the arrows. */
export function pressKey(event: KeyboardEvent, session: TableSession, opens: Opens): void {
  const target = event.target as HTMLElement
  if (event.ctrlKey || event.metaKey || event.altKey || target.closest("input, select, textarea, dialog")) return
  const name = event.key.length === 1 ? event.key.toLowerCase() : event.key
  if (event.repeat && !name.startsWith("Arrow")) {
    if (name === " " || (name === "Enter" && target.closest("footer button"))) event.preventDefault()
    return
  }
  if (name === "?") return opens.help()
  if (name === "l") return opens.log()
  if (name === " " && target.closest("button, a, summary")) return
  const act = doneBy(name, session)
  if (!act) return
  event.preventDefault()
  void act()
}

function doneBy(name: string, session: TableSession): (() => unknown) | null {
  const { seat, bets } = session
  if (seat === null) return name === "s" ? () => session.seating.sit() : null
  const offers = session.place?.offers
  if (session.myTurn && offers) {
    const multiple = Number(name)
    if (name !== " " && offers.plays.includes(multiple)) return () => session.do({ is: "MakePlay", seat, multiple })
    if (name === "c" && offers.check) return () => session.do({ is: "Check", seat })
    if (name === "f" && offers.fold) return () => session.do({ is: "Fold", seat })
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

/** Return the chip that lies so many places from the one in hand. */
function beside(session: TableSession, by: number): number {
  const tray = trayOf(session.listing?.ante[0] ?? 500, session.listing?.ante[1] ?? 50_000)
  const at = Math.max(0, Math.min(tray.length - 1, tray.indexOf(session.bets.chip) + by))
  return tray[at] ?? session.bets.chip
}
