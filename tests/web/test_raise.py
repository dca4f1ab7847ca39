"""A raise through the running house passes only through the files listed in docs/architecture.md, in few calls."""

from __future__ import annotations

import asyncio
import re
import sys
import threading
from collections import Counter
from contextlib import AsyncExitStack
from pathlib import Path
from types import FrameType

import uth
from support.open_house import OpenHouse, open_house
from uth.web.watched_store import WatchedStore

SOURCES = f"{Path(uth.__file__).parent}/"
PAGE = Path(__file__).parents[2] / "docs" / "architecture.md"
SEATS = 6
CALLS_MAX = 370
"""Calls of functions, comprehensions and resumed coroutines, SQLite included; before the redesign there were 1,034."""
FILES_MAX = 34
"""Files that run a line, the shared ones such as `errors.py` included; before the redesign there were 62."""


class Trace:
    """Counts the calls of functions of `uth`, in every thread, while it is on."""

    def __init__(self) -> None:
        self.calls: Counter[str] = Counter()
        self.on = False

    def __call__(self, frame: FrameType, event: str, _: object) -> None:
        if self.on and event == "call" and frame.f_code.co_filename.startswith(SOURCES):
            self.calls[frame.f_code.co_filename.removeprefix(SOURCES)] += 1


def files_of_the_page() -> set[str]:
    """Return the Python files that docs/architecture.md names for the steps of a raise."""
    steps = PAGE.read_text().partition("## A raise, step by step")[2].partition("\n## ")[0]
    return set(re.findall(r"`((?!tests)[a-z_/]+\.py)`", steps))


async def raised(at: OpenHouse, trace: Trace) -> list[Counter[str]]:
    """Seat six people, and trace the raises of three of them before the flop."""
    table = await at.table()
    async with AsyncExitStack() as stack:
        people = [await at.guest() for _ in range(SEATS)]
        sockets = [await stack.enter_async_context(person.socket(table)) for person in people]
        for seat, (person, socket) in enumerate(zip(people, sockets, strict=True), 1):
            await person.sit_only(socket, seat)
        while people[0].view["phase"] != "wagers":
            await people[0].hear(sockets[0])
        for seat, (person, socket) in enumerate(zip(people, sockets, strict=True), 1):
            await person.do(socket, "PlaceWager", seat=seat, wager="ante", cents=1_000)
        for person, socket in zip(people, sockets, strict=True):
            await person.ask(socket, ready=True)
        while people[0].view["turn"] != 1:
            await people[0].hear(sockets[0])
        await people[0].do(sockets[0], "MakePlay", seat=1, multiple=4)
        traced: list[Counter[str]] = []
        for at_seat in (1, 2, 3):
            await asyncio.sleep(0.2)
            trace.calls, trace.on = Counter(), True
            answer = await people[at_seat].do(sockets[at_seat], "MakePlay", seat=at_seat + 1, multiple=4)
            trace.on = False
            assert answer["type"] == "done"
            traced.append(trace.calls)
        return traced


async def test_a_raise_uses_the_files_that_the_architecture_names_in_few_calls(tmp_path: Path) -> None:
    trace = Trace()
    threading.setprofile(trace)
    try:
        store = await WatchedStore.open(f"sqlite:///{tmp_path / 'house.sqlite'}")
        async with open_house(store) as at:
            sys.setprofile(trace)
            calls = min(await raised(at, trace), key=Counter.total)  # a timer may run during one of them
    finally:
        threading.setprofile(None)
        sys.setprofile(None)
    assert files_of_the_page() - calls.keys() == set(), "these files are named, and a raise does not use them"
    assert calls.total() <= CALLS_MAX, calls.most_common()
    assert len(calls) <= FILES_MAX, sorted(calls)
