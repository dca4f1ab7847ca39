"""Guests' tables: a few per guest, on their own link, with play money, and closed when empty."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from fractions import Fraction
from importlib.resources import files
from typing import Any

import pytest

from uth.errors import Malformed, Refused
from uth.history.history import History
from uth.house.guests import SEEDS_MAX, GuestBounds, seated_people
from uth.house.house import House
from uth.house.live_table import LiveTable
from uth.house.specs import document_of, spec_of
from uth.ledger.book import HOUSE, AccountKind
from uth.people.people import People
from uth.people.roles import Role, Session
from uth.progressive import commands as k
from uth.ranking import Category
from uth.rules.loader import BOOKS
from uth.rules.values import Street, Wager
from uth.store.entries import Entry, Stored
from uth.store.memory import MemoryStore
from uth.store.rounds import RoundFilter
from uth.table.round import commands as c
from uth.units import Cents, Seat

ONE = Seat(1)


def session(*roles: Role, person: str) -> Session:
    return Session(person=person, roles=frozenset(roles), csrf="x", ends=10**12)


ANN, BOB, EVE = (session(Role.PLAYER, person=f"{name}~1") for name in ("ann", "bob", "eve"))
MAX = session(Role.MANAGER, person="max")
MIA = session(Role.MANAGER, person="mia")


@asynccontextmanager
async def opened(store: MemoryStore | None = None) -> AsyncIterator[House]:
    store = store or MemoryStore()
    house = House(store=store, people=People(store=store, clock=lambda: 0.0))
    house.bankrolls.allowance = Cents(1_000_000_000)
    await house.open()
    try:
        yield house
    finally:
        await house.close()


async def made(house: House, person: Session, name: str, address: str | None = None, **spec: Any) -> LiveTable:
    await house.make_table(person, {"name": name, "rules": "nevada", "speed": "instant", **spec}, address)
    return house.live(name)


async def sits(house: House, person: Session, name: str) -> None:
    await house.command(person, name, c.TakeSeat(seat=ONE, player=person.player), None)


# How many.


async def test_a_guest_holds_a_few_tables_and_the_oldest_that_nobody_is_at_gives_way() -> None:
    async with opened() as house:
        for number in range(5):
            await made(house, ANN, f"t{number}")
        assert [live.name for live in house.open_tables] == ["t2", "t3", "t4"]
        for name in ("t2", "t3", "t4"):
            await sits(house, ANN, name)
        with pytest.raises(Refused, match="a guest holds at most 3 tables; yours are t2, t3, t4; leave one") as refused:
            await made(house, ANN, "t5")
        assert refused.value.code == "too_many_tables"
        await made(house, BOB, "b0")


async def test_one_address_holds_a_few_tables_under_however_many_names() -> None:
    async with opened() as house:
        house.guests.bounds = GuestBounds(per_person=3, per_address=4)
        house.people_at = lambda live: dict.fromkeys(seated_people(live.table), "203.0.113.7")
        for number in range(4):
            guest = session(Role.PLAYER, person=f"eve~{number}")
            await made(house, guest, f"t{number}", "203.0.113.7")
            await sits(house, guest, f"t{number}")
        with pytest.raises(Refused, match="at most 4 tables are held from one address"):
            await made(house, session(Role.PLAYER, person="eve~9"), "t9", "203.0.113.7")
        await made(house, BOB, "b0", "198.51.100.4")


async def test_nobody_uses_up_another_guests_tables_by_being_at_them() -> None:
    async with opened() as house:
        for number in range(3):
            await made(house, BOB, f"b{number}", "198.51.100.4")
            await sits(house, EVE, f"b{number}")
        await made(house, BOB, "b3", "198.51.100.4")
        assert len(house.open_tables) == 4


async def test_in_a_full_house_the_tables_one_address_keeps_open_beyond_its_share_give_way() -> None:
    async with opened() as house:
        house.tables_max, house.guests.bounds = 6, GuestBounds(per_person=9, per_address=2)
        house.people_at = lambda live: {"eve~1": "203.0.113.7"} if live.name != "last" else {}
        for number in range(6):
            await made(house, session(Role.PLAYER, person=f"bob~{number}"), f"b{number}", f"198.51.100.{number}")
        await made(house, ANN, "last", "192.0.2.1")
        assert [live.name for live in house.open_tables] == ["b0", "b1", "b3", "b4", "b5", "last"]


async def test_the_staff_makes_as_many_tables_as_it_likes() -> None:
    async with opened() as house:
        for number in range(8):
            await made(house, MAX, f"t{number}", "203.0.113.7")
        assert len(house.open_tables) == 8


# What a guest may ask for.


@pytest.mark.parametrize(
    ("spec", "says"),
    [
        ({"dealt_by": "person"}, 'dealt_by: "person" is for tables the staff makes; the house deals a guest\'s table'),
        ({"dealt_by": "person", "deck": "read"}, 'dealt_by: "person" is for tables the staff makes'),
        ({"dealt_by": "person", "decision_s": 0}, 'dealt_by: "person" is for tables the staff makes'),
        ({"awards": "floor"}, 'awards: "floor" is for tables the staff makes'),
        ({"link": "the-big-one"}, 'link: "the-big-one" is a link of the house, which the staff puts tables on'),
    ],
)
async def test_what_only_the_staff_can_run_only_the_staff_makes(spec: dict[str, Any], says: str) -> None:
    async with opened() as house:
        await made(house, MAX, "floor", link="the-big-one")
        before = house.number
        for person in (ANN, session(Role.PLAYER, person="Pat")):  # a guest, and a player with an account
            with pytest.raises(Refused) as refused:
                await made(house, person, "mine", **spec)
            assert (refused.value.code, str(refused.value)[: len(says)]) == ("staff_only", says)
        assert house.number == before


def with_seed(cents: int) -> str:
    text = files("uth.rules").joinpath("books", "nevada.toml").read_text()
    assert "seed = 100_000" in text
    return text.replace("seed = 100_000", f"seed = {cents}")


@pytest.mark.parametrize("seed", [SEEDS_MAX + 1, 10**9])
async def test_the_meters_of_a_guest_start_from_no_more_than_their_share(seed: int) -> None:
    async with opened() as house:
        before = await house.store.balances()
        with pytest.raises(Malformed, match=f"seed: {seed} is more than the {SEEDS_MAX} cents"):
            await made(house, ANN, "mine", rules=with_seed(seed))
        with pytest.raises(Malformed, match=r"seed: .* is more than the"):
            await made(house, ANN, "mine", progressive_wager=100_000_000)
        assert await house.store.balances() == before
        await made(house, ANN, "mine", rules=with_seed(SEEDS_MAX))
        await made(house, MAX, "theirs", rules=with_seed(seed))


@pytest.mark.parametrize("book", BOOKS)
async def test_a_guest_can_make_a_table_of_every_book(book: str) -> None:
    async with opened() as house:
        assert (await made(house, ANN, "mine", rules=book)).guest


# Links.


async def test_a_guests_table_has_a_link_of_its_own_and_leaves_the_meters_of_the_house_alone() -> None:
    async with opened() as house:
        theirs, mine = await made(house, MAX, "theirs"), await made(house, ANN, "mine")
        assert theirs.link is not None
        assert mine.link is not None
        assert (theirs.link.guest, mine.link.guest, mine.link.name) == (False, True, "own-mine")
        assert list(theirs.link.link.stations) == ["theirs"]
        with pytest.raises(Malformed, match='begins with "own-"'):
            await made(house, MAX, "two", link="own-mine")


async def test_a_table_whose_awards_the_house_confirms_does_not_share_the_meter_of_the_floors() -> None:
    async with opened() as house:
        public, floor = (
            await made(house, MAX, "public", awards="house"),
            await made(house, MAX, "floor", awards="floor"),
        )
        other = await made(house, MAX, "other", awards="floor")
        assert public.link is not None
        assert public.link is not floor.link
        assert floor.link is other.link
        with pytest.raises(Refused, match="are confirmed by the house, not by the floor") as refused:
            await made(house, MAX, "two", awards="floor", link=public.link.name)
        assert refused.value.code == "other_awards"


# Money, and what is left.


def moved_by(records: list[Stored]) -> set[str]:
    return {str(account) for record in records for each in record.transfers for account in (each.source, each.target)}


async def played(house: House, person: Session, name: str, rounds: int) -> None:
    """Play rounds with every wager that is offered, checking and then calling."""
    live = house.live(name)
    await sits(house, person, name)
    await house.command(person, name, c.BuyIn(seat=ONE, cents=10_000_000), None)
    while not live.table.is_open or live.table.rounds < rounds or not live.is_idle:
        if live.table.turn == ONE:
            last = live.table.street is Street.RIVER
            answer = c.MakePlay(seat=ONE, multiple=1) if last else c.Check(seat=ONE)
            await house.command(person, name, answer, None)
        elif live.is_idle:
            for wager, cents in ((Wager.ANTE, 1_000), (Wager.TRIPS, 500), (Wager.PROGRESSIVE, 100)):
                await house.command(person, name, c.PlaceWager(seat=ONE, wager=wager, cents=cents), None)
        else:
            await live._go_on()


ROWS = [f'{{ hand = "{each.key}", meter = "main", percent = 100 }},' for each in sorted(Category, reverse=True)]
RICH = "\n".join(["rows = [", *ROWS, "]", ""])
"""Every hand takes the whole meter."""


async def test_whatever_a_guests_rule_set_pays_the_house_account_pays_nothing_and_gets_nothing() -> None:
    text = with_seed(SEEDS_MAX)
    head, _, tail = text.partition("[[pay.progressive]]")
    meters, _, rest = tail.partition("rows = [")
    rich = f"{head}[[pay.progressive]]{meters}{RICH}{rest.partition(']' + chr(10))[2]}"
    store = MemoryStore()
    async with opened(store) as house:
        await made(house, MAX, "theirs")
        before = (await store.balances())[HOUSE]
        live = await made(house, ANN, "mine", rules=rich)
        await played(house, ANN, "mine", 3)
        assert live.link is not None
        assert [award.cents for award in live.link.link.awards] == [SEEDS_MAX + 27] * 3
        assert (await store.balances())[HOUSE] == before
        await house.command(ANN, "mine", c.LeaveSeat(seat=ONE), None)
        assert await house.close_left("mine")
        balances = await store.balances()
        assert balances[HOUSE] == before
        assert not [account for account in balances if "mine" in account.name]
        assert sum(balances.values(), Fraction(0)) == 0
        records = [record async for record in store.export() if "mine" in record.stream]
        assert "house" not in moved_by(records)
        assert {account.kind for account in balances} == {
            AccountKind.HOUSE,
            AccountKind.METER,
            AccountKind.PLAY,
            AccountKind.CAGE,
        }


async def test_a_guests_link_ends_with_its_table_and_with_all_that_waits_there() -> None:
    store = MemoryStore()
    async with opened(store) as house:
        await made(house, ANN, "mine")
        adjust = k.AdjustMeter(meter="main", cents=500, by="max", second="-", reason="a test")
        assert (await house.work_link(MAX, "own-mine", adjust, "a"))["waits"] == 1
        assert await house.close_left("mine")
        assert house.links.live == {}
        with pytest.raises(Refused, match="nothing waits"):
            await house.confirm(MIA, 1, agreed=True)
    async with opened(store) as house:
        assert (house.links.live, house.approvals.open, house.tables) == ({}, {}, {})


class Read(MemoryStore):
    """A store that notes which streams are read."""

    def __init__(self) -> None:
        super().__init__()
        self.streams_read: list[str] = []

    async def read(self, stream: str, after: int = 0) -> list[Stored]:
        self.streams_read.append(stream)
        return await super().read(stream, after)


async def test_closed_tables_and_their_links_are_not_read_at_a_start_and_can_be_read_when_somebody_asks() -> None:
    store = Read()
    async with opened(store) as house:
        await made(house, MAX, "theirs")
        await made(house, ANN, "mine")
        await played(house, ANN, "mine", 2)
        await house.close_table(MAX, "mine")
    store.streams_read.clear()
    async with opened(store) as house:
        assert {stream for stream in store.streams_read if "mine" in stream} == set()
        assert [*house.tables] == ["theirs"]
        assert house.closed_rounds == 2
        assert (await house.recalled("mine")).table.rounds == 2
        past = History(house=house)
        assert (await past.round("mine", 2)).number == 2
        assert [entry.table for entry in (await past.rounds(RoundFilter())).entries] == ["mine", "mine"]
        with pytest.raises(Refused, match="closed for good"):
            await sits(house, ANN, "mine")
        with pytest.raises(Refused, match='there was a table "mine", which is closed'):
            await made(house, BOB, "mine")


async def test_a_link_an_older_log_left_behind_rests_until_a_table_of_the_house_wants_it() -> None:
    store = MemoryStore()
    spec = spec_of({"name": "old", "rules": "nevada"})
    wanted = House(store=store, people=People(store=store, clock=lambda: 0.0)).links.wanted(
        spec, spec.posted(), guest=False
    )
    assert wanted is not None
    link = {name: value for name, value in wanted.made[0].items() if name != "awards"}
    table = {"is": "table_made", "by": ANN.person, "spec": {**document_of(spec), "link": wanted.name}}
    written = [Entry(stream="house", after=0, body=link), Entry(stream="house", after=1, body=table), *wanted.opening]
    await store.append(written)
    await store.append([Entry(stream="house", after=2, body={"is": "table_closed", "by": "max", "table": "old"})])
    async with opened(store) as house:
        assert (house.links.live, list(house.links.resting), house.tables) == ({}, [wanted.name], {})
        live = await made(house, MAX, "new", awards="house")
        assert live.link is not None
        assert (live.link.name, live.link.guest, house.links.resting) == (wanted.name, False, {})
        assert live.link.number == len(await store.read(live.link.stream))
        assert (await store.verify()).position
