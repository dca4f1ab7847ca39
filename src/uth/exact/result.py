"""What the exact count of a game comes to."""

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
"""Which action is best where two are worth the same: in the solved tables, in advice and in every simulation."""


class Result(StrEnum):
    """How a hand ends against the dealer's."""

    WIN = "win"
    PUSH = "push"
    LOSS = "loss"
    FOLD = "fold"


@dataclass(frozen=True, slots=True, kw_only=True)
class Decision:
    """How many deals end with that multiple played on that street; multiple 0 is the fold at the river."""

    street: Street
    multiple: int
    deals: int

    @property
    def frequency(self) -> Fraction:
        """The share of all deals."""
        return Fraction(self.deals, DEALS)


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """How many deals end so, and what each wager then wins or loses, in antes; `side` is trips and progressive."""

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
        """What the deal wins or loses in all."""
        return self.ante + self.blind + self.play + self.side


@dataclass(frozen=True, slots=True, kw_only=True)
class Start:
    """One of the 169 starting hands: how many holes it is, each action's value (multiple 0 is to check), the choice."""

    name: str
    holes: int
    values: dict[int, Fraction]
    multiple: int

    @property
    def margin(self) -> Fraction:
        """By how much the best multiple beats a check; negative where checking is better."""
        return max(value for multiple, value in self.values.items() if multiple) - self.values[0]


@dataclass(frozen=True, slots=True, kw_only=True)
class Solution:
    """A game and how it is played: everything in antes, a fraction of whole counts."""

    game: MainGame
    ev: Fraction
    starts: tuple[Start, ...]
    decisions: tuple[Decision, ...]
    outcomes: tuple[Outcome, ...]
    played: Forward = field(repr=False, compare=False)

    @property
    def house_edge(self) -> Fraction:
        """What the house keeps of an ante."""
        return -self.ev

    @property
    def average_wager(self) -> Fraction:
        """Everything wagered on average: ante, blind, play, and the side wagers that a fold forfeits."""
        played = sum((decision.multiple * decision.frequency for decision in self.decisions), Fraction(0))
        return 2 + self.game.trips_wager + self.game.progressive_wager + played

    @property
    def element_of_risk(self) -> Fraction:
        """What the house keeps of everything wagered."""
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
        """The standard deviation of a deal, for a printed line."""
        return sqrt(self.variance)


def number(value: Fraction) -> dict[str, Any]:
    """Return the number as a fraction and as a decimal."""
    return {"fraction": f"{value.numerator}/{value.denominator}", "value": float(value)}


def document_of(solution: Solution) -> dict[str, Any]:
    """Return everything the solution says, for a program to read."""
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
    """Return the action as a player says it."""
    if multiple:
        return f"{multiple}x"
    return "fold" if street == "river" else "check"


def in_order(outcomes: Iterable[Outcome]) -> list[Outcome]:
    """Return the outcomes in the order a table of them is read."""
    streets = ("preflop", "flop", "river")

    def place(each: Outcome) -> tuple[int, int, str, bool, int]:
        return streets.index(each.street), -each.multiple, each.result, each.qualifies, each.hand

    return sorted(outcomes, key=place)


def _outcome(outcome: Outcome) -> dict[str, Any]:
    return {
        "action": f"{outcome.street} {action(outcome.street, outcome.multiple)}",
        "result": outcome.result,
        "qualifies": outcome.qualifies,
        "hand": outcome.hand.key,
        "combinations": outcome.deals,
        "net": number(outcome.net),
    }


def _start(start: Start) -> dict[str, Any]:
    return {
        "combinations": start.holes,
        "best": action("preflop", start.multiple),
        "values": {action("preflop", multiple): number(value) for multiple, value in start.values.items()},
        "margin": number(start.margin),
    }
