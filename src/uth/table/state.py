"""The state of a table: what a camera above it would see, and the cards that it would not."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from fractions import Fraction

from uth.cards import Card
from uth.ranking import Hand
from uth.rules.values import Street, Wager
from uth.table.played import Banker, Decision
from uth.table.posted import Posted
from uth.units import PlayerId, Seat


class Phase(StrEnum):
    """Where the round stands."""

    WAGERS = "wagers"
    """Wagers are taken."""
    OPENING_DEAL = "opening_deal"
    PREFLOP = "preflop"
    FLOP_DEAL = "flop_deal"
    FLOP = "flop"
    RIVER_DEAL = "river_deal"
    RIVER = "river"
    SHOWDOWN = "showdown"
    """Everyone has acted; the dealer's hand is to be shown."""
    SETTLING = "settling"
    SETTLED = "settled"
    """The money is where it belongs; the cards still lie on the table."""


ACTING: Mapping[Phase, Street] = {
    Phase.PREFLOP: Street.PREFLOP,
    Phase.FLOP: Street.FLOP,
    Phase.RIVER: Street.RIVER,
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Chair:
    """A seat that is taken: who sits there, and the chips on the rail."""

    player: PlayerId
    rail: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Spot:
    """What lies before a seat in this round."""

    wagers: Mapping[Wager, int] = field(default_factory=dict)
    """Wagers before the cards; the play wager is in the decision."""
    hole: tuple[Card, ...] = ()
    decision: Decision | None = None
    hand: Hand | None = None
    """The hand, once it is turned up."""

    @property
    def can_act(self) -> bool:
        """Whether the seat still has a play wager to make or to refuse."""
        return self.decision is None and Wager.ANTE in self.wagers


@dataclass(frozen=True, slots=True, kw_only=True)
class Table:
    """One table between two events."""

    chairs: Mapping[Seat, Chair] = field(default_factory=dict)
    phase: Phase = Phase.WAGERS
    spots: Mapping[Seat, Spot] = field(default_factory=dict)
    acted: frozenset[Seat] = frozenset()
    """The seats that have answered on this street."""
    deck: tuple[Card, ...] = ()
    """The cards still to be dealt, the next one first."""
    dealt: int = 0
    """How many cards and stacks of this part of the deal are out."""
    dealer: tuple[Card, ...] = ()
    dealer_hand: Hand | None = None
    qualifies: bool | None = None
    community: tuple[Card, ...] = ()
    community_shown: int = 0
    burned: tuple[Card, ...] = ()
    banker: Banker | None = None
    banked_by: PlayerId | None = None
    """Who banked the round before this one, or banks this one."""
    banked_rounds: int = 0
    """How many rounds in a row that player has banked."""
    meters: Mapping[str, Fraction] = field(default_factory=dict)
    rounds: int = 0

    @property
    def board(self) -> tuple[Card, ...]:
        """The community cards that are face up."""
        return self.community[: self.community_shown]

    @property
    def in_round(self) -> tuple[Seat, ...]:
        """The seats that are dealt in, clockwise from the dealer's left."""
        return tuple(sorted(self.spots))

    @property
    def turn(self) -> Seat | None:
        """The seat the dealer asks now, or ``None``."""
        if self.phase not in ACTING:
            return None
        return next((seat for seat in self.in_round if self.spots[seat].can_act and seat not in self.acted), None)

    @property
    def street(self) -> Street | None:
        """The street that is being acted on, or ``None``."""
        return ACTING.get(self.phase)


def new_table(posted: Posted) -> Table:
    """Return an empty table, its meters at their seeds."""
    meters = posted.progressive.meters if posted.progressive is not None else ()
    return Table(meters={meter.name: Fraction(posted.seed(meter.name)) for meter in meters})
