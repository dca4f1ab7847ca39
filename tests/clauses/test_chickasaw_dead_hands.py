"""Chickasaw Nation: the money when the progressive system fails."""

from __future__ import annotations

import pytest

from support.documents import HANDS, LOW_PAIR, document, hand, refused, settle
from support.round_table import RoundTable
from uth.errors import Refused
from uth.rules.values import Wager
from uth.table.floor.irregularities import ProgressiveDown
from uth.table.round import commands as c
from uth.table.round.decide import decide
from uth.units import Seat

BET = c.PlaceWager(seat=Seat(1), wager=Wager.PROGRESSIVE, cents=100)


@pytest.mark.clause("CN.48")
def test_no_progressive_wager_is_taken_while_the_system_is_down_and_none_feeds_a_meter() -> None:
    table = RoundTable("chickasaw").seat(1, "p1", ante=1000, progressive=100)
    before = table.state.meters
    table.send(c.Report(irregularity=ProgressiveDown(at_win=False)))
    assert table.state.round.spots[Seat(1)].wagers == {Wager.ANTE: 1000, Wager.BLIND: 1000}
    again = decide(table.state, BET, table.posted)
    assert isinstance(again, Refused)
    assert (again.code, again.clause) == ("progressive_is_down", "CN.48")
    table.play({1: "4x"})
    assert table.state.meters == before
    table.next_round()
    table.send(c.RestoreProgressive())
    table.wager(1, ante=1000, progressive=100).play({1: "4x"})
    assert all(table.state.meters[name] > before[name] for name in before)


@pytest.mark.clause("CN.48")
def test_the_game_goes_on_without_the_progressive_while_the_system_is_down() -> None:
    table = RoundTable("chickasaw").seat(1, "p1", hole="9s9d", ante=1000, trips=500, progressive=100)
    table.send(c.Report(irregularity=ProgressiveDown(at_win=False)))
    table.board("9h 5c 6s 2d Kc").dealer(LOW_PAIR).play({1: "4x"})
    assert list(table.result(1)) == ["play", "ante", "blind", "trips"]
    assert table.net(1) == 1000 + 4000 + 1500


@pytest.mark.clause("CN.48")
@pytest.mark.parametrize("category", ["royal_flush", "straight_flush", "four_of_a_kind", "full_house"])
def test_a_failure_at_the_time_of_a_progressive_win_returns_every_wager_of_every_hand(category: str) -> None:
    hole, board = HANDS[category]
    seats = [
        hand(1, "p1", hole, ante=1000, trips=500, progressive=100, entry_fee=100),
        hand(2, "p2", "AdQc", "1x", ante=2000, progressive=100),
        hand(3, "p3", "8h7c", "fold", ante=1000, trips=500),
        hand(4, "p4", "8d3d", trips=500, progressive=100),
    ]
    settled = settle(document("chickasaw", board=board, dealer=LOW_PAIR, seats=seats, void="CN.48"))
    assert {outcome for seat in (1, 2, 3, 4) for outcome in settled.outcomes(seat).values()} == {"void"}
    assert [settled.net(seat) for seat in (1, 2, 3, 4)] == [0, 0, 0, 0]


@pytest.mark.clause("CN.48")
def test_a_failure_at_the_time_of_a_progressive_win_leaves_meters_and_envy_unpaid() -> None:
    hole, board = HANDS["royal_flush"]
    seats = [hand(1, "p1", hole, ante=1000, progressive=100), hand(2, "p2", "AdQc", ante=1000, progressive=100)]
    settled = settle(document("chickasaw", board=board, dealer=LOW_PAIR, seats=seats, void="CN.48"))
    assert {meter["paid"] for meter in settled.meters.values()} == {0}
    assert settled.envy(2) == []
    assert settled.house == 0


@pytest.mark.clause("CN.48")
def test_such_a_failure_makes_all_hands_dead_and_never_one_alone() -> None:
    hole, board = HANDS["royal_flush"]
    seats = [hand(1, "p1", hole, ante=1000, progressive=100, void="CN.48")]
    assert refused(document("chickasaw", board=board, dealer=LOW_PAIR, seats=seats)) == ("seats.0.void", None)
