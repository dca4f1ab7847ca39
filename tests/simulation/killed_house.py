"""A house in its own process that is killed at a named point: a whole server on a real database.

The process that forks is started once, with everything imported, and holds the listening socket, so that every life of
the house answers at the same address. A line of JSON begins a life; it answers with its process id, then with its end.
"""

from __future__ import annotations

import asyncio
import json
import os
import random
import signal
import socket
import subprocess
import sys
import threading
import time
import traceback
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NoReturn

from support.observing import Hears

POINTS = (
    "before an append",
    "inside the transaction",
    "before the commit",
    "after the commit",
    "before it is told",
    "after it is told",
    "any time",
)
FLOOR = ("nevada", "chickasaw")
"""The books whose awards wait for a supervisor."""


def die(*_: object) -> NoReturn:
    """Be gone at once, as when the plug is pulled."""
    os.kill(os.getpid(), signal.SIGKILL)
    raise AssertionError("nobody outlives that")


async def live(url: str, door: socket.socket, point: str, nth: int) -> None:
    """Serve the house until the point is reached for the nth time."""
    import uvicorn
    from sqlalchemy import event

    from simulation.floor_people import NAMES, PASSWORD
    from simulation.rich_rules import rich
    from uth.composition import compose
    from uth.house.live_table import LiveTable
    from uth.people.roles import Role, Session
    from uth.rules.loader import BOOKS
    from uth.store.codec import Json
    from uth.store.database import DatabaseStore
    from uth.store.entries import Appended, Entry
    from uth.store.writing import Executor
    from uth.table.round.decide import Events
    from uth.table.round.state import Table
    from uth.units import Cents
    from uth.web.app import make_app
    from uth.web.hub import Hub

    counts = {"left": nth, "is_open": 0}

    def reached(here: str) -> None:
        if here == point and counts["is_open"]:
            counts["left"] -= 1
            if counts["left"] <= 0:
                die()

    class Killed(DatabaseStore):
        async def append(self, entries: Sequence[Entry], *, key: str | None = None, answer: Json = None) -> Appended:
            reached("before an append")
            appended = await super().append(entries, key=key, answer=answer)
            reached("after the commit")
            return appended

    store = await Killed.open(url)
    engine = store._engines.write

    put = Executor.put

    def putting(executor: Executor, statement: Any, names: tuple[str, ...], values: Sequence[tuple[Any, ...]]) -> None:
        put(executor, statement, names, values)
        if values and str(statement).startswith("INSERT INTO transfers"):
            reached("inside the transaction")

    Executor.put = putting  # type: ignore[method-assign, assignment]  # this process is about to be killed
    event.listen(engine, "commit", lambda _: reached("before the commit"))
    hub = Hub()

    def tell(table: LiveTable, events: Events, states: Sequence[Table]) -> None:
        reached("before it is told")
        hub.table_changed(table, events, states)
        reached("after it is told")

    composed = compose(store, hub, observers=(Hears(tell, hub.link_changed),))
    house, people = composed.house, composed.house.people
    house.bankrolls.allowance = Cents(400_000)
    house.bankrolls.clock = lambda: time.time() % 1_000_000 * 43_200  # two seconds are a day
    await composed.open()
    maker = Session(person="house", roles=frozenset({Role.MANAGER}), csrf="", ends=0)
    for name, role in NAMES.items():
        if name not in people.accounts:
            await people.make(name, frozenset({Role(role)}), PASSWORD)
    for book in BOOKS:
        if book not in house.tables:
            awards = "floor" if book in FLOOR else "house"
            await house.make_table(maker, {"name": book, "rules": rich(book), "speed": "instant", "awards": awards})
    counts["is_open"] = 1
    if point == "any time":
        threading.Timer(random.Random(nth).uniform(0.0, 0.3), die).start()
    config = uvicorn.Config(make_app(house, hub), log_level="error", lifespan="on", ws="websockets-sansio")
    await uvicorn.Server(config).serve(sockets=[door])


class Lives:
    """One life of a house after the other, at one address."""

    def __init__(self) -> None:
        here = Path(__file__).resolve().parents[1]
        self._program = subprocess.Popen(
            [sys.executable, "-c", "from simulation.killed_house import serve; serve()"],
            env={**os.environ, "PYTHONPATH": str(here)},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        self.address = f"http://127.0.0.1:{int(self._line())}"

    def begin(self, url: str, point: str, nth: int) -> int:
        """Return the process id of a life that has begun."""
        assert self._program.stdin is not None
        self._program.stdin.write(json.dumps({"url": url, "point": point, "nth": nth}) + "\n")
        self._program.stdin.flush()
        return int(self._line())

    def end(self) -> int:
        """Return how the life ended: below zero by a signal."""
        return int(self._line())

    def _line(self) -> str:
        assert self._program.stdout is not None
        return self._program.stdout.readline()

    def close(self) -> None:
        assert self._program.stdin is not None
        assert self._program.stdout is not None
        self._program.stdin.close()
        self._program.wait(30)
        self._program.stdout.close()


def serve() -> None:
    """Fork for every line, with all that a life needs imported already."""
    import psycopg  # noqa: F401
    import uvicorn.lifespan.on
    import uvicorn.protocols.http.httptools_impl
    import uvicorn.protocols.websockets.websockets_sansio_impl  # noqa: F401

    import uth.store.database
    import uth.web.app  # noqa: F401

    door = socket.create_server(("127.0.0.1", 0), backlog=200)
    print(door.getsockname()[1], flush=True)
    for line in sys.stdin:
        pid = os.fork()
        if pid == 0:
            _child(json.loads(line), door)
        print(pid, flush=True)
        _, status = os.waitpid(pid, 0)
        print(os.waitstatus_to_exitcode(status), flush=True)


def _child(wanted: dict[str, Any], door: socket.socket) -> None:
    code = 1
    try:
        asyncio.run(live(door=door, **wanted))
        code = 0
    except BaseException:
        traceback.print_exc()
    finally:
        os._exit(code)
