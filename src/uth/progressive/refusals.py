"""Legality on a link: the one place that says which commands it accepts."""

from __future__ import annotations

from typing import Final, get_args

from uth.cites import cites
from uth.errors import Refused
from uth.progressive import commands as c
from uth.progressive.apply import restored
from uth.progressive.refusal import Refusal
from uth.progressive.state import Award, AwardStage, Key, Link, Station
from uth.units import WAGER_CENTS_MAX

_COMMANDS: Final = frozenset(get_args(c.Command))
SEATS_MAX: Final = 8


def refusal_of(link: Link, command: c.Command) -> Refused | None:
    """Return why the command is refused, or ``None`` if it is accepted."""
    if type(command) not in _COMMANDS:
        return Refused(Refusal.NOT_A_COMMAND, None, f"{type(command).__name__} is not a command of a link")
    malformed = _malformed(command)
    if malformed is not None:
        return malformed
    if isinstance(command, c.JoinLink):
        return _refused_join(link, command)
    table = getattr(command, "table", None)
    if table is not None and table not in link.stations:
        known = ", ".join(link.stations) or "none"
        return Refused(Refusal.TABLE_UNKNOWN, None, f"{table!r} is not a table of this link; known: {known}")
    if link.down and not isinstance(command, c.RestoreLink | c.ReverseCoinIn | c.LeaveLink):
        return Refused(Refusal.SYSTEM_IS_DOWN, "CN.48", "the progressive system is down until it is restored")
    match command:
        case c.CoinIn() | c.ReverseCoinIn() | c.PressHandButton():
            return _refused_dealer(link, link.stations[command.table], command)
        case c.CallSupervisor() | c.TurnKey() | c.GameOver() | c.LeaveLink():
            return _refused_keypad(link, link.stations[command.table], command)
        case c.PressJackpot() | c.RejectAward() | c.BackOutAward() | c.RecordStep() | c.PayAward():
            return _refused_award(link, command)
        case c.AdjustMeter():
            return _refused_adjustment(link, command)
        case c.FailSensor() | c.RepairSensor():
            return _refused_sensor(link.stations[command.table], command)
        case c.StopLink():
            return None
        case c.RestoreLink():
            return None if link.down else Refused(Refusal.SYSTEM_IS_UP, None, "the progressive system is not down")


def _malformed(command: c.Command) -> Refused | None:
    """Refuse what no link could understand: odd types, seats that are nowhere, texts that say nothing."""
    for name in ("table", "game", "by", "second", "reason", "evidence", "clause", "step", "means", "meter", "hand"):
        text = getattr(command, name, "x")
        if type(text) is not str or not text.strip() or not text.isprintable() or len(text) > 500:
            return Refused(Refusal.NOT_A_NAME, None, f"{name} {text!r} is not a text of 1 to 500 characters")
    seats = getattr(command, "seats", (getattr(command, "seat", 1),))
    known = isinstance(seats, tuple) and all(type(seat) is int and 1 <= seat <= SEATS_MAX for seat in seats)
    if not known or len(set(seats)) != len(seats):
        return Refused(Refusal.NOT_A_SEAT, None, f"{seats!r} are not different seats from 1 to {SEATS_MAX}")
    for name in ("wager", "decks", "round", "cents", "award"):
        number = getattr(command, name, 1)
        if type(number) is not int or abs(number) > WAGER_CENTS_MAX:
            return Refused(Refusal.NOT_AN_AMOUNT, None, f"{name} {number!r} is not a whole number")
    return None


@cites("MA.13g", "R5")
def _refused_join(link: Link, command: c.JoinLink) -> Refused | None:
    """Return why a table of other terms may not join: pay table, wager and number of decks are the same for all."""
    terms = link.terms
    if command.table in link.stations:
        return Refused(Refusal.ALREADY_ON_THE_LINK, None, f"{command.table!r} is on the link already")
    if command.pay_table != terms.table:
        name = getattr(command.pay_table, "name", command.pay_table)
        return Refused(Refusal.OTHER_PAY_TABLE, "MA.13g", f"pay table {name!r} is not the link's {terms.table.name!r}")
    if command.wager != terms.wager:
        return Refused(Refusal.OTHER_WAGER, "MA.13g", f"a wager of {command.wager} is not the link's {terms.wager}")
    if command.decks != terms.decks:
        return Refused(Refusal.OTHER_DECKS, "MA.13g", f"{command.decks} decks are not the link's {terms.decks}")
    return None


@cites("CN.9", "CN.10", "CN.49", "NV.6", "NV.7", "NV.10c")
def _refused_dealer(
    link: Link, station: Station, command: c.CoinIn | c.ReverseCoinIn | c.PressHandButton
) -> Refused | None:
    """Return why the dealer's keypad does not take it, or ``None``."""
    match command:
        case c.CoinIn(seats=seats):
            if station.round is not None:
                says = f"round {station.round} is locked; GAME OVER comes first"
                return Refused(Refusal.GAME_NOT_OVER, "NV.10g", says)
            dark = sorted(station.failed & set(seats))
            if dark:
                says = f"the sensor of seat {dark[0]} does not light; the player moves to one that does"
                return Refused(Refusal.SENSOR_FAILED, "CN.49", says)
            return None
        case c.ReverseCoinIn(seats=seats):
            if station.round is None:
                return Refused(Refusal.NOT_COINED_IN, "NV.7", "no round is locked")
            return _not_lit(station, seats)
        case c.PressHandButton(seat=seat, hand=hand):
            if station.round is None:
                return Refused(Refusal.NOT_COINED_IN, "NV.7", "no round is locked")
            row = next((row for row in link.terms.table.rows if row.hand == hand), None)
            if row is None or row.percent is None:
                paid = ", ".join(row.hand for row in link.terms.table.rows if row.percent is not None)
                return Refused(Refusal.NOT_A_METER_HAND, "NV.10b", f"{hand!r} is not paid from a meter; {paid}")
            award = link.award(station.buttons.get((seat, hand)))
            if award is not None and award.stage is not AwardStage.PENDING:
                return Refused(Refusal.AWARD_IS_RECORDED, "NV.10h", f"award {award.number} is recorded")
            return _not_lit(station, (seat,)) if award is None else _below_zero(link, award)


def _below_zero(link: Link, award: Award) -> Refused | None:
    """Return why an award cannot be taken back: the meter has been adjusted below what its seed was."""
    if restored(link, award).amount >= 0:
        return None
    says = f"taking award {award.number} back would leave the {award.meter} meter below zero; adjust it first"
    return Refused(Refusal.METER_BELOW_ZERO, None, says)


def _not_lit(station: Station, seats: tuple[int, ...]) -> Refused | None:
    dark = sorted(set(seats) - station.lit)
    if not dark:
        return None
    says = f"seat {dark[0]} has no progressive wager in this round; its sensor is not lit"
    return Refused(Refusal.SEAT_DID_NOT_BET, "CN.10", says)


@cites("NV.10d", "NV.10e", "NV.10f", "NV.10g")
def _refused_keypad(
    link: Link, station: Station, command: c.CallSupervisor | c.TurnKey | c.GameOver | c.LeaveLink
) -> Refused | None:
    """Return why the step is out of order at that table, or ``None``."""
    waits = [award.number for award in pending_at(link, command.table)]
    match command:
        case c.CallSupervisor():
            return None if waits else Refused(Refusal.NO_SUCH_AWARD, "NV.10c", "no hand button is on")
        case c.TurnKey(to=to):
            if not isinstance(to, Key) or to is station.key:
                return Refused(Refusal.KEY_STANDS_THERE, "NV.10e", f"the key stands at {station.key.upper()}")
            if to is Key.JPH and not station.called:
                return Refused(Refusal.SUPERVISOR_NOT_CALLED, "NV.10d", "no supervisor has been called")
            return None
        case c.GameOver() | c.LeaveLink():
            if isinstance(command, c.GameOver) and station.round is None:
                return Refused(Refusal.NOT_COINED_IN, "NV.7", "no round is locked")
            if isinstance(command, c.LeaveLink) and station.round is not None:
                return Refused(Refusal.GAME_NOT_OVER, "NV.10g", f"round {station.round} is not over")
            if station.key is Key.JPH:
                return Refused(Refusal.KEY_STANDS_THERE, "NV.10f", "the key stands at JPH; RUN restores the table")
            if waits:
                return Refused(Refusal.AWARD_NOT_RECORDED, "NV.10e", f"award {waits[0]} waits for a supervisor")
            return None


def pending_at(link: Link, table: str) -> list[Award]:
    """Return the awards of that table that wait for a supervisor."""
    return [award for award in link.awards if award.table == table and award.stage is AwardStage.PENDING]


@cites("NV.10e", "NV.10h", "CN.39", "CN.40", "CN.47")
def _refused_award(
    link: Link, command: c.PressJackpot | c.RejectAward | c.BackOutAward | c.RecordStep | c.PayAward
) -> Refused | None:
    """Return why that may not be done with the award, or ``None``."""
    award = link.award(command.award)
    if award is None or award.stage in (AwardStage.WITHDRAWN, AwardStage.BACKED_OUT):
        return Refused(Refusal.NO_SUCH_AWARD, None, f"{command.award} is not an award that stands")
    match command:
        case c.PressJackpot(table=table) | c.RejectAward(table=table):
            if award.table != table:
                return Refused(Refusal.NO_SUCH_AWARD, None, f"award {award.number} is not of table {table!r}")
            if award.stage is not AwardStage.PENDING:
                says = f"award {award.number} is recorded; only a manual adjustment backs it out"
                return Refused(Refusal.AWARD_IS_RECORDED, "NV.10h", says)
            if link.stations[table].key is not Key.JPH:
                return Refused(Refusal.KEY_NOT_AT_JPH, "NV.10e", "the supervisor's key does not stand at JPH")
            return _below_zero(link, award) if isinstance(command, c.RejectAward) else None
        case c.BackOutAward(by=by, second=second):
            if award.stage is not AwardStage.RECORDED:
                says = f"award {award.number} is {award.stage}; only a recorded award is backed out"
                return Refused(Refusal.AWARD_NOT_RECORDED, "NV.10h", says)
            return _refused_pair(by, second) or _below_zero(link, award)
        case c.RecordStep(step=step):
            if step not in link.terms.awards.steps:
                known = ", ".join(link.terms.awards.steps) or "none"
                return Refused(Refusal.STEP_UNKNOWN, link.terms.awards.steps_cite, f"{step!r} is not a step; {known}")
            return None
        case c.PayAward():
            return _refused_payment(link, award, command)


def _refused_payment(link: Link, award: Award, command: c.PayAward) -> Refused | None:
    terms = link.terms.awards
    if award.stage is not AwardStage.RECORDED:
        says = f"award {award.number} is {award.stage}; a recorded award is paid once"
        return Refused(Refusal.AWARD_NOT_RECORDED, "NV.10e", says)
    missing = [step for step in terms.steps if step not in award.recorded]
    if missing:
        return Refused(Refusal.STEPS_MISSING, terms.steps_cite, f"not recorded yet: {', '.join(missing)}")
    by_check = terms.cheques_max is not None and award.cents > terms.cheques_max
    if command.means not in ("cheques", "check") or (by_check and command.means != "check"):
        says = f"{command.means!r} does not pay {award.cents}; " + ("check" if by_check else "cheques or check")
        return Refused(Refusal.PAID_BY_CHECK, terms.cheques_cite, says)
    return None


def _refused_pair(by: str, second: str) -> Refused | None:
    if by.strip().casefold() == second.strip().casefold():
        return Refused(Refusal.TWO_PEOPLE_NEEDED, "NV.10h", f"{by!r} alone cannot adjust a meter; two people do")
    return None


@cites("NV.10h")
def _refused_adjustment(link: Link, command: c.AdjustMeter) -> Refused | None:
    """Return why a meter may not be changed so by hand, or ``None``."""
    meter = link.meters.get(command.meter)
    if meter is None:
        known = ", ".join(link.meters)
        return Refused(Refusal.METER_UNKNOWN, None, f"{command.meter!r} is not a meter of this link; {known}")
    if not command.cents:
        return Refused(Refusal.NOT_AN_AMOUNT, None, "an adjustment by 0 changes nothing")
    if meter.amount + command.cents < 0:
        return Refused(Refusal.METER_BELOW_ZERO, None, f"{command.cents} would take the meter below zero")
    return _refused_pair(command.by, command.second)


@cites("CN.49")
def _refused_sensor(station: Station, command: c.FailSensor | c.RepairSensor) -> Refused | None:
    failed = command.seat in station.failed
    if isinstance(command, c.FailSensor):
        return Refused(Refusal.SENSOR_FAILED, "CN.49", "the sensor is out of use already") if failed else None
    return None if failed else Refused(Refusal.SENSOR_WORKS, "CN.49", "the sensor is in use")
