"""Which clause a piece of code carries out: written on the narrowest function that does it."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

Cited = TypeVar("Cited", bound=Callable[..., object] | type)


def cites(*clauses: str) -> Callable[[Cited], Cited]:
    """Mark a function or class as the place where those clauses are carried out; it changes nothing else."""

    def mark(place: Cited) -> Cited:
        place.__cites__ = clauses  # type: ignore[union-attr]
        return place

    return mark
