"""The coach in the terminal: a hint on request, a warning before a costly choice, a grade after each decision."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from uth.errors import Malformed, Refused
from uth.extras import is_installed
from uth.strategy.named import Decision
from uth.terminal.company import simple_hint
from uth.terminal.options import CoachMode
from uth.terminal.session import TableSession, board_seen, dealer_seen, hole_seen
from uth.words.amounts import signed

if TYPE_CHECKING:
    from uth.coach.coaching import Choice, Coaching


WITHOUT: Final = "The house has switched the coach off at this table."
WARNED: Final = "coach_warns"
"""The code under which a decision is held back until it is given again."""


@dataclass(slots=True, kw_only=True)
class Coach:
    """The coach at one person's seat."""

    mode: CoachMode = CoachMode.REQUEST
    allowed: bool = True
    """Whether the table has a coach."""
    _known: tuple[object, Coaching | str] | None = field(default=None)
    """The newest answer, and the decision it is for."""
    _warned: tuple[object, Decision] | None = None

    def hint(self, session: TableSession) -> str:
        """Return what each choice is worth and why the best one is best, or why nothing is said."""
        if not self.allowed:
            return WITHOUT
        if self.mode is CoachMode.OFF:
            return "The coach is off; start with --coach request to ask it."
        said = self._coaching(session)
        if said is None:
            return simple_hint(session)
        return said if isinstance(said, str) else _whole(said, session)

    def warning(self, session: TableSession, decision: Decision) -> Refused | None:
        """Return the warning before a costly choice, once; else ``None``."""
        choice = self._choice(session, decision) if self.mode is CoachMode.WARN else None
        if choice is None or choice.grade in ("best", "inaccuracy"):
            return None
        asked = (_question(session), decision)
        if self._warned == asked:
            return None
        self._warned = asked
        said = self._coaching(session)
        reason = said.reason if said is not None and not isinstance(said, str) else ""
        cost = _cost(choice, session)
        return Refused(WARNED, None, f"{_action(choice)} costs {cost}. {reason} Repeat it to do it anyway")

    def grade(self, session: TableSession, decision: Decision) -> str:
        """Return the grade of a decision that is about to be made; empty if none is wanted."""
        choice = self._choice(session, decision) if self.mode is CoachMode.GRADE else None
        if choice is None:
            return ""
        said = self._coaching(session)
        if choice.grade == "best" or said is None or isinstance(said, str):
            return f"Coach: {_action(choice)} was best."
        cost = _cost(choice, session)
        return f"Coach: {choice.grade.value}, {_action(choice).lower()} costs {cost}. {said.reason}"

    def _choice(self, session: TableSession, decision: Decision) -> Choice | None:
        from uth.coach.asked import multiple_of

        said = self._coaching(session) if self.allowed and decision in session.answers() else None
        return None if said is None or isinstance(said, str) else said.choice(multiple_of(decision))

    def _coaching(self, session: TableSession) -> Coaching | str | None:
        """Return the coaching of the decision that is asked, why there is none, or ``None`` where it cannot be had."""
        question = _question(session)
        if session.asked is None or not session.answers() or not is_installed("numba"):
            return None
        if self._known is None or self._known[0] != question:
            self._known = question, _computed(session)
        return self._known[1]


def _question(session: TableSession) -> object:
    return session.table.rounds, session.table.street, session.asked


def _computed(session: TableSession) -> Coaching | str:
    from uth.coach.asked import asked_decision
    from uth.coach.coaching import coach

    table, seat = session.table, session.asked
    if seat is None or table.street is None:
        return "There is nothing to decide."
    spots = table.round.spots
    try:
        asked = asked_decision(
            session.posted,
            table.street,
            hole=hole_seen(table, seat, session.mine),
            community=board_seen(table),
            dealer=dealer_seen(table),
            others=(hole_seen(table, other, session.mine) for other in spots if other != seat),
            wagers=spots[seat].wagers,
            meters={name: int(cents) for name, cents in table.meters.items()},
            answers=session.answers(),
        )
        return coach(asked.situation, asked.dead, asked.offered)
    except (Malformed, Refused) as fault:
        return f"The coach cannot value this decision: {fault}."


def _whole(said: Coaching, session: TableSession) -> str:
    best, *others = said.choices
    worth = signed(round(best.cents), session.posted.rules.currency.symbol)
    parts = [f"{_action(best)} is worth {float(best.value):+.3f} antes ({worth})"]
    parts += [f"{_action(each).lower()} costs {_cost(each, session)}" for each in others]
    return " ".join([said.reason, f"{'; '.join(parts)}.", *said.notes])


def _action(choice: Choice) -> str:
    return f"Play {choice.action}" if choice.multiple else choice.action.capitalize()


def _cost(choice: Choice, session: TableSession) -> str:
    return f"{float(choice.cost):.3f} antes ({session.voice.money(round(choice.cost_cents))})"
