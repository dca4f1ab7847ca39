"""The simple strategy: its three lists, hand by hand."""

from __future__ import annotations

from itertools import combinations

import pytest

from uth.cards import DECK, parse_cards
from uth.strategy.simple import dealer_outs, plays_at_the_river, raises_before_the_flop, raises_on_the_flop


@pytest.mark.parametrize(
    ("raised", "waited"),
    [
        ("3h3c", "2h2c"),
        ("Ah2c", "Th9h"),
        ("Kh2h", "9h8h"),
        ("Kh5c", "Kh4c"),
        ("Qh6h", "Qh5h"),
        ("Qh8c", "Qh7c"),
        ("Jh8h", "Jh7h"),
        ("JhTc", "Jh9c"),
        ("2c Ah", "2c 7h"),
        ("AsAd", "Tc9d"),
    ],
)
def test_before_the_flop_the_first_hand_raises_and_the_next_worse_one_waits(raised: str, waited: str) -> None:
    assert raises_before_the_flop(parse_cards(raised))
    assert not raises_before_the_flop(parse_cards(waited))


def test_of_the_1326_starting_hands_the_list_raises_500() -> None:
    assert sum(raises_before_the_flop(hole) for hole in combinations(DECK, 2)) == 500


@pytest.mark.parametrize(
    ("hole", "flop", "raises"),
    [
        ("Th9c", "Td 4s 2c", True),
        ("5h5c", "Kd 9s 7c", True),
        ("2h2c", "Kd 9s 7c", False),
        ("2h2c", "2d 9s 7c", True),
        ("2h7c", "2d 9s Kc", True),
        ("Th9c", "Kd Ks 2c", False),
        ("Th3h", "Kh 7h 2c", True),
        ("9h3h", "Kh 7h 2c", False),
        ("Tc3h", "Kh 7h 2h", False),
        ("Th3c", "Kh 7h 2h", True),
        ("Th9c", "8d 7s 2c", False),
        ("4h3c", "8d 8s 8c", True),
    ],
)
def test_on_the_flop_it_raises_two_pair_a_hidden_pair_or_a_high_flush_draw(hole: str, flop: str, raises: bool) -> None:
    assert raises_on_the_flop(parse_cards(hole), parse_cards(flop)) is raises


@pytest.mark.parametrize(
    ("hole", "board", "plays"),
    [
        ("7h2c", "7d Ks Jc 9h 4s", True),
        ("3h2c", "Ad Ks Jc 9h 7s", False),
        ("Ah2c", "Kd Qs 9c 7h 4s", True),
        ("4h3c", "Td Ts 9c 9h As", True),
        ("8h3c", "Kd 7s 6c 5h 4s", True),
    ],
)
def test_at_the_river_it_plays_a_hidden_pair_or_few_outs(hole: str, board: str, plays: bool) -> None:
    assert plays_at_the_river(parse_cards(hole), parse_cards(board)) is plays


def test_every_card_that_alone_beats_the_hand_in_the_dealers_is_an_out() -> None:
    # The board plays: three aces, two tens and two nines make a better hand.
    assert dealer_outs(parse_cards("4h3c"), parse_cards("Td Ts 9c 9h As")) == 7
    assert dealer_outs(parse_cards("4h3c"), parse_cards("Td Ts 9c 9h As"), parse_cards("AhAcTh9s")) == 3
    # Ace high: the fifteen cards that pair the board beat it, and nothing else does.
    assert dealer_outs(parse_cards("Ah2c"), parse_cards("Kd Qs 9c 7h 4s")) == 15
