"""The documents of history beside the round's own: pages of rounds, and a round step by step."""

from __future__ import annotations

from typing import Any

from typing_extensions import TypedDict

from uth.protocol.table import TableDocument


class ListedLine(TypedDict):
    """A wager as it was settled."""

    wager: str
    stake: int
    net: int


class ListedSeat(TypedDict):
    """How a round ended for one seat; `hand` is the category of a hand that was turned up."""

    seat: int
    name: str
    mine: bool
    net: int
    wagers: list[str]
    hand: str | None
    lines: list[ListedLine]


class ListedRound(TypedDict):
    """A round as a list has it; `net` is what all of the viewer's own seats came to."""

    table: str
    round: int
    at: str
    position: int
    net: int | None
    seats: list[ListedSeat]


class RoundsPage(TypedDict):
    """Rounds, the newest first; `before` asks for the next page, and there is none without it."""

    rounds: list[ListedRound]
    before: int | None


class RoundStep(TypedDict):
    """One record of a round: what the viewer was told with it, and the table as they saw it then."""

    n: int
    position: int
    at: str
    by: str
    events: list[dict[str, Any]]
    view: TableDocument


class RoundSteps(TypedDict):
    """A round record by record."""

    table: str
    round: int
    settled: bool
    steps: list[RoundStep]


class KeyDocument(TypedDict):
    """The key of a house."""

    algorithm: str
    public_key: str
    """32 bytes in hexadecimal."""
    former: list[str]
