"""Chickasaw Nation: which seats are paid envy for which hands."""

from __future__ import annotations

import pytest

from support.documents import HANDS, LOW_PAIR, Document, Settled, document, hand, settle
from support.round_table import RoundTable

ROYAL, STRAIGHT_FLUSH = 100_000, 30_000


def with_winner(category: str, *others: Document, player: str = "ann") -> Settled:
    """Return a round in which seat 3 makes that hand by hole cards and flop."""
    hole, board = HANDS[category]
    seats = [hand(3, player, hole, ante=1000, progressive=100), *others]
    return settle(document("chickasaw", board=board, dealer=LOW_PAIR, seats=seats))


def two_straight_flushes(second: str, *others: Document) -> Settled:
    """Return a round in which seats 2 and 5 both have a straight flush; ann sits at seat 2, and who at 5 is named."""
    seats = [hand(2, "ann", "9s8s", ante=1000, progressive=100), hand(5, second, "4s3s", ante=1000, progressive=100)]
    return settle(document("chickasaw", board="7s 6s 5s 2d Kc", dealer="QhJd", seats=[*seats, *others]))


@pytest.mark.clause("CN.PROG", "CN.P3")
@pytest.mark.parametrize("category", HANDS)
def test_envy_is_paid_on_a_royal_flush_and_a_straight_flush_only(category: str) -> None:
    settled = with_winner(category, hand(1, "bob", "8h7d", ante=1000, progressive=100))
    amount = {"royal_flush": ROYAL, "straight_flush": STRAIGHT_FLUSH}.get(category)
    assert settled.envy(1) == ([(3, amount)] if amount else [])


@pytest.mark.clause("CN.P4", "CN.38")
@pytest.mark.parametrize("category", ["royal_flush", "straight_flush"])
def test_a_player_is_paid_no_envy_for_the_own_hand(category: str) -> None:
    assert with_winner(category).envy(3) == []


@pytest.mark.clause("CN.P3")
def test_a_hand_without_the_progressive_wager_is_paid_no_envy() -> None:
    settled = with_winner("royal_flush", hand(1, "bob", "8h7d", ante=1000), hand(5, "cy", "8c7c", trips=500))
    assert (settled.envy(1), settled.envy(5)) == ([], [])


@pytest.mark.clause("CN.P3", "CN.P8", "CN.22")
def test_a_folded_hand_is_paid_no_envy() -> None:
    settled = with_winner("royal_flush", hand(1, "bob", "8h7d", "fold", ante=1000, progressive=100))
    assert settled.envy(1) == []
    assert settled.net(1) == -2100


@pytest.mark.clause("CN.P3")
def test_a_hand_with_trips_alone_is_live_and_is_paid_envy() -> None:
    settled = with_winner("royal_flush", hand(1, "bob", "8h7d", trips=500, progressive=100))
    assert settled.envy(1) == [(3, ROYAL)]


@pytest.mark.clause("CN.P3")
def test_a_live_hand_is_paid_envy_though_it_loses_to_the_dealer() -> None:
    settled = with_winner("royal_flush", hand(1, "bob", "8h7d", ante=1000, progressive=100))
    assert settled.outcomes(1) == {"ante": "lose", "blind": "lose", "play": "lose", "progressive": "lose"}
    assert settled.envy(1) == [(3, ROYAL)]


@pytest.mark.clause("CN.22", "CN.P8")
@pytest.mark.parametrize("category", ["royal_flush", "straight_flush"])
def test_a_hand_that_was_folded_brings_nobody_envy(category: str) -> None:
    hole, board = HANDS[category]
    seats = [
        hand(3, "ann", hole, "fold", ante=1000, progressive=100),
        hand(1, "bob", "8h7d", ante=1000, progressive=100),
    ]
    assert settle(document("chickasaw", board=board, dealer=LOW_PAIR, seats=seats)).envy(1) == []


@pytest.mark.clause("CN.38")
def test_of_two_qualifying_hands_each_is_paid_the_envy_of_the_other() -> None:
    settled = two_straight_flushes("bob")
    assert settled.envy(2) == [(5, STRAIGHT_FLUSH)]
    assert settled.envy(5) == [(2, STRAIGHT_FLUSH)]


@pytest.mark.clause("CN.38")
def test_two_qualifying_hands_of_one_player_pay_each_other_no_envy() -> None:
    settled = two_straight_flushes("ann")
    assert (settled.envy(2), settled.envy(5)) == ([], [])


@pytest.mark.clause("CN.38")
@pytest.mark.parametrize("second", ["ann", "bob"])
def test_every_other_progressive_seat_is_paid_the_envy_of_both_hands(second: str) -> None:
    others = hand(1, "cy", "AdTc", ante=1000, progressive=100), hand(6, "dee", "AhTd", trips=500, progressive=100)
    settled = two_straight_flushes(second, *others)
    assert settled.envy(1) == settled.envy(6) == [(5, STRAIGHT_FLUSH), (2, STRAIGHT_FLUSH)]


@pytest.mark.clause("CN.P4")
def test_the_second_hand_of_the_player_who_made_it_is_paid_no_envy() -> None:
    settled = with_winner("royal_flush", hand(4, "ann", "8h7d", ante=1000, progressive=100))
    assert settled.envy(4) == []


@pytest.mark.clause("CN.38")
def test_both_hands_of_another_player_are_paid_envy() -> None:
    others = (hand(seat, "bob", hole, ante=1000, progressive=100) for seat, hole in ((1, "8h7d"), (5, "8c7c")))
    settled = with_winner("royal_flush", *others)
    assert settled.envy(1) == settled.envy(5) == [(3, ROYAL)]


@pytest.mark.clause("CN.38")
def test_envy_comes_to_the_rail_in_chips() -> None:
    hole, board = HANDS["straight_flush"]
    table = RoundTable("chickasaw").seat(3, "ann", hole=hole, ante=1000, progressive=100)
    table.seat(1, "bob", hole="AdQd", trips=500, progressive=100).board(board).dealer(LOW_PAIR).play({3: "4x"})
    assert table.net(1) == -600 + STRAIGHT_FLUSH
