"""The dealer as a program: its commands in order, and when it waits."""

from __future__ import annotations

import pytest

from support.round_table import RoundTable
from uth.cards import DECK
from uth.rules.loader import BOOKS
from uth.table.dealer import deck_before_the_cut, due_command, next_step
from uth.table.floor.irregularities import ShufflerJammed
from uth.table.round import commands as c
from uth.table.round.decide import act
from uth.table.round.state import Phase, Table
from uth.units import Seat


def wagered(book: str) -> RoundTable:
    table = RoundTable(book)
    if table.posted.rules.seats.player_banks:
        table.bank(2, "bank", wager=1_000_000)
    return table.seat(1, "ann", ante=1000)


@pytest.mark.parametrize("book", BOOKS)
def test_the_dealer_deals_a_whole_round_and_waits_for_the_seat_alone(book: str) -> None:
    at = wagered(book)
    table: Table = at.state
    while table.rounds == 0 or table.phase is not Phase.WAGERS:
        command: c.Command | None = due_command(table, at.posted, at.shuffled)
        if command is None:
            assert table.turn == 1
            command = c.MakePlay(seat=Seat(1), multiple=4)
        table, _ = act(table, command, at.posted)
    assert table.rounds == 1


def test_closing_the_wagers_and_collecting_the_cards_are_left_to_who_runs_the_table() -> None:
    table = wagered("massachusetts").make_ready()
    assert due_command(table.state, table.posted, table.shuffled) == c.AnnounceNoMoreBets()
    assert next_step(table.state, table.posted, table.shuffled) is None
    table.play({1: "4x"})
    assert due_command(table.state, table.posted, table.shuffled) == c.CollectCards()
    assert next_step(table.state, table.posted, table.shuffled) is None


def test_the_dealer_waits_for_the_floor_though_a_deck_has_to_be_made_ready() -> None:
    table = wagered("california").play({1: "4x"}).next_round()
    assert isinstance(due_command(table.state, table.posted, table.shuffled), c.LoadShuffler | c.ShuffleDeck)
    table.send(c.Report(irregularity=ShufflerJammed()))
    assert table.state.round.floor is not None
    assert due_command(table.state, table.posted, table.shuffled) is None


@pytest.mark.parametrize("book", BOOKS)
def test_the_cut_brings_back_the_order_it_was_undone_for(book: str) -> None:
    at = wagered(book)
    while not at.state.round.deck:
        command = due_command(at.state, at.posted, lambda: deck_before_the_cut(DECK, at.posted))
        assert command is not None
        at.send(command)
    assert at.state.round.deck == DECK
