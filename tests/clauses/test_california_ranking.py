"""California: the ranking of hands."""

from __future__ import annotations

from itertools import pairwise

import pytest

from support.round_table import RoundTable
from support.tables import Row, rows
from uth.cards import parse_cards
from uth.ranking import rank

HIGHER_AND_LOWER = """
    higher          lower           says
    Kc Kd 4h 3s 2c  Qc Qd Ah Ks Jc  a higher pair
    Ac Ad 4h 3s 2c  Kc Kd Qh Js Tc  aces are the highest pair
    Kc Kd 3h 3s 2c  Qc Qd Jh Js Ac  two pairs: the highest pair first
    Kc Kd 4h 4s 2c  Kh Ks 3h 3s Ac  two pairs: then the low pair
    Kc Kd 4h 4s 7c  Kh Ks 4c 4d 6c  two pairs: then the remaining card
    6c 5d 4h 3s 2c  5c 4d 3h 2s Ac  an ace counted low
    Ac Kd Qh Js Tc  Kc Qd Jh Ts 9c  an ace counted high
    Ac 6c 5c 4c 2c  Kd Qd Jd Td 8d  a flush: the highest card
    Ac Kc 7c 3c 2c  Ad Kd 6d 5d 4d  a flush: the next card and so on
    3c 3d 3h 2s 2c  2d 2h 2s Ac Ad  a full house: the threesome
"""

LOWEST_TO_HIGHEST = (
    "Ac Kd Qh Js 9c",
    "2c 2d 5h 4s 3c",
    "3c 3d 2h 2s 4c",
    "2c 2d 2h 4s 3c",
    "5c 4d 3h 2s Ac",
    "7c 5c 4c 3c 2c",
    "2c 2d 2h 3s 3c",
    "2c 2d 2h 2s 3c",
    "5c 4c 3c 2c Ac",
    "Ac Kc Qc Jc Tc",
)


@pytest.mark.clause("CA.RANK")
def test_the_hands_rank_from_one_pair_up_to_a_royal_flush() -> None:
    hands = [rank(parse_cards(five)) for five in LOWEST_TO_HIGHEST]
    assert all(lower < higher for lower, higher in pairwise(hands))
    assert [hand.category.key for hand in hands] == [
        "high_card", "one_pair", "two_pair", "three_of_a_kind", "straight", "flush", "full_house", "four_of_a_kind",
        "straight_flush", "royal_flush",
    ]  # fmt: skip


@pytest.mark.clause("CA.RANK")
@pytest.mark.parametrize("row", rows(HIGHER_AND_LOWER))
def test_of_two_hands_of_one_rank_the_higher_is_found_as_the_rules_say(row: Row) -> None:
    higher, lower = rank(parse_cards(row["higher"])), rank(parse_cards(row["lower"]))
    assert higher.category == lower.category
    assert higher > lower


@pytest.mark.clause("CA.RANK")
def test_all_suits_have_the_same_rank() -> None:
    flushes = {rank(parse_cards(f"A{suit} J{suit} 9{suit} 4{suit} 2{suit}")) for suit in "cdhs"}
    assert len(flushes) == 1


@pytest.mark.clause("CA.PLAY7")
@pytest.mark.parametrize(
    ("hole", "dealer", "board", "nets"),
    [
        ("Ah2c", "KdKc", "Kh 9h 6h 3h 2d", 6500),
        ("5s4d", "3c2d", "Th Js Qh Kd Ac", 0),
        ("9s8s", "AdAc", "Ah Ks 9d 9c 8h", -6000),
    ],
    ids=["one card of the player's makes a flush", "both play the board", "three aces and the board make a full house"],
)
def test_every_hand_is_the_best_five_of_two_cards_and_the_community_cards(
    hole: str, dealer: str, board: str, nets: int
) -> None:
    table = RoundTable("california").seat(1, "p1", hole=hole, ante=1000).bank(3, "banker", wager=100_000)
    assert table.board(board).dealer(dealer).play({1: "4x"}).net(1) == nets
