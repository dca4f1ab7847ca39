"""The sums of a house: what each kind of account gave or holds."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Final

from uth.ledger.book import Account, AccountKind
from uth.units import money

SAYS: Final[dict[AccountKind, str]] = {
    AccountKind.ALLOWANCE: "daily allowances",
    AccountKind.CAGE: "the cage: bots' chips, and chips lent at tables under guests' own rules",
    AccountKind.HOUSE: "the house, for seeds and adjustments",
    AccountKind.PLAY: "play money, for guests' tables",
    AccountKind.TRAY: "trays of the tables",
    AccountKind.FEES: "entry fees",
    AccountKind.BANKROLL: "bankrolls",
    AccountKind.PLAYER: "chips of seated players",
    AccountKind.ESCROW: "wagers in play",
    AccountKind.BANK: "banks of player/dealers",
    AccountKind.METER: "meters",
    AccountKind.RESERVE: "reserves of meters",
    AccountKind.OVERFLOW: "beyond the limits of meters",
    AccountKind.PENDING: "awards not yet paid",
    AccountKind.CLEARING: "wide-area links: given to them, less what they paid",
}
"""Every kind of account in words, in the order of the report."""


def report_lines(balances: Mapping[Account, Fraction], given: int) -> Iterator[str]:
    """Yield the report: one line for each kind with a balance, and the sum, which is zero.

    `given` is the number of people who were ever given an allowance.
    """
    sums = {kind: sum((cents for each, cents in balances.items() if each.kind is kind), Fraction(0)) for kind in SAYS}
    counts = {kind: sum(each.kind is kind for each in balances) for kind in SAYS}
    for kind, says in SAYS.items():
        if kind is AccountKind.ALLOWANCE and given:
            yield f"{_amount(sums[kind]):>20}  {says}, to {_counted(given, 'person', 'people')}"
        elif sums[kind] or counts[kind]:
            named = kind in (AccountKind.BANKROLL, AccountKind.PLAYER)
            of = f" of {_counted(counts[kind], 'person', 'people')}" if named else ""
            yield f"{_amount(sums[kind]):>20}  {says}{of}"
    yield f"{_amount(sum(sums.values(), Fraction(0))):>20}  in all"


def _counted(count: int, one: str, many: str) -> str:
    return f"{count:,} {one if count == 1 else many}"


def _amount(cents: Fraction) -> str:
    """Return the amount, with its fraction of a cent in full if it has one."""
    whole, rest = divmod(abs(cents), 1)
    sign = "-" if cents < 0 else ""
    return f"{sign}{money(int(whole))}{f' {rest} cent' if rest else ''}"
