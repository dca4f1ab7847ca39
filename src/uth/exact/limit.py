"""The aggregate payout limit at high stakes: what it takes off, and what the best play under it is worth."""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from math import lcm

from uth.errors import Malformed
from uth.exact.flops import start_classes
from uth.exact.game import DEALERS, DEALS, FLOPS, NOT_PAID, RUNOUTS, STARTS, MainGame, Pays
from uth.exact.result import Outcome, Result, Solution
from uth.exact.run import play_all_flops, sum_all_boards
from uth.exact.workers import workers_of
from uth.kernels.exact_flops import PLAY, REST, WORTH
from uth.kernels.exact_index import RIVER
from uth.ranking import Category


@dataclass(frozen=True, slots=True, kw_only=True)
class Limited:
    """A game under a payout limit, everything in antes: the best play there, and the usual play there."""

    limit: Fraction
    ev: Fraction
    usual_ev: Fraction
    starts: dict[str, int]
    """What each starting hand does under the limit, 0 for a check."""

    @property
    def cost_of_the_usual_strategy(self) -> Fraction:
        """What playing as if there were no limit gives away."""
        return self.ev - self.usual_ev


def cut_of(
    game: MainGame, limit: Fraction, multiple: int, hand: Category, *, ante: int, beside: Fraction = Fraction(0)
) -> Fraction:
    """Return what the limit takes off a win; `beside` is what trips wins with the hand, which is cut first (R3)."""
    won = ante + multiple + game.blind_pays(hand) + beside
    return max(won - limit, Fraction(0)) - max(beside - limit, Fraction(0))


def under_limit(game: MainGame, limit: Fraction, multiple: int, trips_wager: Fraction, trips: Pays) -> MainGame:
    """Return the game whose wins with that multiple are cut: a lower blind, and an ante that is spared the push.

    Whatever is cut off a win against a dealer who qualifies comes off the blind here; against one who does not, the
    ante comes back and less is cut, which is what is spared.
    """
    blind, spared = [], []
    for hand in Category:
        beside = trips_wager * (trips[hand] or 0)
        cut = cut_of(game, limit, multiple, hand, ante=1, beside=beside)
        less = cut_of(game, limit, multiple, hand, ante=0, beside=beside)
        blind.append(game.blind_pays(hand) - cut)
        spared.append(cut - less)
    if min(blind) < 0:
        raise Malformed("limit", str(limit), "antes are won by the play wager alone; lower the ante")
    return replace(game, blind=tuple(blind), spared=tuple(spared))


def solve_limited(
    game: MainGame,
    best: Solution,
    limit: Fraction,
    trips_wager: Fraction = Fraction(0),
    trips: Pays = NOT_PAID,
    workers: int | None = None,
) -> Limited:
    """Return the best play under the limit, and what the best play without one is worth there.

    Trips itself is not counted in the values, but what it wins uses the limit up.
    """
    if len(game.flop) != 1 or len(game.river) != 1 or game.trips_wager or game.progressive_wager:
        raise Malformed("limit", str(limit), "is solved for one multiple on the flop and one at the river")
    threads = workers_of(workers)
    multiples = {*game.preflop, *game.flop, *game.river}
    cut = {multiple: under_limit(game, limit, multiple, trips_wager, trips) for multiple in multiples}
    parts = lcm(*(each.scale for each in cut.values()))
    cut = {multiple: replace(each, parts=parts) for multiple, each in cut.items()}
    sums = {multiple: sum_all_boards(each, threads)[0] for multiple, each in cut.items()}
    later = sums[game.flop[0]].copy()
    later[:, RIVER] = sums[game.river[0]][:, RIVER]
    worth = play_all_flops(cut[game.flop[0]], threads, later)[0][WORTH].tolist()
    raised = {}
    for multiple in game.preflop:
        totals = play_all_flops(cut[multiple], threads, sums[multiple])[0]
        raised[multiple] = [
            rest + parts * multiple * play
            for rest, play in zip(totals[REST].tolist(), totals[PLAY].tolist(), strict=True)
        ]
    ev, starts = _best_starts(worth, raised, parts)
    usual = sum(
        (each.deals * (each.net - _cut_from(game, each, limit, trips_wager, trips)) for each in best.outcomes),
        Fraction(0),
    )
    return Limited(limit=limit, ev=ev, usual_ev=usual / DEALS, starts=starts)


def _best_starts(worth: list[int], raised: dict[int, list[int]], parts: int) -> tuple[Fraction, dict[str, int]]:
    names, classes = start_classes()
    holes: dict[int, list[int]] = {}
    for hole, number in enumerate(classes.tolist()):
        holes.setdefault(number, []).append(hole)
    total, starts = 0, {}
    for at, name in enumerate(names):
        values = {0: sum(worth[hole] for hole in holes[at])}
        values |= {multiple: sum(each[hole] for hole in holes[at]) for multiple, each in raised.items()}
        best = max(values, key=lambda multiple: (values[multiple], -multiple))
        starts[name] = best
        total += values[best]
    return Fraction(total, parts * STARTS * FLOPS * RUNOUTS * DEALERS), starts


def _cut_from(game: MainGame, outcome: Outcome, limit: Fraction, trips_wager: Fraction, trips: Pays) -> Fraction:
    """Return what the limit takes off an outcome of the game without one."""
    if outcome.result is not Result.WIN:
        return Fraction(0)
    beside = trips_wager * (trips[outcome.hand] or 0)
    return cut_of(game, limit, outcome.multiple, outcome.hand, ante=int(outcome.qualifies), beside=beside)
