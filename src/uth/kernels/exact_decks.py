"""Runouts without a flush: boards numbered by ranks alone, drawn from decks given as copies of each rank.

Each deck belongs to one row of sums. Starting from all pairs of the deck, those with the lower and with the higher card
of a hole are subtracted if the deck has that card, and the pair of both is added back.
"""

from __future__ import annotations

from typing import NamedTuple

from uth.kernels.exact_index import HOLES, RANK_PAIRS, Bytes, Integers
from uth.kernels.loop import loop


class DeckTables(NamedTuple):
    """For three ranks on the flop, the resulting boards and their decks; for each deck its row, sign and suit."""

    pairs: Bytes
    meets: Bytes
    holes: Bytes
    spans: Integers
    boards: Integers
    decks: Integers
    copies: Integers


def pairs_from(copies: Integers, low: int, high: int) -> int:
    """Return the number of ways in which a deck gives a pair of ranks."""
    if low == high:
        pairs: int = copies[low] * (copies[low] - 1) >> 1
        return pairs
    ways: int = copies[low] * copies[high]
    return ways


@loop
def run_decks(
    first: int,
    step: int,
    back: bool,
    tables: DeckTables,
    cells: Integers,
    drawn: Integers,
    plain: Integers,
    sums: Integers,
) -> None:
    """Add to each row the values of the boards its deck gives or, backwards, how often each board is reached."""
    pairs, meets, holes, spans, boards, decks, copies = tables
    for three in range(first, spans.shape[0], step):
        for field in range(sums.shape[1]):
            for pair in range(RANK_PAIRS):
                for hole in range(RANK_PAIRS):
                    cells[pair, hole] = 0 if back else plain[boards[three, pair], field, hole]
            for at in range(spans[three, 0], spans[three, 1]):
                for hole in range(RANK_PAIRS):
                    drawn[0, hole] = drawn[1, hole] = drawn[2, hole] = drawn[3, hole] = 0
                if not back:
                    draw_pairs(back, copies[at], pairs, meets, cells, drawn)
                sign = decks[at, 1]
                row = sums[decks[at, 0], field]
                for hole in range(HOLES):
                    ranks = holes[hole, 3]
                    low = holes[hole, 4] == decks[at, 2]
                    high = holes[hole, 5] == decks[at, 2]
                    if back:
                        reach = sign * row[hole]
                        drawn[0, ranks] += reach
                        drawn[1, ranks] -= low * reach
                        drawn[2, ranks] -= high * reach
                        drawn[3, ranks] += (low and high) * reach
                    else:
                        brought = drawn[0, ranks] - low * drawn[1, ranks] - high * drawn[2, ranks]
                        row[hole] += sign * (brought + (low and high) * drawn[3, ranks])
                if back:
                    draw_pairs(back, copies[at], pairs, meets, cells, drawn)
            if back:
                for pair in range(RANK_PAIRS):
                    for hole in range(RANK_PAIRS):
                        plain[boards[three, pair], field, hole] += cells[pair, hole]


def draw_pairs(back: bool, copies: Integers, pairs: Bytes, meets: Bytes, cells: Integers, drawn: Integers) -> None:
    """Draw for each hole: all pairs of the deck, those with a card of its lower rank, of its higher rank, and with
    both.
    """
    for pair in range(RANK_PAIRS):
        ways = pairs_from(copies, pairs[pair, 0], pairs[pair, 1])
        if ways and back:
            for hole in range(RANK_PAIRS):
                cells[pair, hole] += ways * drawn[0, hole]
        elif ways:
            for hole in range(RANK_PAIRS):
                drawn[0, hole] += ways * cells[pair, hole]
    for hole in range(RANK_PAIRS):
        for side in range(2):
            mine = pairs[hole, side]
            for rank in range(13):
                ways = copies[rank] - (rank == mine)
                if back:
                    cells[meets[mine, rank], hole] += ways * drawn[1 + side, hole]
                else:
                    drawn[1 + side, hole] += ways * cells[meets[mine, rank], hole]
        if back:
            cells[hole, hole] += drawn[3, hole]
        else:
            drawn[3, hole] += cells[hole, hole]
