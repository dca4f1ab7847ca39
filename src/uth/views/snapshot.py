"""Snapshots: everything a frame is built from, so that the same frame can be built again later."""

from __future__ import annotations

from dataclasses import dataclass

from uth.house.live_link import LiveLink
from uth.house.live_table import LiveTable
from uth.house.round_notes import RoundNotes
from uth.progressive.state import Award, Link, Terms
from uth.table.posted import Posted
from uth.table.round import commands as c
from uth.table.round.state import Table
from uth.units import Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class LinkSnapshot:
    """A link at one moment."""

    name: str
    terms: Terms
    link: Link
    open_awards: tuple[Award, ...]
    guest: bool = False
    """Whether it belongs to a guest's table."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TableSnapshot:
    """A table at one moment, with the state that is not in its log; immutable."""

    posted: Posted
    table: Table
    notes: RoundNotes
    commitment: str | None
    """The published hash of the secret; ``None`` before one is stored, empty if a real deck is dealt."""
    off: bool = False
    off_seats: frozenset[Seat] = frozenset()
    """The seats whose new wagers are stopped."""
    ready: frozenset[Seat] = frozenset()
    link: LinkSnapshot | None = None
    is_past: bool = False
    """Whether the snapshot is of a past state, which has neither offers nor a clock."""
    left_s: float | None = None
    """How long until the house acts."""
    of_s: float | None = None
    then: c.Command | None = None
    """What the house then does while wagers are open, if it does not close them."""


def snapshot_of(live: LiveTable) -> TableSnapshot:
    """Return the table as it is now."""
    table, off = live.table, live.off
    left, of = live.clock.time_left(table)
    between = live.clock.between_rounds(table)
    stopped = live.switches.players
    return TableSnapshot(
        posted=live.posted,
        table=table,
        notes=live.notes,
        commitment=live.secret.published,
        off=off,
        off_seats=frozenset([seat for seat, chair in table.chairs.items() if off or chair.player in stopped]),
        ready=frozenset(live.clock.ready),
        link=link_snapshot_of(live.link) if live.link is not None else None,
        left_s=left,
        of_s=of,
        then=between[1] if between is not None else None,
    )


def link_snapshot_of(live: LiveLink) -> LinkSnapshot:
    """Return the link as it is now."""
    return LinkSnapshot(
        name=live.name, terms=live.terms, link=live.link, open_awards=live.open_awards, guest=live.guest
    )
