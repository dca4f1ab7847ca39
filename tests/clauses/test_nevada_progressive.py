"""Nevada: the optional progressive side bet, its pays, its meter and the tray."""

from __future__ import annotations

from fractions import Fraction

import pytest

from support.documents import HANDS, LOW_PAIR, document, hand, settle
from support.round_table import RoundTable
from support.tables import Row, rows
from uth.cards import Card
from uth.rules.loader import load_book
from uth.rules.values import Wager
from uth.table.posted import Posted, post
from uth.table.round import commands as c
from uth.table.round import events as e
from uth.table.settle.progressive import chance_of, increment
from uth.units import Seat

ONE = Seat(1)
METER, SEED = 543_210, 100_000
BOARD_ROYAL = "As Ks Qs Js Ts"

# The wager.


@pytest.mark.clause("NV.1")
def test_one_player_makes_the_side_bet_and_the_next_does_not() -> None:
    table = RoundTable("nevada").seat(1, "p1", ante=1000, progressive=100).seat(2, "p2", ante=1000)
    table.play({1: "1x", 2: "1x"})
    assert ["progressive" in table.result(seat) for seat in (1, 2)] == [True, False]


@pytest.mark.clause("NV.6")
def test_the_progressive_wager_is_taken_once_the_regular_wager_lies_there() -> None:
    table = RoundTable("nevada").seat(1, "p1")
    progressive = c.PlaceWager(seat=ONE, wager=Wager.PROGRESSIVE, cents=100)
    assert table.refusal(progressive) == "progressive_never_alone"
    table.wager(1, ante=1000)
    assert table.refusal(progressive) is None


@pytest.mark.clause("NV.6")
@pytest.mark.parametrize("beside", [{}, {"trips": 500}, {"progressive": 100}, {"trips": 500, "progressive": 100}])
def test_any_side_bets_may_stand_beside_the_regular_wager(beside: dict[str, int]) -> None:
    table = RoundTable("nevada").seat(1, "p1", ante=1000).wager(1, **beside)
    assert table.refusal(c.AnnounceNoMoreBets()) is None


@pytest.mark.clause("NV.8")
@pytest.mark.parametrize("dealing", ["shuffler", "shoe"])
def test_the_regular_game_is_dealt_once_the_progressive_wagers_are_in(dealing: str) -> None:
    table = RoundTable("nevada", dealing=dealing).seat(1, "p1", hole="9s9d", ante=1000, progressive=100)
    assert table.refusal(c.DealNext()) == "step_not_due"
    table.board("9h 5c 6s 2d Kc").dealer("2h4c").play({1: "4x"})
    dealt = next(at for at, event in enumerate(table.events) if isinstance(event, e.HoleDealt | e.CommunityDealt))
    raised = next(at for at, event in enumerate(table.events) if isinstance(event, e.MeterRaised))
    assert raised < dealt
    assert table.state.round.spots[ONE].hole == (Card("9s"), Card("9d"))


# The hand.

BEST_OF_SEVEN = """
    player  board           row             | says
    9s9d    9h 5c 6s 5d Kc  full_house      | both hole cards and a pair that comes on the turn
    9s2c    9h 9c 6s 5d 9d  four_of_a_kind  | one hole card and the river
    AdKd    9h 9c 6s 9s 9d  four_of_a_kind  | the board alone
    8s2c    7s 6s 5s Kd 4s  straight_flush  | one hole card and the river for the straight flush
"""


@pytest.mark.clause("NV.2")
@pytest.mark.parametrize("row", rows(BEST_OF_SEVEN))
def test_the_side_bet_is_judged_on_the_best_hand_among_all_the_players_cards(row: Row) -> None:
    seats = [hand(1, "p1", row["player"], ante=1000, progressive=100)]
    settled = settle(document("nevada", board=row["board"], dealer="QhJd", seats=seats))
    assert settled.wager(1, "progressive")["row"] == row["row"]


# What a dollar is paid.
UTHP_02 = """
    says             pays
    royal_flush      543_210
    straight_flush   250_00
    four_of_a_kind   75_00
    full_house       10_00
    flush            0
    straight         0
    three_of_a_kind  0
    two_pair         0
    one_pair         0
    high_card        0
"""


@pytest.mark.clause("NV.3")
@pytest.mark.parametrize("row", rows(UTHP_02))
def test_a_hand_is_paid_by_uthp_02_and_the_wager_is_not_returned(row: Row) -> None:
    hole, board = HANDS[row["says"]]
    seats = [hand(1, "p1", hole, ante=1000, progressive=100)]
    told = document("nevada", board=board, dealer=LOW_PAIR, seats=seats, meters={"main": METER})
    progressive = settle({**told, "tables": {"progressive": "UTHP-02"}}).wager(1, "progressive")
    assert (progressive["won"], progressive["returned"]) == (int(row["pays"]), 0)


ROYALS = """
    player  board           row                    pays     | says
    AsKs    Qs Js Ts 2d 3c  royal_flush            543_210  | two hole cards in the royal flush
    As2c    Ks Qs Js Ts 3c  royal_flush            543_210  | one hole card in the royal flush
    2c3d    As Ks Qs Js Ts  community_royal_flush  1000_00  | the five board cards alone
    9s8s    As Ks Qs Js Ts  community_royal_flush  1000_00  | hole cards of the suit beside the board's own
    2c3d    9s 8s 7s 6s 5s  straight_flush         250_00   | a straight flush may be the board's alone
    2c3d    9s 9d 9h 9c 5s  four_of_a_kind         75_00    | four of a kind may be the board's alone
    2c3d    9s 9d 9h 5c 5s  full_house             10_00    | a full house may be the board's alone
"""


@pytest.mark.clause("NV.4")
@pytest.mark.parametrize("row", rows(ROYALS))
def test_the_meter_needs_a_hole_card_in_the_royal_flush_and_the_boards_own_is_the_community_royal(row: Row) -> None:
    seats = [hand(1, "p1", row["player"], ante=1000, progressive=100)]
    told = document("nevada", board=row["board"], dealer="4h4c", seats=seats, meters={"main": METER})
    progressive = settle(told).wager(1, "progressive")
    assert (progressive["row"], progressive["won"]) == (row["row"], int(row["pays"]))


@pytest.mark.clause("NV.4")
def test_a_royal_flush_on_the_board_pays_every_progressive_wager_the_community_royal() -> None:
    seats = [hand(seat, f"p{seat}", hole, ante=1000, progressive=100) for seat, hole in ((1, "2c3d"), (4, "AhAd"))]
    settled = settle(document("nevada", board=BOARD_ROYAL, dealer="4h4c", seats=seats, meters={"main": METER}))
    assert [settled.won(seat, "progressive") for seat in (1, 4)] == [100_000, 100_000]
    assert settled.meters["main"]["paid"] == 0


# The meter and the tray.


@pytest.mark.clause("NV.5")
def test_the_meter_is_reseeded_when_the_100_percent_award_hits() -> None:
    hole, board = HANDS["royal_flush"]
    seats = [hand(1, "p1", hole, ante=1000, progressive=100)]
    settled = settle(document("nevada", board=board, dealer=LOW_PAIR, seats=seats, meters={"main": METER}))
    assert settled.meters["main"] == {"before": METER, "paid": METER, "seeded": SEED, "after": SEED}


@pytest.mark.clause("NV.5")
@pytest.mark.parametrize("category", ["straight_flush", "four_of_a_kind", "full_house", "flush"])
def test_no_other_award_reseeds_the_meter(category: str) -> None:
    hole, board = HANDS[category]
    seats = [hand(1, "p1", hole, ante=1000, progressive=100)]
    settled = settle(document("nevada", board=board, dealer=LOW_PAIR, seats=seats, meters={"main": METER}))
    assert settled.meters["main"] == {"before": METER, "paid": 0, "after": METER}


SCALES = """
    wager  seed     envy    full_house  says
    100    100_000  10_000  1000        a wager of one dollar
    500    500_000  50_000  5000        a wager of five dollars
    50     50_000   5_000   500         a wager of fifty cents
"""


@pytest.mark.clause("NV.3")
@pytest.mark.parametrize("row", rows(SCALES))
def test_seed_and_envy_multiply_up_or_down_with_the_wager(row: Row) -> None:
    hole, board = HANDS["royal_flush"]
    wager = int(row["wager"])
    seats = [hand(seat, f"p{seat}", cards, ante=1000, progressive=wager) for seat, cards in ((1, hole), (2, "8h7d"))]
    told = document("nevada", board=board, dealer=LOW_PAIR, seats=seats, limits={"progressive_wager": wager})
    settled = settle({**told, "meters": {"main": METER}})
    assert settled.meters["main"]["seeded"] == int(row["seed"])
    assert settled.envy(2) == [(1, int(row["envy"]))]


@pytest.mark.clause("NV.3")
@pytest.mark.parametrize("row", rows(SCALES))
def test_a_pay_for_1_is_for_each_unit_of_the_wager(row: Row) -> None:
    hole, board = HANDS["full_house"]
    wager = int(row["wager"])
    seats = [hand(1, "p1", hole, ante=1000, progressive=wager)]
    told = document("nevada", board=board, dealer=LOW_PAIR, seats=seats, limits={"progressive_wager": wager})
    assert settle(told).won(1, "progressive") == int(row["full_house"])


FROM = """
    says             meter    tray
    royal_flush      543_210  1_00
    straight_flush   0        -249_00
    four_of_a_kind   0        -74_00
    full_house       0        -9_00
    flush            0        1_00
"""


@pytest.mark.clause("NV.10a", "NV.10b")
@pytest.mark.parametrize("row", rows(FROM))
def test_the_percentage_pay_comes_from_the_meter_and_every_other_from_the_tray(row: Row) -> None:
    hole, board = HANDS[row["says"]]
    without, with_it = (
        settle(document("nevada", board=board, dealer=LOW_PAIR, seats=[seat], meters={"main": METER}))
        for seat in (hand(1, "p1", hole, ante=1000), hand(1, "p1", hole, ante=1000, progressive=100))
    )
    assert with_it.meters["main"]["paid"] == int(row["meter"])
    assert with_it.house - without.house == int(row["tray"])


@pytest.mark.clause("NV.10a")
def test_the_award_is_what_the_meter_shows_with_the_wagers_of_this_round_in_it() -> None:
    hole, board = HANDS["royal_flush"]
    table = RoundTable("nevada").seat(1, "p1", hole=hole, ante=1000, progressive=100).meter("main", METER)
    table.board(board).dealer(LOW_PAIR).play({1: "4x"})
    assert table.result(1)["progressive"].won == METER + 27
    assert table.state.meters["main"] == SEED


# Settling it.


@pytest.mark.clause("NV.9")
def test_standard_side_and_progressive_wagers_of_a_hand_are_settled_together() -> None:
    table = RoundTable("nevada")
    for seat in (1, 2):
        table.seat(seat, f"p{seat}", ante=1000, trips=500, progressive=100)
    table.play({1: "4x", 2: "4x"})
    settled = [(event.seat, event.settled.wager.value) for event in table.of(e.WagerSettled)]
    assert [seat for seat, _ in settled] == [2] * 5 + [1] * 5
    assert {wager for seat, wager in settled if seat == 2} == {"ante", "blind", "play", "trips", "progressive"}


# R7: the document does not say; like trips, the side bet is judged on the cards alone.
@pytest.mark.parametrize("acts", ["4x", "fold"])
def test_a_fold_does_not_take_the_progressive_pay_of_the_players_cards(acts: str) -> None:
    hole, board = HANDS["four_of_a_kind"]
    seats = [hand(1, "p1", hole, acts, ante=1000, progressive=100)]
    settled = settle(document("nevada", board=board, dealer=LOW_PAIR, seats=seats))
    assert settled.won(1, "progressive") == 7500


# The numbers printed under the table, from counts of the 133,784,560 seven-card hands.


def posted() -> Posted:
    return post(load_book("nevada"))


def chances() -> dict[str, Fraction]:
    table = posted().progressive
    assert table is not None
    return {row.hand: chance_of(row, posted()) for row in table.rows}


@pytest.mark.clause("NV.3")
def test_the_hit_frequency_is_the_printed_2_80_percent() -> None:
    assert round(100 * sum(chances().values()), 2) == Fraction("2.80")


@pytest.mark.clause("NV.3")
def test_the_top_payout_is_as_rare_as_printed_to_four_figures() -> None:
    assert chances()["royal_flush"] == Fraction(4324, 133_784_560) - Fraction(4, 2_598_960)
    assert abs(1 / chances()["royal_flush"] - 32_488) < 2


@pytest.mark.clause("NV.3")
def test_the_average_top_payout_is_the_printed_9772_dollars_to_the_dollar() -> None:
    average = posted().seed("main") // 100 + increment("main", posted()) / chances()["royal_flush"]
    assert abs(average - 9_772) < 1


@pytest.mark.clause("NV.3")
def test_the_house_advantage_is_the_printed_24_24_percent() -> None:
    pays = {"community_royal_flush": 1000, "straight_flush": 250, "four_of_a_kind": 75, "full_house": 10}
    fixed = sum(chances()[row] * pays[row] for row in pays)
    award = chances()["royal_flush"] * posted().seed("main") / 100 + increment("main", posted())
    assert round(100 * (1 - fixed - award), 2) == Fraction("24.24")
