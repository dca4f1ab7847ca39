"""A table as one chair sees it."""

from __future__ import annotations

from typing import Any, Literal

from typing_extensions import TypedDict

from uth.protocol.link import LinkDocument
from uth.protocol.seat import Face, SeatDocument


class Banking(TypedDict):
    """The player/dealer and the wager behind the bank."""

    seat: int
    wager: int


class Envy(TypedDict):
    """What a seat is paid for the hand of another: it waits with that hand's award, and falls with it."""

    seat: int
    from_seat: int
    cents: int
    state: Literal["waits", "paid", "refused"]
    reason: str
    """Why it was refused."""


class Clock(TypedDict):
    """What the house does by itself when the time is up."""

    what: Literal["decision", "wagers", "bank", "next_round"]
    seat: int | None
    left: float
    """Seconds left when the frame was made."""
    of: float
    then: str
    """In words: what happens then."""


class TableDocument(TypedDict):
    """The table as one chair sees it."""

    chair: int | None
    phase: str
    due: str
    turn: int | None
    street: str | None
    seats: dict[str, SeatDocument]
    dealer: list[Face]
    dealer_hand: str | None
    dealer_five: list[str]
    qualifies: bool | None
    community: list[Face]
    cards_left: int
    racked: int
    banker: Banking | None
    button: int | None
    meters: dict[str, int]
    progressive_down: bool
    void: str | None
    envy: list[Envy]
    """Of the round on the table."""
    trouble: list[dict[str, Any]]
    """What went wrong in it, and what was ruled, in the order it happened: events as they were told to everyone."""
    floor_choices: list[str]
    rounds: int
    round: int
    """The number of the round on the table."""
    off: bool
    commitment: str | None
    """The hash of the next shuffle's secret; null until that is stored, empty where a real deck is dealt."""
    link: LinkDocument | None
    clock: Clock | None
