"""Massachusetts, sections 7 and 8: the order of the cards from a manual shoe and from an automated one."""

from __future__ import annotations

import pytest

from support.round_table import RoundTable
from uth.cards import parse_cards
from uth.errors import Malformed, Refused
from uth.house.round_secret import choices_of, stamp_of
from uth.rules.loader import load
from uth.table.deck.decks import Back
from uth.table.posted import post
from uth.table.round import commands as c
from uth.table.round import events as e
from uth.table.round.decide import decide
from uth.units import Seat
from uth.views.events import Reader, event_view
from uth.views.table import view_of


def three_seats_two_wagers(dealing: str) -> RoundTable:
    """Return a table at which seats 2 and 5 wager and seat 3 sits out."""
    table = RoundTable("massachusetts", dealing=dealing)
    table.seat(5, "p5", hole="5c5d", ante=1000).seat(3, "p3").seat(2, "p2", hole="2c2d", ante=1000)
    return table.board("Th Jh Qh Kh Ah").dealer("9s9c")


@pytest.mark.clause("MA.7a")
def test_no_card_is_dealt_before_the_stacked_deck_is_in_the_shoe() -> None:
    table = three_seats_two_wagers("shoe").ready_for(c.PlaceDeck)
    refused = decide(table.state, c.AnnounceNoMoreBets(), table.posted)
    assert isinstance(refused, Refused)
    assert "due now: PlaceDeck" in str(refused)
    table.send(c.PlaceDeck(back=Back.RED))
    table.send(c.AnnounceNoMoreBets())
    assert table.refusal(c.DealNext()) is None


@pytest.mark.parametrize(
    "dealing",
    [
        pytest.param("shoe", marks=pytest.mark.clause("MA.7b")),
        pytest.param("machine", marks=pytest.mark.clause("MA.8b")),
    ],
)
def test_no_card_is_dealt_before_no_more_bets_is_announced(dealing: str) -> None:
    table = three_seats_two_wagers(dealing)
    table.make_ready()
    assert table.refusal(c.DealNext()) == "step_not_due"
    assert table.send(c.AnnounceNoMoreBets()) == (e.NoMoreBetsAnnounced(),)
    assert table.refusal(c.DealNext()) is None


@pytest.mark.clause("MA.7d")
def test_from_the_shoe_one_card_goes_clockwise_to_each_wager_and_the_dealer_and_then_a_second() -> None:
    table = three_seats_two_wagers("shoe").play(until="preflop")
    assert table.delivered() == [
        "seat 2: 2c", "seat 5: 5c", "dealer: 9s",
        "seat 2: 2d", "seat 5: 5d", "dealer: 9c",
    ]  # fmt: skip


@pytest.mark.clause("MA.7f2")
def test_from_the_shoe_one_card_is_burned_and_the_next_three_are_the_flop() -> None:
    table = three_seats_two_wagers("shoe").play(until="flop")
    assert table.delivered()[6:] == ["burn", "community: Th", "community: Jh", "community: Qh", "face up: ThJhQh"]


@pytest.mark.clause("MA.7f4")
def test_from_the_shoe_one_card_is_burned_and_the_next_two_are_dealt_face_up_together() -> None:
    table = three_seats_two_wagers("shoe").play(until="river")
    assert table.delivered()[11:] == ["burn", "community: Kh", "community: Ah", "face up: KhAh"]


@pytest.mark.clause("MA.7f2")
def test_a_burned_card_is_seen_by_nobody_and_used_in_no_hand() -> None:
    table = three_seats_two_wagers("shoe").play({2: "1x", 5: "1x"})
    holes = [card for spot in table.state.round.spots.values() for card in spot.hole]
    in_hands = {*table.state.round.community, *table.state.round.dealer, *holes}
    assert len(table.state.burned) == 2
    assert not in_hands & {*table.state.burned}


@pytest.mark.clause("MA.8c")
def test_the_machine_deals_the_community_cards_first_then_two_card_hands_clockwise_then_the_dealers() -> None:
    table = three_seats_two_wagers("machine").play(until="preflop")
    assert table.delivered() == [
        "community: Th", "community: Jh", "community: Qh", "community: Kh", "community: Ah",
        "seat 2: 2c2d", "seat 5: 5c5d", "dealer: 9s9c",
    ]  # fmt: skip
    assert table.state.round.board == ()


@pytest.mark.clause("MA.8c")
def test_the_machine_burns_no_card() -> None:
    assert three_seats_two_wagers("machine").play({2: "1x", 5: "1x"}).of(e.CardBurned) == []


@pytest.mark.clause("MA.8c")
def test_the_dealers_hand_stays_in_the_nest_until_all_have_acted() -> None:
    table = three_seats_two_wagers("machine").play({2: "4x"}, until="river")
    assert table.refusal(c.ShowDealerHand()) == "step_not_due"
    table.play({5: "fold"}, until="showdown")
    (*_, shown) = table.send(c.ShowDealerHand())
    assert isinstance(shown, e.DealerHandShown)
    assert shown.cards == parse_cards("9s9c")


@pytest.mark.clause("MA.4a1")
@pytest.mark.parametrize("seats", [(1,), (2, 5), (1, 2, 3, 4, 5, 6)])
def test_the_machine_is_set_to_deal_each_position_its_own_number_of_cards(seats: tuple[int, ...]) -> None:
    table = RoundTable("massachusetts", dealing="machine")
    for seat in seats:
        table.seat(seat, f"p{seat}", ante=1000)
    table.play(until="preflop")
    assert [len(event.cards) for event in table.of(e.HoleDealt)] == [2] * len(seats)
    assert [len(event.cards) for event in table.of(e.DealerDealt)] == [2]
    assert sum(len(event.cards) for event in table.of(e.CommunityDealt)) == 5
    assert len(table.state.undealt) == 52 - 2 * len(seats) - 2 - 5


@pytest.mark.clause("MA.7d2")
@pytest.mark.parametrize("dealing", ["shoe", "machine", "shoe_with_shuffler"])
def test_the_dealers_two_cards_are_disclosed_to_nobody_before_they_are_turned_up(dealing: str) -> None:
    table = three_seats_two_wagers(dealing).play({2: "4x", 5: "1x"}, until="showdown")
    for chair in (None, Seat(2), Seat(3), Seat(5)):
        assert view_of(table.state, table.posted, chair).dealer == (None, None)
        for event in table.of(e.DealerDealt):
            view = event_view(event, table.state, table.posted, chair, Reader.STAFF)
            assert view is not None
            assert view["cards"] == [None] * len(event.cards)
    table.send(c.ShowDealerHand())
    assert view_of(table.state, table.posted, None).dealer == parse_cards("9s9c")


@pytest.mark.clause("MA.8a1")
def test_the_way_of_dealing_in_use_is_recorded_with_every_round() -> None:
    shoe, machine = (post(load("massachusetts"), dealing=way) for way in ("shoe", "machine"))
    assert [choices_of(posted)["dealing"] for posted in (shoe, machine)] == ["shoe", "machine"]
    assert stamp_of(shoe) != stamp_of(machine)
    with pytest.raises(Malformed, match="one of shoe, machine, shoe_with_shuffler"):
        post(load("massachusetts"), dealing="cannon")
