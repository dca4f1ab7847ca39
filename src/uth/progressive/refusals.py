"""Legality on a link: defines which commands it accepts."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from functools import cache
from typing import Final, get_args

from uth.cites import cites
from uth.errors import Refused, quoted
from uth.progressive import commands as c
from uth.progressive.award_refusals import below_zero, refused_adjustment, refused_award
from uth.progressive.refusal import LinkRefusal
from uth.progressive.state import AwardStage, Key, Link, Means, Station
from uth.units import WAGER_CENTS_MAX, Seat


def refused_dealer(
    link: Link, station: Station, command: c.CoinIn | c.ReverseCoinIn | c.PutLampOut | c.PressHandButton
) -> Refused | None:
    """Return why the dealer's keypad refuses the command, or ``None``."""
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
        return Refused(LinkRefusal.GAME_NOT_OVER, link.terms.cite("locked"), says)
    dark = sorted(station.failed & set(seats))
    if dark:
        says = f"the sensor of seat {dark[0]} does not light; the player moves to one that does"
        return Refused(LinkRefusal.SENSOR_FAILED, link.terms.cite("sensor"), says)
    return None


@cites("R17", "NV.10h")
def _refused_reversal(link: Link, station: Station, table: str, seats: tuple[Seat, ...]) -> Refused | None:
    """Return why the coin-in of these seats cannot be reversed, or ``None``.

    There must be one, and none of its awards may be recorded.
    """
    refused = _not_in_the_round(link, station, seats)
    if refused is not None:
        return refused
    awards = link.buttons_of(table, seats)
    for award in awards:
        if award.stage is not AwardStage.PENDING:
            says = f"award {award.number} of seat {award.seat} is recorded"
            return Refused(LinkRefusal.AWARD_IS_RECORDED, link.terms.cite("on_record"), says)
    return below_zero(link, awards)


@cites("CN.10", "NV.7", "NV.10b", "NV.10c", "NV.10h")
def _refused_button(link: Link, station: Station, command: c.PressHandButton) -> Refused | None:
    """Return why the hand button cannot be turned on or off, or ``None``. A seat has at most one button on."""
    refused = _not_in_the_round(link, station, (command.seat,)) or _lamp_is_out(link, station, command.seat)
    if refused is not None:
        return refused
    if link.terms.meter_row(command.hand) is None:
        paid = ", ".join(row.hand for row in link.terms.table.rows if row.percent is not None)
        says = f"{quoted(command.hand)} is not paid from a meter; {paid}"
        return Refused(LinkRefusal.NOT_A_METER_HAND, link.terms.cite("from_meter"), says)
    awards = link.buttons_of(command.table, (command.seat,))
    for award in awards:
        if award.hand != command.hand:
            says = f"{quoted(award.hand)} is on for seat {award.seat}"
            return Refused(LinkRefusal.BUTTON_IS_ON, link.terms.cite("hand_button"), says)
        if award.stage is not AwardStage.PENDING:
            says = f"award {award.number} is recorded"
            return Refused(LinkRefusal.AWARD_IS_RECORDED, link.terms.cite("on_record"), says)
    return below_zero(link, awards)


@cites("CN.10a", "CN.22")
def _lamp_is_out(link: Link, station: Station, seat: Seat) -> Refused | None:
    """Return why a folded seat, whose lamp is off, has no button, or ``None``."""
    if seat not in station.out:
        return None
    return Refused(LinkRefusal.SEAT_DID_NOT_BET, link.terms.cite("lamp"), f"seat {seat} was folded; its lamp is out")


def _not_in_the_round(link: Link, station: Station, seats: tuple[Seat, ...]) -> Refused | None:
    if station.round is None:
        return Refused(LinkRefusal.NOT_COINED_IN, link.terms.cite("coin_in"), "no round is locked")
    dark = sorted(set(seats) - station.lit)
    if dark:
        says = f"seat {dark[0]} has no progressive wager in this round; its sensor is not lit"
        return Refused(LinkRefusal.SEAT_DID_NOT_BET, link.terms.cite("lamp"), says)
    return None


@cites("NV.10d", "NV.10e", "NV.10f", "NV.10g", "R53", "R98")
def refused_keypad(
    link: Link, station: Station, command: c.CallSupervisor | c.TurnKey | c.GameOver | c.LeaveLink
) -> Refused | None:
    """Return why the keypad step is out of order at that table, or ``None``."""
    cite = link.terms.cite
    waits = [award.number for award in link.buttons_of(command.table) if award.stage is AwardStage.PENDING]
    match command:
        case c.CallSupervisor():
            return None if waits else Refused(LinkRefusal.NO_SUCH_AWARD, cite("hand_button"), "no hand button is on")
        case c.TurnKey(to=to):
            if to is station.key:
                return Refused(LinkRefusal.KEY_STANDS_THERE, cite("verified"), f"the key stands at {to.upper()}")
            if to is Key.JPH and not station.called:
                return Refused(LinkRefusal.SUPERVISOR_NOT_CALLED, cite("supervisor"), "no supervisor has been called")
            return None
        case c.GameOver() | c.LeaveLink():
            if isinstance(command, c.LeaveLink) and station.round is not None:
                return Refused(LinkRefusal.GAME_NOT_OVER, cite("game_over"), f"round {station.round} is not over")
            if isinstance(command, c.GameOver) and station.round is None:
                return Refused(LinkRefusal.NOT_COINED_IN, link.terms.cite("coin_in"), "no round is locked")
            if station.key is Key.JPH:
                return Refused(
                    LinkRefusal.KEY_STANDS_THERE, cite("run"), "the key stands at JPH; RUN restores the table"
                )
            if waits:
                return Refused(
                    LinkRefusal.AWARD_NOT_RECORDED, cite("verified"), f"award {waits[0]} waits for a supervisor"
                )
            return None


_COMMANDS: Final = frozenset(get_args(c.Command))
_TEXTS: Final = ("table", "game", "by", "second", "reason", "evidence", "clause", "step", "meter", "hand")
SEATS_MAX: Final = 8


@cites("CN.48")
def refusal_of(link: Link, command: c.Command) -> Refused | None:
    """Return why the command is refused, or ``None`` if it is accepted."""
    if type(command) not in _COMMANDS:
        return Refused(LinkRefusal.NOT_A_COMMAND, None, f"{type(command).__name__} is not a command of a link")
    malformed = _malformed(link, command)
    if malformed is not None:
        return malformed
    if isinstance(command, c.JoinLink):
        return _refused_join(link, command)
    table = getattr(command, "table", None)
    if table is not None and table not in link.stations:
        known = ", ".join(link.stations) or "none"
        return Refused(LinkRefusal.TABLE_UNKNOWN, None, f"{quoted(table)} is not a table of this link; known: {known}")
    if link.down and not isinstance(command, c.RestoreLink | c.ReverseCoinIn | c.PutLampOut | c.GameOver | c.LeaveLink):
        return Refused(
            LinkRefusal.SYSTEM_IS_DOWN,
            link.terms.cite("system_down"),
            "the progressive system is down until it is restored",
        )
    match command:
        case c.CoinIn() | c.ReverseCoinIn() | c.PutLampOut() | c.PressHandButton():
            return refused_dealer(link, link.stations[command.table], command)
        case c.CallSupervisor() | c.TurnKey() | c.GameOver() | c.LeaveLink():
            return refused_keypad(link, link.stations[command.table], command)
        case c.PressJackpot() | c.RejectAward() | c.BackOutAward() | c.RecordStep() | c.PayAward() | c.PayUnattended():
            return refused_award(link, command)
        case c.AdjustMeter():
            return refused_adjustment(link, command)
        case c.FailSensor() | c.RepairSensor():
            return _refused_sensor(link, command)
        case c.StopLink():
            return None
        case c.RestoreLink():
            return None if link.down else Refused(LinkRefusal.SYSTEM_IS_UP, None, "the progressive system is not down")


def _malformed(link: Link, command: c.Command) -> Refused | None:
    """Refuse malformed fields: wrong types, nonexistent seats, empty texts."""
    kind: type = type(command)
    for name in _having(kind, _TEXTS):
        text = getattr(command, name)
        if not _is_text(text):
            return Refused(LinkRefusal.NOT_A_NAME, None, f"{name} {quoted(text)} is not a text of 1 to 500 characters")
    for name in _having(kind, ("to", "means")):
        choices = Key if name == "to" else Means
        if not isinstance(getattr(command, name), choices):
            says = f"{name} {quoted(getattr(command, name))} is not one of {', '.join(choices)}"
            return Refused(LinkRefusal.NOT_A_NAME, None, says)
    return _malformed_lists(command) or _malformed_seats(link, command) or _malformed_numbers(command)


@cache
def _having(kind: type, names: tuple[str, ...]) -> tuple[str, ...]:
    """Return those of the fields that a command of that kind has."""
    own = {each.name for each in dataclasses.fields(kind)}
    return tuple(name for name in names if name in own)


def _malformed_lists(command: c.Command) -> Refused | None:
    """Refuse step fields and table names that are not texts."""
    fields, tables = getattr(command, "fields", {}), getattr(command, "tables", ())
    if not isinstance(fields, Mapping) or not all(_is_text(each) for pair in fields.items() for each in pair):
        return Refused(
            LinkRefusal.NOT_A_NAME, None, f"fields {quoted(fields)} are not names with texts of 1 to 500 characters"
        )
    if not isinstance(tables, tuple) or not all(_is_text(each) for each in tables):
        return Refused(LinkRefusal.NOT_A_NAME, None, f"tables {quoted(tables)} are not names of tables")
    return None


def _is_text(text: object) -> bool:
    return type(text) is str and bool(text.strip()) and text.isprintable() and len(text) <= 500


@cites("CN.5", "CN.P5", "R98")
def _malformed_seats(link: Link, command: c.Command) -> Refused | None:
    """Refuse nonexistent seats and a second wager on a sensor; the dealer has no progressive wager."""
    seats = getattr(command, "seats", (getattr(command, "seat", 1),))
    if not isinstance(seats, tuple) or not all(type(seat) is int and 1 <= seat <= SEATS_MAX for seat in seats):
        return Refused(LinkRefusal.NOT_A_SEAT, None, f"{quoted(seats)} are not seats from 1 to {SEATS_MAX}")
    if len(set(seats)) != len(seats):
        says = f"{quoted(seats)} has a seat twice; its sensor takes the player's own wager and none for the dealer"
        return Refused(LinkRefusal.ONE_WAGER_A_SEAT, link.terms.cite("one_wager"), says)
    return None


def _malformed_numbers(command: c.Command) -> Refused | None:
    kind: type = type(command)
    for name in _having(kind, ("wager", "decks", "round", "cents", "award")):
        number = getattr(command, name)
        if type(number) is not int or not 0 < abs(number) <= WAGER_CENTS_MAX:
            return Refused(
                LinkRefusal.NOT_AN_AMOUNT, None, f"{name} {quoted(number)} is not a whole number other than 0"
            )
    return None


@cites("MA.13g", "R5", "R97")
def _refused_join(link: Link, command: c.JoinLink) -> Refused | None:
    """Return why the table may not join, or ``None``. Its pay table, wager and number of decks must be the link's."""
    terms, same = link.terms, link.terms.cite("same_terms")
    if command.table in link.stations:
        return Refused(LinkRefusal.ALREADY_ON_THE_LINK, None, f"{quoted(command.table)} is on the link already")
    if command.pay_table != terms.table:
        name = getattr(command.pay_table, "name", command.pay_table)
        says = f"pay table {quoted(name)} is not, row by row and meter by meter, the link's {quoted(terms.table.name)}"
        return Refused(LinkRefusal.OTHER_PAY_TABLE, same, says)
    if command.wager != terms.wager:
        return Refused(LinkRefusal.OTHER_WAGER, same, f"a wager of {command.wager} is not the link's {terms.wager}")
    if command.decks != terms.decks:
        return Refused(LinkRefusal.OTHER_DECKS, same, f"{command.decks} decks are not the link's {terms.decks}")
    return None


@cites("CN.49", "R47")
def _refused_sensor(link: Link, command: c.FailSensor | c.RepairSensor) -> Refused | None:
    failed, cite = command.seat in link.stations[command.table].failed, link.terms.cite("sensor")
    if isinstance(command, c.FailSensor):
        return Refused(LinkRefusal.SENSOR_FAILED, cite, "the sensor is out of use already") if failed else None
    return None if failed else Refused(LinkRefusal.SENSOR_WORKS, cite, "the sensor is in use")
