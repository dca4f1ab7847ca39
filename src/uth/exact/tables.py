"""What the exact count looks up: the same for every game, made once in a process."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import combinations, combinations_with_replacement
from math import comb

import numpy as np

from uth.cards import RANKS
from uth.kernels.exact_boards import BoardTables
from uth.kernels.exact_decks import DeckTables
from uth.kernels.exact_flops import FlopTables
from uth.kernels.exact_index import (
    ALL,
    CATEGORY_SHIFT,
    HIGHER_BIT,
    HOLES,
    LAST_HOLE,
    MIXED,
    ONE,
    RANK_FIVES,
    RANK_PAIRS,
    TWO,
    WIDTH,
    Bytes,
    Integers,
    Words,
    five_at,
    pair_at,
    three_at,
)  # fmt: skip
from uth.kernels.exact_states import StateTables
from uth.ranking import COLUMN_BITS, FLUSH_MASKS, ORDER_BITS, ROWS, load_tables


@cache
def rank_pairs() -> Bytes:
    """Return the lower and higher rank of each pair of ranks."""
    return np.array([(x, y) for y in range(13) for x in range(y + 1)], np.uint8)


@cache
def hole_kinds() -> Bytes:
    """Return for each hole its two kinds, suited part, pair of ranks, and whether the lower and higher are suited."""
    rows = []
    for two in range(26):
        for one in range(two + 1):
            (x, x_in), (y, y_in) = sorted([(one % 13, one // 13), (two % 13, two // 13)])
            ranks = y * (y + 1) // 2 + x
            part = 14 + ranks if x_in and y_in else 1 + (x if x_in else y) if x_in or y_in else 0
            rows.append((one, two, part, ranks, x_in, y_in))
    return np.array([*rows, (0, 0, 0, 0, 0, 0)], np.uint8)


@cache
def five_ranks() -> Integers:
    """Return the ranks of each board told by its ranks alone, by its number."""
    ranks = np.array(list(combinations_with_replacement(range(13), 5)))
    return ranks[np.argsort(five_at(ranks))]


def suited_sizes() -> tuple[tuple[int, Integers], ...]:
    """Return how many ranks of one suit a board can have, and the other ranks each such set is completed with."""
    return (
        (3, rank_pairs().astype(np.int64)),
        (4, np.arange(13)[:, None]),
        (5, np.zeros((1, 0), np.int64)),
    )


def suited_spread() -> Words:
    """Return for each pair of ranks the holes with the lower and with the higher suited; no such hole if the same."""
    low, high = rank_pairs().astype(np.int64).T
    second = np.where(low == high, HOLES, pair_at(low, 13 + high))
    return np.stack((pair_at(high, 13 + low), second), axis=1).astype(np.uint16)


def ranked_holes(boards: Integers) -> Words:
    """Return each board's holes told by ranks, lowest first, and after them `LAST_HOLE`; one more board has none."""
    tables = load_tables()
    keys, rows, orders = (np.array(table, np.int64) for table in tables)
    pairs = rank_pairs().astype(np.int64)
    copies = (boards[:, :, None] == np.arange(13)).sum(axis=1)
    same = pairs[:, 0] == pairs[:, 1]
    there = (copies[:, pairs[:, 0]] + same < 4) & (copies[:, pairs[:, 1]] < 4) & (copies.max(axis=1) < 5)[:, None]
    key = np.where(there, keys[boards].sum(axis=1)[:, None] + keys[pairs].sum(axis=1), 0)
    order = orders[2 * rows[key >> COLUMN_BITS & ROWS - 1] + (key & (1 << COLUMN_BITS) - 1)]
    packed = np.sort(np.where(there, order << HIGHER_BIT | np.arange(RANK_PAIRS), 1 << 40), axis=1)
    order = packed >> HIGHER_BIT
    higher = np.diff(order, axis=1, prepend=order[:, :1]) != 0
    entry = order >> ORDER_BITS << CATEGORY_SHIFT | higher << HIGHER_BIT | packed & (1 << HIGHER_BIT) - 1
    ranked = np.full((len(boards) + 1, RANK_PAIRS + 1), LAST_HOLE, np.uint16)
    ranked[:-1, :-1] = np.where(packed < 1 << 40, entry, LAST_HOLE)
    return ranked


@cache
def board_tables() -> BoardTables:
    """Return the tables of the finished boards."""
    boards = five_ranks()
    pairs = rank_pairs()
    holes = hole_kinds()
    off = np.full((13, WIDTH), 3)
    for column in (0, 1):
        out = np.flatnonzero(holes[:HOLES, column] < 13)
        off[holes[out, column], out] -= 1
    sets = [(0, board, 1, 0, 0, 0) for board in range(RANK_FIVES) if boards[board, 0] != boards[board, 4]]
    links = [np.zeros((len(sets), 23), np.int64)]
    start = RANK_FIVES
    for size, added in suited_sizes():
        chosen = np.array(list(combinations(range(13), size)))
        twos = chosen[:, list(combinations(range(size), 2))]
        alls = chosen[:, list(combinations(range(size), 3))]
        link = np.zeros((len(chosen), 23), np.int64)
        link[:, :3] = chosen[:, :3] * RANK_PAIRS
        link[:, 3 : 3 + twos.shape[1]] = TWO + 13 * pair_at(twos[..., 0], twos[..., 1])
        link[:, 13 : 13 + alls.shape[1]] = ALL + three_at(alls)
        links.append(link)
        for mask in (1 << chosen).sum(axis=1).tolist():
            sets.append((size, start, len(added), mask, twos.shape[1] if size < 5 else 0, alls.shape[1]))
            start += len(added)
    fives = five_at(board_ranks())
    fives[-comb(13, 5) :] = RANK_FIVES
    return BoardTables(
        pairs=pairs,
        spread=suited_spread(),
        holes=holes,
        off=off,
        suited_orders=np.array(load_tables().orders[:FLUSH_MASKS], np.uint16),
        ranked=ranked_holes(boards),
        remaining=(4 - (boards[:, :, None] == np.arange(13)).sum(axis=1)).clip(0).astype(np.uint8),
        sets=np.array(sets),
        links=np.concatenate(links),
        fives=fives,
    )


@cache
def deck_tables() -> DeckTables:
    """Return the tables of the decks: for three ranks on the flop, those of the runouts that leave no flush."""
    pairs = rank_pairs()
    threes: list[tuple[int, ...]] = []
    decks: list[tuple[int, int, int]] = []
    copies: list[list[int]] = []
    for ranks in sorted(combinations_with_replacement(range(13), 3), key=lambda three: three[::-1]):
        first = len(decks)
        number = int(three_at(np.array(ranks)))
        decks.append((MIXED + number, 1, 0))
        copies.append([4 - ranks.count(rank) for rank in range(13)])
        for lone in sorted(set(ranks)):
            x, y = sorted(ranks[: ranks.index(lone)] + ranks[ranks.index(lone) + 1 :])
            pair = y * (y + 1) // 2 + x
            decks.append((ONE + lone * RANK_PAIRS + pair, -1, 1))
            copies.append([1 - (rank == lone) for rank in range(13)])
            if x != y:
                decks.append((TWO + pair * 13 + lone, 1, 0))
                copies.append([3 - (rank == lone) for rank in range(13)])
        threes.append((*ranks, first, len(decks)))
    flop = np.repeat(np.array(threes)[:, None, :3], RANK_PAIRS, axis=1)
    runout = np.repeat(pairs.astype(np.int64)[None], len(threes), axis=0)
    return DeckTables(
        pairs=pairs,
        meets=pair_at(np.arange(13)[:, None], np.arange(13)).astype(np.uint8),
        holes=hole_kinds(),
        spans=np.array(threes)[:, 3:],
        boards=five_at(np.concatenate((flop, runout), axis=2)),
        decks=np.array(decks),
        copies=np.array(copies),
    )


@cache
def flop_tables() -> FlopTables:
    """Return the tables of the flops: first card 0 to 2 in suits 0, 1, 2 if no two share one, and so on."""
    flops = []
    for a, b, c in combinations_with_replacement(range(13), 3):
        times = {3: 24, 2: 12, 1: 4}[len({a, b, c})]
        number = int(three_at(np.array((a, b, c))))
        rows = [(MIXED + number, 4)]
        for suit, (lone, x, y) in enumerate(((a, b, c), (b, a, c), (c, a, b))):
            rows.append((ONE + lone * RANK_PAIRS + y * (y + 1) // 2 + x, suit))
        flops.append((4 * a, 4 * b + 1, 4 * c + 2, times, 4, *(cell for row in rows for cell in row)))
    for a, b in combinations(range(13), 2):
        pair = b * (b + 1) // 2 + a
        for c in range(13):
            rows = [(TWO + pair * 13 + c, 0), (ONE + c * RANK_PAIRS + pair, 1)]
            flops.append((4 * a, 4 * b, 4 * c + 1, 12, 2, *(cell for row in rows for cell in row), 0, 0, 0, 0))
    for a, b, c in combinations(range(13), 3):
        number = int(three_at(np.array((a, b, c))))
        flops.append((4 * a, 4 * b, 4 * c, 4, 1, ALL + number, 0, 0, 0, 0, 0, 0, 0))
    starts = np.array(list(combinations(range(52), 2)))
    told = [pair_at(*((starts >> 2) + 13 * ((starts & 3) == suit)).T) for suit in range(5)]
    return FlopTables(flops=np.array(flops), told=np.array(told, np.uint16), starts=starts.astype(np.uint8))


@cache
def board_ranks() -> Integers:
    """Return the five ranks of each board, those of its suit first."""
    ranks = [five_ranks()]
    for size, added in suited_sizes():
        chosen = np.array(list(combinations(range(13), size)))
        ranks.append(np.concatenate((np.repeat(chosen, len(added), axis=0), np.tile(added, (len(chosen), 1))), axis=1))
    return np.concatenate(ranks)


@cache
def state_tables() -> StateTables:
    """Return the tables of `uth.ranking` as the compiled loops read them."""
    keys, rows, orders = load_tables()
    return StateTables(np.array(keys, np.int64), np.array(rows, np.uint16), np.array(orders, np.uint16))


def start_name(hole: Sequence[int]) -> str:
    """Return the starting hand that two cards are: ``AKs``, ``77``, ``T9o``."""
    low, high = sorted(card >> 2 for card in hole)
    kind = "" if low == high else "s" if hole[0] & 3 == hole[1] & 3 else "o"
    return RANKS[high] + RANKS[low] + kind


@cache
def start_classes() -> tuple[tuple[str, ...], Integers]:
    """Return the names of the 169 starting hands, best ranks first, and which of them each hole is."""
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
    """Return the category that each flop makes with each hole; where they share a card it means nothing."""
    from uth.kernels.ranking import rank_array

    tables = flop_tables()
    hands = np.empty((len(tables.flops), len(tables.starts), 5), np.uint8)
    hands[:, :, :3] = tables.flops[:, None, :3]
    hands[:, :, 3:] = tables.starts
    orders = rank_array(hands.reshape(-1, 5), distinct=False)
    return (orders >> ORDER_BITS).astype(np.uint8).reshape(hands.shape[:2])
