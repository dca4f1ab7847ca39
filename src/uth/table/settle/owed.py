"""Pending awards, the envy that depends on them, and the decisions on both."""

from __future__ import annotations

from uth.records import changed
from uth.rules.values import Means, Wager
from uth.table.round.state import Decided, Owed, Phase, Table
from uth.table.settle.settled import Outcome, SettledWager
from uth.units import Seat


def owed_to(table: Table, seat: Seat, cents: int, number: int | None = None) -> Owed | None:
    """Return the longest pending award of that seat, amount and round, or ``None``."""
    awards = (each for each in table.owed if each.from_seat is None)
    found = (each for each in awards if (each.seat, each.cents) == (seat, cents))
    return next((each for each in found if not number or each.round in (0, number)), None)


def envy_with(table: Table, award: Owed) -> tuple[Owed, ...]:
    """Return the envy that is pending with an award."""
    same = (award.seat, award.round)
    return tuple(each for each in table.owed if each.from_seat is not None and (each.from_seat, each.round) == same)


def paid_in(table: Table, seat: Seat, cents: int, number: int) -> Decided | None:
    """Return the award that was paid to the seat in the last round, or ``None``."""
    found = (each for each in table.decided if each.owed.from_seat is None and each.means is not None)
    wanted = (seat, cents, number)
    return next((each for each in found if (each.owed.seat, each.owed.cents, each.owed.round) == wanted), None)


def envy_paid_with(table: Table, award: Owed) -> tuple[Decided, ...]:
    """Return the envy of the last round paid with an award."""
    paid = (each for each in table.decided if each.means is not None and each.owed.from_seat is not None)
    return tuple(each for each in paid if (each.owed.from_seat, each.owed.round) == (award.seat, award.round))


def round_of(table: Table) -> int:
    """Return the number of the round being settled or settled last."""
    return table.rounds + (table.phase is Phase.SETTLING)


def still_there(table: Table, owed: Owed) -> bool:
    """Whether the player who is owed still holds the seat."""
    chair = table.chairs.get(owed.seat)
    return chair is not None and chair.player == owed.player


def without(table: Table, gone: Owed | None) -> Table:
    """Return the table without that pending award or envy."""
    at = table.owed.index(gone) if gone is not None else len(table.owed)
    return changed(table, owed=(*table.owed[:at], *table.owed[at + 1 :]))


def decided(table: Table, owed: Owed | None, means: Means | None, by: str = "", reason: str = "") -> Table:
    """Return the table with the decision recorded, if its round is the last one."""
    if owed is None or owed.round != round_of(table) or not table.settled:
        return table
    return changed(table, decided=(*table.decided, Decided(owed=owed, means=means, by=by, reason=reason)))


def undecided(table: Table, owed: Owed) -> Table:
    """Return the table without the record of that payment."""
    kept = tuple(each for each in table.decided if each.owed != owed or each.means is None)
    return changed(table, decided=kept)


def rewon(table: Table, owed: Owed | None, won: int, cites: tuple[str, ...] = ()) -> Table:
    """Return the table with the award's wager settled for another amount, if the wager is of the last round."""
    if owed is None or owed.round not in (0, round_of(table)):
        return table
    return changed(table, settled=tuple(_rewon(line, owed, won, cites) for line in table.settled))


def _rewon(line: tuple[Seat, SettledWager], owed: Owed, won: int, cites: tuple[str, ...]) -> tuple[Seat, SettledWager]:
    seat, settled = line
    if (seat, settled.wager, settled.won) != (owed.seat, Wager.PROGRESSIVE, owed.cents):
        return line
    if won:
        return seat, settled._replace(won=won)
    return seat, settled._replace(outcome=Outcome.LOSE, won=0, row=None, cites=cites or settled.cites)
