"""Bounds: how much one person, one address and everyone together may ask of the house."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, fields, replace
from typing import Final

from uth.errors import Malformed

BOUND_MAX: Final = 1_000_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Bounds:
    """Every bound by its name; each can be set when the house is opened."""

    sockets: int = 2_000
    """Websockets open at once in all."""
    sockets_per_person: int = 20
    sockets_per_address: int = 200
    requests_per_second: int = 50
    """HTTP requests of one address in the long run; ten times as many at once."""
    guests_per_minute: int = 60
    """Guests made from one address."""
    sign_ins_per_minute: int = 20
    """Passwords and invitations tried from one address."""
    tables_per_minute: int = 30
    """Tables made from one address."""
    tables_per_person: int = 3
    """Open tables that one guest has made."""
    tables_per_address: int = 10
    """Open tables that guests have made from one address."""
    commands_per_second: int = 20
    """Frames of one person at all tables together in the long run; twice as many at once."""
    away_minutes: int = 30
    """How long a chair is kept for somebody who has no connection to the table."""
    absent_seconds: int = 60
    """How long a seat without a connection is asked before the floor may act for it."""
    idle_minutes: int = 30
    """How much wagering somebody may let go by where no chair is free."""
    empty_minutes: int = 10
    """How long a guest's table stays open that no person is at."""


def bounds_of(words: Iterable[str]) -> Bounds:
    """Return the usual bounds with those that are written as ``NAME=N`` changed."""
    names = [each.name for each in fields(Bounds)]
    changed: dict[str, int] = {}
    for word in words:
        name, equals, number = word.partition("=")
        if not equals or name not in names:
            raise Malformed("bound", word, f"is not NAME=N with one of {', '.join(names)}")
        if not (number.isascii() and number.isdigit() and 1 <= int(number) <= BOUND_MAX):
            raise Malformed(f"bound {name}", number, f"is not a number from 1 to {BOUND_MAX}")
        changed[name] = int(number)
    return replace(Bounds(), **changed)
