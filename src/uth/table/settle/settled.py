"""The records of a settlement: each wager's outcome, what it returns and wins, and the clauses."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Final, NamedTuple

from uth.cards import Card
from uth.ranking import Hand
from uth.records import record
from uth.rules.values import ANTE, MATCH_PLAY, Street, Wager
from uth.units import PlayerId, Seat


class Outcome(StrEnum):
    """The outcome of a wager."""

    WIN = "win"
    LOSE = "lose"
    PUSH = "push"
    VOID = "void"
    """The hand is dead and the stake is returned."""
    UNCOVERED = "uncovered"
    """The player/dealer's wager ran out; only the covered part is settled."""


WIN, LOSE, PUSH, VOID, UNCOVERED = Outcome

new: Final = tuple.__new__
"""Creates a `SettledWager` from all its fields in half the time of calling the class."""


class SettledWager(NamedTuple):
    """One settled wager. A tuple, because `uth settle --stream` makes a hundred thousand of them a second."""

    wager: Wager
    stake: int
    outcome: Outcome
    returned: int
    won: int
    cites: tuple[str, ...]
    cut: int = 0
    """The part of the winnings that the aggregate limit cut."""
    row: str | None = None
    """The row of the progressive table that paid, if any."""
    hand: Hand | None = None
    """The progressive hand, if it is judged on other cards than the main hand."""

    @property
    def net(self) -> int:
        """The amount returned and won, less the stake. A coupon is not chips, so only its winnings count (R33)."""
        return self.won if self.wager is MATCH_PLAY else self.returned + self.won - self.stake


SettledUnit = tuple[Wager, int, Outcome, int, int, tuple[str, ...]]
"""One settled unit of a wager: wager, unit, outcome, units returned (0 or 1), amount won, clauses."""


@record
class Envy:
    """One envy pay: the seat whose hand caused it, and the amount."""

    from_seat: Seat
    amount: int


@record
class SettledSeat:
    """One seat settled."""

    seat: Seat
    player: PlayerId
    hand: Hand | None
    """``None`` only for a dead hand that does not have two cards."""
    wagers: Mapping[Wager, SettledWager]
    envy: tuple[Envy, ...]
    net: int
    """Everything returned and won, including envy, less everything wagered, in chips; the coupon does not count."""


@record
class SettledMeter:
    """A meter in one round."""

    before: int
    paid: int = 0
    seeded: int = 0

    @property
    def after(self) -> int:
        """The amount on the meter after the round."""
        return self.before - self.paid + self.seeded


@record
class SettledBanker:
    """The player/dealer's result: how much of the wager was used, and the net gain or loss."""

    seat: Seat
    wager: int
    used: int
    net: int


@record
class Settlement:
    """What every seat is owed, with the clauses."""

    dealer: Hand
    qualifies: bool
    order: tuple[Seat, ...]
    seats: tuple[SettledSeat, ...]
    meters: Mapping[str, SettledMeter]
    banker: SettledBanker | None

    @property
    def players(self) -> int:
        """The players' total gain, including envy and awards of meters."""
        return sum([seat.net for seat in self.seats])

    @property
    def house(self) -> int:
        """The tray's gain. Meters pay their own awards, and a player who banks pays instead of the house."""
        banked = self.banker.net if self.banker is not None else 0
        return sum(meter.paid for meter in self.meters.values()) - self.players - banked


@dataclass(frozen=True, slots=True, kw_only=True)
class Decision:
    """A hand's decision: a multiple of its ante played on a street, or a fold there."""

    street: Street
    multiple: int | None
    """``None`` is a fold."""


@record
class PlayedSeat:
    """One hand at the end of the round."""

    seat: Seat
    player: PlayerId
    hole: tuple[Card, ...]
    wagers: Mapping[Wager, int]
    decision: Decision | None
    """``None`` if there was nothing to decide: trips alone, or a hand that was dead before it could act."""
    void: str | None = None
    """The clause by which this hand is dead."""

    @property
    def folded(self) -> bool:
        """Whether the hand folded."""
        return self.decision is not None and self.decision.multiple is None

    @property
    def play_wager(self) -> int:
        """The play wager: a multiple of the ante, or 0."""
        if self.decision is None or self.decision.multiple is None:
            return 0
        return self.decision.multiple * self.wagers.get(ANTE, 0)


@dataclass(frozen=True, slots=True, kw_only=True)
class Banker:
    """The player/dealer: the seat all others play against, and its wager."""

    seat: Seat
    wager: int


@record
class PlayedRound:
    """Everything on the table at the end of a round; `dealer` is the banker's hand where a player banks."""

    board: tuple[Card, ...]
    dealer: tuple[Card, ...]
    seats: tuple[PlayedSeat, ...]
    meters: Mapping[str, int] = field(default_factory=dict)
    """The meters in cents, including this round's increments. A meter left out is at its seed."""
    banker: Banker | None = None
    void: str | None = None
    """The clause by which all hands are dead."""
