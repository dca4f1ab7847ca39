"""The coach knows what its chair sees and nothing else."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from support.known_cards import may_know
from support.round_table import RoundTable
from uth.coach.asked import AskedDecision
from uth.coach.coaching import coach
from uth.errors import Refused
from uth.rules.loader import BOOKS
from uth.table.round import commands as c
from uth.units import PlayerId, Seat
from uth.views.coaching import asked_at, coaching_document

FLOP, TURN_AND_RIVER = "Kd 9s 2c", "7h 3d"
OTHER_TURN_AND_RIVER = "Ac Ad"
ONE = Seat(1)


def dealt(book: str, *, dealer: str, other: str, board: str) -> RoundTable:
    table = RoundTable(book)
    if table.posted.player_banks:
        table.bank(3, "p3", wager=10_000_000)
    return table.seat(1, "p1", hole="Qh8d", ante=1000).seat(2, "p2", hole=other, ante=500).board(board).dealer(dealer)


def coached(table: RoundTable, seat: Seat = ONE) -> bytes:
    asked = asked_at(table.state, table.posted, seat)
    assert asked is not None
    said = coach(asked.situation, asked.dead, asked.offered)
    return json.dumps(coaching_document(said, 1, seat)).encode()


def asked_on(table: RoundTable, street: str) -> AskedDecision:
    table.play({}, until=street)
    while table.state.turn != ONE:
        table.send(c.Check(seat=Seat(table.state.turn or 0)))
    found = asked_at(table.state, table.posted, ONE)
    assert found is not None
    return found


@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.parametrize("street", ["preflop", "flop"])
def test_decks_that_differ_in_hidden_cards_give_the_same_bytes(book: str, street: str) -> None:
    one = dealt(book, dealer="KsKh", other="AsAh", board=f"{FLOP} {TURN_AND_RIVER}")
    two = dealt(book, dealer="4s5h", other="TsTh", board=f"{FLOP} {OTHER_TURN_AND_RIVER}")
    first, second = (asked_on(table, street) for table in (one, two))
    assert one.state.round.dealer != two.state.round.dealer
    assert first.situation.hole == second.situation.hole
    assert coached(one) == coached(two)


@pytest.mark.parametrize("book", BOOKS)
def test_at_the_river_only_the_dealer_and_the_other_seats_are_hidden(book: str) -> None:
    one = dealt(book, dealer="KsKh", other="AsAh", board=f"{FLOP} {TURN_AND_RIVER}")
    two = dealt(book, dealer="4s5h", other="TsTh", board=f"{FLOP} {TURN_AND_RIVER}")
    for table in (one, two):
        asked_on(table, "river")
    assert coached(one) == coached(two)


@pytest.mark.parametrize("book", BOOKS)
def test_every_card_the_coach_is_given_may_be_known_to_the_player(book: str) -> None:
    table = dealt(book, dealer="KsKh", other="AsAh", board=f"{FLOP} {TURN_AND_RIVER}")
    for street, shown in (("preflop", 0), ("flop", 3), ("river", 5)):
        asked = asked_on(table, street)
        given = {*asked.situation.hole, *asked.situation.board, *asked.dead}
        assert len(asked.situation.board) == shown
        assert given <= may_know(table.state, PlayerId("p1"))
        assert asked.dead == ()


def test_the_cards_of_ones_other_hand_count_as_known() -> None:
    table = RoundTable("chickasaw").seat(1, "p1", hole="Qh8d", ante=1000)
    table.seat(2, "p1", hole="8c8s", rail=0, ante=1000).board(f"{FLOP} {TURN_AND_RIVER}").dealer("KsKh")
    table.play({}, until="flop")
    asked = asked_at(table.state, table.posted, Seat(table.state.turn or 0))
    assert asked is not None
    assert len(asked.dead) == 2
    other = table.state.round.spots[Seat(3 - (table.state.turn or 0))].hole
    assert {*asked.dead} == {*other}


def test_nobody_is_coached_when_it_is_not_their_turn() -> None:
    table = dealt("massachusetts", dealer="KsKh", other="AsAh", board=f"{FLOP} {TURN_AND_RIVER}")
    assert asked_at(table.state, table.posted, ONE) is None
    table.play({}, until="flop")
    turn = table.state.turn
    assert turn is not None
    assert asked_at(table.state, table.posted, Seat(3 - turn)) is None


def test_a_round_with_a_card_shown_out_of_turn_is_not_coached() -> None:
    table = dealt("greece", dealer="KsKh", other="AsAh", board=f"{FLOP} {TURN_AND_RIVER}")
    asked_on(table, "flop")
    exposed = table.state.round.dealer[:1]
    table.state = replace(table.state, round=replace(table.state.round, exposed=frozenset(exposed)))
    with pytest.raises(Refused, match="shown out of turn"):
        asked_at(table.state, table.posted, ONE)
