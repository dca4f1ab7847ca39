"""Massachusetts, sections 6, 11, 12(a), 13(a) and 13(b): which wagers are accepted, from whom and when."""

from __future__ import annotations

import pytest

from support.round_table import RoundTable
from support.tables import Row, rows
from uth.errors import Malformed
from uth.rules.loader import load
from uth.rules.values import Wager
from uth.table.posted import post
from uth.table.round import commands as c
from uth.table.round import events as e
from uth.table.round.refusals import refusal_of, wager_offers
from uth.units import PlayerId, Seat

ONE = Seat(1)


def place(wager: Wager, cents: int) -> c.PlaceWager:
    return c.PlaceWager(seat=ONE, wager=wager, cents=cents)


def take_back(wager: Wager) -> c.TakeBackWager:
    return c.TakeBackWager(seat=ONE, wager=wager)


@pytest.mark.clause("MA.6a")
def test_a_wager_is_chips_of_the_players_own_rail_put_on_the_layout() -> None:
    table = RoundTable("massachusetts").seat(1, "p1", rail=5000, ante=1000, trips=500)
    assert table.state.round.spots[ONE].wagers == {Wager.ANTE: 1000, Wager.BLIND: 1000, Wager.TRIPS: 500}
    assert table.rail(1) == 5000 - 2500


@pytest.mark.clause("MA.6a")
def test_a_wager_that_is_said_without_chips_to_lay_down_is_not_accepted() -> None:
    table = RoundTable("massachusetts").seat(1, "p1", rail=0)
    assert table.refusal(place(Wager.ANTE, 1000)) == "not_enough_chips"
    table.send(c.BuyIn(seat=ONE, cents=1999))
    assert table.refusal(place(Wager.ANTE, 1000)) == "not_enough_chips"


@pytest.mark.clause("MA.6a")
def test_a_match_play_coupon_lies_beside_an_equal_ante_and_costs_no_chips() -> None:
    table = RoundTable("massachusetts").seat(1, "p1", ante=1000, match_play=1000)
    assert table.net(1) == -2000
    assert table.refusal(place(Wager.MATCH_PLAY, 500)) == "match_play_must_equal_ante"


@pytest.mark.clause("MA.6a")
def test_no_wager_is_taken_back_that_does_not_lie_there() -> None:
    table = RoundTable("massachusetts").seat(1, "p1", ante=1000)
    for wager in (Wager.TRIPS, Wager.PROGRESSIVE, Wager.MATCH_PLAY):
        assert table.refusal(c.TakeBackWager(seat=ONE, wager=wager)) == "no_wager"
    table.send(c.TakeBackWager(seat=ONE, wager=Wager.ANTE))
    assert table.refusal(c.TakeBackWager(seat=ONE, wager=Wager.ANTE)) == "no_wager"


@pytest.mark.clause("MA.6a")
def test_a_match_play_coupon_is_offered_at_the_ante_and_an_ante_at_the_coupon() -> None:
    def offered(wager: Wager) -> tuple[int, int] | None:
        found = {offer.wager: offer for offer in wager_offers(table.state, ONE, table.posted)}
        return (found[wager].cents_min, found[wager].cents_max) if wager in found else None

    table = RoundTable("massachusetts").seat(1, "p1")
    assert offered(Wager.MATCH_PLAY) is None, "it stands beside an ante"
    table.wager(1, ante=1500)
    assert offered(Wager.MATCH_PLAY) == (1500, 1500)
    table.wager(1, match_play=1500)
    assert offered(Wager.ANTE) == (1500, 1500)


COUPON = """
    player  dealer  board           acts | chips  coupon  left | says
    AsAd    KdKc    8c 7d 2h 9s 4c  4x   | 6000   win     no   | won: paid 1 to 1 in chips and taken
    JsJd    KdKc    8c 7d 2h 9s 4c  4x   | -6000  lose    no   | lost: taken
    JsJd    KdQc    8c 7d 2h 9s 4c  4x   | 4000   push    yes  | the dealer is below a pair: left
    KsQd    KdQc    8c 8d 2h 9s 4c  4x   | 0      push    yes  | a push: left
    JsTd    KdQc    8c 8d 2h 9s 4c  fold | -2000  lose    no   | folded: taken
"""


@pytest.mark.clause("MA.6a")
@pytest.mark.parametrize("row", rows(COUPON))
def test_a_match_play_coupon_goes_with_the_ante(row: Row) -> None:
    table = RoundTable("massachusetts").seat(1, "p1", hole=row["player"], ante=1000, match_play=1000)
    table.board(row["board"]).dealer(row["dealer"]).play({1: row["acts"]})
    coupon = table.result(1)["match_play"]
    assert (table.net(1), coupon.outcome) == (int(row["chips"]), row["coupon"])
    assert coupon.returned == (1000 if row["left"] == "yes" else 0)
    (total,) = table.of(e.RoundSettled)
    assert (total.players, total.house) == (table.net(1), -table.net(1))


AFTER_NO_MORE_BETS = [
    pytest.param(place(Wager.TRIPS, 500), id="a trips wager is made"),
    pytest.param(place(Wager.COVER_ALL, 500), id="a Cover All wager is made"),
    pytest.param(place(Wager.PROGRESSIVE, 500), id="a progressive wager is made"),
    pytest.param(place(Wager.ANTE, 2000), id="the ante is increased"),
    pytest.param(place(Wager.ANTE, 500), id="the ante is lowered"),
    pytest.param(take_back(Wager.ANTE), id="the ante is withdrawn"),
]


@pytest.mark.clause("MA.6b")
@pytest.mark.parametrize("until", ["opening_deal", "preflop", "flop", "river", "showdown", "settled"])
@pytest.mark.parametrize("command", AFTER_NO_MORE_BETS)
def test_after_no_more_bets_no_wager_is_made_increased_or_withdrawn(command: c.Command, until: str) -> None:
    table = RoundTable("massachusetts", dealing="machine").seat(1, "p1", ante=1000)
    assert table.refusal(command) is None
    assert table.play({1: "1x"}, until=until).refusal(command) == "wagers_closed"


@pytest.mark.clause("MA.6b")
def test_a_player_who_sits_down_after_no_more_bets_waits_for_the_next_round() -> None:
    table = RoundTable("massachusetts").seat(2, "p2", ante=1000).play(until="preflop").seat(1, "p1")
    assert table.refusal(place(Wager.ANTE, 1000)) == "wagers_closed"
    table.play({2: "fold"}).next_round()
    assert table.refusal(place(Wager.ANTE, 1000)) is None


@pytest.mark.clause("MA.6c")
def test_a_trips_wager_is_taken_only_beside_an_ante_and_a_blind() -> None:
    table = RoundTable("massachusetts").seat(1, "p1")
    assert table.refusal(place(Wager.TRIPS, 500)) == "trips_needs_ante"
    table.wager(1, ante=1000, trips=500)
    assert table.refusal(take_back(Wager.ANTE)) == "trips_needs_ante"
    assert table.refusal(take_back(Wager.TRIPS)) is None


@pytest.mark.clause("MA.6c")
@pytest.mark.parametrize("board", ["Ac 7d 2h 9s 4c", "8c 7d 2h 9s 4c"], ids=["trips wins", "trips loses"])
def test_the_outcome_of_trips_has_no_bearing_on_any_other_wager(board: str) -> None:
    with_trips, without = (
        RoundTable("massachusetts")
        .seat(1, "p1", hole="AsAd", ante=1000, **trips)
        .board(board)
        .dealer("KdKc")
        .play({1: "4x"})
        .result(1)
        for trips in ({"trips": 500}, {})
    )
    del with_trips["trips"]
    assert with_trips == without


@pytest.mark.clause("MA.6d")
def test_a_play_wager_is_made_only_when_the_dealer_asks_for_it() -> None:
    table = RoundTable("massachusetts").seat(1, "p1", ante=1000)
    play = c.MakePlay(seat=ONE, multiple=4)
    assert table.refusal(place(Wager.PLAY, 4000)) == "wager_not_offered"
    assert table.refusal(play) == "step_not_due"
    assert table.play(until="opening_deal").refusal(play) == "step_not_due"
    assert table.play(until="preflop").refusal(play) is None


@pytest.mark.clause("MA.6e")
def test_only_a_player_who_is_seated_may_wager() -> None:
    table = RoundTable("massachusetts").seat(2, "p2", ante=1000)
    assert table.refusal(place(Wager.ANTE, 1000)) == "seat_empty"


@pytest.mark.clause("MA.6e")
@pytest.mark.parametrize("until", ["preflop", "flop", "river", "showdown", "settling"])
def test_a_player_who_has_cards_stays_seated_until_the_round_is_completed(until: str) -> None:
    table = RoundTable("massachusetts").seat(1, "p1", ante=1000).play({1: "fold"}, until=until)
    assert table.refusal(c.LeaveSeat(seat=ONE)) == "hand_being_played"
    table.play({1: "fold"})
    (left,) = table.send(c.LeaveSeat(seat=ONE))
    assert isinstance(left, e.SeatLeft)
    assert (left.seat, left.cents) == (ONE, table.bought[1] - 2000)


@pytest.mark.clause("MA.11")
def test_no_player_wagers_on_a_second_position() -> None:
    table = RoundTable("massachusetts").seat(1, "p1", ante=1000)
    assert table.refusal(c.TakeSeat(seat=Seat(2), player=PlayerId("p1"))) == "too_many_hands"
    assert table.refusal(c.TakeSeat(seat=Seat(2), player=PlayerId("p2"))) is None


@pytest.mark.clause("MA.12a")
def test_cover_all_is_wagered_before_the_round_starts() -> None:
    table = RoundTable("massachusetts", dealing="machine").seat(1, "p1", ante=1000)
    assert table.refusal(place(Wager.COVER_ALL, 500)) is None
    assert table.play(until="opening_deal").refusal(place(Wager.COVER_ALL, 500)) == "wagers_closed"


@pytest.mark.clause("MA.12d")
@pytest.mark.parametrize("dealing", ["shoe", "shoe_with_shuffler"])
def test_cover_all_is_not_taken_at_a_table_that_no_machine_deals(dealing: str) -> None:
    table = RoundTable("massachusetts", dealing=dealing).seat(1, "p1", ante=1000)
    refused = refusal_of(table.state, place(Wager.COVER_ALL, 500), table.posted)
    assert refused is not None
    assert (refused.code, refused.clause) == ("wager_not_offered", "MA.12d")
    assert "takes the way machine" in refused.says
    assert not any(offer.wager is Wager.COVER_ALL for offer in wager_offers(table.state, ONE, table.posted))


@pytest.mark.clause("MA.12d")
@pytest.mark.parametrize("dealing", ["shoe", "shoe_with_shuffler"])
def test_cover_all_cannot_be_posted_at_a_table_that_no_machine_deals(dealing: str) -> None:
    rules = load("massachusetts")
    with pytest.raises(Malformed, match="Cover All takes the way machine") as fault:
        post(rules, {"cover_all": "cover_all"}, dealing=dealing)
    assert (fault.value.field, fault.value.clause) == ("tables.cover_all", "MA.12d")
    assert post(rules, {"cover_all": "cover_all"}).dealing.name == "machine"


@pytest.mark.clause("MA.12e")
def test_a_shoe_counts_no_hands_and_shows_no_pays_of_cover_all() -> None:
    table = RoundTable("massachusetts", dealing="shoe").seat(1, "p1", ante=1000).play({1: "4x"})
    assert table.of(e.CoverAllPaysShown) == []
    assert table.state.cover_all_mode is False


@pytest.mark.clause("MA.13a")
@pytest.mark.parametrize("cents", [1, 100, 499, 501, 1000])
def test_the_progressive_bet_is_five_dollars_no_more_and_no_less(cents: int) -> None:
    table = RoundTable("massachusetts").seat(1, "p1", ante=1000)
    assert table.refusal(place(Wager.PROGRESSIVE, cents)) == "progressive_wager_is_fixed"
    assert table.refusal(place(Wager.PROGRESSIVE, 500)) is None


@pytest.mark.clause("MA.13b")
def test_the_progressive_bet_is_never_played_without_the_main_wager() -> None:
    table = RoundTable("massachusetts").seat(1, "p1")
    assert table.refusal(place(Wager.PROGRESSIVE, 500)) == "progressive_never_alone"
    table.wager(1, ante=1000, progressive=500)
    assert table.refusal(take_back(Wager.ANTE)) == "progressive_never_alone"
