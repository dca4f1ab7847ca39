"""The names under which Gymnasium makes the environments: one for each book, and one for any rule set."""

from __future__ import annotations

from typing import Final

import gymnasium

from uth.rules.loader import BOOKS

ANY_RULES: Final = "uth/UltimateTexasHoldem-v0"
NAMES: Final[dict[str, dict[str, str]]] = {
    ANY_RULES: {},
    **{f"uth/{book.capitalize()}-v0": {"rules": book} for book in BOOKS},
}
"""Each name with the options it stands for."""


def register_names() -> None:
    """Register every name with Gymnasium; names it knows already are left alone."""
    for name, options in NAMES.items():
        if name not in gymnasium.registry:
            gymnasium.register(
                id=name,
                entry_point="uth.env.seat_env:SeatEnv",
                vector_entry_point="uth.env.vector_env:SeatVectorEnv",
                kwargs=dict(options),
            )
