/** The dealer's payments for each seat of a settled round in words: shown large, and announced. */
import { money } from "../lib/money"
import type { BankPayout, ConsoleDocument, GameManager, Payout, PayoutLine, StillDue } from "../lib/protocol"

/** The amount moved for a seat: paid if positive, taken if negative. */
export interface Move {
  cents: number
  says: string
}

/** The amount paid by the floor, not from the tray. */
export function awardBrought(payout: Payout): number {
  return payout.lines.reduce((sum, line) => sum + (line.award?.state === "paid" ? line.award.cents : 0), 0)
}

/** Whether the wager has been in the tray since the coin-in (NV.7, CN.10), so that nothing is taken for it now. */
export function isCoined(line: PayoutLine, manager: GameManager | null): boolean {
  return line.wager === "progressive" && manager !== null
}

/** Return the total moved for a seat, or what is left to move after a correction. */
export function moveOf(payout: Payout, manager: GameManager | null, still: readonly StillDue[], symbol: string): Move {
  const due = still.find((each) => each.seat === payout.seat)
  if (due) return { cents: due.cents, says: words(due.cents, symbol, "Still to pay", "Still to take", "Nothing more") }
  const coined = payout.lines.filter((line) => isCoined(line, manager))
  const cents = coined.reduce((sum, line) => sum + line.stake, payout.now - awardBrought(payout))
  return { cents, says: words(cents, symbol, "Pay", "Take", "Even") }
}

export function bankWords(bank: BankPayout, symbol: string): string {
  return words(bank.net, symbol, "Gains", "Loses", "Even")
}

/** The settlement as announced to the dealer, seat by seat in the order of the book. */
export function settlementHeard(doc: ConsoleDocument, still: readonly StillDue[]): string[] {
  const seats = doc.payouts.map((payout) => {
    const held = payout.hand ? `, ${payout.hand}` : ""
    const waits = payout.waits ? `; ${money(payout.waits, doc.symbol)} waits for the award` : ""
    return `Seat ${payout.seat}, ${payout.name}: ${moveOf(payout, doc.manager, still, doc.symbol).says.toLowerCase()}${waits}${held}`
  })
  if (doc.bank) seats.push(`The bank, seat ${doc.bank.seat}: ${bankWords(doc.bank, doc.symbol).toLowerCase()}`)
  return seats
}

function words(cents: number, symbol: string, pay: string, take: string, even: string): string {
  return cents > 0 ? `${pay} ${money(cents, symbol)}` : cents < 0 ? `${take} ${money(-cents, symbol)}` : even
}
