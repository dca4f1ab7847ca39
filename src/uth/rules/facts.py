"""The outcomes of a settlement that a rule set names clauses for."""

from __future__ import annotations

from typing import Final

MAIN_FACTS: Final = frozenset(
    {f"{wager}_{result}" for wager in ("ante", "blind", "play") for result in ("win", "lose", "tie")}
    | {"ante_returned", "blind_push", "fold", "trips_win", "trips_lose"}
)
"""The outcomes of a settlement that every book names a clause for."""

EVERY_FACT: Final = (
    MAIN_FACTS
    | {f"{fact}_unqualified" for fact in MAIN_FACTS if fact.startswith(("blind", "play"))}
    | {"trips_fold", "cover_all_win", "cover_all_lose", "progressive_win", "progressive_lose", "progressive_fold"}
    | {"envy", "match_play", "entry_fee", "uncovered"}
)
"""Every outcome a book may name a clause for; some say it again for a dealer who does not qualify."""

PAID_BY: Final = {
    "blind": ("blind_win", "blind_win_unqualified"),
    "trips": ("trips_win",),
    "cover_all": ("cover_all_win",),
    "progressive": ("progressive_win",),
}
"""The outcomes that each kind of pay table pays."""
