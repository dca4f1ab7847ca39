"""Reports of irregularities that cannot have happened are refused with the reason, and nothing changes."""

from __future__ import annotations

import pytest

from support.round_table import RoundTable
from uth.errors import Refused
from uth.rules.procedure import Remedy
from uth.table.deck.decks import Back
from uth.table.floor import irregularities as i
from uth.table.floor.rulings import in_shuffler
from uth.table.round import commands as c
from uth.table.round import events as e
from uth.table.round.decide import decide
from uth.table.round.due import due
from uth.table.round.state import Phase
from uth.units import Seat

ONE = Seat(1)
SHOE = ("massachusetts", "shoe")

NOT_BELIEVED = [
    ("MA.14a", SHOE, "wagers", i.DealerCardExposed(), "no round is on; a settled one can be disputed"),
    ("MA.14a", SHOE, "opening_deal", i.DealerCardExposed(), "the dealer has no card"),
    ("MA.14a", SHOE, "showdown", i.DealerCardExposed(), "everyone has acted"),
    ("MA.14b", SHOE, "preflop", i.CardsFaceUp(cards=52), "52 cards are not left to be found"),
    (
        "MA.14d",
        SHOE,
        "preflop",
        i.WrongNumberOfCards(seat=ONE, cards=2, fixable=False),
        "2 is the right number of cards",
    ),
    (
        "MA.14d",
        SHOE,
        "preflop",
        i.WrongNumberOfCards(seat=Seat(5), cards=3, fixable=False),
        "seat 5 has no wager in this round",
    ),
    (
        "MA.14d",
        SHOE,
        "opening_deal",
        i.WrongNumberOfCards(seat=ONE, cards=1, fixable=False),
        "seat 1 has not been dealt to yet",
    ),
    ("MA.14d", SHOE, "opening_deal", i.WrongNumberOfCards(seat=None, cards=1, fixable=False), "the dealer has no card"),
    ("MA.14d", SHOE, "opening_deal", i.ExtraCardToAll(fixable=False), "not every seat has cards"),
    ("MA.14f", SHOE, "preflop", i.MachineJammed(), "no machine deals here"),
    ("MA.14e", SHOE, "preflop", i.ShufflerJammed(), "no shuffler is used here"),
    ("MA.7h", ("massachusetts", "machine"), "preflop", i.ShufflerCountWrong(), "this shuffler does not count"),
    ("CN.48", ("california", None), "wagers", i.ProgressiveDown(at_win=False), "there is no progressive here"),
    (
        "GR.WRONG2",
        ("greece", None),
        "flop",
        i.WrongCommunityShown(positions=(1,)),
        "those community cards do not lie face down",
    ),
    ("GR.15", ("greece", None), "preflop", i.ConductBroken(seat=Seat(4)), "seat 4 has no wager in this round"),
]


@pytest.mark.clause(
    "MA.14a", "MA.14b", "MA.14d", "MA.14e", "MA.14f", "CN.48", "GR.WRONG2", "GR.15"
)  # fmt: skip
@pytest.mark.parametrize(("clause", "at", "until", "what", "says"), NOT_BELIEVED)
def test_what_cannot_have_happened_is_refused_with_the_reason_and_nothing_changes(
    clause: str, at: tuple[str, str | None], until: str, what: i.Irregularity, says: str
) -> None:
    table = RoundTable(at[0], dealing=at[1])
    if at[0] == "california":
        table.bank(3, "hal", wager=100_000)
    table.seat(1, "ann", ante=1000).seat(2, "bob", ante=1000)
    if until != "wagers":
        table.play({1: "4x", 2: "1x"}, until=until)
    before = table.state
    refused = decide(table.state, c.Report(irregularity=what), table.posted)
    assert isinstance(refused, Refused), clause
    assert (refused.code, refused.says) == ("cannot_have_happened", says)
    assert table.state is before


@pytest.mark.clause("MA.14a")
def test_once_all_hands_are_void_nothing_more_is_reported() -> None:
    table = RoundTable("massachusetts", dealing="machine").seat(1, "ann", ante=1000).play(until="preflop")
    table.send(c.Report(irregularity=i.MachineJammed()))
    refused = decide(table.state, c.Report(irregularity=i.DealerCardExposed()), table.posted)
    assert isinstance(refused, Refused)
    assert refused.says == "all hands are void already"


@pytest.mark.clause("GR.15")
def test_a_hand_that_is_void_already_breaks_no_other_rule() -> None:
    table = RoundTable("greece").seat(1, "ann", ante=1000).seat(2, "bob", ante=1000).play(until="preflop")
    table.send(c.Report(irregularity=i.ConductBroken(seat=ONE)))
    table.send(c.RuleOnIrregularity(remedy=Remedy.VOID_HAND, by="Dana", reason="cards were shown"))
    refused = decide(table.state, c.Report(irregularity=i.ConductBroken(seat=ONE)), table.posted)
    assert isinstance(refused, Refused)
    assert refused.says == "the hand of seat 1 is void already"


def refused_at(table: RoundTable, what: i.Irregularity) -> str | None:
    """Return why the report is not believed, or ``None`` if it is."""
    found = decide(table.state, c.Report(irregularity=what), table.posted)
    return found.says if isinstance(found, Refused) else None


@pytest.mark.clause("MA.14b")
def test_as_many_cards_are_found_face_up_as_are_left_and_not_one_more() -> None:
    table = RoundTable("massachusetts", dealing="shoe").seat(1, "ann", ante=1000).play(until="preflop")
    left = len(table.state.undealt)
    assert refused_at(table, i.CardsFaceUp(cards=left)) is None
    assert refused_at(table, i.CardsFaceUp(cards=left + 1)) == f"{left + 1} cards are not left to be found"
    assert refused_at(table, i.CardsFaceUp(cards=0)) == "0 cards are not left to be found"


@pytest.mark.clause("MA.14a")
def test_a_card_of_the_dealers_is_exposed_once_it_is_dealt_and_not_before() -> None:
    table = RoundTable("massachusetts", dealing="shoe").seat(1, "ann", ante=1000)
    table.send(c.AnnounceNoMoreBets())
    table.send(c.DealNext())
    assert refused_at(table, i.DealerCardExposed(positions=(1,))) == "the dealer has no card"
    table.send(c.DealNext())
    assert len(table.state.round.dealer) == 1
    assert refused_at(table, i.DealerCardExposed(positions=(1,))) is None
    assert refused_at(table, i.DealerCardExposed(positions=(2,))) is not None


@pytest.mark.clause("GR.WRONG2")
def test_wrong_community_cards_are_among_those_that_still_lie_face_down() -> None:
    table = RoundTable("greece").seat(1, "ann", ante=1000).play({1: "check"}, until="flop")
    assert refused_at(table, i.WrongCommunityShown(positions=(4, 5))) is None
    assert refused_at(table, i.WrongCommunityShown(positions=(3, 4))) == "those community cards do not lie face down"


@pytest.mark.clause("CN.50")
def test_a_card_falls_off_the_table_once_one_is_dealt() -> None:
    table = RoundTable("chickasaw").seat(1, "ann", ante=1000)
    table.send(c.AnnounceNoMoreBets())
    for what in (i.CardOffTable(), i.NotShuffled()):
        assert refused_at(table, what) == "no card is dealt"
    table.play(until="preflop")
    for what in (i.CardOffTable(), i.NotShuffled()):
        assert refused_at(table, what) is None


@pytest.mark.clause("MA.14e")
def test_a_shuffler_jams_where_one_is_used_and_a_deck_is_in_it() -> None:
    table = RoundTable("massachusetts", dealing="shoe_with_shuffler").seat(1, "ann", ante=1000)
    assert refused_at(table, i.ShufflerJammed()) == (None if in_shuffler(table.state) else "no deck is in the shuffler")
    table.play(until="preflop")
    assert (refused_at(table, i.ShufflerJammed()) is None) is bool(in_shuffler(table.state))


@pytest.mark.clause("MA.14d", "GR.WRONG2", "MA.14a")
@pytest.mark.parametrize(
    ("what", "says"),
    [
        (i.WrongNumberOfCards(seat=ONE, cards=53, fixable=False), "cards 53 is not 0 to 52"),
        (i.WrongNumberOfCards(seat=ONE, cards=-1, fixable=False), "cards -1 is not 0 to 52"),
        (i.WrongNumberOfCards(seat=ONE, cards=3, fixable=False, deck_whole=False), "deck_whole false is about"),
        (i.WrongCommunityShown(positions=()), "positions [] are not different numbers from 1 to 5"),
        (i.WrongCommunityShown(positions=(2, 2)), "positions [2, 2] are not different numbers"),
        (i.WrongCommunityShown(positions=(6,)), "positions [6] are not different numbers"),
        (i.WrongCommunityShown(positions=(0,)), "positions [0] are not different numbers"),
        (i.DealerCardExposed(positions=(3,)), "positions [3] are not the first card, the second, or both"),
    ],
)
def test_a_report_that_no_table_understands_names_its_field_and_what_it_may_be(what: i.Irregularity, says: str) -> None:
    (fault,) = i.faults_in(what)
    assert says in fault


@pytest.mark.clause("MA.14d")
@pytest.mark.parametrize("cards", [0, 52])
def test_a_number_of_cards_from_none_to_a_whole_deck_is_understood(cards: int) -> None:
    assert list(i.faults_in(i.WrongNumberOfCards(seat=None, cards=cards, fixable=False, deck_whole=False))) == []


@pytest.mark.clause("MA.7g")
@pytest.mark.parametrize(("misdealt", "removed"), [(True, []), (False, [Back.RED])])
def test_a_wrong_count_of_the_stub_is_believed_at_any_time_of_the_round(misdealt: bool, removed: list[Back]) -> None:
    table = RoundTable("massachusetts", dealing="shoe").seat(1, "p1", ante=1000, trips=500).play(until="flop")
    table.send(c.Report(irregularity=i.StubCountWrong(misdealt=misdealt)))
    assert [(event.clause, event.saves) for event in table.of(e.RoundVoided)] == [("MA.7g", ())]
    assert [event.back for event in table.of(e.RemovalOrdered)] == removed


@pytest.mark.clause("GR.MISA7", "GR.MISA1")
@pytest.mark.parametrize("what", [i.CardOffTable(), i.NotShuffled()], ids=lambda what: type(what).__name__)
@pytest.mark.parametrize(("book", "dealing"), [("greece", "hand"), ("massachusetts", "shoe")])
def test_a_card_off_the_table_or_a_deck_not_shuffled_is_believed_from_the_first_card_on(
    book: str, dealing: str, what: i.CardOffTable | i.NotShuffled
) -> None:
    table = RoundTable(book, dealing=dealing).seat(1, "ann", ante=1000)
    table.send(c.AnnounceNoMoreBets())
    report = c.Report(irregularity=what)
    assert table.refusal(report) == "cannot_have_happened"
    while table.state.phase is not Phase.PREFLOP:
        table.send(c.DealNext() if due(table.state, table.posted) is c.DealNext else c.DiscardStub())
        assert table.refusal(report) is None
