"""The dealer's console: the next step, what can have gone wrong, what is paid."""

from __future__ import annotations

from typing import Any, Literal

from typing_extensions import TypedDict

from uth.protocol.game_manager import GameManager
from uth.protocol.seat import Line
from uth.protocol.stopped import DisputeDocument, FloorCallDocument


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
    state: Literal["waits", "paid", "refused"]
    reason: str
    """Why it was refused."""


class PayoutLine(Line):
    """How one wager was settled, and what the dealer's hand does with it now."""

    moves: Literal["pay", "take", "push", "give_back", "collected"]
    """`collected` was taken at the fold: nothing is done now."""
    moved: int
    """What is really paid, taken or given back: less than the stake where a player/dealer's bank ran out."""


class Payout(TypedDict):
    """What the dealer takes from and pays to a seat, wager by wager."""

    seat: int
    name: str
    hand: str | None
    lines: list[PayoutLine]
    envy: list[EnvyPay]
    net: int
    """Of all the wagers and the envy, without what waits for a supervisor."""
    now: int
    """What the dealer pays, or takes if below zero, now: `net` but for what was collected at the fold."""
    waits: int
    """The award and the envy that wait: nobody pays them yet."""


class StillDue(TypedDict):
    """What is still to be paid to a seat, or collected where it is below zero, after a correction; 0 is nothing."""

    round: int
    seat: int
    wagers: list[str]
    cents: int
    at_cage: bool
    """Whether the cage pays it: the player does not sit there any more."""


class BankPayout(TypedDict):
    """What the player/dealer's wager paid and collected, once everyone it plays against is settled."""

    seat: int
    name: str
    hand: str | None
    wager: int
    used: int
    """How much of the wager was used up."""
    paid: int
    collected: int
    net: int
    clauses: list[str]


class HeldStep(TypedDict):
    """Why the link does not let the table take the step that is due: an award waits, or the key stands at JPH."""

    says: str
    clause: str | None


class NotYet(TypedDict):
    """Why 'No more bets' is not said yet: nobody wagers, nobody banks, somebody cannot pay the fee."""

    code: str
    says: str
    clause: str | None


class ConsoleDocument(TypedDict):
    """What the dealer's console shows beside the table itself, after record `n` of its log."""

    name: str
    n: int
    book: str
    symbol: str
    banked_by: Literal["house", "player"]
    """Whose hand the dealer's is."""
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
    locks: bool
    """Whether the step that is due locks the progressive wagers."""
    held: HeldStep | None
    """Why the step that is due has to wait for the floor."""
    not_yet: NotYet | None
    """Why the wagers that are due to be closed cannot be closed yet."""
    payouts: list[Payout]
    """In the order of the book; empty unless the round is settled."""
    still_due: list[StillDue]
    """What corrections have left to pay or to collect since the dealer last paid."""
    bank: BankPayout | None
    """After everyone else: what comes back to the player/dealer, where a player banks and the round is settled."""
    ruled: list[dict[str, Any]]
    """What went wrong in the round that is on, and what was ruled, in the order of the log."""
    also: list[str]
    """The commands beside the due one that the table takes now: `GoIdle`, `CloseTable`, `RestoreProgressive`."""
