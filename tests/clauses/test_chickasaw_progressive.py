"""Chickasaw Nation: the progressive wager, its three meters, and the pays from the tray."""

from __future__ import annotations

import pytest

from support.documents import HANDS, LOW_PAIR, document, hand, settle
from support.round_table import RoundTable
from support.tables import Row, rows
from uth.table.round import events as e

METERS = {"mega": 1_234_567, "major": 234_567, "minor": 34_567}
SEEDS = {"mega": 1_000_000, "major": 100_000, "minor": 25_000}

# What a dollar is paid, and which meter it comes off; "-" is none.
PAYS = """
    says             pays       meter
    royal_flush      1_234_567  mega
    straight_flush   234_567    major
    four_of_a_kind   34_567     minor
    full_house       50_00      -
    flush            40_00      -
    straight         30_00      -
    three_of_a_kind  9_00       -
    two_pair         0          -
    one_pair         0          -
    high_card        0          -
"""


@pytest.mark.clause("CN.34", "CN.PROG")
@pytest.mark.parametrize("row", rows(PAYS))
def test_a_qualifying_hand_is_paid_by_the_progressive_pay_table(row: Row) -> None:
    hole, board = HANDS[row["says"]]
    seats = [hand(1, "p1", hole, ante=1000, progressive=100)]
    settled = settle(document("chickasaw", board=board, dealer=LOW_PAIR, seats=seats, meters=METERS))
    assert settled.won(1, "progressive") == int(row["pays"])
    assert settled.wager(1, "progressive")["row"] == (row["says"] if int(row["pays"]) else None)


@pytest.mark.clause("CN.DESC")
@pytest.mark.parametrize("row", rows(PAYS))
def test_mega_pays_a_royal_flush_only_major_a_straight_flush_only_and_minor_four_of_a_kind_only(row: Row) -> None:
    hole, board = HANDS[row["says"]]
    seats = [hand(1, "p1", hole, ante=1000, progressive=100)]
    settled = settle(document("chickasaw", board=board, dealer=LOW_PAIR, seats=seats, meters=METERS))
    assert [name for name, meter in settled.meters.items() if meter["paid"]] == [
        name for name in METERS if name == row["meter"]
    ]


HOLE_AND_FLOP = """
    player  board           main            progressive      pays | says
    AsKs    Qs Js 2d Ts 3c  royal_flush     high_card        0    | the turn would make it
    9s9d    9h 5c 6s Kd 9c  four_of_a_kind  three_of_a_kind  900  | the river would make it better
    9s5d    9h 5c 6s 9d Kc  full_house      two_pair         0    | the turn would make it pay
    9s8s    7s 6s 2s Kd Kc  flush           flush            4000 | hole cards and flop make it
"""


@pytest.mark.clause("CN.25", "CN.P1", "CN.DESC")
@pytest.mark.parametrize("row", rows(HOLE_AND_FLOP))
def test_the_progressive_hand_is_the_two_hole_cards_and_the_flop(row: Row) -> None:
    seats = [hand(1, "p1", row["player"], ante=1000, progressive=100)]
    settled = settle(document("chickasaw", board=row["board"], dealer=LOW_PAIR, seats=seats))
    assert settled.seats[1]["category"] == row["main"]
    assert settled.wager(1, "progressive")["category"] == row["progressive"]
    assert settled.won(1, "progressive") == int(row["pays"])


@pytest.mark.clause("CN.34")
@pytest.mark.parametrize("dealer", ["2h4c", "KsKd"])
def test_the_progressive_is_paid_whether_the_hand_beats_the_dealer_or_not(dealer: str) -> None:
    seats = [hand(1, "p1", "9s9d", ante=1000, progressive=100)]
    settled = settle(document("chickasaw", board="9h 5c 6s 2d Kc", dealer=dealer, seats=seats))
    assert settled.won(1, "progressive") == 900


@pytest.mark.clause("CN.34")
def test_a_hand_with_trips_alone_is_paid_its_progressive() -> None:
    seats = [hand(1, "p1", "9s9d", trips=500, progressive=100)]
    settled = settle(document("chickasaw", board="9h 5c 6s 2d Kc", dealer="KsKd", seats=seats))
    assert settled.outcomes(1) == {"trips": "win", "progressive": "win"}


@pytest.mark.clause("CN.35")
@pytest.mark.parametrize("dealer", ["2h4c", "KsKd"])
def test_the_progressive_is_paid_once_play_ante_blind_and_trips_of_that_hand_are_settled(dealer: str) -> None:
    table = RoundTable("chickasaw")
    for number, hole in ((1, "9s9d"), (2, "AsQd")):
        table.seat(number, f"p{number}", hole=hole, ante=1000, trips=500, progressive=100)
    table.board("9h 5c 6s 2d Kc").dealer(dealer).play({1: "4x", 2: "4x"})
    settled = [(event.seat, event.settled.wager.value) for event in table.of(e.WagerSettled)]
    within = ["play", "ante", "blind", "trips", "progressive"]
    assert settled == [(seat, wager) for seat in (2, 1) for wager in within]


@pytest.mark.clause("CN.P2")
@pytest.mark.parametrize("row", rows(PAYS))
def test_the_progressive_dollar_is_not_returned_with_its_pay(row: Row) -> None:
    hole, board = HANDS[row["says"]]
    seats = [hand(1, "p1", hole, ante=1000, progressive=100)]
    settled = settle(document("chickasaw", board=board, dealer=LOW_PAIR, seats=seats, meters=METERS))
    assert settled.wager(1, "progressive")["returned"] == 0


# A fold.


@pytest.mark.clause("CN.22", "CN.P8", "CN.DESC")
@pytest.mark.parametrize("category", HANDS)
def test_a_folded_hand_is_paid_nothing_by_the_progressive_pay_table(category: str) -> None:
    hole, board = HANDS[category]
    seats = [hand(1, "p1", hole, "fold", ante=1000, progressive=100)]
    settled = settle(document("chickasaw", board=board, dealer=LOW_PAIR, seats=seats, meters=METERS))
    assert settled.wager(1, "progressive")["outcome"] == "lose"
    assert settled.net(1) == -2100
    assert {name: meter["after"] for name, meter in settled.meters.items()} == METERS


# The meters and the tray.


@pytest.mark.clause("CN.37")
def test_of_two_straight_flushes_the_first_from_the_dealers_right_takes_the_meter_and_the_other_the_reseed() -> None:
    seats = [hand(2, "p2", "9s8s", ante=1000, progressive=100), hand(5, "p5", "4s3s", ante=1000, progressive=100)]
    settled = settle(document("chickasaw", board="7s 6s 5s 2d Kc", dealer="QhJd", seats=seats, meters=METERS))
    assert settled.order == [5, 2]
    assert (settled.won(5, "progressive"), settled.won(2, "progressive")) == (METERS["major"], SEEDS["major"])
    assert settled.meters["major"]["after"] == SEEDS["major"]


@pytest.mark.clause("CN.37")
def test_hands_are_paid_from_the_dealers_right_to_left() -> None:
    table = RoundTable("chickasaw")
    for number in (3, 1, 6, 4):
        table.seat(number, f"p{number}", ante=1000, progressive=100)
    table.play(dict.fromkeys((1, 3, 4, 6), "1x"))
    paid = [event.seat for event in table.of(e.WagerSettled) if event.settled.wager == "progressive"]
    assert paid == [6, 4, 3, 1]


@pytest.mark.clause("CN.37", "CN.P9")
@pytest.mark.parametrize(
    ("category", "meter"), [("royal_flush", "mega"), ("straight_flush", "major"), ("four_of_a_kind", "minor")]
)
def test_a_meter_that_has_paid_stands_at_its_seed_and_the_others_where_they_were(category: str, meter: str) -> None:
    hole, board = HANDS[category]
    seats = [hand(1, "p1", hole, ante=1000, progressive=100)]
    settled = settle(document("chickasaw", board=board, dealer=LOW_PAIR, seats=seats, meters=METERS))
    assert {name: each["after"] for name, each in settled.meters.items()} == {**METERS, meter: SEEDS[meter]}


FROM = """
    says             meter      tray
    royal_flush      1_234_567  1_00
    straight_flush   234_567    1_00
    four_of_a_kind   34_567     1_00
    full_house       0          -49_00
    flush            0          -39_00
    straight         0          -29_00
    three_of_a_kind  0          -8_00
    two_pair         0          1_00
"""


@pytest.mark.clause("CN.P9")
@pytest.mark.parametrize("row", rows(FROM))
def test_mega_major_and_minor_come_off_the_meter_and_every_other_pay_from_the_tray(row: Row) -> None:
    hole, board = HANDS[row["says"]]
    without, with_it = (
        settle(document("chickasaw", board=board, dealer=LOW_PAIR, seats=[seat], meters=METERS))
        for seat in (hand(1, "p1", hole, ante=1000), hand(1, "p1", hole, ante=1000, progressive=100))
    )
    assert sum(meter["paid"] for meter in with_it.meters.values()) == int(row["meter"])
    assert with_it.house - without.house == int(row["tray"])


@pytest.mark.clause("CN.P9")
def test_envy_comes_from_the_tray() -> None:
    hole, board = HANDS["straight_flush"]
    alone = [hand(1, "p1", hole, ante=1000, progressive=100), hand(2, "p2", "AsQd", ante=1000)]
    envied = [alone[0], hand(2, "p2", "AsQd", ante=1000, progressive=100)]
    before, after = (
        settle(document("chickasaw", board=board, dealer=LOW_PAIR, seats=seats, meters=METERS))
        for seats in (alone, envied)
    )
    assert before.meters == after.meters
    assert after.house - before.house == 100 - 30_000
