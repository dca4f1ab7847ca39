"""Massachusetts, sections 10(e) and 13(d): the most that one hand may win in a round."""

from __future__ import annotations

import pytest

from support.documents import document, hand, settle
from support.round_table import RoundTable
from uth.table.round import events as e

BIG = {"ante": 20_000, "trips": 10_000}
"""Played 4x, a royal flush is owed $200 on the ante, $800 on play, $100,000 on the blind and $5,000 on trips."""


def royal_flush(wagers: dict[str, int], *, progressive: str | None, ante_min: int = 500) -> RoundTable:
    """Return a round in which seat 1 plays 4x and wins with a royal flush in hole cards and flop."""
    limits = {"ante": (ante_min, 50_000), "trips": (500, 50_000)}
    table = RoundTable("massachusetts", tables={"progressive": progressive}, limits=limits, dealing="machine")
    table.seat(1, "p1", hole="AhKh").wager(1, **wagers)
    return table.board("Qh Jh Th 3d 2c").dealer("9s9d").play({1: "4x"})


def won(table: RoundTable, seat: int = 1) -> dict[str, int]:
    """Return what each wager of the seat won, in whole dollars."""
    return {wager: settled.won // 100 for wager, settled in table.result(seat).items()}


def cuts(table: RoundTable) -> list[tuple[int, str, int]]:
    """Return every cut that was told: at which seat, on which wager, by how many dollars."""
    return [(event.seat, event.wager.value, event.cents // 100) for event in table.of(e.WinningsCut)]


@pytest.mark.clause("MA.10e")
def test_ante_play_blind_and_trips_of_one_hand_win_50000_dollars_at_the_most() -> None:
    table = royal_flush(BIG, progressive=None)
    assert won(table) == {"ante": 200, "blind": 49_000, "play": 800, "trips": 0}
    assert table.net(1) == 5_000_000


@pytest.mark.clause("MA.10e")
def test_what_the_limit_keeps_is_told_at_the_wager_it_is_cut_from() -> None:
    table = royal_flush(BIG, progressive=None)
    assert cuts(table) == [(1, "blind", 51_000), (1, "trips", 5_000)]
    assert table.result(1)["blind"].cites[-1] == "MA.10e"


@pytest.mark.clause("MA.10e")
@pytest.mark.parametrize(
    ("trips", "paid"),
    [(9_000, 4_500), (9_100, 4_550), (9_200, 4_550)],
    ids=["below the limit", "exactly the limit", "above the limit"],
)
def test_a_hand_that_does_not_pass_the_limit_is_paid_in_full(trips: int, paid: int) -> None:
    # An ante of $90 wins 90 + 360 + 45,000 with its play and blind, which leaves room for $4,550 on trips.
    table = royal_flush({"ante": 9_000, "trips": trips}, progressive=None)
    assert won(table)["trips"] == paid


@pytest.mark.clause("MA.10e")
def test_the_limit_is_on_each_hand_and_not_on_the_table() -> None:
    limits = {"ante": (500, 150_000)}
    table = RoundTable("massachusetts", tables={"progressive": None}, limits=limits)
    table.seat(1, "p1", hole="9h8h", ante=150_000).seat(2, "p2", hole="4h3h", ante=150_000)
    table.board("7h 6h 5h Kd 2c").dealer("AsAd").play({1: "4x", 2: "4x"})
    assert [sum(won(table, seat).values()) for seat in (1, 2)] == [50_000, 50_000]


@pytest.mark.clause("MA.10e")
def test_the_limit_is_what_the_minimum_wagers_could_win_where_that_is_more() -> None:
    # $100 x (1 + 4 + 500) on ante, play and blind and $5 x 50 on trips are $50,750.
    least = royal_flush({"ante": 10_000, "trips": 500}, progressive=None, ante_min=10_000)
    more = royal_flush({"ante": 20_000, "trips": 500}, progressive=None, ante_min=10_000)
    assert (least.net(1), cuts(least)) == (5_075_000, [])
    assert more.net(1) == 5_075_000


@pytest.mark.clause("MA.10e")
@pytest.mark.parametrize(("limits", "won"), [({}, 50_000_00), ({"ante_min": 10_000, "trips_min": 500}, 50_750_00)])
def test_a_round_that_is_settled_by_itself_is_cut_at_what_its_minimum_wagers_could_win(
    limits: dict[str, int], won: int
) -> None:
    seat = hand(1, "p1", "AhKh", ante=20_000, trips=500)
    round_ = document("massachusetts", board="Qh Jh Th 3d 2c", dealer="7s7d", seats=[seat], limits=limits)
    assert settle(round_ | {"tables": {"progressive": None}}).net(1) == won


@pytest.mark.clause("MA.10e")
def test_cover_all_is_paid_beside_the_limit_on_ante_play_blind_and_trips() -> None:
    table = royal_flush({**BIG, "cover_all": 10_000}, progressive=None)
    assert won(table) == {"ante": 200, "blind": 49_000, "play": 800, "trips": 0, "cover_all": 20_000}


@pytest.mark.clause("MA.13d")
def test_where_the_progressive_is_offered_all_bets_of_a_hand_win_75000_dollars_at_the_most() -> None:
    table = royal_flush({**BIG, "cover_all": 10_000}, progressive="PTMGL01")
    assert won(table) == {"ante": 200, "blind": 74_000, "play": 800, "trips": 0, "cover_all": 0}
    assert cuts(table) == [(1, "blind", 26_000), (1, "trips", 5_000), (1, "cover_all", 20_000)]
    assert table.net(1) == 7_500_000


@pytest.mark.clause("MA.13d")
def test_the_progressive_award_is_outside_the_limit() -> None:
    table = royal_flush({**BIG, "progressive": 500}, progressive="PTMGL01")
    main = {wager: dollars for wager, dollars in won(table).items() if wager != "progressive"}
    assert sum(main.values()) == 75_000
    assert table.result(1)["progressive"].won == 50_001_00


@pytest.mark.clause("MA.13d")
def test_the_limit_where_the_progressive_is_offered_is_the_same_for_any_minimum_wager() -> None:
    table = royal_flush({"ante": 50_000}, progressive="PTMGL01", ante_min=20_000)
    assert table.net(1) == 7_500_000
