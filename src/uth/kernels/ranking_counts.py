"""Ranks every choice of five, six or seven cards and counts by category: 133,784,560 of seven in half a second."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from uth.errors import Malformed
from uth.kernels.loop import loop
from uth.kernels.ranking import (
    COLUMN,
    FLUSH,
    ROW,
    ROW_AT,
    START,
    SUIT_RANKS,
    TWO,
    Orders,
    Rows,
    Words,
    card_tables,
    suit_at,
)  # fmt: skip
from uth.ranking import ORDER_BITS, Category

Integers = npt.NDArray[np.int64]


def count_by_category(size: int) -> dict[Category, int]:
    """Return the number of choices of that many cards that make each category."""
    if size not in (5, 6, 7):
        raise Malformed("size", size, "is not a number of cards to rank; a hand is made from five, six or seven")
    counts = np.zeros(16, np.int64)
    count_all(size, *card_tables(), np.arange(size - 2), counts)
    return {category: int(counts[category]) for category in Category}


@loop
def count_all(
    size: int, keys: Words, bits: Words, rows: Rows, orders: Orders, wheels: Integers, counts: Integers
) -> None:
    """Add every choice of that many cards to the count of its category. All but two cards advance like an odometer."""
    turning = len(wheels)
    while True:
        first_key = START
        first_bits = np.uint64(0)
        for wheel in range(turning):
            first_key += keys[wheels[wheel]]
            first_bits |= bits[wheels[wheel]]
        for low in range(wheels[turning - 1] + 1, 51):
            low_key = first_key + keys[low]
            low_bits = first_bits | bits[low]
            for high in range(low + 1, 52):
                key = low_key + keys[high]
                at = TWO * rows[key >> ROW_AT & ROW] + (key & COLUMN)
                if key & FLUSH:
                    at = (low_bits | bits[high]) >> suit_at(key) & SUIT_RANKS
                counts[orders[at] >> ORDER_BITS] += 1
        wheel = turning - 1
        while wheel >= 0 and wheels[wheel] == 52 - size + wheel:
            wheel -= 1
        if wheel < 0:
            return
        wheels[wheel] += 1
        for after in range(wheel + 1, turning):
            wheels[after] = wheels[after - 1] + 1
