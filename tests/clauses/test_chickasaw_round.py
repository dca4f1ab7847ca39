"""Chickasaw Nation: the order of the round, from 'No more bets' to the dealer's hand."""

from __future__ import annotations

import pytest

from support.decisions import offered, said
from support.round_table import RoundTable
from uth.cards import DECK, Card
from uth.rules.values import Street, Wager
from uth.table.round import commands as c
from uth.table.round import events as e
from uth.units import Seat

ONE, THREE = Seat(1), Seat(3)
DEALT = (e.CommunityDealt, e.HoleDealt, e.DealerDealt)


def two_players() -> RoundTable:
    """Return a table with seats 1 and 3 taken, a wager on each."""
    table = RoundTable("chickasaw").seat(1, "p1", hole="AsKd", ante=1000).seat(3, "p3", hole="8c8d", ante=2000)
    return table.board("7h 7c 2s Kh 9d").dealer("QsQd")


# 'No more bets', and the cards.


@pytest.mark.clause("CN.8")
def test_no_card_is_dealt_before_no_more_bets() -> None:
    table = two_players()
    assert table.refusal(c.DealNext()) == "step_not_due"
    table.send(c.AnnounceNoMoreBets())
    table.send(c.StartGame())
    assert table.refusal(c.DealNext()) is None


@pytest.mark.clause("CN.8")
def test_the_ante_still_lies_on_the_layout_after_no_more_bets() -> None:
    table = two_players()
    table.send(c.AnnounceNoMoreBets())
    assert table.state.round.spots[ONE].wagers == {Wager.ANTE: 1000, Wager.BLIND: 1000}


NOT_A_DECK = [
    pytest.param(DECK[:51], id="a card short"),
    pytest.param((*DECK, Card("As")), id="a card too many"),
    pytest.param((*DECK[:51], Card("2c")), id="a card twice"),
    pytest.param(DECK + DECK, id="two decks"),
]


@pytest.mark.clause("CN.45")
@pytest.mark.parametrize("cards", NOT_A_DECK)
def test_a_deck_that_is_not_the_52_cards_is_refused(cards: tuple[Card, ...]) -> None:
    table = two_players()
    assert table.refused_shuffle(cards) == "not_a_deck"
    assert table.refused_shuffle(DECK[::-1]) is None


@pytest.mark.clause("CN.11")
def test_the_five_community_cards_are_dealt_first_and_lie_face_down() -> None:
    table = two_players().play(until="preflop")
    dealt = [type(event) for event in table.events if isinstance(event, DEALT)]
    assert dealt[:5] == [e.CommunityDealt] * 5
    assert e.CommunityDealt not in dealt[5:]
    assert table.state.round.board == ()


@pytest.mark.clause("CN.12")
def test_two_cards_go_to_each_player_from_left_to_right_and_then_to_the_dealer() -> None:
    table = RoundTable("chickasaw")
    for number in (5, 2, 4):
        table.seat(number, f"p{number}", ante=1000)
    table.play(until="preflop")
    after = [event for event in table.events if isinstance(event, e.HoleDealt | e.DealerDealt)]
    assert [event.seat if isinstance(event, e.HoleDealt) else "dealer" for event in after] == [2, 4, 5, "dealer"]
    assert {len(event.cards) for event in after} == {2}


# The three times a player is asked.

ASKED = [
    pytest.param("preflop", "check 4x 3x", "2x 1x fold", marks=pytest.mark.clause("CN.16")),
    pytest.param("flop", "check 2x", "4x 3x 1x fold", marks=pytest.mark.clause("CN.18")),
    pytest.param("river", "1x fold", "check 2x 3x 4x", marks=pytest.mark.clause("CN.20")),
]


@pytest.mark.parametrize(("street", "may", "may_not"), ASKED)
def test_a_player_is_offered_what_the_street_has_and_nothing_else(street: str, may: str, may_not: str) -> None:
    table = two_players().play(until=street)
    assert offered(table, 1) == set(may.split())
    assert all(table.refusal(said(words, 1)) is not None for words in may_not.split())


MULTIPLES = [
    pytest.param("4x", 8000, marks=pytest.mark.clause("CN.16")),
    pytest.param("3x", 6000, marks=pytest.mark.clause("CN.16")),
    pytest.param("2x", 4000, marks=pytest.mark.clause("CN.18")),
    pytest.param("1x", 2000, marks=pytest.mark.clause("CN.20")),
]


@pytest.mark.parametrize(("play", "cents"), MULTIPLES)
def test_the_play_wager_is_that_many_times_the_ante(play: str, cents: int) -> None:
    table = two_players().play({1: "1x", 3: play})
    (made,) = [event for event in table.of(e.PlayMade) if event.seat == THREE]
    assert made.cents == cents


@pytest.mark.clause("CN.18", "CN.20")
def test_a_player_who_has_played_is_not_asked_again() -> None:
    table = two_players().play({1: "4x", 3: "2x"}, until="flop")
    assert table.state.turn == THREE
    assert table.refusal(c.MakePlay(seat=ONE, multiple=2)) == "already_played"


# Turning up the cards.


@pytest.mark.clause("CN.17")
def test_three_community_cards_are_turned_up_once_every_player_has_acted() -> None:
    table = two_players().play(until="preflop")
    table.send(c.Check(seat=ONE))
    assert table.refusal(c.ShowFlop()) == "step_not_due"
    table.send(c.Check(seat=THREE))
    assert table.send(c.ShowFlop())[0] == e.FlopShown(cards=(Card("7h"), Card("7c"), Card("2s")))


@pytest.mark.clause("CN.19")
def test_the_last_two_community_cards_are_turned_up_together_once_every_player_has_acted() -> None:
    table = two_players().play(until="flop")
    table.send(c.Check(seat=ONE))
    assert table.refusal(c.ShowTurnAndRiver()) == "step_not_due"
    table.send(c.Check(seat=THREE))
    assert table.send(c.ShowTurnAndRiver())[0] == e.TurnAndRiverShown(cards=(Card("Kh"), Card("9d")))


@pytest.mark.clause("CN.17", "CN.19")
def test_nobody_is_asked_on_a_street_that_everyone_has_played_before() -> None:
    table = two_players().play({1: "4x", 3: "3x"})
    shown = [type(event) for event in table.events if isinstance(event, e.FlopShown | e.TurnAndRiverShown)]
    assert shown == [e.FlopShown, e.TurnAndRiverShown]
    assert [event.street for event in table.of(e.StreetOpened)] == [Street.PREFLOP, Street.FLOP, Street.RIVER]
    assert table.of(e.Checked) == []


@pytest.mark.clause("CN.23")
def test_the_dealer_shows_two_cards_and_announces_the_hand_after_the_last_decision() -> None:
    table = two_players().play({1: "4x"}, until="river")
    assert table.refusal(c.ShowDealerHand()) == "step_not_due"
    table.send(c.Fold(seat=THREE))
    (shown,) = table.send(c.ShowDealerHand())
    assert isinstance(shown, e.DealerHandShown)
    assert [str(card) for card in shown.cards] == ["Qs", "Qd"]
    assert str(shown.hand) == "Two Pair, Queens and Sevens"


@pytest.mark.clause("CN.23")
def test_no_wager_is_settled_before_the_dealer_has_shown() -> None:
    table = two_players().play({1: "4x", 3: "4x"}, until="showdown")
    assert table.refusal(c.SettleRound()) == "step_not_due"
