"""The named strategies: one name is one way to play, whether it is priced, simulated, played by a bot or hinted.

Each strategy says what it does twice: for one hand as a person would decide it, and for every hand at once as
`uth.exact` prices it. A test deals cards and holds the two together.
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
    """What a seat knows when it is asked, and what it has on the layout, in cents."""

    posted: Posted
    hole: Cards
    board: Cards
    street: Street
    wagers: Mapping[Wager, int]
    meters: Mapping[str, int] = field(default_factory=dict)
    """The meters in cents; at their seeds unless given."""

    @property
    def multiples(self) -> tuple[int, ...]:
        """The multiples of the ante that may be played on this street, lowest first."""
        return tuple(sorted(self.posted.rules.play.multiples(self.street)))


def situation_at(table: Table, seat: Seat, posted: Posted) -> Situation | None:
    """Return what the seat knows; ``None`` where no seat is asked, or it has no hand."""
    if table.street is None or seat not in table.round.spots:
        return None
    spot = table.round.spots[seat]
    meters = {name: int(cents) for name, cents in table.meters.items()}
    return Situation(
        posted=posted, hole=spot.hole, board=table.round.board, street=table.street, wagers=spot.wagers, meters=meters
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Strategy:
    """A way to play that has a name."""

    name: str
    says: str
    """What it does, in a few words."""
    prefers: Callable[[Situation], tuple[int, ...]]
    """The multiples of the ante it would play, the one it likes best first; 0 is to check, at the river to fold."""
    policy: Callable[[MainGame], Policy]
    """The same for every hand at once, as `uth.exact` prices it."""
    exact: bool = False
    """Whether it needs a game that is solved."""
    exact_at_the_start: bool = False
    """Whether it needs the values of the starting hands, which take seconds to count."""

    def answer(self, situation: Situation, offered: tuple[Decision, ...]) -> Decision | None:
        """Return which of the offers the strategy takes; ``None`` only where there are none."""
        for multiple in self.prefers(situation):
            for each in offered:
                if (each.multiple if isinstance(each, c.MakePlay) else 0) == multiple:
                    return each
        return offered[0] if offered else None

    def require_playable(self, posted: Posted) -> None:
        """Refuse to play by rules that the strategy cannot be played by."""
        if self.exact:
            from uth.exact.game import main_game

            main_game(posted)

    def make_ready(self, posted: Posted, wagers: Mapping[Wager, int]) -> None:
        """Count what the strategy asks for before the flop: it takes seconds, once."""
        if self.exact_at_the_start:
            from uth.exact.advice import starts_of
            from uth.exact.game import main_game

            starts_of(main_game(posted, wagers))


def paid_for_staying(situation: Situation) -> int:
    """Return the cents that side wagers pay back to a hand that stays and that a fold forfeits (CN.21, CN.22)."""
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
    """Whether the side wagers pay at least what the play wager costs, so that no dealer's hand makes a fold better."""
    cost = situation.multiples[0] * situation.wagers.get(Wager.ANTE, 0) if situation.multiples else 0
    return 0 < cost <= paid_for_staying(situation)


def _if(plays: bool, situation: Situation, *, highest: bool = True) -> tuple[int, ...]:
    """Return the preferences of a rule that says yes or no."""
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
    """Return the strategy's table in `uth.exact.policies`, which is loaded only when it is asked for."""

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
            says="the action that is worth most, exactly",
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
            says="the simple rules, and exactly at the river",
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
            says="exactly before the river, and always stays there",
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
    """Return the strategy of that name; refuse one that is not there."""
    if name not in STRATEGIES:
        raise Malformed("strategy", name, f"is not a strategy; one of {', '.join(STRATEGIES)}")
    return STRATEGIES[name]
