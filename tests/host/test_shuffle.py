"""The shuffle: one order for each key, unbiased, from the operating system's generator."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from uth.cards import DECK
from uth.host.shuffle import KEY_BYTES, _below, deck_of, new_shuffle_key, round_key


def test_a_key_gives_one_deck_of_all_52_cards() -> None:
    assert deck_of(b"k") == deck_of(b"k")
    assert sorted(deck_of(b"k")) == list(DECK)
    assert deck_of(b"k") != deck_of(b"l")


@given(st.binary(min_size=1, max_size=64))
def test_every_key_gives_a_whole_deck(key: bytes) -> None:
    assert sorted(deck_of(key)) == list(DECK)


def test_no_two_fresh_keys_are_alike() -> None:
    keys = {new_shuffle_key() for _ in range(100)}
    assert len(keys) == 100
    assert {len(key) for key in keys} == {KEY_BYTES}


def test_the_rounds_of_a_repeatable_session_have_keys_of_their_own() -> None:
    assert len({round_key("table", number) for number in range(100)}) == 100
    assert round_key("table", 7) == round_key("table", 7)


def test_every_number_below_n_is_drawn_from_as_many_words_as_any_other() -> None:
    """The words at both ends of the range, where a bias would show, for every n that a deck needs."""
    for count in range(1, 53):
        last_whole = (1 << 32) // count * count
        kept = [_below(count, iter([word])) for word in range(last_whole - count, last_whole)]
        assert sorted(kept) == list(range(count))
        thrown_away = range(last_whole, 1 << 32)
        assert len(thrown_away) < count
        for word in thrown_away:
            assert _below(count, iter([word, 0])) == 0
