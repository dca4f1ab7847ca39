"""The facts for which a rule set names a clause: outcomes of a settlement, and procedures of a link."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, Literal

MAIN_FACTS: Final = frozenset(
    {f"{wager}_{result}" for wager in ("ante", "blind", "play") for result in ("win", "lose", "tie")}
    | {"ante_returned", "blind_push", "fold", "trips_win", "trips_lose"}
)
"""The outcomes of a settlement for which every book names a clause."""

EVERY_FACT: Final = (
    MAIN_FACTS
    | {f"{fact}_unqualified" for fact in MAIN_FACTS if fact.startswith(("blind", "play"))}
    | {"trips_fold", "cover_all_win", "cover_all_lose", "progressive_win", "progressive_lose", "progressive_fold"}
    | {"envy", "match_play", "entry_fee", "uncovered", "trips_lose_folded", "collected_machine"}
)
"""Every outcome for which a book may name a clause; some books repeat it for a dealer who does not qualify.

`trips_lose_folded` is a trips wager that survives a fold and loses by its hand. `collected_machine` is a fold that is
collected where a machine deals. Each is given only if its clause differs from that of `trips_lose` or `fold_collected`.
"""

PAID_BY: Final = {
    "blind": ("blind_win", "blind_win_unqualified"),
    "trips": ("trips_win",),
    "cover_all": ("cover_all_win",),
    "progressive": ("progressive_win",),
}
"""The outcomes that each kind of pay table pays."""

LinkFact = Literal[
    "same_terms", "one_wager", "coin_in", "locked", "lamp", "game_over", "from_meter", "hand_button", "supervisor",
    "verified", "run", "on_record", "in_turn",
]  # fmt: skip
"""The facts of a link for which a book may name a clause: shared meters, keypads, the key, the order of payment."""

OutageFact = Literal["system_down", "sensor"]
"""The facts that a book states elsewhere: an outage among its irregularities, a dark sensor with the wager."""

LINK_RULINGS: Final[Mapping[LinkFact | OutageFact, str]] = {
    "same_terms": "R97",
    "one_wager": "R98",
    "coin_in": "R98",
    "locked": "R98",
    "lamp": "R98",
    "game_over": "R98",
    "from_meter": "R98",
    "hand_button": "R53",
    "supervisor": "R53",
    "verified": "R53",
    "run": "R53",
    "on_record": "R60",
    "in_turn": "R11",
    "system_down": "R47",
    "sensor": "R47",
}
"""The ruling that applies to a link if its book is silent."""
