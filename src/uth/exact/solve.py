"""A game solved: the best action at every point, or the value of a way to play that is given."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Final

import numpy as np

from uth.errors import require
from uth.exact.flops import start_classes
from uth.exact.game import DEALERS, DEALS, FLOPS, RUNOUTS, MainGame
from uth.exact.result import Decision, Outcome, Result, Solution, Start
from uth.exact.run import Forward, forward, slot, tally_deals
from uth.exact.workers import workers_of
from uth.kernels.exact_flops import PLAY, REST, WORTH
from uth.kernels.exact_index import CHECK, HIGH, LOW, STARTS, Bytes, Integers
from uth.ranking import Category
from uth.rules.values import Street
from uth.table.increments import FIVE_CARD_HANDS


@dataclass(frozen=True, slots=True, kw_only=True)
class Policy:
    """A way to play: the action for each starting hand, flop and hole, board and hole; ``None`` is the best one."""

    preflop: tuple[int, ...] | None = None
    flop: Bytes | None = None
    river: Bytes | None = None


BEST: Final = Policy()


def solve(game: MainGame, policy: Policy = BEST, workers: int | None = None) -> Solution:
    """Return the value of the game under the policy, of every part of it, and how often each thing happens."""
    threads = workers_of(workers)
    played = forward(game, threads, policy.flop, policy.river)
    starts = solve_starts(game, played, policy)
    outcomes = count_outcomes(game, threads, played, starts)
    ev = value_of(game, starts)
    require(ev == sum((o.deals * o.net for o in outcomes), Fraction(0)) / DEALS, "values and outcomes do not agree")
    return Solution(game=game, ev=ev, starts=starts, decisions=decisions_of(outcomes), outcomes=outcomes, played=played)


def ev_of(game: MainGame, policy: Policy = BEST, workers: int | None = None) -> Fraction:
    """Return the value of the game under the policy and nothing else, in half the time."""
    played = forward(game, workers_of(workers), policy.flop, policy.river)
    return value_of(game, solve_starts(game, played, policy))


def solve_starts(game: MainGame, played: Forward, policy: Policy) -> tuple[Start, ...]:
    """Return the values of each starting hand's actions and the one it takes; the progressive is not counted here."""
    names, classes = start_classes()
    deals = FLOPS * RUNOUTS * DEALERS
    scale, finer = game.scale, game.finer
    starts = []
    for at, name in enumerate(names):
        mine = classes == at
        holes = int(mine.sum())
        worth, play, rest = (sum(played.totals[row, mine].tolist()) for row in (WORTH, PLAY, REST))
        values = {0: Fraction(worth, scale * finer * holes * deals)}
        for multiple in sorted(game.preflop):
            values[multiple] = Fraction(rest + scale * multiple * play, scale * holes * deals)
        best = max(values, key=lambda multiple: (values[multiple], -multiple))
        choice = best if policy.preflop is None else policy.preflop[at]
        starts.append(Start(name=name, holes=holes, values=values, multiple=choice))
    return tuple(starts)


def value_of(game: MainGame, starts: tuple[Start, ...]) -> Fraction:
    """Return the value of the game; the progressive is paid whatever is done, since a fold's value has it taken off."""
    main = sum((start.holes * start.values[start.multiple] for start in starts), Fraction(0)) / STARTS
    paid = sum((count * game.progressive_pays(kind) for kind, count in FIVE_CARD_HANDS.items()), Fraction(0))
    return main + paid / sum(FIVE_CARD_HANDS.values()) - game.progressive_wager


def count_outcomes(game: MainGame, workers: int, played: Forward, starts: tuple[Start, ...]) -> tuple[Outcome, ...]:
    """Return how many deals come to each outcome."""
    _, classes = start_classes()
    multiples = np.array([start.multiple for start in starts])[classes]
    raises = [(Street.PREFLOP, multiple, CHECK) for multiple in sorted(set(multiples.tolist()) - {0})]
    for multiple, action in ((max(game.flop, default=0), HIGH), (min(game.flop, default=0), LOW)):
        if (played.flop == action).any():
            raises.append((Street.FLOP, multiple, action))
    outcomes = []
    for grade, pays in enumerate(game.grades):
        for first in range(0, max(len(raises), 1), 2):
            some = raises[first : first + 2]
            tally = tally_deals(game, workers, played, grade, slots_of(multiples, some, river=first == 0))
            ends = [(Street.RIVER, 0), (Street.RIVER, min(game.river)), (Street.RIVER, max(game.river))]
            ends += [(street, multiple) for street, multiple, _ in some]
            for (street, multiple), rows in zip(ends, tally.tolist(), strict=False):
                for category, counts in zip(Category, rows, strict=True):
                    outcomes += outcomes_of(game, street, multiple, category, counts, pays)
    return tuple(outcome for outcome in outcomes if outcome.deals)


def slots_of(multiples: Integers, raises: list[tuple[Street, int, int]], *, river: bool) -> Integers:
    """Return what each hole's flop actions count as: slot 0 goes on to the river, the others are raises."""
    slots = np.zeros((STARTS, 3), np.int64)
    checked = multiples == 0
    if river:
        slots[checked, CHECK] = slot(0)
    for number, (street, multiple, action) in enumerate(raises, start=1):
        if street is Street.PREFLOP:
            slots[multiples == multiple] = slot(number)
        else:
            slots[checked, action] = slot(number)
    return slots


def outcomes_of(
    game: MainGame, street: Street, multiple: int, hand: Category, counts: list[int], progressive: Fraction
) -> list[Outcome]:
    """Return the outcomes of one action with one category: against dealers below, equal and above, qualified or not."""
    times, wins, losses, without = counts
    pushes = DEALERS * times - wins - losses
    one = Fraction(1)
    if multiple == 0:
        ends = [(Result.FOLD, DEALERS * times, without, -one, -one, -one)]
        side = -game.trips_wager - game.progressive_wager
    else:
        high = hand >= (game.qualifier or 0)
        less = (without, 0, 0) if high else (wins, pushes, without - wins - pushes)
        ends = [
            (Result.WIN, wins, less[0], one, game.blind_pays(hand), one),
            (Result.PUSH, pushes, less[1], 0 * one, 0 * one, 0 * one),
            (Result.LOSS, losses, less[2], -one, -one, -one),
        ]
        side = game.bonus(hand) + progressive - game.progressive_wager
    return [
        Outcome(
            street=street,
            multiple=multiple,
            result=result,
            qualifies=qualifies,
            hand=hand,
            deals=deals - unqualified if qualifies else unqualified,
            ante=ante if qualifies or result is Result.FOLD else game.spared[hand] * (result is Result.WIN),
            blind=blind,
            play=multiple * play,
            side=side,
        )
        for result, deals, unqualified, ante, blind, play in ends
        for qualifies in (False, True)
    ]


def decisions_of(outcomes: tuple[Outcome, ...]) -> tuple[Decision, ...]:
    """Return how many deals end with each street's multiples."""
    deals: dict[tuple[Street, int], int] = {}
    for outcome in outcomes:
        end = outcome.street, outcome.multiple
        deals[end] = deals.get(end, 0) + outcome.deals
    ordered = sorted(deals, key=lambda end: (list(Street).index(end[0]), -end[1]))
    return tuple(
        Decision(street=street, multiple=multiple, deals=deals[street, multiple]) for street, multiple in ordered
    )
