"""The standing of every hole on every complete board: dealers below, dealers above, dealers who do not qualify.

It depends only on the qualifier, and every other result derives from it.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from uth.kernels.exact_index import (
    ABSENT,
    CATEGORY_SHIFT,
    HIGHER,
    HIGHER_BIT,
    LAST_HOLE,
    LESSER,
    LOSSES_BIT,
    LOWER,
    MADE,
    PAIR_MASK,
    WITHOUT_BIT,
    Bytes,
    Counts,
    Integers,
    Shorts,
    Words,
)  # fmt: skip
from uth.kernels.loop import loop

FLUSH: Final = 5
FULL_HOUSE: Final = 6
STRAIGHT_FLUSH: Final = 8

NOW: Final = 0
EDGES: Final = 1
TOTAL: Final = 26
COLUMNS: Final = 32
"""Dealers passed, and those at the edges (unqualified, full): by each of 26 kinds of card, then in total."""

AFTER_BIT: Final = 16
COUNT_MASK: Final = (1 << AFTER_BIT) - 1
"""Two counts share one integer: dealers below a hole and not above it; or the unqualified and the full."""


class StandingTables(NamedTuple):
    """The boards and the numbering of their holes; built by `exact.standings`."""

    pairs: Bytes
    spread: Words
    flushes: Shorts
    ranked: Words
    left: Bytes
    sets: Integers
    fives: Integers


class StandingScratch(NamedTuple):
    """Scratch arrays: dealers passed so far, and for each hole without a flush its category and count."""

    passed: Counts
    kinds: Bytes
    both: Counts


def pass_dealers(
    ranked: Words, mixed: bool, qualifier: int, left: Bytes, pairs: Bytes, spread: Words, scratch: StandingScratch
) -> None:
    """Pass the dealers without a flush, lowest first, and fill the standing of each hole without a flush.

    Dealers that hold one of a hole's cards are subtracted. `left` has the cards of each kind that are not on the board;
    `mixed` says that one card of the suit does not make a flush.
    """
    passed, kinds, both = scratch
    now = passed[NOW]
    edges = passed[EDGES]
    for column in range(COLUMNS):
        now[column] = edges[column] = 0
    total = 0
    first = 0
    while ranked[first] != LAST_HOLE:
        category = ranked[first] >> CATEGORY_SHIFT
        last = first
        while last == first or not ranked[last] >> HIGHER_BIT & 1:
            pair = ranked[last] & PAIR_MASK
            x, y = pairs[pair, 0], pairs[pair, 1]
            kinds[pair] = category
            both[pair] = total - now[x] - now[y]
            if mixed:
                low, high = spread[pair, 0], spread[pair, 1]
                kinds[low] = kinds[high] = category
                both[low] = total - now[13 + x] - now[y]
                both[high] = total - now[x] - now[13 + y]
            last += 1
        for at in range(first, last):
            pair = ranked[at] & PAIR_MASK
            x, y = pairs[pair, 0], pairs[pair, 1]
            with_x, with_y = 0 + left[y], 0 + left[x]
            if x == y:
                total += with_x * (with_x - 1) >> 1
                now[x] += with_x - 1
            else:
                total += with_x * with_y
                now[x] += with_x
                now[y] += with_y
            if mixed:
                total += with_y * left[13 + y]
                now[x] += left[13 + y]
                now[13 + x] += with_x
                if x != y:
                    total += with_x * left[13 + x]
                    now[y] += left[13 + x]
                    now[13 + y] += with_y
        for at in range(first, last):
            pair = ranked[at] & PAIR_MASK
            x, y = pairs[pair, 0], pairs[pair, 1]
            both[pair] += (total - now[x] - now[y]) << AFTER_BIT
            if mixed:
                both[spread[pair, 0]] += (total - now[13 + x] - now[y]) << AFTER_BIT
                both[spread[pair, 1]] += (total - now[x] - now[13 + y]) << AFTER_BIT
        first = last
        now[TOTAL] = total
        above = ranked[first] >> CATEGORY_SHIFT
        unqualified = 1 if category < qualifier <= above else 0
        full = 1 << AFTER_BIT if category < FULL_HOUSE <= above else 0
        if unqualified != full:
            for column in range(COLUMNS):
                edges[column] += now[column] * (unqualified - full)
    for column in range(COLUMNS):
        edges[column] += now[column] << AFTER_BIT


def stand_hole(
    hole: int,
    edge: int,
    part: int,
    qualifier: int,
    flush: Shorts,
    scratch: StandingScratch,
    standing: Counts,
    kinds: Bytes,
) -> None:
    """Fill the standing of a hole.

    `part` is its suited part; `edge` has the unqualified and the full dealers, less those with its cards. A dealer with
    a flush has not been passed.
    """
    kind, lesser = 0 + flush[MADE, part], flush[LESSER, part]
    without = edge & COUNT_MASK
    if kind:
        fuller = edge >> AFTER_BIT if kind < STRAIGHT_FLUSH else 0
        wins = flush[LOWER, part] - fuller
        losses = flush[HIGHER, part] + fuller
    else:
        kind = 0 + scratch.kinds[hole]
        both = scratch.both[hole]
        fuller = lesser if kind >= FULL_HOUSE else 0
        wins = (both & COUNT_MASK) + fuller
        losses = 989 - (both >> AFTER_BIT) - fuller
        without += kind < qualifier
    if qualifier > FLUSH:
        without += lesser
    standing[hole] = wins | losses << LOSSES_BIT | without << WITHOUT_BIT
    kinds[hole] = kind


def stand_holes(
    suited: int, qualifier: int, left: Bytes, flush: Shorts, scratch: StandingScratch, standing: Counts, kinds: Bytes
) -> None:
    """Fill the standing of each hole of a board once its dealers are passed."""
    edges = scratch.passed[EDGES]
    hole = 0
    for two in range(26 if suited else 13):
        for one in range(two + 1):
            if left[two] == 0 or left[one] <= (one == two):
                standing[hole] = 0
                kinds[hole] = ABSENT
            else:
                part = 0
                if one >= 13:
                    part = 14 + (two - 13) * (two - 12) // 2 + one - 13
                elif two >= 13:
                    part = two - 12
                edge = edges[TOTAL] - edges[one] - edges[two]
                stand_hole(hole, edge, part, qualifier, flush, scratch, standing, kinds)
            hole += 1


@loop
def stand_boards(
    first: int,
    step: int,
    qualifier: int,
    tables: StandingTables,
    scratch: StandingScratch,
    standing: Counts,
    kinds: Bytes,
) -> None:
    """Fill the standing and the category of each hole on each board."""
    pairs, spread, flushes, ranked, lefts, sets, fives = tables
    for at in range(first, sets.shape[0], step):
        suited, start, others = sets[at, 0], sets[at, 1], sets[at, 2]
        for board in range(start, start + others):
            pass_dealers(ranked[fives[board]], suited == 3, qualifier, lefts[board], pairs, spread, scratch)
            stand_holes(suited, qualifier, lefts[board], flushes[sets[at, 6]], scratch, standing[board], kinds[board])
