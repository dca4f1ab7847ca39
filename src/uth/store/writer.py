"""The writer thread: appends that arrive while it writes share its next transaction."""

from __future__ import annotations

import logging
import time
from collections.abc import Sequence
from concurrent.futures import Future
from queue import Empty, SimpleQueue
from threading import Lock, Thread
from typing import Final, NamedTuple

from sqlalchemy import Connection
from sqlalchemy.exc import SQLAlchemyError

from uth.errors import Broken, UthError
from uth.store.chain import Clock, LogClock
from uth.store.drafts import Draft
from uth.store.engine import Engines
from uth.store.entries import Appended, Head, Unavailable
from uth.store.faults import fault_of, is_lost
from uth.store.lease import TAKEN_OVER, Epoch
from uth.store.queries import rows_after
from uth.store.writing import Outcome, Wrote, lock_head, write_group

LOG: Final = logging.getLogger(__name__)
GROUP_MAX: Final = 500
"""The most appends in one transaction."""


class PendingAppend(NamedTuple):
    """A queued append and the future of its result."""

    draft: Draft
    future: Future[Appended]


class Writer:
    """The thread that writes, and its queue."""

    def __init__(self, engines: Engines, clock: Clock, wait_s: float, epoch: Epoch | None = None) -> None:
        self._engines = engines
        self._epoch = epoch
        """Checked against the log in every transaction, if the store is leased to one house."""
        self._clock = LogClock(clock)
        self._wait_s = wait_s
        self._connection: Connection | None = None
        """Reused for every transaction until an error occurs on it."""
        self._queue: SimpleQueue[PendingAppend | None] = SimpleQueue()
        self._closing = Lock()
        self._closed = False
        self._stopped: Unavailable | None = None
        self._thread = Thread(target=self._run, name="uth-store-writer", daemon=True)
        self._thread.start()

    @property
    def stopped(self) -> str | None:
        """Why appends are refused although the store was not closed, or ``None``."""
        return self._stopped.says if self._stopped is not None else None

    @property
    def waiting(self) -> int:
        """How many appends are queued."""
        return self._queue.qsize()

    def send(self, draft: Draft) -> Future[Appended]:
        """Queue the append and return the future of its result."""
        future: Future[Appended] = Future()
        with self._closing:
            if self._stopped is not None:
                raise Unavailable(self._stopped.code, self._stopped.says)
            if self._closed:
                raise Unavailable("store_closed", "the store is closed")
            self._queue.put(PendingAppend(draft, future))
        return future

    def stop(self, why: Unavailable) -> None:
        """Refuse every further append with this reason."""
        with self._closing:
            self._stopped = why

    def close(self) -> None:
        """Refuse further appends, and return when the queue is written."""
        with self._closing:
            if not self._closed:
                self._closed = True
                self._queue.put(None)
        self._thread.join()

    def _run(self) -> None:
        group: list[PendingAppend] = []
        try:
            while group := self._gathered():
                self._write([each for each in group if each.future.set_running_or_notify_cancel()])
        except BaseException as error:
            LOG.critical("the store's writer has stopped", exc_info=error)
            self._give_up(group)
        finally:
            self._let_go()

    def _give_up(self, group: Sequence[PendingAppend]) -> None:
        """Refuse further appends, and fail every append that is queued."""
        says = "the store's writer has stopped; start the house again"
        self.stop(Unavailable("store_stopped", says))
        self._queue.put(None)
        for each in (*group, *iter(self._queue.get, None)):
            if not each.future.done():
                fault = Unavailable("store_stopped", f"{says}; whether this was written is not known", unknown=True)
                each.future.set_exception(fault)

    def _gathered(self) -> list[PendingAppend]:
        """Wait for appends and return those that are queued; nothing when the store is closed."""
        first = self._queue.get()
        if first is None:
            return []
        group = [first]
        while len(group) < GROUP_MAX:
            try:
                each = self._queue.get_nowait()
            except Empty:
                break
            if each is None:
                self._queue.put(None)
                break
            group.append(each)
        return group

    def _write(self, group: Sequence[PendingAppend]) -> None:
        if not group:
            return
        try:
            outcomes = self._written([each.draft for each in group])
        except UthError as fault:
            if isinstance(fault, Unavailable) and fault.code == TAKEN_OVER:
                self.stop(fault)
            self._fail(group, fault)
        except SQLAlchemyError as error:
            self._fail(group, fault_of(error, self._engines.name))
        except Exception as error:
            self._fail(group, Broken(f"an append was not written: {error!r}"))
        else:
            for each, outcome in zip(group, outcomes, strict=True):
                if isinstance(outcome, Appended):
                    each.future.set_result(outcome)
                else:
                    each.future.set_exception(outcome)

    def _fail(self, group: Sequence[PendingAppend], fault: UthError) -> None:
        """Fail the group; where one append may be at fault, write them one by one."""
        if len(group) > 1 and isinstance(fault, Broken):
            for each in group:
                self._write([each])
            return
        for each in group:
            each.future.set_exception(fault)

    def _written(self, drafts: Sequence[Draft]) -> list[Outcome]:
        """Write the appends in one transaction and return their results; retry once if the connection was lost."""
        try:
            return self._commit(drafts)
        except SQLAlchemyError as error:
            if not is_lost(error):
                raise
        return self._commit(drafts)

    def _commit(self, drafts: Sequence[Draft]) -> list[Outcome]:
        self._connection = connection = self._connection or self._engines.write.connect()
        try:
            transaction = connection.begin()
            wrote = write_group(connection, drafts, self._clock, self._epoch)
        except BaseException:
            self._let_go()
            raise
        try:
            transaction.commit()
        except SQLAlchemyError as error:
            fault = fault_of(error, self._engines.name)
            connection.invalidate()
            self._let_go()
        else:
            return self._done(wrote)
        if wrote.head is not None and self._has(wrote.head, fault):
            return self._done(wrote)
        raise fault

    def _done(self, wrote: Wrote) -> list[Outcome]:
        if self._epoch is not None:
            self._epoch.number, self._epoch.stated = wrote.epoch, wrote.stated
        return wrote.outcomes

    def _let_go(self) -> None:
        """Drop the connection and its open transaction."""
        connection, self._connection = self._connection, None
        if connection is not None:
            connection.close()

    def _has(self, head: Head, fault: UthError) -> bool:
        """Return whether a failed commit was written after all, by looking at the log."""
        until = time.monotonic() + self._wait_s
        while True:
            try:
                with self._engines.write.begin() as connection:
                    return lock_head(connection).position >= head.position and any(
                        row.chain == head.chain for row in rows_after(connection, head.position - 1)[:1]
                    )
            except SQLAlchemyError:
                if time.monotonic() > until:
                    says = f"{fault}; whether the append was written is not known: send it again with its key"
                    raise Unavailable("store_unreachable", says, unknown=True) from None
                time.sleep(min(0.1, self._wait_s))
