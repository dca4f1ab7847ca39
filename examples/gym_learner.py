"""A Gymnasium loop with a small learner: when to raise before the flop, learnt from results alone.

It averages what a raise and two checks bring for each of the 169 starting hands, and then raises where that was better.
`train_agent.py` learns the whole game.

    python examples/gym_learner.py
"""

from __future__ import annotations

from collections import defaultdict
from typing import Any

import gymnasium
import numpy as np

from uth.env import Action

LAST = (Action.PLAY_1X, Action.PLAY_2X)


def name_of(hole: Any) -> str:
    """Return the starting hand: two ranks, the higher first, and whether they are suited."""
    (low, low_suit), (high, high_suit) = sorted((int(card) // 4, int(card) % 4) for card in hole)
    ranks = "23456789TJQKA"
    return ranks[high] + ranks[low] + ("" if high == low else "s" if high_suit == low_suit else "o")


def played(env: gymnasium.Env[Any, Any], raises: bool) -> float:
    """Finish the round: raise four times the ante now, or check as long as that is offered and then play."""
    terminated, won, action = False, 0.0, Action.PLAY_4X if raises else Action.CHECK
    while not terminated:
        seen, reward, terminated, _, _ = env.step(action)
        won += float(reward)
        offered = seen["action_mask"]
        action = Action.CHECK if offered[Action.CHECK] else next((each for each in LAST if offered[each]), Action.FOLD)
    return won


def learn(rounds: int, seed: int = 7) -> dict[str, tuple[float, float]]:
    """Return for each starting hand that was dealt the average result of checking and of raising, in antes."""
    env = gymnasium.make("uth/Massachusetts-v0")
    rng = np.random.default_rng(seed)
    results: dict[str, tuple[list[float], list[float]]] = defaultdict(lambda: ([], []))
    for number in range(rounds):
        seen, _ = env.reset(seed=seed if number == 0 else None)
        raises = bool(rng.integers(2))
        results[name_of(seen["hole"])][raises].append(played(env, raises))
    env.close()
    return {name: (float(np.mean(both[0])), float(np.mean(both[1]))) for name, both in results.items() if all(both)}


if __name__ == "__main__":
    found = learn(20_000)
    print("raises:", " ".join(sorted(name for name, (check, raise_) in found.items() if raise_ > check)))
