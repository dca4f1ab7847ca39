"""Players' decisions in words: ``check``, ``4x``, ``3x``, ``2x``, ``1x``, ``fold``."""

from __future__ import annotations

from support.round_table import RoundTable
from uth.table.round import commands as c
from uth.table.round.refusals import decisions
from uth.units import Seat


def offered(table: RoundTable, seat: int) -> set[str]:
    """Return the words for what the seat is offered now."""
    return {_words(command) for command in decisions(table.state, Seat(seat), table.posted)}


def said(words: str, seat: int) -> c.Check | c.MakePlay | c.Fold:
    """Return the command for the words."""
    if words == "check":
        return c.Check(seat=Seat(seat))
    return c.Fold(seat=Seat(seat)) if words == "fold" else c.MakePlay(seat=Seat(seat), multiple=int(words[0]))


def _words(command: c.Check | c.MakePlay | c.Fold) -> str:
    match command:
        case c.Check():
            return "check"
        case c.MakePlay(multiple=multiple):
            return f"{multiple}x"
        case c.Fold():
            return "fold"
