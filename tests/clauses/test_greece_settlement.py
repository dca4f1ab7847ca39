"""Greece: ante, blind, play and trips against the croupier's hand."""

from __future__ import annotations

import pytest

from support.documents import HANDS, LOW_PAIR
from support.round_table import RoundTable
from support.tables import ANTE, Row, in_antes, rows
from uth.rules.values import Wager
from uth.table.round import commands as c
from uth.table.round import events as e
from uth.units import Seat


def played(row: Row, **wagers: int) -> RoundTable:
    """Return the table after the round of the row: one seat with an ante, and the other stakes that are named."""
    table = RoundTable("greece").seat(1, "p1", hole=row["player"], ante=ANTE).wager(1, **wagers)
    return table.board(row["board"]).dealer(row["croupier"]).play({1: row["acts"]})


def came_to(row: Row) -> dict[str, str]:
    """Return what ante, blind and play came to, in antes."""
    result = played(row).result(1)
    return {wager: in_antes(result[wager]) for wager in ("ante", "blind", "play")}


def wanted(row: Row) -> dict[str, str]:
    return {wager: row[wager] for wager in ("ante", "blind", "play")}


ANY_FIVE = """
    player  board           hand                           says
    AsKs    Qs Js Ts 2d 3c  Royal Flush                    the two pocket cards and three of the table
    As2h    Ad Ah Ac 9s 8d  Four of a Kind, Aces           one pocket card and four of the table
    2h3d    Ks Kd Kh 9s 9d  Full House, Kings over Nines   the five of the table and no pocket card
    AsKd    Ah Kc 7s 7d 2h  Two Pair, Aces and Kings       the remaining cards are of no concern
"""


@pytest.mark.clause("GR.14")
@pytest.mark.parametrize("row", rows(ANY_FIVE))
def test_the_best_five_of_seven_count_in_any_combination(row: Row) -> None:
    table = RoundTable("greece").seat(1, "p1", hole=row["player"], ante=ANTE).board(row["board"]).play({1: "4x"})
    (shown,) = table.of(e.HandShown)
    assert str(shown.hand) == row["hand"]


# The croupier has less than a pair.

NOT_QUALIFIED = """
    player  croupier  board           acts | ante  blind  play | says
    AsTh    QcJs      Kd 9h 6s 4c 2d  4x   | .     .      4    | ace high beats king high
    KsTh    QcJs      Kd 9h 6s 4c 2d  2x   | .     .      2    | a pair
    6d5s    QcJs      9h 8c 7s 3d 2h  4x   | .     1      4    | a straight
    AdTd    QcJs      Kd 9d 6d 4c 2s  3x   | .     3/2    3    | a flush
    8h7c    QcJs      Kd 9h 6s 4c 2d  1x   | .     -1     -1   | a lower hand
    QsJd    QcJs      Kd 9h 6s 4c 2d  1x   | .     .      .    | a tie
"""


@pytest.mark.clause("GR.7")
@pytest.mark.parametrize("row", rows(NOT_QUALIFIED))
def test_below_a_pair_the_ante_pushes_while_play_and_blind_win_lose_or_push_by_the_hands(row: Row) -> None:
    assert came_to(row) == wanted(row)


@pytest.mark.clause("GR.7")
def test_below_a_pair_the_antes_push_before_the_players_cards_are_shown() -> None:
    table = RoundTable("greece").seat(1, "p1", hole="AsTh", ante=ANTE).seat(2, "p2", hole="8h7c", ante=ANTE)
    table.board("Kd 9h 6s 4c 2d").dealer("QcJs").play({1: "4x", 2: "1x"})
    told = [event for event in table.events if isinstance(event, e.HandShown | e.WagerSettled)]
    assert [
        (event.seat, "shown" if isinstance(event, e.HandShown) else event.settled.wager.value) for event in told
    ] == [
        (2, "ante"),
        (1, "ante"),
        (2, "shown"),
        (2, "blind"),
        (2, "play"),
        (1, "shown"),
        (1, "play"),
        (1, "blind"),
    ]


@pytest.mark.clause("GR.7")
def test_a_folded_hand_loses_its_ante_though_the_croupier_has_less_than_a_pair() -> None:
    table = RoundTable("greece").seat(1, "p1", hole="8h7c", ante=ANTE).board("Kd 9h 6s 4c 2d").dealer("QcJs")
    assert in_antes(table.play({1: "fold"}).result(1)["ante"]) == "-1"


QUALIFIES = """
    croupier  board           qualifies  says
    QcJs      Kd 9h 6s 4c 2d  no         king high
    Ac3s      Kd 9h 6s 4c 2d  no         ace high
    2c3s      Kd 9h 6s 4c 2d  yes        a pair of twos
    QcJs      9d 9h 6s 4c 2d  yes        a pair on the table
    8h7c      Td 9h 6s 4c 2d  yes        a straight
"""


@pytest.mark.clause("GR.7", "GR.8")
@pytest.mark.parametrize("row", rows(QUALIFIES))
def test_the_croupier_qualifies_with_one_pair_or_better(row: Row) -> None:
    table = RoundTable("greece").seat(1, "p1", ante=ANTE).board(row["board"]).dealer(row["croupier"])
    assert table.play({1: "1x"}).state.round.qualifies is (row["qualifies"] == "yes")


# The croupier qualifies.

QUALIFIED = """
    player  croupier  board           acts | ante  blind  play | says
    KsTh    9sQc      Kd 9h 6s 4c 2d  4x   | 1     .      4    | a higher hand for 4x
    KsTh    9sQc      Kd 9h 6s 4c 2d  3x   | 1     .      3    | a higher hand for 3x
    KsTh    9sQc      Kd 9h 6s 4c 2d  2x   | 1     .      2    | a higher hand for 2x
    KsTh    9sQc      Kd 9h 6s 4c 2d  1x   | 1     .      1    | a higher hand for 1x
    6d5s    9cQh      9h 8c 7s 3d 2h  4x   | 1     1      4    | a higher hand that is a straight
    AdTd    9s9c      Kd 9d 6d 4c 2s  3x   | 1     3/2    3    | a higher hand that is a flush
    QsTh    9sQc      Kd 9h 6s 4c 2d  4x   | -1    -1     -4   | a lower hand for 4x
    QsTh    9sQc      Kd 9h 6s 4c 2d  1x   | -1    -1     -1   | a lower hand for 1x
    6d5s    JcTs      9h 8c 7s 3d 2h  4x   | -1    -1     -4   | a lower hand that is a straight
    9cQd    9sQc      Kd 9h 6s 4c 2d  4x   | .     .      .    | a tie
    AcAd    KsKh      9h 8c 7s 6d 5c  3x   | .     .      .    | a tie that is a straight
"""


@pytest.mark.clause("GR.8")
@pytest.mark.parametrize("row", rows(QUALIFIED))
def test_against_a_pair_or_better_all_win_all_lose_or_all_push_and_the_blind_pays_from_a_straight(row: Row) -> None:
    assert came_to(row) == wanted(row)


POSTED = """
    says             blind  trips
    royal_flush      500    50
    straight_flush   50     40
    four_of_a_kind   10     30
    full_house       3      8
    flush            3/2    7
    straight         1      4
    three_of_a_kind  .      3
    two_pair         .      -1
    one_pair         .      -1
"""


@pytest.mark.clause("GR.9")
@pytest.mark.parametrize("row", rows(POSTED))
def test_a_winning_blind_pays_by_its_table(row: Row) -> None:
    hole, board = HANDS[row["says"]]
    table = RoundTable("greece").seat(1, "p1", hole=hole, ante=ANTE).board(board).dealer(LOW_PAIR).play({1: "4x"})
    assert in_antes(table.result(1)["blind"]) == row["blind"]


@pytest.mark.clause("GR.10")
@pytest.mark.parametrize("row", rows(POSTED))
@pytest.mark.parametrize("acts", ["4x", "fold"])
def test_trips_pays_by_its_table_even_after_a_fold(acts: str, row: Row) -> None:
    hole, board = HANDS[row["says"]]
    table = RoundTable("greece").seat(1, "p1", hole=hole, ante=ANTE, trips=500)
    table.board(board).dealer(LOW_PAIR).play({1: acts})
    assert in_antes(table.result(1)["trips"], ante=500) == row["trips"]


@pytest.mark.clause("GR.10")
@pytest.mark.parametrize("cents", [100, 400, 600, 1000])
def test_the_stake_on_trips_is_the_one_the_casino_has_set(cents: int) -> None:
    table = RoundTable("greece", limits={"trips": (500, 500)}).seat(1, "p1", ante=ANTE)
    assert table.refusal(c.PlaceWager(seat=Seat(1), wager=Wager.TRIPS, cents=cents)) == "outside_the_limits"
    assert table.refusal(c.PlaceWager(seat=Seat(1), wager=Wager.TRIPS, cents=500)) is None
