"""The floor at a running table: acts for an absent seat, changes settings, removes a player."""

from __future__ import annotations

from dataclasses import replace

import pytest

from support.books import HOUSE_BANKED
from support.round_table import RoundTable
from uth.rules.loader import BOOKS, load_book
from uth.rules.values import Wager
from uth.table.round import commands as c
from uth.table.round import events as e
from uth.table.round.apply import apply
from uth.table.round.refusals import refusal_of
from uth.table.round.state import in_force
from uth.units import PlayerId, Seat

ONE, TWO, THREE, EIGHT = Seat(1), Seat(2), Seat(3), Seat(8)


def at(book: str, until: str, hole: str = "7c2d") -> RoundTable:
    """Return a round at which seat 1 is asked."""
    table = RoundTable(book).seat(1, "ann", hole=hole, ante=1000).seat(2, "bob", hole="9s9d", ante=1000)
    table.board("Kh Qd 4s 3c Jh").dealer("QsQc")
    return table.play(until=until)


ACT = c.ActForSeat(seat=ONE, by="Kim", reason="gone for ten minutes")


@pytest.mark.clause("MA.6e")
@pytest.mark.parametrize("book", HOUSE_BANKED)
def test_the_floor_checks_for_an_absent_seat_while_that_is_free_and_its_name_and_reason_are_recorded(book: str) -> None:
    table = at(book, "preflop")
    assert table.refusal(replace(ACT, reason=" ")) == "not_signed"
    assert table.refusal(replace(ACT, seat=TWO)) == "not_your_turn"
    assert table.refusal(replace(ACT, seat=THREE)) == "seat_empty"
    acted, checked = table.send(ACT)
    assert acted == e.ActedForSeat(seat=ONE, by="Kim", reason="gone for ten minutes", clause="R86")
    assert checked == e.Checked(seat=ONE)
    assert table.state.turn == TWO


@pytest.mark.clause("MA.6e")
@pytest.mark.parametrize("book", HOUSE_BANKED)
def test_at_the_river_the_floor_folds_for_an_absent_seat(book: str) -> None:
    table = at(book, "preflop")
    for _ in range(2):
        table.send(ACT)
        table.send(c.Check(seat=TWO))
        table.play(until="flop" if table.state.phase == "flop_deal" else "river")
    assert e.Folded(seat=ONE) in table.send(ACT)


@pytest.mark.clause("MA.6e")
def test_at_the_river_the_floor_plays_a_hand_that_cannot_lose() -> None:
    table = at("massachusetts", "preflop", hole="AhTh")
    for until in ("flop", "river"):
        table.send(ACT)
        table.send(c.Check(seat=TWO))
        table.play(until=until)
    assert e.PlayMade(seat=ONE, multiple=1, cents=1000) in table.send(ACT)


# What management sets at a running table.


def chickasaw() -> RoundTable:
    return RoundTable("chickasaw").seat(1, "ann").seat(2, "ann").seat(3, "bob").ready_for(c.AnnounceNoMoreBets)


def setting(**changes: int) -> c.SetTable:
    return c.SetTable(by="Kim", reason="every seat is wanted", **changes)


@pytest.mark.clause("CN.7a")
def test_management_limits_players_to_one_hand_at_a_running_table_and_lifts_it_again() -> None:
    table = chickasaw()
    assert table.send(setting(hands_per_player=1)) == (
        e.TableSet(hands_per_player=1, entry_fee=0, by="Kim", reason="every seat is wanted", clause="CN.7a"),
    )
    refused = refusal_of(table.state, c.TakeSeat(seat=Seat(4), player=PlayerId("bob")), table.posted)
    assert refused is not None
    assert (refused.code, refused.clause) == ("too_many_hands", "CN.7a")
    table.wager(1, ante=1000)
    second = c.PlaceWager(seat=TWO, wager=Wager.ANTE, cents=1000)
    assert table.refusal(second) == "too_many_hands", "whoever sits on two seats plays one of them"
    assert table.refusal(c.PlaceWager(seat=ONE, wager=Wager.TRIPS, cents=500)) is None
    table.wager(3, ante=1000)
    table.play({1: "4x", 3: "4x"})
    table.send(setting(hands_per_player=2))
    table.next_round()
    table.wager(1, ante=1000)
    assert table.refusal(second) is None


@pytest.mark.clause("CN.43")
def test_management_sets_the_entry_fee_of_a_running_table_and_the_next_hand_pays_it() -> None:
    table = chickasaw()
    table.send(setting(entry_fee=200))
    assert in_force(table.state, table.posted).limits.entry_fee == 200
    table.wager(1, ante=1000)
    table.play(until="preflop")
    assert table.of(e.EntryFeeTaken) == [e.EntryFeeTaken(seat=ONE, cents=200)]


@pytest.mark.clause("CN.7a", "CN.43")
def test_a_table_is_never_set_while_a_round_is_on_or_wagers_lie_there() -> None:
    table = chickasaw().wager(1, ante=1000)
    assert table.refusal(setting(entry_fee=200)) == "wagers_on_the_layout"
    table.play(until="preflop")
    assert table.refusal(setting(hands_per_player=1)) == "step_not_due"
    table.play({1: "4x"})
    assert table.refusal(setting(hands_per_player=1)) is None, "between two rounds"


@pytest.mark.parametrize(
    ("change", "code", "says"),
    [
        ({"hands_per_player": 3}, "not_a_setting", "hands_per_player 3 is not a whole number from 1 to 2"),
        ({"hands_per_player": 0}, "not_a_setting", "from 1 to 2"),
        ({"entry_fee": 501}, "not_a_setting", "entry_fee 501 is not a whole number from 0 to 500"),
        ({"entry_fee": -1}, "not_a_setting", "from 0 to 500"),
        ({}, "not_a_setting", "neither"),
    ],
)
def test_a_setting_stays_within_what_the_book_allows(change: dict[str, int], code: str, says: str) -> None:
    table = chickasaw()
    refused = refusal_of(table.state, setting(**change), table.posted)
    assert refused is not None
    assert refused.code == code
    assert says in refused.says


@pytest.mark.parametrize("book", [name for name in BOOKS if load_book(name).floor.hands_limited is None])
@pytest.mark.parametrize("change", [{"hands_per_player": 1}, {"entry_fee": 100}])
def test_what_a_book_does_not_leave_to_management_is_not_set(book: str, change: dict[str, int]) -> None:
    assert RoundTable(book).seat(1, "ann").refusal(setting(**change)) == "not_in_this_book"


# Removal.


REMOVE = c.RemovePlayer(seat=ONE, by="Kim", reason="showed the cards to a neighbour")


@pytest.mark.clause("GR.15a", "GR.15")
def test_a_player_who_is_removed_has_the_hand_voided_the_stakes_back_and_gets_up() -> None:
    table = at("greece", "preflop")
    rail = table.rail(1)
    events = table.send(replace(REMOVE, void=True))
    assert events[0] == e.PlayerRemoved(
        seat=ONE, player=PlayerId("ann"), by="Kim", reason=REMOVE.reason, clause="GR.15a", from_house=False
    )
    assert e.HandVoided(seat=ONE, clause="GR.15") in events
    table.play({2: "4x"})
    assert {str(each.outcome) for each in table.result(1).values()} == {"void"}
    assert table.rail(1) == rail + 2000
    left = table.send(c.CollectCards())
    assert e.SeatLeft(seat=ONE, cents=rail + 2000, player=PlayerId("ann")) in left
    assert ONE not in table.state.chairs


@pytest.mark.clause("GR.15a")
def test_a_player_removed_from_two_seats_stays_removed_until_both_are_empty() -> None:
    table = RoundTable("chickasaw").seat(1, "ann", ante=1000).seat(2, "ann", ante=1000).seat(3, "bob", ante=1000)
    table.play(until="preflop")
    table.send(REMOVE)
    assert table.state.removed == {"ann"}
    table.state = apply(table.state, e.SeatLeft(seat=TWO, cents=0))
    assert table.state.removed == {"ann"}
    table.state = apply(table.state, e.SeatLeft(seat=ONE, cents=0))
    assert table.state.removed == frozenset()


@pytest.mark.clause("GR.15a")
@pytest.mark.parametrize("book", HOUSE_BANKED)
def test_without_a_clause_that_voids_it_the_hand_of_a_removed_player_is_played_out(book: str) -> None:
    table = at(book, "preflop")
    if load_book(book).floor.removal_voids is None:
        assert table.refusal(replace(REMOVE, void=True)) == "not_in_this_book"
    table.send(REMOVE)
    assert (table.refusal(REMOVE), ONE in table.state.chairs) == ("already_removed", True)
    assert table.refusal(c.Check(seat=ONE)) is None
    table.play({1: "4x", 2: "4x"})
    table.send(c.CollectCards())
    assert (ONE in table.state.chairs, table.state.removed) == (False, frozenset())


@pytest.mark.clause("GR.15a")
def test_a_player_removed_before_the_cards_gets_every_wager_back_and_gets_up_at_once() -> None:
    table = RoundTable("greece").seat(1, "ann", ante=1000, trips=500, rail=100_000)
    table.ready_for(c.AnnounceNoMoreBets)
    table.send(REMOVE)
    assert table.of(e.SeatLeft) == [e.SeatLeft(seat=ONE, cents=100_000, player=PlayerId("ann"))]
    assert (table.state.chairs, table.state.round.spots) == ({}, {})


@pytest.mark.clause("GR.15a")
def test_a_banker_who_is_removed_banks_the_round_to_its_end() -> None:
    table = RoundTable("california").bank(8, "hal", wager=100_000).seat(1, "ann", hole="7c2d", ante=1000)
    table.board("Kh Qd 4s 3c Jh").dealer("QsQc").play(until="preflop")
    table.send(replace(REMOVE, seat=EIGHT))
    table.play({1: "4x"})
    table.send(c.CollectCards())
    assert EIGHT not in table.state.chairs
