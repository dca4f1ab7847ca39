"""What can have gone wrong as the cards lie: asked of the one place that refuses a report."""

from __future__ import annotations

from collections.abc import Iterator

from uth.protocol.console import Reportable
from uth.table import irregularities as i
from uth.table.posted import Posted
from uth.table.rulings import refused_report
from uth.table.state import Table
from uth.units import Seat

PLACES = range(1, 6)


def reports(table: Table, posted: Posted) -> list[Reportable]:
    """Return every irregularity that can be reported now, with whom and what it can be about."""
    if table.floor is not None or table.replacing is not None or table.dispute is not None:
        return []
    found: dict[str, Reportable] = {}
    for what in _thinkable(table):
        if refused_report(table, what, posted) is None:
            _add(found, what)
    return list(found.values())


def _add(found: dict[str, Reportable], what: i.Irregularity) -> None:
    name = type(what).__name__
    fresh: Reportable = {
        "irregularity": name,
        "words": what.kind.words,
        "seats": [],
        "positions": [],
        "fixable": False,
        "at_win": False,
    }
    kept = found.setdefault(name, fresh)
    if hasattr(what, "seat") and what.seat not in kept["seats"]:
        kept["seats"].append(what.seat)
    if isinstance(what, i.WrongCommunityShown | i.DealerCardExposed):
        kept["positions"] += what.positions
    kept["fixable"] |= getattr(what, "fixable", False)
    kept["at_win"] |= getattr(what, "at_win", False)


def _thinkable(table: Table) -> Iterator[i.Irregularity]:
    """Yield one of every kind, for every seat, every card and both ways it can stand."""
    yield from (i.DealerCardExposed(positions=(at,)) for at in (1, 2))
    yield from (i.CardsFaceUp(cards=1), i.CardDrawnInError())
    for fixable in (False, True):
        yield from (_wrong_number(table, seat, fixable=fixable) for seat in (None, *table.in_round))
        yield from (i.SeatMissed(seat=seat, fixable=fixable) for seat in table.in_round)
        yield i.ExtraCardToAll(fixable=fixable)
    yield from (i.WrongCommunityShown(positions=(at,)) for at in PLACES)
    yield from (i.NotShuffled(), i.CardOffTable(), i.StubCountWrong(misdealt=False))
    yield from (i.ShufflerJammed(), i.ShufflerCountWrong(), i.MachineJammed())
    yield from (i.ProgressiveDown(at_win=False), i.ProgressiveDown(at_win=True))
    yield from (i.ConductBroken(seat=seat) for seat in table.in_round)


def _wrong_number(table: Table, seat: Seat | None, *, fixable: bool) -> i.WrongNumberOfCards:
    held = len(table.dealer if seat is None else table.spots[seat].hole)
    return i.WrongNumberOfCards(seat=seat, cards=held + 1, fixable=fixable)
