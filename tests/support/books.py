"""The books grouped by what they have in common, for tests that run once for each."""

from __future__ import annotations

from uth.rules.loader import BOOKS, load_book

HOUSE_BANKED = tuple(name for name in BOOKS if load_book(name).seats.banked_by.value == "house")
WITH_PROGRESSIVE = tuple(
    name for name in BOOKS if (progressive := load_book(name).progressive) is not None and progressive.offered.value
)
