"""A simulation from its first block to its last, or to wherever it is stopped; what was gathered is kept either way."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from uth.errors import UthError
from uth.sim.block import BlockResult
from uth.sim.crews import Crew
from uth.sim.gathered import Gathered, gather
from uth.sim.prepared import Prepared


@dataclass(frozen=True, slots=True, kw_only=True)
class Simulated:
    """What was gathered, and why it is not the whole, if it is not."""

    gathered: Gathered
    stopped: BaseException | None = None

    @property
    def interrupted(self) -> bool:
        """Whether a person stopped it."""
        return isinstance(self.stopped, KeyboardInterrupt)


def simulate(prepared: Prepared, crew: Crew, seen: Callable[[Gathered, BlockResult], None]) -> Simulated:
    """Play all blocks and add them up in their order; a fault or Ctrl-C ends it with what came before."""
    gathered = gather(prepared)
    stopped: BaseException | None = None
    try:
        for block in in_order(prepared.blocks, crew):
            gathered.add(block)
            seen(gathered, block)
    except (UthError, OSError, KeyboardInterrupt) as fault:
        stopped = fault
    finally:
        crew.dismiss()
    return Simulated(gathered=gathered, stopped=stopped)


def in_order(blocks: int, crew: Crew) -> Iterator[BlockResult]:
    """Yield the blocks in their order, a few of them under way at any time and no more."""
    under_way: deque[Any] = deque()
    begun = 0
    while begun < blocks or under_way:
        while begun < blocks and len(under_way) < crew.at_once:
            under_way.append(crew.start(begun))
            begun += 1
        yield crew.result(under_way.popleft())
