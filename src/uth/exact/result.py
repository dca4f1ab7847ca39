"""What the exact count of a game comes to."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from fractions import Fraction
from math import sqrt
from typing import Final

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
