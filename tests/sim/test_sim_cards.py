"""The simulator's cards: the stream equals its plain twin, all cards are equally likely, and a key repeats them."""

from __future__ import annotations

from itertools import pairwise

import numpy as np

from sim.simulated import blocks, plan_for, stakes
from uth.kernels.sim_cards import deal_decks
from uth.sim.block import stream_of, trace_block
from uth.sim.prepared import prepare

WORD = (1 << 64) - 1


def plain_words(state: list[int]) -> int:
    """Return the next word of xoshiro256++, in plain Python."""
    a, b, c, d = state
    total = (a + d) & WORD
    word = ((total << 23 | total >> 41) + a) & WORD
    c, d = c ^ a, d ^ b
    state[:] = [a ^ d, b ^ c, c ^ (b << 17 & WORD), (d << 45 | d >> 19) & WORD]
    return word


def plain_draw(cards: int, deck: list[int], state: list[int]) -> None:
    """Draw cards as the compiled loop does: three to a word, a piece that would favour some thrown away."""
    piece, at, word = 1 << 21, 0, 0
    while at < cards:
        if at % 3 == 0:
            word = plain_words(state)
        count, spread = 52 - at, (word % piece) * (52 - at)
        while spread % piece < piece % count:
            spread = (plain_words(state) % piece) * count
        word >>= 21
        other = at + spread // piece
        deck[at], deck[other] = deck[other], deck[at]
        at += 1


def test_decks_are_those_of_the_plain_stream() -> None:
    decks = np.zeros((300, 52), np.uint8)
    deal_decks(stream_of("a key", 7), np.arange(52, dtype=np.uint8), decks)
    state, deck = stream_of("a key", 7).tolist(), list(range(52))
    for order in decks.tolist():
        plain_draw(52, deck, state)
        assert order == deck


def test_a_round_begins_with_the_cards_that_a_deck_begins_with() -> None:
    prepared = prepare(plan_for(seats=1))
    _, trace = trace_block(prepared, 3, 50)
    state, deck = stream_of("a key", 3).tolist(), list(range(52))
    for cards in trace.cards.tolist():
        plain_draw(9, deck, state)
        assert cards == deck[:9]


def test_every_card_is_as_likely_in_every_place() -> None:
    decks = np.zeros((52_000, 52), np.uint8)
    deal_decks(stream_of("even", 0), np.arange(52, dtype=np.uint8), decks)
    assert (np.sort(decks, axis=1) == np.arange(52)).all()
    counts = np.stack([np.bincount(decks[:, place], minlength=52) for place in range(52)])
    spread = ((counts - 1000) ** 2 / 1000).sum() / (51 * 51)
    assert abs(spread - 1) < 0.1
    following = np.bincount(52 * decks[:, 0].astype(int) + decks[:, 1], minlength=52 * 52).reshape(52, 52)
    assert (np.diag(following) == 0).all()
    pairs = following[~np.eye(52, dtype=bool)]
    mean = len(decks) / len(pairs)
    assert abs(((pairs - mean) ** 2 / mean).mean() - 1) < 0.15


def test_blocks_have_streams_of_their_own() -> None:
    states = {tuple(stream_of(key, block).tolist()) for key in ("a", "b", "a\n1", "1") for block in range(500)}
    assert len(states) == 2000
    first = [stream_of("a", block)[0] for block in range(50)]
    assert len({int(a) ^ int(b) for a, b in pairwise(first)}) == 49


def test_a_block_is_the_same_whoever_plays_it_and_whatever_was_played_before() -> None:
    prepared = prepare(plan_for(wagers=[stakes(trips=500, progressive=500)], seats=2, rounds=10**6))
    (two, three), (again, _) = blocks(prepared, [2, 3]), blocks(prepared, [2, 0])
    assert (two.classes == again.classes).all()
    assert (two.wagers == again.wagers).all()
    assert (two.awards == again.awards).all()
    assert (two.classes != three.classes).any()
