"""How many ways there are to deal hands that have no card in common and are all allowed.

Cards are the points of a graph and the allowed holes its lines; hands dealt at once are a matching. What is forbidden
is the smaller graph, so the count goes over its matchings with changing sign: all ways to deal, less those with a hole
that is forbidden, plus those with two, and so on.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from math import comb, factorial
from typing import Final

HANDS_MAX: Final = 9
"""The most hands a rule set can deal: eight seats and the dealer."""

Polynomial = dict[tuple[int, int], int]
"""Matchings by the number of their holes and of the cards in them that are of the clique."""

NOTHING: Final[Polynomial] = {(0, 0): 1}


@cache
def deals(cards: int, hands: int) -> int:
    """Return in how many ways that many holes can be drawn from so many cards, the order of the holes aside."""
    if cards < 2 * hands:
        return 0
    return comb(cards, 2 * hands) * factorial(2 * hands) // (factorial(hands) << hands)


@dataclass(frozen=True, slots=True)
class Forbidden:
    """Types of cards and the pairs of them that are forbidden as a hole.

    `lines[i]` has bit ``j`` where a card of type ``i`` with one of type ``j`` is forbidden, ``i`` itself for two of the
    same. Any two cards of types in the `clique` are forbidden as well; `lines` leaves those pairs out. A type of size 0
    has no lines.
    """

    sizes: tuple[int, ...]
    clique: tuple[bool, ...]
    lines: tuple[int, ...]


@dataclass(frozen=True, slots=True, order=True)
class Part:
    """Types of cards that hang together by their lines, with none to any other part."""

    sizes: tuple[int, ...]
    clique: tuple[bool, ...]
    lines: tuple[int, ...]


def allowed_deals(forbidden: Forbidden) -> tuple[int, ...]:
    """Return for no hand, one hand and so on in how many ways so many allowed holes can be drawn at once."""
    clique = sum(size for size, inside in zip(forbidden.sizes, forbidden.clique, strict=True) if inside)
    return _allowed_deals(sum(forbidden.sizes), clique, tuple(sorted(parts_of(forbidden))))


@cache
def _allowed_deals(cards: int, clique: int, parts: tuple[Part, ...]) -> tuple[int, ...]:
    lines = NOTHING
    for part in parts:
        lines = together(lines, matchings_of(part))
    matchings = [0] * (HANDS_MAX + 1)
    for (holes, used), ways in lines.items():
        for more in range(HANDS_MAX + 1 - holes):
            matchings[holes + more] += ways * deals(clique - used, more)
    return tuple(
        sum((-1) ** bad * matchings[bad] * deals(cards - 2 * bad, hands - bad) for bad in range(hands + 1))
        for hands in range(HANDS_MAX + 1)
    )


def parts_of(forbidden: Forbidden) -> Iterator[Part]:
    """Yield the types that hang together, those with the very same lines made one."""
    left = {at for at, line in enumerate(forbidden.lines) if line}
    while left:
        found, reached = set[int](), {left.pop()}
        while reached:
            found |= reached
            reached = {to for at in reached for to in left if forbidden.lines[at] >> to & 1}
            left -= reached
        groups: dict[tuple[bool, int], list[int]] = {}
        for at in sorted(found):
            groups.setdefault((forbidden.clique[at], forbidden.lines[at]), []).append(at)
        firsts = [group[0] for group in groups.values()]
        yield Part(
            tuple(sum(forbidden.sizes[at] for at in group) for group in groups.values()),
            tuple(inside for inside, _ in groups),
            tuple(sum((line >> to & 1) << new for new, to in enumerate(firsts)) for _, line in groups),
        )


@cache
def matchings_of(part: Part) -> Polynomial:
    """Return the matchings of one part: its first card is in no hole, or in one with a card it has a line to."""

    @cache
    def of(left: tuple[int, ...]) -> Polynomial:
        first = next((at for at, size in enumerate(left) if size), None)
        if first is None:
            return NOTHING
        without = tuple(size - (at == first) for at, size in enumerate(left))
        total = dict(of(without))
        for other, size in enumerate(without):
            if size and part.lines[first] >> other & 1:
                rest = of(tuple(each - (at == other) for at, each in enumerate(without)))
                for (holes, used), ways in rest.items():
                    if holes < HANDS_MAX:
                        key = holes + 1, used + part.clique[first] + part.clique[other]
                        total[key] = total.get(key, 0) + size * ways
        return total

    return of(part.sizes)


def together(one: Polynomial, other: Polynomial) -> Polynomial:
    """Return the matchings of two parts that have no line between them."""
    total: Polynomial = {}
    for (holes, used), ways in one.items():
        for (more, also), by in other.items():
            if holes + more <= HANDS_MAX:
                key = holes + more, used + also
                total[key] = total.get(key, 0) + ways * by
    return total
