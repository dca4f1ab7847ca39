"""Writes a settlement as a document."""

from __future__ import annotations

from functools import cache
from typing import Any, Final

from uth.ranking import Hand
from uth.rules.values import PROGRESSIVE, Wager
from uth.table.posted import Posted
from uth.table.settled import SettledMeter, SettledSeat, SettledWager, Settlement

NAMES: Final = {wager: wager.value for wager in Wager}


def written(settlement: Settlement, posted: Posted) -> dict[str, Any]:
    """Return the settlement as the format has it."""
    banker = settlement.banker
    answer: dict[str, Any] = {
        "rules": posted.rules.name,
        "dealer": {**_hand(settlement.dealer), "qualifies": settlement.qualifies},
        "order": list(settlement.order),
        "seats": [_seat(seat) for seat in settlement.seats],
        "meters": {name: _meter(meter) for name, meter in settlement.meters.items()},
    }
    players = settlement.players
    if banker is None:
        paid = sum([meter.paid for meter in settlement.meters.values()])
        answer["total"] = {"players": players, "house": paid - players}
    else:
        answer["banker"] = {"seat": banker.seat, "wager": banker.wager, "used": banker.used, "net": banker.net}
        answer["total"] = {"players": players, "banker": banker.net}
    return answer


@cache
def _hand(hand: Hand | None) -> dict[str, str | None]:
    """Return the hand's category and words; both are null for a dead hand that does not have two cards."""
    if hand is None:
        return {"category": None, "hand": None}
    return {"category": hand.category.key, "hand": hand.words}


def _seat(seat: SettledSeat) -> dict[str, Any]:
    return {
        "seat": seat.seat,
        "player": seat.player,
        **_hand(seat.hand),
        "wagers": {NAMES[wager]: _wager(settled) for wager, settled in seat.wagers.items()},
        "envy": [{"from": envy.from_seat, "amount": envy.amount} for envy in seat.envy],
        "net": seat.net,
    }


def _wager(settled: SettledWager) -> dict[str, Any]:
    answer: dict[str, Any] = {
        "wager": settled.stake,
        "outcome": settled.outcome,
        "returned": settled.returned,
        "won": settled.won,
        "cites": list(settled.cites),
    }
    if settled.cut:
        answer["cut"] = settled.cut
    if settled.wager is PROGRESSIVE:
        answer["row"] = settled.row
        if settled.hand is not None:
            answer |= _hand(settled.hand)
    return answer


def _meter(meter: SettledMeter) -> dict[str, int]:
    answer = {"before": meter.before, "paid": meter.paid, "after": meter.after}
    return {**answer, "seeded": meter.seeded} if meter.seeded else answer
