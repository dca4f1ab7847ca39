"""A card is one of 52, prints the way it is parsed, and nothing else is a card."""

from __future__ import annotations

import json
import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from uth.cards import DECK, RANKS, SUITS, Card, parse_cards, require_distinct
from uth.errors import Malformed

cards = st.sampled_from(DECK)


@pytest.mark.clause("MA.2a", "CA.DECK2", "CN.45")
def test_a_deck_has_52_cards_each_rank_once_in_each_suit() -> None:
    assert len(DECK) == len(set(DECK)) == 52
    assert {(card.rank, card.suit) for card in DECK} == {(rank, suit) for rank in range(13) for suit in range(4)}
    assert {str(card) for card in DECK} == {rank + suit for rank in RANKS for suit in SUITS}


@pytest.mark.clause("MA.2a", "CA.DECK2", "CN.45")
def test_one_deck_does_not_deal_the_same_card_twice() -> None:
    require_distinct(DECK)
    with pytest.raises(Malformed) as refusal:
        require_distinct(parse_cards("As Kd As"))
    assert str(refusal.value) == 'cards: "As" is there twice; one deck has each card once'


@given(cards)
def test_a_card_is_read_as_it_is_printed(card: Card) -> None:
    assert Card(str(card)) is card
    assert Card(int(card)) is card
    assert Card(card) is card
    assert eval(repr(card)) is card
    assert pickle.loads(pickle.dumps(card)) == card


@given(st.lists(cards), st.sampled_from(["", " ", ", ", ","]))
def test_cards_are_read_as_they_are_printed_however_they_are_set_apart(dealt: list[Card], between: str) -> None:
    assert parse_cards(between.join(map(str, dealt))) == tuple(dealt)


@pytest.mark.parametrize(
    ("card", "symbol", "words"),
    [
        ("As", "A♠", "Ace of Spades"),
        ("Td", "T♦", "Ten of Diamonds"),
        ("7h", "7♥", "Seven of Hearts"),
        ("2c", "2♣", "Two of Clubs"),
    ],
)
def test_a_card_is_drawn_and_said(card: str, symbol: str, words: str) -> None:
    assert Card(card).symbol == symbol
    assert Card(card).words == words


@pytest.mark.parametrize("bad", ["1x", "", "A", "as", "AS", "10s", "Asx", "A♠", 52, 53, -1, True, False, 1.0, None])
def test_what_is_not_a_card_is_refused_in_one_clear_line(bad: object) -> None:
    with pytest.raises(Malformed) as refusal:
        Card(bad)  # type: ignore[arg-type]
    shown = json.dumps(bad, ensure_ascii=False)
    assert str(refusal.value) == (f"card: {shown} is not a card; write rank then suit, as in As, Td, 7h, 2c")


@pytest.mark.parametrize(("text", "card"), [("As K", "K"), ("AsKd1x", "1x"), ("As;Kd", ";K"), ("As\nKd", "\\nK")])
def test_a_bad_card_among_good_ones_is_the_one_that_is_named(text: str, card: str) -> None:
    with pytest.raises(Malformed, match="is not a card") as refusal:
        parse_cards(text)
    assert str(refusal.value).startswith(f'card: "{card}" ')
    assert "\n" not in str(refusal.value)
