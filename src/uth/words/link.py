"""The sentences of events on a link."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import assert_never

from uth.progressive import events as e
from uth.progressive.state import Link
from uth.ranking import Category
from uth.rules.paytable import COMMUNITY_ROYAL
from uth.units import money

Amount = Callable[[Fraction | int], str]


def amounts_in(symbol: str, *, full: bool = False) -> Amount:
    """Return a function that formats amounts in that currency to the fraction of a cent; `full` always shows cents."""

    def said(cents: Fraction | int) -> str:
        whole = int(cents)
        rest = abs(cents - whole)
        text = ("-" if cents < 0 else "") + money(abs(whole), symbol)
        text += ".00" if full and not whole % 100 else ""
        return f"{text} and {rest} of a cent" if rest else text

    return said


def hand_words(hand: str) -> str:
    """Return the name of a progressive hand: ``Royal Flush``."""
    return "Community Royal Flush" if hand == COMMUNITY_ROYAL else Category[hand.upper()].words


def seats_words(seats: tuple[int, ...] | frozenset[int]) -> str:
    """Return the seats as text inside a sentence."""
    if not seats:
        return "no seat"
    return f"seat{'s' if len(seats) > 1 else ''} {', '.join(map(str, sorted(seats)))}"


def link_sentence(event: e.Event, link: Link, amount: Amount) -> str:
    """Return the event as a sentence, given the link after it."""
    match event:
        case e.TableJoined(table=table, game=game):
            return f"table {table} joined ({game.replace('_', ' ')})"
        case e.TableLeft(table=table):
            return f"table {table} left"
        case e.CoinedIn(table=table, round=number, seats=seats, cents=cents):
            return f"table {table}, round {number}: {seats_words(seats)} coined in, {amount(cents)}"
        case e.CoinInReversed(table=table, seats=seats, cents=cents, clause=clause):
            return f"table {table}: the coin-in of {seats_words(seats)} is reversed, {amount(cents)} ({clause})"
        case e.MeterFed():
            return _fed(event, amount)
        case e.SupervisorCalled(table=table):
            return f"table {table}: a supervisor is called"
        case e.KeyTurned(table=table, to=to, by=by):
            return f"table {table}: the key stands at {to.upper()}, by {by}"
        case e.LampPutOut(table=table, seat=seat, clause=clause):
            return f"{table}: seat {seat} was folded, its lamp is out ({clause})"
        case e.GameReset(table=table):
            return f"table {table}: game over, ready for the next hand"
        case e.SensorFailed(table=table, seat=seat):
            return f"table {table}: the sensor of seat {seat} is out of use"
        case e.SensorRepaired(table=table, seat=seat):
            return f"table {table}: the sensor of seat {seat} is in use again"
        case e.MeterAdjusted(meter=meter, before=before, after=after, by=by, second=second, reason=reason):
            return f"{meter} adjusted from {amount(before)} to {amount(after)} by {by} and {second}: {reason}"
        case e.LinkStopped(reason=reason):
            return f"the progressive system is down: {reason}"
        case e.LinkRestored():
            return "the progressive system is back"
        case _:
            return _of_award(event, link, amount)


def _fed(event: e.MeterFed, amount: Amount) -> str:
    said = [f"{event.meter} {'+' if event.amount >= 0 else ''}{amount(event.amount)}"]
    said += [f"beyond its limit {amount(event.overflow)}"] if event.overflow else []
    said += [f"to its reserve {amount(event.reserve)}"] if event.reserve else []
    return ", ".join(said)


def _of_award(
    event: e.AwardPending
    | e.AwardRepriced
    | e.AwardRecorded
    | e.StepRecorded
    | e.AwardPaid
    | e.AwardWithdrawn
    | e.AwardBackedOut,
    link: Link,
    amount: Amount,
) -> str:
    award = link.award(event.award)
    what = f"award {event.award}" + (f", {amount(award.cents)}" if award is not None else "")
    match event:
        case e.AwardPending(table=table, seat=seat, hand=hand, meter=meter):
            return f"{what} from {meter} is pending: table {table}, seat {seat}, {hand_words(hand)}"
        case e.AwardRepriced():
            return f"{what}, is what it comes to without an earlier one of its round"
        case e.AwardRecorded(by=by):
            return f"{what}, is on record: J-POT by {by}"
        case e.StepRecorded(step=step, by=by):
            return f"{what}: {step.replace('_', ' ')} recorded by {by}"
        case e.AwardPaid(means=means, unattended=True):
            return f"{what}, is paid unattended {_means(means)}: no person verified it"
        case e.AwardPaid(means=means, by=by):
            return f"{what}, is paid by {by}, {_means(means)}"
        case e.AwardWithdrawn(by=by, reason=reason):
            return f"{what}, is withdrawn by {by}: {reason}"
        case e.AwardBackedOut(by=by, second=second, reason=reason):
            return f"{what}, is backed out by {by} and {second}: {reason}"
        case _:
            assert_never(event)


def _means(means: str) -> str:
    return "by check" if means == "check" else f"in {means}"
