"""The aggregate payout limit at high stakes: its cost, and the best play under it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from math import lcm

from uth.errors import Malformed
from uth.exact.flops import start_classes
from uth.exact.game import DEALERS, DEALS, FLOPS, NOT_PAID, RUNOUTS, STARTS, MainGame, Pays, odds_of
from uth.exact.result import OutcomeCount, Result, Solution
from uth.exact.run import play_all_flops, sum_all_boards
from uth.exact.standings import workers_of
from uth.kernels.exact_flops import PLAY, REST, WORTH
from uth.kernels.exact_index import RIVER
from uth.ranking import Category
from uth.rules.values import Wager
from uth.table.posted import Posted


@dataclass(frozen=True, slots=True, kw_only=True)
class PayoutLimit:
    """The most that one hand may win in a round, in antes, and the trips wager whose winnings count towards it."""

    antes: Fraction
    trips_wager: Fraction = Fraction(0)
    trips: Pays = NOT_PAID

    def trips_winnings(self, hand: Category) -> Fraction:
        """Return the winnings of trips with the hand."""
        return self.trips_wager * (self.trips[hand] or 0)


@dataclass(frozen=True, slots=True, kw_only=True)
class Limited:
    """A game under a payout limit: the best play and the usual play, in antes."""

    limit: Fraction
    ev: Fraction
    usual_ev: Fraction
    starts: dict[str, int]
    """The action of each starting hand under the limit, 0 for a check."""
    values: dict[str, dict[int, Fraction]]
    """The value of each action of each starting hand under the limit."""

    @property
    def cost_of_the_usual_strategy(self) -> Fraction:
        """The cost of playing as if there were no limit."""
        return self.ev - self.usual_ev


def limit_of(posted: Posted, stakes: Mapping[Wager, int], game: MainGame) -> PayoutLimit | None:
    """Return the table's payout limit for these stakes in cents, or ``None`` if no win reaches it."""
    ante = stakes.get(Wager.ANTE)
    if posted.hand_limit is None or not ante:
        return None
    wager = Fraction(stakes.get(Wager.TRIPS, 0), ante)
    limit = PayoutLimit(antes=Fraction(posted.hand_limit[1], ante), trips_wager=wager, trips=odds_of(posted.trips))
    multiple = max((*game.preflop, *game.flop, *game.river))
    most = max(1 + multiple + game.blind_pays(hand) + limit.trips_winnings(hand) for hand in Category)
    return limit if most > limit.antes else None


def cut_of(game: MainGame, limit: PayoutLimit, multiple: int, hand: Category, *, ante: int) -> Fraction:
    """Return the amount that the limit cuts from a win; trips winnings are cut first (R3)."""
    trips_winnings = limit.trips_winnings(hand)
    won = ante + multiple + game.blind_pays(hand) + trips_winnings
    return max(won - limit.antes, Fraction(0)) - max(trips_winnings - limit.antes, Fraction(0))


def under_limit(game: MainGame, limit: PayoutLimit, multiple: int) -> MainGame:
    """Return the game whose wins at that multiple are cut: a lower blind, and part of the ante kept as `spared`.

    Against a dealer who qualifies, the cut is taken off the blind. Against one who does not, the ante is a push and the
    cut is smaller by that amount, which `spared` holds.
    """
    blind, spared = [], []
    for hand in Category:
        cut = cut_of(game, limit, multiple, hand, ante=1)
        less = cut_of(game, limit, multiple, hand, ante=0)
        blind.append(game.blind_pays(hand) - cut)
        spared.append(cut - less)
    if min(blind) < 0:
        raise Malformed("limit", str(limit.antes), "antes are won by the play wager alone; lower the ante")
    return replace(game, blind=tuple(blind), spared=tuple(spared))


def games_under(game: MainGame, limit: PayoutLimit | None) -> dict[int, MainGame]:
    """Return the game for each multiple, all with the same parts of an ante."""
    multiples = {*game.preflop, *game.flop, *game.river}
    if limit is None:
        return dict.fromkeys(multiples, game)
    if game.trips_wager or game.progressive_wager:
        says = "antes: a payout limit is not solved together with a side wager that a fold forfeits"
        raise Malformed("limit", str(limit.antes), says)
    cut = {multiple: under_limit(game, limit, multiple) for multiple in multiples}
    parts = lcm(*(each.scale for each in cut.values()))
    return {multiple: replace(each, parts=parts) for multiple, each in cut.items()}


def solve_limited(game: MainGame, best: Solution, limit: PayoutLimit, workers: int | None = None) -> Limited:
    """Return the best play under the limit, and the value of the unlimited game's best play there.

    The values leave out trips itself, but its winnings count towards the limit.
    """
    if len(game.flop) != 1 or len(game.river) != 1:
        says = "antes: a payout limit is solved for one multiple on the flop and one at the river"
        raise Malformed("limit", str(limit.antes), says)
    threads = workers_of(workers)
    cut = games_under(game, limit)
    parts = cut[game.river[0]].scale
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
    values, holes = _start_values(worth, raised, parts)
    starts = {name: max(each, key=lambda multiple: (each[multiple], -multiple)) for name, each in values.items()}
    ev = sum((holes[name] * values[name][multiple] for name, multiple in starts.items()), Fraction(0)) / STARTS
    usual = sum((each.deals * (each.net - _cut_from(game, each, limit)) for each in best.outcomes), Fraction(0))
    return Limited(limit=limit.antes, ev=ev, usual_ev=usual / DEALS, starts=starts, values=values)


def _start_values(
    worth: list[int], raised: dict[int, list[int]], parts: int
) -> tuple[dict[str, dict[int, Fraction]], dict[str, int]]:
    """Return the value of each action of each starting hand, and its number of holes."""
    names, classes = start_classes()
    holes: dict[str, list[int]] = {}
    for hole, number in enumerate(classes.tolist()):
        holes.setdefault(names[number], []).append(hole)
    deals = parts * FLOPS * RUNOUTS * DEALERS
    values = {
        name: {
            multiple: Fraction(sum(each[hole] for hole in holes[name]), len(holes[name]) * deals)
            for multiple, each in {0: worth, **raised}.items()
        }
        for name in names
    }
    return values, {name: len(each) for name, each in holes.items()}


def _cut_from(game: MainGame, outcome: OutcomeCount, limit: PayoutLimit) -> Fraction:
    """Return the amount that the limit cuts from an outcome of the unlimited game."""
    if outcome.result is not Result.WIN:
        return Fraction(0)
    return cut_of(game, limit, outcome.multiple, outcome.hand, ante=int(outcome.qualifies))
