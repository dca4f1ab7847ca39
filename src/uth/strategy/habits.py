"""Habits: what a seat that the house plays puts down before the cards."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from uth.rules.values import Wager
from uth.table.offers import WagerOffer
from uth.units import Seat

BESIDE: Mapping[Wager, tuple[int, int]] = {
    Wager.TRIPS: (2, 0),
    Wager.COVER_ALL: (3, 1),
    Wager.PROGRESSIVE: (3, 0),
}
"""Who makes which wager beside the ante: the seats that leave that rest when divided by that number."""


def ante_of(seat: Seat, offer: WagerOffer) -> int:
    """Return the seat's usual ante: one, two or three times the least, as far as it is offered."""
    return min(offer.cents_min * (1 + seat % 3), offer.cents_max)


def wagers_beside(seat: Seat, offers: Iterable[WagerOffer]) -> tuple[WagerOffer, ...]:
    """Return which of the offers beside the ante the seat usually takes, each at its least."""
    usual = {wager for wager, (divisor, rest) in BESIDE.items() if seat % divisor == rest}
    return tuple(offer for offer in offers if offer.wager in usual)
