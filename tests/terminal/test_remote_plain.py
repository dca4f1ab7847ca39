"""The plain table at a house with a person typing: every line is executed at once, whoever's turn it is."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager

import pytest

from client.serving import Served, cable_to, served
from uth.client import Visitor
from uth.terminal.plain import HousePlainTable
from uth.terminal.remote import opening_at, remote_session
from uth.words.session import short_and_long


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with served(tmp_path_factory.mktemp("house"), "--bound", "tables_per_address=100") as running:
        yield running


class Typist:
    """Somebody at the keyboard of a plain table."""

    def __init__(self) -> None:
        self.typed: asyncio.Queue[str] = asyncio.Queue()
        self.said: list[str] = []
        self.read = 0

    async def lines(self) -> AsyncIterator[str]:
        while True:
            yield await self.typed.get()

    def type(self, *lines: str) -> None:
        for line in lines:
            self.typed.put_nowait(line)

    async def until(self, words: str) -> str:
        """Return the next line with these words in it."""
        ends = asyncio.get_running_loop().time() + 30
        while asyncio.get_running_loop().time() < ends:
            for at in range(self.read, len(self.said)):
                if words in self.said[at]:
                    self.read = at + 1
                    return self.said[at]
            await asyncio.sleep(0.01)
        raise AssertionError(f"{words!r} was not said after line {self.read}: {self.said}")


@asynccontextmanager
async def typing(address: str, table: str) -> AsyncIterator[tuple[Typist, asyncio.Task[None]]]:
    async with Visitor(address, name="Ann") as ann:
        await ann.make_table({"name": table, "rules": "massachusetts", "speed": "instant"})
        async with ann.place(table) as place:
            opening = await opening_at(ann, table, bankroll=100_000, ante=None)
            await place.sit(buy_in=opening.bankroll)
            typist, session = Typist(), remote_session(ann, place, opening, short_and_long)
            plain = HousePlainTable(session, typist.said.append, is_typed=True)
            playing = asyncio.create_task(plain.play(typist.lines()))
            try:
                yield typist, playing
            finally:
                playing.cancel()


async def test_what_is_typed_too_early_is_refused_and_quit_in_a_hand_waits_for_its_end(house: Served) -> None:
    async with typing(house.address, "typed") as (ann, playing):
        ann.type("check", "rebet", "ready")
        await ann.until("Refused: Nobody is asked now.")
        await ann.until("Type 4, 3 or check.")
        ann.type("quit")
        await ann.until("You get up after this hand. Type quit again to go at once.")
        ann.type("4")
        await ann.until("Net of the round: ")
        async with asyncio.timeout(30):
            await playing


async def test_quit_twice_in_a_hand_goes_at_once(house: Served) -> None:
    async with typing(house.address, "twice") as (ann, playing):
        ann.type("rebet", "deal")
        await ann.until("Type 4, 3 or check.")
        ann.type("quit", "quit")
        async with asyncio.timeout(30):
            await playing
        assert not any(line.startswith("Net of the round") for line in ann.said)


async def test_where_one_stands_can_be_asked_and_a_round_be_sat_out(house: Served) -> None:
    async with typing(house.address, "standing") as (ann, _):
        ann.type("ante 10", "table", "watch", "history", "help", "history 1")
        assert await ann.until("Type deal.") == await ann.until("Type deal.") == "You: ante $10, blind $10. Type deal."
        await ann.until("You sit this round out.")
        await ann.until("You have no wagers down.")
        await ann.until("No round has been played yet.")
        await ann.until("the cards are dealt once everyone is ready or the time is up.")


async def test_a_line_that_breaks_is_told_and_what_was_typed_meanwhile_is_done_once(house: Served) -> None:
    async with cable_to(house) as (address, cable), typing(address, "broken") as (ann, _):
        ann.type("rebet", "deal")
        await ann.until("Type 4, 3 or check.")
        cable.refuses = True
        cable.cut()
        await ann.until("The house does not answer; trying again.")
        ann.type("4", "4")
        await ann.until("It will be sent when the house answers.")
        await ann.until("Refused: ")
        cable.refuses = False
        await ann.until("The house answers again.")
        await ann.until("You play 4x, $20.")
        await ann.until("Net of the round: ")
        await ann.until("Your wagers, please.")
        assert sum(line.startswith("You play") for line in ann.said) == 1
        assert not any("Your time is up" in line for line in ann.said)


async def test_more_time_is_typed_by_who_plays_alone(house: Served) -> None:
    async with typing(house.address, "more-time-typed") as (ann, _):
        ann.type("rebet", "deal")
        await ann.until("You have 30 seconds; then the house checks for you. Type more for more time.")
        ann.type("more")
        await ann.until("Your time starts again.")
        ann.type("help")
        await ann.until("more gives you the whole time again")
