"""Parsing and formatting of amounts, and the values of chips."""

from __future__ import annotations

import re
from typing import Final

from uth.errors import Malformed
from uth.units import WAGER_CENTS_MAX, money

CHIPS: Final = (100, 500, 2_500, 10_000, 50_000)
"""The chip values on offer, in cents."""

CHIP_COLOURS: Final = {100: "white", 500: "red", 2_500: "green", 10_000: "black", 50_000: "purple"}

_AMOUNT: Final = re.compile(r"[$€]?(\d{1,3}(?:,\d{3})+|\d+)(?:\.(\d{1,2}))?")


def parse_amount(text: str, field: str) -> int:
    """Return the cents of ``12``, ``12.50``, ``$1,000``; raise `Malformed` for anything else."""
    match = _AMOUNT.fullmatch(text.strip()) if len(text) < 40 else None
    cents = int(match[1].replace(",", "")) * 100 + int((match[2] or "0").ljust(2, "0")) if match else 0
    if not 1 <= cents <= WAGER_CENTS_MAX:
        says = f"is not an amount; write for example 10 or 12.50, from 0.01 to {WAGER_CENTS_MAX // 100:,}"
        raise Malformed(field, text, says)
    return cents


def chip_of(cents: int) -> int:
    """Return the highest chip not above the amount, or the lowest chip."""
    return max((chip for chip in CHIPS if chip <= cents), default=CHIPS[0])


def signed(cents: int, symbol: str) -> str:
    """Return a gain or loss with its sign: ``+$25``, ``-$10``, ``$0``."""
    return ("+" if cents > 0 else "") + money(cents, symbol)
