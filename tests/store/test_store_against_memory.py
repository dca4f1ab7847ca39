"""A database behaves like a list in memory: random appends from many tasks give the same log, byte for byte."""

from __future__ import annotations

import asyncio
import random
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from store.entering import moved
from store.house import House, NewHouse, closed
from support.examples import examples
from uth.errors import Stale
from uth.store.entries import Appended, Entry, Store, Stored

STREAMS = ("table-1", "table-2", "link", "people")
ACCOUNTS = ("cage", "house", "player:ann", "player:böb", "tray:1", "meter:m/royal")
Append = tuple[tuple[Entry, ...], str | None, Any]


class Hand:
    """Makes appends that mostly fit: a few are stale, a few have a key that was used."""

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng
        self.numbers = dict.fromkeys(STREAMS, 0)
        self.keys = 0

    def append(self) -> Append:
        entries, numbers = list[Entry](), dict(self.numbers)
        for _ in range(self.rng.choice((1, 1, 2, 5))):
            stream = self.rng.choice(STREAMS)
            entries.append(Entry(stream=stream, after=numbers[stream], body=self.body(), transfers=self.transfers()))
            numbers[stream] += 1
        if self.rng.random() < 0.15:
            entries[-1] = Entry(stream=entries[-1].stream, after=self.rng.randrange(4), body="perhaps stale")
        else:
            self.numbers = numbers
        self.keys += 1
        used = self.rng.random() < 0.2
        key = f"k{self.rng.randrange(self.keys) if used else self.keys}" if self.rng.random() < 0.8 else None
        return tuple(entries), key, self.body()

    def body(self) -> Any:
        return self.rng.choice((None, 7, "\u2660", {"is": "AntePlaced", "cents": self.rng.randrange(9)}, [[], {}]))

    def transfers(self) -> Any:
        pairs = [self.rng.sample(ACCOUNTS, 2) for _ in range(self.rng.choice((0, 0, 1, 3)))]
        return moved(*(f"{a} > {b} {self.rng.randint(1, 900)}/{self.rng.choice((1, 1, 3, 7))}" for a, b in pairs))


async def outcome_of(store: Store, append: Append) -> Appended | str:
    entries, key, answer = append
    try:
        return await store.append(entries, key=key, answer=answer)
    except Stale as stale:
        return str(stale)


async def everything(store: Store) -> list[Any]:
    log = [stored async for stored in store.export()]
    streams = await store.streams()
    return [
        log,
        streams,
        {stream: await store.read(stream, after=2) for stream in streams},
        await store.balances(),
        await store.trial_balance(),
        await store.trial_balance(len(log) // 2),
        await store.verify(),
    ]


async def watched(store: Store, stream: str, seen: list[list[Stored]]) -> None:
    for _ in range(3):
        seen.append(await store.read(stream))


async def evening(house: House, memory: House, rng: random.Random, batches: int) -> None:
    """Send batches of appends at once, readers between them, and compare with the same appends one by one."""
    store, model = await house.open(ticks=True), await memory.open(ticks=True)
    hand, sent = Hand(rng), list[Append]()
    for _ in range(batches):
        batch = [hand.append() for _ in range(rng.choice((1, 3, 12)))]
        seen: list[list[Stored]] = []
        stream = rng.choice(STREAMS)
        before = await store.read(stream)
        found = await asyncio.gather(
            *(outcome_of(store, each) for each in batch), watched(store, stream, seen), return_exceptions=False
        )
        assert found[:-1] == [await outcome_of(model, each) for each in batch]
        for earlier, later in pairwise([before, *seen, await store.read(stream)]):
            assert later[: len(earlier)] == earlier
        hand.numbers |= await store.streams()
        sent += batch
    assert await everything(store) == await everything(model)
    for _, key, _ in sent:
        if key is not None:
            assert await store.answer(key) == await model.answer(key)


@pytest.mark.parametrize("kind", ["sqlite", "postgres"])
@examples(12)
@given(number=st.integers(0, 2**32))
async def test_an_evening_gives_the_same_log_in_a_database_as_in_memory(
    new_house: NewHouse, kind: str, number: int
) -> None:
    house, memory = new_house(kind), new_house("memory")
    try:
        await evening(house, memory, random.Random(number), batches=6)
    finally:
        await closed(house)


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["sqlite", "postgres"])
@pytest.mark.parametrize("number", range(10))
async def test_a_long_evening_gives_the_same_log(new_house: NewHouse, kind: str, number: int) -> None:
    house, memory = new_house(kind), new_house("memory")
    try:
        await evening(house, memory, random.Random(number), batches=100)
    finally:
        await closed(house)


@pytest.mark.parametrize("kind", ["sqlite", "postgres"])
async def test_tasks_that_race_for_one_stream_each_win_in_turn(new_house: NewHouse, kind: str) -> None:
    """Ten tasks raise one meter by reading where it is and trying again when they come too late."""
    house = new_house(kind)
    store = await house.open()
    late = 0

    async def raises(name: str) -> None:
        nonlocal late
        done = 0
        while done < 10:
            after = (await store.streams("link")).get("link", 0)
            found = await outcome_of(
                store,
                ((Entry(stream="link", after=after, body=name, transfers=moved("tray:1 > meter:m 5/7")),), None, None),
            )
            if isinstance(found, Appended):
                done += 1
            else:
                late += 1

    await asyncio.gather(*(raises(f"table-{number}") for number in range(10)))
    log = await store.read("link")
    assert [each.number for each in log] == list(range(1, 101))
    assert {name: sum(each.body == name for each in log) for name in {each.body for each in log}} == {
        f"table-{number}": 10 for number in range(10)
    }
    assert late > 0
    assert {str(account): str(cents) for account, cents in (await store.balances()).items()} == {
        "meter:m": "500/7", "tray:1": "-500/7",
    }  # fmt: skip
    await store.verify()
    await closed(house)
