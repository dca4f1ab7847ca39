"""Amounts, hands and seats of a link, as the people who work it say them."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from uth.ranking import Category
from uth.rules.paytable import COMMUNITY_ROYAL
from uth.units import money

Amount = Callable[[Fraction | int], str]


def amounts_in(symbol: str, *, full: bool = False) -> Amount:
    """Return how an amount is written in that currency, to the fraction of a cent; cents are always there if `full`."""

    def said(cents: Fraction | int) -> str:
        whole = int(cents)
        rest = abs(cents - whole)
        text = ("-" if cents < 0 else "") + money(abs(whole), symbol)
        text += ".00" if full and not whole % 100 else ""
        return f"{text} and {rest} of a cent" if rest else text

    return said


def hand_words(hand: str) -> str:
    """Return a progressive's hand as it is said: ``Royal Flush``."""
    return "Community Royal Flush" if hand == COMMUNITY_ROYAL else Category[hand.upper()].words


def seats_words(seats: tuple[int, ...] | frozenset[int]) -> str:
    """Return the seats as a sentence has them."""
    if not seats:
        return "no seat"
    return f"seat{'s' if len(seats) > 1 else ''} {', '.join(map(str, sorted(seats)))}"
