"""Massachusetts, sections 14 and 7(g): the money when hands are void."""

from __future__ import annotations

from typing import Any

import pytest

from support.documents import document, hand, refused, settle

THREE_EIGHTS = hand(1, "p1", "8s8d", "4x", ante=1000, trips=500, cover_all=500, progressive=500)
FOLDED_PAIR = hand(4, "p4", "JsJd", "fold", ante=2000, trips=500)
WAGERED = ("ante", "blind", "play", "trips", "cover_all", "progressive")


def void_round(**more: Any) -> dict[str, Any]:
    """Return a round in which seat 1 would win with three eights and seat 4 has folded."""
    seats = [THREE_EIGHTS, FOLDED_PAIR]
    return document("massachusetts", board="8c 7d 2h 9s 4c", dealer="KdKc", seats=seats, **more)


ALL_HANDS_VOID = [
    pytest.param("MA.14d", marks=pytest.mark.clause("MA.14d"), id="the dealer has a wrong number of cards"),
    pytest.param("MA.14f", marks=pytest.mark.clause("MA.14f"), id="the automated shoe jams"),
    pytest.param("MA.7g", marks=pytest.mark.clause("MA.7g"), id="the count of the stub is wrong"),
    pytest.param("MA.8d", marks=pytest.mark.clause("MA.8d"), id="the count of an automated shoe's stub is wrong"),
]
TRIPS_IS_SAVED = [
    pytest.param("MA.14a", marks=pytest.mark.clause("MA.14a"), id="a card of the dealer's was exposed too early"),
    pytest.param("MA.14b", marks=pytest.mark.clause("MA.14b"), id="more than one card was found face up"),
]


@pytest.mark.parametrize("clause", ALL_HANDS_VOID)
def test_when_the_round_is_void_every_wager_goes_back(clause: str) -> None:
    settled = settle(void_round(void=clause))
    assert settled.outcomes(1) == dict.fromkeys(WAGERED, "void")
    assert settled.outcomes(4) == dict.fromkeys(("ante", "blind", "trips"), "void")
    assert (settled.net(1), settled.net(4), settled.house) == (0, 0, 0)


@pytest.mark.parametrize("clause", TRIPS_IS_SAVED)
def test_when_all_hands_are_void_trips_is_dealt_out_and_paid_by_its_table(clause: str) -> None:
    settled = settle(void_round(void=clause))
    assert settled.outcomes(1) == {**dict.fromkeys(WAGERED, "void"), "trips": "win"}
    assert settled.wager(1, "trips")["cites"][0] == clause
    assert (settled.won(1, "trips"), settled.net(1)) == (1500, 1500)


@pytest.mark.parametrize("clause", TRIPS_IS_SAVED)
def test_when_all_hands_are_void_a_trips_wager_below_three_of_a_kind_loses(clause: str) -> None:
    settled = settle(void_round(void=clause))
    assert settled.outcomes(4) == {"ante": "void", "blind": "void", "trips": "lose"}
    assert settled.net(4) == -500


@pytest.mark.clause("MA.14d")
@pytest.mark.parametrize("hole", ["8s", "8s8d3c"], ids=["one card", "three cards"])
def test_a_player_with_a_wrong_number_of_cards_gets_every_wager_back_and_no_one_else_does(hole: str) -> None:
    dead = hand(1, "p1", hole, "4x", void="MA.14d", ante=1000, trips=500)
    lives = hand(3, "p3", "AsAd", "4x", ante=1000, trips=500)
    told = document("massachusetts", board="8c 7d 2h 9s 4c", dealer="KdKc", seats=[dead, lives])
    settled = settle(told)
    assert settled.outcomes(1) == dict.fromkeys(("ante", "blind", "play", "trips"), "void")
    assert settled.net(1) == 0
    assert settled.outcomes(3) == {"ante": "win", "blind": "push", "play": "win", "trips": "lose"}


@pytest.mark.clause("MA.14d")
def test_a_player_who_was_dealt_a_wrong_number_of_cards_cannot_be_settled_as_if_nothing_had_happened() -> None:
    seats = [hand(1, "p1", "8s8d3c", "4x", ante=1000)]
    told = document("massachusetts", board="8c 7d 2h 9s 4c", dealer="KdKc", seats=seats)
    assert refused(told)[0] == "seats.0.hole"
