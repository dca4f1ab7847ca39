"""Chickasaw Nation: ante, blind, play and trips against the dealer's hand."""

from __future__ import annotations

import pytest

from support.documents import HANDS, LOW_PAIR
from support.round_table import RoundTable
from support.tables import ANTE, Row, in_antes, rows
from uth.table.round import events as e


def played(row: Row, **wagers: int) -> RoundTable:
    """Return the table after the round of the row: one seat with an ante, and the other wagers that are named."""
    table = RoundTable("chickasaw").seat(1, "p1", hole=row["player"], ante=ANTE).wager(1, **wagers)
    return table.board(row["board"]).dealer(row["dealer"]).play({1: row["acts"]})


def came_to(row: Row) -> dict[str, str]:
    """Return what ante, blind and play came to, in antes."""
    result = played(row).result(1)
    return {wager: in_antes(result[wager]) for wager in ("ante", "blind", "play") if wager in result}


def wanted(row: Row) -> dict[str, str]:
    return {wager: row[wager] for wager in ("ante", "blind", "play") if wager in row}


# The hands.

BEST_OF_SEVEN = """
    cards  board           hand                           says
    AsKs   Qs Js Ts 2d 3c  Royal Flush                    both own cards and three of the board
    As2h   Ad Ah Ac 9s 8d  Four of a Kind, Aces           one own card and four of the board
    2h3d   Ks Kd Kh 9s 9d  Full House, Kings over Nines   the board alone
    AsKd   Ah Kc 7s 7d 2h  Two Pair, Aces and Kings       the two highest of three pairs
    5h4c   As 2d 3h Kd Ks  Straight, Five high            the ace is low in a straight to the five
"""


@pytest.mark.clause("CN.24")
@pytest.mark.parametrize("row", rows(BEST_OF_SEVEN))
@pytest.mark.parametrize("whose", ["the player's", "the dealer's"])
def test_a_hand_is_the_best_five_of_two_hole_cards_and_five_community_cards(whose: str, row: Row) -> None:
    table = RoundTable("chickasaw").seat(1, "p1", hole=row["cards"] if whose == "the player's" else "", ante=ANTE)
    table.board(row["board"]).dealer(row["cards"] if whose == "the dealer's" else "").play({1: "4x"})
    shown = (
        table.state.round.spots[table.state.round.seats[0]].hand
        if whose == "the player's"
        else table.state.round.dealer_hand
    )
    assert str(shown) == row["hand"]


@pytest.mark.clause("CN.24")
def test_each_player_plays_against_the_dealer_alone() -> None:
    table = RoundTable("chickasaw").seat(1, "p1", hole="AsAh", ante=ANTE).seat(2, "p2", hole="KsTh", ante=ANTE)
    table.board("Kd 9h 6s 4c 2d").dealer("9sQc").play({1: "4x", 2: "4x"})
    assert [in_antes(table.result(seat)["play"]) for seat in (1, 2)] == ["4", "4"]


# Against the dealer's hand.

NOT_QUALIFIED = """
    player  dealer  board           acts | ante  blind  play | says
    AsTh    QcJs    Kd 9h 6s 4c 2d  4x   | .     .      4    | ace high beats king high
    KsTh    QcJs    Kd 9h 6s 4c 2d  2x   | .     .      2    | a pair
    AdTd    QcJs    Kd 9d 6d 4c 2s  3x   | .     3/2    3    | a flush
    8h7c    QcJs    Kd 9h 6s 4c 2d  1x   | .     -1     -1   | beaten by a dealer who does not qualify
    QsJd    QcJs    Kd 9h 6s 4c 2d  1x   | .     .      .    | a tie
"""


@pytest.mark.clause("CN.26")
@pytest.mark.parametrize("row", rows(NOT_QUALIFIED))
def test_a_dealer_with_less_than_a_pair_returns_the_ante_and_all_else_has_action(row: Row) -> None:
    assert came_to(row) == wanted(row)


QUALIFIES = """
    dealer  board           qualifies  says
    QcJs    Kd 9h 6s 4c 2d  no         king high
    Ac3s    Kd 9h 6s 4c 2d  no         ace high
    2c3s    Kd 9h 6s 4c 2d  yes        a pair of twos
    QcJs    9d 9h 6s 4c 2d  yes        a pair on the board
    8h7c    Td 9h 6s 4c 2d  yes        a straight
"""


@pytest.mark.clause("CN.26")
@pytest.mark.parametrize("row", rows(QUALIFIES))
def test_the_dealer_qualifies_with_a_pair_or_better(row: Row) -> None:
    table = RoundTable("chickasaw").seat(1, "p1", ante=ANTE).board(row["board"]).dealer(row["dealer"])
    assert table.play({1: "1x"}).state.round.qualifies is (row["qualifies"] == "yes")


WINS = """
    player  dealer  board           acts | ante  play | says
    KsTh    9sQc    Kd 9h 6s 4c 2d  4x   | 1     4    | played before the flop
    KsTh    9sQc    Kd 9h 6s 4c 2d  3x   | 1     3    | played before the flop for less
    KsTh    9sQc    Kd 9h 6s 4c 2d  2x   | 1     2    | played on the flop
    KsTh    9sQc    Kd 9h 6s 4c 2d  1x   | 1     1    | played at the river
    KsTh    QsJc    Kd 9h 6s 4c 2d  1x   | .     1    | the ante no longer in action
"""


@pytest.mark.clause("CN.27")
@pytest.mark.parametrize("row", rows(WINS))
def test_a_hand_that_beats_the_dealer_wins_even_money_on_play_and_on_an_ante_in_action(row: Row) -> None:
    result = came_to(row)
    assert {wager: result[wager] for wager in ("ante", "play")} == wanted(row)


LOSES = """
    player  dealer  board           acts | ante  blind  play | says
    QsTh    9sQc    Kd 9h 6s 4c 2d  4x   | -1    -1     -4   | played before the flop
    QsTh    9sQc    Kd 9h 6s 4c 2d  2x   | -1    -1     -2   | played on the flop
    QsTh    9sQc    Kd 9h 6s 4c 2d  1x   | -1    -1     -1   | played at the river
    8h7c    QcJs    Kd 9h 6s 4c 2d  1x   | .     -1     -1   | the ante no longer in action
    6d5s    JcTs    9h 8c 7s 2d 3c  4x   | -1    -1     -4   | a straight under a higher one
"""


@pytest.mark.clause("CN.28")
@pytest.mark.parametrize("row", rows(LOSES))
def test_a_hand_the_dealer_beats_loses_play_and_blind_and_an_ante_in_action(row: Row) -> None:
    assert came_to(row) == wanted(row)


TIES = """
    player  dealer  board           acts | ante  blind  play | says
    9cQd    9sQc    Kd 9h 6s 4c 2d  4x   | .     .      .    | the same pair and the same other cards
    AcAd    KsKh    9h 8c 7s 6d 5c  3x   | .     .      .    | the board plays for both
    QsJd    QcJh    Kd 9h 6s 4c 2d  1x   | .     .      .    | neither has a pair
"""


@pytest.mark.clause("CN.29")
@pytest.mark.parametrize("row", rows(TIES))
def test_a_hand_that_ties_the_dealer_pushes(row: Row) -> None:
    assert came_to(row) == wanted(row)


# The blind and trips.

BLIND = """
    player  dealer  board           acts | blind | says
    6d5s    QcJs    9h 8c 7s 2d 3c  4x   | 1     | a winning straight
    6d5s    JcTs    9h 8c 7s 2d 3c  4x   | -1    | a losing straight
    6d5s    6c5h    9h 8c 7s 2d 3c  4x   | .     | a straight that ties
    AdTd    9s9c    Kd 9d 6d 4c 2s  4x   | 3/2   | a winning flush
    9s9d    2h4c    9h 5c 6s 2d Kc  4x   | .     | winning three of a kind
"""


@pytest.mark.clause("CN.30")
@pytest.mark.parametrize("row", rows(BLIND))
def test_the_blind_is_paid_only_on_a_winning_straight_or_better(row: Row) -> None:
    assert came_to(row)["blind"] == row["blind"]


@pytest.mark.clause("CN.31")
@pytest.mark.parametrize("category", ["three_of_a_kind", "two_pair", "one_pair"])
def test_the_blind_pushes_on_a_win_with_less_than_a_straight(category: str) -> None:
    hole, board = HANDS[category]
    table = RoundTable("chickasaw").seat(1, "p1", hole=hole, ante=ANTE).board(board).dealer(LOW_PAIR).play({1: "4x"})
    assert {wager: in_antes(settled) for wager, settled in table.result(1).items()} == {
        "play": "4",
        "ante": "1",
        "blind": ".",
    }


POSTED = """
    says             blind  trips
    royal_flush      500    50
    straight_flush   50     40
    four_of_a_kind   10     30
    full_house       3      8
    flush            3/2    6
    straight         1      5
    three_of_a_kind  .      3
    two_pair         .      -1
    one_pair         .      -1
"""


@pytest.mark.clause("CN.32", "CN.BLIND")
@pytest.mark.parametrize("row", rows(POSTED))
def test_a_winning_blind_pays_by_its_posted_table(row: Row) -> None:
    hole, board = HANDS[row["says"]]
    table = RoundTable("chickasaw").seat(1, "p1", hole=hole, ante=ANTE).board(board).dealer(LOW_PAIR).play({1: "4x"})
    assert in_antes(table.result(1)["blind"]) == row["blind"]


@pytest.mark.clause("CN.33", "CN.TRIPS")
@pytest.mark.parametrize("row", rows(POSTED))
def test_trips_pays_by_its_posted_table_from_three_of_a_kind(row: Row) -> None:
    hole, board = HANDS[row["says"]]
    table = RoundTable("chickasaw").seat(1, "p1", hole=hole, ante=ANTE, trips=500)
    table.board(board).dealer(LOW_PAIR).play({1: "4x"})
    assert in_antes(table.result(1)["trips"], ante=500) == row["trips"]


ANY_DEALER = """
    player  dealer  board           acts | play  trips | says
    9s9d    2h4c    9h 5c 6s 2d Kc  4x   | 4     3     | the hand wins
    9s9d    KsKd    9h 5c 6s 2d Kc  4x   | -4    3     | the hand loses
    9sAd    9cAs    9h 9d 6s 2d Kc  4x   | .     3     | the hand ties
    9s9d    QsJh    9h 5c 6s 2d Kc  4x   | 4     3     | the dealer does not qualify
    KsQd    2h4c    9h 9c 6s 2d Kc  4x   | 4     -1    | the hand wins with two pair
"""


@pytest.mark.clause("CN.33")
@pytest.mark.parametrize("row", rows(ANY_DEALER))
def test_trips_wins_or_loses_whatever_the_dealer_has(row: Row) -> None:
    result = played(row, trips=1000).result(1)
    assert [in_antes(result[wager]) for wager in ("play", "trips")] == [row["play"], row["trips"]]


# A fold.


@pytest.mark.clause("CN.20")
@pytest.mark.parametrize("dealer", ["QcJs", "9sQc"])
def test_a_fold_loses_ante_and_blind_whatever_the_dealer_has(dealer: str) -> None:
    table = RoundTable("chickasaw").seat(1, "p1", hole="KsKh", ante=ANTE)
    table.board("Kd 9h 6s 4c 2d").dealer(dealer).play({1: "fold"})
    assert {wager: in_antes(settled) for wager, settled in table.result(1).items()} == {"ante": "-1", "blind": "-1"}


@pytest.mark.clause("CN.21")
@pytest.mark.parametrize("category", HANDS)
def test_a_fold_loses_trips_too_whatever_the_hand(category: str) -> None:
    hole, board = HANDS[category]
    table = RoundTable("chickasaw").seat(1, "p1", hole=hole, ante=ANTE, trips=500)
    table.board(board).dealer(LOW_PAIR).play({1: "fold"})
    assert in_antes(table.result(1)["trips"], ante=500) == "-1"
    assert table.net(1) == -2500


@pytest.mark.clause("CN.21")
def test_a_fold_loses_ante_blind_and_trips_to_the_tray_at_once() -> None:
    table = RoundTable("chickasaw").seat(1, "p1", ante=1000, trips=500, progressive=100).seat(2, "p2", ante=1000)
    table.play({1: "fold", 2: "1x"}, until="showdown")
    collected = [(event.wager.value, event.cents) for event in table.of(e.WagerCollected)]
    assert collected == [("ante", 1000), ("blind", 1000), ("trips", 500)]
