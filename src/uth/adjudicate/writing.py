"""Writes a settlement as a document."""

from __future__ import annotations

from typing import Any

from uth.rules.values import Wager
from uth.table.played import PlayedRound
from uth.table.posted import Posted
from uth.table.settled import SettledMeter, SettledSeat, SettledWager, Settlement


def written(settlement: Settlement, played: PlayedRound, posted: Posted) -> dict[str, Any]:
    """Return the settlement as the format has it."""
    del played
    banker = settlement.banker
    answer: dict[str, Any] = {
        "rules": posted.rules.name,
        "dealer": {
            "category": settlement.dealer.category.key,
            "hand": settlement.dealer.words,
            "qualifies": settlement.qualifies,
        },
        "order": list(settlement.order),
        "seats": [_seat(seat) for seat in settlement.seats],
        "meters": {name: _meter(meter) for name, meter in settlement.meters.items()},
    }
    players = settlement.players
    if banker is None:
        answer["total"] = {"players": players, "house": settlement.house}
    else:
        answer["banker"] = {"seat": banker.seat, "wager": banker.wager, "used": banker.used, "net": banker.net}
        answer["total"] = {"players": players, "banker": banker.net}
    return answer


def _seat(seat: SettledSeat) -> dict[str, Any]:
    hand = seat.hand
    return {
        "seat": seat.seat,
        "player": seat.player,
        "category": hand.category.key if hand is not None else None,
        "hand": hand.words if hand is not None else None,
        "wagers": {wager.value: _wager(settled) for wager, settled in seat.wagers.items()},
        "envy": [{"from": envy.from_seat, "amount": envy.amount} for envy in seat.envy],
        "net": seat.net,
    }


def _wager(settled: SettledWager) -> dict[str, Any]:
    answer: dict[str, Any] = {
        "wager": settled.stake,
        "outcome": settled.outcome.value,
        "returned": settled.returned,
        "won": settled.won,
        "cites": list(settled.cites),
    }
    if settled.cut:
        answer["cut"] = settled.cut
    if settled.wager is Wager.PROGRESSIVE:
        answer["row"] = settled.row
        if settled.hand is not None:
            answer["category"] = settled.hand.category.key
            answer["hand"] = settled.hand.words
    return answer


def _meter(meter: SettledMeter) -> dict[str, int]:
    answer = {"before": meter.before, "paid": meter.paid, "after": meter.after}
    return {**answer, "seeded": meter.seeded} if meter.seeded else answer
