"""Mark code with the clauses it implements, on the narrowest function that does so."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, TypeVar

MARK: Final = "__cites__"
"""The attribute that holds the clauses."""

Cited = TypeVar("Cited", bound=Callable[..., object] | type)


def cites(*clauses: str) -> Callable[[Cited], Cited]:
    """Mark a function or class as the implementation of these clauses; it has no other effect."""

    def mark(place: Cited) -> Cited:
        setattr(place, MARK, clauses)
        return place

    return mark
