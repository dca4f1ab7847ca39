"""Small builders of `uth settle` documents, and the hands that clause tests use.

settled = settle(
    document("chickasaw", board="7s 6s 5s Kd 2c", dealer="QhJd", meters={"major": 500_000},
             seats=[hand(2, "p2", "9s8s", ante=1000, progressive=100), hand(1, "p1", "AdTc", "fold", ante=1000)])
)
settled.wager(2, "progressive")["won"]     # 500_000: the Major
settled.envy(2), settled.net(2), settled.meters["major"]["after"], settled.house
"""

from __future__ import annotations

from typing import Any

import pytest

from uth.adjudicate import settle_document
from uth.cards import parse_cards
from uth.errors import Malformed

Document = dict[str, Any]

# One hand of each kind, complete in hole cards and flop, and still the best of all seven cards.
_HANDS = """
    royal_flush      As Ks | Qs Js Ts 2d 3c
    straight_flush   9s 8s | 7s 6s 5s 2d Kc
    four_of_a_kind   9s 9d | 9h 9c 5s 2d Kc
    full_house       9s 9d | 9h 5c 5s 2d Kc
    flush            As 9s | 7s 6s 2s 2d Kc
    straight         9s 8d | 7s 6s 5h 2d Kc
    three_of_a_kind  9s 9d | 9h 5c 6s 2d Kc
    two_pair         9s 5d | 9h 5c 6s 2d Kc
    one_pair         9s Ad | 9h 5c 6s 2d Kc
    high_card        As Qd | 9h 5c 6s 2d Kc
"""
LOW_PAIR = "2h 4c"
"""Dealer's cards that make at least a pair of twos on any board of `HANDS`, and lose to all but the last."""


def _hands() -> dict[str, tuple[str, str]]:
    hands = {}
    for line in _HANDS.strip().splitlines():
        category, cards = line.strip().split(maxsplit=1)
        hole, board = cards.split(" | ")
        hands[category] = (hole, board)
    return hands


HANDS = _hands()
"""Hole cards and board by the hand they make."""


def cards(text: str) -> list[str]:
    """Return the cards as documents write them: ``["As", "Kd"]``."""
    return [str(card) for card in parse_cards(text)]


_STREETS = {"4x": "preflop", "3x": "preflop", "2x": "flop", "1x": "river"}


def hand(seat: int, player: str, hole: str, play: str | None = None, *, void: str = "", **wagers: int) -> Document:
    """Return a seat: it plays 4x unless given ``"3x"``, ``"2x"``, ``"1x"`` or ``"fold"``; the blind equals the ante."""
    if "ante" in wagers:
        wagers = {"blind": wagers["ante"], **wagers}
    decision: Document | None = None
    if "ante" in wagers:
        play = play or "4x"
        folds: Document = {"street": "river", "fold": True}
        decision = folds if play == "fold" else {"street": _STREETS[play], "multiple": int(play[0])}
    told = {"seat": seat, "player": player, "hole": cards(hole), "wagers": wagers, "decision": decision}
    return {**told, "void": void} if void else told


def document(rules: str, *, board: str, dealer: str, seats: list[Document], **more: Any) -> Document:
    """Return a round; ``more`` is any other part, such as ``meters``, ``tables``, ``limits`` or ``void``."""
    return {"rules": rules, "board": cards(board), "dealer": cards(dealer), "seats": seats, **more}


class Settled:
    """A settlement, accessed by seat."""

    def __init__(self, answer: Document) -> None:
        self.answer = answer
        self.seats: dict[int, Document] = {seat["seat"]: seat for seat in answer["seats"]}
        self.meters: dict[str, dict[str, int]] = answer["meters"]
        self.order: list[int] = answer["order"]
        self.house: int = answer["total"]["house"]

    def wager(self, seat: int, wager: str) -> Document:
        """Return how that wager was settled."""
        settled: Document = self.seats[seat]["wagers"][wager]
        return settled

    def won(self, seat: int, wager: str) -> int:
        """Return what that wager won."""
        won: int = self.wager(seat, wager)["won"]
        return won

    def net(self, seat: int) -> int:
        """Return what the seat gained, envy included."""
        net: int = self.seats[seat]["net"]
        return net

    def envy(self, seat: int) -> list[tuple[int, int]]:
        """Return the envy pays of the seat: from which seat's hand, and how much."""
        return [(envy["from"], envy["amount"]) for envy in self.seats[seat]["envy"]]

    def outcomes(self, seat: int) -> dict[str, str]:
        """Return the outcome of each wager of the seat."""
        return {name: settled["outcome"] for name, settled in self.seats[seat]["wagers"].items()}


def settle(told: Document) -> Settled:
    """Return the settlement of the round in the document."""
    answer: Any = settle_document(told)
    return Settled(answer)


def refused(told: Document) -> tuple[str, str | None]:
    """Return the field for which the document is refused, and its clause."""
    with pytest.raises(Malformed) as refusal:
        settle_document(told)
    return refusal.value.field, refusal.value.clause
