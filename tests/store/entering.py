"""Shorthand for writing entries and transfers."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from uth.ledger.book import Transfer, account_of
from uth.store.entries import Entry


def entry(stream: str, after: int, body: Any = None, *moves: str) -> Entry:
    """Return an entry; a move is written ``cage > player:ann 500`` or ``tray:1 > meter:m 5/2``."""
    return Entry(stream=stream, after=after, body={"n": after + 1} if body is None else body, transfers=moved(*moves))


def moved(*moves: str) -> tuple[Transfer, ...]:
    found = []
    for move in moves:
        source, _, rest = move.partition(" > ")
        target, _, cents = rest.rpartition(" ")
        found.append(Transfer(source=account_of(source), target=account_of(target), cents=Fraction(cents)))
    return tuple(found)


def named(balances: dict[Any, Fraction]) -> dict[str, str]:
    """Return balances as a person writes them."""
    return {str(account): str(cents) for account, cents in balances.items()}
