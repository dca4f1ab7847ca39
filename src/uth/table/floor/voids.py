"""Voids: a dead hand or round, whose wagers are returned and whose feed of the meters is reversed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction

from uth.cites import cites
from uth.rules.values import Wager
from uth.table.deck.rack import picked_up
from uth.table.posted import Posted
from uth.table.round import events as e
from uth.table.round.apply import apply
from uth.table.round.due import start_due
from uth.table.round.state import Spot, Table
from uth.table.settle.owed import envy_with
from uth.table.settle.progressive import increment
from uth.table.settle.settled import Outcome, SettledWager
from uth.units import Seat


@cites("MA.14d", "GR.15")
def hand_voided(table: Table, seat: Seat, clause: str, posted: Posted) -> Iterator[e.Event]:
    """Void one hand and reverse what its progressive wager fed the meters (R17)."""
    yield e.HandVoided(seat=seat, clause=clause)
    yield from _reversed(table, [table.round.spots[seat]], clause, posted)


@cites("MA.14a", "MA.14b", "MA.14f", "MA.7g", "CN.48", "GR.MISA1", "GR.MISB1")
def round_voided(table: Table, clause: str, saves: tuple[Wager, ...], posted: Posted) -> Iterator[e.Event]:
    """Void all hands. The round is dealt out only for live wagers that both the rule and its [[void]] entry save."""
    live = [spot for spot in table.round.spots.values() if spot.void is None]
    listed = next((void.saves for void in posted.rules.void if void.clause == clause), ())
    saved = tuple(wager for wager in saves if wager in listed and any(wager in spot.wagers for spot in live))
    yield e.RoundVoided(clause=clause, saves=saved)
    yield from _reversed(table, live, clause, posted)


@cites("CN.48a", "R84", "R85")
def settlement_voided(table: Table, clause: str) -> Iterator[e.Event]:
    """Void the hands of a settled round: deny its awards and envy, reverse its settlement, return the stakes.

    A player who has left the seat keeps the result, because their lines are no longer at the table (R85).
    """
    for event in (e.RoundVoided(clause=clause, saves=()), *_denied(table, clause)):
        yield event
        table = apply(table, event)
    for seat, settled in table.settled:
        yield e.SettlementReversed(seat=seat, settled=settled, round=table.rounds)
        yield e.WagerSettled(seat=seat, settled=_void(settled.wager, settled.stake, clause), round=table.rounds)


def _denied(table: Table, clause: str) -> Iterator[e.Event]:
    """Yield the denial of the round's awards and of the envy pending with them."""
    reason = f"all hands are dead ({clause})"
    for award in table.owed:
        if award.from_seat is not None or award.round != table.rounds:
            continue
        seat, cents, number = award.seat, award.cents, award.round
        yield e.AwardDenied(seat=seat, cents=cents, by="dealer", reason=reason, round=number, cites=(clause,))
        for envy in envy_with(table, award):
            yield e.EnvyDenied(seat=envy.seat, from_seat=seat, cents=envy.cents, reason=reason, round=number)


def _void(wager: Wager, stake: int, clause: str) -> SettledWager:
    """Return the settled wager of a dead hand, with its stake returned."""
    return SettledWager(wager=wager, stake=stake, outcome=Outcome.VOID, returned=stake, won=0, cites=(clause,))


def _reversed(table: Table, spots: Iterable[Spot], clause: str, posted: Posted) -> Iterator[e.Event]:
    """Reverse what the wagers fed the meters. Nothing was fed before 'Start Game', and a link reverses its own."""
    fed = not table.linked and not start_due(table, posted)
    wagered = sum(spot.wagers.get(Wager.PROGRESSIVE, 0) for spot in spots) if fed else 0
    for meter in posted.progressive.meters if posted.progressive is not None and wagered else ():
        amount = Fraction(wagered) * increment(meter.name, posted)
        yield e.IncrementReversed(meter=meter.name, amount=amount, clause=clause)


@cites("MA.14f", "MA.7g", "CN.48", "GR.MISA1", "GR.MISB1")
def all_returned(table: Table, order: tuple[Seat, ...], posted: Posted) -> Iterator[e.Event]:
    """Return every wager of a void round that saves nothing, including coupons, fees and the bank (R35)."""
    for seat in order:
        spot = table.round.spots[seat]
        clause = spot.void or table.round.void or ""
        stakes = dict(spot.wagers)
        if spot.decision is not None and spot.decision.multiple is not None:
            stakes[Wager.PLAY] = spot.decision.multiple * spot.wagers[Wager.ANTE]
        for wager, stake in stakes.items():
            yield e.WagerSettled(seat=seat, settled=_void(wager, stake, clause))
        if spot.hole and not spot.picked_up:
            yield picked_up(seat, spot, posted)
    if table.round.banker is not None:
        yield e.BankSettled(seat=table.round.banker.seat, wager=table.round.banker.wager, used=0, net=0)
    yield e.RoundSettled(players=0, house=0)
