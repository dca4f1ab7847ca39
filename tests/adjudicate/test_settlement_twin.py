"""The settlement compared with a second implementation that is written from the same documents and shares no code."""

from __future__ import annotations

import random
from typing import Any

import pytest

from twin.invariants import broken_invariants
from twin.plain_settlement import BOOKS
from twin.plain_settlement import settle as settle_plainly
from twin.random_rounds import random_round
from uth.adjudicate import settle_document
from uth.rules.registry import clauses


def without_cites(answer: Any) -> Any:
    if isinstance(answer, dict):
        return {key: without_cites(value) for key, value in answer.items() if key != "cites"}
    return [without_cites(value) for value in answer] if isinstance(answer, list) else answer


def compare_rounds(book: str, key: int, count: int) -> None:
    rng = random.Random(key)
    own = {number for number in clauses() if number.startswith(f"{BOOKS[book]['key']}.")}
    for _ in range(count):
        document = random_round(rng, book)
        answer: Any = settle_document(document)
        assert without_cites(answer) == without_cites(settle_plainly(document)), document
        assert broken_invariants(document, answer) == [], document
        for seat in answer["seats"]:
            for line in seat["wagers"].values():
                assert own & set(line["cites"]), document


@pytest.mark.parametrize("book", BOOKS)
def test_two_settlements_of_random_rounds_agree_to_the_cent(book: str) -> None:
    compare_rounds(book, key=20260, count=1_000)


@pytest.mark.slow
@pytest.mark.parametrize("book", BOOKS)
def test_two_settlements_of_a_hundred_thousand_rounds_agree_to_the_cent(book: str) -> None:
    compare_rounds(book, key=7, count=20_000)
