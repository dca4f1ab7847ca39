"""Massachusetts, sections 2 and 5: the deck and the ranking of the hands."""

from __future__ import annotations

from itertools import pairwise

import pytest

from support.round_table import RoundTable
from support.tables import Row, rows
from uth.cards import DECK, Card, parse_cards
from uth.ranking import rank
from uth.table.round import commands as c
from uth.table.round import events as e

LOWEST_TO_HIGHEST = """
    five            category         says
    7c 5d 4h 3s 2c  high_card        the lowest hand of all
    Ac Kd Qh Js 9c  high_card        the highest hand below a pair
    2c 2d 5h 4s 3c  one_pair         two twos are the lowest pair
    Ac Ad Kh Qs Jc  one_pair         two aces are the highest pair
    3c 3d 2h 2s 4c  two_pair         threes and twos are the lowest two pairs
    Ac Ad Kh Ks Qc  two_pair         aces and kings are the highest two pairs
    2c 2d 2h 4s 3c  three_of_a_kind  three twos are the lowest
    Ac Ad Ah Ks Qc  three_of_a_kind  three aces are the highest
    5c 4d 3h 2s Ac  straight         ace to five is the lowest straight
    Ac Kd Qh Js Tc  straight         ace to ten is the highest straight
    7c 5c 4c 3c 2c  flush            the lowest flush
    Ac Kc Qc Jc 9c  flush            the highest flush
    2c 2d 2h 3s 3c  full_house       twos over threes are the lowest
    Ac Ad Ah Ks Kc  full_house       aces over kings are the highest
    2c 2d 2h 2s 3c  four_of_a_kind   four twos are the lowest
    Ac Ad Ah As Kc  four_of_a_kind   four aces are the highest
    5c 4c 3c 2c Ac  straight_flush   ace to five of a suit is the lowest
    Kc Qc Jc Tc 9c  straight_flush   the highest that is not royal
    Ac Kc Qc Jc Tc  royal_flush      ace to ten of a suit is above everything
"""


@pytest.mark.clause("MA.2a")
def test_the_game_is_dealt_from_one_deck_in_which_each_of_52_cards_is_there_once() -> None:
    table = RoundTable("massachusetts").seat(1, "p1", ante=1000)
    assert table.refused_shuffle(DECK) is None
    assert table.refused_shuffle(DECK[:-1]) == "not_a_deck"
    assert table.refused_shuffle((*DECK, Card("As"))) == "not_a_deck"
    assert table.refused_shuffle((*DECK[:-1], Card("2c"))) == "not_a_deck"
    table.play({1: "4x"})
    table.send(c.CollectCards())
    picked_up = [card for racked in table.state.rack for card in racked.cards]
    assert sorted(picked_up) == sorted(DECK), "after the round the rack holds the same 52 cards, each once"


@pytest.mark.clause("MA.5a")
def test_a_higher_card_beats_a_lower_one_from_the_ace_down_to_the_two() -> None:
    pairs = [rank(parse_cards(f"{paired}c{paired}d" + beside(paired))) for paired in "AKQJT98765432"]
    assert all(higher > lower for higher, lower in pairwise(pairs))


def beside(paired: str) -> str:
    """Return three low cards that leave a pair a pair."""
    return "".join(f"{low}h" for low in "2345" if low != paired)[:6]


@pytest.mark.clause("MA.5a")
@pytest.mark.parametrize(
    ("five", "category", "words"),
    [
        ("Ac 2d 3h 4s 5c", "straight", "Straight, Five high"),
        ("Ac 2c 3c 4c 5c", "straight_flush", "Straight Flush, Five high"),
    ],
)
def test_an_ace_is_low_only_to_complete_a_run_with_two_three_four_and_five(
    five: str, category: str, words: str
) -> None:
    hand = rank(parse_cards(five))
    assert (hand.category.key, hand.words) == (category, words)
    assert hand < rank(parse_cards(five.replace("A", "6")))


@pytest.mark.clause("MA.5b")
@pytest.mark.parametrize("row", rows(LOWEST_TO_HIGHEST))
def test_each_hand_that_the_rules_permit_has_its_name(row: Row) -> None:
    assert rank(parse_cards(row["five"])).category.key == row["category"]


@pytest.mark.clause("MA.5b")
def test_the_hands_rank_from_one_pair_up_to_a_royal_flush() -> None:
    hands = [rank(parse_cards(param.values[0]["five"])) for param in rows(LOWEST_TO_HIGHEST)]
    assert all(lower < higher for lower, higher in pairwise(hands))


@pytest.mark.clause("MA.5b")
@pytest.mark.parametrize("five", ["Qc Kd Ah 2s 3c", "Jc Qd Kh As 2c", "Kc Ad 2h 3s 4c", "Qc Kc Ac 2c 3c"])
def test_no_straight_goes_round_the_corner_of_an_ace(five: str) -> None:
    assert rank(parse_cards(five)).category.key in ("high_card", "flush")


SAME_RANK = """
    higher          lower           says
    Ac Kd 9h 5s 3c  Ad Qh Js 9c 8d  no ranked hand: a king is not in the other hand
    8c 8d Ah 3s 2c  8h 8s Kd Qc Jd  one pair: an ace beside it
    9c 9d 4h 4s 3c  9h 9s 4c 4d 2h  two pairs: the fifth card
    6c 6d 6h Ks 2c  6s 6h 6d Qc Jd  three of a kind: a king beside it
    Ac Jc 9c 4c 2c  Ad Jd 8d 7d 6d  a flush: the third card
    Tc 9d 8h 7s 6c  9h 8s 7d 6c 5d  a straight: its highest card
    Kc Kd Kh 2s 2c  Qc Qd Qh As Ac  a full house: the three before the pair
    Kc Kd Kh 3s 3c  Kc Kd Kh 2s 2c  a full house of the same three: the pair
    7c 7d 7h 7s 3c  7c 7d 7h 7s 2c  four of a kind on the board: the fifth card
"""


@pytest.mark.clause("MA.5c")
@pytest.mark.parametrize("row", rows(SAME_RANK))
def test_of_two_hands_of_one_rank_the_highest_card_that_the_other_has_not_decides(row: Row) -> None:
    assert rank(parse_cards(row["higher"])) > rank(parse_cards(row["lower"]))


@pytest.mark.clause("MA.5c")
@pytest.mark.parametrize(
    ("player", "dealer", "board"),
    [
        ("As2c", "Ad3c", "Kh Qh 9s 8c 7d"),
        ("9s9d", "9c9h", "Ks Kd 4s 3d 2c"),
        ("3s2c", "4s2d", "Ts Jd Qc Kh As"),
    ],
    ids=["no ranked hand", "two pairs", "the straight lies on the board"],
)
def test_hands_alike_in_all_five_cards_push_whatever_their_suits(player: str, dealer: str, board: str) -> None:
    table = RoundTable("massachusetts").seat(1, "p1", hole=player, ante=1000).board(board).dealer(dealer)
    table.play({1: "4x"})
    (shown,), (dealers,) = table.of(e.HandShown), table.of(e.DealerHandShown)
    assert shown.hand.order == dealers.hand.order
    assert table.net(1) == 0
