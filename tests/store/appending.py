"""A program that appends to a store until it is killed, or a number of times, and records each acknowledged append.

It is started once and forks for every run, so that a test can kill thirty real programs without waiting for Python to
start thirty times. A line of JSON on its input begins a run; it answers with the run's process id, then with its end.
"""

from __future__ import annotations

import asyncio
import json
import os
import subprocess
import sys
import traceback
from pathlib import Path
from typing import Any

TASKS = 6
KINDS = ("kept", "shared")


async def append_until_killed(url: str, name: str, acks: str, appends: int | None) -> None:
    """Append two records and two transfers at a time, to a stream of one's own and to one that all share."""
    from store.entering import entry
    from uth.errors import Stale
    from uth.store.database import DatabaseStore
    from uth.store.entries import Unavailable

    store = await DatabaseStore.open(url)
    told = os.open(acks, os.O_WRONLY | os.O_CREAT | os.O_APPEND)

    async def run(task: int) -> None:
        own, done = f"{name}/{task}", 0
        while appends is None or done < appends:
            key, shared = f"{own}/{done}", f"shared/{task}"
            moves = "cage > player:ann 100", f"player:ann > tray:{task} 7/3"
            try:
                after = (await store.streams(shared)).get(shared, 0)
                await store.append(
                    [entry(own, done, {"kind": "kept"}, *moves), entry(shared, after, {"kind": "shared"}, *moves)],
                    key=key,
                    answer=key,
                )
            except Stale:
                continue
            except Unavailable:
                await asyncio.sleep(0.05)
                continue
            os.write(told, f"{key}\n".encode())
            done += 1

    await asyncio.gather(*(run(task) for task in range(TASKS)))
    await store.close()


class Programs:
    """The program that forks, as the test sees it."""

    def __init__(self) -> None:
        here = Path(__file__).resolve().parent.parent
        self._program = subprocess.Popen(
            [sys.executable, "-c", "from store.appending import serve; serve()"],
            env={**os.environ, "PYTHONPATH": str(here)},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def begin(self, url: str, name: str, acks: Path, appends: int | None = None) -> int:
        """Return the process id of a run that has begun."""
        assert self._program.stdin is not None
        self._program.stdin.write(json.dumps({"url": url, "name": name, "acks": str(acks), "appends": appends}) + "\n")
        self._program.stdin.flush()
        return int(self._line())

    def end(self) -> int:
        """Return how the run ended: 0 by itself, below zero by a signal."""
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
    """Fork for every line, with all that a run needs imported already."""
    import psycopg  # noqa: F401

    import uth.store.database  # noqa: F401

    for line in sys.stdin:
        pid = os.fork()
        if pid == 0:
            _child(json.loads(line))
        print(pid, flush=True)
        _, status = os.waitpid(pid, 0)
        print(os.waitstatus_to_exitcode(status), flush=True)


def _child(wanted: dict[str, Any]) -> None:
    code = 1
    try:
        asyncio.run(append_until_killed(**wanted))
        code = 0
    except BaseException:
        traceback.print_exc()
    finally:
        os._exit(code)
