"""A cache by identity: the answer for an object that never changes is computed once."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import TypeVar

T = TypeVar("T")
R = TypeVar("R")


def once_for_each(most: int) -> Callable[[Callable[[T], R]], Callable[[T], R]]:
    """Cache a function by the identity of its argument, not by its value.

    Where more than `most` objects were asked about, all are forgotten and found out again. An object that is asked
    about stays for as long: another that takes its place in memory is not taken for it.
    """

    def decorate(found: Callable[[T], R]) -> Callable[[T], R]:
        known: dict[int, tuple[T, R]] = {}

        @wraps(found)
        def answer(about: T) -> R:
            kept = known.get(id(about))
            if kept is None:
                if len(known) >= most:
                    known.clear()
                kept = known[id(about)] = (about, found(about))
            return kept[1]

        return answer

    return decorate
