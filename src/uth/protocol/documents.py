"""The documents of the protocol: what a table looks like to one chair, as JSON; types are made from these."""

from __future__ import annotations

from typing import Any, Literal, NotRequired

from typing_extensions import TypedDict

Face = str | None
"""A card such as ``As``; ``None`` lies face down."""


class OfferedWager(TypedDict):
    """A wager the seat may make now: every multiple of the unit from least to most, in cents."""

    wager: str
    min: int
    max: int
    unit: int


class Offers(TypedDict):
    """What a seat of one's own may do now; the buttons are these and no others."""

    wagers: list[OfferedWager]
    back: list[str]
    """The wagers that may be taken back."""
    plays: list[int]
    """The multiples of the ante that may be played."""
    check: bool
    fold: bool
    bank: bool
    """Whether the seat may bank this round."""
    leave: bool
    ready: bool


class Line(TypedDict):
    """How one wager was settled."""

    wager: str
    stake: int
    outcome: Literal["win", "lose", "push", "void", "uncovered"]
    returned: int
    won: int
    net: int
    odds: str
    row: str | None
    clauses: list[str]
    cut: int


class Made(TypedDict):
    """The play wager, or the fold, and on which street."""

    street: str
    multiple: int | None


class SeatDocument(TypedDict):
    """A taken seat, what lies before it and how its last round was settled."""

    name: str
    mine: bool
    bot: bool
    rail: int
    ready: bool
    wagers: dict[str, int]
    cards: list[Face]
    decision: Made | None
    hand: str | None
    five: list[str]
    """The five cards that make the hand, once it is turned up."""
    void: str | None
    lines: list[Line]
    offers: Offers | None
    """Only for one's own seats."""


class Banking(TypedDict):
    """The player/dealer and the wager behind the bank."""

    seat: int
    wager: int


class Clock(TypedDict):
    """What the house does by itself when the time is up."""

    what: Literal["decision", "wagers", "next_round"]
    seat: int | None
    left: float
    """Seconds left when the frame was made."""
    of: float
    then: str
    """In words: what happens then."""


class AwardDocument(TypedDict):
    """An award of a meter: who won what, and how far it has come."""

    award: int
    table: str
    round: int
    seat: int
    hand: str
    meter: str
    cents: int
    stage: Literal["pending", "recorded", "paid", "withdrawn", "backed_out"]


class LinkDocument(TypedDict):
    """A link: many tables, one set of meters."""

    name: str
    book: str
    wager: int
    meters: dict[str, int]
    down: bool
    tables: list[str]
    pending: list[AwardDocument]
    """Awards that wait for a supervisor or for their payment."""
    recent: list[AwardDocument]
    """The last awards that stand, the newest first."""


class TableDocument(TypedDict):
    """The table as one chair sees it."""

    chair: int | None
    phase: str
    due: str
    turn: int | None
    street: str | None
    seats: dict[str, SeatDocument]
    dealer: list[Face]
    dealer_hand: str | None
    dealer_five: list[str]
    qualifies: bool | None
    community: list[Face]
    cards_left: int
    racked: int
    banker: Banking | None
    button: int | None
    meters: dict[str, int]
    progressive_down: bool
    void: str | None
    floor_choices: list[str]
    rounds: int
    round: int
    """The number of the round on the table."""
    off: bool
    commitment: str
    link: LinkDocument | None
    clock: Clock | None


class PayRow(TypedDict):
    """One row of a pay table: the hand, and what it pays in words."""

    hand: str
    pays: str
    envy: int
    """What every other progressive seat gets for it, in cents; nothing is 0."""


class Listing(TypedDict):
    """A table as the lobby lists it: what it posts, and who sits there now."""

    name: str
    book: str
    title: str
    currency: str
    symbol: str
    phase: str
    seats: int
    taken: dict[str, str]
    ante: list[int]
    """The least and the most, in cents."""
    trips: list[int]
    cover_all: list[int] | None
    progressive_wager: int
    entry_fee: int
    wagers: list[str]
    """The wagers this table takes; the layout has these spots and no others."""
    hands: int
    """How many hands one player may play."""
    banked_by: Literal["house", "player"]
    plays: dict[str, list[int]]
    """The multiples of the ante each street offers."""
    pays: dict[str, list[PayRow]]
    """The posted pay tables of blind, trips and progressive, highest hand first."""
    qualifies: str
    """What the dealer needs, in words."""
    meters: dict[str, int]
    dealt_by: str
    decision_s: float | None
    """How long a seat has to answer."""
    rounds: int
    off: bool


class Me(TypedDict):
    """Who you are to the house."""

    person: str | None
    name: str | None
    roles: list[str]
    csrf: str | None


class Book(TypedDict):
    """A rule book a table can be made with."""

    name: str
    title: str


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
    events: list[dict[str, Any]]
    view: TableDocument


class ResumedFrame(TypedDict):
    """You are back; what you missed since record `n` follows."""

    v: int
    type: Literal["resumed"]
    n: int


class AsideFrame(TypedDict):
    """What changed beside the log: who is ready, the clock, how many watch."""

    v: int
    type: Literal["aside"]
    ready: list[int]
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


class DoneFrame(TypedDict):
    """Your frame `id` is stored and done."""

    v: int
    type: Literal["done"]
    id: str
    n: int


class RefusedFrame(TypedDict):
    """Your frame `id` is not done, and why; nothing has changed."""

    v: int
    type: Literal["refused"]
    id: NotRequired[str | None]
    code: str
    clause: str | None
    says: str


# What the staff sees.


class Delivery(TypedDict):
    """What the dealer deals next: so many cards to one place, at once."""

    to: Literal["seat", "dealer", "community", "burn"]
    seat: int | None
    cards: int


class Reportable(TypedDict):
    """Something that can have gone wrong as the cards lie now."""

    irregularity: str
    """Its name, as a report has it under `is`."""
    words: str
    seats: list[int | None]
    """Whom it can have happened to, the dealer as null; empty where it concerns nobody alone."""
    positions: list[int]
    """Which community cards it can have been."""
    fixable: bool
    """Whether the dealer may be able to put it right in sequence."""
    at_win: bool
    """Whether it can have been at the time of a progressive win."""


class EnvyPay(TypedDict):
    """What a seat is paid for the hand of another."""

    seat: int
    """Whose hand it is paid for."""
    cents: int


class Payout(TypedDict):
    """What the dealer takes from and pays to a seat, wager by wager."""

    seat: int
    name: str
    hand: str | None
    lines: list[Line]
    envy: list[EnvyPay]
    net: int
    """Of all the wagers, envy included."""


class ButtonDocument(TypedDict):
    """A hand button that is on, with its award."""

    seat: int
    award: int
    hand: str
    cents: int
    stage: str


class GameManager(TypedDict):
    """A table's Game Manager: the supervisor's key, the sensors, the hand buttons."""

    key: Literal["run", "jph"]
    round: int | None
    """The round that COIN IN has locked."""
    lit: list[int]
    failed: list[int]
    called: bool
    buttons: list[ButtonDocument]


class FloorCallDocument(TypedDict):
    """What the book leaves to the floor, and what the floor may choose."""

    irregularity: dict[str, Any]
    choices: list[str]
    clause: str


class DisputeDocument(TypedDict):
    """What a seat says about a settled round, and what the cards and the settlement show."""

    dispute: int
    seat: int
    name: str
    says: str
    round: int
    seats: dict[str, list[str]]
    """The hole cards of every seat."""
    dealer: list[str]
    community: list[str]
    settled: dict[str, list[Line]]


class ConsoleDocument(TypedDict):
    """What the dealer's console shows beside the table itself, after record `n` of its log."""

    name: str
    n: int
    book: str
    symbol: str
    dealt_by: Literal["house", "person"]
    deck: Literal["house", "read"]
    off: bool
    """Whether new wagers are stopped here or in the whole house."""
    due: str
    back: str | None
    """The deck the next step is about."""
    delivery: Delivery | None
    manager: GameManager | None
    call: FloorCallDocument | None
    dispute: DisputeDocument | None
    reports: list[Reportable]
    payouts: list[Payout]
    """In the order of the book; empty unless the round is settled."""
    also: list[str]
    """The commands beside the due one that the table takes now: `GoIdle`, `CloseTable`, `RestoreProgressive`."""


class Station(GameManager):
    """A table's Game Manager on a link."""

    table: str


class AwardEvidence(AwardDocument):
    """An award with what it rests on, and what is to be done before it is paid."""

    player: str | None
    """Who sits there now."""
    evidence: str
    hole: list[str]
    board: list[str]
    recorded: list[str]
    missing: list[str]
    cheques: bool
    """Whether the book lets it be paid in cheques."""


class FloorLink(LinkDocument):
    """A link with its stations, the evidence of every open award, and what its meters hold unseen."""

    symbol: str
    stations: list[Station]
    awards: list[AwardEvidence]
    """The open ones first, then those that were paid, the newest first."""
    steps: list[str]
    reserve: dict[str, str]
    overflow: dict[str, str]


class FloorSeat(TypedDict):
    """Who sits at a table, and with how much."""

    seat: int
    player: str
    name: str
    bot: bool
    rail: int
    staked: int
    barred: bool


class OwedDocument(TypedDict):
    """An award that a seat waits for."""

    seat: int
    name: str
    cents: int


class FloorTable(TypedDict):
    """A table as the floor sees it."""

    name: str
    book: str
    symbol: str
    phase: str
    due: str
    turn: int | None
    round: int
    seats: int
    taken: list[FloorSeat]
    dealt_by: str
    deck: str
    awards: str
    link: str | None
    off: bool
    progressive_down: bool
    call: FloorCallDocument | None
    dispute: DisputeDocument | None
    owed: list[OwedDocument]


class Approval(TypedDict):
    """What one person asked for and another has to agree to."""

    number: int
    link: str
    asked_by: str
    command: dict[str, Any]


class FloorDocument(TypedDict):
    """The whole floor: tables, links, and what waits for a second person."""

    off: bool
    barred: list[str]
    tables: list[FloorTable]
    links: list[FloorLink]
    approvals: list[Approval]
    may: list[str]
    """The commands and actions the reader's roles allow."""


class SignDocument(LinkDocument):
    """A link as a sign begins with it: how amounts are marked, and which hand takes which share of which meter."""

    title: str
    symbol: str
    hands: dict[str, list[str]]


class StaffDocument(TypedDict):
    """Somebody who works here."""

    name: str
    roles: list[str]
    disabled: bool


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
    | DoneFrame
    | RefusedFrame
)
"""Everything the house says over a table's websocket."""
