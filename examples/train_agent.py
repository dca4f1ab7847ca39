"""Train an agent on simulated rounds and compute the exact value of its play.

    python examples/train_agent.py                  # half a minute on one core
    python examples/train_agent.py --rounds 2e6 --seed 7

The agent keeps a table of averages: the result of each action for what it sees on a street. In every round it tries
a random action on one street, and elsewhere takes the one with the best average.

Its play is then turned into a `Policy`: an action for every starting hand, every flop and hole, every board and hole.
`uth.exact` computes the value of that policy over all 27,813,810,024,000 deals."""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from typing import Any, Final

import gymnasium
import numpy as np
import numpy.typing as npt

from uth.env import Action
from uth.exact.boards import board_ranks, board_tables, hole_kinds, state_tables
from uth.exact.flops import flop_tables, start_classes
from uth.exact.game import MainGame
from uth.exact.policies import actions_on
from uth.exact.solve import Policy, ev_of
from uth.kernels.exact_index import BOARDS, FOLD, HOLES, LOW, WIDTH
from uth.kernels.exact_outs import count_outs
from uth.kernels.ranking import rank_array
from uth.ranking import ORDER_BITS, Category

Cards = npt.NDArray[np.uint8]
Integers = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float64]
Numbers = npt.NDArray[np.integer[Any]]

NAME: Final = "uth/Massachusetts-v0"
OPTIMUM: Final = Fraction(-50643648973, 2317817502000)
GOAL: Final = Fraction(1, 200)
"""How close to the best play the agent comes: 0.005 antes per round."""

ROUNDS: Final = 10_000_000
LEAST: Final = 100_000
TABLES: Final = 8192
STREETS: Final = 3
TO_COME: Final = 3 * 8 * 3 * 2
MADE: Final = TO_COME + 2 * 13
STATES: Final = 13 * 13, MADE + 4, 3 * 2 * 46
"""The number of states on each street."""
MOST: Final = 20
"""The most antes a round counts for: a royal flush pays 500 whatever was played, and would drown everything else."""
STUDIED: Final = 0.6, 0.2, 0.2
"""How often a round explores each street: there the action is random, elsewhere the best known."""


# What the agent sees of its cards.


def start_states(hole: Cards) -> Integers:
    """Return the starting hand of each row: suited above the diagonal, the others on and below it."""
    low, high = np.sort((hole >> 2).astype(np.int64), axis=1).T
    suited = hole[:, 0] & 3 == hole[:, 1] & 3
    states: Integers = np.where(suited, low * 13 + high, high * 13 + low)
    return states


def flop_states(hole: Cards, flop: Cards) -> Integers:
    """Return the state of each row of hole and flop: a made hand, a pair by its rank, or a draw."""
    cards = np.concatenate((hole, flop), axis=1)
    category = (rank_array(cards, distinct=False) >> ORDER_BITS).astype(np.int64)
    ranks, suits = (cards >> 2).astype(np.int64), cards & 3
    paired = (ranks[:, :2, None] == ranks[:, None, 2:]).any(axis=2) | (ranks[:, :1] == ranks[:, 1:2])
    pair = np.where(paired, ranks[:, :2] + 1, 0).max(axis=1)
    four = (suits[:, :2, None] == suits[:, None, :]).sum(axis=2) == 4
    draw = np.where(four, 1 + ranks[:, :2] // 2, 0).max(axis=1)
    straight = straight_draws()[np.bitwise_or.reduce(1 << ranks, axis=1)]
    over = (ranks[:, :2] > ranks[:, 2:].max(axis=1, keepdims=True)).sum(axis=1)
    to_come = ((straight * 8 + draw) * 3 + over) * 2 + (category == Category.ONE_PAIR)
    pocket = ranks[:, 0] == ranks[:, 1]
    state = np.where(pair > 0, TO_COME + 2 * (pair - 1) + pocket, to_come)
    made: Integers = MADE + 2 * (category > Category.TWO_PAIR) + (pair > 0)
    return np.where(category >= Category.TWO_PAIR, made, state)


@cache
def straight_draws() -> Integers:
    """Return for each set of ranks how many other ranks would complete a straight, at most two."""
    sets = np.arange(1 << 13)

    def has_straight(masks: Integers) -> npt.NDArray[np.bool_]:
        with_low_ace = masks << 1 | masks >> 12
        runs = np.array([with_low_ace >> low & 31 == 31 for low in range(10)])
        return np.array(runs.any(axis=0))

    completing = sum(has_straight(sets | 1 << rank).astype(np.int64) for rank in range(13))
    return np.where(has_straight(sets), 2, np.minimum(completing, 2))


def river_states(hole: Cards, board: Cards) -> Integers:
    """Return the state of each row of hole and board: the board, whether the hole improves it, the dealer's outs."""
    mine = rank_array(np.concatenate((hole, board), axis=1), distinct=False)
    rows = len(hole)
    six = np.empty((rows, 52, 6), np.uint8)
    six[:, :, :5] = board[:, None]
    six[:, :, 5] = np.arange(52)
    unseen = np.ones((rows, 52), np.bool_)
    np.put_along_axis(unseen, np.concatenate((hole, board), axis=1).astype(np.int64), False, axis=1)
    one_card = rank_array(six.reshape(-1, 6), distinct=False).reshape(rows, 52)
    outs = ((one_card > mine[:, None]) & unseen).sum(axis=1)
    alone = rank_array(board, distinct=False) >> ORDER_BITS
    return river_state(alone, mine >> ORDER_BITS, outs)


def river_state(board: Numbers, mine: Numbers, outs: Numbers) -> Integers:
    """Return the state for a board's category, the hand's category and the number of outs."""
    return (np.minimum(board, 2).astype(np.int64) * 2 + (mine > board)) * 46 + outs


# The agent.


class Agent:
    """The average result of each action, for each street and state."""

    def __init__(self, seed: int) -> None:
        self.totals: list[Floats] = [np.zeros((states, len(Action))) for states in STATES]
        self.counts: list[Floats] = [np.zeros((states, len(Action))) for states in STATES]
        self.chance = np.random.default_rng(seed)

    def averages(self, street: int) -> Floats:
        """Return the averages; an untried action ranks above all others, so that it is tried."""
        counts = self.counts[street]
        return np.where(counts > 0, self.totals[street] / np.maximum(counts, 1e-9), 1e3)

    def best(self, street: int, considered: Integers | None = None) -> Integers:
        """Return the best action for every state of the street, among those considered or all that were tried."""
        actions = np.flatnonzero(self.counts[street].any(axis=0)) if considered is None else considered
        best: Integers = actions[self.averages(street)[:, actions].argmax(axis=1)]
        return best

    def forget(self, kept: float) -> None:
        """Reduce the weight of what was learnt so far, against worse play on later streets."""
        for street in range(STREETS):
            self.totals[street] *= kept
            self.counts[street] *= kept

    def learn(self, street: int, states: Integers, actions: Integers, rewards: Floats) -> None:
        """Add the results of the actions in those states."""
        at = states * len(Action) + actions
        size = self.totals[street].size
        self.totals[street] += np.bincount(at, rewards, size).reshape(-1, len(Action))
        self.counts[street] += np.bincount(at, minlength=size).reshape(-1, len(Action))


def considered_of(mask: npt.NDArray[np.int8]) -> Integers:
    """Return the actions the agent chooses from: those offered, but only the highest of several plays."""
    offered = np.flatnonzero(mask)
    plays = offered[offered > Action.CHECK]
    return np.append(offered[offered <= Action.CHECK], plays.max())


def states_of(street: int, seen: dict[str, npt.NDArray[np.int8]], rows: Integers) -> Integers:
    """Return the states of those tables, all of which are on the same street."""
    hole, board = seen["hole"][rows].view(np.uint8), seen["board"][rows].view(np.uint8)
    match street:
        case 0:
            return start_states(hole)
        case 1:
            return flop_states(hole, board[:, :3])
        case _:
            return river_states(hole, board)


def train(rounds: int, seed: int) -> Iterator[tuple[Agent, int]]:
    """Yield the agent and the number of rounds played, after every part of its training."""
    env = gymnasium.make_vec(NAME, num_envs=TABLES)
    agent = Agent(seed)
    seen, _ = env.reset(seed=seed)
    studied = agent.chance.choice(STREETS, TABLES, p=STUDIED)
    states, actions = np.zeros((2, TABLES), np.int64)
    played, part = 0, max(rounds // 20, 1)
    while played < rounds:
        until = min(played + part, rounds)
        while played < until:
            chosen = np.zeros(TABLES, np.int64)
            street_before = seen["street"]
            for street in range(STREETS):
                rows = np.flatnonzero(street_before == street)
                if not len(rows):
                    continue
                state = states_of(street, seen, rows)
                considered = considered_of(seen["action_mask"][rows[0]])
                chosen[rows] = agent.best(street, considered)[state]
                mine = studied[rows] == street
                chosen[rows[mine]] = agent.chance.choice(considered, int(mine.sum()))
                states[rows[mine]], actions[rows[mine]] = state[mine], chosen[rows[mine]]
            seen, rewards, ended, _, _ = env.step(chosen)
            for street in range(STREETS):
                taught = ended & (studied == street) & (street_before >= street)
                agent.learn(street, states[taught], actions[taught], np.minimum(rewards[taught], MOST))
            studied[ended] = agent.chance.choice(STREETS, int(ended.sum()), p=STUDIED)
            played += int(ended.sum())
        yield agent, played
        if played < rounds // 4:
            agent.forget(0.5)
    env.close()


# What its play is worth.


def policy_of(agent: Agent) -> Policy:
    """Return the agent's play for every possible hand."""
    flops, _, starts = flop_tables()
    names, classes = start_classes()
    best = agent.best(0)[start_states(starts)]
    preflop = tuple(max(int(best[np.argmax(classes == at)]) - Action.CHECK, 0) for at in range(len(names)))
    raised = np.zeros((len(flops), len(starts)), np.bool_)
    for number, flop in enumerate(flops[:, :3].astype(np.uint8)):
        raised[number] = agent.best(1)[flop_states(starts, np.repeat(flop[None], len(starts), axis=0))] != Action.CHECK
    plays = agent.best(2)[counted_rivers()] != Action.FOLD
    return Policy(preflop=preflop, flop=actions_on(raised), river=np.where(plays, LOW, FOLD).astype(np.uint8)[None])


def counted_rivers() -> Integers:
    """Return the state of every board and hole as `uth.exact` numbers them, with its own count of outs."""
    outs, kinds = np.zeros((2, BOARDS, WIDTH), np.uint8)
    room = np.zeros(26, np.int64), np.zeros(26, np.int64)
    count_outs(0, 1, board_tables().sets, hole_kinds(), board_ranks(), state_tables(), *room, outs, kinds)
    return river_state(kinds[:, HOLES, None], kinds, outs)


def value_of(agent: Agent) -> Fraction:
    """Return the value of a round for the agent's play, in antes."""
    return ev_of(MainGame(), policy_of(agent), workers=1)


def main() -> None:
    """Train an agent, print its progress, and evaluate it."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument(
        "--rounds", type=float, default=ROUNDS, help=f"how many rounds to learn from (default {ROUNDS:,})"
    )
    parser.add_argument("--seed", type=int, default=1, help="which rounds those are (default 1)")
    options = parser.parse_args()
    if not LEAST <= options.rounds <= 1e12:
        parser.error(f"--rounds {options.rounds:g} is not from {LEAST:,} to 1e12")
    if options.seed < 0:
        parser.error(f"--seed {options.seed} is less than 0")
    began, agent = time.perf_counter(), None
    try:
        for trained, played in train(int(options.rounds), options.seed):
            agent = trained
            print(f"\r{played:12,} rounds, {time.perf_counter() - began:4.0f} s", end="", file=sys.stderr, flush=True)
    except KeyboardInterrupt:
        print("  stopped here", end="", file=sys.stderr)
    print(file=sys.stderr)
    if agent is None:
        sys.exit("nothing was learnt yet")
    value = value_of(agent)
    print(f"the agent's play  {float(value):+.6f} antes a round, exactly {value}")
    print(f"the best play     {float(OPTIMUM):+.6f} antes a round, exactly {OPTIMUM}")
    print(f"given away        {float(OPTIMUM - value):.6f} antes a round")


if __name__ == "__main__":
    main()
