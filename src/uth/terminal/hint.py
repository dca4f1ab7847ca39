"""A hint: what the simple strategy would do with the hand that is asked, and what it sees."""

from __future__ import annotations

from uth.strategy.reasons import held_words, start_words
from uth.strategy.simple import choose
from uth.table import commands as c
from uth.terminal.session import Session


def hint(session: Session) -> str:
    """Return the hint in words; when nobody is asked it says so."""
    seat, street = session.asked, session.table.street
    if seat is None or street is None:
        return "A hint is there when you are asked."
    hole, board = session.table.spots[seat].hole, session.table.board
    answer = choose(hole, board, street, session.answers())
    match answer:
        case c.MakePlay(multiple=multiple):
            says = f"play {multiple}x"
        case c.Check():
            says = "check"
        case c.Fold():
            says = "fold"
        case None:
            return "There is nothing to answer."
    held = f"you have {held_words(hole, board)}" if board else f"you hold {start_words(hole)}"
    return f"Hint: {says}; {held}."
