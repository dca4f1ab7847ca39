"""Refusals at a table's Game Manager: the dealer's keypad, and the supervisor's key."""

from __future__ import annotations

from uth.cites import cites
from uth.errors import Refused
from uth.progressive import commands as c
from uth.progressive.refusal import Refusal
from uth.progressive.refuse_award import below_zero
from uth.progressive.state import AwardStage, Key, Link, Station
from uth.units import Seat


def refused_dealer(
    link: Link, station: Station, command: c.CoinIn | c.ReverseCoinIn | c.PutLampOut | c.PressHandButton
) -> Refused | None:
    """Return why the dealer's keypad does not take it, or ``None``."""
    match command:
        case c.CoinIn(seats=seats):
            return _refused_coin_in(link, station, seats)
        case c.ReverseCoinIn(seats=seats):
            return _refused_reversal(link, station, command.table, seats)
        case c.PutLampOut(seat=seat):
            return _not_in_the_round(link, station, (seat,)) or _lamp_is_out(link, station, seat)
        case c.PressHandButton():
            return _refused_button(link, station, command)


@cites("CN.9", "CN.49", "NV.6", "NV.7", "NV.10g", "R47", "R98")
def _refused_coin_in(link: Link, station: Station, seats: tuple[Seat, ...]) -> Refused | None:
    if station.round is not None:
        says = f"round {station.round} is locked and takes no other wagers; GAME OVER comes first"
        return Refused(Refusal.GAME_NOT_OVER, link.terms.cite("locked"), says)
    dark = sorted(station.failed & set(seats))
    if dark:
        says = f"the sensor of seat {dark[0]} does not light; the player moves to one that does"
        return Refused(Refusal.SENSOR_FAILED, link.terms.cite("sensor"), says)
    return None


@cites("R17", "NV.10h")
def _refused_reversal(link: Link, station: Station, table: str, seats: tuple[Seat, ...]) -> Refused | None:
    """Return why those seats are not out of the round: no wager was taken, or its award is recorded."""
    refused = _not_in_the_round(link, station, seats)
    if refused is not None:
        return refused
    awards = link.buttons_of(table, seats)
    for award in awards:
        if award.stage is not AwardStage.PENDING:
            says = f"award {award.number} of seat {award.seat} is recorded"
            return Refused(Refusal.AWARD_IS_RECORDED, link.terms.cite("on_record"), says)
    return below_zero(link, awards)


@cites("CN.10", "NV.7", "NV.10b", "NV.10c", "NV.10h")
def _refused_button(link: Link, station: Station, command: c.PressHandButton) -> Refused | None:
    """Return why the hand button does not go on, or off again, or ``None``; a seat has one hand, and one button on."""
    refused = _not_in_the_round(link, station, (command.seat,)) or _lamp_is_out(link, station, command.seat)
    if refused is not None:
        return refused
    if link.terms.meter_row(command.hand) is None:
        paid = ", ".join(row.hand for row in link.terms.table.rows if row.percent is not None)
        says = f"{command.hand!r} is not paid from a meter; {paid}"
        return Refused(Refusal.NOT_A_METER_HAND, link.terms.cite("from_meter"), says)
    awards = link.buttons_of(command.table, (command.seat,))
    for award in awards:
        if award.hand != command.hand:
            says = f"{award.hand!r} is on for seat {award.seat}"
            return Refused(Refusal.BUTTON_IS_ON, link.terms.cite("hand_button"), says)
        if award.stage is not AwardStage.PENDING:
            says = f"award {award.number} is recorded"
            return Refused(Refusal.AWARD_IS_RECORDED, link.terms.cite("on_record"), says)
    return below_zero(link, awards)


@cites("CN.10a", "CN.22")
def _lamp_is_out(link: Link, station: Station, seat: Seat) -> Refused | None:
    """Return why a folded seat has no button, or ``None``: its lamp is out."""
    if seat not in station.out:
        return None
    return Refused(Refusal.SEAT_DID_NOT_BET, link.terms.cite("lamp"), f"seat {seat} was folded; its lamp is out")


def _not_in_the_round(link: Link, station: Station, seats: tuple[Seat, ...]) -> Refused | None:
    if station.round is None:
        return Refused(Refusal.NOT_COINED_IN, link.terms.cite("coin_in"), "no round is locked")
    dark = sorted(set(seats) - station.lit)
    if dark:
        says = f"seat {dark[0]} has no progressive wager in this round; its sensor is not lit"
        return Refused(Refusal.SEAT_DID_NOT_BET, link.terms.cite("lamp"), says)
    return None


@cites("NV.10d", "NV.10e", "NV.10f", "NV.10g", "R53", "R98")
def refused_keypad(
    link: Link, station: Station, command: c.CallSupervisor | c.TurnKey | c.GameOver | c.LeaveLink
) -> Refused | None:
    """Return why the step is out of order at that table, or ``None``."""
    cite = link.terms.cite
    waits = [award.number for award in link.buttons_of(command.table) if award.stage is AwardStage.PENDING]
    match command:
        case c.CallSupervisor():
            return None if waits else Refused(Refusal.NO_SUCH_AWARD, cite("hand_button"), "no hand button is on")
        case c.TurnKey(to=to):
            if to is station.key:
                return Refused(Refusal.KEY_STANDS_THERE, cite("verified"), f"the key stands at {to.upper()}")
            if to is Key.JPH and not station.called:
                return Refused(Refusal.SUPERVISOR_NOT_CALLED, cite("supervisor"), "no supervisor has been called")
            return None
        case c.GameOver() | c.LeaveLink():
            if isinstance(command, c.LeaveLink) and station.round is not None:
                return Refused(Refusal.GAME_NOT_OVER, cite("game_over"), f"round {station.round} is not over")
            if isinstance(command, c.GameOver) and station.round is None:
                return Refused(Refusal.NOT_COINED_IN, link.terms.cite("coin_in"), "no round is locked")
            if station.key is Key.JPH:
                return Refused(Refusal.KEY_STANDS_THERE, cite("run"), "the key stands at JPH; RUN restores the table")
            if waits:
                return Refused(Refusal.AWARD_NOT_RECORDED, cite("verified"), f"award {waits[0]} waits for a supervisor")
            return None
