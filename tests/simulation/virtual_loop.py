"""Virtual time: an event loop whose clock jumps to the next event instead of waiting."""

from __future__ import annotations

import asyncio
import selectors
from collections.abc import Callable, Coroutine
from concurrent.futures import Executor
from typing import Any, TypeVar, TypeVarTuple, Unpack

T = TypeVar("T")
Ts = TypeVarTuple("Ts")


class Stuck(AssertionError):
    """Everybody waits and nothing is due: somebody would wait for ever."""


class VirtualLoop(asyncio.SelectorEventLoop):
    """A loop that never sleeps; what goes to a thread is done at once, so that one key has one story."""

    def __init__(self) -> None:
        self.now = 0.0
        super().__init__(_Jumping(self))

    def time(self) -> float:
        return self.now

    def run_in_executor(
        self, executor: Executor | None, func: Callable[[Unpack[Ts]], T], *args: *Ts
    ) -> asyncio.Future[T]:
        assert executor is None, "nobody here has threads of their own"
        done: asyncio.Future[T] = self.create_future()
        try:
            done.set_result(func(*args))
        except Exception as error:
            done.set_exception(error)
        return done


class _Jumping(selectors.SelectSelector):
    def __init__(self, loop: VirtualLoop) -> None:
        super().__init__()
        self._loop = loop

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        if timeout is None:
            raise Stuck("everybody waits and nothing is due")
        self._loop.now += max(timeout, 0.0)
        return []


def run(main: Coroutine[Any, Any, T]) -> T:
    """Return what the coroutine comes to, in no time."""
    with asyncio.Runner(loop_factory=VirtualLoop) as runner:
        return runner.run(main)
