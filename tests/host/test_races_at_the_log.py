"""Concurrent actions on a real store: what was stored once is done once, and nobody runs ahead of the log."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from uth.errors import Refused, UthError
from uth.house.house import House
from uth.house.live_link import LiveLink
from uth.house.live_table import LiveTable
from uth.people.people import People
from uth.people.roles import Role, Session
from uth.progressive import commands as k
from uth.rules.loader import load_book
from uth.store.database import DatabaseStore
from uth.store.entries import Appended, Entry, Unavailable
from uth.table.posted import post
from uth.table.round import commands as c
from uth.table.round.due import due, due_words
from uth.units import PlayerId, Seat

MANAGER = Session(person="max", roles=frozenset({Role.MANAGER}), csrf="", ends=10**12)
FLOOR = Session(person="kim", roles=frozenset({Role.SUPERVISOR}), csrf="", ends=10**12)
ONE = Seat(1)
STOP = k.StopLink(reason="the sign flickers")


class Silent(DatabaseStore):
    """A store that can write and not say so."""

    silent = ""
    """The stream whose next record is written without a word."""

    async def append(self, entries: Sequence[Entry], *, key: str | None = None, answer: Any = None) -> Appended:
        done = await super().append(entries, key=key, answer=answer)
        if self.silent and any(entry.stream == self.silent for entry in entries):
            self.silent = ""
            raise Unavailable("store_unreachable", "whether it was written is not known", unknown=True)
        return done


@asynccontextmanager
async def opened(folder: Path) -> AsyncIterator[tuple[House, Silent]]:
    store = await Silent.open(f"sqlite:///{folder}/house.sqlite")
    house = House(store=store, people=People(store=store, clock=lambda: 0.0))
    await house.open()
    try:
        yield house, store
    finally:
        await house.close()
        await store.close()


async def made(house: House, name: str, **spec: Any) -> LiveTable:
    await house.make_table(MANAGER, {"name": name, "rules": "nevada", "speed": "instant", "awards": "house", **spec})
    return house.live(name)


async def follows_its_log(link: LiveLink) -> bool:
    again = LiveLink(name=link.name, terms=link.terms, store=link.store)
    await again.recover()
    return (again.link, again.number) == (link.link, link.number)


async def outcome(asked: Any) -> str:
    try:
        await asked
    except UthError as refused:
        return str(getattr(refused, "code", type(refused).__name__))
    return "done"


async def test_one_id_at_two_links_at_once_is_done_at_one_of_them(tmp_path: Path) -> None:
    async with opened(tmp_path) as (house, _):
        links = [(await made(house, name, link=name)).link for name in ("one", "two")]
        asked = [house.work_link(MANAGER, each.name, STOP, "a1") for each in links if each is not None]
        assert sorted(await asyncio.gather(*map(outcome, asked))) == ["done", "key_used"]
        for link in links:
            assert link is not None
            assert await follows_its_log(link)


async def test_one_id_for_a_link_and_for_what_needs_two_people_is_one_command(tmp_path: Path) -> None:
    async with opened(tmp_path) as (house, _):
        one, two = [(await made(house, name, link=name)).link for name in ("one", "two")]
        assert one is not None
        assert two is not None
        adjust = k.AdjustMeter(meter="main", cents=25, by="-", second="-", reason="the sign was wrong")
        asked = (house.work_link(MANAGER, one.name, STOP, "a1"), house.work_link(MANAGER, two.name, adjust, "a1"))
        assert sorted(await asyncio.gather(*map(outcome, asked))) == ["done", "key_used"]
        assert await follows_its_log(one)
        assert len(house.approvals.open) + one.link.down == 1


async def test_a_log_that_is_read_twice_at_once_is_followed_once(tmp_path: Path) -> None:
    store = await DatabaseStore.open(f"sqlite:///{tmp_path}/house.sqlite")
    try:
        posted = post(load_book("massachusetts"))
        table = LiveTable(name="one", posted=posted, store=store)
        writing = asyncio.create_task(table.run())
        await table.ask("ann", c.TakeSeat(seat=ONE, player=PlayerId("ann")))
        again = LiveTable(name="one", posted=posted, store=store)
        await again.recover()
        await table.ask("ann", c.BuyIn(seat=ONE, cents=500))
        writing.cancel()
        await asyncio.gather(again.recover(), again.recover())
        assert again.table.rail(ONE) == 500
    finally:
        await store.close()


async def test_a_table_that_joined_its_link_without_a_word_is_on_it(tmp_path: Path) -> None:
    async with opened(tmp_path) as (house, store):
        await made(house, "one")
        store.silent = "table/two"
        with pytest.raises(Unavailable):
            await made(house, "two")
        with pytest.raises(Refused, match='there is a table "two" already'):
            await made(house, "two")
        link = house.live("two").link
        assert link is not None
        assert set(link.link.stations) == {"one", "two"}
        assert await follows_its_log(link)


async def before_the_shuffle(house: House) -> LiveTable:
    """Return a table where ann sits and the cards are shuffled next."""
    live = await made(house, "one", dealt_by="person")
    await live.ask("ann", c.TakeSeat(seat=ONE, player=PlayerId("ann")))
    while due(live.table, live.posted) is not c.ShuffleDeck:
        await house.step(FLOOR, "one", due_words(live.table, live.posted), None)
    return live


async def test_a_word_for_the_shuffle_that_was_taken_is_there_after_a_crash(tmp_path: Path) -> None:
    async with opened(tmp_path) as (house, store):
        live = await before_the_shuffle(house)
        await live.say_word("ann", ONE, "lucky", "ann/1")
        await live.say_word("ann", ONE, "lucky", "ann/1")
        with pytest.raises(Refused, match="another command"):
            await live.say_word("ann", ONE, "unlucky", "ann/1")
        again = LiveTable(name="one", posted=live.posted, store=store)
        await again.recover()
        assert again.secret.words == live.secret.words == {ONE: "lucky"}
        assert again.number == live.number


async def test_a_word_that_comes_with_the_shuffle_is_in_it_or_refused(tmp_path: Path) -> None:
    async with opened(tmp_path) as (house, store):
        live = await before_the_shuffle(house)
        shuffle = house.step(FLOOR, "one", "ShuffleDeck", None)
        answers = await asyncio.gather(outcome(shuffle), outcome(live.say_word("ann", ONE, "lucky")))
        assert [*answers] == ["done", "shuffled_already"]
        shuffled = (await store.read("table/one"))[-1].body
        assert (shuffled["command"]["is"], shuffled["host"]["words"]) == ("ShuffleDeck", [])
        assert not live.secret.words
