"""Coaching for one decision: the exact value of each offered action, the best one, and the reason in a sentence."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from uth.cards import Card
from uth.coach.grades import Grade, grade_of
from uth.errors import Malformed
from uth.exact.advice import Advice, Option, Standing, advise, limited_of, starts_of
from uth.exact.game import MainGame, main_game
from uth.exact.limit import PayoutLimit, limit_of
from uth.exact.result import action
from uth.rules.values import Street, Wager
from uth.strategy.named import Situation
from uth.strategy.reasons import limit_words, rule_of
from uth.table.posted import Posted


@dataclass(frozen=True, slots=True, kw_only=True)
class Choice:
    """An offered action: its value, and what it costs against the best one."""

    street: Street
    multiple: int
    """The multiple of the ante; 0 is a check, at the river a fold."""
    value: Fraction
    """In antes, for ante, blind and play, and the side wagers that a fold forfeits."""
    cents: Fraction
    """The same in cents."""
    cost: Fraction
    """In antes; 0 for the best action, and for one that is worth as much."""
    cost_cents: Fraction

    @property
    def action(self) -> str:
        """The action in a word: ``4x``, ``check``, ``fold``."""
        return action(self.street, self.multiple)

    @property
    def grade(self) -> Grade:
        """The grade of a player who chooses it."""
        return grade_of(self.cost)


@dataclass(frozen=True, slots=True, kw_only=True)
class Coaching:
    """What the coach says about one decision."""

    street: Street
    choices: tuple[Choice, ...]
    """Best first."""
    reason: str
    """Why the best action is best, in a sentence to remember."""
    notes: tuple[str, ...] = ()
    """What the values take into account or leave out."""
    standing: Standing | None = None

    @property
    def best(self) -> Choice:
        """The best action."""
        return self.choices[0]

    def choice(self, multiple: int) -> Choice:
        """Return the choice of that multiple; raise `Malformed` if it was not offered."""
        for each in self.choices:
            if each.multiple == multiple:
                return each
        offered = ", ".join(each.action for each in self.choices)
        raise Malformed("multiple", multiple, f"is not offered; one of {offered}")


SolvedKey = tuple[MainGame, PayoutLimit | None]
STORED: Final[SolvedKey] = (MainGame(), None)
"""The game whose first decisions are read from a file."""


def solved_by(situation: Situation) -> SolvedKey:
    """Return the game that the situation is part of; first decisions in equal games take one solution."""
    game = main_game(situation.posted, situation.wagers, situation.meters)
    return game, limit_of(situation.posted, situation.wagers, game)


def is_slow(situation: Situation, dead: Collection[Card], solved: Collection[SolvedKey]) -> bool:
    """Return whether the coaching takes seconds: a first decision in a game neither stored nor in `solved`."""
    if situation.street is not Street.PREFLOP:
        return False
    return bool(dead) or start_key(situation) not in (STORED, *solved)


def start_key(situation: Situation) -> SolvedKey:
    """Return what the solution of the first decisions is cached under."""
    game, limit = solved_by(situation)
    return (game.for_starts() if limit is None else game), limit


def solve_starts_of(key: SolvedKey) -> None:
    """Solve the first decisions of the game, which takes seconds unless they are stored or cached."""
    game, limit = key
    if limit is None:
        starts_of(game)
    else:
        limited_of(game, limit)


def coach(situation: Situation, dead: Collection[Card] = (), offered: Collection[int] | None = None) -> Coaching:
    """Return the value of every offered action, given the cards this seat knows and its wagers.

    `offered` are the multiples the seat may choose, 0 for a check or fold; by default all of the street's. `dead` are
    other cards the seat has seen. Raise `Malformed` where the game cannot be solved.
    """
    ante = situation.wagers.get(Wager.ANTE, 0)
    if ante < 1:
        raise Malformed("wagers.ante", ante, "is not at least 1 cent; values are in antes")
    game, limit = solved_by(situation)
    advice = advise(game, situation.hole, situation.board, tuple(dead), limit)
    options = [each for each in advice.options if offered is None or each.multiple in offered]
    if not options:
        raise Malformed("offered", sorted(offered or ()), "has no action of this street; there is nothing to decide")
    best = options[0].value
    return Coaching(
        street=situation.street,
        choices=tuple(_choice(situation.street, each, best, ante) for each in options),
        reason=_reason(situation, dead, options),
        notes=tuple(_notes(situation, advice, options, limit)),
        standing=advice.standing,
    )


def _choice(street: Street, option: Option, best: Fraction, ante: int) -> Choice:
    cost = best - option.value
    return Choice(
        street=street,
        multiple=option.multiple,
        value=option.value,
        cents=option.value * ante,
        cost=cost,
        cost_cents=cost * ante,
    )


def _reason(situation: Situation, dead: Collection[Card], options: list[Option]) -> str:
    best = options[0].multiple
    rule = rule_of(situation.hole, situation.board, dead)
    named = action(situation.street, best).capitalize() if not best else _play_words(situation.street, best)
    if rule.plays == bool(best):
        return f"{named}: {rule.says}."
    against = {True: "raise" if situation.street is not Street.RIVER else "play", False: action(situation.street, 0)}
    return f"{named}: the exact count is against the rule here, which says {against[rule.plays]} ({rule.says})."


def _play_words(street: Street, multiple: int) -> str:
    return f"Play {multiple}x" if street is Street.RIVER else f"Raise {multiple}x"


def _notes(situation: Situation, advice: Advice, options: list[Option], limit: PayoutLimit | None) -> Iterator[str]:
    posted, wagers = situation.posted, situation.wagers
    if situation.street is Street.RIVER:
        yield from _forfeits(posted, wagers)
    if len(options) < len(advice.options):
        yield "Your chips do not cover every raise. The values assume that you can make the later wagers."
    if limit is not None:
        yield limit_words(posted)
    if wagers.get(Wager.MATCH_PLAY):
        yield "The match play coupon is not part of these values."
    if posted.player_banks:
        yield "These values assume that the bank covers every wager."


def _forfeits(posted: Posted, wagers: Collection[Wager]) -> Iterator[str]:
    trips, progressive = posted.rules.trips.on_fold, posted.rules.progressive
    if Wager.TRIPS in wagers and trips.value == "loses":
        yield f"A fold forfeits the {posted.rules.words.wager(Wager.TRIPS)} wager ({trips.cite})."
    if Wager.PROGRESSIVE in wagers and progressive is not None and progressive.on_fold.value == "loses":
        yield f"A fold forfeits the {posted.rules.words.wager(Wager.PROGRESSIVE)} wager ({progressive.on_fold.cite})."
