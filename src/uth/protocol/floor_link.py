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
    missing: list[str]
    cheques: bool
    """Whether the book lets it be paid in cheques."""


class FloorLink(LinkDocument):
    """A link with its stations, the evidence of every open award, and what its meters hold unseen."""

    symbol: str
    stations: list[Station]
    awards: list[AwardEvidence]
    """The open ones first, then those that were paid, the newest first."""
    steps: list[str]
    reserve: dict[str, str]
    overflow: dict[str, str]
