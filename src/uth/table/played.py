"""A round that has been played: what its settlement needs to know, and nothing else."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from uth.cards import Card
from uth.rules.values import ANTE, Street, Wager
from uth.table.record import record
from uth.units import PlayerId, Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class Decision:
    """What a hand did: played a multiple of its ante on a street, or folded there."""

    street: Street
    multiple: int | None
    """``None`` is a fold."""


@record
class PlayedSeat:
    """One hand as it stood when the round ended."""

    seat: Seat
    player: PlayerId
    hole: tuple[Card, ...]
    wagers: Mapping[Wager, int]
    decision: Decision | None
    """``None`` where there was nothing to decide: trips alone, or a hand that died before it could act."""
    void: str | None = None
    """The clause by which this hand is dead."""

    @property
    def folded(self) -> bool:
        """Whether the hand was given up."""
        return self.decision is not None and self.decision.multiple is None

    @property
    def play_wager(self) -> int:
        """What lies on play: a multiple of the ante, or nothing."""
        if self.decision is None or self.decision.multiple is None:
            return 0
        return self.decision.multiple * self.wagers.get(ANTE, 0)


@dataclass(frozen=True, slots=True, kw_only=True)
class Banker:
    """The player/dealer: the seat everyone plays against, and how far the bank goes."""

    seat: Seat
    wager: int


@record
class PlayedRound:
    """Everything on the table at the end of a round; `dealer` is the banker's hand where a player banks."""

    board: tuple[Card, ...]
    dealer: tuple[Card, ...]
    seats: tuple[PlayedSeat, ...]
    meters: Mapping[str, int] = field(default_factory=dict)
    """Meters in cents, this round's increments already in them; what is left out stands at its seed."""
    banker: Banker | None = None
    void: str | None = None
    """The clause by which all hands are dead."""
