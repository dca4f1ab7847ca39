"""Chickasaw Nation: the wagers before the deal, their combinations, and the number of hands."""

from __future__ import annotations

from pathlib import Path

import pytest

from support.decisions import offered, said
from support.documents import document, hand, refused
from support.round_table import RoundTable
from uth.errors import Refused
from uth.rules.values import Wager
from uth.table.round import commands as c
from uth.table.round import events as e
from uth.table.round.decide import decide
from uth.units import PlayerId, Seat

ONE = Seat(1)
BOARD, DEALER = "Kd 9h 6s 4c 2d", "Qc 3h"


def bet(wager: Wager, cents: int) -> c.PlaceWager:
    return c.PlaceWager(seat=ONE, wager=wager, cents=cents)


@pytest.mark.clause("CN.1")
def test_the_blind_is_laid_with_the_ante_and_is_equal_to_it() -> None:
    table = RoundTable("chickasaw").seat(1, "p1", ante=1500)
    assert table.state.round.spots[ONE].wagers == {Wager.ANTE: 1500, Wager.BLIND: 1500}


@pytest.mark.clause("CN.1")
@pytest.mark.parametrize("blind", [500, 1500])
def test_an_ante_and_a_blind_that_differ_are_refused(blind: int) -> None:
    told = document("chickasaw", board=BOARD, dealer=DEALER, seats=[hand(1, "p1", "As8c", ante=1000, blind=blind)])
    assert refused(told) == ("seats.0.wagers.blind", "CN.1")


@pytest.mark.clause("CN.1")
@pytest.mark.parametrize(
    ("cents", "refusal"),
    [(400, "outside_the_limits"), (500, None), (2000, None), (2500, None), (2600, "outside_the_limits")],
)
def test_the_ante_is_within_the_posted_limits(cents: int, refusal: str | None) -> None:
    table = RoundTable("chickasaw", limits={"ante": (500, 2500)}).seat(1, "p1")
    assert table.refusal(bet(Wager.ANTE, cents)) == refusal


@pytest.mark.clause("CN.2")
@pytest.mark.parametrize(
    ("cents", "refusal"),
    [(200, "outside_the_limits"), (300, None), (700, None), (900, None), (1000, "outside_the_limits")],
)
def test_trips_is_within_its_own_posted_limits(cents: int, refusal: str | None) -> None:
    table = RoundTable("chickasaw", limits={"ante": (1000, 5000), "trips": (300, 900)}).seat(1, "p1", ante=1000)
    assert table.refusal(bet(Wager.TRIPS, cents)) == refusal


@pytest.mark.clause("CN.2")
@pytest.mark.parametrize("trips", [500, 1000, 2500])
def test_trips_may_be_less_than_the_ante_equal_to_it_or_more(trips: int) -> None:
    table = RoundTable("chickasaw").seat(1, "p1", ante=1000, trips=trips)
    assert table.state.round.spots[ONE].wagers == {Wager.ANTE: 1000, Wager.BLIND: 1000, Wager.TRIPS: trips}


@pytest.mark.clause("CN.3")
def test_trips_alone_gets_two_cards() -> None:
    table = RoundTable("chickasaw").seat(1, "p1", hole="9s9d", trips=500).play(until="settled")
    assert [str(card) for card in table.state.round.spots[ONE].hole] == ["9s", "9d"]


@pytest.mark.clause("CN.3")
@pytest.mark.parametrize("street", ["preflop", "flop", "river"])
def test_trips_alone_is_asked_nothing(street: str) -> None:
    table = RoundTable("chickasaw").seat(1, "p1", trips=500).seat(2, "p2", ante=1000).play(until=street)
    assert table.state.turn == 2
    assert offered(table, 1) == set()
    assert {table.refusal(said(words, 1)) for words in ("check", "4x", "2x", "1x", "fold")} == {"nothing_to_decide"}


@pytest.mark.clause("CN.3")
def test_trips_alone_is_settled_at_the_end_by_its_cards() -> None:
    table = RoundTable("chickasaw").seat(1, "p1", hole="9s9d", trips=500).board("9h 5c 6s 2d Kc").dealer("2h4c").play()
    assert table.result(1).keys() == {"trips"}
    assert table.net(1) == 1500


@pytest.mark.clause("CN.4")
def test_one_seat_plays_the_progressive_and_the_next_does_not() -> None:
    table = RoundTable("chickasaw").seat(1, "p1", ante=1000, progressive=100).seat(2, "p2", ante=1000)
    table.play({1: "1x", 2: "1x"})
    assert "progressive" in table.result(1)
    assert "progressive" not in table.result(2)


@pytest.mark.clause("CN.5")
@pytest.mark.parametrize("cents", [50, 99, 101, 200, 500])
def test_the_progressive_wager_is_one_dollar_and_no_other_amount(cents: int) -> None:
    table = RoundTable("chickasaw").seat(1, "p1", ante=1000)
    assert table.refusal(bet(Wager.PROGRESSIVE, cents)) == "progressive_wager_is_fixed"
    assert table.refusal(bet(Wager.PROGRESSIVE, 100)) is None


@pytest.mark.clause("CN.5")
def test_no_table_may_post_another_progressive_wager() -> None:
    seats = [hand(1, "p1", "As8c", ante=1000, progressive=200)]
    told = document("chickasaw", board=BOARD, dealer=DEALER, seats=seats, limits={"progressive_wager": 200})
    assert refused(told) == ("limits.progressive_wager", "CN.5")


@pytest.mark.clause("CN.6", "CN.P7")
def test_nobody_plays_for_the_progressive_alone() -> None:
    table = RoundTable("chickasaw").seat(1, "p1")
    assert table.refusal(bet(Wager.PROGRESSIVE, 100)) == "progressive_never_alone"


@pytest.mark.clause("CN.6", "CN.P7")
@pytest.mark.parametrize("beside", [{"ante": 1000}, {"trips": 500}, {"ante": 1000, "trips": 500}])
def test_the_progressive_stands_beside_the_ante_or_trips_or_both(beside: dict[str, int]) -> None:
    table = RoundTable("chickasaw").seat(1, "p1").wager(1, **beside)
    assert table.refusal(bet(Wager.PROGRESSIVE, 100)) is None


@pytest.mark.clause("CN.6", "CN.P7")
@pytest.mark.parametrize("beside", [{"ante": 1000}, {"trips": 500}])
def test_the_wager_beside_the_progressive_is_not_taken_back_from_under_it(beside: dict[str, int]) -> None:
    table = RoundTable("chickasaw").seat(1, "p1").wager(1, **beside, progressive=100)
    (wager,) = beside
    assert table.refusal(c.TakeBackWager(seat=ONE, wager=Wager(wager))) == "progressive_never_alone"


@pytest.mark.clause("CN.7", "CN.P6")
def test_a_player_on_two_hands_may_place_the_progressive_on_both() -> None:
    table = RoundTable("chickasaw")
    for number in (2, 3):
        table.seat(number, "ann", ante=1000, progressive=100)
    table.play({2: "1x", 3: "1x"})
    assert [table.result(number)["progressive"].stake for number in (2, 3)] == [100, 100]


@pytest.mark.clause("CN.7", "CN.P6")
def test_a_player_on_two_hands_may_place_the_progressive_on_one_of_them() -> None:
    table = RoundTable("chickasaw").seat(2, "ann", ante=1000, progressive=100).seat(3, "ann", ante=1000)
    table.play({2: "1x", 3: "1x"})
    assert [table.result(number).keys() >= {"progressive"} for number in (2, 3)] == [True, False]


@pytest.mark.clause("CN.7")
def test_the_chips_of_a_player_on_two_hands_serve_both() -> None:
    table = RoundTable("chickasaw").seat(2, "ann", rail=6_000, ante=1000).seat(3, "ann", rail=0, ante=1000)
    assert (table.rail(2), table.rail(3), dict(table.state.rails)) == (2_000, 2_000, {"ann": 2_000})
    assert table.refusal(c.PlaceWager(seat=Seat(3), wager=Wager.ANTE, cents=2500)) == "not_enough_chips"
    table.play({2: "check", 3: "check"}, until="flop")
    table.send(c.MakePlay(seat=Seat(2), multiple=2))
    assert table.refusal(c.MakePlay(seat=Seat(3), multiple=2)) == "not_enough_chips"


@pytest.mark.clause("CN.7")
def test_a_player_takes_the_chips_along_from_the_last_of_two_seats() -> None:
    table = RoundTable("chickasaw").seat(2, "ann", rail=6_000).seat(3, "ann", rail=0)
    (first,) = table.send(c.LeaveSeat(seat=Seat(2)))
    assert (first, table.rail(3)) == (e.SeatLeft(seat=Seat(2), cents=0, player=PlayerId("ann")), 6_000)
    (last,) = table.send(c.LeaveSeat(seat=Seat(3)))
    assert (last, dict(table.state.rails)) == (e.SeatLeft(seat=Seat(3), cents=6_000, player=PlayerId("ann")), {})


@pytest.mark.clause("CN.43")
def test_two_hands_of_a_player_need_the_entry_fee_twice() -> None:
    table = RoundTable("chickasaw", limits={"entry_fee": 100}).seat(2, "ann", rail=4_199, ante=1000)
    table.seat(3, "ann", rail=0, ante=1000).open()
    assert table.refusal(c.AnnounceNoMoreBets()) == "not_enough_chips"
    table.send(c.BuyIn(seat=Seat(2), cents=1))
    assert table.refusal(c.AnnounceNoMoreBets()) != "not_enough_chips"


@pytest.mark.clause("CN.7")
def test_a_removed_player_leaves_both_seats_with_every_chip() -> None:
    table = RoundTable("chickasaw").seat(2, "ann", rail=6_000, ante=1000).seat(3, "ann", rail=0, ante=1000)
    events = table.send(c.RemovePlayer(seat=Seat(2), by="floor", reason="asked to leave", from_house=False, void=False))
    left = [event.cents for event in events if isinstance(event, e.SeatLeft)]
    assert (left, dict(table.state.rails)) == ([0, 6_000], {})


@pytest.mark.clause("CN.7")
def test_a_third_hand_for_one_player_is_refused() -> None:
    table = RoundTable("chickasaw").seat(2, "ann").seat(3, "ann")
    assert table.refusal(c.TakeSeat(seat=Seat(4), player=PlayerId("ann"))) == "too_many_hands"


@pytest.mark.clause("CN.7")
def test_management_may_limit_the_players_to_one_hand(tmp_path: Path) -> None:
    busy = tmp_path / "busy.toml"
    busy.write_text('based_on = "chickasaw"\n[seats]\nhands_per_player = { value = 1, cite = "CN.7" }\n')
    second = c.TakeSeat(seat=Seat(3), player=PlayerId("ann"))
    assert RoundTable("chickasaw").seat(2, "ann").refusal(second) is None
    table = RoundTable(str(busy)).seat(2, "ann")
    limited = decide(table.state, second, table.posted)
    assert isinstance(limited, Refused)
    assert (limited.code, limited.clause) == ("too_many_hands", "CN.7")
    assert table.refusal(c.TakeSeat(seat=Seat(3), player=PlayerId("bob"))) is None


@pytest.mark.clause("CN.P5")
def test_a_dollar_for_the_dealer_beside_the_progressive_dollar_is_refused() -> None:
    table = RoundTable("chickasaw").seat(1, "p1", ante=1000, progressive=100)
    before = table.state
    for cents in (200, 101, 99, 50):
        assert table.refusal(bet(Wager.PROGRESSIVE, cents)) == "progressive_wager_is_fixed"
    assert table.state == before
    rail = table.rail(1)
    table.send(bet(Wager.PROGRESSIVE, 100))
    assert (table.state.round.spots[Seat(1)].wagers[Wager.PROGRESSIVE], table.rail(1)) == (100, rail), (
        "it never becomes two"
    )


# The fee is R8: a house fee for each hand, beside the wagers.


@pytest.mark.clause("CN.8", "CN.43")
def test_the_entry_fee_of_each_hand_is_collected_with_no_more_bets() -> None:
    table = RoundTable("chickasaw", limits={"entry_fee": 100})
    table.seat(1, "p1", ante=1000).seat(4, "p4", trips=500)
    events = table.send(c.AnnounceNoMoreBets())
    taken = [e.EntryFeeTaken(seat=Seat(1), cents=100), e.EntryFeeTaken(seat=Seat(4), cents=100)]
    assert list(events) == [e.NoMoreBetsAnnounced(), *taken]


@pytest.mark.clause("CN.43")
@pytest.mark.parametrize(("player", "net"), [("KsTc", 4000 - 100), ("QsTh", -6000 - 100)])
def test_the_entry_fee_stays_with_the_house_whether_the_hand_wins_or_loses(player: str, net: int) -> None:
    table = RoundTable("chickasaw", limits={"entry_fee": 100}).seat(1, "p1", hole=player, ante=1000)
    table.board(BOARD).dealer("QcJh" if net > 0 else "9sJh").play({1: "4x"})
    assert table.net(1) == net


@pytest.mark.clause("CN.43")
def test_nobody_enters_the_game_without_a_wager_in_the_circles() -> None:
    table = RoundTable("chickasaw", limits={"entry_fee": 100}).seat(1, "p1")
    assert table.refusal(c.AnnounceNoMoreBets()) == "no_wager"


@pytest.mark.clause("CN.43")
def test_a_seat_that_cannot_pay_the_fee_holds_the_round_up() -> None:
    table = RoundTable("chickasaw", limits={"entry_fee": 100}).seat(1, "p1", rail=2050, ante=1000)
    assert table.refusal(c.AnnounceNoMoreBets()) == "not_enough_chips"
