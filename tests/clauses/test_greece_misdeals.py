"""Greece, wrong revelation of cards and misdeals, at the table itself."""

from __future__ import annotations

from fractions import Fraction

import pytest

from support.round_table import RoundTable
from uth.cards import parse_cards
from uth.rules.procedure import Remedy
from uth.table.floor.irregularities import (
    CardOffTable,
    CardsFaceUp,
    ConductBroken,
    DealerCardExposed,
    ExtraCardToAll,
    Irregularity,
    MachineJammed,
    NotShuffled,
    SeatMissed,
    ShufflerJammed,
    WrongCommunityShown,
    WrongNumberOfCards,
)
from uth.table.round import commands as c
from uth.table.round import events as e
from uth.table.round.due import due
from uth.units import Seat

ONE = Seat(1)


def wagered(dealing: str) -> RoundTable:
    table = RoundTable("greece", dealing=dealing)
    table.seat(1, "ann", hole="AsAd", ante=1000, trips=500, progressive=100).seat(2, "bob", hole="9s9d", ante=2000)
    return table.board("Ac 7d 2h 9h 4c").dealer("KdKc")


def report(table: RoundTable, what: Irregularity) -> tuple[e.Event, ...]:
    return table.send(c.Report(irregularity=what))


HAND, SHUFFLER = "hand", "shuffler"
MISDEALS = [
    pytest.param("GR.MISA1", HAND, "preflop", NotShuffled(), marks=pytest.mark.clause("GR.MISA1")),
    pytest.param("GR.MISA1", HAND, "river", NotShuffled(), marks=pytest.mark.clause("GR.MISA1")),
    pytest.param("GR.MISA2", HAND, "preflop", CardsFaceUp(cards=1), marks=pytest.mark.clause("GR.MISA2")),
    pytest.param(
        "GR.MISA3",
        HAND,
        "preflop",
        WrongNumberOfCards(seat=ONE, cards=3, fixable=False),
        marks=pytest.mark.clause("GR.MISA3"),
    ),
    pytest.param("GR.MISA4", HAND, "preflop", ExtraCardToAll(fixable=False), marks=pytest.mark.clause("GR.MISA4")),
    pytest.param("GR.MISA4", HAND, "flop", SeatMissed(seat=ONE, fixable=False), marks=pytest.mark.clause("GR.MISA4")),
    pytest.param(
        "GR.MISA5",
        HAND,
        "preflop",
        WrongNumberOfCards(seat=None, cards=3, fixable=True),
        marks=pytest.mark.clause("GR.MISA5"),
    ),
    pytest.param(
        "GR.MISA5",
        HAND,
        "river",
        WrongNumberOfCards(seat=None, cards=1, fixable=False),
        marks=pytest.mark.clause("GR.MISA5"),
    ),
    pytest.param("GR.MISA6", HAND, "preflop", DealerCardExposed(), marks=pytest.mark.clause("GR.MISA6")),
    pytest.param(
        "GR.MISB1",
        SHUFFLER,
        "preflop",
        WrongNumberOfCards(seat=ONE, cards=1, fixable=True),
        marks=pytest.mark.clause("GR.MISB1"),
    ),
    pytest.param(
        "GR.MISB1",
        SHUFFLER,
        "preflop",
        WrongNumberOfCards(seat=None, cards=3, fixable=True),
        marks=pytest.mark.clause("GR.MISB1"),
    ),
    pytest.param(
        "GR.MISB1", SHUFFLER, "flop", SeatMissed(seat=ONE, fixable=False), marks=pytest.mark.clause("GR.MISB1")
    ),
    pytest.param("GR.MISB2", SHUFFLER, "flop", ShufflerJammed(), marks=pytest.mark.clause("GR.MISB2")),
    pytest.param("GR.MISB2", SHUFFLER, "preflop", MachineJammed(), marks=pytest.mark.clause("GR.MISB2")),
    pytest.param("GR.MISB3", SHUFFLER, "preflop", CardsFaceUp(cards=2), marks=pytest.mark.clause("GR.MISB3")),
]


@pytest.mark.parametrize(("clause", "dealing", "until", "what"), MISDEALS)
def test_a_misdeal_cancels_all_hands_and_every_stake_goes_back(
    clause: str, dealing: str, until: str, what: Irregularity
) -> None:
    table = wagered(dealing).play(until=until)
    assert e.RoundVoided(clause=clause, saves=()) in report(table, what)
    table.play()
    assert {str(each.settled.outcome) for each in table.of(e.WagerSettled)} == {"void"}
    assert (table.net(1), table.net(2)) == (0, 0)
    assert table.state.meters == {"main": Fraction(table.posted.seed("main"))}
    table.next_round().wager(1, ante=1000).play({1: "4x"})


@pytest.mark.clause("GR.MISA7")
def test_a_card_that_falls_off_the_table_during_the_initial_deal_is_a_misdeal_and_later_one_for_the_floor() -> None:
    table = wagered(HAND).play(until="opening_deal")
    table.send(c.DealNext())
    assert e.RoundVoided(clause="GR.MISA7", saves=()) in report(table, CardOffTable())
    assert (table.play().net(1), table.net(2)) == (0, 0)
    later = wagered(HAND).play(until="flop")
    assert isinstance(report(later, CardOffTable())[-1], e.FloorCalled)


@pytest.mark.parametrize(
    "what",
    [
        pytest.param(WrongNumberOfCards(seat=ONE, cards=1, fixable=True), marks=pytest.mark.clause("GR.MISA3")),
        pytest.param(WrongNumberOfCards(seat=ONE, cards=3, fixable=True), marks=pytest.mark.clause("GR.MISA3")),
        pytest.param(SeatMissed(seat=ONE, fixable=True), marks=pytest.mark.clause("GR.MISA4")),
        pytest.param(ExtraCardToAll(fixable=True), marks=pytest.mark.clause("GR.MISA4")),
    ],
    ids=["one card", "three cards", "missed", "one too many to all"],
)
def test_by_hand_an_error_that_can_be_fixed_is_put_right_and_the_round_goes_on(what: Irregularity) -> None:
    table = wagered(HAND).play(until="preflop")
    before = (table.state.round.spots, table.state.round.deck)
    report(table, what)
    assert (table.state.round.spots, table.state.round.deck) == before
    assert table.play({1: "4x", 2: "4x"}).of(e.RoundVoided) == []


@pytest.mark.clause("GR.MISB3")
def test_from_the_shuffler_one_card_face_up_alone_is_no_misdeal() -> None:
    table = wagered(SHUFFLER).play(until="preflop")
    called = report(table, CardsFaceUp(cards=1))[-1]
    assert isinstance(called, e.FloorCalled)
    assert Remedy.CONTINUE in called.choices


@pytest.mark.clause("GR.WRONG1")
@pytest.mark.parametrize("dealing", [HAND, SHUFFLER])
@pytest.mark.parametrize("until", ["flop", "river"])
def test_a_croupier_who_shows_too_early_after_a_player_has_acted_deals_two_new_cards_from_the_shuffled_rest(
    dealing: str, until: str
) -> None:
    table = wagered(dealing).play(until=until)
    rest = {*table.state.round.deck}
    report(table, DealerCardExposed())
    assert due(table.state, table.posted) is c.ReplaceCards
    assert table.refusal(c.Check(seat=ONE)) == "step_not_due"
    assert table.refusal(c.ReplaceCards(cards=table.state.round.deck)) == "not_a_deck"
    assert table.refusal(c.ReplaceCards(cards=(*table.state.round.deck[:-1], "Kd"))) == "not_a_deck"  # type: ignore[arg-type]
    order = (*table.state.round.deck, *parse_cards("KdKc"))
    table.send(c.ReplaceCards(cards=order))
    assert table.state.round.dealer == order[:2]
    assert {*table.state.round.deck} == rest - {*order[:2]} | {*parse_cards("KdKc")}
    assert table.state.round.exposed == frozenset()
    table.play({1: "1x", 2: "1x"})
    assert table.of(e.DealerHandShown)[0].cards == order[:2]


@pytest.mark.clause("GR.WRONG1")
def test_before_any_player_has_acted_it_is_a_misdeal_instead() -> None:
    table = wagered(HAND).play(until="preflop")
    assert e.RoundVoided(clause="GR.MISA6", saves=()) in report(table, DealerCardExposed())
    acted = wagered(HAND).play(until="preflop")
    acted.send(c.Check(seat=ONE))
    report(acted, DealerCardExposed())
    assert due(acted.state, acted.posted) is c.ReplaceCards


@pytest.mark.clause("GR.MISA6")
def test_as_long_as_no_player_has_acted_it_is_a_misdeal_even_on_the_flop() -> None:
    table = RoundTable("greece", dealing=HAND).seat(1, "ann", ante=1000).play(until="preflop")
    report(table, ConductBroken(seat=ONE))
    table.send(c.RuleOnIrregularity(remedy=Remedy.VOID_HAND, by="Kim", reason="cards were shown"))
    table.play(until="flop_deal")
    assert e.RoundVoided(clause="GR.MISA6", saves=()) in report(table, DealerCardExposed())


@pytest.mark.clause("GR.WRONG1")
def test_after_the_first_action_it_is_the_wrong_time_until_the_showdown_whoever_is_still_to_act() -> None:
    table = wagered(HAND).play({1: "4x", 2: "4x"}, until="flop_deal")
    report(table, DealerCardExposed())
    assert due(table.state, table.posted) is c.ReplaceCards


@pytest.mark.clause("GR.WRONG2")
@pytest.mark.parametrize("dealing", [HAND, SHUFFLER])
@pytest.mark.parametrize(("until", "positions"), [("flop_deal", (4,)), ("river_deal", (4, 5)), ("flop", (5,))])
def test_wrong_community_cards_are_shuffled_back_and_replaced_face_down_in_the_missing_positions(
    dealing: str, until: str, positions: tuple[int, ...]
) -> None:
    table = wagered(dealing).play(until=until)
    before = table.state.round.community
    report(table, WrongCommunityShown(positions=positions))
    wrong = tuple(before[at - 1] for at in positions)
    assert table.state.round.exposed == {*wrong}
    order = (*table.state.round.deck, *wrong)
    table.send(c.ReplaceCards(cards=order))
    expected = list(before)
    for at, card in zip(positions, order, strict=False):
        expected[at - 1] = card
    assert table.state.round.community == tuple(expected)
    assert (table.state.round.exposed, table.state.round.community_shown) == (
        frozenset(),
        3 if until != "flop_deal" else 0,
    )
    assert len(table.play({1: "1x", 2: "1x"}).state.round.board) == 5
