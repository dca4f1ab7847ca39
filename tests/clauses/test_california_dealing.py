"""California: the deal, and what the players may do on each street."""

from __future__ import annotations

import pytest

from support.round_table import RoundTable
from uth.cards import parse_cards
from uth.table.round import commands as c
from uth.table.round import events as e
from uth.units import Seat


def two_players(dealing: str = "shuffler") -> RoundTable:
    """Return a table at which seats 2 and 5 wager, seat 3 banks and seat 4 sits out."""
    table = RoundTable("california", dealing=dealing).bank(3, "banker", wager=100_000).seat(4, "p4")
    table.seat(5, "p5", hole="5c5d", ante=1000).seat(2, "p2", hole="2c2d", ante=1000)
    return table.board("Th Jh Qh Kh Ah").dealer("9s9c")


COMMUNITY = [f"community: {card}" for card in ("Th", "Jh", "Qh", "Kh", "Ah")]


@pytest.mark.clause("CA.DEAL1")
def test_the_casino_dealer_calls_no_more_bets_and_then_deals_clockwise_from_the_left() -> None:
    table = two_players()
    assert table.refusal(c.DealNext()) == "step_not_due"
    table.play(until="preflop")
    kinds = [type(event) for event in table.events]
    assert kinds.index(e.NoMoreBetsAnnounced) < kinds.index(e.HoleDealt)
    assert [event.seat for event in table.of(e.HoleDealt)] == [2, 5]


@pytest.mark.clause("CA.DEAL2")
@pytest.mark.parametrize("dealing", ["shoe", "shuffler"])
def test_all_cards_are_dealt_face_down(dealing: str) -> None:
    table = two_players(dealing).play(until="preflop")
    assert len(table.state.round.community) == 5
    assert table.state.round.board == ()
    assert table.state.round.dealer_hand is None
    assert [spot.hand for spot in table.state.round.spots.values()] == [None, None]


@pytest.mark.clause("CA.DEAL3")
def test_from_a_shoe_one_card_goes_to_each_wager_and_the_player_dealer_twice_and_five_to_the_middle() -> None:
    table = two_players("shoe").play(until="preflop")
    assert table.delivered() == [
        "seat 2: 2c", "seat 5: 5c", "dealer: 9s",
        "seat 2: 2d", "seat 5: 5d", "dealer: 9c",
        *COMMUNITY,
    ]  # fmt: skip


@pytest.mark.clause("CA.DEAL4")
def test_from_a_shuffler_two_cards_go_to_each_wager_then_two_to_the_player_dealer_and_five_to_the_middle() -> None:
    table = two_players("shuffler").play(until="preflop")
    assert table.delivered() == ["seat 2: 2c2d", "seat 5: 5c5d", "dealer: 9s9c", *COMMUNITY]


# The streets.

ANSWERS = ("check", "fold", "1x", "2x", "3x", "4x", "5x")


def offered(table: RoundTable, seat: int) -> set[str]:
    """Return the answers that are accepted of the seat now."""
    commands: dict[str, c.Command] = {"check": c.Check(seat=Seat(seat)), "fold": c.Fold(seat=Seat(seat))}
    commands |= {said: c.MakePlay(seat=Seat(seat), multiple=int(said[0])) for said in ANSWERS[2:]}
    return {said for said, command in commands.items() if table.refusal(command) is None}


@pytest.mark.clause("CA.PLAY1", "CA.STD")
def test_before_the_flop_a_player_checks_or_plays_three_or_four_times_the_ante() -> None:
    assert offered(two_players().play(until="preflop"), 2) == {"check", "3x", "4x"}


@pytest.mark.clause("CA.PLAY1")
def test_a_player_who_has_bet_cannot_bet_again_or_change_the_bet() -> None:
    table = two_players().play({2: "3x"}, until="flop")
    assert offered(table, 2) == set()
    assert table.refusal(c.MakePlay(seat=Seat(2), multiple=2)) == "already_played"
    assert table.refusal(c.MakePlay(seat=Seat(2), multiple=4)) == "already_played"
    assert table.play({5: "fold"}).result(2)["play"].stake == 3000


@pytest.mark.clause("CA.PLAY3", "CA.STD")
def test_on_the_flop_a_player_who_has_not_played_checks_again_or_plays_twice_the_ante() -> None:
    table = two_players().play({2: "4x"}, until="flop")
    assert (offered(table, 2), offered(table, 5)) == (set(), {"check", "2x"})


@pytest.mark.clause("CA.PLAY5", "CA.STD")
def test_at_the_river_a_player_who_has_not_played_folds_or_plays_once_the_ante() -> None:
    table = two_players().play({2: "2x"}, until="river")
    assert (offered(table, 2), offered(table, 5)) == (set(), {"fold", "1x"})


@pytest.mark.clause("CA.PLAY2")
def test_the_first_three_community_cards_are_turned_when_the_players_have_acted() -> None:
    table = two_players().play(until="preflop")
    assert table.refusal(c.ShowFlop()) == "step_not_due"
    table.play({2: "4x"}, until="flop")
    assert table.of(e.FlopShown) == [e.FlopShown(cards=parse_cards("Th Jh Qh"))]
    assert table.state.round.board == parse_cards("Th Jh Qh")


@pytest.mark.clause("CA.PLAY4")
def test_the_turn_and_the_river_are_turned_together_when_the_players_have_acted() -> None:
    table = two_players().play(until="flop")
    assert table.refusal(c.ShowTurnAndRiver()) == "step_not_due"
    table.play({2: "2x"}, until="river")
    assert table.of(e.TurnAndRiverShown) == [e.TurnAndRiverShown(cards=parse_cards("Kh Ah"))]
    assert table.state.round.board == parse_cards("Th Jh Qh Kh Ah")
