"""Failure of the progressive system: wagers to return, wagers that have won, and the fate of the round."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from uth.cites import cites
from uth.ranking import rank, shared_by
from uth.rules.procedure import IrregularityKind, Moment
from uth.rules.values import Wager
from uth.table.posted import Posted
from uth.table.round import commands as c
from uth.table.round import events as e
from uth.table.round.due import moment_of, start_due
from uth.table.round.state import Phase, Table
from uth.table.settle.progressive import forfeited_by_fold, paying_row, progressive_hand
from uth.table.settle.settled import PlayedSeat
from uth.units import PlayerId, Seat

OUTAGE_RULING: Final = "R47"
"""The ruling on an outage where the book has no clause."""
DOWN: Final = "the progressive system is down"
BEFORE_A_WIN: Final = (
    Moment.BETWEEN_ROUNDS,
    Moment.OPENING_DEAL,
    Moment.DEALT,
    Moment.PREFLOP,
    Moment.FLOP_DEAL,
)


def outage_clause(posted: Posted) -> str:
    """Return the clause or ruling that stops progressive wagers while the system is down."""
    rules = (rule for rule in posted.rules.irregularity if rule.kind is IrregularityKind.PROGRESSIVE_DOWN)
    return next((rule.clause for rule in rules if "before_win" in rule.facts), OUTAGE_RULING)


def win_clause(posted: Posted) -> str:
    """Return the clause or ruling for a failure at the time of a progressive win."""
    rules = (rule for rule in posted.rules.irregularity if rule.kind is IrregularityKind.PROGRESSIVE_DOWN)
    return next((rule.clause for rule in rules if "at_win" in rule.facts), OUTAGE_RULING)


def sensor_clause(posted: Posted) -> str:
    """Return the clause or ruling that bars progressive wagers at a seat with a dark sensor."""
    rules = posted.rules.progressive
    return rules.sensor_must_light.cite if rules is not None and rules.sensor_must_light else OUTAGE_RULING


@cites("CN.48", "CN.49", "R47")
def link_read(table: Table, command: c.ReadLink, posted: Posted) -> Iterator[e.Event]:
    """Record the link's report, and return the unlocked progressive wagers that the link cannot take.

    A restored link clears the outage at every table, including one that its dealer reported.
    """
    yield e.LinkRead(down=command.down, dark=command.dark)
    if table.progressive_down and table.link_down and not command.down:
        yield e.ProgressiveRestored()
    for seat in unlocked_seats(table, posted):
        if command.down:
            yield returned(seat, outage_clause(posted), DOWN)
        elif seat in command.dark:
            yield returned(seat, sensor_clause(posted), f"the sensor of seat {seat} does not light")


def unlocked_seats(table: Table, posted: Posted) -> tuple[Seat, ...]:
    """Return the seats with a progressive wager that is not locked yet."""
    if table.phase is not Phase.WAGERS and not start_due(table, posted):
        return ()
    return tuple(seat for seat, spot in sorted(table.round.spots.items()) if Wager.PROGRESSIVE in spot.wagers)


def returned(seat: Seat, clause: str, reason: str) -> e.WagerTakenBack:
    """Return the event by which the house returns a progressive wager."""
    return e.WagerTakenBack(seat=seat, wager=Wager.PROGRESSIVE, clause=clause, reason=reason)


@cites("CN.48a")
def fails_at_a_win(table: Table, posted: Posted) -> bool:
    """Whether a progressive wager wins while the system is down; false if the floor has let the win stand."""
    stands = table.round.void is not None or table.round.win_stands
    return table.system_down and not stands and bool(winning_seats(table, posted))


@cites("CN.48a", "CN.22")
def winning_seats(table: Table, posted: Posted) -> tuple[Seat, ...]:
    """Return the seats whose progressive wager is paid, by a meter or the tray, on the cards that are face up."""
    if posted.progressive is None or len(table.round.board) < 3:
        return ()
    return tuple(seat for seat in sorted(table.round.spots) if _wins(table, seat, posted))


def _is_eligible(table: Table, seat: Seat, posted: Posted) -> bool:
    spot = table.round.spots[seat]
    alive = Wager.PROGRESSIVE in spot.wagers and spot.void is None and table.round.void is None
    return alive and not forfeited_by_fold(_played(table, seat), posted)


def _played(table: Table, seat: Seat) -> PlayedSeat:
    spot = table.round.spots[seat]
    return PlayedSeat(seat=seat, player=PlayerId(""), hole=spot.hole, wagers=spot.wagers, decision=spot.decision)


def _wins(table: Table, seat: Seat, posted: Posted) -> bool:
    spot, played = table.round.spots[seat], _played(table, seat)
    if not _is_eligible(table, seat, posted) or len(spot.hole) != 2:
        return False
    hand = progressive_hand(played, shared_by(table.round.board[:3]), posted) or rank((*spot.hole, *table.round.board))
    return paying_row(hand, table.round.board, posted) is not None


@cites("CN.10", "CN.10a", "CN.22", "NV.6", "NV.7")
def is_lit(table: Table, seat: Seat, posted: Posted) -> bool:
    """Whether the seat's lamp is lit: its progressive wager is eligible, not lost to a fold or a void."""
    return seat in table.round.spots and _is_eligible(table, seat, posted)


@cites("CN.48a")
def no_win(table: Table, posted: Posted) -> str | None:
    """Return why the system cannot have failed at the time of a progressive win, or ``None``."""
    if table.round.void is not None:
        return "all hands are void already"
    if table.phase is Phase.SETTLED:
        return None if award_waits(table) else "the round is settled and no award of it waits"
    if moment_of(table) in BEFORE_A_WIN:
        return "no progressive hand can have won yet"
    if not any(Wager.PROGRESSIVE in spot.wagers for spot in table.round.spots.values()):
        return "nobody made a progressive wager in this round"
    return None if winning_seats(table, posted) else "no progressive wager wins on the cards that lie face up"


def award_waits(table: Table) -> bool:
    """Whether the round is settled with an award still unpaid, so that its hands can still be voided."""
    this_round = (owed for owed in table.owed if owed.from_seat is None and owed.round == table.rounds)
    return table.phase is Phase.SETTLED and table.round.void is None and any(this_round)
