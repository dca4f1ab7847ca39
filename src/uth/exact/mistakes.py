"""The mistakes of a strategy: its cost on each street, and its costliest starting hands and flops."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from uth.cards import Card
from uth.exact.flops import flop_tables
from uth.exact.game import DEALERS, FLOPS, RUNOUTS, STARTS, MainGame
from uth.exact.result import Solution
from uth.exact.run import Forward
from uth.exact.solve import Policy, ev_of
from uth.kernels.exact_flops import FIRST_SOURCE, SOURCES, TIMES
from uth.kernels.exact_index import CHECK, HIGH, NO_ACTION, PLAY_BIT, RIVER, STAY, Integers
from uth.rules.values import Street


@dataclass(frozen=True, slots=True, kw_only=True)
class Mistake:
    """A starting hand, or a hole on a flop, that is not played best, with its cost per occurrence and its frequency."""

    street: Street
    hole: str
    board: str
    chosen: int
    best: int
    cost: Fraction
    """The cost per occurrence, in antes."""
    frequency: Fraction
    """Its share of all deals."""

    @property
    def total(self) -> Fraction:
        """The average cost in antes."""
        return self.cost * self.frequency


def street_costs(game: MainGame, policy: Policy, best: Solution, played: Fraction) -> dict[Street, Fraction]:
    """Return the cost of the policy on each street, with the later streets played best."""
    after_start = ev_of(game, Policy(preflop=policy.preflop))
    after_flop = ev_of(game, Policy(preflop=policy.preflop, flop=policy.flop))
    return {
        Street.PREFLOP: best.ev - after_start,
        Street.FLOP: after_start - after_flop,
        Street.RIVER: after_flop - played,
    }


def start_mistakes(policy: Policy, best: Solution) -> list[Mistake]:
    """Return the starting hands that the policy does not play best, with the later streets played best."""
    found = []
    for at, start in enumerate(best.starts):
        chosen = start.multiple if policy.preflop is None else policy.preflop[at]
        cost = start.values[start.multiple] - start.values[chosen]
        if cost > 0:
            found.append(
                Mistake(
                    street=Street.PREFLOP, hole=start.name, board="", chosen=chosen, best=start.multiple, cost=cost,
                    frequency=Fraction(start.holes, STARTS),
                )
            )  # fmt: skip
    return sorted(found, key=lambda mistake: -mistake.total)


def flop_mistakes(game: MainGame, policy: Policy, best: Solution, starts: tuple[int, ...], most: int) -> list[Mistake]:
    """Return the holes and flops that cost the policy most on the flop, among those it checks before the flop.

    `starts` is the policy's action for each of the 1,326 holes before the flop. The river is played best.
    """
    if policy.flop is None or not game.flop or len(game.grades) > 1:
        return []
    tables, raised = flop_tables(), np.array(starts) != 0
    worst: list[tuple[int, int, int]] = []
    for number in range(len(tables.flops)):
        check, bets = _flop_values(game, best.played, number)
        actions = policy.flop[number]
        taken = np.where(actions == CHECK, check, np.where(actions == HIGH, bets[-1], bets[0]))
        lost = np.maximum(check, np.maximum(bets[0], bets[-1])) - taken
        lost[(actions == NO_ACTION) | raised] = 0
        weight = lost * tables.flops[number][TIMES]
        for hole in np.argsort(weight)[-3:].tolist():
            if weight[hole] > 0:
                worst.append((int(weight[hole]), number, hole))
    worst.sort(reverse=True)
    return [_flop_mistake(game, policy, best.played, number, hole) for _, number, hole in worst[:most]]


def _flop_values(game: MainGame, played: Forward, number: int) -> tuple[Integers, list[Integers]]:
    """Return the values of a check and of each multiple for all holes on one flop, in the same parts."""
    tables = flop_tables()
    row = tables.flops[number]
    fields = sum(
        played.sums[row[at], :, :][:, tables.hole_numbers[row[at + 1]]]
        for at in range(FIRST_SOURCE, FIRST_SOURCE + 2 * row[SOURCES], 2)
    )
    stay, river = np.asarray(fields)[STAY], np.asarray(fields)[RIVER]
    play = (stay + (1 << (PLAY_BIT - 1))) >> PLAY_BIT
    rest = stay - (play << PLAY_BIT)
    return river, [game.finer * (rest + game.scale * multiple * play) for multiple in sorted(game.flop)]


def _flop_mistake(game: MainGame, policy: Policy, played: Forward, number: int, hole: int) -> Mistake:
    tables = flop_tables()
    check, bets = _flop_values(game, played, number)
    worth = {0: int(check[hole])} | {
        multiple: int(each[hole]) for multiple, each in zip(sorted(game.flop), bets, strict=True)
    }
    action = int(policy.flop[number, hole]) if policy.flop is not None else CHECK
    chosen = 0 if action == CHECK else max(game.flop) if action == HIGH else min(game.flop)
    best = max(worth, key=lambda multiple: (worth[multiple], -multiple))
    row = tables.flops[number]
    return Mistake(
        street=Street.FLOP,
        hole="".join(str(Card(int(card))) for card in reversed(tables.starts[hole].tolist())),
        board="".join(str(Card(int(card))) for card in row[:3]),
        chosen=chosen,
        best=best,
        cost=Fraction(worth[best] - worth[chosen], game.scale * game.finer * RUNOUTS * DEALERS),
        frequency=Fraction(int(row[TIMES]), STARTS * FLOPS),
    )
