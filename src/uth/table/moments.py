"""The moment a round is in and how far its players are, as a ruling on an irregularity sees them."""

from __future__ import annotations

from typing import Final

from uth.cites import cites
from uth.rules.procedure import Fact, Moment
from uth.table.state import Phase, Table

_MOMENTS: Final = {
    Phase.CLOSED: Moment.BETWEEN_ROUNDS,
    Phase.OPENING: Moment.BETWEEN_ROUNDS,
    Phase.WAGERS: Moment.BETWEEN_ROUNDS,
    Phase.OPENING_DEAL: Moment.OPENING_DEAL,
    Phase.PREFLOP: Moment.PREFLOP,
    Phase.FLOP_DEAL: Moment.FLOP_DEAL,
    Phase.FLOP: Moment.FLOP,
    Phase.RIVER_DEAL: Moment.RIVER_DEAL,
    Phase.RIVER: Moment.RIVER,
    Phase.SHOWDOWN: Moment.SHOWDOWN,
    Phase.SETTLING: Moment.SHOWDOWN,
    Phase.SETTLED: Moment.SETTLED,
}


def moment_of(table: Table) -> Moment:
    """Return the moment: before the flop it matters whether anyone has acted."""
    if table.phase is Phase.PREFLOP and not table.acted:
        return Moment.DEALT
    return _MOMENTS[table.phase]


@cites("MA.14a", "MA.14b", "GR.MISA6", "GR.WRONG1")
def facts_of(table: Table) -> frozenset[Fact]:
    """Return how far the players' decisions and their hands are; a void hand has neither."""
    live = [spot for spot in table.spots.values() if spot.void is None]
    two_each = len(table.dealer) >= 2 and all(len(spot.hole) >= 2 for spot in live)
    facts: set[Fact] = {
        "someone_acted" if table.someone_acted else "nobody_acted",
        "undecided" if any(spot.can_act for spot in live) else "decided",
        "hands_dealt" if two_each else "hands_incomplete",
    }
    return frozenset(facts)
