"""The progressive, exactly: for any meters, wager and number of seats with that wager."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from uth.errors import Malformed
from uth.exact.side_meters import MeterNumbers, meter_numbers, paid_cents
from uth.exact.side_numbers import PaidRow, SideNumbers, fraction
from uth.exact.side_pairs import Made, chances, pair_chances
from uth.rules.paytable import ProgressiveRow, ProgressiveTable
from uth.rules.ruleset import ProgressiveRules
from uth.rules.values import Wager
from uth.table.posted import Posted
from uth.units import WAGER_CENTS_MAX, Cents


@dataclass(frozen=True, slots=True, kw_only=True)
class ProgressiveNumbers(SideNumbers):
    """A progressive wager with its meters as they are, beside so many others; shares are of the wager.

    The stake is kept whatever the outcome, so `back` is what a row pays. A row finds its meter as it is: no other seat
    has been paid from it before in the same round (R11).
    """

    wager_cents: int
    seats: int
    """Seats with this wager; 1 means that nobody pays envy and nobody gets any."""
    meters: tuple[MeterNumbers, ...]
    envy: Fraction
    """What each other seat's hand pays as envy, on average."""
    spread: Fraction
    """The variance of pays and envy together."""
    fixed: Fraction
    """What the rows return that are not paid from a meter."""

    @property
    def house_edge(self) -> Fraction:
        """What the house, its meters included, keeps of one wager at these meters."""
        return 1 - self.returned - (self.seats - 1) * self.envy

    @property
    def house_edge_long_run(self) -> Fraction:
        """What the house keeps on average over all meters: all that feeds a meter is the players' in the end."""
        fed = sum((meter.increment for meter in self.meters), Fraction(0))
        seeded = sum((meter.reseeded * meter.seed for meter in self.meters), Fraction(0)) / self.wager_cents
        return 1 - self.fixed - fed - seeded - (self.seats - 1) * self.envy

    @property
    def variance(self) -> Fraction:
        """The variance of what one wager wins or loses, envy included."""
        return self.spread

    @property
    def top(self) -> PaidRow:
        """The top award: the first row."""
        return self.rows[0]

    @property
    def top_meter(self) -> MeterNumbers | None:
        """The meter of the first row that is paid from one."""
        return self.meters[0] if self.meters else None

    def to_json(self) -> dict[str, Any]:
        """Return the numbers as JSON can hold them; amounts in the currency's main unit unless they say cents."""
        break_even = {meter.name: meter.to_json()["break_even"] for meter in self.meters}
        return {
            **SideNumbers.to_json(self),
            "wager_cents": self.wager_cents,
            "seats": self.seats,
            "house_edge_long_run": fraction(self.house_edge_long_run),
            "envy": fraction(self.envy),
            "meters": [meter.to_json() for meter in self.meters],
        }
