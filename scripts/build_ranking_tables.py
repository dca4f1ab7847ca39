"""Write src/uth/kernels/ranking.tables: additive rank keys found by search, and the order of every hand.

Run without an argument to write the file, or with ``--check`` to compare the file with the expected content.
"""

from __future__ import annotations

import struct
import sys
from collections.abc import Iterator
from itertools import combinations, combinations_with_replacement
from pathlib import Path

import numpy as np
import numpy.typing as npt

from uth.cards import DECK
from uth.ranking import COLUMN_BITS, FLUSH_MASKS, ROWS, SUM_BITS
from uth.ranking_plain import rank_five

PATH = Path(__file__).parents[1] / "src" / "uth" / "kernels" / "ranking.tables"

Sums = npt.NDArray[np.int64]

SPREAD = 7 << 19 | 1
"""The factor of the least keys, modulo 2**24: odd, so sums stay distinct, and it fills the rows evenly.

Of about a hundred candidates it gave the shortest table.
"""


def least_keys() -> list[int]:
    """Return for each rank the least key with which no two hands of five to seven cards have the same sum.

    A key is forbidden if two hands would then be equal: d more cards of the new rank on one side, and cards of earlier
    ranks on the other, if both sizes can end up within five to seven.
    """
    sums: list[Sums] = [np.zeros(1, np.int64)] + [np.zeros(0, np.int64)] * 7  # by number of cards, each sorted
    keys: list[int] = []
    for _ in range(13):
        last = keys[-1] if keys else 0
        most = 6 * last + 64
        forbidden = np.zeros(most + 1, np.bool_)
        for more in (1, 2, 3, 4):
            for size in range(8 - more):
                for other in range(max(0, size + more - 2), min(7, size + more + 2) + 1):
                    for gap in differences(sums[other], sums[size], more * last, more * most):
                        forbidden[gap if more == 1 else gap[gap % more == 0] // more] = True
        key = last + 1 + int(np.argmin(forbidden[last + 1 :]))
        keys.append(key)
        sums = [np.sort(np.concatenate([sums[n - c] + c * key for c in range(min(4, n) + 1)])) for n in range(8)]
    return keys


def differences(high: Sums, low: Sums, above: int, to: int) -> Iterator[Sums]:
    """Yield all differences of the two sorted lists that are greater than ``above`` and at most ``to``."""
    if len(low) <= len(high):
        for value in low:
            first, last = np.searchsorted(high, (value + above, value + to), "right")
            yield high[first:last] - value
    else:
        for value in high:
            first, last = np.searchsorted(low, (value - to, value - above), "left")
            yield value - low[first:last]


def orders_by_ranks() -> dict[tuple[int, ...], int]:
    """Return the order of every choice of five to seven ranks that is not a flush, by `rank_plain`."""
    suits = (0, 1, 2, 3, 0)  # any suits without a flush will do; a repeated rank gets two suits
    fives: dict[tuple[int, ...], int] = {}
    for ranks in multisets(5):
        fives[ranks] = rank_five([DECK[4 * rank + suit] for rank, suit in zip(ranks, suits, strict=True)]).order
    orders = dict(fives)
    for size in (6, 7):
        for ranks in multisets(size):
            orders[ranks] = max(fives[five] for five in combinations(ranks, 5))
    return orders


def multisets(size: int) -> Iterator[tuple[int, ...]]:
    """Yield every choice of that many ranks that one deck can deal, none more than four times."""
    for ranks in combinations_with_replacement(range(13), size):
        if all(ranks[at] != ranks[at + 4] for at in range(size - 4)):
            yield ranks


def order_of_flush(mask: int) -> int:
    """Return the order of the best flush among the ranks of a mask."""
    ranks = [rank for rank in range(13) if mask >> rank & 1]
    return max(rank_five([DECK[4 * rank] for rank in five]).order for five in combinations(ranks, 5))


def table_bytes() -> bytes:
    """Return the file's content: the keys, the rows' displacements, and the orders with the flushes first."""
    keys = [key * SPREAD % (1 << SUM_BITS) for key in least_keys()]
    placed = {mask: order_of_flush(mask) for mask in range(FLUSH_MASKS) if 5 <= mask.bit_count() <= 7}
    rows: dict[int, dict[int, int]] = {}
    for ranks, order in orders_by_ranks().items():
        row, column = divmod(sum(keys[rank] for rank in ranks) % (1 << SUM_BITS), 1 << COLUMN_BITS)
        if rows.setdefault(row, {}).setdefault(column, order) is not order:
            raise SystemExit(f"two hands have the same sum, {ranks} and another")
    displacements = displaced(rows, placed)
    orders = [placed.get(at, 0) for at in range(max(placed) + 1)]
    return struct.pack(f"<13I{ROWS}H{len(orders)}H", *keys, *displacements, *orders)


def displaced(rows: dict[int, dict[int, int]], placed: dict[int, int]) -> list[int]:
    """Place each row, the fullest first, at the first even displacement where its columns are free; return halves."""
    halves = [0] * ROWS
    used = sum(1 << at for at in placed)
    even = int("01" * (1 << 16), 2)
    for row, columns in sorted(rows.items(), key=lambda item: (-len(item[1]), item[0])):
        taken = 0
        for column in columns:
            taken |= used >> column
        free = ~taken & even
        at = (free & -free).bit_length() - 1
        halves[row] = at // 2
        for column, order in columns.items():
            placed[at + column] = order
            used |= 1 << at + column
    return halves


def main() -> None:
    """Write the file, or with ``--check`` fail unless it is up to date."""
    made = table_bytes()
    if "--check" in sys.argv[1:]:
        if PATH.read_bytes() != made:
            raise SystemExit(f"{PATH} is not what this script writes; run it without --check")
    else:
        PATH.write_bytes(made)
        print(f"{PATH}: {len(made):,} bytes")


if __name__ == "__main__":
    main()
