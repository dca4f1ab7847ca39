"""`settle_document`: settle a parsed document."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any, Final

from uth.adjudicate.fields import is_json, must
from uth.adjudicate.reading import read_document
from uth.ranking import hand_of_order
from uth.rules.values import PROGRESSIVE, Wager
from uth.table.posted import Posted
from uth.table.settle.settled import SettledMeter, SettledSeat, Settlement
from uth.table.settle.settlement import settle

if TYPE_CHECKING:
    from uth.adjudicate.types import SettledMeterDocument, SettledSeatDocument, SettlementDocument

NAMES: Final = {wager: wager.value for wager in Wager}


def written(settlement: Settlement, posted: Posted) -> SettlementDocument:
    """Return the settlement as a document."""
    meters, banker = settlement.meters, settlement.banker
    category, words = _said(settlement.dealer.order)
    answer: Any = {
        "rules": posted.rules.name,
        "dealer": {"category": category, "hand": words, "qualifies": settlement.qualifies},
        "order": [*settlement.order],
        "seats": [_seat(seat) for seat in settlement.seats],
        "meters": {name: _meter(meter) for name, meter in meters.items()},
    }
    players = settlement.players
    if banker is None:
        paid = sum([meter.paid for meter in meters.values()])
        answer["total"] = {"players": players, "house": paid - players}
    else:
        answer["banker"] = {"seat": banker.seat, "wager": banker.wager, "used": banker.used, "net": banker.net}
        answer["total"] = {"players": players, "banker": banker.net}
    settled: SettlementDocument = answer
    return settled


@cache
def _said(order: int) -> tuple[Any, str]:
    """Return the category and the name of the hand with that order."""
    hand = hand_of_order(order)
    return hand.category.key, hand.words


def _seat(seat: SettledSeat) -> SettledSeatDocument:
    """Return the seat's document; category and hand are null for a dead hand without two cards."""
    category, words = _said(seat.hand.order) if seat.hand is not None else (None, None)
    wagers: Any = {}
    for wager, settled in seat.wagers.items():
        stake, outcome, returned, won, clauses, cut = settled[1:7]
        wagers[NAMES[wager]] = line = {
            "wager": stake,
            "outcome": outcome,
            "returned": returned,
            "won": won,
            "cites": [*clauses],
        }
        if cut:
            line["cut"] = cut
        if wager is PROGRESSIVE:
            line["row"] = settled.row
            if settled.hand is not None:
                line["category"], line["hand"] = _said(settled.hand.order)
    return {
        "seat": seat.seat,
        "player": seat.player,
        "category": category,
        "hand": words,
        "wagers": wagers,
        "envy": [{"from": each.from_seat, "amount": each.amount} for each in seat.envy] if seat.envy else [],
        "net": seat.net,
    }


def _meter(meter: SettledMeter) -> SettledMeterDocument:
    answer: SettledMeterDocument = {"before": meter.before, "paid": meter.paid, "after": meter.after}
    return {**answer, "seeded": meter.seeded} if meter.seeded else answer


def settle_document(document: Any) -> SettlementDocument:
    """Return the settlement of the round in the document; raise `Malformed` if it cannot be settled.

    The document is a `PlayedRoundDocument`, for instance read from JSON; amounts are in cents.

    >>> seat = {"seat": 1, "player": "Ann", "hole": ["7s", "Ad"], "wagers": {"ante": 1000, "blind": 1000},
    ...         "decision": {"street": "preflop", "multiple": 4}}
    >>> board = ["7h", "7c", "2s", "Kd", "9d"]
    >>> answer = settle_document({"rules": "nevada", "board": board, "dealer": ["Qs", "Qd"], "seats": [seat]})
    >>> answer["seats"][0]["hand"], answer["seats"][0]["net"]
    ('Three of a Kind, Sevens', 5000)
    >>> play = answer["seats"][0]["wagers"]["play"]
    >>> print(play["outcome"], play["won"], *play["cites"])
    win 4000 NV.9 R25
    """
    played, posted = read_document(document)
    if "id" in document:
        must(is_json(document["id"]), "id", document["id"], "is not JSON; give a number, a text or null")
    answer = written(settle(played, posted), posted)
    return {"id": document["id"], **answer} if "id" in document else answer
