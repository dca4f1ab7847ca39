"""The shuffle: one order for each key, unbiased, from the operating system's generator."""

from __future__ import annotations

import os
import random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from support.played_house import PlayedHouse
from uth.cards import DECK, Card
from uth.house.fairness import KEY_BYTES, _below, deck_of, new_commitment, new_shuffle_key, round_key, shuffled


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


def test_no_seed_of_this_program_repeats_a_secret() -> None:
    def drawn() -> bytes:
        random.seed(7)
        np.random.seed(7)
        return new_commitment().secret

    assert drawn() != drawn()


def test_a_process_and_its_children_draw_different_secrets() -> None:
    drawn = [new_shuffle_key()]
    for _ in range(3):
        reading, writing = os.pipe()
        child = os.fork()
        if child == 0:
            os.write(writing, new_shuffle_key())
            os._exit(0)
        os.waitpid(child, 0)
        drawn.append(os.read(reading, KEY_BYTES))
        os.close(reading)
        os.close(writing)
    assert {len(key) for key in drawn} == {KEY_BYTES}
    assert len(set(drawn)) == len(drawn)


async def test_every_dealt_card_comes_from_the_operating_systems_generator(monkeypatch: pytest.MonkeyPatch) -> None:
    """What the system gives is all that decides the decks of a house: the same bytes deal the same rounds."""

    async def decks(first: int) -> list[tuple[Card, ...]]:
        given: list[bytes] = []

        def urandom(size: int) -> bytes:
            given.append(bytes([first + len(given)]) * size)
            return given[-1]

        monkeypatch.setattr(random, "_urandom", urandom)  # where `secrets` gets its bytes
        played = PlayedHouse()
        live = played.table()
        await played.sit(live)
        for _ in range(2):
            await played.round(live)
        found = []
        for body in (record.body for record in await played.store.read("table/one")):
            if body["command"]["is"] == "ShuffleDeck":
                secret = bytes.fromhex(body["host"]["secret"])
                assert secret in given
                found.append(tuple(map(Card, body["events"][0]["cards"])))
                assert found[-1] == shuffled(secret, {})
        return found

    assert len(await decks(1)) >= 2
    assert await decks(1) == await decks(1) != await decks(101)


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
