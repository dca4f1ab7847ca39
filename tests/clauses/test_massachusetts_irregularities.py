"""Massachusetts, section 14: irregularities at the table, the remedies for the cards, and the money."""

from __future__ import annotations

from fractions import Fraction

import pytest

from support.round_table import RoundTable
from uth.rules.procedure import Moment, Remedy
from uth.rules.values import Wager
from uth.table.deck.decks import Back, DeckStage, Pile
from uth.table.floor.irregularities import (
    CardDrawnInError,
    CardsFaceUp,
    DealerCardExposed,
    ExtraCardToAll,
    MachineJammed,
    SeatMissed,
    ShufflerJammed,
    WrongNumberOfCards,
)
from uth.table.round import commands as c
from uth.table.round import events as e
from uth.table.round.due import due
from uth.units import Seat

ALL_HANDS = {1: "4x", 2: "4x"}
BEFORE_ALL_HAVE_ACTED = ["preflop", "flop", "river"]


def wagered(dealing: str = "shoe") -> RoundTable:
    """Return a table at which seat 1 has made every wager and will have three eights, seat 2 an ante alone."""
    table = RoundTable("massachusetts", dealing=dealing)
    covers = {"cover_all": 500} if dealing == "machine" else {}
    table.seat(1, "ann", hole="8s8d", ante=1000, match_play=1000, trips=500, **covers, progressive=500)
    return table.seat(2, "bob", hole="JsJd", ante=2000).board("8c 7d 2h 9s 4c").dealer("KdKc")


def report(table: RoundTable, what: object) -> tuple[e.Event, ...]:
    return table.send(c.Report(irregularity=what))  # type: ignore[arg-type]


def void(clause: str, *saves: str) -> e.RoundVoided:
    return e.RoundVoided(clause=clause, saves=tuple(map(Wager, saves)))


def outcomes(table: RoundTable, seat: int) -> dict[str, str]:
    return {wager: str(settled.outcome) for wager, settled in table.result(seat).items()}


@pytest.mark.clause("MA.14a")
@pytest.mark.parametrize("phase", BEFORE_ALL_HAVE_ACTED)
@pytest.mark.parametrize("dealing", ["shoe", "machine"])
def test_a_dealer_card_exposed_before_all_have_acted_voids_all_hands_and_deals_trips_out(
    dealing: str, phase: str
) -> None:
    table = wagered(dealing).play(until=phase)
    assert void("MA.14a", "trips") in report(table, DealerCardExposed())
    table.play()
    assert outcomes(table, 1) == {**dict.fromkeys(table.result(1), "void"), "trips": "win"}
    assert set(outcomes(table, 2).values()) == {"void"}
    assert (table.net(1), table.net(2)) == (1500, 0)
    assert table.state.round.board == table.state.round.community


@pytest.mark.clause("MA.14a")
def test_what_a_void_hands_progressive_wager_fed_the_meters_is_taken_off_them_again() -> None:
    table = wagered().play(until="preflop")
    before = dict(table.state.meters)
    report(table, DealerCardExposed())
    assert all(table.state.meters[name] < before[name] for name in before)
    assert table.state.meters == {name: Fraction(table.posted.seed(name)) for name in before}


@pytest.mark.clause("MA.14a")
def test_without_a_trips_wager_nothing_more_is_dealt_and_everything_goes_back() -> None:
    table = RoundTable("massachusetts").seat(1, "ann", ante=1000).play(until="flop_deal")
    assert void("MA.14a") in report(table, DealerCardExposed())
    table.play()
    assert (table.net(1), table.state.round.board, table.of(e.CommunityDealt)) == (0, (), [])


@pytest.mark.clause("MA.14a")
@pytest.mark.parametrize("until", ["flop_deal", "river_deal"])
@pytest.mark.parametrize("dealing", ["shoe", "machine"])
def test_once_every_player_has_folded_or_played_the_round_goes_on_whatever_is_still_to_be_dealt(
    dealing: str, until: str
) -> None:
    table = wagered(dealing).play(ALL_HANDS, until=until)
    ruled = report(table, DealerCardExposed())[-1]
    assert isinstance(ruled, e.IrregularityRuled)
    assert (ruled.remedies, ruled.clause) == ((Remedy.CONTINUE,), "MA.14a")
    table.play()
    assert table.of(e.RoundVoided) == []
    assert outcomes(table, 1)["play"] == outcomes(table, 1)["trips"] == "win"
    assert outcomes(table, 2)["play"] == "lose"


@pytest.mark.clause("MA.14a")
@pytest.mark.parametrize("until", ["flop_deal", "river_deal"])
def test_one_player_who_has_only_checked_is_enough_for_all_hands_to_be_void(until: str) -> None:
    table = wagered().play({1: "4x"}, until=until)
    assert void("MA.14a", "trips") in report(table, DealerCardExposed())


@pytest.mark.clause("MA.14a")
def test_a_void_hand_has_no_decision_to_wait_for() -> None:
    table = wagered().play({1: "4x"}, until="flop")
    report(table, WrongNumberOfCards(seat=Seat(2), cards=3, fixable=False))
    report(table, DealerCardExposed())
    assert table.play().of(e.RoundVoided) == []


@pytest.mark.clause("MA.14a")
def test_at_the_showdown_a_dealer_card_may_be_seen() -> None:
    table = wagered().play(ALL_HANDS, until="showdown")
    assert table.refusal(c.Report(irregularity=DealerCardExposed())) == "cannot_have_happened"


@pytest.mark.clause("MA.14b")
@pytest.mark.parametrize("phase", ["opening_deal", "preflop", "flop"])
def test_one_card_found_face_up_goes_to_the_rack_and_into_no_hand(phase: str) -> None:
    table = wagered().play(until=phase)
    found = table.state.round.deck[0]
    assert e.CardsPickedUp(pile=Pile.FACE_UP, cards=(found,)) in report(table, CardsFaceUp(cards=1))
    table.play({1: "1x", 2: "1x"})
    holes = [card for spot in table.state.round.spots.values() for card in spot.hole]
    assert found not in {*table.state.round.community, *table.state.round.dealer, *holes}
    assert table.of(e.RoundVoided) == []


@pytest.mark.clause("MA.14b")
def test_two_cards_found_face_up_during_the_initial_deal_void_all_hands_and_save_nothing() -> None:
    table = wagered().play(until="opening_deal")
    table.send(c.DealNext())
    assert void("MA.14b") in report(table, CardsFaceUp(cards=2))
    table.play()
    assert (table.net(1), table.net(2)) == (0, 0)
    table.next_round().wager(1, ante=1000)
    assert due(table.state, table.posted) is c.ShuffleDeck


@pytest.mark.clause("MA.14b")
def test_one_card_now_and_one_later_are_more_than_one_and_after_the_initial_deal_trips_is_settled() -> None:
    table = wagered().play(until="opening_deal")
    report(table, CardsFaceUp(cards=1))
    table.play(until="flop")
    assert void("MA.14b", "trips") in report(table, CardsFaceUp(cards=1))
    table.play()
    assert outcomes(table, 1)["trips"] in ("win", "lose")
    assert {outcomes(table, 1)[wager] for wager in ("ante", "blind", "match_play")} == {"void"}


@pytest.mark.clause("MA.14b")
def test_from_the_machine_everyone_has_two_cards_before_the_stub_is_out_and_then_trips_is_settled() -> None:
    table = wagered("machine").play(until="opening_deal")
    while due(table.state, table.posted) is c.DealNext:
        table.send(c.DealNext())
    assert table.state.phase == "opening_deal"
    assert void("MA.14b", "trips") in report(table, CardsFaceUp(cards=2))
    assert outcomes(table.play(), 1)["trips"] == "win"


@pytest.mark.clause("MA.14c")
@pytest.mark.parametrize("phase", ["opening_deal", "preflop", "flop"])
def test_a_card_drawn_in_error_and_not_seen_is_the_next_card(phase: str) -> None:
    table = wagered().play(until=phase)
    drawn = table.state.round.deck[0]
    ruled = report(table, CardDrawnInError())[-1]
    assert isinstance(ruled, e.IrregularityRuled)
    assert (ruled.remedies, ruled.clause) == ((Remedy.USE_AS_NEXT,), "MA.14c")
    assert table.state.round.deck[0] == drawn
    table.play({1: "1x", 2: "1x"})
    assert table.result(1)["trips"].won == 1500


@pytest.mark.clause("MA.14d")
@pytest.mark.parametrize("cards", [0, 1, 3])
def test_a_player_dealt_a_wrong_number_of_cards_gets_everything_back_and_the_others_play_on(cards: int) -> None:
    table = wagered().play(until="preflop")
    report(table, WrongNumberOfCards(seat=Seat(1), cards=cards, fixable=True))
    assert table.refusal(c.Check(seat=Seat(1))) == "hand_is_void"
    table.play({2: "4x"})
    assert set(outcomes(table, 1).values()) == {"void"}
    assert table.net(1) == 0
    assert set(outcomes(table, 2).values()) <= {"win", "lose", "push"}
    assert table.state.meters["main"] == table.posted.seed("main")


@pytest.mark.clause("MA.14d")
def test_a_player_who_was_dealt_no_cards_at_all_has_a_void_hand() -> None:
    table = wagered().play(until="preflop")
    report(table, SeatMissed(seat=Seat(2), fixable=False))
    assert table.of(e.HandVoided) == [e.HandVoided(seat=Seat(2), clause="MA.14d")]
    assert table.play({1: "4x"}).net(2) == 0


@pytest.mark.clause("MA.14d")
@pytest.mark.parametrize("cards", [1, 3])
def test_a_dealer_who_can_deal_the_right_number_in_sequence_does_so_and_the_round_goes_on(cards: int) -> None:
    table = wagered().play(until="preflop")
    dealer, deck = table.state.round.dealer, table.state.round.deck
    events = report(table, WrongNumberOfCards(seat=None, cards=cards, fixable=True))
    assert events[-1] == e.DealPutRight(seat=None, held=2)
    assert (table.state.round.dealer, table.state.round.deck) == (dealer, deck)
    assert table.play(ALL_HANDS).of(e.RoundVoided) == []


@pytest.mark.clause("MA.14d")
def test_a_dealer_who_cannot_voids_all_hands() -> None:
    table = wagered().play(until="preflop")
    assert void("MA.14d") in report(table, WrongNumberOfCards(seat=None, cards=1, fixable=False))
    assert (table.play().net(1), table.net(2)) == (0, 0)


@pytest.mark.clause("MA.14d")
@pytest.mark.parametrize("cards", [1, 3])
def test_community_cards_that_lie_face_up_do_not_keep_the_dealer_from_putting_it_right(cards: int) -> None:
    table = wagered().play(until="flop")
    before = (table.state.round.dealer, table.state.round.deck)
    events = report(table, WrongNumberOfCards(seat=None, cards=cards, fixable=True))
    assert events[-1] == e.DealPutRight(seat=None, held=2)
    assert (table.state.round.dealer, table.state.round.deck) == before
    assert table.play({1: "1x", 2: "1x"}).of(e.RoundVoided) == []


@pytest.mark.clause("MA.14d")
def test_a_card_that_was_turned_face_up_cannot_complete_the_dealers_hand() -> None:
    table = wagered().play(ALL_HANDS, until="flop_deal")
    report(table, DealerCardExposed(positions=(2,)))
    put_right = WrongNumberOfCards(seat=None, cards=1, fixable=True)
    assert table.refusal(c.Report(irregularity=put_right)) == "cannot_have_happened"
    assert void("MA.14d") in report(table, WrongNumberOfCards(seat=None, cards=1, fixable=False))


@pytest.mark.clause("MA.14d")
def test_a_deck_with_a_wrong_number_of_cards_cannot_complete_the_dealers_hand() -> None:
    table = wagered().play(until="preflop")
    short = WrongNumberOfCards(seat=None, cards=1, fixable=True, deck_whole=False)
    assert void("MA.14d") in report(table, short)
    assert (table.play().net(1), table.net(2)) == (0, 0)


@pytest.mark.clause("MA.14d")
def test_once_the_stub_has_left_the_shoe_the_dealers_hand_cannot_be_put_right() -> None:
    table = wagered().play(until="river")
    put_right = WrongNumberOfCards(seat=None, cards=1, fixable=True)
    assert table.refusal(c.Report(irregularity=put_right)) == "cannot_have_happened"


@pytest.mark.clause("MA.14d")
def test_a_card_too_many_to_everyone_makes_every_hand_void() -> None:
    table = wagered().play(until="preflop")
    assert void("MA.14d") in report(table, ExtraCardToAll(fixable=False))
    assert (table.play().net(1), table.net(2)) == (0, 0)


@pytest.mark.clause("MA.14e")
@pytest.mark.parametrize("dealing", ["machine", "shoe_with_shuffler"])
def test_cards_a_jammed_shuffler_did_not_finish_are_shuffled_again_before_they_are_used(dealing: str) -> None:
    table = wagered(dealing).ready_for(c.PlaceDeck)
    assert table.state.decks[Back.RED].stage is DeckStage.SHUFFLED
    assert e.ReshuffleOrdered(back=Back.RED, clause="MA.14e") in report(table, ShufflerJammed())
    assert table.refusal(c.PlaceDeck(back=Back.RED)) == "step_not_due"
    assert due(table.state, table.posted) is c.ShuffleDeck
    assert table.play(ALL_HANDS).state.shuffles == 2


@pytest.mark.clause("MA.14f")
def test_an_automated_shoe_that_jams_voids_the_round_until_it_is_settled() -> None:
    table = wagered("machine").play(ALL_HANDS, until="showdown")
    assert void("MA.14f") in report(table, MachineJammed())


@pytest.mark.clause("MA.14f")
@pytest.mark.parametrize("dealt", [1, 6, 8])
def test_an_automated_shoe_that_jams_while_dealing_voids_the_round_and_all_cards_are_shuffled_again(dealt: int) -> None:
    table = wagered("machine").play(until="opening_deal")
    for _ in range(dealt):
        table.send(c.DealNext())
    assert void("MA.14f") in report(table, MachineJammed())
    table.play()
    assert (table.net(1), table.net(2)) == (0, 0)
    table.next_round()
    assert sum(len(each.cards) for each in table.state.rack) == 52
    table.wager(1, ante=1000).play({1: "4x"}).next_round().wager(1, ante=1000).ready_for(c.PlaceDeck)
    assert table.state.decks[Back.RED].stage is DeckStage.SHUFFLED


@pytest.mark.clause("MA.14a", "MA.14b", "MA.14c")
@pytest.mark.parametrize(
    ("until", "moment"), [("preflop", Moment.DEALT), ("flop", Moment.FLOP)], ids=["nobody has acted", "on the flop"]
)
@pytest.mark.parametrize("what", [DealerCardExposed(), CardsFaceUp(cards=2), CardDrawnInError()])
def test_what_is_reported_is_on_record_with_its_moment_before_it_is_ruled_on(
    what: DealerCardExposed | CardsFaceUp | CardDrawnInError, until: str, moment: Moment
) -> None:
    table = RoundTable("massachusetts", dealing="shoe").seat(1, "p1", ante=1000).play(until=until)
    first, *after = table.send(c.Report(irregularity=what))
    assert isinstance(first, e.IrregularityReported)
    assert (first.irregularity.kind, first.moment) == (what.kind, moment)
    assert any(isinstance(event, e.IrregularityRuled) for event in after)
