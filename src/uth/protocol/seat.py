"""A seat as one chair sees it: what lies before it, what may be done there, how it was settled."""

from __future__ import annotations

from typing import Literal

from typing_extensions import TypedDict

Face = str | None
"""A card such as ``As``; ``None`` lies face down."""


class OfferedWager(TypedDict):
    """A wager the seat may make now: every multiple of the unit from least to most, in cents."""

    wager: str
    min: int
    max: int
    unit: int


class Offers(TypedDict):
    """What a seat of one's own may do now; the buttons are these and no others."""

    wagers: list[OfferedWager]
    back: list[str]
    """The wagers that may be taken back."""
    plays: list[int]
    """The multiples of the ante that may be played."""
    check: bool
    fold: bool
    bank: bool
    """Whether the seat may bank this round."""
    leave: bool
    ready: bool


class AwardOnLine(TypedDict):
    """The award of a meter on a wager: whether it waits for a supervisor, was paid, or was refused and why."""

    cents: int
    state: Literal["waits", "paid", "refused"]
    means: Literal["cheques", "check"] | None
    by: str
    """Who refused it."""
    reason: str


class Line(TypedDict):
    """How one wager was settled."""

    wager: str
    stake: int
    outcome: Literal["win", "lose", "push", "void", "uncovered"]
    returned: int
    won: int
    """What it has won so far; an award counts once it is paid."""
    net: int
    award: AwardOnLine | None
    odds: str
    row: str | None
    clauses: list[str]
    cut: int


class Made(TypedDict):
    """The play wager, or the fold, and on which street."""

    street: str
    multiple: int | None


class SeatDocument(TypedDict):
    """A taken seat, what lies before it and how its last round was settled."""

    name: str
    mine: bool
    bot: bool
    rail: int
    ready: bool
    lamp: bool
    """Whether the sensor is lit: the seat wagered on the progressive and is still eligible for its pays."""
    wagers: dict[str, int]
    collected: list[str]
    """The wagers a fold lost, which the dealer has already taken."""
    under: str | None
    """The wager the cards lie under, face down."""
    cards: list[Face]
    decision: Made | None
    hand: str | None
    five: list[str]
    """The five cards that make the hand, once it is turned up."""
    void: str | None
    lines: list[Line]
    offers: Offers | None
    """Only for one's own seats."""
