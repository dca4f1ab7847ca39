"""Bots: players that are programs, marked as such by their name."""

from __future__ import annotations

from typing import Final

from uth.units import PlayerId

BOT: Final = "bot:"


def is_bot(player: PlayerId) -> bool:
    """Whether the player is a program of the house."""
    return player.startswith(BOT)
