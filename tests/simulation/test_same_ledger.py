"""The same evening of commands gives the same log and ledger in memory, on SQLite and on PostgreSQL."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from random import Random
from typing import Any

from simulation.auditor import Auditor
from simulation.people import Dealer, Manager, Person, Player, Supervisor, session
from simulation.rich_rules import rich
from simulation.wire import Send
from store.house import NewHouse, closed
from uth.house.fairness import KEY_BYTES, Commitment
from uth.house.house import House
from uth.people.people import People
from uth.people.roles import Role
from uth.rules.loader import BOOKS
from uth.store.entries import Store, Stored

ACTS = 900
SEEN = {"PlaceWager", "MakePlay", "SettleRound", "Bank", "PayAward", "BackOutAward", "AdjustMeter", "Report"}
"""What an evening has to hold to be one."""


@dataclass(kw_only=True)
class Direct:
    """The way to the house when nothing comes between."""

    house: House

    async def ask(self, send: Send) -> Any:
        return await send(self.house)


@dataclass(kw_only=True)
class Scripted:
    """An evening in which everybody waits for everybody: one command after the other, all from one number."""

    house: House
    random: Random = field(default_factory=lambda: Random(25))
    is_over: bool = False
    of_awards: bool = False
    sent: dict[str, object] = field(default_factory=dict)
    acknowledged: dict[str, Any] = field(default_factory=dict)
    refused: dict[str, Exception] = field(default_factory=dict)
    people: list[Person] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.wire = Direct(house=self.house)

    def met(self, what: str) -> None: ...

    async def passes(self, seconds: float) -> None: ...

    def person(self, kind: Any, name: str, role: Role, **more: Any) -> None:
        whims = Random(f"script {name}")
        self.people.append(kind(evening=self, session=session(name, role), random=whims, every_s=0, **more))

    async def lasts(self) -> None:
        for book in BOOKS:
            document = {"name": book, "rules": rich(book), "dealt_by": "person", "awards": "floor"}
            await self.house.make_table(session("max", Role.MANAGER), document)
        for at, book in enumerate((*BOOKS, *BOOKS)):
            self.person(Player, f"p{at}", Role.PLAYER, table=book)
        for number in range(18):
            self.person(Dealer, f"dealer {number}", Role.MANAGER, tables=BOOKS, mishaps=0.03)
        for number in range(5):
            self.person(Supervisor, f"floor {number}", Role.SUPERVISOR)
        self.person(Manager, "max", Role.MANAGER)
        self.person(Manager, "may", Role.MANAGER)
        for _ in range(ACTS):
            await self.people[self.random.randrange(len(self.people))].act(self.house)


async def played(store: Store) -> tuple[list[Stored], dict[str, str]]:
    """Return the log and the balances of the evening on that store."""
    secrets = Random("secrets")
    house = House(
        store=store,
        people=People(store=store, clock=lambda: 0.0),
        commit=lambda: Commitment(secret=secrets.randbytes(KEY_BYTES)),
    )
    await house.open()
    try:
        await Scripted(house=house).lasts()
    finally:
        await house.close()
    balances = {str(account): str(cents) for account, cents in (await store.balances()).items()}
    return [record async for record in store.export()], balances


async def test_one_evening_is_the_same_to_the_last_byte_wherever_it_is_kept(new_house: NewHouse) -> None:
    told = {}
    for kind in ("memory", "sqlite", "postgres"):
        place = new_house(kind)
        store = await place.open(ticks=True)
        told[kind] = await played(store)
        await store.verify()
        await closed(place)
    records, balances = told["memory"]
    auditor = Auditor(records)
    auditor.audit()
    auditor.compare_balances(balances)
    seen = Counter(record.body["command"]["is"] for record in records if record.stream.startswith("table/"))
    seen += Counter(
        each["is"] for record in records if record.stream.startswith("link/") for each in record.body["commands"]
    )
    assert seen.keys() >= SEEN, SEEN - seen.keys()
    assert told["sqlite"] == told["memory"]
    assert told["postgres"] == told["memory"]
