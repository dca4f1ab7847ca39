"""Every irregularity at every moment of the round, in every book and with every way of dealing.

`build_irregularity_page` drives a round whose seats make every wager their book has; here each report is made in each
of its states. It is refused with a reason, or the book rules on it by a clause, or the floor is called and each of its
choices is taken in turn. Then the house dealer finishes the round and deals another one.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from typing import Any

import pytest
from build_irregularity_page import (
    BANKS,
    BOUGHT,
    EVERYTHING,
    FOLDS,
    PAGE,
    PLAYS,
    ROWS,
    WAITS,
    next_command,
    page,
    posted_tables,
    round_of,
)

from support.round_table import RoundTable
from support.watched_table import WatchedTable, check_cards
from uth.errors import Refused
from uth.rules.procedure import IrregularityKind, Moment, Remedy
from uth.rules.values import Wager
from uth.table.deck.decks import Back, DeckStage
from uth.table.floor.irregularities import (
    CardDrawnInError,
    CardOffTable,
    CardsFaceUp,
    ConductBroken,
    DealerCardExposed,
    ExtraCardToAll,
    Irregularity,
    MachineJammed,
    NotShuffled,
    ProgressiveDown,
    SeatMissed,
    ShufflerCountWrong,
    ShufflerJammed,
    StubCountWrong,
    WrongCommunityShown,
    WrongNumberOfCards,
)
from uth.table.posted import Posted
from uth.table.round import commands as c
from uth.table.round import events as e
from uth.table.round.due import due, moment_of
from uth.table.round.state import Phase, Table
from uth.table.settle.progressive import increment
from uth.units import Seat

POSTED = {f"{posted.rules.name}-{posted.dealing.name}": posted for posted in posted_tables()}


def reports(seats: tuple[Seat, ...], numbers: tuple[int, ...]) -> tuple[Irregularity, ...]:
    """Return everything that may be reported of these seats, with so many cards wrongly dealt."""
    either = (True, False)
    held = [(seat, cards) for seat in (*seats, None) for cards in numbers]
    return (
        DealerCardExposed(),
        *(CardsFaceUp(cards=cards) for cards in (1, 2, 40)),
        CardDrawnInError(),
        *(WrongNumberOfCards(seat=seat, cards=cards, fixable=fix) for seat, cards in held for fix in either),
        *(SeatMissed(seat=seat, fixable=fix) for seat in seats for fix in either),
        *(ExtraCardToAll(fixable=fix) for fix in either),
        *(WrongCommunityShown(positions=at) for at in ((1,), (3, 2), (4, 5), (1, 2, 3, 4, 5))),
        NotShuffled(),
        CardOffTable(),
        *(StubCountWrong(misdealt=misdealt) for misdealt in either),
        ShufflerJammed(),
        ShufflerCountWrong(),
        MachineJammed(),
        *(ProgressiveDown(at_win=at_win) for at_win in either),
        *(ConductBroken(seat=seat) for seat in seats),
    )


SOME = reports((EVERYTHING, PLAYS), (1, 3))
ALL = reports((EVERYTHING, FOLDS, WAITS, PLAYS, BANKS), (0, 1, 3, 40))
MIDWAY = (Moment.BETWEEN_ROUNDS, Moment.OPENING_DEAL)
"""The moments in which much happens: they are looked at in the middle as well as at their end."""


@cache
def stops(name: str) -> dict[Moment, tuple[Table, ...]]:
    """Return the table as it stood after each step of the round, by the moment it was in."""
    tables = tuple(round_of(POSTED[name]))
    return {moment: tuple(table for table in tables if moment_of(table) is moment) for moment in Moment}


def after(table: Table, what: Irregularity, posted: Posted) -> Iterator[WatchedTable]:
    """Yield the table after the report has been ruled on, once for each choice of the floor; none if it is refused."""
    watched = WatchedTable(posted, table)
    answer = watched.send(c.Report(irregularity=what))
    if isinstance(answer, Refused):
        assert answer.code == "cannot_have_happened"
        assert answer.says
        return
    ruled = [event for event in answer if isinstance(event, e.IrregularityRuled)]
    called = [event for event in answer if isinstance(event, e.FloorCalled)]
    assert len(ruled) + len(called) == 1
    if ruled:
        assert ruled[0].clause.startswith((f"{posted.rules.document}.", "R"))
        assert ruled[0].remedies
        yield watched
        return
    assert called[0].choices
    for remedy in called[0].choices:
        chosen = WatchedTable(posted, watched.state)
        chosen.accepted(c.RuleOnIrregularity(remedy=remedy, by="Dana", reason="seen on camera"))
        yield chosen


def play_on(watched: WatchedTable) -> None:
    """Let the house dealer finish the round and the seats answer, until another one is dealt."""
    collected = watched.state.rounds > 0 and watched.state.phase is Phase.WAGERS
    for _ in range(300):
        command = next_command(watched.state, watched.posted)
        watched.accepted(command)
        if isinstance(command, c.SettleRound):
            check_money(watched)
        collected = collected or isinstance(command, c.CollectCards)
        if collected and watched.state.phase is Phase.PREFLOP:
            return
    raise AssertionError(f"no other round is dealt: {watched.state.phase}")


def check_money(watched: WatchedTable) -> None:
    """A dead hand gets everything back but what its clause saves; only live wagers have fed the meters."""
    table, posted = watched.state, watched.posted
    if table.rounds > 1:
        return
    settled = {(seat, each.wager): each for seat, each in table.settled}
    for seat, spot in table.round.spots.items():
        if spot.void is None and table.round.void is None:
            continue
        saved = (
            sum(settled[seat, wager].net for wager in table.round.saves if wager in spot.wagers) if not spot.void else 0
        )
        assert table.rail(seat) == BOUGHT + saved
        coupon = settled.get((seat, Wager.MATCH_PLAY))
        assert coupon is None or coupon.returned == coupon.stake
    if table.round.void is not None and table.round.banker is not None:
        assert table.rail(table.round.banker.seat) == BOUGHT
    live = [spot for spot in table.round.spots.values() if spot.void is None and table.round.void is None]
    wagered = sum(spot.wagers.get(Wager.PROGRESSIVE, 0) for spot in live)
    paid = [event for event in watched.log if isinstance(event, e.MeterPaid)]
    for name, meter in table.meters.items():
        awards = sum(event.cents - event.seeded for event in paid if event.meter == name)
        assert meter == posted.seed(name) + wagered * increment(name, posted) - awards


@pytest.mark.parametrize("moment", Moment)
@pytest.mark.parametrize("name", POSTED)
def test_whatever_goes_wrong_is_ruled_on_and_the_money_is_put_right(name: str, moment: Moment) -> None:
    tables = stops(name)[moment]
    for table in (tables[len(tables) // 2], tables[-1]) if moment in MIDWAY else tables[-1:]:
        for what in SOME:
            for watched in after(table, what, POSTED[name]):
                play_on(watched)


@pytest.mark.slow
@pytest.mark.parametrize("moment", Moment)
@pytest.mark.parametrize("name", POSTED)
def test_it_is_so_after_every_step_of_the_round_and_for_every_seat(name: str, moment: Moment) -> None:
    for table in stops(name)[moment]:
        for what in ALL:
            for watched in after(table, what, POSTED[name]):
                play_on(watched)


@pytest.mark.parametrize("name", POSTED)
def test_the_round_that_is_driven_here_passes_every_moment(name: str) -> None:
    assert all(stops(name)[moment] for moment in Moment)


def test_every_kind_of_irregularity_is_reported_here_and_has_its_line_on_the_page() -> None:
    assert {what.kind for what in SOME} == set(IrregularityKind)
    assert {what.kind for _, whats in ROWS for what in whats} == set(IrregularityKind)


def test_the_page_of_irregularities_is_up_to_date() -> None:
    assert PAGE.read_text(encoding="utf-8") == page(), "run .venv/bin/python scripts/build_irregularity_page.py"


def opened(book: str, dealing: str | None = None) -> RoundTable:
    return RoundTable(book, dealing=dealing).seat(1, "ann", ante=1000).seat(2, "bob", ante=1000)


def rule(table: RoundTable, remedy: Remedy) -> tuple[e.Event, ...]:
    return table.send(c.RuleOnIrregularity(remedy=remedy, by="Dana", reason="seen on camera"))


@pytest.mark.clause("CN.50")
def test_the_floor_puts_right_the_hand_it_was_called_for_and_no_dead_one() -> None:
    table = opened("chickasaw").play(until="preflop")
    whole = table.state.round.spots[Seat(2)].hole
    table.send(c.Report(irregularity=WrongNumberOfCards(seat=Seat(1), cards=1, fixable=True)))
    rule(table, Remedy.VOID_HAND)
    table.send(c.Report(irregularity=WrongNumberOfCards(seat=Seat(2), cards=3, fixable=True)))
    events = rule(table, Remedy.COMPLETE_DEAL)
    assert [event for event in events if isinstance(event, e.DealPutRight)] == [e.DealPutRight(seat=Seat(2), held=2)]
    assert (len(table.state.round.spots[Seat(1)].hole), table.state.round.spots[Seat(2)].hole) == (1, whole)


def test_a_progressive_that_failed_at_a_win_is_stopped_whatever_the_floor_decides() -> None:
    table = RoundTable("nevada").seat(1, "ann", hole="9s9d", ante=1000, progressive=100).board("9h 9c 4h 2d Kc")
    table.play(until="flop").send(c.Report(irregularity=ProgressiveDown(at_win=True)))
    rule(table, Remedy.VOID_ROUND)
    assert table.state.progressive_down


@pytest.mark.clause("MA.14d")
def test_so_many_cards_that_the_round_could_not_be_dealt_are_not_believed() -> None:
    table = opened("massachusetts").play(until="preflop")
    most = 2 + len(table.state.round.deck) - 7
    report = WrongNumberOfCards(seat=Seat(1), cards=most + 1, fixable=False)
    assert table.refusal(c.Report(irregularity=report)) == "cannot_have_happened"
    table.send(c.Report(irregularity=replace(report, cards=most)))
    assert table.play({2: "1x"}).state.phase is Phase.SETTLED


@pytest.mark.clause("CN.50")
def test_a_card_the_dealer_should_not_have_is_not_lost_where_the_whole_stub_was_found_face_up() -> None:
    table = opened("chickasaw").play({1: "4x", 2: "4x"}, until="showdown")
    table.send(c.Report(irregularity=CardsFaceUp(cards=len(table.state.round.deck))))
    rule(table, Remedy.DISCARD_CARDS)
    table.send(c.Report(irregularity=WrongNumberOfCards(seat=None, cards=1, fixable=False)))
    check_cards(table.state)
    rule(table, Remedy.VOID_ROUND)
    assert table.play().state.phase is Phase.SETTLED


@pytest.mark.clause("MA.2b")
def test_a_deck_lost_between_no_more_bets_and_the_first_card_does_not_hold_up_the_other_one() -> None:
    table = opened("massachusetts", "shoe_with_shuffler")
    table.send(c.AnnounceNoMoreBets())
    table.send(c.Report(irregularity=ShufflerCountWrong()))
    assert due(table.state, table.posted) is c.DealNext
    table.play({1: "4x", 2: "4x"}).next_round()
    assert due(table.state, table.posted) is c.ReceiveDeck


@pytest.mark.clause("MA.4e")
def test_a_new_deck_at_an_idle_table_is_verified_before_it_is_spread() -> None:
    table = opened("massachusetts", "shoe_with_shuffler").play({1: "4x", 2: "4x"})
    table.send(c.Report(irregularity=ShufflerCountWrong()))
    table.next_round()
    table.send(c.ReceiveDeck(back=Back.BLUE))
    table.send(c.GoIdle())
    assert [deck.stage for deck in table.state.decks.values()] == [DeckStage.SPREAD, DeckStage.RECEIVED]


@pytest.mark.clause("MA.4d")
def test_a_deck_that_has_lost_cards_to_the_rack_is_not_cut_again() -> None:
    recut = c.OrderRecut(by="Dana", reason="badly cut")
    for found, refused in ((False, None), (True, "nothing_to_recut")):
        table = opened("chickasaw", "hand")
        table.make_ready().send(c.AnnounceNoMoreBets())
        if found:
            table.send(c.Report(irregularity=CardsFaceUp(cards=2)))
            rule(table, Remedy.DISCARD_CARDS)
        assert table.refusal(recut) == refused
        check_cards(table.state)


@pytest.mark.clause("MA.14d")
@pytest.mark.parametrize("kind", [SeatMissed, WrongNumberOfCards])
def test_only_a_wrong_number_of_cards_can_be_the_dealers(kind: Any) -> None:
    table = opened("massachusetts").play(until="preflop")
    fields = {"cards": 3} if kind is WrongNumberOfCards else {}
    code = table.refusal(c.Report(irregularity=kind(seat=None, fixable=False, **fields)))
    assert code == (None if kind is WrongNumberOfCards else "not_an_irregularity")
