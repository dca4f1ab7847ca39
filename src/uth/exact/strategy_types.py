"""The documents of a strategy page; this module imports nothing that counts."""

from __future__ import annotations

from typing import Literal

from typing_extensions import TypedDict


class ExactNumber(TypedDict):
    """A number as a fraction and as a decimal."""

    fraction: str
    value: float


class StartValues(TypedDict):
    """A starting hand: its place in the chart, the value of each action in antes, and the best action."""

    name: str
    row: int
    column: int
    combinations: int
    values: dict[str, ExactNumber]
    """By action: `check`, `3x`, `4x`."""
    best: str
    margin: ExactNumber
    """By how much the best raise is better than a check; negative if checking is better."""


class StrategyRule(TypedDict):
    """A simple rule, and what leaving it out costs somebody who follows all the others, in antes."""

    says: str
    left_out: ExactNumber


class Shortcut(TypedDict):
    """A coarser rule, and what it costs somebody who plays perfectly otherwise, in antes."""

    says: str
    cost: ExactNumber


class StreetStrategy(TypedDict):
    """The simple rules of one decision."""

    street: Literal["preflop", "flop", "river"]
    action: str
    """What a hand does that meets one of the rules: `4x`."""
    otherwise: str
    """What every other hand does: `check` or `fold`."""
    rules: list[StrategyRule]
    cost: ExactNumber
    """What these rules cost against perfect play of this street, in antes."""
    shortcuts: list[Shortcut]


class StrategyPage(TypedDict):
    """The best play of a game with ante, blind and play, and the simple rules that come close to it."""

    rules: str
    """The name of the rule set."""
    title: str
    opponent: str
    multiples: dict[str, list[int]]
    """The multiples offered on each street, highest first."""
    house_edge: ExactNumber
    """Of the ante, under perfect play."""
    element_of_risk: ExactNumber
    hands: list[StartValues]
    streets: list[StreetStrategy]
    cost: ExactNumber
    """What all simple rules together cost against perfect play, in antes."""
    ignores: list[str]
    """The wagers on the layout that a fold forfeits, and which the page leaves out."""
