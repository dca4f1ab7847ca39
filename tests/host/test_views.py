"""No card is visible early: a seat's view does not depend on what it may not know yet."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from support.examples import examples
from support.known_cards import may_know
from support.round_table import RoundTable
from uth.cards import DECK, Card
from uth.house.fairness import deck_of
from uth.rules.loader import BOOKS, load_book
from uth.rules.values import Wager
from uth.table.dealer import next_step
from uth.table.floor.irregularities import DealerCardExposed, WrongCommunityShown
from uth.table.posted import Posted, post
from uth.table.round import commands as c
from uth.table.round.decide import act
from uth.table.round.refusals import decisions
from uth.table.round.state import Phase, Table, new_table
from uth.units import PlayerId, Seat
from uth.views.table import TableView, view_of

WAYS = [(book, way.name) for book in BOOKS for way in load_book(book).dealing]


def opened(posted: Posted, order: tuple[Card, ...]) -> Table:
    """Return a table with three seats, wagers down and the deck ready."""
    table = new_table(posted)
    for number in (1, 2, 3):
        table, _ = act(table, c.TakeSeat(seat=Seat(number), player=PlayerId(f"p{number}")), posted)
        table, _ = act(table, c.BuyIn(seat=Seat(number), cents=1_000_000), posted)
    table = waits(table, posted, order)
    if posted.rules.seats.player_banks:
        table, _ = act(table, c.Bank(seat=Seat(3), cents=500_000), posted)
    for number in (1, 2) if table.round.banker is not None else (1, 2, 3):
        ante = posted.limits.ante.min
        table, _ = act(table, c.PlaceWager(seat=Seat(number), wager=Wager.ANTE, cents=ante), posted)
    return act(waits(table, posted, order), c.AnnounceNoMoreBets(), posted)[0]


def waits(table: Table, posted: Posted, order: tuple[Card, ...]) -> Table:
    while (step := next_step(table, posted, lambda: order)) is not None:
        table, _ = act(table, step, posted)
    return table


def told(posted: Posted, order: tuple[Card, ...], chair: Seat | None, answers: list[int]) -> Iterator[TableView]:
    """Yield what the chair sees after every step of a round, the seats answering as told."""
    return (view_of(table, posted, chair) for table in played(posted, order, answers))


def played(posted: Posted, order: tuple[Card, ...], answers: list[int]) -> Iterator[Table]:
    """Yield the table after every step of a round, the seats answering as told."""
    table, turns = opened(posted, order), iter(answers)
    while table.phase is not Phase.SETTLED:
        yield table
        step: c.Command | None = next_step(table, posted, lambda: order)
        if step is None and table.turn is not None:
            offered = decisions(table, table.turn, posted)
            step = offered[next(turns, 0) % len(offered)]
        assert step is not None
        table, _ = act(table, step, posted)
    yield table


def faces(view: TableView) -> set[Card]:
    """Return every card a view shows."""
    seats = [card for seat in view.seats.values() if seat.spot is not None for card in seat.spot.cards]
    return {card for card in (*view.dealer, *view.community, *seats) if card is not None}


@pytest.mark.parametrize(("book", "way"), WAYS)
@examples(4)
@given(st.binary(min_size=1, max_size=4), st.lists(st.integers(0, 3), max_size=9))
def test_two_decks_that_differ_in_what_a_chair_may_not_know_look_the_same_to_it(
    book: str, way: str, key: bytes, answers: list[int]
) -> None:
    posted, order = post(load_book(book), dealing=way), deck_of(key)
    tables = list(played(posted, order, answers))
    last = {table.phase: at for at, table in enumerate(tables)}
    for chair in (None, Seat(1), Seat(2)):
        views = list(told(posted, order, chair, answers))
        for at in last.values():
            known = may_know(tables[at], PlayerId(f"p{chair}"))
            assert faces(views[at]) <= known
            hidden = (card for card in deck_of(key + b"twin") if card not in known)
            twin = tuple(card if card in known else next(hidden) for card in order)
            assert list(told(posted, twin, chair, answers))[at] == views[at]


def test_a_spectator_sees_no_card_before_the_flop_and_all_that_is_turned_up_at_the_end() -> None:
    posted = post(load_book("massachusetts"))
    views = list(told(posted, DECK, None, [0, 0, 0]))
    before = [view for view in views if view.phase in (Phase.OPENING_DEAL, Phase.PREFLOP)]
    assert before
    assert all(not faces(view) for view in before)
    assert len(views[-1].community) == 5
    assert all(card is not None for card in (*views[-1].community, *views[-1].dealer))


def test_a_player_looks_at_the_own_cards_alone_and_only_when_the_deal_is_out() -> None:
    posted = post(load_book("massachusetts"), dealing="machine")
    views = list(told(posted, DECK, Seat(1), [0, 0, 0]))
    dealing = [view for view in views if view.phase is Phase.OPENING_DEAL]
    assert all(not faces(view) for view in dealing)
    asked = next(view for view in views if view.phase is Phase.PREFLOP)
    own, other = asked.seats[Seat(1)].spot, asked.seats[Seat(2)].spot
    assert own is not None
    assert other is not None
    assert None not in own.cards
    assert other.cards == (None, None)


def test_what_was_exposed_by_mistake_has_been_seen_until_it_is_replaced() -> None:
    posted = post(load_book("greece"))
    table = waits(opened(posted, DECK), posted, DECK)
    table, _ = act(table, decisions(table, Seat(1), posted)[0], posted)
    table, _ = act(table, c.Report(irregularity=WrongCommunityShown(positions=(4,))), posted)
    assert view_of(table, posted).community == (None, None, None, table.round.community[3], None)
    table = waits(table, posted, DECK)
    assert view_of(table, posted).community == (None,) * 5
    table, _ = act(table, c.Report(irregularity=DealerCardExposed()), posted)
    assert view_of(table, posted).dealer == table.round.dealer
    assert view_of(waits(table, posted, DECK), posted).dealer == (None, None)


@pytest.mark.clause("GR.WRONG1")
def test_nobody_is_asked_while_the_croupiers_cards_are_replaced() -> None:
    table = RoundTable("greece").seat(1, "ann", ante=1000).seat(2, "bob", ante=1000).play({1: "check"}, until="preflop")
    table.send(c.Check(seat=Seat(1)))
    assert view_of(table.state, table.posted, Seat(2)).turn == 2
    table.send(c.Report(irregularity=DealerCardExposed(positions=(1, 2))))
    assert table.state.round.replacing is not None
    assert view_of(table.state, table.posted, Seat(2)).turn is None
    table.send(c.ReplaceCards(cards=(*table.state.undealt, *table.state.round.dealer)))
    assert view_of(table.state, table.posted, Seat(2)).turn == 2
