"""The frames of a table's websocket, and the documents of the people routes."""

from __future__ import annotations

from typing import Literal, NotRequired

from typing_extensions import TypedDict

from uth.views.events import EventView
from uth.views.link import AwardDocument, LinkDocument
from uth.views.table import Clock, TableDocument


class ViewFrame(TypedDict):
    """The whole table, after record `n` of its log."""

    v: int
    type: Literal["view"]
    n: int
    view: TableDocument


class EventsFrame(TypedDict):
    """The events of record `n`, and the table after it."""

    v: int
    type: Literal["events"]
    n: int
    events: list[EventView]
    late: list[int]
    """The seats whose time ran out, so that the house acted for them."""
    view: TableDocument


class ResumedFrame(TypedDict):
    """The connection resumes; what was missed since record `n` follows."""

    v: int
    type: Literal["resumed"]
    n: int


class AsideFrame(TypedDict):
    """What is not in the log: who is ready or away, how many watch, the clock."""

    v: int
    type: Literal["aside"]
    ready: list[int]
    away: list[int]
    watching: int
    clock: Clock | None


class LinkFrame(LinkDocument):
    """The meters of the table's link, and the awards that have changed."""

    v: int
    type: Literal["link"]
    news: list[AwardDocument]


class BeatFrame(TypedDict):
    """A heartbeat."""

    v: int
    type: Literal["beat"]


class ClosingFrame(TypedDict):
    """The house is closing; accepted commands are stored, and the connection ends now."""

    v: int
    type: Literal["closing"]


class PausedFrame(TypedDict):
    """The house cannot store anything and accepts no commands for now; nothing is lost."""

    v: int
    type: Literal["paused"]
    code: str
    says: str


class GoingOnFrame(TypedDict):
    """The house accepts commands again."""

    v: int
    type: Literal["going_on"]


class SaidFrame(TypedDict):
    """Somebody at the table says a phrase."""

    v: int
    type: Literal["said"]
    seat: int
    name: str
    phrase: str


class IdleFrame(TypedDict):
    """The minutes you have left to wager while no chair is free, or that you have lost your chair."""

    v: int
    type: Literal["idle"]
    minutes: int | None
    """`null` withdraws the warning."""
    says: str
    clause: str


class DoneFrame(TypedDict):
    """Your frame `id` is stored and done."""

    v: int
    type: Literal["done"]
    id: str
    n: int
    waits: NotRequired[int]
    """The number of the pending approval, before which nothing is done."""


class RefusedFrame(TypedDict):
    """Your frame `id` was refused, and why; nothing has changed."""

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
"""Every frame the house sends over a table's websocket."""


class Chips(TypedDict):
    """Your chips, in cents, and where you sit."""

    bankroll: int
    """Away from the tables."""
    seated: int
    """At the tables, without wagers in play."""
    reach: int
    """What you can buy in for now, with today's allowance if it is due."""
    allowance: int
    """What a player who holds less is topped up to, once a day."""
    due: bool
    """Whether today's allowance has not been given to you."""
    tables: list[str]
    """The tables where you have a seat."""


class Me(TypedDict):
    """Who you are to the house."""

    person: str | None
    name: str | None
    roles: list[str]
    csrf: str | None
    timezone: str
    """The time zone for staff."""


class StaffDocument(TypedDict):
    """A staff account."""

    name: str
    roles: list[str]
    disabled: bool
    locked_until: str | None
    """When the lock-out caused by wrong passwords ends."""


class InvitationDocument(TypedDict):
    """An open invitation."""

    id: str
    roles: list[str]
    account: str | None
    """The account whose password it resets; `null` creates a new account with the roles."""
    by: str
    ends: str
