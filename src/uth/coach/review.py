"""The review of a decision that was made: its coaching, the choice, and the kind of decision it was."""

from __future__ import annotations

from dataclasses import dataclass

from uth.coach.asked import AskedDecision
from uth.coach.coaching import Choice, Coaching, coach
from uth.coach.grades import Grade
from uth.coach.kinds import Kind, kind_of


@dataclass(frozen=True, slots=True, kw_only=True)
class ReviewedDecision:
    """A decision with the exact value of what was chosen and of everything else that was offered."""

    asked: AskedDecision
    coaching: Coaching
    chosen: Choice
    kind: Kind

    @property
    def grade(self) -> Grade:
        """The grade of the choice."""
        return self.chosen.grade


def reviewed(asked: AskedDecision, multiple: int) -> ReviewedDecision:
    """Return the review of a decision, from what its chair saw when it was asked.

    `multiple` is what was chosen: 0 is a check, at the river a fold. Raise `Malformed` if it was not offered or if the
    game cannot be solved.
    """
    situation = asked.situation
    coaching = coach(situation, asked.dead, asked.offered)
    return ReviewedDecision(
        asked=asked,
        coaching=coaching,
        chosen=coaching.choice(multiple),
        kind=kind_of(tuple(situation.hole), tuple(situation.board)),
    )
