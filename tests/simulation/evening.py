"""A whole evening of a whole house, from one number: tables, links, people, failures and crashes."""

from __future__ import annotations

import asyncio
from collections import Counter
from dataclasses import dataclass, field
from random import Random
from typing import Any, Final

from simulation import virtual_loop
from simulation.faulty_store import Faults, FaultyStore
from simulation.people import Dealer, Manager, Person, Player, Supervisor, session
from simulation.rich_rules import has_meters, rich
from simulation.screens import Screens
from simulation.wire import Weather, Wire
from support.observing import Hears
from uth.bots.bots import Bots
from uth.composition import compose
from uth.errors import Refused
from uth.house.fairness import KEY_BYTES, Commitment
from uth.house.followed_table import RoundNotes
from uth.house.house import House
from uth.house.live_table import LiveTable
from uth.people.roles import Role, Session
from uth.progressive.state import Link
from uth.rules.loader import BOOKS
from uth.store.entries import Stored, Unavailable
from uth.store.memory import MemoryStore
from uth.table.round.decide import Events
from uth.table.round.state import Table
from uth.views.seat import PART_BUILDER, CachedPartBuilder

RECORDS: Final = 110
"""So many records make an evening."""
DRAWN: Final = 4
"""In one evening of so many every seat is drawn twice after every record."""
OF_AWARDS: Final = 3
"""One evening of so many is about awards: only books with meters, a floor that is quick to work them, and twice the
records."""
HIGH: Final = [2_500_000, 5_000_000]
"""An ante with which a hand soon wins more than its book lets one hand win."""
LASTS_S: Final = 600.0
"""An evening ends at last, however little happens."""
CALM: Final = Faults()
MANAGER: Final = session("max", Role.MANAGER)


def days() -> float:
    """A clock on which half a minute is a day, so that whoever has lost everything is topped up again."""
    return asyncio.get_running_loop().time() * 2_880


@dataclass(frozen=True, slots=True, kw_only=True)
class Ended:
    """What an evening leaves: the log, what its last house made of it, and what the clients were told."""

    key: int
    records: list[Stored]
    tables: dict[str, Table]
    notes: dict[str, RoundNotes]
    links: dict[str, Link]
    numbers: dict[str, int]
    told: dict[str, list[int]]
    """The numbers of the records each table told of, life by life in one list."""
    sent: dict[str, object]
    acknowledged: dict[str, Any]
    refused: dict[str, Exception]
    met: Counter[str]
    faults: list[str]
    balances: dict[str, str]
    specs: dict[str, Any]


@dataclass(kw_only=True)
class Evening:
    """One evening as it goes on."""

    key: int
    records: int = RECORDS
    is_over: bool = False
    lives: int = 0
    people: list[Person] = field(default_factory=list)
    sent: dict[str, object] = field(default_factory=dict)
    acknowledged: dict[str, Any] = field(default_factory=dict)
    refused: dict[str, Exception] = field(default_factory=dict)
    told: dict[str, list[int]] = field(default_factory=dict)
    counted: Counter[str] = field(default_factory=Counter)
    seats: dict[str, CachedPartBuilder] = field(default_factory=dict)
    wrong: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.lasts_records = self.records * (2 if self.of_awards else 1)
        self.random = self.chance("evening")
        self.secrets = self.chance("secrets")
        self.log = MemoryStore(clock=self.clock)
        self.faults = self.draw_faults()
        self.wire = Wire(random=self.chance("wire"), weather=self.draw_weather(), met=self.met)
        self.crashed = asyncio.Event()
        self.bots: Bots | None = None
        self.store: FaultyStore | None = None
        self.screens = Screens(log=self.log)

    @property
    def of_awards(self) -> bool:
        return self.key % OF_AWARDS == 1

    def chance(self, whose: str) -> Random:
        return Random(f"{self.key} {whose}")

    def clock(self) -> str:
        return f"2026-07-28T20:15:00.{int(asyncio.get_running_loop().time() * 1000):09d}Z"

    def met(self, what: str) -> None:
        self.counted[what] += 1

    async def passes(self, seconds: float) -> None:
        await asyncio.sleep(seconds)

    def commit(self) -> Commitment:
        return Commitment(secret=self.secrets.randbytes(KEY_BYTES))

    def draw_faults(self) -> Faults:
        """Return how the store is tonight: often it is fine."""
        draw = self.random
        return Faults(
            before=draw.choice([0, 0, 10, 40]),
            after=draw.choice([0, 0, 10, 40]),
            reading=draw.choice([0, 0, 20]),
            crash_before=draw.choice([0, 2, 8]),
            crash_after=draw.choice([0, 2, 8]),
            slow_s=draw.choice([0.0, 0.0, 0.02, 0.5]),
        )

    def draw_weather(self) -> Weather:
        draw = self.random
        return Weather(lost=draw.choice([0, 3, 10]), doubled=draw.choice([0, 5, 20]), late=draw.choice([0, 3, 10]))

    # The house.

    def draw_tables(self) -> list[dict[str, Any]]:
        """Return what tables the house has tonight: two of one kind share a link; a long one has every book."""
        draw = self.random
        one, other = draw.sample([book for book in BOOKS if has_meters(book)] if self.of_awards else BOOKS, 2)
        documents: list[dict[str, Any]] = []
        few = draw.choice([(one, one), (one, other), (one,)])
        for book in few if self.records <= RECORDS else BOOKS + BOOKS[:2]:
            documents.append(
                {
                    "name": f"{book}-{len(documents)}",
                    "rules": rich(book),
                    "speed": draw.choice(["usual", "fast", "instant"]),
                    "dealt_by": draw.choice(["house", "house", "person"]),
                    "awards": draw.choice(["house", "floor"]),
                }
            )
            if book == "massachusetts" and draw.random() < 0.5:
                documents[-1]["ante"] = HIGH
        return documents

    async def open(self) -> None:
        """Have a house answer, whatever the store does meanwhile."""
        while True:
            self.lives += 1
            self.seats.clear()
            store = FaultyStore(
                log=self.log, random=self.chance(f"store {self.lives}"), faults=self.faults,
                crash=self.crash, met=self.met,
            )  # fmt: skip
            composed = compose(store, observers=(Hears(self.heard),), clock=days)
            house, self.bots = composed.house, composed.bots
            house.commit = self.commit
            floor = Session(person="floor", roles=frozenset({Role.SUPERVISOR}), csrf="", ends=10.0**12)
            house.people.sessions["floor"] = floor  # somebody is there to rule on disputes
            try:
                await house.open()
                await self.bots.open()
            except Unavailable:
                await house.close()
                await asyncio.sleep(0.5)
                continue
            self.store, self.wire.house = store, house
            return

    @property
    def log_rows(self) -> list[Any]:
        return self.log._rows

    def heard(self, live: LiveTable, events: Events, _: object) -> None:
        self.told.setdefault(live.name, []).append(live.number)
        self.screens.heard(live, events)
        if self.key % DRAWN == 0:
            self.look_at_the_seats(live)

    def look_at_the_seats(self, live: LiveTable) -> None:
        """Note every seat that is not drawn from what was kept as it is drawn anew."""
        kept, shown = self.seats.setdefault(live.name, CachedPartBuilder()), live.snapshot()
        for seat in shown.table.chairs:
            drawn, anew = (
                builder.own_seats(shown, builder.seats(shown), [seat])[str(seat)] for builder in (kept, PART_BUILDER)
            )
            if drawn != anew:
                self.wrong.append(f"{live.name} at {live.number}, seat {seat}: {drawn} is not {anew}")

    def crash(self, _: str) -> None:
        self.crashed.set()

    async def down(self) -> None:
        """Pull the plug: nothing of this life goes on."""
        house, bots, store = self.wire.house, self.bots, self.store
        self.wire.cut()
        if store is not None:
            store.dead = True
        if bots is not None:
            await bots.close()
        if house is not None:
            await house.close()
        self.crashed.clear()

    async def watched(self) -> None:
        """Open the house again whenever the power was gone, until the evening is over."""
        while not self.is_over:
            wait = self.random.choice([5.0, 40.0, 400.0])
            try:
                await asyncio.wait_for(self.crashed.wait(), wait)
            except TimeoutError:
                if self.faults is CALM or self.random.random() < 0.5:
                    continue
                self.met("crash at any time")
            await self.down()
            await asyncio.sleep(self.random.uniform(0.0, 3.0))
            await self.open()

    # The people.

    def whose(self, name: str, role: Role) -> dict[str, Any]:
        return {"evening": self, "session": session(name, role), "random": self.chance(name)}

    def draw_player(self, name: str, tables: list[str]) -> Player:
        table, progressive = self.random.choice(tables), self.random.random() < 0.9
        return Player(**self.whose(name, Role.PLAYER), every_s=1.5, table=table, progressive=progressive)

    def draw_people(self, tables: list[str]) -> list[Person]:
        names = [f"p{number}" for number in range(self.random.randint(4, 7))]
        haste = 4.0 if self.of_awards else 1.0
        return [
            *(self.draw_player(name, tables) for name in names),
            Dealer(**self.whose("dora", Role.MANAGER), every_s=0.4, tables=tables),
            Supervisor(**self.whose("sue", Role.SUPERVISOR), every_s=2.5 / haste),
            Manager(**self.whose("max", Role.MANAGER), every_s=8.0 / haste),
            Manager(**self.whose("may", Role.MANAGER), every_s=8.0 / haste),
        ]

    async def made(self, document: dict[str, Any]) -> None:
        """Have the table in the house, however often it has to be asked for."""

        async def make(house: House) -> None:
            if document["name"] not in house.tables:
                await house.make_table(MANAGER, document)

        while True:
            try:
                await self.wire.ask(make)
                return
            except Refused:  # an earlier try was written
                await asyncio.sleep(0.1)

    async def bots_come(self, tables: list[str]) -> None:
        """Have bots sit down where people play; whether they are there is in the log."""
        await asyncio.sleep(5.0)
        if self.wire.house is None or self.bots is None or self.random.random() < 0.4:
            return
        try:
            await self.bots.add(self.random.choice(tables), "simple", 1)
            self.met("a bot sat down")
        except Exception as error:
            self.met(f"a bot could not sit down: {type(error).__name__}")

    # The evening.

    async def lasts(self) -> Ended:
        await self.open()
        watch = asyncio.create_task(self.watched())
        documents = self.draw_tables()
        for document in documents:
            await self.made(document)
        tables = [document["name"] for document in documents]
        self.people = self.draw_people(tables)
        lives = [asyncio.create_task(person.live()) for person in self.people]
        come = asyncio.create_task(self.bots_come(tables))
        loop = asyncio.get_running_loop()
        until = loop.time() + LASTS_S
        while len(self.log_rows) < self.lasts_records and loop.time() < until:
            await asyncio.sleep(1.0)
        await self.winds_down(watch, [*lives, come])
        return await self.ended()

    async def winds_down(self, watch: asyncio.Task[None], lives: list[asyncio.Task[None]]) -> None:
        """Have everybody get the answer they wait for, in fine weather, and then nothing more."""
        self.faults, self.wire.weather = CALM, Weather()
        if self.store is not None:
            self.store.faults = CALM
        self.is_over = True
        async with asyncio.timeout(300):
            if not self.crashed.is_set():
                watch.cancel()
            await asyncio.gather(watch, return_exceptions=True)
            if self.wire.house is None:
                await self.open()
            await asyncio.gather(*lives)

    async def ended(self) -> Ended:
        house, bots = self.wire.house, self.bots
        assert house is not None
        assert bots is not None
        faults = house.faults()
        await bots.close()
        await house.close()
        await asyncio.sleep(30)  # whatever is still on its way arrives at a closed house
        return Ended(
            key=self.key,
            records=[record async for record in self.log.export()],
            tables={name: live.table for name, live in house.tables.items()},
            notes={name: live.notes for name, live in house.tables.items()},
            links={name: live.link for name, live in house.links.live.items()},
            numbers={
                **{live.stream: live.number for live in house.tables.values()},
                **{link.stream: link.number for link in house.links.live.values()},
            },
            told=self.told,
            sent=self.sent,
            acknowledged=self.acknowledged,
            refused=self.refused,
            met=self.counted,
            faults=[*faults, *self.wrong, *self.screens.wrong],
            balances={str(account): str(cents) for account, cents in (await self.log.balances()).items()},
            specs={name: spec.posted() for name, spec in house.specs.items()},
        )


def evening(key: int, records: int = RECORDS) -> Ended:
    """Return how the evening of that key ends; the same key always gives the same evening."""

    async def lasts() -> Ended:
        return await Evening(key=key, records=records).lasts()

    return virtual_loop.run(lasts())
