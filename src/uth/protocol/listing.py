"""A table as the lobby lists it, and the books one can be made with."""

from __future__ import annotations

from typing import Literal

from typing_extensions import TypedDict


class PayRow(TypedDict):
    """One row of a pay table: the hand, and what it pays in words."""

    hand: str
    pays: str
    envy: int
    """What every other progressive seat gets for it, in cents; nothing is 0."""


class Listing(TypedDict):
    """A table as the lobby lists it: what it posts, and who sits there now."""

    name: str
    book: str
    title: str
    currency: str
    symbol: str
    phase: str
    seats: int
    taken: dict[str, str]
    ante: list[int]
    """The least and the most, in cents."""
    trips: list[int]
    cover_all: list[int] | None
    progressive_wager: int
    entry_fee: int
    wagers: list[str]
    """The wagers this table takes; the layout has these spots and no others."""
    hands: int
    """How many hands one player may play."""
    bank_min: int | None
    """The least a player banks with; null where the house banks."""
    banked_by: Literal["house", "player"]
    plays: dict[str, list[int]]
    """The multiples of the ante each street offers."""
    pays: dict[str, list[PayRow]]
    """The posted pay tables of blind, trips and progressive, highest hand first."""
    qualifies: str
    """What the dealer needs, in words."""
    meters: dict[str, int]
    awarding: list[str]
    """The meters that show an award which is not verified yet."""
    dealt_by: str
    decision_s: float | None
    """How long a seat has to answer."""
    rounds: int
    off: bool
    guest: bool
    """Whether a guest made it: its progressive is a link of its own, with play money."""


class Book(TypedDict):
    """A rule book a table can be made with."""

    name: str
    title: str
    owner: str | None
    """The clause by which the house needs an agreement with the owner of the game, where the book has one."""
