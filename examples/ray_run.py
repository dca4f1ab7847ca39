"""A simulation on a Ray cluster: the same blocks, and so the same result, as on one machine.

python examples/ray_run.py local        # starts a cluster on this machine; an address joins one
"""

from __future__ import annotations

import sys

from uth import Wager, load, post
from uth.sim import Plan, SeatPlan, Simulated, run_plan


def simulated(ray: str | None, rounds: int = 1_000_000) -> Simulated:
    """Return the results of two seats, simple play beside optimal play."""
    wagers = {Wager.ANTE: 1_000, Wager.BLIND: 1_000}
    seats = tuple(SeatPlan(wagers=wagers, strategy=strategy) for strategy in ("simple", "optimal"))
    return run_plan(Plan(posted=post(load("nevada")), seats=seats, rounds=rounds, shuffle_key="ray"), ray=ray)


def line_of(result: Simulated) -> str:
    """Return the result in a line."""
    found = result.gathered
    return f"{found.rounds:,} rounds: {found.mean:+.5f} ± {found.standard_error:.5f} antes a hand"


if __name__ == "__main__":
    print(line_of(simulated(sys.argv[1] if len(sys.argv) > 1 else "local")))
