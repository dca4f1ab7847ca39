"""Links in the house: meters shared by many tables, stored with the table that moved them, operated by the floor."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from fractions import Fraction
from typing import Any

import pytest

from support.round_table import RoundTable
from uth.cards import Card
from uth.errors import Refused
from uth.history.history import History
from uth.house import live_link, round_secret
from uth.house.house import House
from uth.house.live_link import LiveLink
from uth.house.live_table import LiveTable
from uth.ledger.book import AccountKind
from uth.ledger.link_entries import LinkEntries
from uth.people.people import People
from uth.people.roles import Role, Session
from uth.progressive import commands as k
from uth.progressive.state import AwardStage, Key, Means
from uth.rules.values import Wager
from uth.store.entries import Appended, Entry, Stored, Unavailable
from uth.store.memory import MemoryStore
from uth.store.rounds import RoundFilter
from uth.table.floor.irregularities import ProgressiveDown
from uth.table.round import commands as c
from uth.table.round import events as e
from uth.table.round.due import due, due_words
from uth.table.round.state import Phase
from uth.units import PlayerId, Seat
from uth.views.floor import floor_document

ONE = Seat(1)
MANAGER = Session(person="max", roles=frozenset({Role.MANAGER}), csrf="", ends=10**12)
OTHER = Session(person="lee", roles=frozenset({Role.MANAGER}), csrf="", ends=10**12)
FLOOR = Session(person="kim", roles=frozenset({Role.SUPERVISOR}), csrf="", ends=10**12)
GUEST = Session(person="ann", roles=frozenset({Role.PLAYER}), csrf="", ends=10**12)


@asynccontextmanager
async def opened(store: MemoryStore) -> AsyncIterator[House]:
    house = House(store=store, people=People(store=store, clock=lambda: 0.0))
    await house.open()
    try:
        yield house
    finally:
        await house.close()


async def made(house: House, name: str, **spec: Any) -> LiveTable:
    await house.make_table(MANAGER, {"name": name, "rules": "nevada", "speed": "instant", "awards": "house", **spec})
    return house.live(name)


@pytest.fixture
def royal(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have every shuffle give seat 1 a royal flush with the flop."""
    table = RoundTable("nevada").seat(1, "ann", hole="AsKs", ante=1000).board("QsJsTs 2d 3c").dealer("2h4c")
    order = table.shuffled()

    def stacked(*_: object) -> tuple[Card, ...]:
        return order

    monkeypatch.setattr(round_secret, "shuffled", stacked)


async def wagered(table: LiveTable, player: str = "ann", progressive: int = 100) -> None:
    """Have a player sit down and wager, and the table play the hand to its end."""
    if ONE not in table.table.chairs:
        await table.ask(player, c.TakeSeat(seat=ONE, player=PlayerId(player)))
        await table.ask(player, c.BuyIn(seat=ONE, cents=100_000))
    while table.table.phase is not Phase.WAGERS:
        await asyncio.sleep(0)
    await table.ask(player, c.PlaceWager(seat=ONE, wager=Wager.ANTE, cents=1000))
    if progressive:
        await table.ask(player, c.PlaceWager(seat=ONE, wager=Wager.PROGRESSIVE, cents=progressive))
    table.say_ready(ONE)
    while table.table.turn != ONE:
        await asyncio.sleep(0)


async def settled(table: LiveTable, player: str = "ann") -> None:
    rounds = table.table.rounds
    await table.ask(player, c.MakePlay(seat=ONE, multiple=4))
    while table.table.rounds == rounds:
        await asyncio.sleep(0)


async def balanced(house: House) -> None:
    """Every meter's account is what its meter shows, and every player's what lies on the rails."""
    held = await house.store.trial_balance()
    for name, link in house.links.live.items():
        entries = LinkEntries(name)
        for meter, shows in link.link.meters.items():
            assert held.get(entries.meter(meter), Fraction(0)) == shows.amount
    for account, cents in held.items():
        if account.kind is AccountKind.PLAYER:
            assert sum(live.table.rails.get(PlayerId(account.name), 0) for live in house.tables.values()) == cents


def test_two_tables_of_the_same_terms_share_their_meters_and_find_them_again() -> None:
    async def evening() -> None:
        store = MemoryStore()
        async with opened(store) as house:
            one, two = await made(house, "one"), await made(house, "two")
            assert one.link is not None
            assert one.link is two.link
            for table, player in ((one, "ann"), (two, "bob")):
                await wagered(table, player)
            assert one.link.link.meters["main"].amount == 100_000 + 2 * 27
            await settled(one)
            await settled(two, "bob")
            await balanced(house)
            before = {name: live.link for name, live in house.links.live.items()}
        async with opened(store) as again:
            assert {name: live.link for name, live in again.links.live.items()} == before
            assert again.live("one").link is again.live("two").link

    asyncio.run(evening())


def test_a_round_without_a_progressive_wager_writes_nothing_at_the_link() -> None:
    async def evening() -> None:
        async with opened(MemoryStore()) as house:
            table = await made(house, "one")
            assert table.link is not None
            number = table.link.number
            await wagered(table, progressive=0)
            await settled(table)
            assert table.link.number == number

    asyncio.run(evening())


@pytest.mark.usefixtures("royal")
def test_the_house_pays_an_award_by_itself_where_no_floor_confirms_it() -> None:
    async def evening() -> None:
        async with opened(MemoryStore()) as house:
            table = await made(house, "one")
            await wagered(table)
            rail = table.table.rail(ONE)
            await settled(table)
            (award,) = table.link.link.awards if table.link is not None else ()
            assert award.stage is AwardStage.PAID
            won = sum(line.won + line.returned for seat, line in table.table.settled if seat == ONE)
            assert table.table.rail(ONE) == rail - 4000 + won
            await balanced(house)

    asyncio.run(evening())


async def confirm(house: House, link: str, session: Session = FLOOR) -> None:
    steps: tuple[k.Command, ...] = (
        k.TurnKey(table="one", to=Key.JPH, by="?"),
        k.PressJackpot(table="one", award=1, by="?"),
        k.TurnKey(table="one", to=Key.RUN, by="?"),
        k.PayAward(award=1, means=Means.CHEQUES, by="?"),
    )
    for at, step in enumerate(steps):
        second = isinstance(step, k.PayAward) and session is FLOOR
        await house.work_link(OTHER if second else session, link, step, f"step-{at}")


@pytest.mark.clause("NV.10e", "NV.10f")
@pytest.mark.usefixtures("royal")
def test_an_award_waits_for_the_floor_while_another_table_plays_on_and_is_paid_once() -> None:
    async def evening() -> None:
        store = MemoryStore()
        async with opened(store) as house:
            one, two = await made(house, "one", awards="floor"), await made(house, "two", awards="floor")
            assert one.link is not None
            name = one.link.name
            await wagered(one)
            await settled(one)
            assert [award.stage for award in one.link.link.awards] == [AwardStage.PENDING]
            assert [award.number for award in one.link.open_awards] == [1]
            assert [owed.cents for owed in one.table.owed] == [100_027]
            with pytest.raises(Refused, match="waits for a supervisor"):
                await one.ask("house", c.CollectCards())
            await wagered(two, "bob")
            assert one.link.link.meters["main"].amount == 100_000 + 27
            rail = one.table.rail(ONE)
            with pytest.raises(Refused, match="is not for"):
                await confirm(house, name, GUEST)
            await confirm(house, name)
            await confirm(house, name)  # sent again with the same words: done once
            assert one.table.rail(ONE) == rail + 100_027
            assert one.link.open_awards == ()
            assert one.table.owed == ()
            await balanced(house)
        async with opened(store) as again:
            live = again.links.live[name]
            assert [award.stage for award in live.link.awards] == [AwardStage.PAID]
            assert again.live("one").table.owed == ()
            signed = [record.body for record in await store.read(f"link/{name}")]
            turned = [each for body in signed for each in body["commands"] if each["is"] == "TurnKey"]
            assert {each["by"] for each in turned} == {"kim"}

    asyncio.run(evening())


@pytest.mark.usefixtures("royal")
def test_when_the_store_fails_at_an_award_neither_the_table_nor_the_link_has_moved() -> None:
    class Failing(MemoryStore):
        fails = False

        async def append(self, entries: Sequence[Entry], *, key: str | None = None, answer: Any = None) -> Appended:
            if self.fails and any(entry.stream.startswith("link/") for entry in entries):
                raise Unavailable("store_full", "the disk is full")
            return await super().append(entries, key=key, answer=answer)

    async def evening() -> None:
        store = Failing()
        async with opened(store) as house:
            table = await made(house, "one", dealt_by="person")
            assert table.link is not None
            await table.ask("ann", c.TakeSeat(seat=ONE, player=PlayerId("ann")))
            await table.ask("ann", c.BuyIn(seat=ONE, cents=100_000))
            while table.table.phase is not Phase.SETTLING:
                await person_deals(house, table)
            store.fails, before, link = True, table.table, table.link.link
            with pytest.raises(Unavailable):
                await house.step(FLOOR, "one", "SettleRound", "s1")
            assert table.table is before
            assert table.link.link is link
            store.fails = False
            await house.step(FLOOR, "one", "SettleRound", "s1")
            assert due(table.table, table.posted) is c.CollectCards
            await balanced(house)

    asyncio.run(evening())


async def person_deals(house: House, table: LiveTable) -> None:
    """Do the next thing: a wager, a decision, or the dealer's step."""
    if table.table.phase is Phase.WAGERS and not table.table.round.spots:
        await table.ask("ann", c.PlaceWager(seat=ONE, wager=Wager.ANTE, cents=1000))
        await table.ask("ann", c.PlaceWager(seat=ONE, wager=Wager.PROGRESSIVE, cents=100))
    if table.table.turn == ONE:
        await table.ask("ann", c.MakePlay(seat=ONE, multiple=4))
        return

    await house.step(FLOOR, "one", due_words(table.table, table.posted), None)


@pytest.mark.clause("NV.10h")
def test_a_meter_is_adjusted_by_two_people_and_never_by_one_alone() -> None:
    async def evening() -> None:
        store = MemoryStore()
        async with opened(store) as house:
            table = await made(house, "one")
            assert table.link is not None
            name = table.link.name
            ask = k.AdjustMeter(meter="main", cents=500, by="?", second="?", reason="a coin-in was lost")
            with pytest.raises(Refused):
                await house.work_link(FLOOR, name, ask, "a1")
            wrong = k.AdjustMeter(meter="mega", cents=500, by="?", second="?", reason="a coin-in was lost")
            with pytest.raises(Refused, match="not a meter"):
                await house.work_link(MANAGER, name, wrong, "a0")
            waits = (await house.work_link(MANAGER, name, ask, "a1"))["waits"]
            assert table.link.link.meters["main"].amount == 100_000
            with pytest.raises(Refused, match=r"another confirms.*\(R99\)"):
                await house.confirm(MANAGER, waits, agreed=True)
        async with opened(store) as house:
            await house.confirm(OTHER, waits, agreed=True)
            assert house.links.live[name].link.meters["main"].amount == 100_500
            with pytest.raises(Refused, match="no request with the number"):
                await house.confirm(OTHER, waits, agreed=True)
            events = [event for record in await store.read(f"link/{name}") for event in record.body["events"]]
            (adjusted,) = (event for event in events if event["is"] == "MeterAdjusted")
            assert (adjusted["by"], adjusted["second"]) == ("max", "lee")
            await balanced(house)

    asyncio.run(evening())


def test_a_table_of_other_terms_does_not_join_a_link_by_its_name() -> None:
    async def evening() -> None:
        async with opened(MemoryStore()) as house:
            await made(house, "one", link="the-big-one")
            with pytest.raises(Refused, match="R97"):
                await made(house, "two", rules="chickasaw", link="the-big-one")
            assert "two" not in house.tables
            await made(house, "three", link="the-big-one")
            assert list(house.links.live["the-big-one"].link.stations) == ["one", "three"]

    asyncio.run(evening())


def test_while_a_link_is_down_its_tables_take_no_progressive_wager_and_play_on() -> None:
    async def evening() -> None:
        async with opened(MemoryStore()) as house:
            table = await made(house, "one")
            assert table.link is not None
            await house.work_link(FLOOR, table.link.name, k.StopLink(reason="the line is cut"), "d1")
            with pytest.raises(Refused, match="R47"):
                await wagered(table)
            table.say_ready(ONE)
            while table.table.turn != ONE:
                await asyncio.sleep(0)
            await settled(table)
            await house.work_link(FLOOR, table.link.name, k.RestoreLink(), "d2")
            await wagered(table)
            assert table.link.link.meters["main"].amount == 100_027

    asyncio.run(evening())


@pytest.mark.clause("CN.48")
def test_when_a_link_stops_every_table_on_it_returns_the_wagers_it_has_not_locked() -> None:
    async def evening() -> None:
        async with opened(MemoryStore()) as house:
            tables = [await made(house, name, rules="chickasaw", speed="fast") for name in ("one", "two")]
            for table in tables:
                await table.ask("ann", c.TakeSeat(seat=ONE, player=PlayerId("ann")))
                await table.ask("ann", c.BuyIn(seat=ONE, cents=100_000))
                while table.table.phase is not Phase.WAGERS:
                    await asyncio.sleep(0.01)
                await table.ask("ann", c.PlaceWager(seat=ONE, wager=Wager.ANTE, cents=1000))
                await table.ask("ann", c.PlaceWager(seat=ONE, wager=Wager.PROGRESSIVE, cents=100))
            link = tables[0].link
            assert link is not None
            await house.work_link(FLOOR, link.name, k.StopLink(reason="the line is cut"), "d1")
            for table in tables:
                assert set(table.table.round.spots[ONE].wagers) == {Wager.ANTE, Wager.BLIND}
                assert table.table.rail(ONE) == 98_000
                record = (await house.store.read(table.stream, table.number - 1))[-1]
                assert [(each["is"], each.get("clause")) for each in record.body["events"]] == [
                    ("LinkRead", None),
                    ("WagerTakenBack", "CN.48"),
                ]
            await balanced(house)

    asyncio.run(evening())


@pytest.mark.clause("CN.48a")
@pytest.mark.usefixtures("royal")
def test_when_a_link_stops_the_hands_of_an_award_that_waits_are_dead_and_the_books_balance() -> None:
    async def evening() -> None:
        async with opened(MemoryStore()) as house:
            table = await made(house, "one", rules="chickasaw", awards="floor")
            await wagered(table)
            await settled(table)
            assert table.link is not None
            assert [award.stage for award in table.link.link.awards] == [AwardStage.PENDING]
            await house.work_link(FLOOR, table.link.name, k.StopLink(reason="the line is cut"), "d1")
            assert [award.stage for award in table.link.link.awards] == [AwardStage.WITHDRAWN]
            assert table.table.rail(ONE) == 100_000
            assert table.table.owed == ()
            (entry,) = (await History(house=house).rounds(RoundFilter(player=PlayerId("ann")))).entries
            assert entry.seats[0].net == 0
            await balanced(house)

    asyncio.run(evening())


def test_a_real_deck_is_dealt_as_it_is_read_and_nobody_says_a_card_where_the_house_shuffles() -> None:
    async def evening() -> None:
        async with opened(MemoryStore()) as house:
            table = await made(house, "one", dealt_by="person", deck="read")
            await table.ask("ann", c.TakeSeat(seat=ONE, player=PlayerId("ann")))
            await table.ask("ann", c.BuyIn(seat=ONE, cents=100_000))
            while not table.table.round.deck or table.table.phase is not Phase.OPENING_DEAL:
                await person_deals(house, table)
            dealt: list[str] = []
            wanted = iter(RoundTable("nevada").seat(1, "ann", hole="AsKs", ante=1000).board("QsJsTs 2d 3c").deck())
            while table.table.turn is None:
                from uth.table.round.dealing import next_delivery

                delivery = next_delivery(table.table, table.posted.dealing)
                if delivery is not None:
                    cards = tuple(next(wanted) for _ in range(delivery.cards))
                    dealt += map(str, cards)
                    await house.command(FLOOR, "one", c.ReadCards(cards=cards), None)
                await person_deals(house, table)
            assert table.table.round.spots[ONE].hole == tuple(map(Card, ("As", "Ks")))
            with pytest.raises(Refused, match="shuffled by hand"):
                await table.say_word("ann", ONE, "lucky")
            with pytest.raises(Refused, match="the house does not shuffle it"):
                table.secret.proof(table.table, table.posted)
            other = await made(house, "two", dealt_by="person")
            assert (table.secret.published, other.secret.published) == ("", None)
            with pytest.raises(Refused, match="the house shuffles"):
                await house.command(FLOOR, "two", c.ReadCards(cards=tuple(other.table.round.deck[:1])), None)

    asyncio.run(evening())


@pytest.mark.clause("MA.3b")
def test_a_dealer_does_not_verify_the_deck_alone_a_supervisor_does_and_signs_it() -> None:
    async def evening() -> None:
        dealer = Session(person="deb", roles=frozenset({Role.DEALER}), csrf="", ends=10**12)
        async with opened(MemoryStore()) as house:
            table = await made(house, "one", rules="massachusetts", dealt_by="person")
            while due(table.table, table.posted) is not c.VerifyDeck:
                await house.step(dealer, "one", due_words(table.table, table.posted), None)
            with pytest.raises(Refused, match="a supervisor verifies"):
                await house.step(dealer, "one", "VerifyDeck", None)
            (event,) = await house.step(FLOOR, "one", "VerifyDeck", None)
            assert isinstance(event, e.DeckVerified)
            assert event.by == "kim"

    asyncio.run(evening())


@pytest.mark.usefixtures("royal")
async def test_a_link_begins_at_its_newest_checkpoint_and_is_where_it_was(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(live_link, "CHECKPOINT_EVERY", 4)
    store = MemoryStore()
    async with opened(store) as house:
        table = await made(house, "one")
        for _ in range(3):
            await wagered(table)
            await settled(table)
        assert table.link is not None
        was, number, stream = table.link.link, table.link.number, table.link.stream
    assert was.awards
    assert number > 4
    begun: list[int] = []
    whole = store.read

    async def noted(stream: str, after: int = 0) -> list[Stored]:
        begun.extend([after] if stream.startswith("link/") else [])
        return await whole(stream, after)

    monkeypatch.setattr(store, "read", noted)
    again = LiveLink(name=stream.removeprefix("link/"), terms=was.terms, store=store)
    begun.clear()
    await again.recover()
    assert (again.link, again.number) == (was, number)
    assert begun[-1] == number - number % 4


async def test_whoever_closes_the_matter_after_a_crash_it_was_the_second_person_who_agreed() -> None:
    class Failing(MemoryStore):
        fails = False

        async def append(self, entries: Any, *, key: str | None = None, answer: Any = None) -> Any:
            if self.fails and any(entry.body.get("is") == "settled_by_two" for entry in entries):
                raise Unavailable("store_full", "the disk is full")
            return await super().append(entries, key=key, answer=answer)

    store = Failing()
    async with opened(store) as house:
        table = await made(house, "one")
        assert table.link is not None
        meter = next(iter(table.link.link.meters))
        asked = k.AdjustMeter(meter=meter, cents=25, by="-", second="-", reason="the sign was wrong")
        waits = (await house.work_link(MANAGER, table.link.name, asked, "1"))["waits"]
        store.fails = True
        with pytest.raises(Unavailable):
            await house.confirm(OTHER, waits, agreed=True)
        store.fails = False
        await house.confirm(MANAGER, waits, agreed=False)
        (settled_by_two,) = [record.body for record in await store.read("house") if "settled" in record.body["is"]]
        assert (settled_by_two["by"], settled_by_two["agreed"]) == (OTHER.person, True)
        await balanced(house)


@pytest.mark.usefixtures("royal")
async def test_an_award_that_the_floor_rejects_is_no_gain_in_the_history() -> None:
    async with opened(MemoryStore()) as house:
        one = await made(house, "one", awards="floor")
        assert one.link is not None
        await wagered(one)
        before = one.table.rail(ONE) + 1000 + 1000 + 100  # ante, blind and progressive lie on the layout
        await settled(one)
        history = History(house=house)
        (entry,) = (await history.rounds(RoundFilter(player=PlayerId("ann")))).entries
        assert entry.seats[0].net == one.table.rail(ONE) + 100_027 - before
        reject = k.RejectAward(table="one", award=1, by="?", reason="a marked card")
        await house.work_link(FLOOR, one.link.name, k.TurnKey(table="one", to=Key.JPH, by="?"), "1")
        await house.work_link(FLOOR, one.link.name, reject, "2")
        (entry,) = (await history.rounds(RoundFilter(player=PlayerId("ann")))).entries
        assert entry.seats[0].net == one.table.rail(ONE) - before


async def test_a_link_that_is_restored_is_back_at_the_table_where_it_was_reported_down() -> None:
    async with opened(MemoryStore()) as house:
        tables = [await made(house, name, dealt_by="person") for name in ("a", "b")]
        link = tables[0].link
        assert link is not None
        await house.command(FLOOR, "a", c.Report(irregularity=ProgressiveDown(at_win=False)), None)
        assert [each.table.system_down for each in tables] == [True, False]
        await house.work_link(FLOOR, link.name, k.StopLink(reason="the cable"), None)
        await house.work_link(FLOOR, link.name, k.RestoreLink(), None)
        assert [each["progressive_down"] for each in floor_document(house, FLOOR)["tables"]] == [False, False]
