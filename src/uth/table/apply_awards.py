"""`apply` for awards of meters and the envy that waits with them: what is owed, paid, refused and taken back."""

from __future__ import annotations

from uth.changed import changed
from uth.rules.values import Means, Wager
from uth.table import events as e
from uth.table.owed import decided, owed_to, rewon, round_of, undecided, without
from uth.table.rails import on_rail
from uth.table.state import Owed, Table
from uth.units import Seat

AwardEvent = (
    e.AwardOwed
    | e.AwardChanged
    | e.AwardBrought
    | e.AwardDenied
    | e.AwardTakenBack
    | e.EnvyOwed
    | e.EnvyPaid
    | e.EnvyDenied
    | e.EnvyTakenBack
)


def apply_award(table: Table, event: AwardEvent) -> Table:
    """Return the table after an award or an envy pay has come a step further."""
    match event:
        case e.AwardOwed(seat=seat, settled=settled):
            lines = (line for line in table.settled if (line[0], line[1].wager) != (seat, Wager.PROGRESSIVE))
            owed = _owed(table, seat, settled.won)
            return changed(table, settled=(*lines, (seat, settled)), owed=(*table.owed, owed))
        case e.AwardChanged(seat=seat, cents=cents, to=to, round=number):
            award = owed_to(table, seat, cents, number)
            table = rewon(table, award, to)
            now = tuple(changed(each, cents=to) if each is award else each for each in table.owed)
            return changed(table, owed=now)
        case e.AwardBrought(seat=seat, cents=cents, means=means, round=number):
            award = owed_to(table, seat, cents, number)
            table = decided(without(table, award), award, means)
            return on_rail(table, seat, cents) if means is Means.CHEQUES else table
        case e.AwardDenied(seat=seat, cents=cents, by=by, reason=reason, round=number, cites=cites):
            award = owed_to(table, seat, cents, number)
            return rewon(decided(without(table, award), award, None, by, reason), award, 0, cites)
        case e.AwardTakenBack(seat=seat, cents=cents, by=by, reason=reason, round=number, cites=cites):
            award = _owed(table, seat, cents, number)
            table = decided(undecided(table, award), award, None, by, reason)
            return rewon(on_rail(table, seat, -cents), award, 0, cites)
        case _:
            return _envy(table, event)


def _envy(table: Table, event: e.EnvyOwed | e.EnvyPaid | e.EnvyDenied | e.EnvyTakenBack) -> Table:
    seat, cents, number = event.seat, event.cents, 0 if isinstance(event, e.EnvyOwed) else event.round
    waits = (each for each in table.owed if (each.seat, each.from_seat, each.cents) == (seat, event.from_seat, cents))
    found = next((each for each in waits if each.round == number), None) if number else None
    match event:
        case e.EnvyOwed():
            return changed(table, owed=(*table.owed, _owed(table, seat, cents, from_seat=event.from_seat)))
        case e.EnvyPaid(means=means):
            envy = found or _owed(table, seat, cents, number, event.from_seat)
            table = decided(without(table, found), envy, means)
            return on_rail(table, seat, cents) if means is Means.CHEQUES else table
        case e.EnvyDenied(reason=reason):
            return decided(without(table, found), found, None, reason=reason)
        case e.EnvyTakenBack(reason=reason):
            envy = _owed(table, seat, cents, number, event.from_seat)
            return on_rail(decided(undecided(table, envy), envy, None, reason=reason), seat, -cents)


def _owed(table: Table, seat: Seat, cents: int, number: int = 0, from_seat: Seat | None = None) -> Owed:
    """Return what is owed to whoever sits there, in that round or in the last one."""
    player = table.chairs[seat].player
    return Owed(seat=seat, player=player, cents=cents, round=number or round_of(table), from_seat=from_seat)
