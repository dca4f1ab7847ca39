"""Secrets: decks that differ only in cards a seat may not know yet give it identical observations, byte for byte."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from uth.cards import DECK, Card
from uth.env import Action
from uth.env.episode import sit_down
from uth.env.seat_env import SeatEnv
from uth.env.table_env import TableEnv
from uth.env.vector_env import SeatVectorEnv
from uth.env.vector_pays import places_of
from uth.rules.loader import BOOKS, load
from uth.table.round.dealing import deliveries
from uth.table.round.state import Phase

WAYS = [(book, way.name) for book in BOOKS for way in load(book).dealing]
SHOWN = 0, 3, 5
"""How many community cards are face up on each street."""


def everything_of(value: Any) -> bytes:
    """Return all bytes of what an environment hands out."""
    if isinstance(value, dict):
        return b"".join(str(key).encode() + everything_of(each) for key, each in value.items())
    if isinstance(value, tuple | list):
        return b"".join(map(everything_of, value))
    return np.asarray(value).tobytes() if not isinstance(value, str) else value.encode()


def changed(deck: tuple[Card, ...], known: list[int], chance: np.random.Generator) -> tuple[Card, ...]:
    """Return the deck with every card in another order but for those in the places that are known."""
    others = [at for at in range(len(deck)) if at not in known]
    cards = list(deck)
    for at, other in zip(others, chance.permutation(others), strict=True):
        cards[at] = deck[other]
    return tuple(cards)


@pytest.mark.parametrize(("book", "way"), WAYS)
def test_one_seat_sees_nothing_of_the_cards_it_may_not_know(book: str, way: str) -> None:
    places = places_of(sit_down(book, dealing=way))
    chance = np.random.default_rng(7)
    deck = tuple(DECK[at] for at in chance.permutation(52))
    env = SeatEnv(rules=book, dealing=way, render_mode="ansi")
    for street in range(3):
        known = places.hole + places.board[: SHOWN[street]]
        told = []
        for each in (deck, changed(deck, known, chance), changed(deck, known, chance)):
            handed_out: list[Any] = [env.reset(options={"deck": each}), env.render()]
            for _ in range(street):
                handed_out += [env.step(Action.CHECK), env.render()]
            told.append(everything_of(handed_out))
        assert told[0] == told[1] == told[2]


def test_a_card_is_seen_once_it_is_shown() -> None:
    env = SeatEnv()
    deck = "As 2c Ad 2d  3h  {} 7c 7d  3s  Kd 9s"
    told = []
    for card in ("Ah", "Ac"):
        env.reset(options={"deck": deck.format(card)})
        told.append(everything_of(env.step(Action.CHECK)))
    assert told[0] != told[1]


@pytest.mark.parametrize("book", BOOKS)
def test_a_seat_at_a_table_sees_nothing_of_the_others_cards(book: str) -> None:
    sitting = sit_down(book, seats=3)
    mine: list[int] = []
    at = 0
    for delivery in deliveries(sitting.posted.dealing, Phase.OPENING_DEAL, sitting.seats):
        mine += range(at, at + delivery.cards) if delivery.seat == 2 else []
        at += delivery.cards
    assert len(mine) == 2
    chance = np.random.default_rng(3)
    deck = tuple(DECK[card] for card in chance.permutation(52))
    told = []
    for each in (deck, changed(deck, mine, chance)):
        env = TableEnv(rules=book, seats=3, render_mode="ansi")
        env.reset(options={"deck": each})
        env.step(Action.PLAY_4X)
        told.append(everything_of([env.last(), env.observe("seat_2"), env.render()]))
    assert told[0] == told[1]


def test_many_tables_show_nothing_of_the_cards_that_lie_face_down() -> None:
    told = []
    for turned in (False, True):
        env = SeatVectorEnv(50)
        env.reset(seed=1)
        env.step(np.full(50, Action.CHECK))
        if turned:  # other cards where the seats may not look
            env.dealer = (env.dealer + 1) % 52
            env.board[:, 3:] = (env.board[:, 3:] + 1) % 52
        told.append(everything_of(env._observations()))
    assert told[0] == told[1]
