"""`decide` for a link: from a command to what happens, or to why it does not."""

from __future__ import annotations

from collections.abc import Iterator

from uth.cites import cites
from uth.errors import Refused
from uth.progressive import commands as c
from uth.progressive import events as e
from uth.progressive.apply import apply, restored
from uth.progressive.feeding import Fed, fed, payment, taken_back
from uth.progressive.refusals import refusal_of
from uth.progressive.state import Link

Events = tuple[e.Event, ...]


def decide(link: Link, command: c.Command) -> Events | Refused:
    """Return the events the command brings about, or why it is refused; the link itself does not change."""
    refused = refusal_of(link, command)
    return refused if refused is not None else tuple(_happens(link, command))


def act(link: Link, command: c.Command) -> tuple[Link, Events]:
    """Return the link after the command and what happened; raise `Refused` if it is not accepted."""
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
        case c.CoinIn(table=table, round=number, seats=seats):
            cents = len(seats) * link.terms.wager
            yield e.CoinedIn(table=table, round=number, seats=seats, cents=cents)
            shares = {level.name: fed(link.meters[level.name], level, cents) for level in link.terms.levels}
            yield from _fed(table, shares)
        case c.ReverseCoinIn(table=table, seats=seats, clause=clause):
            cents = len(seats) * link.terms.wager
            yield e.CoinInReversed(table=table, seats=seats, cents=cents, clause=clause)
            back = {level.name: taken_back(link.meters[level.name], level, cents) for level in link.terms.levels}
            yield from _fed(table, back)
        case c.PressHandButton():
            yield _button(link, command)
        case c.CallSupervisor(table=table):
            yield e.SupervisorCalled(table=table)
        case c.TurnKey(table=table, to=to, by=by):
            yield e.KeyTurned(table=table, to=to, by=by)
        case c.PressJackpot(award=award, by=by):
            yield e.AwardRecorded(award=award, by=by)
        case c.RejectAward(award=award, by=by, reason=reason):
            yield e.AwardWithdrawn(award=award, by=by, reason=reason)
        case c.GameOver(table=table):
            yield e.GameReset(table=table)
        case _:
            yield from _by_the_staff(link, command)


def _by_the_staff(
    link: Link,
    command: c.BackOutAward
    | c.RecordStep
    | c.PayAward
    | c.AdjustMeter
    | c.FailSensor
    | c.RepairSensor
    | c.StopLink
    | c.RestoreLink,
) -> Iterator[e.Event]:
    match command:
        case c.BackOutAward(award=number, by=by, second=second, reason=reason):
            award = link.award(number)
            if award is not None:
                before = link.meters[award.meter].amount
                after = restored(link, award).amount
                yield e.AwardBackedOut(award=number, by=by, second=second, reason=reason, before=before, after=after)
        case c.RecordStep(award=number, step=step, by=by):
            yield e.StepRecorded(award=number, step=step, by=by)
        case c.PayAward(award=number, means=means, by=by):
            yield e.AwardPaid(award=number, means=means, by=by)
        case c.AdjustMeter(meter=meter, cents=cents, by=by, second=second, reason=reason):
            before = link.meters[meter].amount
            yield e.MeterAdjusted(meter=meter, before=before, after=before + cents, by=by, second=second, reason=reason)
        case c.FailSensor(table=table, seat=seat):
            yield e.SensorFailed(table=table, seat=seat)
        case c.RepairSensor(table=table, seat=seat):
            yield e.SensorRepaired(table=table, seat=seat)
        case c.StopLink(reason=reason):
            yield e.LinkStopped(reason=reason)
        case c.RestoreLink():
            yield e.LinkRestored()


def _fed(table: str, shares: dict[str, Fed]) -> Iterator[e.Event]:
    """Yield what every meter gains or gives back, where that is anything."""
    for name, share in shares.items():
        if share.amount or share.overflow or share.reserve:
            yield e.MeterFed(
                table=table, meter=name, amount=share.amount, overflow=share.overflow, reserve=share.reserve
            )


@cites("NV.10c", "NV.5", "CN.37")
def _button(link: Link, command: c.PressHandButton) -> e.Event:
    """Turn the hand button on, which freezes the award, or off, which takes it back."""
    station = link.stations[command.table]
    on = station.buttons.get((command.seat, command.hand))
    if on is not None:
        return e.AwardWithdrawn(award=on, by="dealer", reason="the hand button was pressed again")
    (row,) = (row for row in link.terms.table.rows if row.hand == command.hand)
    meter = row.meter or ""
    (level,) = (level for level in link.terms.levels if level.name == meter)
    paid = payment(link.meters[meter], level, row.percent or 0)
    return e.AwardPending(
        award=len(link.awards) + 1,
        table=command.table,
        round=station.round or 0,
        seat=command.seat,
        hand=command.hand,
        meter=meter,
        cents=paid.cents,
        seed=paid.seed,
        from_reserve=paid.from_reserve,
        from_overflow=paid.from_overflow,
        evidence=command.evidence,
    )
