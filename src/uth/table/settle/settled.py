"""What a settlement says: for every wager its outcome, what came back, what it won, and by which clauses."""

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
    """How a wager ended."""

    WIN = "win"
    LOSE = "lose"
    PUSH = "push"
    VOID = "void"
    """The hand is dead and the stake goes back."""
    UNCOVERED = "uncovered"
    """The player/dealer's wager ran out; the part that was covered is settled."""


WIN, LOSE, PUSH, VOID, UNCOVERED = Outcome

new: Final = tuple.__new__
"""Makes a `SettledWager` from all its fields in half the time of calling the class."""


class SettledWager(NamedTuple):
    """One wager settled; a tuple, since `uth settle --stream` makes a hundred thousand of them a second."""

    wager: Wager
    stake: int
    outcome: Outcome
    returned: int
    won: int
    cites: tuple[str, ...]
    cut: int = 0
    """What was owed beyond `won` where the aggregate limit bit."""
    row: str | None = None
    """The row of the progressive table that paid."""
    hand: Hand | None = None
    """The progressive's own hand, where it is judged on other cards than the main hand."""

    @property
    def net(self) -> int:
        """What came back and was won, less the stake; a coupon is not chips, so only what it won counts (R33)."""
        return self.won if self.wager is MATCH_PLAY else self.returned + self.won - self.stake


SettledUnit = tuple[Wager, int, Outcome, int, int, tuple[str, ...]]
"""One unit of a wager settled: wager, unit, outcome, how many of the stakes come back, what a unit wins, clauses."""


@record
class Envy:
    """One envy pay: which seat's hand made it, and how much."""

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
    """All that came back and was won, envy included, less all that was wagered; in chips, so without the coupon."""


@record
class SettledMeter:
    """A meter over the round."""

    before: int
    paid: int = 0
    seeded: int = 0

    @property
    def after(self) -> int:
        """What stands on the meter once the round is settled."""
        return self.before - self.paid + self.seeded


@record
class SettledBanker:
    """The player/dealer's side: how much of the wager was used, and what it came to."""

    seat: Seat
    wager: int
    used: int
    net: int


@record
class Settlement:
    """Who is owed what, and by which clause."""

    dealer: Hand
    qualifies: bool
    order: tuple[Seat, ...]
    seats: tuple[SettledSeat, ...]
    meters: Mapping[str, SettledMeter]
    banker: SettledBanker | None

    @property
    def players(self) -> int:
        """What the players gained together, envy and meter awards included."""
        return sum([seat.net for seat in self.seats])

    @property
    def house(self) -> int:
        """What the tray gained: the meters pay their awards themselves, and a player who banks pays for the house."""
        banked = self.banker.net if self.banker is not None else 0
        return sum(meter.paid for meter in self.meters.values()) - self.players - banked


@dataclass(frozen=True, slots=True, kw_only=True)
class Decision:
    """What a hand did: played a multiple of its ante on a street, or folded there."""

    street: Street
    multiple: int | None
    """``None`` is a fold."""


@record
class PlayedSeat:
    """One hand as it stood when the round ended."""

    seat: Seat
    player: PlayerId
    hole: tuple[Card, ...]
    wagers: Mapping[Wager, int]
    decision: Decision | None
    """``None`` where there was nothing to decide: trips alone, or a hand that died before it could act."""
    void: str | None = None
    """The clause by which this hand is dead."""

    @property
    def folded(self) -> bool:
        """Whether the hand was given up."""
        return self.decision is not None and self.decision.multiple is None

    @property
    def play_wager(self) -> int:
        """What lies on play: a multiple of the ante, or nothing."""
        if self.decision is None or self.decision.multiple is None:
            return 0
        return self.decision.multiple * self.wagers.get(ANTE, 0)


@dataclass(frozen=True, slots=True, kw_only=True)
class Banker:
    """The player/dealer: the seat everyone plays against, and how far the bank goes."""

    seat: Seat
    wager: int


@record
class PlayedRound:
    """Everything on the table at the end of a round; `dealer` is the banker's hand where a player banks."""

    board: tuple[Card, ...]
    dealer: tuple[Card, ...]
    seats: tuple[PlayedSeat, ...]
    meters: Mapping[str, int] = field(default_factory=dict)
    """Meters in cents, this round's increments already in them; what is left out stands at its seed."""
    banker: Banker | None = None
    void: str | None = None
    """The clause by which all hands are dead."""
