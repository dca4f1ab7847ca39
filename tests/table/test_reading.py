"""A real deck: its cards are read as they are dealt, and where some are replaced."""

from __future__ import annotations

from typing import cast

import pytest

from support.round_table import RoundTable
from uth.cards import Card
from uth.errors import Refused
from uth.house.followed_table import table_at
from uth.store.codec import encoded
from uth.table.dealer import next_step
from uth.table.floor.irregularities import DealerCardExposed, WrongCommunityShown
from uth.table.round import commands as c
from uth.table.round.decide import decide
from uth.table.round.refusals import is_read, to_read
from uth.table.round.state import Table, with_round
from uth.units import Seat


def greek(until: str) -> RoundTable:
    table = (
        RoundTable("greece", dealing="shuffler")
        .seat(1, "ann", hole="AsKs", ante=1000)
        .board("QsJsTs 2d 3c")
        .dealer("7h 7d")
    )
    return table.play(until=until)


def cards(words: str) -> tuple[Card, ...]:
    return tuple(map(Card, words.split()))


def code(table: RoundTable, words: str) -> str | None:
    return table.refusal(c.ReadCards(cards=cards(words)))


def replaced(table: RoundTable) -> Table:
    step = next_step(table.state, table.posted, table.shuffled)
    assert isinstance(step, c.ReplaceCards)
    table.send(step)
    return table.state


@pytest.mark.clause("GR.WRONG1")
def test_the_cards_that_replace_the_dealers_are_the_ones_that_are_read() -> None:
    table = greek("flop")
    table.send(c.Report(irregularity=DealerCardExposed()))
    assert (to_read(table.state, table.posted), is_read(table.state, table.posted)) == (2, False)
    assert code(table, "4c") == code(table, "4c As") == code(table, "4c 4c") == "not_the_next_cards"
    table.send(c.ReadCards(cards=cards("4c 7h")))  # a card that went back may come again
    assert is_read(table.state, table.posted)
    assert replaced(table).round.dealer == cards("4c 7h")
    assert not {*cards("4c 7h")} & {*table.state.round.deck}
    assert Card("7d") in table.state.round.deck


@pytest.mark.clause("GR.WRONG2")
def test_community_cards_are_replaced_by_what_is_read_and_by_the_houses_order_where_nothing_is() -> None:
    for words in ("9c 9d", None):
        table = greek("flop")
        table.send(c.Report(irregularity=WrongCommunityShown(positions=(4, 5))))
        if words is not None:
            table.send(c.ReadCards(cards=cards(words)))
        state = replaced(table)
        assert (state.round.community[3:] == cards("9c 9d")) == (words is not None)
        assert (
            len({*state.round.community, *state.round.deck, *state.round.dealer, *state.round.spots[Seat(1)].hole})
            == 52
        )


@pytest.mark.clause("GR.WRONG1")
def test_what_was_read_for_the_last_delivery_is_not_taken_for_a_replacement() -> None:
    table = greek("flop")
    table.state = with_round(table.state, read=table.state.round.dealer)
    table.send(c.Report(irregularity=DealerCardExposed()))
    assert not is_read(table.state, table.posted)


@pytest.mark.clause("MA.7d")
def test_a_delivery_is_read_when_its_own_cards_are() -> None:
    table = RoundTable("massachusetts").seat(1, "ann", ante=1000)
    table.make_ready()
    table.send(c.AnnounceNoMoreBets())
    assert not is_read(table.state, table.posted)
    named = table.state.round.deck[-to_read(table.state, table.posted) :]
    table.send(c.ReadCards(cards=named))
    assert is_read(table.state, table.posted)
    table.send(c.DealNext())
    assert not is_read(table.state, table.posted)


@pytest.mark.clause("MA.7d", "GR.WRONG1")
def test_only_cards_that_come_next_are_read_by_the_clause_they_come_by() -> None:
    def refused(table: RoundTable, read: object) -> tuple[str, str | None] | None:
        answer = decide(table.state, c.ReadCards(cards=cast(tuple[Card, ...], read)), table.posted)
        return (answer.code, answer.clause) if isinstance(answer, Refused) else None

    table = RoundTable("massachusetts").seat(1, "ann", ante=1000).make_ready()
    assert refused(table, cards("As")) == ("step_not_due", None), "the wagers are open"
    table.send(c.AnnounceNoMoreBets())
    for read in ((), cards("As Ks"), ["As"], ("As",), None):
        assert refused(table, read) == ("not_the_next_cards", "MA.7d"), read
    assert refused(table, cards("As")) is None
    table = greek("flop")
    assert refused(table, cards("4c")) == ("step_not_due", None), "a seat is asked"
    table.send(c.Report(irregularity=DealerCardExposed()))
    for read in (cards("4c"), cards("4c 4c"), cards("4c As"), cards("4c 5c 6c")):
        assert refused(table, read) == ("not_the_next_cards", "GR.WRONG1"), read
    assert refused(table, cards("4c 5c")) is None


def test_a_state_kept_before_tables_knew_what_was_read_is_read_all_the_same() -> None:
    table = greek("flop").state
    kept = encoded(table)
    del kept["round"]["read"]
    assert table_at({"host": {"state": kept}}) == table


def read_and_dealt(words: str) -> RoundTable:
    """Return a table whose first delivery of a real deck was read as these cards."""
    table = RoundTable("nevada", dealing="shoe").seat(1, "ann", ante=1000).seat(2, "bob", ante=1000)
    table.play(until="opening_deal")
    table.send(c.ReadCards(cards=cards(words)))
    table.send(c.DealNext())
    return table


def correction(table: RoundTable, words: str) -> str | None:
    return table.refusal(c.CorrectReading(cards=cards(words)))


def test_a_misread_card_is_read_again_where_it_lies_and_the_wrong_one_is_back_in_the_deck() -> None:
    table = read_and_dealt("As")
    assert correction(table, "As") == correction(table, "Ad Ac") == "not_the_next_cards"
    table.send(c.CorrectReading(cards=cards("Ad")))
    assert table.state.round.spots[Seat(1)].hole == cards("Ad")
    assert Card("As") in table.state.round.deck
    assert Card("Ad") not in table.state.round.deck
    assert len({*table.state.round.deck}) == len(table.state.round.deck) == 51
    table.send(c.CorrectReading(cards=cards("Ks")))  # misread twice
    assert table.state.round.spots[Seat(1)].hole == cards("Ks")


def test_once_the_next_cards_are_read_or_dealt_the_card_before_is_not_read_again() -> None:
    table = read_and_dealt("As")
    table.send(c.ReadCards(cards=cards("Ad")))
    assert correction(table, "Ks") == "nothing_to_read_again"
    table.send(c.DealNext())
    table.send(c.CorrectReading(cards=cards("Kd")))
    assert [table.state.round.spots[Seat(each)].hole for each in (1, 2)] == [cards("As"), cards("Kd")]


def test_the_last_cards_before_a_decision_are_read_again_until_somebody_has_decided() -> None:
    table = read_and_dealt("As")
    deck = iter(cards("Ks Qs Js Ts 9s 8s 7s 6s 5s 4s 3s"))
    while table.state.turn is None:
        table.send(c.ReadCards(cards=(next(deck),)))
        table.send(c.DealNext())
    dealt = table.state.round.read
    assert table.refusal(c.CorrectReading(cards=cards("2h")[: len(dealt)])) is None
    table.send(c.Check(seat=Seat(1)))
    assert correction(table, "2h") == "nothing_to_read_again"
