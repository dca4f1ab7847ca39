"""Awards of meters: what a seat is owed until a supervisor has confirmed it, and how it is brought."""

from __future__ import annotations

from collections.abc import Iterator

from uth.cites import cites
from uth.errors import Refused
from uth.rules.values import Means, Wager
from uth.table import commands as c
from uth.table import events as e
from uth.table.opening import refused_person
from uth.table.owed import owed_to
from uth.table.posted import Posted
from uth.table.refusal import Refusal
from uth.table.settled import SettledWager, Settlement
from uth.table.state import Table


def award_in(settled: SettledWager, posted: Posted) -> int:
    """Return how much of what the wager won is an award of a meter; the tray pays the rest."""
    if settled.wager is not Wager.PROGRESSIVE or settled.row is None or posted.progressive is None:
        return 0
    by_meter = any(row.hand == settled.row and row.meter is not None for row in posted.progressive.rows)
    return settled.won if by_meter else 0


@cites("CN.40")
def means_of(cents: int, posted: Posted) -> Means:
    """Return how an award of so much is paid: above what the book pays in cheques, by check."""
    rules = posted.rules.progressive
    most = rules.awards.cheques_max if rules is not None else None
    return Means.CHECK if most is not None and cents > most.value else Means.CHEQUES


def brought_at_once(settlement: Settlement, posted: Posted) -> Iterator[e.Event]:
    """Yield the awards of a table on no link: whoever runs it confirms them as they are won."""
    wagers = {seat.seat: seat.wagers for seat in settlement.seats}
    for seat in settlement.order:
        won = wagers[seat].get(Wager.PROGRESSIVE)
        award = award_in(won, posted) if won is not None else 0
        if award:
            yield e.AwardBrought(seat=seat, cents=award, means=means_of(award, posted))


@cites("CN.36", "CN.40")
def refused_award(table: Table, command: c.BringAward | c.DenyAward, posted: Posted) -> Refused | None:
    """Return why nothing is brought to the seat, or ``None``."""
    owed = owed_to(table, command.seat, command.cents)
    if isinstance(command, c.DenyAward):
        unsigned = refused_person(command.by, command.reason)
        if unsigned is not None:
            return unsigned
    if owed is None:
        return Refused(Refusal.NO_AWARD, None, f"no award of {command.cents!r} waits for seat {command.seat!r}")
    if isinstance(command, c.DenyAward) or command.means is Means.CHECK:
        return None
    if command.means is not means_of(command.cents, posted):
        rules = posted.rules.progressive
        most = rules.awards.cheques_max if rules is not None else None
        return Refused(Refusal.NO_AWARD, most.cite if most is not None else None, "that much is paid by check")
    chair = table.chairs.get(command.seat)
    if chair is None or chair.player != owed.player:
        return Refused(Refusal.SEAT_EMPTY, None, f"{owed.player} has left seat {command.seat}; a check pays it")
    return None
