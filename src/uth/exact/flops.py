"""Tables of flops, holes and runout decks for the compiled loops, the same for every game."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import combinations, combinations_with_replacement

import numpy as np
import numpy.typing as npt

from uth.cards import RANKS
from uth.exact.boards import hole_kinds, rank_pairs
from uth.kernels.exact_decks import DeckTables
from uth.kernels.exact_flops import FlopTables
from uth.kernels.exact_index import (
    ALL,
    MIXED,
    ONE,
    RANK_PAIRS,
    TWO,
    Bytes,
    Integers,
    five_at,
    pair_at,
    three_at,
)
from uth.kernels.ranking import rank_array
from uth.ranking import ORDER_BITS

Mask = npt.NDArray[np.bool_]


@cache
def deck_tables() -> DeckTables:
    """Return for three ranks on the flop the decks of the runouts without a flush, and the resulting boards.

    Flops of three suits use the whole deck, less each suit that has one card on the flop. Flops with two cards of one
    suit use the three other suits.
    """
    spans: list[tuple[int, int]] = []
    decks: list[tuple[int, int, int]] = []
    copies: list[list[int]] = []
    threes = sorted(combinations_with_replacement(range(13), 3), key=lambda three: three[::-1])
    for number, ranks in enumerate(threes):
        first = len(decks)
        decks.append((MIXED + number, 1, 0))
        copies.append([4 - ranks.count(rank) for rank in range(13)])
        for place, lone in enumerate(ranks):
            if lone in ranks[:place]:
                continue
            x, y = ranks[:place] + ranks[place + 1 :]
            decks.append((ONE + lone * RANK_PAIRS + pair_at(x, y), -1, 1))
            copies.append([1 - (rank == lone) for rank in range(13)])
            if x != y:
                decks.append((TWO + pair_at(x, y) * 13 + lone, 1, 0))
                copies.append([3 - (rank == lone) for rank in range(13)])
        spans.append((first, len(decks)))
    pairs = rank_pairs().astype(np.int64)
    boards = np.concatenate((np.repeat(threes, RANK_PAIRS, axis=0), np.tile(pairs, (len(threes), 1))), axis=1)
    low, high = np.minimum(*np.indices((13, 13))), np.maximum(*np.indices((13, 13)))
    return DeckTables(
        pairs=rank_pairs(),
        meets=pair_at(low, high).astype(np.uint8),
        holes=hole_kinds(),
        spans=np.array(spans),
        boards=five_at(boards).reshape(len(threes), RANK_PAIRS),
        decks=np.array(decks),
        copies=np.array(copies),
    )


@cache
def flop_tables() -> FlopTables:
    """Return each flop with canonical suits: 0, 1, 2 if all differ, 0, 0, 1 if two are the same, else 0."""
    flops = []
    for a, b, c in combinations_with_replacement(range(13), 3):
        rows = [MIXED + three_at(a, b, c), 4]
        for suit, (lone, x, y) in enumerate(((a, b, c), (b, a, c), (c, a, b))):
            rows += [ONE + lone * RANK_PAIRS + pair_at(x, y), suit]
        flops.append([4 * a, 4 * b + 1, 4 * c + 2, {3: 24, 2: 12, 1: 4}[len({a, b, c})], 4, *rows])
    for a, b in combinations(range(13), 2):
        for c in range(13):
            rows = [TWO + pair_at(a, b) * 13 + c, 0, ONE + c * RANK_PAIRS + pair_at(a, b), 1]
            flops.append([4 * a, 4 * b, 4 * c + 1, 12, 2, *rows, 0, 0, 0, 0])
    for a, b, c in combinations(range(13), 3):
        flops.append([4 * a, 4 * b, 4 * c, 4, 1, ALL + three_at(a, b, c), 0, 0, 0, 0, 0, 0, 0])
    starts = np.array(list(combinations(range(52), 2)))
    kinds = np.sort([(starts >> 2) + 13 * ((starts & 3) == suit) for suit in range(5)], axis=2)
    hole_numbers = pair_at(kinds[..., 0], kinds[..., 1]).astype(np.uint16)
    return FlopTables(flops=np.array(flops), hole_numbers=hole_numbers, starts=starts.astype(np.uint8))


@cache
def flop_shares() -> Mask:
    """Return whether each flop and hole have a card in common."""
    flops, _, starts = flop_tables()
    holes = np.array([np.flatnonzero((starts == card).any(axis=1)) for card in range(52)])
    shares = np.zeros((len(flops), len(starts)), np.bool_)
    for card in range(3):
        np.put_along_axis(shares, holes[flops[:, card]], True, axis=1)
    return shares


def start_name(hole: Sequence[int]) -> str:
    """Return the name of a starting hand: ``AKs``, ``77``, ``T9o``."""
    low, high = sorted(card >> 2 for card in hole)
    kind = "" if low == high else "s" if hole[0] & 3 == hole[1] & 3 else "o"
    return RANKS[high] + RANKS[low] + kind


@cache
def start_classes() -> tuple[tuple[str, ...], Integers]:
    """Return the names of the 169 starting hands, best ranks first, and the starting hand of each hole."""
    names = [
        RANKS[high] + RANKS[low] + kind
        for high in range(12, -1, -1)
        for low in range(high, -1, -1)
        for kind in (("",) if high == low else ("s", "o"))
    ]
    number = {name: at for at, name in enumerate(names)}
    holes = [number[start_name(hole)] for hole in flop_tables().starts.tolist()]
    return tuple(names), np.array(holes)


@cache
def flop_categories() -> Bytes:
    """Return the category of each flop with each hole; the value is undefined if they have a card in common."""
    tables = flop_tables()
    hands = np.empty((len(tables.flops), len(tables.starts), 5), np.uint8)
    hands[:, :, :3] = tables.flops[:, None, :3]
    hands[:, :, 3:] = tables.starts
    orders = rank_array(hands.reshape(-1, 5), distinct=False)
    return (orders >> ORDER_BITS).astype(np.uint8).reshape(hands.shape[:2])
