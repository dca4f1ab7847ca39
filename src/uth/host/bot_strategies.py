"""The named strategies as a seat plays them: what each answers when it is asked."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from uth.cards import Card
from uth.errors import Malformed
from uth.ranking import rank
from uth.rules.values import Street
from uth.strategy.simple import Decision, wants_to_play
from uth.table import commands as c
from uth.table.posted import Posted

Cards = tuple[Card, ...]
Offered = tuple[Decision, ...]
Answers = Callable[[Posted, Cards, Cards, Street, Offered], Decision]
"""What to answer: the table's rules, one's hole, the board, the street and what is offered."""


def simple(_: Posted, hole: Cards, board: Cards, street: Street, offered: Offered) -> Decision:
    """Answer by the simple rules."""
    return _plays_if(wants_to_play(hole, board, street), offered)


def optimal(posted: Posted, hole: Cards, board: Cards, _: Street, offered: Offered) -> Decision:
    """Answer with the offer that is worth most, exactly."""
    from uth.exact.advice import advise
    from uth.exact.posted_game import main_game

    for option in advise(main_game(posted), hole, board).options:
        for each in offered:
            if (each.multiple if isinstance(each, c.MakePlay) else 0) == option.multiple:
                return each
    return offered[0]


def simple_exact_river(posted: Posted, hole: Cards, board: Cards, street: Street, offered: Offered) -> Decision:
    """Answer by the simple rules, at the river exactly."""
    return (optimal if street is Street.RIVER else simple)(posted, hole, board, street, offered)


def hidden_pair(_: Posted, hole: Cards, board: Cards, street: Street, offered: Offered) -> Decision:
    """Answer by the simple rules, and stay at the river only with a better hand than the board's own."""
    if street is not Street.RIVER:
        return _plays_if(wants_to_play(hole, board, street), offered)
    return _plays_if(rank((*hole, *board)).category > rank(board).category, offered)


def never_fold(posted: Posted, hole: Cards, board: Cards, street: Street, offered: Offered) -> Decision:
    """Answer exactly before the river, and always stay there."""
    if street is Street.RIVER:
        return _plays_if(True, offered)
    return optimal(posted, hole, board, street, offered)


def raise_everything(_: Posted, __: Cards, ___: Cards, ____: Street, offered: Offered) -> Decision:
    """Play the highest multiple with any hand."""
    return _plays_if(True, offered)


STRATEGIES: Final[Mapping[str, Answers]] = {
    "optimal": optimal,
    "simple": simple,
    "simple_exact_river": simple_exact_river,
    "hidden_pair": hidden_pair,
    "never_fold": never_fold,
    "raise_everything": raise_everything,
}
EXACT: Final = frozenset({"optimal", "simple_exact_river", "never_fold"})
"""The strategies that need the table's game to be one that is solved."""
SOLVED: Final = frozenset({"optimal", "never_fold"})
"""Those that ask for its solution before the flop."""


def strategy_named(name: str, posted: Posted) -> Answers:
    """Return the strategy of that name; refuse one nobody knows, or that cannot be played by the table's rules."""
    if name not in STRATEGIES:
        raise Malformed("strategy", name, f"is not a strategy; one of {', '.join(STRATEGIES)}")
    if name in EXACT:
        from uth.exact.posted_game import main_game

        main_game(posted)
    return STRATEGIES[name]


def make_ready(name: str, posted: Posted) -> None:
    """Have the table's game solved, where the strategy asks for that before the flop: it takes seconds, once."""
    if name in SOLVED:
        from uth.exact.advice import solution_of
        from uth.exact.posted_game import main_game

        solution_of(main_game(posted))


def _plays_if(wants: bool, offered: Offered) -> Decision:
    """Play the highest multiple offered if wanted; else wait, else fold; where one can only play, play the lowest."""
    plays = sorted((each for each in offered if isinstance(each, c.MakePlay)), key=lambda each: each.multiple)
    if wants and plays:
        return plays[-1]
    return next((each for each in offered if not isinstance(each, c.MakePlay)), plays[0] if plays else offered[0])
