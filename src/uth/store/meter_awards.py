"""One award from the hand button to the payment, as the log tells it: what an accountant records (NV.10e)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from uth.errors import Refused
from uth.progressive import events as e
from uth.progressive.apply import apply
from uth.progressive.refusal import Refusal
from uth.progressive.state import Award, Meter, new_link
from uth.progressive.terms import Terms
from uth.store.meter_file import MeterFile

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
class Moment:
    """Something that happened to an award: when, and at which line of the file."""

    line: int
    at: str
    event: OfAward


@dataclass(frozen=True, slots=True, kw_only=True)
class AwardHistory:
    """An award as it stands, its meter on both sides of it, and everything that happened to it."""

    award: Award
    before: Meter
    """The meter when the hand button went on."""
    after: Meter
    """The meter once the amount was frozen and the seed was in."""
    seats: tuple[int, ...]
    """The seats whose progressive wager was locked in that round."""
    moments: tuple[Moment, ...]

    def last(self, kind: type[e.Event]) -> Moment | None:
        """Return the last moment of that kind, or ``None``."""
        return next((each for each in reversed(self.moments) if isinstance(each.event, kind)), None)


def award_history(file: MeterFile, number: int) -> AwardHistory:
    """Return what the file says of the award; one that is not there is refused."""
    lines = ((line.number, line.at, line.events) for line in file.lines())
    return history_in(file.terms, lines, number, str(file.path))


def history_in(
    terms: Terms, lines: Iterable[tuple[int, str, Iterable[e.Event]]], number: int, where: str
) -> AwardHistory:
    """Return what a link's log says of the award: its lines with their number, their time and what happened."""
    link, found = new_link(terms), None
    for at_line, at, events in lines:
        for event in events:
            before, link = link, apply(link, event)
            if not isinstance(event, OfAward) or event.award != number:
                continue
            moment = Moment(line=at_line, at=at, event=event)
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
        raise Refused(Refusal.NO_SUCH_AWARD, None, f"{number} is not an award of {where}")
    return found
