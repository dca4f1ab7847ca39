"""Pace: how long the eye needs after each step of the table."""

from __future__ import annotations

from typing import Final

from uth.table import events as e
from uth.table.decide import Events

PAUSES_S: Final[dict[type[object], float]] = {
    e.NoMoreBetsAnnounced: 0.5,
    e.HoleDealt: 0.12,
    e.DealerDealt: 0.12,
    e.CommunityDealt: 0.12,
    e.CardBurned: 0.4,
    e.Checked: 0.45,
    e.PlayMade: 0.45,
    e.Folded: 0.45,
    e.FlopShown: 0.7,
    e.TurnAndRiverShown: 0.7,
    e.DealerHandShown: 0.9,
}
"""Seconds after an event; what is not here takes none."""


def pause_after(events: Events) -> float:
    """Return how long to wait after a step that brought these events about."""
    return max((PAUSES_S.get(type(event), 0.0) for event in events), default=0.0)
