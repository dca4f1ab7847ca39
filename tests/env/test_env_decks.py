"""The decks of the environments: each is a whole deck, and the compiled loop deals the same as the plain one."""

from __future__ import annotations

import numpy as np

from uth.cards import DECK
from uth.env.decks import deck_of
from uth.env.vector_decks import tops_of


def test_a_deck_is_the_52_cards_and_belongs_to_its_key_and_round() -> None:
    decks = {deck_of(key, round_number) for key in (0, 1, 2**64 - 1) for round_number in range(20)}
    assert len(decks) == 60
    assert all(sorted(deck) == list(DECK) for deck in decks)
    assert deck_of(7, 3) == deck_of(7, 3)


def test_the_compiled_loop_deals_the_same_cards() -> None:
    keys = np.array([0, 1, 2**63, 2**64 - 1, 123456789] * 40, np.uint64)
    rounds = np.arange(200, dtype=np.uint64)
    for count in (9, 11, 52):
        tops = tops_of(keys, rounds, count)
        plain = [deck_of(int(key), int(at))[:count] for key, at in zip(keys, rounds, strict=True)]
        assert tops.tolist() == [list(top) for top in plain]


def test_every_card_comes_as_often_in_every_place() -> None:
    rounds = np.arange(520_000, dtype=np.uint64)
    tops = tops_of(np.full(len(rounds), 42, np.uint64), rounds, 11)
    for place in range(11):
        counts = np.bincount(tops[:, place], minlength=52)
        chi_squared = ((counts - 10_000) ** 2 / 10_000).sum()
        assert chi_squared < 110  # 51 degrees of freedom: one chance in 300,000 for each place
