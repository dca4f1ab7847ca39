"""Executors of blocks: threads for the compiled loop, processes for Python code, or the machines of a cluster."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable
from concurrent.futures import CancelledError, Future, ProcessPoolExecutor, ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import active_children, get_context
from socket import create_connection
from typing import Any, Final, Protocol

from uth.errors import Malformed, UthError
from uth.sim.block import BlockResult, play_block
from uth.sim.engine import play_engine_block
from uth.sim.prepared import Prepared

PATIENCE: Final = 3
"""The number of times in a row that workers may die, or a local cluster fail to start, before the block is given up."""

QUIET: Final = {"logging_level": "ERROR", "log_to_driver": False}
"""Options with which Ray prints errors only."""


class WorkersDied(UthError):
    """The workers died repeatedly."""


class BlockExecutor(Protocol):
    """Runs blocks, several at a time."""

    at_once: int

    def start(self, block: int) -> Any:
        """Start a block and return a handle for `result`."""

    def result(self, started: Any) -> BlockResult:
        """Wait for a started block."""

    def shutdown(self) -> None:
        """Wait for running blocks and start no more."""

    def terminate(self) -> bool:
        """Stop without waiting; return whether a worker may still be running."""


def player_of(prepared: Prepared) -> Callable[[Prepared, int], BlockResult]:
    """Return the function that plays a block of this plan."""
    return play_engine_block if prepared.plan.needs_engine else play_block


def executor_for(prepared: Prepared, workers: int | None, report: Callable[[str], None]) -> BlockExecutor:
    """Return an executor on this machine."""
    count = workers if workers is not None else os.cpu_count() or 1
    if not 1 <= count <= 1024:
        raise Malformed("workers", count, "is not a number of workers from 1 to 1024")
    count = min(count, prepared.blocks)
    if count > 1 and prepared.plan.needs_engine:
        return PoolExecutor(prepared, count, report)
    return ThreadExecutor(prepared, count)


class ThreadExecutor:
    """Threads of this process; the compiled loop releases the GIL."""

    def __init__(self, prepared: Prepared, count: int) -> None:
        self.at_once = 2 * count
        self.prepared = prepared
        self.play = player_of(prepared)
        self.pool = ThreadPoolExecutor(count, thread_name_prefix="uth-sim")

    def start(self, block: int) -> Future[BlockResult]:
        """Start a block."""
        return self.pool.submit(self.play, self.prepared, block)

    def result(self, started: Future[BlockResult]) -> BlockResult:
        """Wait for a block."""
        return started.result()

    def shutdown(self) -> None:
        """Wait for running blocks and start no more."""
        self.pool.shutdown(wait=True, cancel_futures=True)

    def terminate(self) -> bool:
        """Start no more blocks; a running thread cannot be stopped."""
        self.pool.shutdown(wait=False, cancel_futures=True)
        return True


_prepared: Prepared | None = None


def _initialize_worker(prepared: Prepared) -> None:
    """Initialize a worker process; Ctrl-C is handled by its parent."""
    global _prepared
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _prepared = prepared


def _do_nothing() -> None:
    """Do nothing, as a task that makes the pool start a worker."""


def _play(block: int) -> BlockResult:
    if _prepared is None:
        raise WorkersDied("a worker was not initialized")
    return player_of(_prepared)(_prepared, block)


StartedBlock = tuple[int, ProcessPoolExecutor, Future[BlockResult] | None]
"""A block, its pool, and the future of its result, or ``None`` if the pool did not accept it."""


class PoolExecutor:
    """Processes of this machine; the blocks of a process that dies are played again."""

    def __init__(self, prepared: Prepared, count: int, report: Callable[[str], None]) -> None:
        self.at_once = 2 * count
        self.count = count
        self.prepared = prepared.for_workers()
        self.report = report
        self.deaths = 0
        self.others = active_children()
        self.pool = self._pool()

    def _pool(self) -> ProcessPoolExecutor:
        """Return a pool with all its workers started; one started while the pool breaks would never be stopped."""
        pool = ProcessPoolExecutor(
            self.count, mp_context=get_context("spawn"), initializer=_initialize_worker, initargs=(self.prepared,)
        )
        for _ in range(self.count):
            pool.submit(_do_nothing)
        return pool

    def start(self, block: int) -> StartedBlock:
        """Start a block; if the pool has just broken, the block is started later."""
        try:
            return block, self.pool, self.pool.submit(_play, block)
        except BrokenProcessPool:
            return block, self.pool, None

    def result(self, started: StartedBlock) -> BlockResult:
        """Wait for a block, and play it again with new workers if its own have died."""
        block, pool, future = started
        while True:
            try:
                if future is not None:
                    answer = future.result()
                    self.deaths = 0
                    return answer
            except (BrokenProcessPool, CancelledError):
                pass
            if pool is self.pool:
                self._replace(block)
            block, pool, future = self.start(block)

    def _replace(self, block: int) -> None:
        """Replace the workers. Blocks of the old ones are started again in turn."""
        self.deaths += 1
        if self.deaths > PATIENCE:
            raise WorkersDied(f"workers: died {self.deaths} times over block {block}")
        self.report(f"a worker died; its rounds are dealt again (from block {block})")
        self.pool.shutdown(wait=False, cancel_futures=True)
        self.pool = self._pool()

    def shutdown(self) -> None:
        """Wait for running blocks and start no more."""
        self.pool.shutdown(wait=True, cancel_futures=True)

    def terminate(self) -> bool:
        """Kill the worker processes."""
        for child in active_children():
            if child not in self.others:
                child.kill()
        self.pool.shutdown(wait=True, cancel_futures=True)
        return False


AHEAD: Final = 4
"""The number of blocks started per processor of the cluster, so that none is idle."""


def _play_block(prepared: Prepared, block: int) -> BlockResult:
    return player_of(prepared)(prepared, block)


def _require_listening(address: str) -> None:
    """Raise `Malformed` unless the address accepts connections; Ray would retry noisily for half a minute."""
    host, _, port = address.removeprefix("ray://").rpartition(":")
    if not host or not port.isdecimal():
        raise Malformed("ray", address, "is not an address; write auto, or a host and a port as in 10.0.0.5:6379")
    try:
        create_connection((host, int(port)), timeout=5).close()
    except (OSError, OverflowError) as fault:
        raise Malformed("ray", address, f"cannot be joined: {getattr(fault, 'strerror', None) or fault}") from None


class RayExecutor:
    """The machines of a Ray cluster; `auto` joins a running cluster or else starts one on this machine."""

    def __init__(self, prepared: Prepared, address: str, workers: int | None) -> None:
        os.environ.setdefault("RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO", "0")
        try:
            import ray
        except ImportError:
            raise Malformed("ray", address, "needs Ray: pip install 'uth[cluster]'") from None
        self.ray: Any = ray
        self._join(address, workers)
        self.at_once = AHEAD * max(int(self.ray.cluster_resources().get("CPU", 1)), 1)
        self.prepared = ray.put(prepared.for_workers())
        self.task = ray.remote(max_retries=PATIENCE)(_play_block)

    def _join(self, address: str, workers: int | None) -> None:
        """Join the cluster at the address, or start one here: for `local`, or if `auto` finds none."""
        try:
            if address == "local":
                self._start_local(workers)
                return
            if address != "auto":
                _require_listening(address)
            self.ray.init(address=address, **QUIET)
        except Malformed:
            raise
        except Exception as fault:
            if address == "auto" and isinstance(fault, ConnectionError):
                self._join("local", workers)
                return
            (says, *_) = str(fault).strip().splitlines() or [type(fault).__name__]
            raise Malformed("ray", address, f"cannot be joined: {says}") from None

    def _start_local(self, workers: int | None) -> None:
        """Start a cluster on this machine; a node whose agents take more than 15 s to start gives up, so try again."""
        for left in reversed(range(PATIENCE)):
            try:
                self.ray.init(
                    address="local", num_cpus=workers or os.cpu_count() or 1, include_dashboard=False, **QUIET
                )
                return
            except Exception:
                self.ray.shutdown()
                if not left:
                    raise

    def start(self, block: int) -> tuple[int, Any]:
        """Start a block."""
        return block, self.task.remote(self.prepared, block)

    def result(self, started: tuple[int, Any]) -> BlockResult:
        """Wait for a block; play it again if its machine has died."""
        block, reference = started
        for _ in range(PATIENCE):
            try:
                answer: BlockResult = self.ray.get(reference)
                return answer
            except self.ray.exceptions.RayTaskError as fault:
                if isinstance(fault.cause, UthError):
                    raise fault.cause from None
                raise
            except self.ray.exceptions.RayError:
                _, reference = self.start(block)
        raise WorkersDied(f"ray: the workers died {PATIENCE} times over block {block}")

    def shutdown(self) -> None:
        """Leave the cluster; running blocks are dropped."""
        self.ray.shutdown()

    def terminate(self) -> bool:
        """Leave the cluster."""
        self.shutdown()
        return False
