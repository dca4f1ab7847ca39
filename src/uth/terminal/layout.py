"""The layout before a person's hands: what lies there, and the commands that lead to another."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from uth.rules.values import Wager
from uth.table import commands as c
from uth.table.offers import WagerOffer
from uth.table.state import Table
from uth.units import Seat

Layout = Mapping[Wager, int]
Layouts = Mapping[Seat, Layout]

LAID: Final = (Wager.ANTE, Wager.TRIPS, Wager.COVER_ALL, Wager.MATCH_PLAY, Wager.PROGRESSIVE)
"""What a person puts down, in an order in which each may follow; the blind comes with the ante."""


def layouts_of(table: Table, seats: Sequence[Seat]) -> Layouts:
    """Return what lies before those seats."""
    found: dict[Seat, Layout] = {}
    for seat in seats:
        spot = table.spots.get(seat)
        found[seat] = {wager: spot.wagers[wager] for wager in LAID if wager in spot.wagers} if spot is not None else {}
    return found


def changes(now: Layouts, wanted: Layouts) -> Iterator[c.PlaceWager | c.TakeBackWager]:
    """Yield the commands that take everything back and put down what is wanted."""
    for seat, layout in now.items():
        yield from (c.TakeBackWager(seat=seat, wager=wager) for wager in reversed(LAID) if wager in layout)
    for seat, layout in wanted.items():
        for wager in LAID:
            if wager in layout:
                yield c.PlaceWager(seat=seat, wager=wager, cents=layout[wager])


def fewest_changes(now: Layouts, wanted: Layouts) -> Iterator[c.PlaceWager | c.TakeBackWager]:
    """Yield the commands for what is different alone."""
    for seat, layout in now.items():
        gone = (wager for wager in reversed(LAID) if wager in layout and wager not in wanted.get(seat, {}))
        yield from (c.TakeBackWager(seat=seat, wager=wager) for wager in gone)
    for seat, layout in wanted.items():
        for wager in LAID:
            if wager in layout and now.get(seat, {}).get(wager) != layout[wager]:
                yield c.PlaceWager(seat=seat, wager=wager, cents=layout[wager])


def with_wager(layouts: Layouts, seat: Seat, wager: Wager, cents: int) -> Layouts:
    """Return the layouts with that wager at that amount, or without it for 0; a coupon follows its ante."""
    layout = {kind: amount for kind, amount in layouts.get(seat, {}).items() if kind is not wager}
    if cents:
        layout[wager] = cents
    if wager is Wager.ANTE and Wager.MATCH_PLAY in layout:
        del layout[Wager.MATCH_PLAY]
        layout |= {Wager.MATCH_PLAY: cents} if cents else {}
    return {**layouts, seat: layout}


def without_coupons(layouts: Layouts) -> Layouts:
    """Return the layouts without their coupons: each is put down by hand."""
    return {
        seat: {wager: cents for wager, cents in layout.items() if wager is not Wager.MATCH_PLAY}
        for seat, layout in layouts.items()
    }


def doubled(layouts: Layouts, offers: Mapping[Seat, Sequence[WagerOffer]]) -> Layouts:
    """Return the layouts with every wager twice as high, but for those the table takes at one amount only."""
    twice: dict[Seat, Layout] = {}
    for seat, layout in layouts.items():
        fixed = {offer.wager for offer in offers[seat] if offer.cents_min == offer.cents_max} - {Wager.ANTE}
        layout = {wager: cents if wager in fixed else 2 * cents for wager, cents in layout.items()}
        if Wager.MATCH_PLAY in layout:
            layout = {**layout, Wager.MATCH_PLAY: layout[Wager.ANTE]}
        twice[seat] = layout
    return twice


def is_empty(layouts: Layouts) -> bool:
    """Whether nothing lies before any of the seats."""
    return not any(layouts.values())
