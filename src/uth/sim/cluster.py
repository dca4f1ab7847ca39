"""The same blocks on a Ray cluster: any machine may play any of them, and what a dead one had is played again."""

from __future__ import annotations

import os
from socket import create_connection
from typing import Any, Final

from uth.errors import Malformed, UthError
from uth.sim.block import BlockResult
from uth.sim.crews import PATIENCE, Lost, player_of
from uth.sim.prepared import Prepared

AHEAD: Final = 4
"""How many blocks are under way for each processor of the cluster, so that none waits for its next one."""


def _play(prepared: Prepared, block: int) -> BlockResult:
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
        self.task = ray.remote(max_retries=PATIENCE)(_play)

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
