"""A store killed at any moment: acknowledged data is there, nothing is half-written, and the chain holds."""

from __future__ import annotations

import os
import random
import signal
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from store.appending import TASKS, Programs
from store.house import House, NewHouse, closed
from uth.store.entries import Store


@pytest.fixture(scope="module")
def two_programs() -> Iterator[tuple[Programs, Programs]]:
    found = Programs(), Programs()
    yield found
    for each in found:
        each.close()


@pytest.fixture
def programs(two_programs: tuple[Programs, Programs]) -> Programs:
    return two_programs[0]


async def require_whole(store: Store, acks: Path) -> int:
    """Hold the log against what was acknowledged; return how many appends are in it."""
    head = await store.verify()
    log = [stored async for stored in store.export()]
    assert head.position == len(log)
    halves: dict[str, list[str]] = {}
    for stored in log:
        halves.setdefault(str(stored.key), []).append(stored.body["kind"])
        assert len(stored.transfers) == 2
    assert all(each == ["kept", "shared"] for each in halves.values())
    told = acks.read_text().splitlines() if acks.exists() else []
    assert [key for key in told if key not in halves] == []
    assert max(Counter(told).values(), default=1) == 1
    balances = {str(account): cents for account, cents in (await store.balances()).items()}
    assert balances.get("cage", 0) == -200 * len(halves)
    return len(halves)


async def killed(house: House, programs: Programs, acks: Path, times: int, rng: random.Random) -> None:
    written = 0
    for number in range(times):
        pid = programs.begin(house.url, f"run-{number}", acks)
        if number % 5:
            _until_told(acks)
        time.sleep(rng.uniform(0, 0.1))
        os.kill(pid, signal.SIGKILL)
        assert programs.end() == -signal.SIGKILL
        store = await house.open()
        now = await require_whole(store, acks)
        assert now >= written
        written = now
        await store.close()
    assert written >= times * 4 // 5


def _until_told(acks: Path) -> None:
    """Wait until the run has been told of an append, so that the kill comes while it appends."""
    before, until = acks.stat().st_size if acks.exists() else 0, time.monotonic() + 30
    while not acks.exists() or acks.stat().st_size == before:
        assert time.monotonic() < until
        time.sleep(0.005)


@pytest.mark.parametrize(("kind", "times"), [("sqlite", 16), ("postgres", 6)])
async def test_a_program_killed_while_it_appends_leaves_a_whole_log(
    new_house: NewHouse, programs: Programs, tmp_path: Path, kind: str, times: int
) -> None:
    house = new_house(kind)
    await killed(house, programs, tmp_path / "acks", times, random.Random(6))


async def test_a_server_that_loses_its_power_keeps_what_was_acknowledged_and_is_used_again(
    postgres_house: House, programs: Programs, tmp_path: Path
) -> None:
    server, acks = postgres_house.server, tmp_path / "acks"
    assert server is not None
    pid = programs.begin(postgres_house.url, "run", acks)
    for _ in range(3):
        _until_told(acks)
        server.stop(signal.SIGQUIT)
        server.start()
    _until_told(acks)
    os.kill(pid, signal.SIGKILL)
    programs.end()
    assert await require_whole(await postgres_house.open(), acks) > 3


@pytest.mark.parametrize("kind", ["sqlite", "postgres"])
async def test_two_programs_open_a_new_database_at_once_and_write_one_log(
    new_house: NewHouse, two_programs: tuple[Programs, Programs], tmp_path: Path, kind: str
) -> None:
    house, acks = new_house(kind), tmp_path / "acks"
    for number, each in enumerate(two_programs):
        each.begin(house.url, f"program-{number}", acks, appends=5)
    assert [each.end() for each in two_programs] == [0, 0]
    store = await house.open()
    assert await require_whole(store, acks) == 2 * TASKS * 5
    assert await store.streams("shared/") == {f"shared/{task}": 10 for task in range(TASKS)}
    await closed(house)
