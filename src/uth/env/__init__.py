"""The game to learn in: one seat for Gymnasium, many rounds at once, several seats for PettingZoo."""

from __future__ import annotations

try:
    import gymnasium
except ImportError as missing:
    raise ImportError("uth.env needs gymnasium, which is not installed: pip install 'uth[env]'") from missing

from uth.env.actions import Action
from uth.env.names import NAMES, register_names

__all__ = ["NAMES", "Action", "register_names"]

register_names()
del gymnasium
