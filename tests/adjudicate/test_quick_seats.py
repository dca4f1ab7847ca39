"""The fast reader of seats compared with the careful one: same results for valid input, same errors for the rest."""

from __future__ import annotations

import random
from typing import Any

import pytest

from twin.plain_settlement import BOOKS
from twin.random_rounds import random_round
from uth.adjudicate import seats
from uth.adjudicate.reading import read_document
from uth.errors import Malformed

Document = dict[str, Any]

ODD = [None, True, 0, -1, 1, 1.0, 4.0, 7, 500, 10**13, "", "As", "river", "MA.14d", [], {}, ["As", "Kd"], {"ante": 2}]


def told(document: Document) -> Any:
    """Return the round, or what is wrong with it."""
    try:
        return read_document(document)[0]
    except Malformed as fault:
        return fault.field, repr(fault.value), fault.says, fault.clause


def told_carefully(document: Document, monkeypatch: pytest.MonkeyPatch) -> Any:
    with monkeypatch.context() as without:
        without.setattr(seats, "read_seats_quickly", lambda *_: None)
        return told(document)


def with_something_odd(document: Document, rng: random.Random) -> None:
    """Change one thing somewhere in a seat."""
    part: Any = rng.choice(document["seats"])
    for _ in range(rng.randrange(3)):
        inner = [each for each in (part.values() if isinstance(part, dict) else part) if isinstance(each, dict | list)]
        part = rng.choice(inner) if inner else part
    if isinstance(part, dict):
        part[rng.choice([*part, "void", "fold", "play"])] = rng.choice(ODD)
    elif part:
        part[rng.randrange(len(part))] = rng.choice(ODD)


@pytest.mark.parametrize("book", BOOKS)
def test_a_round_read_quickly_is_the_round_read_carefully(book: str, monkeypatch: pytest.MonkeyPatch) -> None:
    rng = random.Random(6)
    for _ in range(300):
        document = random_round(rng, book)
        assert told(document) == told_carefully(document, monkeypatch), document


@pytest.mark.parametrize("book", BOOKS)
def test_a_seat_with_something_odd_in_it_is_read_or_refused_alike(book: str, monkeypatch: pytest.MonkeyPatch) -> None:
    rng = random.Random(7)
    for _ in range(900):
        document = random_round(rng, book)
        with_something_odd(document, rng)
        assert told(document) == told_carefully(document, monkeypatch), document


def test_most_rounds_are_read_quickly(monkeypatch: pytest.MonkeyPatch) -> None:
    """Or else the comparisons above compare the careful reading with itself."""
    rng, careful = random.Random(8), list[int]()
    read_place = seats._read_place

    def counted(at: int, *rest: Any) -> Any:
        careful.append(at)
        return read_place(at, *rest)

    monkeypatch.setattr(seats, "_read_place", counted)
    for _ in range(300):
        told(random_round(rng))
    assert careful.count(0) < 300 // 4
