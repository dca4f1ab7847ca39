"""`apply` for a link: the state after an event. Replaying the log restores the meters."""

from __future__ import annotations

from fractions import Fraction
from typing import Any, assert_never

from uth.cites import cites
from uth.progressive import events as e
from uth.progressive.state import Award, AwardStage, Key, Link, Meter, Station
from uth.records import changed


def apply(link: Link, event: e.Event) -> Link:
    """Return the link after the event. It never refuses, because the event has already happened."""
    match event:
        case e.TableJoined(table=table, game=game):
            station = Station(game=game, failed=link.dark.get(table, frozenset()))
            return changed(link, stations={**link.stations, table: station})
        case e.TableLeft(table=table):
            stayed = {name: each for name, each in link.stations.items() if name != table}
            left = {name: each for name, each in {**link.dark, table: link.stations[table].failed}.items() if each}
            return changed(link, stations=stayed, dark=left)
        case e.CoinedIn(table=table, round=number, seats=seats):
            before = len(link.awards)
            return _station(
                link, table, round=number, lit=frozenset(seats), out=frozenset(), called=False, awards_before=before
            )
        case e.LampPutOut(table=table, seat=seat):
            return _station(link, table, out=link.stations[table].out | {seat})
        case e.CoinInReversed(table=table, seats=seats):
            return _station(link, table, lit=link.stations[table].lit - set(seats))
        case e.MeterFed(meter=name, amount=amount, overflow=overflow, reserve=reserve):
            now = link.meters[name]
            fed = changed(now, amount=now.amount + amount)
            if overflow or reserve:
                fed = changed(fed, overflow=now.overflow + overflow, reserve=now.reserve + reserve)
            return _metered(link, name, fed)
        case e.AwardPending():
            return _reserved(link, event)
        case e.AwardRepriced():
            return _repriced(link, event)
        case e.AwardWithdrawn(award=number):
            return _taken_back(link, link.awards[number - 1], AwardStage.WITHDRAWN)
        case e.AwardBackedOut(award=number):
            return _taken_back(link, link.awards[number - 1], AwardStage.BACKED_OUT)
        case e.AwardRecorded(award=number, by=by):
            return _award(link, number, stage=AwardStage.RECORDED, verified_by=by)
        case e.StepRecorded(award=number, step=step, fields=fields):
            award = link.awards[number - 1]
            return _award(link, number, recorded=award.recorded | {step}, filled={**award.filled, step: fields})
        case e.AwardPaid(award=number, means=means, unattended=unattended):
            link = _award(link, number, stage=AwardStage.PAID, means=means, unattended=unattended)
            return _off_display(link, {number}) if unattended else link
        case e.MeterAdjusted(meter=name, after=after):
            return _metered(link, name, changed(link.meters[name], amount=after))
        case e.SupervisorCalled(table=table):
            return _station(link, table, called=True)
        case e.KeyTurned(table=table, to=to):
            return _turned(link, table, to)
        case e.GameReset(table=table):
            return _station(link, table, round=None, lit=frozenset(), out=frozenset(), buttons={}, called=False)
        case e.SensorFailed(table=table, seat=seat):
            return _station(link, table, failed=link.stations[table].failed | {seat})
        case e.SensorRepaired(table=table, seat=seat):
            return _station(link, table, failed=link.stations[table].failed - {seat})
        case e.LinkStopped():
            return changed(link, down=True)
        case e.LinkRestored():
            return changed(link, down=False)
        case _:
            assert_never(event)


def _station(link: Link, table: str, **changes: Any) -> Link:
    return changed(link, stations={**link.stations, table: changed(link.stations[table], **changes)})


def _metered(link: Link, name: str, meter: Meter) -> Link:
    return changed(link, meters={**link.meters, name: meter})


def _award(link: Link, number: int, **changes: Any) -> Link:
    award = changed(link.awards[number - 1], **changes)
    return changed(link, awards=(*link.awards[: number - 1], award, *link.awards[number:]))


def restored(link: Link, award: Award) -> Meter:
    """Return the award's meter without the award: the amount restored, the seed returned to its source."""
    now, limit = link.meters[award.meter], link.terms.level(award.meter).limit
    amount = now.amount + award.cents - award.seeded
    beyond = max(amount - limit, Fraction(0)) if limit is not None else Fraction(0)
    return Meter(amount=amount - beyond, overflow=now.overflow + beyond, reserve=now.reserve + award.from_reserve)


@cites("NV.10f")
def _turned(link: Link, table: str, to: Key) -> Link:
    """Turn the key. At RUN, the sign stops showing the awards that J-POT has recorded at this table."""
    link = _station(link, table, key=to, called=link.stations[table].called and to is Key.JPH)
    if to is Key.JPH:
        return link
    recorded = (AwardStage.RECORDED, AwardStage.PAID)
    shown = (link.awards[number - 1] for number in link.on_display)
    return _off_display(link, {each.number for each in shown if each.table == table and each.stage in recorded})


def _off_display(link: Link, numbers: set[int]) -> Link:
    return changed(link, on_display=tuple(number for number in link.on_display if number not in numbers))


def _taken_back(link: Link, award: Award, stage: AwardStage) -> Link:
    link = _award(_metered(link, award.meter, restored(link, award)), award.number, stage=stage)
    link = _off_display(link, {award.number})
    if award.table not in link.stations:
        return link
    buttons = link.stations[award.table].buttons
    off = {button: number for button, number in buttons.items() if number != award.number}
    return _station(link, award.table, buttons=off)


def _reserved(link: Link, event: e.AwardPending) -> Link:
    award = Award(
        number=event.award,
        table=event.table,
        round=event.round,
        seat=event.seat,
        hand=event.hand,
        meter=event.meter,
        cents=event.cents,
        seeded=event.seed,
        from_reserve=event.from_reserve,
        evidence=event.evidence,
        before=link.meters[event.meter].amount,
    )
    now = link.meters[event.meter]
    meter = changed(now, amount=now.amount - event.cents + event.seed, reserve=now.reserve - event.from_reserve)
    link = changed(link, awards=(*link.awards, award), on_display=(*link.on_display, event.award))
    link = _metered(link, event.meter, meter)
    buttons = {**link.stations[event.table].buttons, (event.seat, event.hand): event.award}
    return _station(link, event.table, buttons=buttons)


def _repriced(link: Link, event: e.AwardRepriced) -> Link:
    award = link.awards[event.award - 1]
    now = link.meters[award.meter]
    amount = now.amount + award.cents - award.seeded - event.cents + event.seed
    meter = changed(now, amount=amount, reserve=now.reserve + award.from_reserve - event.from_reserve)
    link = _metered(link, award.meter, meter)
    priced = {"cents": event.cents, "seeded": event.seed, "from_reserve": event.from_reserve, "before": event.before}
    return _award(link, award.number, **priced)
