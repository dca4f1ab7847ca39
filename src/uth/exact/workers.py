"""A count in parts, each on a thread of its own; compiled loops do not hold each other up."""

from __future__ import annotations

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Final, TypeVar

from uth.kernels.exact_index import Integers

T = TypeVar("T")

WORKERS_MAX: Final = 4


def workers_of(workers: int | None) -> int:
    """Return how many threads to run on, a few at most if it is not said."""
    return workers or min(WORKERS_MAX, os.cpu_count() or 1)


def in_parts(workers: int, part: Callable[[int], T]) -> list[T]:
    """Return the parts, each made on a thread of its own."""
    if workers == 1:
        return [part(0)]
    with ThreadPoolExecutor(workers) as pool:
        return list(pool.map(part, range(workers)))


def summed(parts: list[Integers]) -> Integers:
    """Return the sum of the parts, in the place of the first."""
    total, *others = parts
    for other in others:
        total += other
    return total
