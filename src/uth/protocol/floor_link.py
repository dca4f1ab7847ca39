"""A link as the floor sees it: its stations, and the evidence of its awards."""

from __future__ import annotations

from uth.protocol.game_manager import Station
from uth.protocol.link import AwardDocument, LinkDocument


class AwardEvidence(AwardDocument):
    """An award with what it rests on, and what is to be done before it is paid."""

    player: str | None
    """Who sits there now."""
    evidence: str
    hole: list[str]
    board: list[str]
    recorded: list[str]
    filled: dict[str, dict[str, str]]
    """What was entered with each recorded step."""
    missing: list[str]
    verified_by: str | None
    """Who pressed J-POT: another person pays (R82)."""
    unattended: bool
    """Whether it was paid without any person verifying it."""
    cheques: bool
    """Whether the book lets it be paid in cheques."""


class FloorLink(LinkDocument):
    """A link with its stations, the evidence of every open award, and what its meters hold unseen."""

    symbol: str
    stations: list[Station]
    awards: list[AwardEvidence]
    """The open ones first, then those that were paid, the newest first."""
    steps: list[str]
    fields: dict[str, list[str]]
    """What is entered with each step."""
    buttons: dict[str, str]
    """The hands that have a button, each with the meter it takes from."""
    reserve: dict[str, str]
    overflow: dict[str, str]
