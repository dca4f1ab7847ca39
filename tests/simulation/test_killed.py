"""The house is killed at every point of a round: clients continue without help, and an auditor finds nothing."""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from simulation.auditor import Auditor
from simulation.floor_people import NAMES, FloorPerson
from simulation.guests import Guest
from simulation.killed_house import POINTS, Lives
from store.house import NewHouse
from uth.rules.loader import BOOKS
from uth.store.database import DatabaseStore
from uth.store.entries import Stored

PATIENCE_S = 30.0
"""How long a life may take to reach its point before it is killed anyhow."""


@pytest.fixture(scope="module")
def lives() -> Iterator[Lives]:
    found = Lives()
    yield found
    found.close()


async def records_at(url: str) -> list[Stored]:
    """Return the log once the store itself and an auditor have walked it."""
    store = await DatabaseStore.open(url)
    try:
        await store.verify()
        records = [record async for record in store.export()]
        auditor = Auditor(records, allowance=400_000)
        auditor.audit()
        auditor.compare_balances({str(account): str(cents) for account, cents in (await store.balances()).items()})
    finally:
        await store.close()
    return records


def require_kept(records: list[Stored], guests: list[Guest], told: dict[str, list[dict[str, Any]]]) -> None:
    """What a guest was told is done is in the log once and in its order; beyond it at most what is not answered yet."""
    for guest in guests:
        if not guest.person:
            continue
        mine = [record for record in records if record.stream == f"table/{guest.table}"]
        done = [_plain(record.body["command"]) for record in mine if record.body["by"] == guest.person]
        before = told[guest.person]
        assert done[: len(before)] == before
        assert len(done) <= guest.asked


def require_worked(records: list[Stored], floor: list[FloorPerson]) -> None:
    """What somebody of the floor was told is done is in the log of its link, once and in its order."""
    for person in floor:
        done = [
            {key: dict(value) if key == "fields" else value for key, value in command.items() if key != "by"}
            for record in records
            if record.stream.startswith("link/") and record.body["by"] == person.name
            for command in record.body["commands"]
            if command["is"] not in ("AdjustMeter", "CoinIn", "PressHandButton", "CallSupervisor", "GameOver")
        ]
        told = [*person.acknowledged]
        assert done[: len(told)] == told, (person.name, told[-2:], done[-3:])
        assert len(done) <= len(told) + 1
        settled = [record.body for record in records if record.body.get("is") == "settled_by_two"]
        assert person.agreed <= sum(body["by"] == person.name for body in settled)


def _plain(command: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in command.items() if key != "player"}


async def one_life(lives: Lives, url: str, point: str, nth: int) -> None:
    """Have the house live until it is killed at its point."""
    pid = await asyncio.to_thread(lives.begin, url, point, nth)
    ending = asyncio.create_task(asyncio.to_thread(lives.end))
    try:
        code = await asyncio.wait_for(asyncio.shield(ending), PATIENCE_S)
    except TimeoutError:
        os.kill(pid, signal.SIGKILL)
        await ending
        raise AssertionError(f"{point} was not reached {nth} times in {PATIENCE_S} s: nobody played on") from None
    assert code == -signal.SIGKILL


async def killed(
    lives: Lives, url: str, times: int, first: int, random: Random
) -> tuple[list[Guest], list[FloorPerson]]:
    """Kill the house so many times while guests play all five books; then let them finish what they asked."""
    tables = [*BOOKS, "california", random.choice(BOOKS)]
    guests = [Guest(address=lives.address, table=table, random=Random(at)) for at, table in enumerate(tables)]
    floor = [FloorPerson(address=lives.address, name=name, random=Random(name)) for name in NAMES]
    playing = [asyncio.create_task(guest.plays()) for guest in guests]
    playing += [asyncio.create_task(person.works()) for person in floor]
    try:
        for number in range(times):
            await one_life(lives, url, POINTS[(first + number) % len(POINTS)], random.randint(1, 40))
            told = {guest.person: [*guest.acknowledged] for guest in guests}
            records = await records_at(url)
            require_kept(records, guests, told)
            require_worked(records, floor)
            assert all(not task.done() for task in playing), [task for task in playing if task.done()]
        await finished(lives, url, guests, floor, playing)
    finally:
        for task in playing:
            task.cancel()
        await asyncio.gather(*playing, return_exceptions=True)
    return guests, floor


async def finished(
    lives: Lives, url: str, guests: list[Guest], floor: list[FloorPerson], playing: list[asyncio.Task[None]]
) -> None:
    """Open the house once more; everybody gets the answer they wait for, and that is all there is in the log."""
    pid = await asyncio.to_thread(lives.begin, url, "never", 1)
    for guest in guests:
        guest.is_over = True
    for person in floor:
        person.is_over = True
    async with asyncio.timeout(60):
        await asyncio.gather(*playing)
    os.kill(pid, signal.SIGKILL)
    await asyncio.to_thread(lives.end)
    records = await records_at(url)
    require_kept(records, guests, {guest.person: guest.acknowledged for guest in guests})
    require_worked(records, floor)
    assert sum(record.stream.startswith("bankroll/") for record in records) >= len(guests)
    for guest in guests:
        assert len(guest.acknowledged) == guest.asked
        mine = [record for record in records if record.stream == f"table/{guest.table}"]
        assert sum(record.body["by"] == guest.person for record in mine) == guest.asked


@pytest.mark.parametrize(("kind", "times"), [("sqlite", 8), ("postgres", 3)])
async def test_a_house_killed_at_any_point_keeps_what_it_said_and_its_guests_play_on(
    new_house: NewHouse, lives: Lives, kind: str, times: int
) -> None:
    guests, _ = await killed(lives, new_house(kind).url, times, 2 if kind == "postgres" else 0, Random(6))
    assert sum(len(guest.acknowledged) for guest in guests) > times
    assert all(guest.sockets >= times // 2 for guest in guests)


@pytest.mark.slow
@pytest.mark.parametrize("first", range(0, 200, 25))
@pytest.mark.parametrize("kind", ["sqlite", "postgres"])
async def test_two_hundred_times_on_each_database(new_house: NewHouse, lives: Lives, kind: str, first: int) -> None:
    guests, floor = await killed(lives, new_house(kind).url, 25, first, Random(f"{kind} {first}"))
    assert sum(len(guest.acknowledged) for guest in guests) > 100
    assert sum(person.agreed for person in floor) > 0
