"""The registry of named strategies.

>>> from uth import Street, Wager, load, parse_cards, post
>>> from uth.strategy import STRATEGIES, Situation, strategy_named
>>> sorted(STRATEGIES)
['hidden_pair', 'never_fold', 'optimal', 'raise_everything', 'simple', 'simple_exact_river']
>>> situation = Situation(
...     posted=post(load("greece")), hole=parse_cards("Ah 7d"), board=(), street=Street.PREFLOP,
...     wagers={Wager.ANTE: 1000},
... )
>>> strategy_named("simple").prefers(situation)        # multiples of the ante, best first; 0 is a check
(4, 3, 0)
"""

from __future__ import annotations

from uth.extras import lazy

TYPE_CHECKING = False
if TYPE_CHECKING:
    from uth.strategy.named import STRATEGIES, Situation, Strategy, situation_at, strategy_named

__all__ = ["STRATEGIES", "Situation", "Strategy", "situation_at", "strategy_named"]

__getattr__, __dir__ = lazy(
    __name__,
    {
        "STRATEGIES": "uth.strategy.named",
        "Situation": "uth.strategy.named",
        "Strategy": "uth.strategy.named",
        "situation_at": "uth.strategy.named",
        "strategy_named": "uth.strategy.named",
    },
    extra="exact",
)
