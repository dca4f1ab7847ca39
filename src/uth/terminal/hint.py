"""A hint: what the simple strategy would do with the hand that is asked, and what it sees."""

from __future__ import annotations

from uth.rules.values import Street
from uth.strategy.named import Situation, situation_at, staying_costs_nothing, strategy_named
from uth.strategy.reasons import held_words, start_words
from uth.table.round import commands as c
from uth.terminal.session import Session


def hint(session: Session) -> str:
    """Return the hint in words; when nobody is asked it says so."""
    seat = session.asked
    asked = situation_at(session.table, seat, session.posted) if seat is not None else None
    if asked is None:
        return "A hint is there when you are asked."
    answer = strategy_named("simple").answer(asked, session.answers())
    match answer:
        case c.MakePlay(multiple=multiple):
            says = f"play {multiple}x"
        case c.Check():
            says = "check"
        case c.Fold():
            says = "fold"
        case None:
            return "There is nothing to answer."
    return f"Hint: {says}; {_reason(asked)}."


def _reason(asked: Situation) -> str:
    if not asked.board:
        return f"you hold {start_words(asked.hole)}"
    held = f"you have {held_words(asked.hole, asked.board)}"
    if asked.street is Street.RIVER and staying_costs_nothing(asked):
        return f"{held}, and your side wagers, which a fold forfeits, pay at least what the play wager costs"
    return held
