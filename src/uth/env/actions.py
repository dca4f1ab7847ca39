"""The actions of an environment: one fixed set for all books, masked by the table's offers."""

from __future__ import annotations

from collections.abc import Iterable
from enum import IntEnum
from typing import Any, Final

import numpy as np
import numpy.typing as npt
from gymnasium.spaces import Discrete

from uth.errors import Malformed
from uth.rules.ruleset import RuleSet
from uth.rules.values import Street
from uth.table.posted import Posted
from uth.table.round import commands as c
from uth.table.round.refusals import decisions
from uth.table.round.state import Table

Mask = npt.NDArray[np.int8]
Answer = c.Check | c.MakePlay | c.Fold


class Action(IntEnum):
    """The actions of a seat, by number."""

    FOLD = 0
    CHECK = 1
    PLAY_1X = 2
    PLAY_2X = 3
    PLAY_3X = 4
    PLAY_4X = 5

    @property
    def multiple(self) -> int:
        """The play wager in antes; ``None`` for a fold and a check."""
        return max(self - Action.CHECK, 0)

    @property
    def words(self) -> str:
        """The action in words: ``play 4x``."""
        return f"play {self.multiple}x" if self.multiple else self.name.lower()


MULTIPLES: Final = tuple(action.multiple for action in Action if action.multiple)


def action_of(answer: Answer) -> Action:
    """Return the action that corresponds to one of the table's offers."""
    match answer:
        case c.Fold():
            return Action.FOLD
        case c.Check():
            return Action.CHECK
        case c.MakePlay(multiple=multiple):
            return Action(Action.CHECK + multiple)


def offered_to(table: Table, posted: Posted) -> dict[Action, Answer]:
    """Return the offers to the seat to act, in the order of the actions; empty if it is no seat's turn."""
    answers = decisions(table, table.turn, posted) if table.turn is not None else ()
    return dict(sorted((action_of(answer), answer) for answer in answers))


def mask_of(offered: Iterable[Action]) -> Mask:
    """Return a new array with a 1 for each offered action."""
    mask = np.zeros(len(Action), np.int8)
    mask[list(offered)] = 1
    return mask


def read_action(value: object) -> Action:
    """Return the action of that number; raise `Malformed` for anything else."""
    number = int(value) if isinstance(value, int | np.integer) and not isinstance(value, bool) else -1
    if number not in tuple(Action):
        known = ", ".join(f"{action} ({action.words})" for action in Action)
        raise Malformed("action", value, f"is not an action; one of {known}")
    return Action(number)


def not_offered(action: Action, offered: Iterable[Action], street: Street | None, field: str = "action") -> Malformed:
    """Return the error for a masked action, which names the action and the offers."""
    if street is None:
        return Malformed(field, action.words, "comes after the end of the round; reset() deals the next one")
    there = ", ".join(f"{each} ({each.words})" for each in offered)
    return Malformed(field, action.words, f"is not offered {street.words}; offered: {there}")


def require_actions(rules: RuleSet) -> None:
    """Raise `Malformed` for a rule set with a play wager that has no action."""
    for street in Street:
        for multiple in rules.play.multiples(street):
            if multiple not in MULTIPLES:
                says = f"has no action; the actions are plays of {min(MULTIPLES)} to {max(MULTIPLES)} times the ante"
                raise Malformed(f"play.{street}", multiple, says, getattr(rules.play, street).cite)


class OfferedActions(Discrete[np.int64]):
    """The space of all actions. Without a mask it samples an action offered now, or at the start of the next round."""

    def __init__(self, offered: Mask) -> None:
        super().__init__(len(Action))
        self.offered = offered

    def sample(self, mask: Mask | None = None, probability: Any = None) -> np.int64:
        """Return a random action: one that is offered, unless a mask or a probability is given."""
        if mask is None and probability is None:
            mask = self.offered
        return super().sample(mask, probability)
