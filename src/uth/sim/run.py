"""A simulation from its first block to its last, or to wherever it is stopped; what was gathered is kept either way."""

from __future__ import annotations

import signal
from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from threading import current_thread, main_thread
from typing import Any

from uth.errors import UthError
from uth.sim.block import BlockResult
from uth.sim.crews import Crew
from uth.sim.gathered import Gathered, gather
from uth.sim.prepared import Prepared
from uth.sim.strategies import StrategyFailed


@dataclass(frozen=True, slots=True, kw_only=True)
class Simulated:
    """What was gathered, and why it is not the whole, if it is not."""

    gathered: Gathered
    stopped: BaseException | None = None
    abandoned: bool = False
    """Whether somebody was left at work who may never come to an end."""

    @property
    def interrupted(self) -> bool:
        """Whether a person stopped it."""
        return isinstance(self.stopped, KeyboardInterrupt)


def simulate(prepared: Prepared, crew: Crew, seen: Callable[[Gathered, BlockResult], None]) -> Simulated:
    """Play all blocks and add them up in their order; a fault or Ctrl-C ends it with what came before."""
    gathered = gather(prepared)
    stopped: BaseException | None = None
    stop = Stop()
    try:
        with stop:
            for block in in_order(prepared.blocks, crew):
                gathered.add(block)
                seen(gathered, block)
                if block.failed:
                    raise StrategyFailed(block.failed)
                stop.heed()
    except (UthError, OSError, KeyboardInterrupt) as fault:
        stopped = fault
    except BaseException:
        crew.abandon()
        raise
    return Simulated(gathered=gathered, stopped=stopped, abandoned=_sent_home(crew, at_once=stop.insisted))


def _sent_home(crew: Crew, *, at_once: bool) -> bool:
    """Send the crew home, and wait for it unless told not to; say whether somebody may be left at work."""
    try:
        if not at_once:
            crew.dismiss()
            return False
    except KeyboardInterrupt:
        pass
    return crew.abandon()


class Stop:
    """Ctrl-C, heeded between two blocks so that none is added by half; a second one does not wait."""

    def __init__(self) -> None:
        self.asked = self.insisted = False

    def __enter__(self) -> Stop:
        self.is_here = current_thread() is main_thread()
        if self.is_here:
            self.before = signal.signal(signal.SIGINT, self._ask)
        return self

    def __exit__(self, *_: object) -> None:
        if self.is_here:
            signal.signal(signal.SIGINT, self.before)

    def _ask(self, *_: object) -> None:
        if self.asked:
            self.insisted = True
            raise KeyboardInterrupt
        self.asked = True

    def heed(self) -> None:
        """Stop here if it was asked for."""
        if self.asked:
            raise KeyboardInterrupt


def in_order(blocks: int, crew: Crew) -> Iterator[BlockResult]:
    """Yield the blocks in their order, a few of them under way at any time and no more."""
    under_way: deque[Any] = deque()
    begun = 0
    while begun < blocks or under_way:
        while begun < blocks and len(under_way) < crew.at_once:
            under_way.append(crew.start(begun))
            begun += 1
        yield crew.result(under_way.popleft())
