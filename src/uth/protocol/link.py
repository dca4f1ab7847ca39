"""A link: many tables on one set of meters, its awards, and the sign that shows it."""

from __future__ import annotations

from typing import Literal

from typing_extensions import TypedDict


class AwardDocument(TypedDict):
    """An award of a meter: who won what, and how far it has come."""

    award: int
    table: str
    round: int
    seat: int
    hand: str
    meter: str
    cents: int
    stage: Literal["pending", "recorded", "paid", "withdrawn", "backed_out"]


class LinkDocument(TypedDict):
    """A link: many tables, one set of meters."""

    name: str
    book: str
    wager: int
    meters: dict[str, int]
    """What the sign shows: an award stays on it until it is verified (NV.10f)."""
    awarding: list[str]
    """The meters that show an award which is not verified yet: "award pending"."""
    down: bool
    guest: bool
    """Whether it is the link of one table that a guest made: it plays with play money, and ends with the table."""
    tables: list[str]
    pending: list[AwardDocument]
    """Awards that wait for a supervisor or for their payment."""
    recent: list[AwardDocument]
    """The last awards that stand, the newest first."""


class SignDocument(LinkDocument):
    """A link as a sign begins with it: how amounts are marked, and which hand takes which share of which meter."""

    title: str
    symbol: str
    hands: dict[str, list[str]]
