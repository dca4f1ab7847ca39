"""The moment a round is in, as a ruling on an irregularity sees it."""

from __future__ import annotations

from typing import Final

from uth.rules.procedure import Moment
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
