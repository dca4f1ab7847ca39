"""California: who sits, who wagers, who banks."""

from __future__ import annotations

from dataclasses import replace

import pytest

from support.documents import cards, hand
from support.round_table import RoundTable
from uth.adjudicate import settle_document
from uth.cards import DECK, Card
from uth.errors import Malformed, Refused
from uth.house.live_table import LiveTable
from uth.rulebook.book import pages_for_players
from uth.rules.loader import load
from uth.rules.ruleset import WagerLimits
from uth.rules.values import Wager
from uth.store.memory import MemoryStore
from uth.table.posted import post
from uth.table.round import commands as c
from uth.table.round import events as e
from uth.table.round.banking import button
from uth.table.round.decide import decide
from uth.terminal.sign import pay_tables
from uth.units import PlayerId, Seat
from uth.views.listing import listed
from uth.web.rules_routes import pays_of as page_pays

ONE = Seat(1)


def place(wager: Wager, cents: int) -> c.PlaceWager:
    return c.PlaceWager(seat=ONE, wager=wager, cents=cents)


def one_player(hole: str = "") -> RoundTable:
    """Return a table at which seat 1 wagers and seat 3 banks."""
    return RoundTable("california").seat(1, "p1", hole=hole, ante=1000).bank(3, "banker", wager=100_000)


@pytest.mark.clause("CA.PLAYERS")
def test_seven_players_and_the_player_dealer_are_seated_and_no_one_else() -> None:
    table = RoundTable("california").bank(8, "banker", wager=1_000_000)
    for seat in range(1, 8):
        table.seat(seat, f"p{seat}", ante=1000)
    assert table.refusal(c.TakeSeat(seat=Seat(9), player=PlayerId("p9"))) == "not_a_seat"
    table.play(dict.fromkeys(range(1, 8), "4x"))
    assert len(table.of(e.HandShown)) == 7


@pytest.mark.clause("CA.PLAYERS")
def test_eight_players_cannot_all_wager_since_one_of_them_has_to_bank() -> None:
    table = RoundTable("california")
    for seat in range(1, 9):
        table.seat(seat, f"p{seat}", ante=1000)
    assert table.refusal(c.AnnounceNoMoreBets()) == "no_banker"


@pytest.mark.clause("CA.TABLE")
def test_the_layout_has_areas_for_ante_blind_trips_and_play_and_no_other() -> None:
    table = RoundTable("california").seat(1, "p1", ante=1000)
    assert {wager for wager in Wager if table.posted.offers(wager)} == {
        Wager.ANTE, Wager.BLIND, Wager.TRIPS, Wager.PLAY,
    }  # fmt: skip
    for wager in (Wager.COVER_ALL, Wager.PROGRESSIVE, Wager.MATCH_PLAY):
        assert table.refusal(place(wager, 1000)) == "wager_not_offered"


@pytest.mark.clause("CA.TABLE")
@pytest.mark.parametrize(("dealer", "plays"), [("KdQc", False), ("2c2d", True)], ids=["king high", "a pair of twos"])
def test_the_player_dealer_only_plays_with_a_pair_or_higher(dealer: str, plays: bool) -> None:
    table = one_player(hole="AsAd").dealer(dealer).board("8c 7d 3h 9s 4c").play({1: "4x"})
    assert [shown.qualifies for shown in table.of(e.DealerHandShown)] == [plays]
    ante = table.result(1)["ante"]
    assert (str(ante.outcome), ante.returned, ante.won) == (("win", 1000, 1000) if plays else ("push", 1000, 0))
    assert (table.net(1), table.net(3)) == ((5000, -5000) if plays else (4000, -4000))


@pytest.mark.clause("CA.DECK2")
def test_a_deck_is_the_standard_52_cards() -> None:
    table = one_player()
    assert table.refused_shuffle(DECK) is None
    assert table.refused_shuffle(DECK[1:]) == "not_a_deck"
    assert table.refused_shuffle((*DECK[1:], Card("As"))) == "not_a_deck"


@pytest.mark.clause("CA.BET1")
@pytest.mark.parametrize(
    ("wager", "cents", "refusal"),
    [
        (Wager.ANTE, 998, "outside_the_limits"),
        (Wager.ANTE, 1000, None),
        (Wager.ANTE, 5000, None),
        (Wager.ANTE, 5002, "outside_the_limits"),
        (Wager.TRIPS, 499, "outside_the_limits"),
        (Wager.TRIPS, 500, None),
        (Wager.TRIPS, 2500, None),
        (Wager.TRIPS, 2501, "outside_the_limits"),
    ],
)
def test_a_wager_is_within_the_minimum_and_maximum_of_the_table(wager: Wager, cents: int, refusal: str | None) -> None:
    table = RoundTable("california", limits={"ante": (1000, 5000), "trips": (500, 2500)}).seat(1, "p1", ante=1000)
    assert table.refusal(place(wager, cents)) == refusal


@pytest.mark.clause("CA.BET1")
def test_a_wager_is_chips_placed_on_the_layout() -> None:
    table = RoundTable("california").seat(1, "p1", rail=1999)
    assert table.refusal(place(Wager.ANTE, 1000)) == "not_enough_chips"
    table.send(c.BuyIn(seat=ONE, cents=501))
    table.wager(1, ante=1000, trips=500)
    assert table.rail(1) == 0


AFTER_NO_MORE_BETS = [
    pytest.param(place(Wager.TRIPS, 500), id="a trips wager is made"),
    pytest.param(place(Wager.ANTE, 2000), id="the ante is increased"),
    pytest.param(place(Wager.ANTE, 500), id="the ante is lowered"),
    pytest.param(c.TakeBackWager(seat=ONE, wager=Wager.ANTE), id="the ante is withdrawn"),
    pytest.param(c.Bank(seat=Seat(3), cents=200_000), id="the bank is increased"),
    pytest.param(c.GiveUpBank(seat=Seat(3)), id="the bank is withdrawn"),
]


@pytest.mark.clause("CA.BET2")
@pytest.mark.parametrize("until", ["opening_deal", "preflop", "flop", "river", "showdown", "settled"])
@pytest.mark.parametrize("command", AFTER_NO_MORE_BETS)
def test_after_no_more_bets_no_bet_is_made_increased_or_withdrawn(command: c.Command, until: str) -> None:
    table = one_player()
    assert table.refusal(command) is None
    assert table.play({1: "1x"}, until=until).refusal(command) in ("wagers_closed", "no_banker")


@pytest.mark.clause("CA.BET3")
def test_an_equal_wager_on_ante_and_blind_is_required_to_play_the_round() -> None:
    table = RoundTable("california").seat(1, "p1").bank(3, "banker", wager=100_000)
    assert table.refusal(c.AnnounceNoMoreBets()) == "no_wager"
    table.wager(1, ante=1000)
    assert table.state.round.spots[ONE].wagers == {Wager.ANTE: 1000, Wager.BLIND: 1000}
    assert table.refusal(place(Wager.BLIND, 500)) == "wager_follows_the_ante"
    assert table.refusal(c.AnnounceNoMoreBets()) is None


@pytest.mark.clause("CA.BET3")
def test_a_round_in_which_the_blind_was_not_equal_to_the_ante_is_not_settled() -> None:
    seat = {**hand(1, "p1", "AsAd"), "wagers": {"ante": 1000, "blind": 500}}
    bank = {"seat": 3, "wager": 100_000, "hole": cards("KdKc")}
    told = {"rules": "california", "board": cards("8c 7d 2h 9s 4c"), "banker": bank, "seats": [seat]}
    with pytest.raises(Malformed, match=r"CA\.BET3"):
        settle_document(told)


@pytest.mark.clause("CA.BET3")
def test_trips_is_optional_and_never_without_ante_and_blind() -> None:
    table = RoundTable("california").seat(1, "p1")
    assert table.refusal(place(Wager.TRIPS, 500)) == "trips_needs_ante"
    table.wager(1, ante=1000)
    assert table.refusal(place(Wager.TRIPS, 500)) is None


# The player/dealer.


@pytest.mark.clause("CA.STD")
def test_every_hand_is_played_head_to_head_against_the_player_dealers() -> None:
    table = RoundTable("california").board("8c 7d 2h 9s 4c").dealer("QdQc").bank(3, "banker", wager=100_000)
    table.seat(1, "p1", hole="AsAd", ante=1000).seat(5, "p5", hole="JsJd", ante=1000)
    table.play({1: "4x", 5: "2x"})
    assert (table.net(1), table.net(5)) == (5000, -4000)
    assert table.net(3) == -(5000 - 4000)


def bank_again(table: RoundTable, seat: int) -> str | None:
    """Play a round banked by the seat and return why it may not bank the next one."""
    table.wager(1, ante=1000).send(c.Bank(seat=Seat(seat), cents=100_000))
    table.play({1: "fold"}).next_round()
    return table.refusal(c.Bank(seat=Seat(seat), cents=100_000))


def two_who_would_bank() -> RoundTable:
    return RoundTable("california").seat(1, "p1").seat(3, "p3").seat(6, "p6")


@pytest.mark.clause("CA.PLAY20", "CA.STD")
def test_no_player_banks_more_than_two_hands_in_a_row() -> None:
    table = two_who_would_bank()
    assert bank_again(table, 3) is None
    assert bank_again(table, 3) == "banked_too_often"
    assert table.refusal(c.Bank(seat=Seat(6), cents=100_000)) is None


@pytest.mark.clause("CA.PLAY20")
def test_a_player_may_bank_again_once_another_has_banked() -> None:
    table = two_who_would_bank()
    bank_again(table, 3)
    bank_again(table, 3)
    bank_again(table, 6)
    table.send(c.DeclineBank(seat=Seat(6)))
    table.send(c.DeclineBank(seat=Seat(1)))
    assert table.refusal(c.Bank(seat=Seat(3), cents=100_000)) is None


@pytest.mark.clause("CA.PLAY20")
def test_another_seat_does_not_give_a_player_a_third_hand_in_a_row() -> None:
    table = two_who_would_bank()
    bank_again(table, 3)
    bank_again(table, 3)
    table.send(c.LeaveSeat(seat=Seat(3)))
    table.seat(4, "p3")
    assert table.refusal(c.Bank(seat=Seat(4), cents=100_000)) == "banked_too_often"


@pytest.mark.clause("CA.PLAY20")
def test_nobody_takes_the_bank_from_the_player_dealer_who_has_it() -> None:
    table = two_who_would_bank()
    table.send(c.Bank(seat=Seat(3), cents=100_000))
    assert table.refusal(c.Bank(seat=Seat(6), cents=200_000)) == "bank_taken"
    table.send(c.GiveUpBank(seat=Seat(3)))
    assert table.refusal(c.Bank(seat=Seat(6), cents=200_000)) is None


@pytest.mark.clause("CA.PLAY19")
def test_whoever_takes_the_bank_gets_their_own_wagers_back() -> None:
    """The button may come to a player who has wagered already; the bank is their one wager of the round (R39)."""
    table = RoundTable("california").seat(1, "p1", rail=6_000, ante=1000, trips=500).seat(3, "p3", ante=1000)
    assert table.refusal(c.Bank(seat=ONE, cents=6_001)) == "not_enough_chips"
    events = table.send(c.Bank(seat=ONE, cents=6_000))
    back = [(event.wager, event.clause) for event in events if isinstance(event, e.WagerTakenBack)]
    assert sorted(back) == [(Wager.ANTE, "R39"), (Wager.BLIND, "R39"), (Wager.TRIPS, "R39")]
    assert (table.rail(1), [*table.state.round.spots]) == (0, [3])


@pytest.mark.clause("CA.PLAY20")
def test_giving_the_bank_up_after_a_look_at_the_wagers_passes_the_button_on() -> None:
    """R111: no free look at the wagers, neither at the first bank of a table nor later."""
    table = RoundTable("california").seat(1, "p1").seat(3, "p3").seat(5, "p5")
    table.send(c.Bank(seat=Seat(3), cents=100_000))
    table.send(place(Wager.ANTE, 1000))
    table.send(c.GiveUpBank(seat=Seat(3)))
    assert button(table.state, table.posted) == 5
    assert table.refusal(c.Bank(seat=Seat(3), cents=500)) == "not_the_button"
    table.send(c.DeclineBank(seat=Seat(5)))
    table.send(c.DeclineBank(seat=ONE))
    assert (button(table.state, table.posted), table.refusal(c.Bank(seat=Seat(3), cents=500))) == (None, None)


@pytest.mark.clause("CA.PLAY20")
def test_the_bank_is_raised_but_not_lowered_once_a_wager_lies_against_it() -> None:
    table = RoundTable("california").seat(1, "p1").seat(3, "p3")
    table.send(c.Bank(seat=Seat(3), cents=100_000))
    assert table.refusal(c.Bank(seat=Seat(3), cents=500)) is None
    table.send(place(Wager.ANTE, 1000))
    lower = decide(table.state, c.Bank(seat=Seat(3), cents=99_999), table.posted)
    assert isinstance(lower, Refused)
    assert (lower.code, lower.clause) == ("bank_stands", "R111")
    assert table.refusal(c.Bank(seat=Seat(3), cents=100_001)) is None


@pytest.mark.clause("CA.PLAY19")
def test_the_house_never_banks_so_that_without_a_banker_there_is_no_round() -> None:
    table = RoundTable("california").seat(1, "p1", ante=1000).seat(3, "p3")
    assert table.refusal(c.AnnounceNoMoreBets()) == "no_banker"
    table.send(c.Bank(seat=Seat(3), cents=500))
    assert table.refusal(c.AnnounceNoMoreBets()) is None


@pytest.mark.clause("CA.PLAY19")
@pytest.mark.parametrize("acts", ["4x", "fold"])
def test_the_house_wins_and_loses_nothing_and_takes_no_percentage(acts: str) -> None:
    table = one_player().board("8c 7d 2h 9s 4c").dealer("QdQc").hole(1, "AsAd").play({1: acts})
    assert table.net(1) + table.net(3) == 0
    (settled,) = table.of(e.RoundSettled)
    assert settled.house == 0


@pytest.mark.clause("CA.PLAY19")
@pytest.mark.parametrize("cents", [500, 10**12], ids=["less than the wagers", "ten billion dollars"])
def test_the_player_dealers_wager_has_no_maximum_and_need_not_cover_all_others(cents: int) -> None:
    table = RoundTable("california").seat(1, "p1", ante=1000).seat(3, "p3", rail=10**12)
    assert table.refusal(c.Bank(seat=Seat(3), cents=cents)) is None


@pytest.mark.clause("CA.PLAY20")
def test_the_button_passes_a_player_whose_chips_do_not_reach_the_least_bank() -> None:
    table = RoundTable("california").bank(3, "cy", wager=100_000).seat(5, "eve", rail=499).seat(7, "gus", ante=1000)
    for _ in range(2):
        table.play({7: "4x"}).next_round()
        if table.state.banked_rounds < 2:
            table.send(c.Bank(seat=Seat(3), cents=100_000))
            table.wager(7, ante=1000)
    assert button(table.state, table.posted) == Seat(7), "seat 5 has the chips for no bank"
    table.send(c.BuyIn(seat=Seat(5), cents=1))
    assert button(table.state, table.posted) == Seat(5)
    assert table.refusal(c.Bank(seat=Seat(5), cents=500)) is None


@pytest.mark.clause("CA.PLAY20")
def test_a_bank_is_at_least_what_the_table_posts_and_never_less_than_the_least_ante() -> None:
    rules = load("california")
    assert [post(rules, bank_min=least).bank_min for least in (None, 500, 20_000)] == [500, 500, 20_000]
    high = replace(rules.limits, ante=WagerLimits(min=2500, max=50_000))
    assert post(rules, limits=high).bank_min == 2500
    for wrong in (499, 0, -1, "500", True):
        with pytest.raises(Malformed, match="bank_min"):
            post(rules, bank_min=wrong)  # type: ignore[arg-type]
    table = RoundTable("california").seat(1, "p1")
    assert table.refusal(c.Bank(seat=ONE, cents=499)) == "outside_the_limits"
    assert table.refusal(c.Bank(seat=ONE, cents=500)) is None


def test_where_the_house_banks_no_least_bank_is_posted() -> None:
    with pytest.raises(Malformed, match="the house banks massachusetts"):
        post(load("massachusetts"), bank_min=500)


TRIPS_ODDS = {
    "Royal Flush": "50 to 1",
    "Straight Flush": "40 to 1",
    "Four of a Kind": "30 to 1",
    "Full House": "9 to 1",
    "Flush": "7 to 1",
    "Straight": "4 to 1",
    "Three of a Kind": "3 to 1",
}


@pytest.mark.clause("CA.ODDS")
def test_the_odds_of_trips_are_printed_at_the_table_on_its_page_and_on_its_sign() -> None:
    posted = one_player().posted
    live = LiveTable(name="t", posted=posted, store=MemoryStore())
    assert {row["hand"]: row["pays"] for row in listed(live)["pays"]["trips"]} == TRIPS_ODDS
    assert [row["pays"] for row in page_pays(posted)["trips"]] == list(TRIPS_ODDS.values())
    (sign,) = [table for table in pay_tables(pages_for_players(posted)) if table.title.startswith("Trips")]
    assert [row[1] for row in sign.rows] == list(TRIPS_ODDS.values())
