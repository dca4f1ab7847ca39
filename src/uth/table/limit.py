"""The aggregate payout limit: the most one hand may win in a round."""

from __future__ import annotations

from uth.cites import cites
from uth.rules.ruleset import AggregateLimit
from uth.rules.values import Wager
from uth.table.settled import SettledWager
from uth.units import Cents


@cites("MA.10e", "MA.13d")
def cut_to_limit(wagers: dict[Wager, SettledWager], limit: AggregateLimit, cents: Cents) -> None:
    """Cut the hand's winnings to the limit, in the order the book cuts them (R3); stakes do not count (R2)."""
    excess = sum([wagers[wager].won for wager in limit.counts if wager in wagers]) - cents
    for wager in limit.counts:
        if excess <= 0:
            return
        settled = wagers.get(wager)
        if settled is not None and settled.won:
            cut = min(settled.won, excess)
            wagers[wager] = settled._replace(won=settled.won - cut, cut=cut, cites=(*settled.cites, limit.cite))
            excess -= cut
