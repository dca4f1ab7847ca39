"""Two royal flushes on one link at two nodes at the same moment: the log's order decides, as on one node."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from random import Random

import pytest

from progressive.test_interleavings import CHICKASAW, by_hand
from store.postgres import Server
from uth.house.live_link import LiveLink
from uth.progressive import commands as c
from uth.progressive.state import Key, Means
from uth.store.codec import decoded
from uth.store.database import DatabaseStore
from uth.units import Seat

TABLES = ("one", "two")


@asynccontextmanager
async def two_stores(url: str) -> AsyncIterator[tuple[DatabaseStore, DatabaseStore]]:
    """Open the house as two nodes."""
    one = await DatabaseStore.open_node(url, "east", "http://127.0.0.1:1", ttl_s=3_600)
    other = await DatabaseStore.open_node(url, "west", "http://127.0.0.1:2", ttl_s=3_600)
    try:
        yield one, other
    finally:
        await one.close()
        await other.close()


def dealer(live: LiveLink, table: str, random: Random) -> Iterator[c.Command]:
    """Yield what happens at the table: a royal flush, verified and paid."""
    seats = tuple(Seat(seat) for seat in range(1, random.randint(1, 6) + 1))
    yield c.CoinIn(table=table, round=1, seats=seats)
    yield c.PressHandButton(table=table, seat=Seat(1), hand="royal_flush", evidence="royal_flush")
    (award,) = live.link.stations[table].buttons.values()
    yield c.CallSupervisor(table=table)
    yield c.TurnKey(table=table, to=Key.JPH, by="Dana")
    yield c.PressJackpot(table=table, award=award, by="Dana")
    yield c.TurnKey(table=table, to=Key.RUN, by="Dana")
    yield c.PayAward(award=award, means=Means.CHECK, by="Lee")
    yield c.GameOver(table=table)


async def played(live: LiveLink, table: str, random: Random) -> None:
    for command in dealer(live, table, random):
        await asyncio.sleep(random.choice((0, 0, 0.001, 0.003)))
        await live.ask("Dana", command)


async def raced(stores: tuple[DatabaseStore, DatabaseStore], key: int) -> str:
    """Play both tables at once, compare the link with a clerk who reads the log, and return who won first."""
    east, west = (LiveLink(name=f"race-{key}", terms=CHICKASAW, store=store) for store in stores)
    await stores[0].append([east.opening()])
    for live, table in zip((east, west), TABLES, strict=True):
        terms = CHICKASAW
        joins = c.JoinLink(table=table, game="poker", pay_table=terms.table, wager=terms.wager, decks=terms.decks)
        await live.ask("house", joins)
    await asyncio.gather(
        *(played(live, table, Random(f"{key} {table}")) for live, table in ((east, "one"), (west, "two")))
    )
    for live in (east, west):
        await live.catch_up()
    assert east.link == west.link, f"key {key}"
    records = await stores[0].read(east.stream)
    log = [command for record in records for command in decoded(tuple[c.Command, ...], record.body.get("commands", []))]
    clerk = by_hand(log)
    assert [award.cents for award in clerk.awards] == [award.cents for award in east.link.awards], f"key {key}"
    assert {name: meter.amount for name, meter in clerk.meters.items()} == {
        name: meter.amount for name, meter in east.link.meters.items()
    }, f"key {key}"
    first, _ = east.link.awards
    return first.table


@pytest.mark.parametrize("races", [3, pytest.param(1_000, marks=pytest.mark.slow)])
async def test_two_royal_flushes_at_two_nodes_are_paid_in_the_order_of_the_log(postgres: Server, races: int) -> None:
    async with two_stores(postgres.new_url()) as stores:
        winners = Counter([await raced(stores, key) for key in range(races)])
        assert not sum((await stores[0].balances()).values())
        await stores[0].verify()
    if races > 100:
        assert set(winners) == set(TABLES), winners
