"""Runs a simulation to its end or until it is stopped, and keeps the results so far in either case."""

from __future__ import annotations

import signal
from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from threading import current_thread, main_thread
from typing import Any

from uth.errors import UthError
from uth.sim.block import BlockResult
from uth.sim.executors import BlockExecutor, RayExecutor, executor_for
from uth.sim.gathered import Gathered, gather
from uth.sim.plan import Plan
from uth.sim.prepared import Prepared, prepare
from uth.sim.strategies import StrategyFailed


@dataclass(frozen=True, slots=True, kw_only=True)
class Simulated:
    """The results, and the reason if they are incomplete."""

    gathered: Gathered
    stopped: BaseException | None = None
    abandoned: bool = False
    """Whether a worker was left running and may never end."""

    @property
    def interrupted(self) -> bool:
        """Whether the user stopped it."""
        return isinstance(self.stopped, KeyboardInterrupt)


def simulate(
    prepared: Prepared, executor: BlockExecutor, observe: Callable[[Gathered, BlockResult], None]
) -> Simulated:
    """Play all blocks and add them up in order. An error or Ctrl-C ends the run with the results so far."""
    gathered = gather(prepared)
    stopped: BaseException | None = None
    stop = DeferredInterrupt()
    try:
        with stop:
            for block in in_order(prepared.blocks, executor):
                gathered.add(block)
                observe(gathered, block)
                if block.failed:
                    raise StrategyFailed(block.failed)
                stop.raise_if_requested()
    except (UthError, OSError, KeyboardInterrupt) as fault:
        stopped = fault
    except BaseException:
        executor.terminate()
        raise
    return Simulated(gathered=gathered, stopped=stopped, abandoned=_shut_down(executor, at_once=stop.repeated))


def run_plan(plan: Plan, *, workers: int | None = None, ray: str | None = None) -> Simulated:
    """Return the results of the plan, played on this machine's processors or on a Ray cluster.

    `ray` is ``auto``, ``local`` or the address of a cluster. Restarted workers are not reported.
    """
    prepared = prepare(plan)
    executor = executor_on(prepared, workers, ray, lambda _: None)
    return simulate(prepared, executor, lambda _, __: None)


def executor_on(
    prepared: Prepared, workers: int | None, ray: str | None, report: Callable[[str], None]
) -> BlockExecutor:
    """Return the executor of the blocks: this machine's processors, or a Ray cluster."""
    return executor_for(prepared, workers, report) if ray is None else RayExecutor(prepared, ray, workers)


def _shut_down(executor: BlockExecutor, *, at_once: bool) -> bool:
    """Shut the executor down, waiting for it unless `at_once`; return whether a worker may still be running."""
    try:
        if not at_once:
            executor.shutdown()
            return False
    except KeyboardInterrupt:
        pass
    return executor.terminate()


class DeferredInterrupt:
    """Defers Ctrl-C until a block is fully added; a second Ctrl-C stops at once."""

    def __init__(self) -> None:
        self.requested = self.repeated = False

    def __enter__(self) -> DeferredInterrupt:
        self.is_here = current_thread() is main_thread()
        if self.is_here:
            self.before = signal.signal(signal.SIGINT, self._ask)
        return self

    def __exit__(self, *_: object) -> None:
        if self.is_here:
            signal.signal(signal.SIGINT, self.before)

    def _ask(self, *_: object) -> None:
        if self.requested:
            self.repeated = True
            raise KeyboardInterrupt
        self.requested = True

    def raise_if_requested(self) -> None:
        """Raise `KeyboardInterrupt` if Ctrl-C was pressed."""
        if self.requested:
            raise KeyboardInterrupt


def in_order(blocks: int, executor: BlockExecutor) -> Iterator[BlockResult]:
    """Yield the blocks in order, with a limited number started at any time."""
    under_way: deque[Any] = deque()
    begun = 0
    while begun < blocks or under_way:
        while begun < blocks and len(under_way) < executor.at_once:
            under_way.append(executor.start(begun))
            begun += 1
        yield executor.result(under_way.popleft())
