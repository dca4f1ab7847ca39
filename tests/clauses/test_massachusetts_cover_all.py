"""Massachusetts, section 12: Cover All, a wager on the highest hand at the table."""

from __future__ import annotations

import pytest

from support.round_table import RoundTable
from support.tables import Row, in_antes, rows
from uth.table.round import events as e
from uth.units import Seat

HIGHEST = {
    "royal_flush": ("AhKh", "Qh Jh Th 9d 8c"),
    "straight_flush": ("9h8h", "7h 6h 5h Kd Jc"),
    "four_of_a_kind": ("9h9s", "9c 9d 6h Kd Jc"),
    "full_house": ("9h9s", "9c 6d 6h Kd Jc"),
    "flush": ("9h7h", "Kh 6h Jh Qd 8c"),
    "straight": ("9h8s", "7c 6d 5h Kd Jc"),
    "three_of_a_kind": ("9h9s", "9c 7d 6h Kd Jc"),
}
"""Two cards and a board whose hand is the highest, whatever low cards the others are dealt."""


def round_of(hands: int, highest: str, *, holder: int | str = "dealer", acts: str = "fold") -> RoundTable:
    """Return a settled round of so many hands, the dealer's included, with the highest of them at the holder.

    Seat 1 has $10 on Cover All. Everyone acts alike.
    """
    table = RoundTable("massachusetts", dealing="machine")
    for seat in range(1, hands):
        table.seat(seat, f"p{seat}", ante=1000)
    table.wager(1, cover_all=1000)
    hole, board = HIGHEST[highest]
    if isinstance(holder, int):
        table.hole(holder, hole)
    else:
        table.dealer(hole)
    return table.board(board).play(dict.fromkeys(range(1, hands), acts))


def to_one(table: RoundTable) -> str:
    """Return what Cover All of seat 1 was paid to one."""
    return in_antes(table.result(1)["cover_all"])


MATRIX = """
    hands | royal_flush  straight_flush  four_of_a_kind  full_house | says
    7     | 70           30              20              4          | seven hands
    6     | 80           40              30              4          | six hands
    5     | 100          40              35              5          | five hands
    4     | 125          70              40              6          | four hands
    3     | 150          80              50              8          | three hands
    2     | 200          100             70              12         | two hands
"""


@pytest.mark.clause("MA.12k")
@pytest.mark.parametrize("highest", ["royal_flush", "straight_flush", "four_of_a_kind", "full_house"])
@pytest.mark.parametrize("row", rows(MATRIX))
def test_cover_all_pays_by_the_highest_hand_and_the_number_of_hands_with_the_dealers(row: Row, highest: str) -> None:
    assert to_one(round_of(int(row["hands"]), highest)) == row[highest]


@pytest.mark.clause("MA.12f")
@pytest.mark.parametrize(
    ("highest", "pays"),
    [("royal_flush", "70"), ("straight_flush", "30"), ("four_of_a_kind", "20"), ("full_house", "4")],
)
def test_with_six_players_and_the_dealer_the_table_for_seven_hands_pays(highest: str, pays: str) -> None:
    assert to_one(round_of(7, highest)) == pays


@pytest.mark.clause("MA.12c")
def test_the_same_full_house_pays_more_the_fewer_hands_are_in_the_round() -> None:
    assert [to_one(round_of(hands, "full_house")) for hands in range(2, 8)] == ["12", "8", "6", "5", "4", "4"]


@pytest.mark.clause("MA.12b")
@pytest.mark.parametrize("holder", [1, 3, "dealer"], ids=["one's own hand", "another player's", "the dealer's"])
def test_cover_all_wins_whoever_holds_the_highest_hand(holder: int | str) -> None:
    assert to_one(round_of(4, "four_of_a_kind", holder=holder, acts="1x")) == "40"


@pytest.mark.clause("MA.12b")
@pytest.mark.parametrize("holder", [1, 3], ids=["one's own hand", "another player's"])
def test_a_folded_hand_still_counts_as_the_highest_and_as_one_of_the_hands(holder: int) -> None:
    assert to_one(round_of(4, "four_of_a_kind", holder=holder, acts="fold")) == "40"


@pytest.mark.clause("MA.12b")
@pytest.mark.parametrize("highest", ["three_of_a_kind", "straight", "flush"])
def test_cover_all_loses_below_the_full_house_with_which_its_tables_begin(highest: str) -> None:
    """The text of 12(b) says three of a kind; its tables and their house edge say a full house (R1)."""
    table = round_of(4, highest)
    assert table.of(e.DealerHandShown)[0].hand.category.key == highest
    assert to_one(table) == "-1"


@pytest.mark.clause("MA.12g")
def test_a_players_straight_flush_is_paid_and_the_dealers_three_of_a_kind_is_not() -> None:
    table = RoundTable("massachusetts", dealing="machine").seat(1, "p1", ante=1000, cover_all=1000)
    table.seat(2, "p2", hole="9h8h", ante=1000).dealer("7s7d").board("7h 6h 5h Kd 2c").play({1: "fold", 2: "1x"})
    assert table.of(e.DealerHandShown)[0].hand.words == "Three of a Kind, Sevens"
    assert to_one(table) == "80"


@pytest.mark.clause("MA.12g")
def test_of_a_full_house_and_four_of_a_kind_only_the_four_of_a_kind_pays() -> None:
    table = RoundTable("massachusetts", dealing="machine").seat(1, "p1", hole="KsKc", ante=1000, cover_all=1000)
    table.seat(2, "p2", hole="9h9s", ante=1000).board("9c 9d Kh 6d 2c").play({1: "4x", 2: "4x"})
    assert table.of(e.HandShown)[-1].hand.words == "Full House, Kings over Nines"
    assert to_one(table) == "50"


@pytest.mark.clause("MA.12j")
def test_cover_all_is_reconciled_after_all_other_bets_of_all_players() -> None:
    table = RoundTable("massachusetts", dealing="machine")
    for seat in (1, 2, 3):
        table.seat(seat, f"p{seat}", ante=1000, trips=500, progressive=500, cover_all=500)
    table.play({1: "4x", 2: "fold", 3: "2x"})
    settled = [(each.seat, each.settled.wager.value) for each in table.of(e.WagerSettled)]
    assert settled[-3:] == [(3, "cover_all"), (1, "cover_all"), (2, "cover_all")]
    assert "cover_all" not in {wager for _, wager in settled[:-3]}


@pytest.mark.clause("MA.12h")
def test_with_a_cover_all_wager_down_a_folded_hand_waits_face_down_and_is_turned_up_when_it_is_reconciled() -> None:
    table = RoundTable("massachusetts", dealing="machine").board("9c 9d Kh 6d 2c").dealer("4s3s")
    table.seat(1, "p1", hole="AsQc", ante=1000, cover_all=1000).seat(2, "p2", hole="9h9s", ante=1000)
    table.play({1: "1x", 2: "fold"}, until="showdown")
    assert not table.state.round.spots[Seat(2)].picked_up
    table.play()
    kinds = (e.HandShown, e.WagerSettled, e.HandLeftExposed)
    told = [
        (event.seat, event.settled.wager.value if isinstance(event, e.WagerSettled) else type(event).__name__)
        for event in table.events
        if isinstance(event, kinds)
    ]
    assert told[-3:] == [(2, "HandShown"), (2, "HandLeftExposed"), (1, "cover_all")]
    assert table.of(e.HandShown)[-1].hand.words == "Four of a Kind, Nines"
    assert to_one(table) == "50"


@pytest.mark.clause("MA.12i")
def test_a_folded_hand_that_is_not_the_highest_is_racked_once_it_has_been_seen() -> None:
    table = RoundTable("massachusetts", dealing="machine").board("9c 9d Kh 6d 2c").dealer("4s3s")
    table.seat(1, "p1", hole="9h9s", ante=1000, cover_all=1000).seat(2, "p2", hole="7h8h", ante=1000)
    table.play({1: "1x", 2: "fold"})
    assert [event.seat for event in table.of(e.HandShown)] == [1, 2]
    at = table.events.index(table.of(e.HandShown)[-1])
    racked = table.events[at + 1]
    assert isinstance(racked, e.CardsPickedUp)
    assert racked.seat == 2


@pytest.mark.clause("MA.7f5a")
def test_without_a_cover_all_wager_a_folded_hand_is_racked_at_once_and_never_shown() -> None:
    table = RoundTable("massachusetts", dealing="machine").board("9c 9d Kh 6d 2c").dealer("4s3s")
    table.seat(1, "p1", ante=1000).seat(2, "p2", hole="9h9s", ante=1000).play({1: "1x", 2: "fold"}, until="showdown")
    assert table.state.round.spots[Seat(2)].picked_up
    assert [event.seat for event in table.play().of(e.HandShown)] == [1]
