"""Which clause a piece of code carries out: written on the narrowest function that does it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, TypeVar

MARK: Final = "__cites__"
"""The attribute that holds the clauses of a place."""

Cited = TypeVar("Cited", bound=Callable[..., object] | type)


def cites(*clauses: str) -> Callable[[Cited], Cited]:
    """Mark a function or class as the place where those clauses are carried out; it changes nothing else."""

    def mark(place: Cited) -> Cited:
        setattr(place, MARK, clauses)
        return place

    return mark
