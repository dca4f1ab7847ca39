"""How many ways there are to deal hands that have no card in common and are all allowed.

Cards are the points of a graph and the allowed holes its lines; hands dealt at once are a matching. What is not allowed
is the smaller graph, so the count goes over its matchings with changing sign: all ways to deal, less those with a hole
that is not allowed, plus those with two, and so on.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from math import comb, factorial
from typing import Final

HANDS_MAX: Final = 9
"""The most hands a rule set can deal: eight seats and the dealer."""

Polynomial = dict[tuple[int, int], int]
"""Matchings by the number of their holes and of the suited cards in them."""

NOTHING: Final[Polynomial] = {(0, 0): 1}


@cache
def deals(cards: int, hands: int) -> int:
    """Return in how many ways that many holes can be drawn from so many cards, the order of the holes aside."""
    if cards < 2 * hands:
        return 0
    return comb(cards, 2 * hands) * factorial(2 * hands) // (2**hands * factorial(hands))


@dataclass(frozen=True, slots=True)
class Forbidden:
    """Types of cards and the pairs of them that are no allowed hole.

    `lines[i]` has bit ``j`` where a card of type ``i`` with one of type ``j`` is forbidden, ``i`` itself for two of the
    same. `clique` says that two suited cards are forbidden as well; their lines are then left out of `lines`.
    """

    sizes: tuple[int, ...]
    suited: tuple[bool, ...]
    lines: tuple[int, ...]
    clique: bool


def allowed_deals(forbidden: Forbidden) -> tuple[int, ...]:
    """Return for no hand, one hand and so on in how many ways so many allowed holes can be drawn at once."""
    cards = sum(forbidden.sizes)
    matchings = [0] * (HANDS_MAX + 1)
    clique = sum(size for size, suited in zip(forbidden.sizes, forbidden.suited, strict=True) if suited)
    for (holes, suited), ways in _matchings(forbidden).items():
        if not forbidden.clique:
            matchings[holes] += ways
            continue
        for more in range(HANDS_MAX + 1 - holes):
            matchings[holes + more] += ways * deals(clique - suited, more)
    return tuple(
        sum((-1) ** bad * matchings[bad] * deals(cards - 2 * bad, hands - bad) for bad in range(hands + 1))
        for hands in range(HANDS_MAX + 1)
    )


def _matchings(forbidden: Forbidden) -> Polynomial:
    """Return the matchings of the forbidden lines: the product over the parts that hang together."""
    whole = NOTHING
    left = {at for at, line in enumerate(forbidden.lines) if line}
    while left:
        part, reached = set[int](), {min(left)}
        while reached:
            part |= reached
            reached = {to for at in reached for to in left if forbidden.lines[at] >> to & 1} - part
        left -= part
        whole = times(whole, _matchings_of(*_merged(forbidden, sorted(part))))
    return whole


def _merged(forbidden: Forbidden, part: list[int]) -> tuple[tuple[int, ...], tuple[bool, ...], tuple[int, ...]]:
    """Return the part by itself, types with the very same lines made one."""
    groups: dict[tuple[bool, int], list[int]] = {}
    for at in part:
        groups.setdefault((forbidden.suited[at], forbidden.lines[at]), []).append(at)
    sizes = tuple(sum(forbidden.sizes[at] for at in group) for group in groups.values())
    suited = tuple(flag for flag, _ in groups)
    firsts = [group[0] for group in groups.values()]
    lines = tuple(sum((line >> to & 1) << new for new, to in enumerate(firsts)) for _, line in groups)
    return sizes, suited, lines


@cache
def _matchings_of(sizes: tuple[int, ...], suited: tuple[bool, ...], lines: tuple[int, ...]) -> Polynomial:
    """Return the matchings of one part: its first card is in no hole, or in one with a card it has a line to."""

    @cache
    def of(left: tuple[int, ...]) -> Polynomial:
        first = next((at for at, size in enumerate(left) if size), None)
        if first is None:
            return NOTHING
        without = tuple(size - (at == first) for at, size in enumerate(left))
        total = dict(of(without))
        for other, size in enumerate(without):
            if size and lines[first] >> other & 1:
                after = of(tuple(each - (at == other) for at, each in enumerate(without)))
                more = suited[first] + suited[other]
                for (holes, used), ways in after.items():
                    if holes < HANDS_MAX:
                        key = holes + 1, used + more
                        total[key] = total.get(key, 0) + size * ways
        return total

    return of(sizes)


def times(one: Polynomial, other: Polynomial) -> Polynomial:
    """Return the matchings of two parts together."""
    total: Polynomial = {}
    for (holes, suited), ways in one.items():
        for (more, also), by in other.items():
            if holes + more <= HANDS_MAX:
                key = holes + more, suited + also
                total[key] = total.get(key, 0) + ways * by
    return total
