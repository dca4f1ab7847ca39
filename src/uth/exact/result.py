"""The result of an exact count."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from enum import StrEnum
from fractions import Fraction
from math import sqrt
from typing import Any, Final

from uth.exact.game import DEALS, MainGame
from uth.exact.run import Forward
from uth.ranking import Category
from uth.rules.values import Street

TIES: Final = "of equal values: play rather than fold, check rather than raise, the lower multiple"
"""The choice between actions of equal value, in solved tables, advice and simulations."""


class Result(StrEnum):
    """The final comparison of a hand with the dealer's."""

    WIN = "win"
    PUSH = "push"
    LOSS = "loss"
    FOLD = "fold"


@dataclass(frozen=True, slots=True, kw_only=True)
class DecisionCount:
    """The number of deals that end with that multiple on that street; multiple 0 is the fold at the river."""

    street: Street
    multiple: int
    deals: int

    @property
    def frequency(self) -> Fraction:
        """The share of all deals."""
        return Fraction(self.deals, DEALS)


@dataclass(frozen=True, slots=True, kw_only=True)
class OutcomeCount:
    """The number of deals with this outcome, and the result of each wager in antes.

    `side` is trips and progressive.
    """

    street: Street
    multiple: int
    result: Result
    qualifies: bool
    hand: Category
    deals: int
    ante: Fraction
    blind: Fraction
    play: Fraction
    side: Fraction

    @property
    def net(self) -> Fraction:
        """The sum of all wagers' results."""
        return self.ante + self.blind + self.play + self.side


@dataclass(frozen=True, slots=True, kw_only=True)
class StartingHand:
    """One of the 169 starting hands: its holes, the value of each action (multiple 0 is a check), the choice."""

    name: str
    holes: int
    values: dict[int, Fraction]
    multiple: int

    @property
    def margin(self) -> Fraction:
        """The margin of the best multiple over a check; negative if checking is better."""
        return max(value for multiple, value in self.values.items() if multiple) - self.values[0]


@dataclass(frozen=True, slots=True, kw_only=True)
class Solution:
    """A solved game; all values are exact and in antes."""

    game: MainGame
    ev: Fraction
    starts: tuple[StartingHand, ...]
    decisions: tuple[DecisionCount, ...]
    outcomes: tuple[OutcomeCount, ...]
    played: Forward = field(repr=False, compare=False)

    @property
    def house_edge(self) -> Fraction:
        """The house edge per ante."""
        return -self.ev

    @property
    def average_wager(self) -> Fraction:
        """The average total wager: ante, blind, play, and the side wagers that a fold forfeits."""
        played = sum((decision.multiple * decision.frequency for decision in self.decisions), Fraction(0))
        return 2 + self.game.trips_wager + self.game.progressive_wager + played

    @property
    def element_of_risk(self) -> Fraction:
        """The house edge per unit wagered."""
        return self.house_edge / self.average_wager

    @property
    def ante(self) -> Fraction:
        """The value of the ante."""
        return sum((outcome.deals * outcome.ante for outcome in self.outcomes), Fraction(0)) / DEALS

    @property
    def blind(self) -> Fraction:
        """The value of the blind."""
        return sum((outcome.deals * outcome.blind for outcome in self.outcomes), Fraction(0)) / DEALS

    @property
    def play(self) -> Fraction:
        """The value of the play wager."""
        return sum((outcome.deals * outcome.play for outcome in self.outcomes), Fraction(0)) / DEALS

    @property
    def side(self) -> Fraction:
        """The value of the wagers that a fold forfeits."""
        return sum((outcome.deals * outcome.side for outcome in self.outcomes), Fraction(0)) / DEALS

    @property
    def variance(self) -> Fraction:
        """The variance of a deal."""
        return sum((outcome.deals * outcome.net**2 for outcome in self.outcomes), Fraction(0)) / DEALS - self.ev**2

    @property
    def standard_deviation(self) -> float:
        """The standard deviation of a deal, for printing."""
        return sqrt(self.variance)


def number(value: Fraction) -> dict[str, Any]:
    """Return the number as a fraction and a decimal."""
    return {"fraction": f"{value.numerator}/{value.denominator}", "value": float(value)}


def document_of(solution: Solution) -> dict[str, Any]:
    """Return the whole solution as a JSON document."""
    return {
        "ev": number(solution.ev),
        "house_edge": float(solution.house_edge),
        "element_of_risk": float(solution.element_of_risk),
        "average_wager": float(solution.average_wager),
        "standard_deviation": sqrt(solution.variance),
        "ties": TIES,
        "wagers": {
            "ante": number(solution.ante),
            "blind": number(solution.blind),
            "play": number(solution.play),
            "forfeited_by_a_fold": number(solution.side),
        },
        "fractions": {
            "house_edge": str(solution.house_edge),
            "element_of_risk": str(solution.element_of_risk),
            "average_wager": str(solution.average_wager),
            "variance": str(solution.variance),
        },
        "decisions": [
            {
                "street": decision.street,
                "action": action(decision.street, decision.multiple),
                "combinations": decision.deals,
                "frequency": float(decision.frequency),
            }
            for decision in solution.decisions
        ],
        "outcomes": [_outcome(outcome) for outcome in in_order(solution.outcomes)],
        "preflop": {start.name: _start(start) for start in solution.starts},
    }


def action(street: str, multiple: int) -> str:
    """Return the action in words."""
    if multiple:
        return f"{multiple}x"
    return "fold" if street == "river" else "check"


def in_order(outcomes: Iterable[OutcomeCount]) -> list[OutcomeCount]:
    """Return the outcomes in the order in which tables list them."""
    streets = ("preflop", "flop", "river")

    def place(each: OutcomeCount) -> tuple[int, int, str, bool, int]:
        return streets.index(each.street), -each.multiple, each.result, each.qualifies, each.hand

    return sorted(outcomes, key=place)


def _outcome(outcome: OutcomeCount) -> dict[str, Any]:
    return {
        "action": f"{outcome.street} {action(outcome.street, outcome.multiple)}",
        "result": outcome.result,
        "qualifies": outcome.qualifies,
        "hand": outcome.hand.key,
        "combinations": outcome.deals,
        "net": number(outcome.net),
    }


def _start(start: StartingHand) -> dict[str, Any]:
    return {
        "combinations": start.holes,
        "best": action("preflop", start.multiple),
        "values": {action("preflop", multiple): number(value) for multiple, value in start.values.items()},
        "margin": number(start.margin),
    }
