"""Who plays the blocks: threads for the compiled loop, processes for what runs in Python, machines of a cluster."""

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
"""How many times in a row workers may die before the next block is given up."""


class Lost(UthError):
    """The workers died again and again."""


class Crew(Protocol):
    """Plays blocks somewhere, several at a time."""

    at_once: int

    def start(self, block: int) -> Any:
        """Begin a block and return what stands for it."""

    def result(self, started: Any) -> BlockResult:
        """Wait for a block that was begun."""

    def dismiss(self) -> None:
        """Send everyone home once they have done what they are at."""

    def abandon(self) -> bool:
        """Wait for nobody; say whether somebody may be at work for ever."""


def player_of(prepared: Prepared) -> Callable[[Prepared, int], BlockResult]:
    """Return what plays a block of this plan."""
    return play_engine_block if prepared.plan.needs_engine else play_block


def crew_of(prepared: Prepared, workers: int | None, told: Callable[[str], None]) -> Crew:
    """Return a crew on this machine."""
    count = workers if workers is not None else os.cpu_count() or 1
    if not 1 <= count <= 1024:
        raise Malformed("workers", count, "is no number of workers; 1 to 1024")
    count = min(count, prepared.blocks)
    if count > 1 and prepared.plan.needs_engine:
        return Children(prepared, count, told)
    return Threads(prepared, count)


class Threads:
    """Threads of this process; the compiled loop does not hold them up."""

    def __init__(self, prepared: Prepared, count: int) -> None:
        self.at_once = 2 * count
        self.prepared = prepared
        self.play = player_of(prepared)
        self.pool = ThreadPoolExecutor(count, thread_name_prefix="uth-sim")

    def start(self, block: int) -> Future[BlockResult]:
        """Begin a block."""
        return self.pool.submit(self.play, self.prepared, block)

    def result(self, started: Future[BlockResult]) -> BlockResult:
        """Wait for a block."""
        return started.result()

    def dismiss(self) -> None:
        """Let the blocks that are under way end, and begin no more."""
        self.pool.shutdown(wait=True, cancel_futures=True)

    def abandon(self) -> bool:
        """Begin no more blocks; a thread that never ends cannot be ended."""
        self.pool.shutdown(wait=False, cancel_futures=True)
        return True


_prepared: Prepared | None = None


def _arrive(prepared: Prepared) -> None:
    """Make a process ready; Ctrl-C is its parent's affair."""
    global _prepared
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _prepared = prepared


def _be_here() -> None:
    """Do nothing but be there."""


def _play(block: int) -> BlockResult:
    if _prepared is None:
        raise Lost("a worker was not made ready")
    return player_of(_prepared)(_prepared, block)


Begun = tuple[int, ProcessPoolExecutor, Future[BlockResult] | None]
"""A block, the pool it was given to, and what stands for its result, if the pool took it."""


class Children:
    """Processes of this machine; when one dies, the blocks that were lost with it are played again."""

    def __init__(self, prepared: Prepared, count: int, told: Callable[[str], None]) -> None:
        self.at_once = 2 * count
        self.count = count
        self.prepared = prepared.for_workers()
        self.told = told
        self.deaths = 0
        self.others = active_children()
        self.pool = self._pool()

    def _pool(self) -> ProcessPoolExecutor:
        """Return new workers, all of them on their way: one begun later, as the pool breaks, would never be ended."""
        pool = ProcessPoolExecutor(
            self.count, mp_context=get_context("spawn"), initializer=_arrive, initargs=(self.prepared,)
        )
        for _ in range(self.count):
            pool.submit(_be_here)
        return pool

    def start(self, block: int) -> Begun:
        """Begin a block; a pool that has just broken begins it later."""
        try:
            return block, self.pool, self.pool.submit(_play, block)
        except BrokenProcessPool:
            return block, self.pool, None

    def result(self, started: Begun) -> BlockResult:
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
        """Take on new workers; what the old ones had begun is begun again when its turn comes."""
        self.deaths += 1
        if self.deaths > PATIENCE:
            raise Lost(f"workers: died {self.deaths} times over block {block}")
        self.told(f"a worker died; its rounds are dealt again (from block {block})")
        self.pool.shutdown(wait=False, cancel_futures=True)
        self.pool = self._pool()

    def dismiss(self) -> None:
        """Begin no more blocks, and wait for those under way."""
        self.pool.shutdown(wait=True, cancel_futures=True)

    def abandon(self) -> bool:
        """Begin no more blocks, and end the processes that are at one."""
        for child in active_children():
            if child not in self.others:
                child.kill()
        self.pool.shutdown(wait=True, cancel_futures=True)
        return False


AHEAD: Final = 4
"""How many blocks are under way for each processor of the cluster, so that none waits for its next one."""


def _play_block(prepared: Prepared, block: int) -> BlockResult:
    return player_of(prepared)(prepared, block)


def _require_listening(address: str) -> None:
    """Refuse an address at which nobody answers: Ray itself would ask there for half a minute, and not quietly."""
    host, _, port = address.removeprefix("ray://").rpartition(":")
    if not host or not port.isdecimal():
        raise Malformed("ray", address, "is no address; write auto, or a host and a port as in 10.0.0.5:6379")
    try:
        create_connection((host, int(port)), timeout=5).close()
    except (OSError, OverflowError) as fault:
        raise Malformed("ray", address, f"cannot be joined: {getattr(fault, 'strerror', None) or fault}") from None


class RayCrew:
    """The machines of a Ray cluster; `auto` is the one that runs here, or else one of this machine's processors."""

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
        """Join the cluster at the address, or start one here where `auto` finds none."""
        if address not in ("auto", "local"):
            _require_listening(address)
        quiet = {"logging_level": "ERROR", "log_to_driver": False, "include_dashboard": False}
        joined = {"logging_level": "ERROR", "log_to_driver": False}
        try:
            self.ray.init(address=address, **joined)
        except Exception as fault:
            if address == "auto" and isinstance(fault, ConnectionError):
                self.ray.init(address="local", num_cpus=workers or os.cpu_count() or 1, **quiet)
                return
            (says, *_) = str(fault).strip().splitlines() or [type(fault).__name__]
            raise Malformed("ray", address, f"cannot be joined: {says}") from None

    def start(self, block: int) -> tuple[int, Any]:
        """Begin a block."""
        return block, self.task.remote(self.prepared, block)

    def result(self, started: tuple[int, Any]) -> BlockResult:
        """Wait for a block; where its machine has died for good, have another play it."""
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
        raise Lost(f"ray: the workers died {PATIENCE} times over block {block}")

    def dismiss(self) -> None:
        """Leave the cluster; what is under way there is dropped."""
        self.ray.shutdown()

    def abandon(self) -> bool:
        """Leave the cluster."""
        self.dismiss()
        return False
