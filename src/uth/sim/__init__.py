"""Monte Carlo simulation of whole tables, sessions and meters, on one machine or a cluster.

>>> from uth import Wager, load, post
>>> from uth.sim import Plan, SeatPlan, run_plan
>>> seat = SeatPlan(wagers={Wager.ANTE: 500, Wager.BLIND: 500}, strategy="raise_everything")
>>> plan = Plan(posted=post(load("massachusetts")), seats=(seat,), rounds=10_000, shuffle_key="docs")
>>> simulated = run_plan(plan, workers=1)
>>> simulated.gathered.rounds, simulated.stopped
(10000, None)
>>> round(simulated.gathered.mean, 2)                  # antes a round; the same key deals the same cards
-0.33
"""

from __future__ import annotations

from uth.extras import lazy

TYPE_CHECKING = False
if TYPE_CHECKING:
    from uth.sim.gathered import Gathered
    from uth.sim.plan import Plan, SeatPlan, SessionPlan
    from uth.sim.report import document_of
    from uth.sim.run import Simulated, run_plan
    from uth.sim.strategies import SeatObservation

__all__ = ["Gathered", "Plan", "SeatObservation", "SeatPlan", "SessionPlan", "Simulated", "document_of", "run_plan"]

__getattr__, __dir__ = lazy(
    __name__,
    {
        "Gathered": "uth.sim.gathered",
        "Plan": "uth.sim.plan",
        "SeatObservation": "uth.sim.strategies",
        "SeatPlan": "uth.sim.plan",
        "SessionPlan": "uth.sim.plan",
        "Simulated": "uth.sim.run",
        "document_of": "uth.sim.report",
        "run_plan": "uth.sim.run",
    },
    extra="sim",
)
