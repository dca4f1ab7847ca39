"""The history of one award: its events with their times, and its meter before and after."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from uth.errors import Refused
from uth.progressive import events as e
from uth.progressive.apply import apply
from uth.progressive.refusal import LinkRefusal
from uth.progressive.state import Award, AwardStage, Key, Meter, Terms, new_link

OfAward = (
    e.AwardPending
    | e.AwardRepriced
    | e.AwardRecorded
    | e.StepRecorded
    | e.AwardPaid
    | e.AwardWithdrawn
    | e.AwardBackedOut
)
Noted = OfAward | e.KeyTurned
"""The events in an award's history: its own, and those of its table's key while it was open."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AwardEvent:
    """One event of an award, with its time and its record in the link's log."""

    line: int
    at: str
    event: Noted
    by: str = ""
    """The author of the command that caused it, if the log has one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AwardHistory:
    """An award in its current state, its meter before and after it, and all its events."""

    award: Award
    before: Meter
    """The meter when the hand button was turned on."""
    after: Meter
    """The meter after the amount was frozen and the seed was added."""
    seats: tuple[int, ...]
    """The seats whose progressive wager was locked in that round."""
    moments: tuple[AwardEvent, ...]

    @property
    def key_is_back(self) -> bool:
        """Whether the key has been turned back to RUN since the award was decided."""
        last = self.moments[-1].event
        return isinstance(last, e.KeyTurned) and last.to is Key.RUN and self.award.stage is not AwardStage.PENDING

    def last(self, kind: type[e.Event]) -> AwardEvent | None:
        """Return the last event of that kind, or ``None``."""
        return next((each for each in reversed(self.moments) if isinstance(each.event, kind)), None)


def history_in(
    terms: Terms, lines: Iterable[tuple[int, str, str, Iterable[e.Event]]], number: int, where: str
) -> AwardHistory:
    """Return the history of an award from a link's log, whose lines hold a number, a time, an author and events."""
    link, found = new_link(terms), None
    for line_number, at, by, events in lines:
        for event in events:
            before, link = link, apply(link, event)
            if isinstance(event, e.KeyTurned):
                if found is None or event.table != found.award.table or found.key_is_back:
                    continue
            elif not isinstance(event, OfAward) or event.award != number:
                continue
            moment = AwardEvent(line=line_number, at=at, event=event, by=by)
            if isinstance(event, e.AwardPending):
                found = AwardHistory(
                    award=link.awards[number - 1],
                    before=before.meters[event.meter],
                    after=link.meters[event.meter],
                    seats=tuple(sorted(link.stations[event.table].lit)),
                    moments=(moment,),
                )
            elif found is not None:
                found = replace(found, award=link.awards[number - 1], moments=(*found.moments, moment))
    if found is None:
        raise Refused(LinkRefusal.NO_SUCH_AWARD, None, f"{number} is not an award of {where}")
    return found
