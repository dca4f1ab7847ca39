"""Massachusetts, sections 2(b), 3, 4 and 8(a): the cards from their box to the shoe."""

from __future__ import annotations

import pytest

from support.round_table import RoundTable
from uth.cards import DECK
from uth.table.deck.decks import Back, DeckStage
from uth.table.round import commands as c
from uth.table.round import events as e
from uth.table.round.due import due
from uth.table.round.refusals import refusal_of
from uth.table.round.state import Phase
from uth.units import PlayerId, Seat

RED, BLUE, ONE = Back.RED, Back.BLUE, Seat(1)


def with_cards(dealing: str = "shoe", *, player: bool = True) -> RoundTable:
    """Return a table at which the red deck has just been received."""
    table = RoundTable("massachusetts", dealing=dealing)
    if player:
        table.send(c.TakeSeat(seat=ONE, player=PlayerId("ann")))
    table.send(c.ReceiveDeck(back=RED))
    return table


def verified(dealing: str = "shoe", *, player: bool = True) -> RoundTable:
    table = with_cards(dealing, player=player)
    table.send(c.InspectDeck(back=RED))
    table.send(c.VerifyDeck(back=RED, by="Dana"))
    return table


def wagered(dealing: str = "shoe") -> RoundTable:
    """Return an open table with a wager down and no deck ready."""
    return RoundTable("massachusetts", dealing=dealing).seat(1, "ann", ante=1000)


def due_at(table: RoundTable) -> type[c.Command] | None:
    return due(table.state, table.posted)


def stage(table: RoundTable, back: Back) -> DeckStage:
    return table.state.decks[back].stage


@pytest.mark.clause("MA.3a")
def test_the_dealer_receives_and_inspects_the_cards_before_anything_else_is_done_with_them() -> None:
    table = RoundTable("massachusetts")
    assert table.refusal(c.InspectDeck(back=RED)) == "step_not_due"
    table.send(c.ReceiveDeck(back=RED))
    for step in (c.VerifyDeck(back=RED, by="Dana"), c.SpreadDeck(back=RED), c.WashDeck(back=RED), c.OpenTable()):
        assert table.refusal(step) == "step_not_due"
    assert table.send(c.InspectDeck(back=RED)) == (e.DeckInspected(back=RED),)


@pytest.mark.clause("MA.3b")
def test_the_floorperson_verifies_the_cards_by_name_before_they_are_spread() -> None:
    table = with_cards()
    table.send(c.InspectDeck(back=RED))
    assert table.refusal(c.SpreadDeck(back=RED)) == "step_not_due"
    assert table.refusal(c.VerifyDeck(back=RED, by="")) == "not_signed"
    assert table.send(c.VerifyDeck(back=RED, by="Dana")) == (e.DeckVerified(back=RED, by="Dana"),)
    assert table.refusal(c.SpreadDeck(back=RED)) is None


@pytest.mark.clause("MA.3b")
def test_the_cards_lie_spread_until_a_first_player_has_arrived_and_looked_them_over() -> None:
    table = verified(player=False)
    table.send(c.SpreadDeck(back=RED))
    assert table.refusal(c.ShowDeck(back=RED, seat=ONE)) == "seat_empty"
    assert table.refusal(c.WashDeck(back=RED)) == "step_not_due"
    table.send(c.TakeSeat(seat=ONE, player=PlayerId("ann")))
    assert table.send(c.ShowDeck(back=RED, seat=ONE)) == (e.DeckLookedOver(back=RED, seat=ONE),)


@pytest.mark.clause("MA.3b")
def test_the_cards_are_shown_to_the_player_who_arrived_first_and_to_nobody_else() -> None:
    table = verified(player=False)
    table.send(c.SpreadDeck(back=RED))
    for seat, name in ((3, "cy"), (ONE, "ann"), (5, "eve")):
        table.send(c.TakeSeat(seat=Seat(seat), player=PlayerId(name)))
    assert table.refusal(c.ShowDeck(back=RED, seat=ONE)) == "not_the_first_player"
    assert table.refusal(c.ShowDeck(back=RED, seat=Seat(5))) == "not_the_first_player"
    assert table.refusal(c.ShowDeck(back=RED, seat=Seat(3))) is None
    table.send(c.LeaveSeat(seat=Seat(3)))
    table.send(c.TakeSeat(seat=Seat(3), player=PlayerId("cy")))
    assert table.refusal(c.ShowDeck(back=RED, seat=Seat(3))) == "not_the_first_player"
    assert table.send(c.ShowDeck(back=RED, seat=ONE)) == (e.DeckLookedOver(back=RED, seat=ONE),)


@pytest.mark.clause("MA.3c")
def test_then_the_cards_are_turned_down_washed_and_stacked_before_the_table_opens_and_they_are_shuffled() -> None:
    table = verified()
    table.send(c.SpreadDeck(back=RED))
    table.send(c.ShowDeck(back=RED, seat=ONE))
    assert table.refusal(c.StackDeck(back=RED)) == "step_not_due"
    table.send(c.WashDeck(back=RED))
    assert table.refusal(c.OpenTable()) == table.refusal(c.ShuffleDeck(back=RED, cards=DECK)) == "step_not_due"
    table.send(c.StackDeck(back=RED))
    table.send(c.OpenTable())
    assert due_at(table) is c.ShuffleDeck


@pytest.mark.clause("MA.3d")
def test_each_of_two_decks_goes_through_the_whole_opening_on_its_own() -> None:
    table = RoundTable("massachusetts", dealing="machine")
    table.send(c.TakeSeat(seat=ONE, player=PlayerId("ann")))
    table.ready_for(c.SetCoverAllMode)
    steps = [
        e.DeckReceived,
        e.DeckInspected,
        e.DeckVerified,
        e.DeckSpread,
        e.DeckLookedOver,
        e.DeckWashed,
        e.DeckStacked,
    ]
    for back in (RED, BLUE):
        assert [type(event) for event in table.events if getattr(event, "back", None) is back] == steps


@pytest.mark.clause("MA.3d")
def test_the_table_does_not_open_while_the_second_deck_is_not_ready() -> None:
    table = verified("machine")
    for step in (c.SpreadDeck(back=RED), c.ShowDeck(back=RED, seat=ONE), c.WashDeck(back=RED), c.StackDeck(back=RED)):
        table.send(step)
    assert table.refusal(c.OpenTable()) == "step_not_due"
    assert due_at(table) is c.ReceiveDeck


@pytest.mark.clause("MA.2b")
def test_with_a_shuffler_two_decks_of_different_backs_take_every_other_round_each() -> None:
    table, played = wagered("machine"), []
    for _ in range(4):
        table.play({1: "4x"})
        played.append(table.state.in_play)
        table.next_round().wager(1, ante=1000)
    assert played == [RED, BLUE, RED, BLUE]


@pytest.mark.clause("MA.2b")
def test_one_deck_is_in_the_shuffler_while_the_other_is_dealt() -> None:
    table = wagered("machine")
    for _ in range(2):
        table.play(until="preflop")
        (other,) = {RED, BLUE} - {table.state.in_play}
        assert stage(table, other) is DeckStage.IN_SHUFFLER
        table.play({1: "1x"}).next_round().wager(1, ante=1000)


@pytest.mark.clause("MA.2b")
def test_the_discard_rack_never_holds_cards_of_two_decks() -> None:
    table = wagered("machine").play({1: "4x"}).next_round().wager(1, ante=1000)
    assert (stage(table, RED), sum(len(each.cards) for each in table.state.rack)) == (DeckStage.IN_RACK, 52)
    table.ready_for(c.LoadShuffler)
    assert refusal_of(table.state, c.AnnounceNoMoreBets(), table.posted) is not None
    table.send(c.LoadShuffler(back=RED))
    assert (stage(table, RED), table.state.rack) == (DeckStage.IN_SHUFFLER, ())


@pytest.mark.clause("MA.2b")
def test_without_a_shuffler_there_is_no_second_deck() -> None:
    assert RoundTable("massachusetts", dealing="shoe").refusal(c.ReceiveDeck(back=BLUE)) == "not_a_deck"


@pytest.mark.clause("MA.4a")
def test_no_round_is_dealt_from_cards_that_were_not_shuffled_after_the_last_one() -> None:
    table = wagered().play({1: "4x"}).next_round().wager(1, ante=1000)
    assert due_at(table) is c.ShuffleDeck
    assert table.refusal(c.PlaceDeck(back=RED)) == "step_not_due"
    table.play({1: "4x"})
    assert table.state.shuffles == 2


@pytest.mark.clause("MA.4a")
def test_the_device_shuffles_as_well_as_the_hand_and_stacks_the_whole_deck() -> None:
    for dealing, before in (("shoe", []), ("machine", [e.ShufflerLoaded(back=RED)])):
        table = wagered(dealing)
        table.make_ready()
        shuffled = next(event for event in table.events if isinstance(event, e.DeckShuffled))
        assert sorted(shuffled.cards) == list(DECK)
        at = table.events.index(shuffled)
        assert table.events[at - len(before) : at] == before


@pytest.mark.clause("MA.4b")
@pytest.mark.parametrize(("dealing", "steps"), [("shoe", [c.CutDeck, c.PlaceDeck]), ("machine", [c.PlaceDeck])])
def test_once_shuffled_and_stacked_the_cards_go_into_the_shoe_or_the_machine_they_are_dealt_from(
    dealing: str, steps: list[type[c.Command]]
) -> None:
    table = wagered(dealing).ready_for(c.ShuffleDeck)
    table.send(c.ShuffleDeck(back=RED, cards=DECK))
    for step in steps:
        assert due_at(table) is step
        table.send(c.CutDeck(back=RED, taken=10) if step is c.CutDeck else c.PlaceDeck(back=RED))
    assert stage(table, RED) is DeckStage.IN_PLACE


@pytest.mark.clause("MA.4c")
def test_a_cut_takes_ten_cards_or_more_from_the_top_and_puts_the_rest_onto_them() -> None:
    table = wagered().ready_for(c.ShuffleDeck)
    table.send(c.ShuffleDeck(back=RED, cards=DECK))
    assert table.refusal(c.CutDeck(back=RED, taken=9)) == "cut_too_small"
    assert table.refusal(c.CutDeck(back=RED, taken=52)) == "cut_too_small"
    table.send(c.CutDeck(back=RED, taken=10))
    assert table.state.decks[RED].order == (*DECK[10:], *DECK[:10])
    table.play(until="preflop")
    assert (table.of(e.HoleDealt)[0].cards, table.of(e.DeckCut)) == (DECK[10:11], [e.DeckCut(back=RED, taken=10)])


@pytest.mark.clause("MA.4d")
def test_a_supervisor_has_the_cards_cut_again_with_a_name_and_a_reason() -> None:
    table = wagered().ready_for(c.CutDeck)
    order = c.OrderRecut(by="Dana", reason="the cut was dropped")
    assert table.refusal(order) == "nothing_to_recut"
    table.send(c.CutDeck(back=RED, taken=26))
    assert table.refusal(c.OrderRecut(by="", reason="the cut was dropped")) == "not_signed"
    assert table.send(order) == (e.RecutOrdered(back=RED, by="Dana", reason="the cut was dropped"),)
    assert (due_at(table), table.refusal(c.PlaceDeck(back=RED))) == (c.CutDeck, "step_not_due")


@pytest.mark.clause("MA.4d")
def test_the_cards_are_cut_again_only_until_a_card_is_dealt() -> None:
    table = wagered()
    table.send(c.AnnounceNoMoreBets())
    order = c.OrderRecut(by="Dana", reason="a card was flashed")
    table.send(order)
    assert table.refusal(c.DealNext()) == "step_not_due"
    table.send(c.CutDeck(back=RED, taken=20))
    table.send(c.PlaceDeck(back=RED))
    table.send(c.DealNext())
    assert table.refusal(order) == "nothing_to_recut"


@pytest.mark.clause("MA.4e")
@pytest.mark.parametrize(("dealing", "decks"), [("shoe", [RED]), ("machine", [RED, BLUE])])
def test_at_an_idle_table_the_cards_are_spread_and_washed_again_once_a_player_has_looked(
    dealing: str, decks: list[Back]
) -> None:
    table = wagered(dealing).play({1: "4x"}).next_round()
    assert table.send(c.GoIdle()) == (e.TableIdled(),)
    assert [stage(table, back) for back in decks] == [DeckStage.SPREAD] * len(decks)
    table.wager(1, ante=1000)
    table.make_ready()
    for back in decks:
        done = [type(event) for event in table.events if getattr(event, "back", None) is back][:3]
        assert done == [e.DeckLookedOver, e.DeckWashed, e.DeckStacked]
    assert table.send(c.AnnounceNoMoreBets())[0] == e.NoMoreBetsAnnounced()


@pytest.mark.clause("MA.4e")
def test_a_table_with_wagers_on_it_is_not_idle() -> None:
    assert wagered().refusal(c.GoIdle()) == "wagers_on_the_layout"
    assert wagered().play(until="preflop").refusal(c.GoIdle()) == "step_not_due"


@pytest.mark.clause("MA.8a")
def test_the_licensee_may_deal_from_an_automated_shoe_that_dispenses_stacks_of_two() -> None:
    table = RoundTable("massachusetts", dealing="machine").seat(1, "ann", ante=1000).seat(2, "bob", ante=1000)
    table.play(until="preflop")
    assert [len(event.cards) for event in table.of(e.HoleDealt)] == [2, 2]
    assert [len(event.cards) for event in table.of(e.DealerDealt)] == [2]


@pytest.mark.clause("MA.12d")
def test_where_cover_all_is_offered_the_shuffler_is_set_to_its_mode_before_the_table_opens() -> None:
    table = RoundTable("massachusetts", dealing="machine")
    table.send(c.TakeSeat(seat=ONE, player=PlayerId("ann")))
    table.ready_for(c.SetCoverAllMode)
    assert table.refusal(c.OpenTable()) == "step_not_due"
    assert table.send(c.SetCoverAllMode()) == (e.CoverAllModeSet(),)
    assert table.refusal(c.SetCoverAllMode()) == "step_not_due"
    table.send(c.OpenTable())
    assert table.state.phase is Phase.WAGERS
    table.send(c.CloseTable())
    assert table.ready_for(c.SetCoverAllMode).refusal(c.OpenTable()) == "step_not_due", "another day asks again"


@pytest.mark.clause("MA.12d")
@pytest.mark.parametrize("dealing", ["shoe", "shoe_with_shuffler"])
def test_nothing_is_set_to_cover_all_where_no_machine_deals(dealing: str) -> None:
    table = RoundTable("massachusetts", dealing=dealing)
    table.send(c.TakeSeat(seat=ONE, player=PlayerId("ann")))
    table.ready_for(c.OpenTable)
    assert table.refusal(c.SetCoverAllMode()) is not None
    table.send(c.OpenTable())
    table.send(c.BuyIn(seat=ONE, cents=10_000))
    table.wager(1, ante=1000).play({1: "4x"})
    assert (table.of(e.CoverAllModeSet), table.of(e.CoverAllPaysShown)) == ([], [])


@pytest.mark.clause("MA.12e")
@pytest.mark.parametrize(
    ("others", "pays"),
    [
        (0, ["200 to 1", "100 to 1", "70 to 1", "12 to 1"]),
        (1, ["150 to 1", "80 to 1", "50 to 1", "8 to 1"]),
        (5, ["70 to 1", "30 to 1", "20 to 1", "4 to 1"]),
    ],
)
def test_the_shuffler_shows_the_hands_and_the_pays_once_the_dealers_hand_has_left_it(
    others: int, pays: list[str]
) -> None:
    table = RoundTable("massachusetts", dealing="machine").seat(1, "ann", ante=1000, cover_all=500)
    for seat in range(2, 2 + others):
        table.seat(seat, f"p{seat}", ante=1000)
    table.play(dict.fromkeys(range(1, 7), "4x"), until="showdown")
    assert table.of(e.CoverAllPaysShown) == []
    shown = table.send(c.ShowDealerHand())[0]
    hands = ("royal_flush", "straight_flush", "four_of_a_kind", "full_house")
    assert shown == e.CoverAllPaysShown(hands=others + 2, pays=dict(zip(hands, pays, strict=True)))


@pytest.mark.clause("MA.4d")
def test_cards_that_a_machine_deals_without_a_cut_are_not_cut_again() -> None:
    table = RoundTable("massachusetts", dealing="machine").seat(1, "ann", ante=1000).make_ready()
    order = c.OrderRecut(by="Dana", reason="the cut was dropped")
    assert table.refusal(order) == "nothing_to_recut"
    table.send(c.AnnounceNoMoreBets())
    assert table.refusal(order) == "nothing_to_recut"
