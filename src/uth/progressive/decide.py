"""`decide` for a link: turns a command into its events or its refusal."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from uth.cites import cites
from uth.errors import Refused
from uth.progressive import commands as c
from uth.progressive import events as e
from uth.progressive.apply import apply, restored
from uth.progressive.meters import Fed, fallen, fed, payment, taken_back
from uth.progressive.refusals import refusal_of
from uth.progressive.state import AwardStage, Link, Means, Station

Events = tuple[e.Event, ...]
UNATTENDED: Final = "house"
"""The name recorded for the payment of an award that no person verifies."""
PRESSED_AGAIN: Final = "the hand button was pressed again"


def decide(link: Link, command: c.Command) -> Events | Refused:
    """Return the command's events, or its refusal. The link itself does not change."""
    refused = refusal_of(link, command)
    return refused if refused is not None else tuple(_happens(link, command))


def act(link: Link, command: c.Command) -> tuple[Link, Events]:
    """Return the link after the command, and its events; raise `Refused` if it is not accepted."""
    events = decide(link, command)
    if isinstance(events, Refused):
        raise events
    for event in events:
        link = apply(link, event)
    return link, events


def _happens(link: Link, command: c.Command) -> Iterator[e.Event]:
    match command:
        case c.JoinLink(table=table, game=game):
            yield e.TableJoined(table=table, game=game)
        case c.LeaveLink(table=table):
            yield e.TableLeft(table=table)
        case c.CoinIn():
            yield from _coined_in(link, command)
        case c.ReverseCoinIn():
            yield from _reversed(link, command)
        case c.PutLampOut(table=table, seat=seat, clause=clause):
            yield e.LampPutOut(table=table, seat=seat, clause=clause)
        case c.PressHandButton():
            yield from _button(link, command)
        case c.CallSupervisor(table=table):
            yield e.SupervisorCalled(table=table)
        case c.TurnKey(table=table, to=to, by=by):
            yield e.KeyTurned(table=table, to=to, by=by)
        case c.PressJackpot(award=award, by=by):
            yield e.AwardRecorded(award=award, by=by)
        case c.RejectAward(award=award, by=by, reason=reason):
            yield from fallen(link, e.AwardWithdrawn(award=award, by=by, reason=reason))
        case c.GameOver(table=table):
            yield e.GameReset(table=table)
        case _:
            yield from _by_the_staff(link, command)


def _by_the_staff(
    link: Link,
    command: c.BackOutAward
    | c.RecordStep
    | c.PayAward
    | c.PayUnattended
    | c.AdjustMeter
    | c.FailSensor
    | c.RepairSensor
    | c.StopLink
    | c.RestoreLink,
) -> Iterator[e.Event]:
    match command:
        case c.BackOutAward(award=number, by=by, second=second, reason=reason):
            award = link.awards[number - 1]
            before, after = link.meters[award.meter].amount, restored(link, award).amount
            back = e.AwardBackedOut(award=number, by=by, second=second, reason=reason, before=before, after=after)
            yield from fallen(link, back)
        case c.RecordStep(award=number, step=step, by=by, fields=fields):
            yield e.StepRecorded(award=number, step=step, by=by, fields=fields)
        case c.PayAward(award=number, means=means, by=by):
            yield e.AwardPaid(award=number, means=means, placed=_placed(link, means), by=by)
        case c.PayUnattended(award=number, means=means):
            placed = _placed(link, means)
            yield e.AwardPaid(award=number, means=means, placed=placed, by=UNATTENDED, unattended=True)
        case c.AdjustMeter(meter=meter, cents=cents):
            before = link.meters[meter].amount
            yield e.MeterAdjusted(
                meter=meter,
                before=before,
                after=before + cents,
                by=command.by,
                second=command.second,
                reason=command.reason,
                tables=command.tables,
            )
        case c.FailSensor(table=table, seat=seat):
            yield e.SensorFailed(table=table, seat=seat)
        case c.RepairSensor(table=table, seat=seat):
            yield e.SensorRepaired(table=table, seat=seat)
        case c.StopLink(reason=reason):
            yield e.LinkStopped(reason=reason)
        case c.RestoreLink():
            yield e.LinkRestored()


@cites("NV.7", "CN.9", "CN.10")
def _coined_in(link: Link, command: c.CoinIn) -> Iterator[e.Event]:
    """Lock the wagers and feed every meter. The sensors of these seats stay lit."""
    cents = len(command.seats) * link.terms.wager
    yield e.CoinedIn(table=command.table, round=command.round, seats=command.seats, cents=cents)
    for level in link.terms.levels:
        yield from _fed(command.table, level.name, fed(link.meters[level.name], level, cents))


@cites("R17", "R54")
def _reversed(link: Link, command: c.ReverseCoinIn) -> Iterator[e.Event]:
    """Withdraw the pending awards of void hands, and reverse their increments unless an award has paid them out."""
    table, cents = command.table, len(command.seats) * link.terms.wager
    for award in link.buttons_of(table, command.seats):
        withdrawn = e.AwardWithdrawn(award=award.number, by="dealer", reason=f"the hand is void ({command.clause})")
        for event in fallen(link, withdrawn):
            link = apply(link, event)
            yield event
    yield e.CoinInReversed(table=table, seats=command.seats, cents=cents, clause=command.clause)
    for level in link.terms.levels:
        if not _paid_out(link, link.stations[table], level.name):
            yield from _fed(table, level.name, taken_back(link.meters[level.name], level, cents))


def _paid_out(link: Link, station: Station, meter: str) -> bool:
    """Whether a standing award has taken the whole meter since the table's coin-in."""
    gone = (AwardStage.WITHDRAWN, AwardStage.BACKED_OUT)
    since = (award for award in link.awards[station.awards_before :] if award.stage not in gone)
    rows = (link.terms.meter_row(award.hand) for award in since if award.meter == meter)
    return any(row is not None and row.percent == 100 for row in rows)


def _fed(table: str, meter: str, share: Fed) -> Iterator[e.Event]:
    """Yield the change of the meter, if any."""
    if share.amount or share.overflow or share.reserve:
        yield e.MeterFed(table=table, meter=meter, amount=share.amount, overflow=share.overflow, reserve=share.reserve)


@cites("NV.10c", "NV.5", "CN.37", "R53")
def _button(link: Link, command: c.PressHandButton) -> Iterator[e.Event]:
    """Turn the hand button on, which reserves the award, or off, which withdraws it."""
    station = link.stations[command.table]
    on = station.buttons.get((command.seat, command.hand))
    if on is not None:
        yield from fallen(link, e.AwardWithdrawn(award=on, by=command.by, reason=PRESSED_AGAIN))
        return
    (row,) = (row for row in link.terms.table.rows if row.hand == command.hand)
    meter = row.meter or ""
    paid = payment(link.meters[meter], link.terms.level(meter), row.percent or 0)
    yield e.AwardPending(
        award=len(link.awards) + 1,
        table=command.table,
        round=station.round or 0,
        seat=command.seat,
        hand=command.hand,
        meter=meter,
        cents=paid.cents,
        seed=paid.seed,
        from_reserve=paid.from_reserve,
        evidence=command.evidence,
        by=command.by,
    )


@cites("CN.36", "CN.39", "CN.40")
def _placed(link: Link, means: Means) -> str | None:
    """Return where the cheques are placed, if the book says so; ``None`` for a check, which is handed over."""
    return link.terms.awards.placed if means is Means.CHEQUES else None
