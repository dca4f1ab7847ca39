"""A refusal in words: what the table says, its amounts as money."""

from __future__ import annotations

import re
from typing import Final

from uth.errors import Refused
from uth.table.refusal import Refusal
from uth.units import money

AMOUNTS_IN: Final[frozenset[str]] = frozenset(
    {
        Refusal.OUTSIDE_THE_LIMITS,
        Refusal.NOT_A_MULTIPLE_OF_THE_UNIT,
        Refusal.BLIND_MUST_EQUAL_ANTE,
        Refusal.TRIPS_NEEDS_ANTE,
        Refusal.PROGRESSIVE_WAGER_IS_FIXED,
        Refusal.PROGRESSIVE_NEVER_ALONE,
        Refusal.MATCH_PLAY_MUST_EQUAL_ANTE,
        Refusal.COVER_ALL_NEEDS_ANTE,
        Refusal.NO_WAGER,
        Refusal.WAGER_NOT_OFFERED,
        Refusal.NOT_ENOUGH_CHIPS,
        Refusal.NO_AWARD,
        Refusal.BEYOND_THE_PAY_TABLE,
        Refusal.ENVY_WAITS,
        "other_wager",
        "paid_by_check",
        "meter_above_limit",
    }
)
"""The refusals, of a table or of its link, whose every number is an amount in cents, but for that of a seat."""


def refusal_says(refused: Refused, symbol: str) -> str:
    """Return the refusal's own words, its amounts as money."""
    says = refused.says or refused.code.replace("_", " ")
    if refused.code in AMOUNTS_IN:
        says = re.sub(r"(?<!seat )\b\d+", lambda found: money(int(found[0]), symbol), says)
    return " ".join(says.split())
