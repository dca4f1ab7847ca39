"""California: the reach of the player/dealer's wager, and the wagers that it does not cover.

Amounts are whole dollars. Every dollar collected or paid uses a dollar of the player/dealer's wager (R16).
"""

from __future__ import annotations

import pytest

from support.round_table import RoundTable
from support.tables import Row, rows
from uth.table.round import events as e

BOARD = "8c 7d 2h 9s 4c"
KINGS = "KdKc"


def any_bank() -> RoundTable:
    """Return a table that takes a bank of a dollar."""
    return RoundTable("california", limits={"ante": (100, 50_000)}, bank_min=100)


def seat_of(table: RoundTable, seat: int, wagers: tuple[str, ...]) -> Row:
    """Return what each wager of the seat came to, in dollars."""
    return {wager: str(table.result(seat)[wager].net // 100) for wager in wagers}


def one_hand(bank: str, hole: str, acts: str, board: str = BOARD) -> RoundTable:
    """Return a settled round: seat 4, on $10 and $5 on trips, against a player/dealer with kings and that wager."""
    table = any_bank().bank(3, "banker", wager=100 * int(bank))
    table.seat(4, "p4", hole=hole, ante=1000, trips=500)
    return table.board(board).dealer(KINGS).play({4: acts})


def used(table: RoundTable) -> int:
    (bank,) = table.of(e.BankSettled)
    return bank.used // 100


LOSSES = """
    bank | play  ante  blind  trips | says
    100  | -40   -10   -10    -5    | the wager covers everything
    65   | -40   -10   -10    -5    | the wager covers everything and nothing is left
    62   | -40   -10   -10    -2    | it runs out in the trips wager
    60   | -40   -10   -10    0     | it runs out before the trips wager
    53   | -40   -10   -3     0     | it runs out in the blind
    45   | -40   -5    0      0     | it runs out in the ante
    15   | -15   0     0      0     | it runs out in the play wager
"""


@pytest.mark.clause("CA.BET4")
@pytest.mark.parametrize("row", rows(LOSSES))
def test_a_loss_is_collected_as_far_as_the_wager_goes_and_the_rest_returned(row: Row) -> None:
    table = one_hand(row["bank"], "JsJd", "4x")
    assert seat_of(table, 4, ("play", "ante", "blind", "trips")) == {
        wager: row[wager] for wager in ("play", "ante", "blind", "trips")
    }
    assert used(table) == min(65, int(row["bank"]))
    assert table.net(3) == -table.net(4)


WINS = """
    bank | ante  play  blind  trips | says
    100  | 10    40    10     20    | the wager covers everything
    80   | 10    40    10     20    | the wager covers everything and nothing is left
    73   | 10    40    10     13    | it runs out in the trips wager
    55   | 10    40    5      0     | it runs out in the blind
    30   | 10    20    0      0     | it runs out in the play wager
    4    | 4     0     0      0     | it runs out in the ante
"""


@pytest.mark.clause("CA.BET4")
@pytest.mark.parametrize("row", rows(WINS))
def test_a_win_is_paid_as_far_as_the_wager_goes_and_its_stakes_come_back(row: Row) -> None:
    table = one_hand(row["bank"], "JsTd", "4x")
    assert seat_of(table, 4, ("ante", "play", "blind", "trips")) == {
        wager: row[wager] for wager in ("ante", "play", "blind", "trips")
    }
    assert all(settled.returned == settled.stake for settled in table.result(4).values())
    assert used(table) == min(80, int(row["bank"]))
    assert table.net(3) == -table.net(4)


FOLDS = """
    bank | ante  blind  trips | says
    25   | -10   -10    -5    | the wager covers everything
    22   | -10   -10    -2    | it runs out in the trips wager
    15   | -10   -5     0     | it runs out in the blind
    3    | -3    0      0     | it runs out in the ante
"""


@pytest.mark.clause("CA.BET4")
@pytest.mark.parametrize("row", rows(FOLDS))
def test_a_folded_hand_is_collected_as_far_as_the_wager_goes(row: Row) -> None:
    table = one_hand(row["bank"], "JsJd", "fold")
    assert seat_of(table, 4, ("ante", "blind", "trips")) == {wager: row[wager] for wager in ("ante", "blind", "trips")}


@pytest.mark.clause("CA.BET4")
def test_a_wager_that_is_not_covered_at_all_goes_back_untouched_and_says_so() -> None:
    blind = one_hand("45", "JsJd", "4x").result(4)["blind"]
    assert (blind.outcome, blind.returned, blind.won) == ("uncovered", 1000, 0)
    assert {"CA.BET4", "CA.PLAY19"} <= {*blind.cites}


@pytest.mark.clause("CA.BET4")
def test_what_a_loss_collects_and_what_its_trips_is_paid_both_use_the_wager() -> None:
    table = one_hand("70", "8s8d", "4x", board="8c Kh 2h 9s 4c")
    assert seat_of(table, 4, ("play", "ante", "blind", "trips")) == {
        "play": "-40", "ante": "-10", "blind": "-10", "trips": "10",
    }  # fmt: skip


@pytest.mark.clause("CA.PLAY6")
def test_a_short_wager_collects_the_folded_hands_before_it_pays_or_collects_any_other() -> None:
    table = RoundTable("california").bank(3, "banker", wager=3000).board(BOARD).dealer(KINGS)
    table.seat(4, "p4", hole="JsTd", ante=1000).seat(1, "p1", hole="QsJd", ante=1000, trips=500)
    table.play({4: "4x", 1: "fold"})
    assert seat_of(table, 1, ("ante", "blind", "trips")) == {"ante": "-10", "blind": "-10", "trips": "-5"}
    assert seat_of(table, 4, ("ante", "play", "blind")) == {"ante": "5", "play": "0", "blind": "0"}
    assert table.net(3) == 2500 - 500


@pytest.mark.clause("CA.BET4")
def test_a_push_uses_nothing_of_the_wager() -> None:
    table = RoundTable("california").bank(3, "banker", wager=2500).board("Th Js Qh Kd Ac").dealer("4d2s")
    table.seat(4, "p4", hole="5s3d", ante=1000).play({4: "4x"})
    assert (used(table), table.net(4)) == (0, 0)


def two_hands(bank: int, first: str, second: str) -> RoundTable:
    """Return a round against seat 3 in which seat 4, on its left, is settled before seat 1; both play 4x on $10."""
    table = any_bank().bank(3, "banker", wager=100 * bank).board(BOARD).dealer(KINGS)
    table.seat(1, "p1", hole=second, ante=1000).seat(4, "p4", hole=first, ante=1000)
    return table.play({1: "4x", 4: "4x"})


@pytest.mark.clause("CA.PLAY19")
@pytest.mark.parametrize(
    ("bank", "first", "second", "nets"),
    [
        (130, "AsAd", "AcAh", (50, 50)),
        (70, "AsAd", "AcAh", (50, 20)),
        (50, "AsAd", "AcAh", (50, 0)),
        (70, "JsJd", "AcAh", (-60, 10)),
        (60, "JsJd", "AcAh", (-60, 0)),
        (60, "AsAd", "JcJh", (50, -10)),
    ],
    ids=[
        "both are paid", "the second in part", "the second not at all",
        "after a loss the second is paid in part", "after a loss the second is not paid",
        "after a win the second is collected in part",
    ],
)  # fmt: skip
def test_the_wager_goes_to_the_player_on_the_left_first_and_never_further_than_it_reaches(
    bank: int, first: str, second: str, nets: tuple[int, int]
) -> None:
    table = two_hands(bank, first, second)
    assert (table.net(4) // 100, table.net(1) // 100) == nets
    assert table.net(3) == -100 * sum(nets)


@pytest.mark.clause("CA.PLAY19")
def test_the_player_dealer_loses_the_wager_at_the_most() -> None:
    table = RoundTable("california").bank(3, "banker", wager=5000).board("Qh Jh Th 3d 2c").dealer("9s9d")
    table.seat(4, "p4", hole="AhKh", ante=20_000, trips=10_000).play({4: "4x"})
    assert (table.net(3), table.net(4)) == (-5000, 5000)
