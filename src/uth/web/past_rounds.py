"""Past rounds over HTTP: who may read them, and their list and step-by-step documents."""

from __future__ import annotations

from typing import Annotated, Final

from fastapi import Depends
from starlette.requests import HTTPConnection
from typing_extensions import TypedDict

from uth.errors import Refused
from uth.history.history import History
from uth.history.replayed_round import ReplayedRound, ReplayStep
from uth.history.round_document import Viewer
from uth.house.followed_table import NOTHING
from uth.house.live_table import HOUSE, LiveTable, TableSnapshot
from uth.people.roles import HouseAction, Session, may, name_of
from uth.store.rounds import RoundEntry, SeatResult
from uth.table.posted import Posted
from uth.units import PlayerId
from uth.views.events import EventView, Reader, event_view
from uth.views.table import TableDocument, table_document


class ListedLine(TypedDict):
    """A settled wager."""

    wager: str
    stake: int
    net: int


class ListedSeat(TypedDict):
    """The result of one seat; `hand` is the category of a hand that was turned up."""

    seat: int
    name: str
    mine: bool
    net: int
    wagers: list[str]
    hand: str | None
    folded: bool
    cards: list[str]
    """The two cards of a folded hand, for its own player and for staff who read the log."""
    lines: list[ListedLine]


class ListedRound(TypedDict):
    """A round in a list; `net` is the total of the viewer's own seats."""

    table: str
    round: int
    at: str
    position: int
    net: int | None
    seats: list[ListedSeat]


class RoundsPage(TypedDict):
    """Rounds, newest first; `before` gets the next page, ``None`` on the last."""

    rounds: list[ListedRound]
    before: int | None


class RoundStep(TypedDict):
    """One record of a round: the events the viewer was sent, and the table as they saw it."""

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
    """The signing key of a house."""

    algorithm: str
    public_key: str
    """32 bytes in hexadecimal."""
    former: list[str]


NOT_SIGNED_IN: Final = "you have no rounds without a session; POST /api/v1/guest first"


def history_of(connection: HTTPConnection) -> History:
    """Return the history of this app."""
    history: History = connection.app.state.history
    return history


HistoryDep = Annotated[History, Depends(history_of)]


def viewer_of(session: Session | None) -> Viewer:
    """Return how much of a round the session may see: its own seats, or all if it may read the log."""
    if session is None:
        return Viewer()
    return Viewer(player=session.player, all=may(session.roles, HouseAction.READ_LOG))


def own_or_any(session: Session | None, player: str | None) -> PlayerId | None:
    """Return the player whose rounds are read, the caller by default.

    Staff who may read the log can name anyone; for them ``None`` means all players.
    """
    if session is None:
        raise Refused("not_signed_in", None, NOT_SIGNED_IN)
    if may(session.roles, HouseAction.READ_LOG):
        return PlayerId(player) if player is not None else None
    if not may(session.roles, HouseAction.READ_OWN_HISTORY) or player not in (None, session.person):
        raise Refused("not_your_role", None, "only staff can read the rounds of others")
    return session.player


def listed(entry: RoundEntry, viewer: Viewer) -> ListedRound:
    """Return a round for a list, with the result that everyone at the table knows."""
    folded = dict(entry.folded)
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
                "folded": seat.seat in folded,
                "cards": _two(folded.get(seat.seat, "")) if viewer.all or seat.player == viewer.player else [],
                "lines": _lines(seat),
            }
            for seat in entry.seats
        ],
    }


def _two(cards: str) -> list[str]:
    return [cards[:2], cards[2:]] if cards else []


def _lines(seat: SeatResult) -> list[ListedLine]:
    stakes, nets = seat.lines[::2], seat.lines[1::2]
    return [
        {"wager": wager, "stake": stake, "net": net}
        for wager, stake, net in zip(seat.wagers, stakes, nets, strict=True)
    ]


def steps_of(round_: ReplayedRound, viewer: Viewer, live: LiveTable) -> list[RoundStep]:
    """Return the round step by step: the events the viewer was sent, and the table as they saw it.

    A past state has neither offers nor a clock.
    """
    sees_all = viewer.all and round_.settling is not None
    table, commitment, notes = round_.before, _commitment(round_, live), NOTHING
    found: list[RoundStep] = []
    for step in round_.steps:
        events = _events(step, viewer, round_.posted, sees_all=sees_all)
        table = step.states[-1] if step.states else table
        notes = notes.after(step.events, by_house=step.by == HOUSE)
        shown = TableSnapshot(posted=round_.posted, table=table, notes=notes, commitment=commitment, is_past=True)
        found.append(
            {
                "n": step.number,
                "position": step.position,
                "at": step.at,
                "by": name_of(step.by),
                "events": events,
                "view": table_document(shown, viewer.chair(table)),
            }
        )
    return found


def _events(step: ReplayStep, viewer: Viewer, posted: Posted, *, sees_all: bool) -> list[EventView]:
    reader = Reader.AUDITOR if sees_all else Reader.EVERYONE
    pairs = zip(step.events, step.states, strict=True)
    views = (event_view(event, state, posted, viewer.chair(state), reader) for event, state in pairs)
    return [view for view in views if view is not None]


def _commitment(round_: ReplayedRound, live: LiveTable) -> str | None:
    """Return the commitment published before the round; empty if a real deck was dealt."""
    if round_.shuffle is not None:
        return round_.shuffle.commitment
    return live.secret.published if round_.settling is None else ""
