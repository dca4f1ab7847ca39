"""The frames of a table's websocket: everything the house says over it."""

from __future__ import annotations

from typing import Final, Literal, NotRequired

from typing_extensions import TypedDict

from uth.views.events import EventView
from uth.views.link import AwardDocument, LinkDocument
from uth.views.table import Clock, TableDocument

PROTOCOL: Final = 1
"""The version of the protocol: every frame carries it, and a client that knows another says so and stops."""


class ViewFrame(TypedDict):
    """The whole table, after record `n` of its log."""

    v: int
    type: Literal["view"]
    n: int
    view: TableDocument


class EventsFrame(TypedDict):
    """What happened with record `n`, and the table after it."""

    v: int
    type: Literal["events"]
    n: int
    events: list[EventView]
    late: list[int]
    """The seats whose answers in these events were given by the house, since their time was up."""
    view: TableDocument


class ResumedFrame(TypedDict):
    """You are back; what you missed since record `n` follows."""

    v: int
    type: Literal["resumed"]
    n: int


class AsideFrame(TypedDict):
    """What changed beside the log: who is ready, who sits there and is away, how many watch, the clock."""

    v: int
    type: Literal["aside"]
    ready: list[int]
    away: list[int]
    watching: int
    clock: Clock | None


class LinkFrame(LinkDocument):
    """How the link of the table stands now, and the awards that have just come a step further."""

    v: int
    type: Literal["link"]
    news: list[AwardDocument]


class BeatFrame(TypedDict):
    """Nothing has happened; the house is there."""

    v: int
    type: Literal["beat"]


class ClosingFrame(TypedDict):
    """The house closes; what was taken is stored, and the connection ends now."""

    v: int
    type: Literal["closing"]


class PausedFrame(TypedDict):
    """The house cannot store anything now and takes nothing until it can; nothing is lost."""

    v: int
    type: Literal["paused"]
    code: str
    says: str


class GoingOnFrame(TypedDict):
    """The house can store again and goes on."""

    v: int
    type: Literal["going_on"]


class SaidFrame(TypedDict):
    """Somebody at the table says one of the phrases."""

    v: int
    type: Literal["said"]
    seat: int
    name: str
    phrase: str


class IdleFrame(TypedDict):
    """You have let the wagering go by for long where no chair is free: so many minutes are left, or you have got up."""

    v: int
    type: Literal["idle"]
    minutes: int | None
    """`null` says that nobody counts them any more."""
    says: str
    clause: str


class DoneFrame(TypedDict):
    """Your frame `id` is stored and done."""

    v: int
    type: Literal["done"]
    id: str
    n: int
    waits: NotRequired[int]
    """The number under which it waits for a second person; nothing is done before that."""


class RefusedFrame(TypedDict):
    """Your frame `id` is not done, and why; nothing has changed."""

    v: int
    type: Literal["refused"]
    id: NotRequired[str | None]
    code: str
    clause: str | None
    says: str


Frame = (
    ViewFrame
    | EventsFrame
    | ResumedFrame
    | AsideFrame
    | LinkFrame
    | BeatFrame
    | ClosingFrame
    | PausedFrame
    | GoingOnFrame
    | SaidFrame
    | IdleFrame
    | DoneFrame
    | RefusedFrame
)
"""Everything the house says over a table's websocket."""


class Me(TypedDict):
    """Who you are to the house."""

    person: str | None
    name: str | None
    roles: list[str]
    csrf: str | None


class StaffDocument(TypedDict):
    """Somebody who works here."""

    name: str
    roles: list[str]
    disabled: bool
    locked_until: str | None
    """Until when wrong passwords keep them out."""


class InvitationDocument(TypedDict):
    """An invitation that waits."""

    id: str
    roles: list[str]
    account: str | None
    """Whose password it sets anew; `null` makes a new account with the roles."""
    by: str
    ends: str
