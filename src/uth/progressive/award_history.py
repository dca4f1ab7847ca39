"""The history of one award: what happened to it, when, and its meter on both sides."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from uth.errors import Refused
from uth.progressive import events as e
from uth.progressive.apply import apply
from uth.progressive.refusal import LinkRefusal
from uth.progressive.state import Award, Meter, Terms, new_link

OfAward = (
    e.AwardPending
    | e.AwardRepriced
    | e.AwardRecorded
    | e.StepRecorded
    | e.AwardPaid
    | e.AwardWithdrawn
    | e.AwardBackedOut
)


@dataclass(frozen=True, slots=True, kw_only=True)
class AwardEvent:
    """One event of an award, with its time and its record in the link's log."""

    line: int
    at: str
    event: OfAward


@dataclass(frozen=True, slots=True, kw_only=True)
class AwardHistory:
    """An award as it stands, its meter before and after it, and every event of it."""

    award: Award
    before: Meter
    """The meter when the hand button went on."""
    after: Meter
    """The meter after the amount was frozen and the seed was added."""
    seats: tuple[int, ...]
    """The seats whose progressive wager was locked in that round."""
    moments: tuple[AwardEvent, ...]

    def last(self, kind: type[e.Event]) -> AwardEvent | None:
        """Return the last moment of that kind, or ``None``."""
        return next((each for each in reversed(self.moments) if isinstance(each.event, kind)), None)


def history_in(
    terms: Terms, lines: Iterable[tuple[int, str, Iterable[e.Event]]], number: int, where: str
) -> AwardHistory:
    """Return the history of an award from a link's log; each line is its number, its time and its events."""
    link, found = new_link(terms), None
    for line_number, at, events in lines:
        for event in events:
            before, link = link, apply(link, event)
            if not isinstance(event, OfAward) or event.award != number:
                continue
            moment = AwardEvent(line=line_number, at=at, event=event)
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
