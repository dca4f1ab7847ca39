"""Every reason for which a table refuses, each shown once, and in the order they are checked."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from support.round_table import RoundTable
from uth.cards import DECK
from uth.errors import Refused
from uth.rules.procedure import Remedy
from uth.rules.values import Means, Wager
from uth.table.deck.decks import Back
from uth.table.floor.disputed import Correction, Finding
from uth.table.floor.irregularities import ConductBroken, MachineJammed, ProgressiveDown, WrongNumberOfCards
from uth.table.round import commands as c
from uth.table.round.refusal import Refusal
from uth.table.round.refusals import refusal_of
from uth.units import PlayerId, Seat

Situation = tuple[RoundTable, Any]
ONE, TWO, THREE = Seat(1), Seat(2), Seat(3)


def massachusetts() -> RoundTable:
    return RoundTable("massachusetts").seat(1, "ann", ante=1000).seat(2, "bob", ante=1000)


def dealt_by_machine() -> RoundTable:
    return RoundTable("massachusetts", dealing="machine").seat(1, "ann", ante=1000).seat(3, "cy")


def california() -> RoundTable:
    return RoundTable("california").seat(1, "ann").seat(2, "bob")


def chickasaw() -> RoundTable:
    return RoundTable("chickasaw").seat(1, "ann", trips=500).seat(2, "bob", ante=1000)


def place(seat: Seat, wager: Wager, cents: int) -> c.PlaceWager:
    return c.PlaceWager(seat=seat, wager=wager, cents=cents)


def banked_twice() -> RoundTable:
    table = california()
    for _ in range(2):
        table.send(c.Bank(seat=TWO, cents=50_000))
        table.send(place(ONE, Wager.ANTE, 1000))
        table.play({1: "4x"})
        table.next_round()
    return table


def seated() -> RoundTable:
    """Return a table at which somebody sits and no deck has been received."""
    table = RoundTable("massachusetts")
    table.send(c.TakeSeat(seat=ONE, player=PlayerId("ann")))
    return table


def floor_called() -> RoundTable:
    """Return a table of the Chickasaw Nation at which management has to decide on a broken rule of conduct."""
    table = chickasaw().play({}, until="preflop")
    table.send(c.Report(irregularity=ConductBroken(seat=TWO)))
    return table


def progressive_down() -> RoundTable:
    table = massachusetts()
    table.send(c.Report(irregularity=ProgressiveDown(at_win=False)))
    return table


def dealing() -> RoundTable:
    table = massachusetts().make_ready()
    table.send(c.AnnounceNoMoreBets())
    return table


def sensor_dark() -> RoundTable:
    table = massachusetts()
    table.send(c.ReadLink(down=False, dark=(ONE,)))
    return table


def with_a_reserve() -> RoundTable:
    table = massachusetts()
    progressive = table.posted.progressive
    assert progressive is not None
    meters = tuple(replace(meter, reserve=Fraction(1, 100)) for meter in progressive.meters)
    table.posted = replace(table.posted, progressive=replace(progressive, meters=meters))
    return table


def with_a_dead_hand() -> RoundTable:
    table = massachusetts().play({}, until="preflop")
    table.send(c.Report(irregularity=WrongNumberOfCards(seat=TWO, cards=3, fixable=False)))
    return table


def settled() -> RoundTable:
    return massachusetts().play({1: "4x", 2: "4x"})


def with_envy() -> RoundTable:
    """Return a table on a link at which seat 2 is owed envy for the royal flush of seat 1."""
    table = RoundTable("massachusetts").seat(1, "ann", hole="AsKs", ante=1000, progressive=500)
    table.seat(2, "bob", ante=1000, progressive=500).board("QsJsTs 2d 3c")
    table.send(c.ReadMeters(meters=table.state.meters))
    return table.play({1: "4x", 2: "fold"})


def disputed() -> RoundTable:
    table = settled()
    table.send(c.DisputeRound(seat=ONE, says="the ante was not paid"))
    return table


def upheld() -> RoundTable:
    table = disputed()
    table.send(resolved(Finding.UPHELD))
    return table


def appeal() -> c.TakeToRegulator:
    return c.TakeToRegulator(seat=ONE, dispute=1, says="I do not agree")


def appealed() -> RoundTable:
    table = upheld()
    table.send(appeal())
    return table


def ruled(remedy: Any, *, by: str = "Dana", reason: str = "seen on camera") -> c.RuleOnIrregularity:
    return c.RuleOnIrregularity(remedy=remedy, by=by, reason=reason)


def resolved(finding: Any, *corrections: Any, dispute: int = 1) -> c.ResolveDispute:
    return c.ResolveDispute(
        dispute=dispute, finding=finding, by="Dana", second="Lee", reason="the rack shows it", corrections=corrections
    )


def beyond_the_stake() -> Correction:
    return Correction(seat=ONE, wager=Wager.ANTE, returned=1001, won=0)


def double() -> Correction:
    return Correction(seat=ONE, wager=Wager.ANTE, returned=1000, won=2000)


def with_bob_removed() -> RoundTable:
    table = at_flop()
    table.send(c.RemovePlayer(seat=TWO, by="Dana", reason="told his cards"))
    return table


def spread_for_two() -> RoundTable:
    table = seated()
    table.send(c.TakeSeat(seat=TWO, player=PlayerId("bob")))
    return table.ready_for(c.ShowDeck)


SITUATIONS: list[tuple[Refusal, Callable[[], Situation]]] = [
    (Refusal.NOT_A_COMMAND, lambda: (massachusetts(), "deal")),
    (Refusal.NOT_A_SEAT, lambda: (massachusetts(), c.Check(seat=Seat(7)))),
    (Refusal.NOT_AN_AMOUNT, lambda: (massachusetts(), c.BuyIn(seat=ONE, cents=0))),
    (Refusal.NOT_A_WAGER, lambda: (massachusetts(), c.TakeBackWager(seat=ONE, wager="ante"))),  # type: ignore[arg-type]
    (Refusal.NOT_A_PLAYER, lambda: (massachusetts(), c.TakeSeat(seat=THREE, player=PlayerId("")))),
    (Refusal.FLOOR_DECIDES, lambda: (floor_called(), c.Check(seat=TWO))),
    (Refusal.ROUND_FROZEN, lambda: (disputed(), c.CollectCards())),
    (Refusal.NOT_SIGNED, lambda: (floor_called(), ruled(Remedy.VOID_HAND, by=" "))),
    (Refusal.NOT_AN_IRREGULARITY, lambda: (massachusetts(), c.Report(irregularity="jam"))),  # type: ignore[arg-type]
    (Refusal.NOT_THE_METERS, lambda: (massachusetts(), c.ReadMeters(meters={}))),
    (Refusal.NO_AWARD, lambda: (massachusetts(), c.BringAward(seat=ONE, cents=5000, means=Means.CHEQUES))),
    (Refusal.ALREADY_REMOVED, lambda: (with_bob_removed(), c.RemovePlayer(seat=TWO, by="Dana", reason="again"))),
    (Refusal.SEAT_TAKEN, lambda: (massachusetts(), c.TakeSeat(seat=ONE, player=PlayerId("cy")))),
    (Refusal.TOO_MANY_HANDS, lambda: (massachusetts(), c.TakeSeat(seat=THREE, player=PlayerId("ann")))),
    (Refusal.SEAT_EMPTY, lambda: (massachusetts(), place(THREE, Wager.ANTE, 1000))),
    (Refusal.FOREIGN_TENDER, lambda: (massachusetts(), c.BuyIn(seat=ONE, cents=100, tender=c.Tender.FOREIGN))),
    (Refusal.HOUSE_BANKS, lambda: (massachusetts(), c.Bank(seat=ONE, cents=1000))),
    (Refusal.HAND_BEING_PLAYED, lambda: (massachusetts(), c.LeaveSeat(seat=ONE))),
    (Refusal.TABLE_NOT_OPEN, lambda: (seated(), place(ONE, Wager.ANTE, 1000))),
    (Refusal.STEP_NOT_DUE, lambda: (massachusetts(), c.ShowFlop())),
    (Refusal.ENVY_WAITS, lambda: (with_envy(), c.CollectCards())),
    (Refusal.NOT_IN_THIS_BOOK, lambda: (california(), c.GoIdle())),
    (Refusal.WAGERS_ON_THE_LAYOUT, lambda: (massachusetts(), c.CloseTable())),
    (Refusal.NOT_THE_FIRST_PLAYER, lambda: (spread_for_two(), c.ShowDeck(back=Back.RED, seat=TWO))),
    (Refusal.CUT_TOO_SMALL, lambda: (massachusetts().ready_for(c.CutDeck), c.CutDeck(back=Back.RED, taken=9))),
    (Refusal.NOTHING_TO_RECUT, lambda: (massachusetts(), c.OrderRecut(by="Dana", reason="the cut was dropped"))),
    (Refusal.NOT_A_COUNT, lambda: (massachusetts(), c.CountStub(cards=-1))),
    (Refusal.NOT_THE_NEXT_CARDS, lambda: (dealing(), c.ReadCards(cards=()))),
    (Refusal.NOTHING_TO_READ_AGAIN, lambda: (dealing(), c.CorrectReading(cards=DECK[:1]))),
    (Refusal.CANNOT_HAVE_HAPPENED, lambda: (at_flop(), c.Report(irregularity=MachineJammed()))),
    (Refusal.NOTHING_TO_RULE_ON, lambda: (massachusetts(), ruled(Remedy.VOID_ROUND))),
    (Refusal.REMEDY_NOT_OFFERED, lambda: (floor_called(), ruled(Remedy.REPLACE_DEALER_CARDS))),
    (Refusal.PROGRESSIVE_IS_UP, lambda: (massachusetts(), c.RestoreProgressive())),
    (Refusal.NOT_A_SETTING, lambda: (massachusetts(), c.SetTable(by="Dana", reason="a full house"))),
    (Refusal.NOTHING_TO_REBUILD, lambda: (massachusetts(), c.RebuildHands())),
    (Refusal.NOTHING_TO_DISPUTE, lambda: (at_flop(), c.DisputeRound(seat=ONE, says="the flop was wrong"))),
    (Refusal.DISPUTED_ALREADY, lambda: (disputed(), c.DisputeRound(seat=ONE, says="look once more"))),
    (Refusal.NO_DISPUTE, lambda: (disputed(), resolved(Finding.UPHELD, dispute=2))),
    (Refusal.ALREADY_WITH_THE_REGULATOR, lambda: (appealed(), appeal())),
    (Refusal.NOT_A_FINDING, lambda: (disputed(), resolved("upheld"))),
    (Refusal.NOT_A_CORRECTION, lambda: (disputed(), resolved(Finding.CORRECTED, beyond_the_stake()))),
    (Refusal.TWO_PEOPLE_NEEDED, lambda: (disputed(), replace(resolved(Finding.CORRECTED, double()), second="Dana"))),
    (Refusal.BEYOND_THE_PAY_TABLE, lambda: (disputed(), resolved(Finding.CORRECTED, double()))),
    (Refusal.WAGERS_CLOSED, lambda: (massachusetts().play({}, until="preflop"), place(ONE, Wager.TRIPS, 500))),
    (Refusal.WAGER_NOT_OFFERED, lambda: (california(), place(ONE, Wager.COVER_ALL, 500))),
    (Refusal.WAGER_FOLLOWS_THE_ANTE, lambda: (massachusetts(), place(ONE, Wager.BLIND, 2000))),
    (Refusal.OUTSIDE_THE_LIMITS, lambda: (massachusetts(), place(ONE, Wager.ANTE, 50_002))),
    (Refusal.NOT_A_MULTIPLE_OF_THE_UNIT, lambda: (massachusetts(), place(ONE, Wager.ANTE, 1001))),
    (Refusal.TRIPS_NEEDS_ANTE, lambda: (california(), place(ONE, Wager.TRIPS, 500))),
    (Refusal.PROGRESSIVE_IS_DOWN, lambda: (progressive_down(), place(ONE, Wager.PROGRESSIVE, 500))),
    (Refusal.SENSOR_IS_DARK, lambda: (sensor_dark(), place(ONE, Wager.PROGRESSIVE, 500))),
    (Refusal.LINK_NEEDED, lambda: (with_a_reserve(), place(ONE, Wager.PROGRESSIVE, 500))),
    (Refusal.PROGRESSIVE_WAGER_IS_FIXED, lambda: (massachusetts(), place(ONE, Wager.PROGRESSIVE, 400))),
    (Refusal.PROGRESSIVE_NEVER_ALONE, lambda: (chickasaw().seat(3, "cy"), place(THREE, Wager.PROGRESSIVE, 100))),
    (Refusal.MATCH_PLAY_MUST_EQUAL_ANTE, lambda: (massachusetts(), place(ONE, Wager.MATCH_PLAY, 500))),
    (Refusal.COVER_ALL_NEEDS_ANTE, lambda: (dealt_by_machine(), place(THREE, Wager.COVER_ALL, 500))),
    (Refusal.NO_WAGER, lambda: (RoundTable("greece").seat(1, "ann"), c.AnnounceNoMoreBets())),
    (Refusal.BANKER_HAS_NO_OTHER_WAGER, lambda: (banked(), place(THREE, Wager.ANTE, 1000))),
    (Refusal.BANK_TAKEN, lambda: (banked(), c.Bank(seat=ONE, cents=1000))),
    (Refusal.BANK_STANDS, lambda: (banked_against(), c.Bank(seat=THREE, cents=8000))),
    (Refusal.BANKED_TOO_OFTEN, lambda: (banked_twice(), c.Bank(seat=TWO, cents=1000))),
    (Refusal.NOT_THE_BUTTON, lambda: (banked_twice().seat(3, "cy"), c.Bank(seat=ONE, cents=1000))),
    (Refusal.NO_BANKER, lambda: (RoundTable("california").seat(1, "ann", ante=1000), c.AnnounceNoMoreBets())),
    (Refusal.NOT_ENOUGH_CHIPS, lambda: (california().seat(3, "cy", rail=1500), place(THREE, Wager.ANTE, 1000))),
    (Refusal.NOT_A_DECK, lambda: (massachusetts(), c.ShuffleDeck(back=Back.RED, cards=(*DECK, DECK[0])))),
    (Refusal.SEAT_NOT_IN_ROUND, lambda: (massachusetts().play({}, until="preflop"), c.Check(seat=THREE))),
    (Refusal.HAND_IS_VOID, lambda: (with_a_dead_hand(), c.Check(seat=TWO))),
    (Refusal.ALREADY_FOLDED, lambda: (river_after_a_fold(), c.Fold(seat=ONE))),
    (Refusal.ALREADY_PLAYED, lambda: (massachusetts().play({1: "4x"}, until="flop"), c.Check(seat=ONE))),
    (Refusal.NOTHING_TO_DECIDE, lambda: (chickasaw().play({}, until="preflop"), c.Check(seat=ONE))),
    (Refusal.NOT_YOUR_TURN, lambda: (massachusetts().play({}, until="preflop"), c.Check(seat=TWO))),
    (Refusal.CHECK_NOT_OFFERED, lambda: (massachusetts().play({}, until="river"), c.Check(seat=ONE))),
    (Refusal.FOLD_NOT_OFFERED, lambda: (at_flop(), c.Fold(seat=ONE))),
    (Refusal.PLAY_MULTIPLE_NOT_OFFERED, lambda: (at_flop(), c.MakePlay(seat=ONE, multiple=4))),
]  # fmt: skip


CLAUSES = {
    Refusal.FLOOR_DECIDES: "CN.50",
    Refusal.TOO_MANY_HANDS: "MA.11",
    Refusal.CUT_TOO_SMALL: "MA.4c",
    Refusal.NOT_THE_NEXT_CARDS: "MA.7d",
    Refusal.REMEDY_NOT_OFFERED: "CN.50",
    Refusal.NOTHING_TO_REBUILD: "MA.9i",
    Refusal.WAGERS_CLOSED: "MA.6b",
    Refusal.WAGER_NOT_OFFERED: "R102",
    Refusal.WAGER_FOLLOWS_THE_ANTE: "MA.1",
    Refusal.NOT_A_MULTIPLE_OF_THE_UNIT: "MA.10c",
    Refusal.TRIPS_NEEDS_ANTE: "CA.BET3",
    Refusal.PROGRESSIVE_WAGER_IS_FIXED: "MA.13a",
    Refusal.PROGRESSIVE_NEVER_ALONE: "CN.6",
    Refusal.MATCH_PLAY_MUST_EQUAL_ANTE: "MA.6a",
    Refusal.COVER_ALL_NEEDS_ANTE: "MA.12a",
    Refusal.NO_WAGER: "GR.1",
    Refusal.BANKER_HAS_NO_OTHER_WAGER: "R39",
    Refusal.BANK_TAKEN: "CA.PLAY19",
    Refusal.BANKED_TOO_OFTEN: "CA.PLAY20",
    Refusal.NOT_THE_BUTTON: "CA.PLAY20",
    Refusal.NO_BANKER: "CA.PLAY19",
    Refusal.NOT_A_DECK: "MA.2a",
    Refusal.HAND_IS_VOID: "MA.14d",
    Refusal.NOTHING_TO_DECIDE: "CN.3",
}
"""The clause that a refusal names, where a clause of the book in force stands behind it."""


def banked() -> RoundTable:
    return california().bank(3, "cy", wager=9000)


def banked_against() -> RoundTable:
    table = banked()
    table.send(place(ONE, Wager.ANTE, 1000))
    return table


def at_flop() -> RoundTable:
    return massachusetts().play({}, until="flop")


def river_after_a_fold() -> RoundTable:
    table = massachusetts().play({}, until="river")
    table.send(c.Fold(seat=ONE))
    return table


@pytest.mark.clause(
    "MA.2a", "MA.4c", "MA.6a", "MA.6b", "MA.7d", "MA.9a", "MA.9e", "MA.9i", "MA.10c", "MA.11", "MA.12a",
    "MA.13a", "MA.14d", "CA.BET3", "CA.PLAY19", "CA.PLAY20", "CN.3", "CN.6", "CN.50", "GR.1",
)  # fmt: skip
@pytest.mark.parametrize(("code", "situation"), SITUATIONS, ids=[str(code) for code, _ in SITUATIONS])
def test_each_reason_is_given_where_it_holds_and_nothing_changes(
    code: Refusal, situation: Callable[[], Situation]
) -> None:
    table, command = situation()
    before = table.state
    refused = refusal_of(table.state, command, table.posted)
    assert isinstance(refused, Refused)
    assert refused.code == code
    assert refused.clause == CLAUSES.get(code, refused.clause)
    assert len(str(refused).splitlines()) == 1
    assert table.state is before


def test_every_reason_is_shown_above_but_the_one_that_documents_alone_can_give() -> None:
    """At the table the blind follows the ante by itself; only a document can have them differ."""
    assert set(Refusal) - {code for code, _ in SITUATIONS} == {Refusal.BLIND_MUST_EQUAL_ANTE}
    assert [code for code, _ in SITUATIONS] == [code for code in Refusal if code != Refusal.BLIND_MUST_EQUAL_ANTE]


@pytest.mark.clause("MA.6b")
def test_a_command_with_several_faults_is_refused_for_the_one_that_comes_first() -> None:
    closed = massachusetts().play({}, until="preflop")
    assert refusal(closed, place(Seat(9), Wager.BLIND, -1)) == Refusal.NOT_A_SEAT
    assert refusal(closed, place(THREE, Wager.BLIND, -1)) == Refusal.NOT_AN_AMOUNT
    assert refusal(closed, place(THREE, Wager.BLIND, 1)) == Refusal.SEAT_EMPTY
    assert refusal(closed, place(ONE, Wager.BLIND, 1)) == Refusal.WAGERS_CLOSED
    assert refusal(massachusetts(), place(ONE, Wager.BLIND, 1)) == Refusal.WAGER_FOLLOWS_THE_ANTE


@pytest.mark.clause("CN.50")
def test_while_the_floor_is_called_a_step_is_refused_for_that_before_it_is_refused_for_its_order() -> None:
    called = floor_called()
    assert refusal(called, c.Check(seat=Seat(9))) == Refusal.NOT_A_SEAT
    assert refusal(called, c.Check(seat=THREE)) == Refusal.FLOOR_DECIDES
    assert refusal(called, c.ShowDealerHand()) == Refusal.FLOOR_DECIDES
    assert refusal(called, ruled(Remedy.DISCARD_CARDS, by="")) == Refusal.NOT_SIGNED
    assert refusal(called, ruled(Remedy.DISCARD_CARDS)) == Refusal.REMEDY_NOT_OFFERED
    assert refusal(called, ruled(Remedy.CONTINUE)) is None


@pytest.mark.clause("CN.50", "CN.51")
def test_a_resolution_is_refused_for_its_signature_then_its_dispute_its_finding_and_its_corrections() -> None:
    frozen = disputed()
    unsigned = c.ResolveDispute(dispute=9, finding=Finding.CORRECTED, by="", reason="", corrections=())
    assert refusal(frozen, unsigned) == Refusal.NOT_SIGNED
    assert refusal(frozen, resolved("wrong", dispute=9)) == Refusal.NO_DISPUTE
    assert refusal(frozen, resolved("wrong", beyond_the_stake())) == Refusal.NOT_A_FINDING
    assert refusal(frozen, resolved(Finding.UPHELD, beyond_the_stake())) == Refusal.NOT_A_CORRECTION
    assert refusal(frozen, resolved(Finding.CORRECTED)) == Refusal.NOT_A_CORRECTION
    assert refusal(frozen, resolved(Finding.REFERRED)) is None


def refusal(table: RoundTable, command: c.Command) -> str | None:
    refused = refusal_of(table.state, command, table.posted)
    return refused.code if refused is not None else None
