"""California, the type of card deck used and dealing procedure 5: shuffler, two decks, the remaining cards."""

from __future__ import annotations

import pytest

from support.round_table import RoundTable
from uth.cards import DECK
from uth.table.deck.decks import Back, DeckStage, Pile
from uth.table.round import commands as c
from uth.table.round import events as e
from uth.table.round.banking import button
from uth.table.round.due import due
from uth.units import Seat

RED, BLUE = Back.RED, Back.BLUE


def wagered(dealing: str = "shuffler") -> RoundTable:
    table = RoundTable("california", dealing=dealing).bank(8, "hal", wager=100_000)
    return table.seat(1, "ann", ante=1000).seat(2, "bob", ante=1000)


def again(table: RoundTable) -> RoundTable:
    """Clear the layout; whoever has the button banks, the others wager."""
    table.next_round()
    table.send(c.Bank(seat=button(table.state, table.posted) or Seat(8), cents=100_000))
    return table.wager(2, ante=1000)


@pytest.mark.clause("CA.DECK1")
@pytest.mark.parametrize("dealing", ["shuffler", "shoe"])
def test_no_card_is_dealt_that_has_not_been_through_the_automatic_shuffler(dealing: str) -> None:
    table = wagered(dealing)
    assert table.refusal(c.ShuffleDeck(back=RED, cards=DECK)) == "step_not_due"
    table.make_ready()
    made_ready = [type(event) for event in table.events if getattr(event, "back", None) is RED]
    assert made_ready == [e.ShufflerLoaded, e.DeckShuffled, e.DeckPlaced]


@pytest.mark.clause("CA.DECK3")
def test_two_decks_of_different_backs_are_used_for_every_other_round_each() -> None:
    table, played = wagered(), []
    for _ in range(3):
        played.append(table.play({1: "4x", 2: "4x"}).state.in_play)
        again(table)
    assert played == [RED, BLUE, RED]


@pytest.mark.clause("CA.DECK3")
def test_one_deck_is_shuffled_while_the_other_is_used_and_only_one_lies_in_the_discard_rack() -> None:
    table = wagered().play(until="preflop")
    assert table.state.decks[BLUE].stage is DeckStage.IN_SHUFFLER
    again(table.play({1: "1x", 2: "1x"}))
    assert [deck.stage for deck in table.state.decks.values()] == [DeckStage.IN_RACK, DeckStage.IN_SHUFFLER]
    table.make_ready()
    assert [deck.stage for deck in table.state.decks.values()] == [DeckStage.IN_SHUFFLER, DeckStage.IN_PLACE]


@pytest.mark.clause("CA.DEAL5")
@pytest.mark.parametrize("dealing", ["shuffler", "shoe"])
def test_when_the_cards_are_out_the_rest_goes_to_the_discard_rack_unexposed_before_anyone_is_asked(
    dealing: str,
) -> None:
    table = wagered(dealing).play(until="opening_deal")
    while due(table.state, table.posted) is c.DealNext:
        assert table.refusal(c.DiscardStub()) == "step_not_due"
        table.send(c.DealNext())
    assert table.refusal(c.Check(seat=Seat(1))) == "step_not_due"
    rest = table.state.round.deck
    assert table.send(c.DiscardStub())[0] == e.CardsPickedUp(pile=Pile.STUB, cards=rest)
    assert (len(rest), table.state.turn, table.state.round.exposed) == (52 - 2 * 3 - 5, 1, frozenset())
