"""Hands dealt together: the count by forbidden pairs equals brute force."""

from __future__ import annotations

import random
from itertools import combinations

import pytest

from uth.exact.side_pairs import HANDS_MAX, Forbidden, allowed_deals, deals

Card = tuple[int, int]


def tried(forbidden: Forbidden) -> list[int]:
    """Return for no hand, one hand and so on the ways to draw allowed holes, found by drawing them all."""
    cards = [(kind, at) for kind, size in enumerate(forbidden.sizes) for at in range(size)]
    allowed = [hole for hole in combinations(cards, 2) if is_allowed(hole, forbidden)]
    ways = [1] + [0] * HANDS_MAX

    def draw(start: int, taken: frozenset[Card], hands: int) -> None:
        for at in range(start, len(allowed)):
            if taken.isdisjoint(allowed[at]):
                ways[hands] += 1
                draw(at + 1, taken.union(allowed[at]), hands + 1)

    draw(0, frozenset(), 1)
    return ways


def is_allowed(hole: tuple[Card, Card], forbidden: Forbidden) -> bool:
    (one, _), (other, _) = hole
    return not forbidden.lines[one] >> other & 1 and not (forbidden.clique[one] and forbidden.clique[other])


def drawn(key: int) -> Forbidden:
    """Return a small graph of card types by chance, with or without a clique."""
    chance = random.Random(key)
    kinds = chance.randint(2, 6)
    sizes = tuple(chance.randint(1, 3 if kinds < 5 else 2) for _ in range(kinds))
    clique = tuple(chance.random() < 0.4 for _ in range(kinds)) if chance.random() < 0.6 else (False,) * kinds
    lines = [0] * kinds
    for one in range(kinds):
        for other in range(one, kinds):
            if chance.random() < 0.35 and not (clique[one] and clique[other]):
                lines[one] |= 1 << other
                lines[other] |= 1 << one
    return Forbidden(sizes, clique, tuple(lines))


@pytest.mark.parametrize("key", range(40))
def test_allowed_deals_are_those_found_by_trying_them_all(key: int) -> None:
    forbidden = drawn(key)
    assert list(allowed_deals(forbidden)) == tried(forbidden)


@pytest.mark.parametrize(("cards", "hands", "ways"), [(47, 1, 1081), (47, 2, 535_095), (4, 2, 3), (3, 2, 0), (0, 0, 1)])
def test_without_anything_forbidden_every_deal_is_allowed(cards: int, hands: int, ways: int) -> None:
    assert deals(cards, hands) == ways
    assert allowed_deals(Forbidden((cards,), (False,), (0,)))[hands] == ways
