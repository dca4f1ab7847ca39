"""The registry of named strategies, shared by the exact count, the simulator, bots and hints.

Each strategy is defined twice: for one hand, as a person decides it, and for all hands at once, as `uth.exact` prices
it. A test deals cards and compares the two.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from uth.cards import Card
from uth.errors import Malformed
from uth.ranking import rank
from uth.rules.values import Street, Wager
from uth.strategy.simple import beats_the_board, plays_at_the_river, raises_before_the_flop, raises_on_the_flop
from uth.table.posted import Posted
from uth.table.round import commands as c
from uth.table.round.state import Table
from uth.units import Seat

if TYPE_CHECKING:
    from uth.exact.game import MainGame
    from uth.exact.solve import Policy

Decision = c.Check | c.MakePlay | c.Fold
Cards = tuple[Card, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Situation:
    """A seat's knowledge when it acts, and its wagers in cents."""

    posted: Posted
    hole: Cards
    board: Cards
    street: Street
    wagers: Mapping[Wager, int]
    meters: Mapping[str, int] = field(default_factory=dict)
    """The meters in cents; they default to their seeds."""

    @property
    def multiples(self) -> tuple[int, ...]:
        """The multiples of the ante that may be played on this street, lowest first."""
        return tuple(sorted(self.posted.rules.play.multiples(self.street)))


def situation_at(table: Table, seat: Seat, posted: Posted) -> Situation | None:
    """Return the seat's situation, or ``None`` if it is not its turn or it has no hand."""
    if table.street is None or seat not in table.round.spots:
        return None
    spot = table.round.spots[seat]
    meters = {name: int(cents) for name, cents in table.meters.items()}
    return Situation(
        posted=posted, hole=spot.hole, board=table.round.board, street=table.street, wagers=spot.wagers, meters=meters
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Strategy:
    """A strategy with a name."""

    name: str
    says: str
    """A short description."""
    prefers: Callable[[Situation], tuple[int, ...]]
    """The multiples of the ante it would play, best first; 0 is a check or, at the river, a fold."""
    policy: Callable[[MainGame], Policy]
    """The same strategy for all hands at once, as `uth.exact` prices it."""
    exact: bool = False
    """Whether it needs a solved game."""
    exact_at_the_start: bool = False
    """Whether it needs the values of the starting hands, which take seconds to compute."""

    def answer(self, situation: Situation, offered: tuple[Decision, ...]) -> Decision | None:
        """Return the strategy's choice among the offers, or ``None`` if there are none."""
        for multiple in self.prefers(situation):
            for each in offered:
                if (each.multiple if isinstance(each, c.MakePlay) else 0) == multiple:
                    return each
        return offered[0] if offered else None

    def require_playable(self, posted: Posted) -> None:
        """Raise `Malformed` if the strategy cannot be played under these rules."""
        if self.exact:
            from uth.exact.game import main_game

            main_game(posted)

    def make_ready(self, posted: Posted, wagers: Mapping[Wager, int]) -> None:
        """Compute the values that the strategy needs before the flop; this takes seconds, once."""
        if self.exact_at_the_start:
            from uth.exact.advice import starts_of
            from uth.exact.game import main_game

            starts_of(main_game(posted, wagers))


def paid_for_staying(situation: Situation) -> int:
    """Return the side wagers, in cents, that a fold forfeits and that a hand that stays is paid (CN.21, CN.22)."""
    posted, wagers, hole, board = situation.posted, situation.wagers, situation.hole, situation.board
    paid = 0
    stake = wagers.get(Wager.TRIPS, 0)
    if stake and posted.rules.trips.on_fold.value == "loses":
        odds = posted.trips.pays.get(rank((*hole, *board)).category)
        paid += stake * (odds.on + odds.pays) // odds.on if odds is not None else 0
    stake, rules, table = wagers.get(Wager.PROGRESSIVE, 0), posted.rules.progressive, posted.progressive
    if stake and rules is not None and table is not None and rules.on_fold.value == "loses":
        judged = board[:3] if rules.judged_on.value == "hole_and_flop" else board
        row = table.row_of(rank((*hole, *judged)).category, community_royal=False)
        if row is not None and row.for_one is not None:
            paid += row.for_one * stake
        elif row is not None and row.meter is not None:
            paid += situation.meters.get(row.meter, posted.seed(row.meter)) * (row.percent or 0) // 100
    return paid


def staying_costs_nothing(situation: Situation) -> bool:
    """Return whether the side wagers pay at least the cost of the play wager, so that a fold is never better."""
    cost = situation.multiples[0] * situation.wagers.get(Wager.ANTE, 0) if situation.multiples else 0
    return 0 < cost <= paid_for_staying(situation)


def _if(plays: bool, situation: Situation, *, highest: bool = True) -> tuple[int, ...]:
    """Return the preferences of a yes-or-no rule."""
    rising = situation.multiples
    if not plays:
        return (0, *rising)
    return (*(reversed(rising) if highest else rising), 0)


def _simple(situation: Situation) -> tuple[int, ...]:
    return _by_rules(situation, plays_at_the_river)


def _hidden_pair(situation: Situation) -> tuple[int, ...]:
    return _by_rules(situation, beats_the_board)


def _by_rules(situation: Situation, river: Callable[[Cards, Cards], bool]) -> tuple[int, ...]:
    hole, board = situation.hole, situation.board
    match situation.street:
        case Street.PREFLOP:
            return _if(raises_before_the_flop(hole), situation)
        case Street.FLOP:
            return _if(raises_on_the_flop(hole, board), situation)
        case Street.RIVER:
            return _if(river(hole, board) or staying_costs_nothing(situation), situation, highest=False)


def _optimal(situation: Situation) -> tuple[int, ...]:
    from uth.exact.advice import advise
    from uth.exact.game import main_game

    game = main_game(situation.posted, situation.wagers, situation.meters)
    return tuple(option.multiple for option in advise(game, situation.hole, situation.board).options)


def _simple_exact_river(situation: Situation) -> tuple[int, ...]:
    return _optimal(situation) if situation.street is Street.RIVER else _simple(situation)


def _never_fold(situation: Situation) -> tuple[int, ...]:
    return _if(True, situation, highest=False) if situation.street is Street.RIVER else _optimal(situation)


def _raise_everything(situation: Situation) -> tuple[int, ...]:
    return _if(True, situation)


def _priced(name: str) -> Callable[[MainGame], Policy]:
    """Return the strategy's table in `uth.exact.policies`, which is imported on first use."""

    def policy(game: MainGame) -> Policy:
        from uth.exact import policies

        made: Callable[[MainGame], Policy] = getattr(policies, name)
        return made(game)

    return policy


STRATEGIES: Final[Mapping[str, Strategy]] = {
    strategy.name: strategy
    for strategy in (
        Strategy(
            name="optimal",
            says="the action with the highest exact value",
            prefers=_optimal,
            policy=_priced("optimal"),
            exact=True,
            exact_at_the_start=True,
        ),
        Strategy(
            name="simple",
            says="the three short lists of the simple rules",
            prefers=_simple,
            policy=_priced("simple"),
        ),
        Strategy(
            name="simple_exact_river",
            says="the simple rules, and exact at the river",
            prefers=_simple_exact_river,
            policy=_priced("simple_exact_river"),
            exact=True,
        ),
        Strategy(
            name="hidden_pair",
            says="the simple rules, and at the river only a better hand than the board's own",
            prefers=_hidden_pair,
            policy=_priced("hidden_pair"),
        ),
        Strategy(
            name="never_fold",
            says="exact before the river, and never folds there",
            prefers=_never_fold,
            policy=_priced("never_fold"),
            exact=True,
            exact_at_the_start=True,
        ),
        Strategy(
            name="raise_everything",
            says="the highest multiple with any hand",
            prefers=_raise_everything,
            policy=_priced("raise_everything"),
        ),
    )
}


def strategy_named(name: str) -> Strategy:
    """Return the strategy of that name; raise `Malformed` if there is none."""
    if name not in STRATEGIES:
        raise Malformed("strategy", name, f"is not a strategy; one of {', '.join(STRATEGIES)}")
    return STRATEGIES[name]
