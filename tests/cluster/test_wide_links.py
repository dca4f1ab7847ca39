"""Wide-area links: houses in one database win on one link in one order, and their ledgers and the link's agree."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager, closing
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from random import Random
from typing import Any

import psycopg
import pytest

from cluster.harness import until
from cluster.test_linked_nodes import played
from progressive.test_interleavings import CHICKASAW, by_hand
from store.postgres import Server
from support.open_house import OpenHouse
from uth.errors import Broken, Malformed, Refused
from uth.house.house import House
from uth.house.wide import PREFIX, WideLink
from uth.ledger.book import HOUSE, Account, AccountKind
from uth.people.people import People
from uth.people.roles import Role, Session
from uth.progressive import commands as c
from uth.rules.values import Wager
from uth.store.codec import decoded
from uth.store.database import DatabaseStore
from uth.store.wide import WideLog, open_wide
from uth.table.round import commands as t
from uth.units import Seat
from uth.web.server import WebSettings, bind_socket, open_site, web_house
from uth.web.watched_store import WatchedStore

WIDE = "wide_test"
LINK = f"{PREFIX}race"
MAX = Session(person="max", roles=frozenset({Role.MANAGER}), csrf="", ends=10.0**12)
TESTS = Path(__file__).parent.parent


@dataclass
class SharingHouse:
    """A house that shares wide-area links, without a web server."""

    house: House
    store: DatabaseStore
    log: WideLog

    async def link(self, name: str) -> WideLink:
        assert self.house.links.wide is not None
        await self.house.links.wide.follow()
        found = self.house.links.link(name)
        assert isinstance(found, WideLink)
        await found.catch_up()
        return found


@asynccontextmanager
async def sharing(url: str, wide: str) -> AsyncIterator[SharingHouse]:
    store = await DatabaseStore.open(url, lease=True)
    log = await open_wide(store, wide)
    house = House(store=store, people=People(store=store, clock=lambda: 1_000.0))
    house.links.share(log)
    try:
        await house.open()
        yield SharingHouse(house, store, log)
    finally:
        await house.close()
        await log.close()
        await store.close()


@asynccontextmanager
async def two_houses(server: Server) -> AsyncIterator[tuple[SharingHouse, SharingHouse]]:
    wide = f"{WIDE}_{os.getpid()}_{Random().randrange(10**9)}"
    async with AsyncExitStack() as stack:
        yield (
            await stack.enter_async_context(sharing(server.new_url(), wide)),
            await stack.enter_async_context(sharing(server.new_url(), wide)),
        )


async def require_conserved(*houses: SharingHouse) -> None:
    """Every ledger sums to zero, and the clearing accounts of each house and link sum to zero."""
    for each in houses:
        assert not sum((await each.store.balances()).values())
        for name in [name for name in each.house.links.live if name.startswith(PREFIX)]:
            home, wide = await each.log.clearing(name)
            assert home + wide == 0, (each.log.house, name, home, wide)
            await each.log.require_agreement(name)
    assert not sum((await houses[0].log.balances()).values())


def execute(server: Server, *statements: str) -> None:
    with psycopg.connect(server.dsn) as connection:
        for each in statements:
            connection.execute(each.encode())


async def joins(link: WideLink, table: str) -> None:
    async with link.turn:
        await link.recover()
        await link.store.append(link.takes(table))
    terms = CHICKASAW
    await link.ask("house", c.JoinLink(table=table, game="uth", pay_table=terms.table, wager=terms.wager, decks=1))


async def raced(houses: tuple[SharingHouse, SharingHouse], key: int) -> str:
    """Play a table of each house at once, compare the link with a clerk who reads its log, and return who won first."""
    name = f"{LINK}-{key}"
    assert houses[0].house.links.wide is not None
    await houses[0].house.links.wide.make(name, CHICKASAW, "floor")
    links = [await each.link(name) for each in houses]
    tables = (f"one-{key}", f"two-{key}")
    for link, table in zip(links, tables, strict=True):
        await joins(link, table)
    await asyncio.gather(
        *(played(link, table, Random(f"{key} {table}")) for link, table in zip(links, tables, strict=True))
    )
    for link in links:
        await link.catch_up()
    assert links[0].link == links[1].link, f"key {key}"
    assert links[0].number == links[1].number
    log = [
        command
        for record in await houses[0].log.read(links[0].stream)
        for command in decoded(tuple[c.Command, ...], record.body["commands"])
    ]
    clerk = by_hand(log)
    assert [award.cents for award in clerk.awards] == [award.cents for award in links[0].link.awards], f"key {key}"
    assert {meter: each.amount for meter, each in clerk.meters.items()} == {
        meter: each.amount for meter, each in links[0].link.meters.items()
    }, f"key {key}"
    first, _ = links[0].link.awards
    return first.table.partition("-")[0]


@pytest.mark.parametrize("races", [3, pytest.param(1_000, marks=pytest.mark.slow)])
async def test_two_houses_that_win_at_once_are_paid_in_the_order_of_the_link(postgres: Server, races: int) -> None:
    async with two_houses(postgres) as houses:
        winners = Counter([await raced(houses, key) for key in range(races)])
        await require_conserved(*houses)
        for store in (houses[0].store, houses[1].store, houses[0].log):
            await store.verify()
    if races > 100:
        assert set(winners) == {"one", "two"}, winners


async def test_each_house_has_what_it_paid_and_won_and_the_operator_pays_the_seeds(postgres: Server) -> None:
    async with two_houses(postgres) as houses:
        await raced(houses, 0)
        link = await houses[0].link(f"{LINK}-0")
        won = {award.table.partition("-")[0]: award.cents for award in link.link.awards}
        for each, table in zip(houses, ("one", "two"), strict=True):
            balances = await each.store.balances()
            tray = balances[Account(AccountKind.TRAY, f"{table}-0")]
            assert balances == {
                Account(AccountKind.TRAY, f"{table}-0"): tray,
                Account(AccountKind.CLEARING, link.name): -tray,
            }
            assert 0 < tray < won[table], "the award less what its wagers fed"
            own = await each.store.read(link.own_stream)
            assert [record.body["wide"] for record in own] == sorted(record.body["wide"] for record in own)
            wide = await each.log.read(link.stream)
            for record in own:
                there = wide[record.body["wide"] - 1]
                assert (there.body["house"], there.body["commands"]) == (each.log.house, record.body["commands"])
        paid = (await houses[0].log.balances())[HOUSE]
        seeds = sum(level.seed for level in CHICKASAW.levels)
        assert paid == -Fraction(seeds) - sum(award.seeded - award.from_reserve for award in link.link.awards)


async def test_a_house_works_its_own_tables_and_its_creator_the_whole_link(postgres: Server) -> None:
    async with two_houses(postgres) as (east, west):
        await raced((east, west), 0)
        here, there = await east.link(f"{LINK}-0"), await west.link(f"{LINK}-0")
        with pytest.raises(Refused, match=f"table 'two-0' is house {west.log.house}'s") as refused:
            await here.ask("max", c.CoinIn(table="two-0", round=2, seats=(Seat(1),)))
        assert refused.value.code == "other_house"
        award = next(each.number for each in here.link.awards if each.table == "two-0")
        with pytest.raises(Refused, match="its staff does that there"):
            await here.ask("max", c.BackOutAward(award=award, by="max", second="sue", reason="a test"))
        with pytest.raises(Refused, match=f"is house {east.log.house}'s"):
            await west.house.work_link(MAX, there.name, c.StopLink(reason="a test"), None)
        await east.house.work_link(MAX, here.name, c.StopLink(reason="a test"), "1")
        await east.house.work_link(MAX, here.name, c.StopLink(reason="a test"), "1")  # answered, and not done again
        await there.catch_up()
        assert there.link.down
        with pytest.raises(Refused):
            await there.ask("max", c.CoinIn(table="two-0", round=2, seats=(Seat(1),)))
        with pytest.raises(Refused, match=f"a table of house {west.log.house} has the name 'two-0'"):
            here.require_free("two-0")
        await require_conserved(east, west)


async def test_tables_of_two_houses_play_on_one_link_and_come_back_after_a_restart(postgres: Server) -> None:
    wide, urls = f"{WIDE}_{os.getpid()}_t", (postgres.new_url(), postgres.new_url())
    spec = {"rules": "nevada", "speed": "instant", "link": f"{PREFIX}nevada"}
    fed = Fraction(0)
    async with sharing(urls[0], wide) as east, sharing(urls[1], wide) as west:
        await east.house.make_table(MAX, {**spec, "name": "felt-e"})
        await west.house.make_table(MAX, {**spec, "name": "felt-w"})
        with pytest.raises(Refused, match="take another name"):
            await west.house.make_table(MAX, {**spec, "name": "felt-e"})
        (before,) = {each.amount for each in (await east.link(spec["link"])).link.meters.values()} or {Fraction(0)}
        for each, name in ((east, "felt-e"), (west, "felt-w")):
            await round_at(each, name)
        links = [await each.link(spec["link"]) for each in (east, west)]
        assert links[0].link == links[1].link
        (after,) = {each.amount for each in links[0].link.meters.values()}
        assert after > before, "both have fed the meter"
        fed = after
        await require_conserved(east, west)
        await west.house.close_table(MAX, "felt-w")
        await require_conserved(east, west)
    async with sharing(urls[0], wide) as east, sharing(urls[1], wide) as west:
        link = await east.link(spec["link"])
        assert {each.amount for each in link.link.meters.values()} == {fed}
        assert link.members == {"felt-e": east.log.house}
        assert east.house.live("felt-e").link is link
        await round_at(east, "felt-e")
        assert (await west.link(spec["link"])).link == link.link
        await require_conserved(east, west)
    store = await DatabaseStore.open(urls[0], lease=True)
    try:
        house = House(store=store, people=People(store=store, clock=lambda: 1_000.0))
        with pytest.raises(Refused, match="start with --wide SCHEMA"):
            await house.open()
        await house.close()
    finally:
        await store.close()


async def round_at(sharing: SharingHouse, name: str) -> None:
    """Play a round with a progressive wager at the table."""
    house = sharing.house
    token = await house.people.welcome()
    ann = house.people.session(token)
    assert ann is not None
    live, seat = house.live(name), Seat(1)
    if live.table.chairs:
        ann = Session(person=live.table.chairs[seat].player, roles=ann.roles, csrf="", ends=ann.ends)
    else:
        await house.command(ann, name, t.TakeSeat(seat=seat, player=ann.player), None)
        await house.command(ann, name, t.BuyIn(seat=seat, cents=100_000), None)
    rounds = live.table.rounds
    async with asyncio.timeout(60):
        while not live.table.is_open:
            await asyncio.sleep(0.002)
        await house.command(ann, name, t.PlaceWager(seat=seat, wager=Wager.ANTE, cents=1_000), None)
        wager = live.posted.progressive_wager
        await house.command(ann, name, t.PlaceWager(seat=seat, wager=Wager.PROGRESSIVE, cents=wager), None)
        live.say_ready(seat)
        live.clock.pace = live.clock.pace.__class__(decision=0.001)
        live.wake()
        link = live.link
        assert link is not None
        while live.table.rounds == rounds or live.table.is_dealing or link.link.stations[name].round is not None:
            await asyncio.sleep(0.002)


async def test_a_house_killed_in_the_middle_leaves_both_logs_with_the_same(postgres: Server) -> None:
    async with two_houses(postgres) as (east, west):
        assert east.house.links.wide is not None
        await east.house.links.wide.make(LINK, CHICKASAW, "floor")
        link = await east.link(LINK)
        await joins(link, "one")
        url, wide = postgres.new_url(), east.log.schema
        program = "from cluster.test_wide_links import feed; import asyncio, sys; asyncio.run(feed(*sys.argv[1:]))"
        for times in range(3):
            words = [sys.executable, "-c", program, url, wide, f"k{times}"]
            process = await asyncio.create_subprocess_exec(*words, cwd=TESTS, stdout=asyncio.subprocess.PIPE)
            assert process.stdout is not None
            for _ in range(5 + 3 * times):
                assert await process.stdout.readline(), "it feeds the meter"
            process.send_signal(signal.SIGKILL)
            await process.wait()
            await link.ask("max", c.CoinIn(table="one", round=times + 1, seats=(Seat(1),)))
            await link.ask("max", c.GameOver(table="one"))
        async with sharing(url, wide) as killed:
            await require_conserved(east, west, killed)
            last = await killed.link(LINK)
            assert last.own == len({record.body["wide"] for record in await killed.store.read(last.own_stream)})
            await last.catch_up()
            assert last.link == link.link or (await east.link(LINK)).link == last.link
        for store in (east.store, east.log):
            await store.verify()


async def feed(url: str, wide: str, table: str) -> None:
    """Feed the meter from another program until it is killed, and say each time that it is done."""
    async with sharing(url, wide) as house:
        link = await house.link(LINK)
        await joins(link, table)
        for number in range(1, 10_000):
            await link.ask("max", c.CoinIn(table=table, round=number, seats=(Seat(1), Seat(2))))
            await link.ask("max", c.GameOver(table=table))
            print(number, flush=True)


async def test_a_link_whose_record_cannot_be_written_leaves_nothing_in_the_house(postgres: Server) -> None:
    async with two_houses(postgres) as (east, _):
        assert east.house.links.wide is not None
        await east.house.links.wide.make(LINK, CHICKASAW, "floor")
        link = await east.link(LINK)
        await joins(link, "one")
        before = await east.store.last_position(), await east.log.last_position()
        wide = east.log.schema
        execute(
            postgres,
            f"CREATE FUNCTION {wide}.no() RETURNS trigger LANGUAGE plpgsql AS $$BEGIN RAISE EXCEPTION 'no'; END$$",
            f"CREATE TRIGGER no BEFORE INSERT ON {wide}.records EXECUTE FUNCTION {wide}.no()",
        )
        with pytest.raises(Broken):
            await link.ask("max", c.CoinIn(table="one", round=1, seats=(Seat(1),)))
        assert (await east.store.last_position(), await east.log.last_position()) == before
        execute(postgres, f"DROP TRIGGER no ON {wide}.records")
        await link.ask("max", c.CoinIn(table="one", round=1, seats=(Seat(1),)))
        await require_conserved(east)


async def test_a_ledger_that_disagrees_with_the_link_is_named(postgres: Server) -> None:
    async with two_houses(postgres) as houses:
        await raced(houses, 0)
        house = houses[0].log.house
        execute(postgres, f"UPDATE {house}.balances SET cents = '7/1' WHERE account LIKE 'clearing:%'")
        wide = houses[0].house.links.wide
        assert wide is not None
        with pytest.raises(Broken, match="do not agree: the house has 7 cents"):
            await wide.require_agreement()


async def test_a_place_that_cannot_hold_wide_area_links_is_refused(postgres: Server, tmp_path: Path) -> None:
    file = await DatabaseStore.open(f"sqlite:///{tmp_path / 'house.db'}")
    with pytest.raises(Malformed, match="a database that several houses share"):
        await open_wide(file, WIDE)
    await file.close()
    url = postgres.new_url()
    store = await DatabaseStore.open(url)
    for name, says in (("Wide; DROP", "is not a name of"), (url.rpartition("%3D")[2], "is the schema of this house")):
        with pytest.raises(Malformed, match=says):
            await open_wide(store, name)
    await store.close()


@asynccontextmanager
async def served(url: str, wide: str) -> AsyncIterator[OpenHouse]:
    """Run a house with its web server, as `uth serve --wide` does."""
    with closing(bind_socket("127.0.0.1", 0)) as port:
        store = await WatchedStore.open(url, lease=True)
        site = web_house(store, port, None, WebSettings(wide=wide))
        async with open_site(store, site):
            serving = await site.start(signals=False)
            try:
                yield OpenHouse(site)
            finally:
                await site.server.close()
                await serving


async def test_the_signs_of_two_houses_show_the_same_meter(postgres: Server) -> None:
    wide, name = f"{WIDE}_{os.getpid()}_s", f"{PREFIX}sign"
    async with served(postgres.new_url(), wide) as east, served(postgres.new_url(), wide) as west:
        spec = {"name": "felt", "rules": "nevada", "link": name}
        await east.house.make_table(MAX, spec)
        link = east.house.links.link(name)

        async def sign(of: OpenHouse) -> Any:
            async with of.http() as http:
                found = [each for each in (await http.get("/api/v1/links")).json() if each["name"] == name]
            return found[0]["meters"] if found else None

        before = await sign(east)
        await link.ask("house", c.CoinIn(table="felt", round=1, seats=tuple(Seat(seat) for seat in range(1, 7))))
        after = await sign(east)
        assert after != before

        async def is_same() -> bool:
            return bool(await sign(west) == after)

        await until(is_same, "the other house shows it too", 20)
