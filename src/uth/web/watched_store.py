"""A store that counts and times its appends, and reports when it cannot write and when it can again."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Final

from uth.errors import UthError
from uth.house.house import House
from uth.house.logs import LOG
from uth.store.codec import Json
from uth.store.database import DatabaseStore
from uth.store.entries import Appended, Entry, Unavailable
from uth.store.lease import MOVED, TAKEN_OVER
from uth.web.hub import Hub
from uth.web.metrics import Metrics

PROBE_S: Final = 1.0
"""The interval of probes while the store cannot write."""
HOLD_S: Final = 5.0
"""The interval of lease renewals."""
SLOW_S: Final = 5.0
"""How long an append may take before it is reported as a fault, since a hanging database raises no error."""
STREAM: Final = "store"
WORDS: Final = {
    "store_full": "the disk of the house is full",
    "store_busy": "another program holds the database of the house",
    "store_unwritable": "the database of the house cannot be written to",
    "store_unreachable": "the database of the house is out of reach",
    "store_closed": "the house is closing",
}
GOES_ON: Final = "; nothing is lost, and the house goes on when it can write again"


def public_words(fault: Unavailable) -> str:
    """Return the message for players about a store fault, without the database's location."""
    known = WORDS.get(str(fault.code))
    if known is None:
        return fault.says or str(fault.code)
    unknown = "; whether this was done is not known: send it again under the same id" if fault.unknown else ""
    return f"{known}{GOES_ON}{unknown}"


class WatchedStore(DatabaseStore):
    """The store of an open house."""

    metrics: Metrics | None = None
    fault: Unavailable | None = None
    """Why the last append failed."""
    on_fault: Callable[[Unavailable], None] | None = None
    on_mended: Callable[[], None] | None = None
    _mending: asyncio.Task[None] | None = None

    async def append(self, entries: Sequence[Entry], *, key: str | None = None, answer: Json = None) -> Appended:
        """Append all entries durably, or none."""
        start = time.perf_counter()
        slow = asyncio.get_running_loop().call_later(SLOW_S, self._hangs)
        try:
            done = await super().append(entries, key=key, answer=answer)
        except UthError as error:
            self._count(str(getattr(error, "code", type(error).__name__.lower())), start)
            if isinstance(error, Unavailable) and error.code not in ("store_closed", MOVED):
                self._failed(error)
            raise
        finally:
            slow.cancel()
        self._count("duplicate" if done.duplicate else "done", start)
        self._worked()
        return done

    async def close(self) -> None:
        """Finish pending writes and close the database."""
        if self._mending is not None:
            self._mending.cancel()
            with suppress(asyncio.CancelledError):
                await self._mending
        await super().close()

    def _count(self, outcome: str, start: float) -> None:
        if self.metrics is not None:
            self.metrics.appends.labels(outcome).inc()
            self.metrics.append_seconds.observe(time.perf_counter() - start)

    def _hangs(self) -> None:
        if self.fault is None:  # a known fault is more specific
            self._failed(Unavailable("store_unreachable", f"{self.name}: nothing was answered for {SLOW_S:g} s"))

    def _failed(self, fault: Unavailable) -> None:
        known = self.fault is not None and self.fault.code in (fault.code, TAKEN_OVER)
        if self.fault is None or self.fault.code != TAKEN_OVER:
            self.fault = fault
        if known or self.on_fault is None:  # while opening, the exception itself is reported
            return
        if fault.code == TAKEN_OVER:
            LOG.critical("another house has the store", says=str(fault))
        else:
            LOG.error("the store cannot write", code=str(fault.code), says=str(fault))
        self.on_fault(fault)
        if self._mending is None or self._mending.done():
            self._mending = asyncio.create_task(self._mend(), name="waits for the store")

    def _worked(self) -> None:
        if self.fault is None:
            return
        LOG.warning("the store writes again", code=str(self.fault.code))
        self.fault = None
        if self.on_mended is not None:
            self.on_mended()

    async def _mend(self) -> None:
        """Write a probe record every `PROBE_S` until it succeeds, since perhaps nobody sends a command."""
        while self.fault is not None and self.stopped is None:
            await asyncio.sleep(PROBE_S)
            with suppress(UthError):
                await self._hold()
                number = (await self.streams(STREAM)).get(STREAM, 0)
                await self.append([Entry(stream=STREAM, after=number, body={"is": "written_again"})])

    async def keep_hold(self) -> None:
        """Renew the lease until cancelled, and take it again if it is lost."""
        while self.stopped is None:
            await asyncio.sleep(HOLD_S)
            if self.fault is None:
                with suppress(UthError):  # the next append reports it
                    await self._hold()

    async def _hold(self) -> None:
        try:
            await self.hold_again()
        except Unavailable as fault:
            if fault.code == TAKEN_OVER:
                self._failed(fault)
            raise


def pause_with(store: WatchedStore, house: House, hub: Hub) -> None:
    """Pause the house while its store cannot write."""

    def failed(fault: Unavailable) -> None:
        house.hold_clocks(held=True)
        hub.pause(str(fault.code), public_words(fault))
        _send_clocks(house, hub)

    def mended() -> None:
        house.hold_clocks(held=False)
        hub.resume()
        _send_clocks(house, hub)

    store.on_fault, store.on_mended = failed, mended
    if store.fault is not None:
        failed(store.fault)


def _send_clocks(house: House, hub: Hub) -> None:
    for live in house.open_tables:
        hub.aside_soon(live)
