"""Rounds of the past over HTTP: who asks for them, and how a round is listed and gone through step by step."""

from __future__ import annotations

from typing import Annotated, Final

from fastapi import Depends
from starlette.requests import HTTPConnection
from typing_extensions import TypedDict

from uth.errors import Refused
from uth.history.history import History
from uth.history.replayed_round import ReplayedRound, Step
from uth.history.round_document import Viewer
from uth.history.round_index import RoundEntry, SeatResult
from uth.house.live_table import HOUSE, LiveTable
from uth.house.round_notes import NOTHING
from uth.people.log import Session, name_of
from uth.people.roles import Action, may
from uth.table.posted import Posted
from uth.units import PlayerId
from uth.views.events import EventView, Reader, event_view
from uth.views.snapshot import TableSnapshot
from uth.views.table import TableDocument, table_document


class ListedLine(TypedDict):
    """A wager as it was settled."""

    wager: str
    stake: int
    net: int


class ListedSeat(TypedDict):
    """How a round ended for one seat; `hand` is the category of a hand that was turned up."""

    seat: int
    name: str
    mine: bool
    net: int
    wagers: list[str]
    hand: str | None
    lines: list[ListedLine]


class ListedRound(TypedDict):
    """A round as a list has it; `net` is what all of the viewer's own seats came to."""

    table: str
    round: int
    at: str
    position: int
    net: int | None
    seats: list[ListedSeat]


class RoundsPage(TypedDict):
    """Rounds, the newest first; `before` asks for the next page, and there is none without it."""

    rounds: list[ListedRound]
    before: int | None


class RoundStep(TypedDict):
    """One record of a round: what the viewer was told with it, and the table as they saw it then."""

    n: int
    position: int
    at: str
    by: str
    events: list[EventView]
    view: TableDocument


class RoundSteps(TypedDict):
    """A round record by record."""

    table: str
    round: int
    settled: bool
    steps: list[RoundStep]


class KeyDocument(TypedDict):
    """The key of a house."""

    algorithm: str
    public_key: str
    """32 bytes in hexadecimal."""
    former: list[str]


NO_SEAT: Final = "without a session there are no rounds of your own; POST /api/v1/guest first"


def history_of(connection: HTTPConnection) -> History:
    """Return the history of the house that is asked."""
    history: History = connection.app.state.history
    return history


TheHistory = Annotated[History, Depends(history_of)]


def viewer_of(session: Session | None) -> Viewer:
    """Return for whom a round is told: the person's own seats, and all of it to who may read the log."""
    if session is None:
        return Viewer()
    return Viewer(player=session.player, all=may(session.roles, Action.READ_LOG))


def own_or_any(session: Session | None, asked: str | None) -> PlayerId | None:
    """Return whose rounds are meant: one's own; the staff that reads the log may ask for anyone's, or everyone's."""
    if session is None:
        raise Refused("not_signed_in", None, NO_SEAT)
    if may(session.roles, Action.READ_LOG):
        return PlayerId(asked) if asked is not None else None
    if not may(session.roles, Action.READ_OWN_HISTORY) or asked not in (None, session.person):
        raise Refused("not_your_role", None, "the rounds of others are read by the staff alone")
    return session.player


def listed(entry: RoundEntry, viewer: Viewer) -> ListedRound:
    """Return a round as a list has it: what everyone at the table knows of its end."""
    mine = [seat.net for seat in entry.seats if viewer.player is not None and seat.player == viewer.player]
    return {
        "table": entry.table,
        "round": entry.number,
        "at": entry.at,
        "position": entry.position,
        "net": sum(mine) if mine else None,
        "seats": [
            {
                "seat": seat.seat,
                "name": name_of(seat.player),
                "mine": seat.player == viewer.player,
                "net": seat.net,
                "wagers": list(seat.wagers),
                "hand": seat.hand,
                "lines": _lines(seat),
            }
            for seat in entry.seats
        ],
    }


def _lines(seat: SeatResult) -> list[ListedLine]:
    stakes, nets = seat.lines[::2], seat.lines[1::2]
    return [
        {"wager": wager, "stake": stake, "net": net}
        for wager, stake, net in zip(seat.wagers, stakes, nets, strict=True)
    ]


def steps_of(round_: ReplayedRound, viewer: Viewer, live: LiveTable) -> list[RoundStep]:
    """Return the round step by step: what the viewer was told with each record, and the table as they saw it then.

    A past state has neither offers nor a clock.
    """
    sees_all = viewer.all and round_.settling is not None
    table, commitment, notes = round_.before, _commitment(round_, live), NOTHING
    found: list[RoundStep] = []
    for step in round_.steps:
        heard = _heard(step, viewer, round_.posted, sees_all=sees_all)
        table = step.states[-1] if step.states else table
        notes = notes.after(step.events, by_house=step.by == HOUSE)
        shown = TableSnapshot(posted=round_.posted, table=table, notes=notes, commitment=commitment, is_past=True)
        found.append(
            {
                "n": step.number,
                "position": step.position,
                "at": step.at,
                "by": name_of(step.by),
                "events": heard,
                "view": table_document(shown, viewer.chair(table)),
            }
        )
    return found


def _heard(step: Step, viewer: Viewer, posted: Posted, *, sees_all: bool) -> list[EventView]:
    reader = Reader.AUDITOR if sees_all else Reader.EVERYONE
    pairs = zip(step.events, step.states, strict=True)
    views = (event_view(event, state, posted, viewer.chair(state), reader) for event, state in pairs)
    return [view for view in views if view is not None]


def _commitment(round_: ReplayedRound, live: LiveTable) -> str | None:
    """Return what was published before the round; nothing where a real deck was dealt."""
    if round_.shuffle is not None:
        return round_.shuffle.commitment
    return live.secret.published if round_.settling is None else ""
