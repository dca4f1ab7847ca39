"""The flop: computes the values of every hole's actions on every flop, or how often each is reached."""

from __future__ import annotations

from typing import Final, NamedTuple

from uth.kernels.exact_index import (
    CHECK,
    HIGH,
    LOW,
    NO_ACTION,
    NO_GRADE,
    PLAY_BIT,
    RIVER,
    STARTS,
    STAY,
    Bytes,
    Integers,
    Words,
)  # fmt: skip
from uth.kernels.loop import loop


class FlopTables(NamedTuple):
    """The 1,755 flops, the 1,326 holes, and each hole's number relative to each suit and by ranks alone."""

    flops: Integers
    hole_numbers: Words
    starts: Bytes


TIMES: Final = 3
SOURCES: Final = 4
FIRST_SOURCE: Final = 5
"""A flop: three cards, its number of equivalent flops, its number of rows of sums, and each row with its suit."""

WORTH: Final = 0
PLAY: Final = 1
REST: Final = 2
TOTALS: Final = 3


def value_flop(flop: Integers, hole_numbers: Words, sums: Integers, field: int, values: Integers) -> None:
    """Fill one field of each hole on a flop: the sum of its rows, each relative to its suit."""
    for start in range(STARTS):
        values[start] = 0
    for source in range(flop[SOURCES]):
        row = sums[flop[FIRST_SOURCE + 2 * source], field]
        names = hole_numbers[flop[FIRST_SOURCE + 2 * source + 1]]
        for start in range(STARTS):
            values[start] += row[names[start]]


@loop
def play_flops(
    first: int, step: int, obey: bool, tables: FlopTables, grades: Bytes, low: int, high: int,
    scale: int, finer: int, sums: Integers, values: Integers, actions: Bytes, totals: Integers,
) -> None:  # fmt: skip
    """Add to `totals` each hole on each flop, with the action in `actions` or else the best one, which is stored there.

    `low` and `high` are the multiples offered, 0 if none.
    """
    flops, hole_numbers, _ = tables
    for at in range(first, flops.shape[0], step):
        flop = flops[at]
        for field in range(sums.shape[1]):
            value_flop(flop, hole_numbers, sums, field, values[field])
        for start in range(STARTS):
            grade = grades[at, start]
            if grade == NO_GRADE:
                actions[at, start] = NO_ACTION
                continue
            stay = values[STAY, start]
            check = values[RIVER + grade, start]
            play = (stay + (1 << (PLAY_BIT - 1))) >> PLAY_BIT
            rest = stay - (play << PLAY_BIT)
            with_low = finer * (rest + scale * low * play)
            with_high = finer * (rest + scale * high * play)
            if not obey:
                action = CHECK
                if high > 0 and (with_low > check or with_high > check):
                    action = HIGH if with_high > with_low else LOW
                actions[at, start] = action
            if actions[at, start] == LOW:
                check = with_low
            elif actions[at, start] == HIGH:
                check = with_high
            totals[WORTH, start] += flop[TIMES] * check
            totals[PLAY, start] += flop[TIMES] * play
            totals[REST, start] += flop[TIMES] * rest


@loop
def reach_flops(
    first: int, step: int, tables: FlopTables, grades: Bytes, grade: int, actions: Bytes, slots: Integers,
    sums: Integers,
) -> None:  # fmt: skip
    """Add to the rows of sums how often each flop and hole reaches a complete board.

    `slots` has the count of each hole and flop action; holes with 0 or with another grade are skipped.
    """
    flops, hole_numbers, _ = tables
    for at in range(first, flops.shape[0], step):
        flop = flops[at]
        for start in range(STARTS):
            if grades[at, start] != grade:
                continue
            reach = flop[TIMES] * slots[start, actions[at, start]]
            for source in range(flop[SOURCES]):
                name = hole_numbers[flop[FIRST_SOURCE + 2 * source + 1], start]
                sums[flop[FIRST_SOURCE + 2 * source], 0, name] += reach
