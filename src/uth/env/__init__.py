"""Learning environments: one seat for Gymnasium, many rounds at once, several seats for PettingZoo."""

from __future__ import annotations

from typing import Final

try:
    import gymnasium
except ImportError as missing:
    raise ImportError("uth.env needs gymnasium, which is not installed: pip install 'uth[env]'") from missing

from uth.env.actions import Action
from uth.rules.loader import BOOKS

__all__ = ["NAMES", "Action", "register_names"]

NAMES: Final[dict[str, dict[str, str]]] = {
    "uth/UltimateTexasHoldem-v0": {},
    **{f"uth/{book.capitalize()}-v0": {"rules": book} for book in BOOKS},
}
"""The Gymnasium names with their options: one for any rule set, and one for each book."""


def register_names() -> None:
    """Register with Gymnasium every name that is not registered yet."""
    for name, options in NAMES.items():
        if name not in gymnasium.registry:
            gymnasium.register(
                id=name,
                entry_point="uth.env.seat_env:SeatEnv",
                vector_entry_point="uth.env.vector_env:SeatVectorEnv",
                kwargs=dict(options),
            )


register_names()
