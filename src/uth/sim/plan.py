"""The plan of a simulation: a table, the wagers and strategy of each seat, and its length."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from uth.errors import Malformed
from uth.rules.values import Wager
from uth.table.posted import Posted
from uth.table.round.wagers import fault_in
from uth.units import BANK_CENTS_MAX

SEATS_MAX: Final = 7
ROUNDS_MAX: Final = 10**13
HOURS_OF_A_MONTH: Final = 720


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatPlan:
    """One seat: its wagers in cents, and its strategy, by name or as ``FILE.py:function``."""

    wagers: Mapping[Wager, int]
    strategy: str = "optimal"

    @property
    def is_own(self) -> bool:
        """Whether the strategy is the user's own function."""
        return ":" in self.strategy or self.strategy.endswith(".py")


@dataclass(frozen=True, slots=True, kw_only=True)
class SessionPlan:
    """A session: a number of hands, ended early when the bankroll is lost or the goal is reached; both in cents."""

    hands: int
    bankroll: int | None = None
    goal: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """A simulation."""

    posted: Posted
    seats: tuple[SeatPlan, ...]
    rounds: int
    shuffle_key: str
    meters: Mapping[str, int] = field(default_factory=dict)
    """The starting amounts of the meters in cents, if not their seeds."""
    fresh_meters: bool = False
    """Whether every session starts from the same meters instead of where the previous one left them."""
    bank: int | None = None
    """A player/dealer's wager in each round, in cents; ``None`` if it always covers everything."""
    session: SessionPlan | None = None
    rounds_an_hour: int = 40
    mishaps: Mapping[str, float] = field(default_factory=dict)
    """The chance of each kind of irregularity in a round; ``any`` stands for any that is possible."""

    def __post_init__(self) -> None:
        _require_seats(self)
        if not 1 <= self.rounds <= ROUNDS_MAX:
            raise Malformed("rounds", self.rounds, f"is not a number of rounds; 1 to {ROUNDS_MAX:,}")
        if not 1 <= self.rounds_an_hour <= 100_000:
            raise Malformed("rounds-an-hour", self.rounds_an_hour, "is not a pace; 1 to 100000")
        _require_bank(self)
        if self.session is not None:
            _require_session(self.session, self.rounds)
        elif self.fresh_meters:
            raise Malformed("fresh-meters", "true", "is for sessions; set their length with --session")

    @property
    def ante(self) -> int:
        """The unit of all results: the ante of the first seat that has one, or else the table's minimum."""
        antes = [seat.wagers[Wager.ANTE] for seat in self.seats if Wager.ANTE in seat.wagers]
        return antes[0] if antes else self.posted.limits.ante.min

    @property
    def month(self) -> int:
        """The number of rounds in a month."""
        return self.rounds_an_hour * HOURS_OF_A_MONTH

    @property
    def needs_engine(self) -> bool:
        """Whether some rounds need the table engine: a strategy of the user's own, or irregularities."""
        return bool(self.mishaps) or self.has_own

    @property
    def has_own(self) -> bool:
        """Whether a seat has a strategy of the user's own."""
        return any(seat.is_own for seat in self.seats)

    @property
    def feeders(self) -> int:
        """The number of seats with the progressive."""
        return sum(Wager.PROGRESSIVE in seat.wagers for seat in self.seats)

    def meter(self, name: str) -> int:
        """Return the meter's starting amount."""
        return self.meters.get(name, self.posted.seed(name))


def seats_max(posted: Posted) -> int:
    """Return the number of players that can be simulated at the table."""
    return min(SEATS_MAX, posted.rules.seats.players_max)


def _require_seats(plan: Plan) -> None:
    rules, most = plan.posted.rules, seats_max(plan.posted)
    if not 1 <= len(plan.seats) <= most:
        says = f"is not a number of seats at {rules.name}'s table; 1 to {most}"
        raise Malformed("seats", len(plan.seats), says, rules.seats.count.cite)
    for seat in plan.seats:
        fault = fault_in(seat.wagers, plan.posted)
        if fault is not None:
            raise Malformed(f"wagers.{fault.wager}", seat.wagers.get(fault.wager, 0), fault.says, fault.clause)


def _require_bank(plan: Plan) -> None:
    banked_by = plan.posted.rules.seats.banked_by
    if plan.bank is None:
        return
    if banked_by.value != "player":
        raise Malformed("bank", plan.bank, "is not taken: the house banks", banked_by.cite)
    if not 1 <= plan.bank <= BANK_CENTS_MAX:
        raise Malformed("bank", plan.bank, f"is not a bank; 1 to {BANK_CENTS_MAX} cents", banked_by.cite)


def _require_session(session: SessionPlan, rounds: int) -> None:
    if not 1 <= session.hands <= 100_000:
        raise Malformed("session", session.hands, "is not a number of hands; 1 to 100000")
    if session.hands > rounds:
        raise Malformed("session", session.hands, f"is more hands than the {rounds:,} rounds that are dealt")
    for name in ("bankroll", "goal"):
        amount = getattr(session, name)
        if amount is not None and not 1 <= amount <= BANK_CENTS_MAX:
            raise Malformed(name, amount, f"is not a stake or a goal; 1 to {BANK_CENTS_MAX} cents")
