"""What the neighbours' holes are worth: exact for each sampled state, and the mean with its standard error."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from hashlib import blake2b
from math import sqrt
from typing import Final

from uth.cards import DECK, Card
from uth.errors import Malformed
from uth.exact.advice import Advice, advise
from uth.exact.flops import start_name
from uth.exact.game import MainGame
from uth.exact.solve import ev_of

NEIGHBOURS_MAX: Final = 6
STATES_MAX: Final = 1_000_000
CONTROL: Final = Fraction(9, 20)
"""How much of the change of a raise is taken off that of a check; about what makes the error least."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Collusion:
    """The value of the game to a player who knows the neighbours' holes, estimated from exact values of states.

    Each state's value is compared with that of the same hole without the neighbours' cards, whose mean is known. Where
    the hole raises, it is compared with the raise while the neighbours' cards are known: no decision follows, so its
    mean is that of the raise without them. Where the hole checks, `CONTROL` times the change of a raise is taken off,
    whose mean is zero for the same reason. So the mean is unchanged, and the error is far smaller.
    """

    neighbours: int
    without: Fraction
    differences: tuple[Fraction, ...]
    """What each state gains; the mean of all is the worth of the information."""
    changed: dict[str, tuple[int, int]]
    """The starting hands whose first action changes: in how many of the sampled states, of how many."""

    @property
    def states(self) -> int:
        """The number of states."""
        return len(self.differences)

    @property
    def worth(self) -> float:
        """The mean of the differences: the estimated worth of the information."""
        return float(sum(self.differences, Fraction(0)) / self.states)

    @property
    def standard_error(self) -> float:
        """The standard error of the worth, and of the value."""
        spread = sum((float(difference) - self.worth) ** 2 for difference in self.differences)
        return sqrt(spread / (self.states - 1) / self.states)

    @property
    def ev(self) -> float:
        """The estimated value of the game."""
        return float(self.without) + self.worth


def cards_drawn(key: str, count: int) -> list[Card]:
    """Return the first cards of the deck in the order of their digests with the key."""
    return sorted(DECK, key=lambda card: blake2b(f"{key}\n{card}".encode(), digest_size=16).digest())[:count]


def difference_of(alone: Advice, together: Advice) -> Fraction:
    """Return what the best action gains by the neighbours' cards, less what changes by chance with a mean of zero."""
    before = {option.multiple: option.value for option in alone.options}
    after = {option.multiple: option.value for option in together.options}
    if alone.best.multiple:
        return together.best.value - after[alone.best.multiple]
    gained = together.best.value - alone.best.value
    raised = max(before)
    return gained - CONTROL * (after[raised] - before[raised]) if raised else gained


def collusion_value(
    game: MainGame,
    neighbours: int,
    *,
    states: int,
    shuffle_key: str,
    told: Callable[[int, int], None] = lambda *_: None,
) -> Collusion:
    """Return the value of the game to a player who knows so many neighbours' holes, from that many random states."""
    if not 1 <= neighbours <= NEIGHBOURS_MAX:
        raise Malformed("sees", f"neighbours={neighbours}", f"is not from 1 to {NEIGHBOURS_MAX} neighbours")
    if not 2 <= states <= STATES_MAX:
        raise Malformed("states", states, f"is not a number of states from 2 to {STATES_MAX:,}")
    differences: list[Fraction] = []
    all_hands: Counter[str] = Counter()
    changed: Counter[str] = Counter()
    for at in range(states):
        cards = cards_drawn(f"{shuffle_key}\n{at}", 2 + 2 * neighbours)
        hole, dead = cards[:2], cards[2:]
        alone, together = advise(game, hole), advise(game, hole, dead=dead)
        differences.append(difference_of(alone, together))
        all_hands[start_name(hole)] += 1
        changed[start_name(hole)] += together.best.multiple != alone.best.multiple
        told(at + 1, states)
    return Collusion(
        neighbours=neighbours,
        without=ev_of(game),
        differences=tuple(differences),
        changed={name: (changed[name], all_hands[name]) for name in sorted(changed) if changed[name]},
    )
