"""What the count of `uth.exact.information` reads: orders of hands, numbers of boards, cards seen and renamed suits."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import combinations, combinations_with_replacement, permutations
from math import comb
from typing import Final

import numpy as np

from uth.cards import DECK, RANKS, Card
from uth.exact.boards import board_ranks, suited_sizes
from uth.exact.standings import cards_left
from uth.kernels.exact_index import RANK_FIVES, RANK_PAIRS, Bytes, Counts, Integers, Words, pair_at
from uth.kernels.information import FIELDS, Cases, InformationTables, Sums
from uth.ranking import COLUMN_BITS, FLUSH_MASKS, ROWS, load_tables

BLOCK: Final = 2048


def orders_by_kinds(first: int, last: int, kinds: int) -> Words:
    """Return the order of each of those boards with each two kinds of card; 0 where there are no such cards."""
    keys, rows, orders = (np.array(table, np.int32) for table in load_tables())
    ranks = np.arange(kinds) % 13
    boards = board_ranks()[first:last]
    masks = np.repeat((0, *suited_masks()), (RANK_FIVES, *suited_counts()))[first:last]
    bits = np.where(np.arange(kinds) >= 13, 1 << ranks, 0)
    sizes = np.array([mask.bit_count() for mask in range(FLUSH_MASKS)])
    found = np.zeros((len(boards), kinds, kinds), np.uint16)
    for start in range(0, len(boards), BLOCK):
        some = slice(start, start + BLOCK)
        copies = (boards[some, :, None] == np.arange(13)).sum(axis=1)
        there = copies.max(axis=1)[:, None, None] + np.zeros((1, kinds, kinds), np.int64) < 5
        there &= copies[:, ranks][:, :, None] + (ranks[:, None] == ranks) < 4
        there &= copies[:, ranks][:, None, :] < 4
        key = keys[boards[some]].sum(axis=1)[:, None, None] + keys[ranks][:, None] + keys[ranks]
        key = np.where(there, key, 0)
        order = orders[2 * rows[key >> COLUMN_BITS & ROWS - 1] + (key & (1 << COLUMN_BITS) - 1)]
        suited = masks[some][:, None, None] | bits[:, None] | bits
        flush = (masks[some] > 0)[:, None, None] & (sizes[suited] >= 5)
        order = np.where(flush, orders[np.where(flush, suited, 31)], order)
        found[some] = np.where(there, order, 0)
    return found


def suited_masks() -> list[int]:
    """Return the sets of three, four and five ranks of a suit, in the order of the boards."""
    return [sum(1 << rank for rank in ranks) for size in (3, 4, 5) for ranks in combinations(range(13), size)]


def suited_counts() -> list[int]:
    """Return the number of boards of each set of suited ranks."""
    return [len(added) for size, added in suited_sizes() for _ in range(comb(13, size))]


@lru_cache(maxsize=1)
def all_orders() -> tuple[Words, Words]:
    """Return the orders on the boards by ranks alone, and on those relative to a suit."""
    plain = orders_by_kinds(0, RANK_FIVES, 13)
    return plain, orders_by_kinds(RANK_FIVES, len(board_ranks()), 26)


def suited_sets() -> Integers:
    """Return each suited board's number of suited cards, their mask, and its other ranks, -1 for none."""
    sets = []
    for size, added in suited_sizes():
        for ranks in combinations(range(13), size):
            mask = sum(1 << rank for rank in ranks)
            sets += [(size, mask, *other, *(-1,) * (2 - len(other))) for other in added.tolist()]
    return np.array(sets)


def rank_numbers() -> Integers:
    """Return what the n-th lowest of some ranks adds to their number, which counts ranks that may be equal."""
    return np.array([[comb(rank + place, place + 1) for rank in range(13)] for place in range(5)])


def number_of(ranks: Iterable[int]) -> int:
    """Return the number of some ranks."""
    return sum(comb(rank + place, place + 1) for place, rank in enumerate(sorted(ranks)))


@lru_cache(maxsize=4)
def information_tables(known: int, dealers: int) -> InformationTables:
    """Return the tables for so many known cards of the board and of the dealer's hole."""
    plain, suited = all_orders()
    threes = sorted(combinations_with_replacement(range(13), known), key=number_of)
    draws = sorted(combinations_with_replacement(range(13), 5 - known), key=number_of)
    drawn = np.array([[number_of((*three, *draw)) for draw in draws] for three in threes])
    bases, first = np.full(FLUSH_MASKS, -1, np.int32), 0
    for mask in range(FLUSH_MASKS):
        others = known - mask.bit_count()
        if 0 <= others <= 2:
            bases[mask], first = first, first + (1, 13, RANK_PAIRS)[others]
    kinds = {0: [(-1, -1)], 1: [(kind, -1) for kind in range(26)]}.get(dealers) or [
        (one, two) for two in range(26) for one in range(two + 1)
    ]
    ranked = {0: [0], 1: [kind % 13 for kind in range(26)]}.get(dealers) or [
        pair_at(*sorted((one % 13, two % 13))) for one, two in kinds
    ]
    return InformationTables(
        plain=plain,
        suited=suited,
        ranks=np.array([number_of(ranks) for ranks in board_ranks()[RANK_FIVES:].tolist()]),
        left=cards_left(),
        sets=suited_sets(),
        draws=np.array([(*draw, *(-1,) * (2 - len(draw))) for draw in draws]),
        drawn=drawn,
        copies=np.array([[three.count(rank) for rank in range(13)] for three in threes]),
        bases=bases,
        dealers=np.array(kinds),
        ranked=np.array(ranked),
        numbers=rank_numbers(),
    )


def rows_in(bases: Counts, known: int) -> int:
    """Return how many rows the sets of suited ranks have."""
    last = int(bases.argmax())
    return int(bases[last]) + (1, 13, RANK_PAIRS)[known - last.bit_count()]


def scratch_of(known: int, tables: InformationTables) -> Sums:
    """Return scratch arrays for one thread."""
    cases = len(tables.dealers)
    alone = {1: 1, 26: 13}.get(cases, RANK_PAIRS)
    return Sums(
        values=np.zeros((RANK_FIVES, alone, FIELDS), np.int64),
        plain=np.zeros((len(tables.copies), alone, FIELDS), np.int64),
        rows=np.zeros((3, rows_in(tables.bases, known), cases, FIELDS), np.int64),
        have=np.zeros(26, np.int64),
        river=np.zeros((cases, FIELDS), np.int64),
        excess=np.zeros((cases, FIELDS), np.int64),
        weighed=np.zeros((cases, FIELDS), np.int64),
        left=np.zeros((13, cases), np.int64),
    )


def mask_of(cards: Iterable[Card]) -> int:
    """Return a bit for each card, thirteen to a suit."""
    return sum(1 << 13 * card.suit + card.rank for card in cards)


def cards_of(mask: int) -> tuple[Card, ...]:
    """Return the cards of a mask, highest first."""
    return tuple(card for card in reversed(DECK) if mask >> 13 * card.suit + card.rank & 1)


@lru_cache(maxsize=3)
def dealer_cases(dealers: int) -> Cases:
    """Return every choice of so many of the dealer's cards, and its numbers relative to each suit and by ranks."""
    chosen = list(combinations(DECK, dealers))
    kinds = np.zeros((5, len(chosen)), np.int64)
    for at, cards in enumerate(chosen):
        for suit in range(5):
            mine = sorted(card.rank + 13 * (card.suit == suit) for card in cards)
            kinds[suit, at] = pair_at(*mine) if dealers == 2 else mine[0] if mine else 0
    return Cases(np.array([mask_of(cards) for cards in chosen], np.int64), kinds)


def hole_of(name: str) -> tuple[Card, Card]:
    """Return one hole of a starting hand, its higher card a club.

    >>> " ".join(map(str, hole_of("K9o")))
    'Kc 9d'
    """
    high, low = (RANKS.index(rank) for rank in name[:2])
    return Card(4 * high), Card(4 * low + (not name.endswith("s")))


def relations_of(hole: Sequence[Card]) -> list[tuple[int, int]]:
    """Return the two kinds of the hole relative to each suit."""
    kinds = [sorted(card.rank + 13 * (card.suit == suit) for card in hole) for suit in range(4)]
    return [(low, high) for low, high in kinds]


def groups_of(hole: Sequence[Card]) -> Bytes:
    """Return the ways to rename suits that leave the hole as it is."""
    same = set(hole)
    return np.array(
        [
            names
            for names in permutations(range(4))
            if {Card(4 * card.rank + names[card.suit]) for card in hole} == same
        ],
        np.uint8,
    )


def renamed_masks(masks: Integers, groups: Bytes) -> Integers:
    """Return each mask with its suits renamed in each way."""
    images = np.zeros((len(groups), len(masks)), np.int64)
    for at, names in enumerate(groups.tolist()):
        for suit, name in enumerate(names):
            images[at] |= (masks >> 13 * suit & 8191) << 13 * name
    return images


def images_of(masks: Integers, groups: Bytes) -> Integers:
    """Return the number of each mask with its suits renamed in each way; the masks are closed under renaming."""
    order = np.argsort(masks)
    found: Integers = order[np.searchsorted(masks[order], renamed_masks(masks, groups))]
    return found


@lru_cache(maxsize=1)
def seen_rows(flop: int, turn: int) -> Integers:
    """Return every choice of flop cards and later cards of the full deck, as two masks."""
    bits = np.array([mask_of([card]) for card in DECK], np.int64)
    first, later = (
        np.array([sum(bits[list(chosen)]) for chosen in combinations(range(52), count)], np.int64)
        for count in (flop, turn)
    )
    rows = np.stack((np.repeat(first, len(later)), np.tile(later, len(first))), axis=1)
    apart: Integers = rows[rows[:, 0] & rows[:, 1] == 0]
    return apart


def rows_of(hole: Sequence[Card], flop: int, turn: int) -> Integers:
    """Return what the hole can see of the board, once for all that differ by a renaming of suits, with its weight."""
    rows = seen_rows(flop, turn)
    rows = rows[(rows[:, 0] | rows[:, 1]) & mask_of(hole) == 0]
    groups = groups_of(hole)
    first, later = renamed_masks(rows[:, 0], groups), renamed_masks(rows[:, 1], groups)
    less = (first < rows[:, 0]) | ((first == rows[:, 0]) & (later < rows[:, 1]))
    same = ((first == rows[:, 0]) & (later == rows[:, 1])).sum(axis=0)
    lowest = ~less.any(axis=0)
    seen: Integers = np.column_stack((rows, len(groups) // same))[lowest]
    return seen
