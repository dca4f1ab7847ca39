"""A live table: durable before visible, one command at a time, and restored after a restart."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import replace

import pytest

from support.observing import heard_by
from uth.cards import DECK
from uth.errors import Refused
from uth.house import clock as table_clock
from uth.house.clock import Pace
from uth.house.fairness import Commitment
from uth.house.followed_table import EVERY
from uth.house.live_table import LiveTable
from uth.ledger.book import CAGE, Account, AccountKind
from uth.rules.loader import BOOKS, load_book
from uth.rules.values import Wager
from uth.store.entries import Appended, Entry, Stored, Unavailable
from uth.store.memory import MemoryStore
from uth.table.deck.decks import Back, DeckStage
from uth.table.posted import post
from uth.table.round import commands as c
from uth.table.round import events as e
from uth.table.round.banking import button
from uth.table.round.decide import Events
from uth.table.round.refusals import decisions
from uth.table.round.state import Phase, Table
from uth.units import PlayerId, Seat

QUICK = Pace(decision=0.01, wagers=0.01)
ONE, TWO = Seat(1), Seat(2)


@asynccontextmanager
async def running(table: LiveTable) -> AsyncIterator[LiveTable]:
    await table.recover()
    task = asyncio.create_task(table.run())
    try:
        yield table
    finally:
        task.cancel()
        with suppress(asyncio.CancelledError):
            await task


def live(book: str = "massachusetts", store: MemoryStore | None = None, pace: Pace = QUICK) -> LiveTable:
    table = LiveTable(name="one", posted=post(load_book(book)), store=store or MemoryStore())
    table.clock.pace = pace
    return table


async def seated(table: LiveTable, ante: int = 1000) -> None:
    """Sit two players down, chips before them, and wager."""
    for seat, player in ((ONE, "ann"), (TWO, "bob")):
        await table.ask(player, c.TakeSeat(seat=seat, player=PlayerId(player)))
        await table.ask(player, c.BuyIn(seat=seat, cents=100_000))
    while not table.table.is_open:
        await asyncio.sleep(0)
    if table.posted.rules.seats.player_banks:
        await table.ask("bob", c.Bank(seat=TWO, cents=50_000))
    await table.ask("ann", c.PlaceWager(seat=ONE, wager=Wager.ANTE, cents=ante))


async def until(table: LiveTable, phase: Phase) -> None:
    while table.table.phase is not phase:
        await asyncio.sleep(0.001)


@pytest.mark.parametrize("book", BOOKS)
def test_a_table_deals_itself_and_is_where_it_was_after_a_restart(book: str) -> None:
    async def evening() -> None:
        store = MemoryStore()
        async with running(live(book, store)) as table:
            for _ in range(3):
                rounds = table.table.rounds
                await (seated(table) if not table.table.chairs else wager_again(table))
                while table.table.rounds == rounds:
                    await asyncio.sleep(0.001)
            await until(table, Phase.WAGERS)
            again = live(book, store)
            await again.recover()
            assert again.table == table.table
            assert again.secret.committed == table.secret.committed
            rails = sum(table.table.rails.values())
            players = await store.balances()
            assert sum(cents for account, cents in players.items() if account.kind is AccountKind.PLAYER) == rails
            assert players[CAGE] == -200_000
        await store.verify()
        await store.trial_balance()

    async def wager_again(table: LiveTable) -> None:
        await until(table, Phase.WAGERS)
        if table.posted.rules.seats.player_banks:
            banker = TWO if table.table.banked_rounds < 2 else ONE
            await table.ask("bank", c.Bank(seat=banker, cents=50_000))
            await table.ask("x", c.PlaceWager(seat=Seat(3 - banker), wager=Wager.ANTE, cents=1000))
        else:
            await table.ask("ann", c.PlaceWager(seat=ONE, wager=Wager.ANTE, cents=1000))

    asyncio.run(evening())


def test_a_command_sent_twice_with_one_key_is_done_once_and_answered_alike() -> None:
    async def twice() -> None:
        async with running(live()) as table:
            await table.ask("ann", c.TakeSeat(seat=ONE, player=PlayerId("ann")))
            first = await table.ask("ann", c.BuyIn(seat=ONE, cents=500), key="k1")
            second = await table.ask("ann", c.BuyIn(seat=ONE, cents=500), key="k1")
            assert first == second == (e.ChipsBought(seat=ONE, cents=500),)
            assert table.table.rail(ONE) == 500

    asyncio.run(twice())


def test_what_is_refused_is_told_to_the_one_who_asked_and_changes_nothing() -> None:
    async def refused() -> None:
        async with running(live()) as table:
            with pytest.raises(Refused, match="nobody sits"):
                await table.ask("ann", c.BuyIn(seat=ONE, cents=500))
            assert not table.table.chairs

    asyncio.run(refused())


def test_nobody_is_told_of_what_is_not_stored() -> None:
    class Full(MemoryStore):
        full = False

        async def append(self, entries: Sequence[Entry], *, key: str | None = None, answer: object = None) -> Appended:
            if self.full:
                raise Refused("disk_full", None, "the disk is full")
            return await super().append(entries, key=key, answer=answer)

    heard: list[Events] = []

    def tell(table: LiveTable, events: Events, states: Sequence[Table]) -> None:
        heard.append(events)

    async def full() -> None:
        store = Full()
        table = live(store=store)
        table.observers = heard_by(tell)
        async with running(table):
            await table.ask("ann", c.TakeSeat(seat=ONE, player=PlayerId("ann")))
            store.full = True
            before, told = table.table, len(heard)
            with pytest.raises(Refused, match="the disk is full"):
                await table.ask("ann", c.BuyIn(seat=ONE, cents=500))
            assert (table.table.chairs, len(heard)) == (before.chairs, told)

    asyncio.run(full())


@pytest.mark.clause("MA.6e")
def test_a_seat_that_does_not_answer_checks_while_that_is_free_and_then_folds() -> None:
    async def late() -> None:
        heard: list[e.Event] = []
        table = live()
        table.observers = heard_by(lambda _, events, __: heard.extend(events))
        async with running(table):
            await seated(table)
            table.say_ready(ONE)
            while table.table.rounds == 0:
                await asyncio.sleep(0.001)
        acted = [type(event) for event in heard if isinstance(event, e.Checked | e.Folded | e.PlayMade)]
        assert acted[:2] == [e.Checked, e.Checked]
        assert acted[2] in (e.Folded, e.PlayMade)

    asyncio.run(late())


def test_a_switched_off_table_takes_no_new_wager_and_finishes_its_round() -> None:
    async def off() -> None:
        async with running(live(pace=Pace(decision=60, wagers=0.01))) as table:
            await seated(table)
            while table.table.turn is None:
                await asyncio.sleep(0.001)
            table.switches.turn("table", "one", off=True)
            while (seat := table.table.turn) is not None or table.table.is_dealing:
                if seat is not None:
                    await table.ask("ann", decisions(table.table, seat, table.posted)[-1])
                await asyncio.sleep(0.001)
            await until(table, Phase.WAGERS)
            with pytest.raises(Refused, match="no new wagers"):
                await table.ask("ann", c.PlaceWager(seat=ONE, wager=Wager.ANTE, cents=1000))

    asyncio.run(off())


def test_the_commitment_stands_before_the_wagers_close_and_the_proof_deals_the_round_again() -> None:
    async def fair() -> None:
        heard: list[tuple[e.Event, Table]] = []
        table = live(pace=replace(QUICK, between_rounds=60))
        table.observers = heard_by(lambda _, events, states: heard.extend(zip(events, states, strict=True)))
        async with running(table):
            await seated(table)
            published = table.secret.published
            await table.say_word("ann", ONE, "my lucky word")
            await until(table, Phase.SETTLED)
            proof = table.secret.proof(table.table, table.posted)
            assert proof.commitment == published == Commitment(secret=bytes.fromhex(proof.secret)).published
            placed = next(state for event, state in heard if isinstance(event, e.DeckPlaced))
            assert proof.deck() == placed.round.deck
            assert sorted(proof.deck()) == list(DECK)
            assert replace(proof, words={ONE: "another"}).deck() != placed.round.deck
            with pytest.raises(Refused, match="shuffled"):
                await table.say_word("ann", ONE, "too late")

    asyncio.run(fair())


def test_accounts_have_names_that_say_what_they_are() -> None:
    assert str(Account(AccountKind.TRAY, "one")) == "tray:one"


def test_a_decision_sent_again_with_its_key_is_answered_as_the_first_time_though_it_would_be_refused_now() -> None:
    async def evening() -> None:
        async with running(live(pace=Pace(wagers=0.01))) as table:
            await seated(table)
            while table.table.turn is None:
                await asyncio.sleep(0.001)
            play = c.MakePlay(seat=ONE, multiple=4)
            first = await table.ask("ann", play, "ann/k1")
            number = table.number
            with pytest.raises(Refused):
                await table.ask("ann", play, "ann/k2")
            assert await table.ask("ann", play, "ann/k1") == first
            assert sum(record.key == "ann/k1" for record in await table.store.read(table.stream)) == 1
            assert table.number >= number

    asyncio.run(evening())


def test_an_append_that_was_written_though_nobody_could_say_so_is_followed_and_told() -> None:
    class Silent(MemoryStore):
        silent = False

        async def append(self, entries: Sequence[Entry], *, key: str | None = None, answer: object = None) -> Appended:
            appended = await super().append(entries, key=key, answer=answer)
            if self.silent:
                self.silent = False
                raise Unavailable("store_unreachable", "the line was cut during the commit", unknown=True)
            return appended

    async def evening() -> None:
        store = Silent()
        told: list[str] = []
        table = live(store=store)
        table.clock.deals_itself = False
        table.observers = heard_by(lambda _, events, __: told.extend(type(event).__name__ for event in events))
        async with running(table):
            store.silent = True
            await table.ask("ann", c.TakeSeat(seat=ONE, player=PlayerId("ann")), "ann/1")
            assert ONE in table.table.chairs
            assert told == ["SeatTaken"]
            store.silent = True
            with pytest.raises(Unavailable):
                await table.ask("ann", c.BuyIn(seat=ONE, cents=5000))
            assert table.table.rail(ONE) == 5000
            assert told == ["SeatTaken", "ChipsBought"]

    asyncio.run(evening())


def test_after_many_rounds_a_table_begins_at_its_newest_checkpoint_and_is_where_it_was() -> None:
    async def evening() -> None:
        store = MemoryStore()
        async with running(live(store=store)) as table:
            for _ in range(EVERY + 2):
                rounds = table.table.rounds
                if table.table.chairs:
                    await table.ask("ann", c.PlaceWager(seat=ONE, wager=Wager.ANTE, cents=1000))
                else:
                    await seated(table)
                while table.table.rounds == rounds:
                    await asyncio.sleep(0.001)
                await until(table, Phase.WAGERS)
            records = await store.read(table.stream)
            assert sum("state" in record.body.get("host", {}) for record in records) == 1
            read: list[int] = []
            again = live(store=store)
            whole = store.read

            async def noted(stream: str, after: int = 0) -> list[Stored]:
                read.append(after)
                return await whole(stream, after)

            store.read = noted  # type: ignore[method-assign]
            await again.recover()
            assert again.table == table.table
            assert (again.secret.committed, again.secret.words) == (table.secret.committed, table.secret.words)
            assert again.number == table.number
            assert read[-1] > 0

    asyncio.run(evening())


async def until_so(is_so: Callable[[], object]) -> None:
    while not is_so():
        await asyncio.sleep(0.001)


async def lone_player(table: LiveTable) -> None:
    """Sit ann down at seat 1, chips before her, and have the table opened for her."""
    await table.ask("ann", c.TakeSeat(seat=ONE, player=PlayerId("ann")))
    await table.ask("ann", c.BuyIn(seat=ONE, cents=100_000))
    while not table.table.is_open:
        await asyncio.sleep(0.001)


@pytest.mark.clause("MA.4e")
def test_an_open_table_that_everyone_has_left_has_its_cards_spread_and_the_next_player_looks_them_over() -> None:
    async def evening() -> None:
        async with asyncio.timeout(20), running(live()) as table:
            await lone_player(table)
            await table.ask("ann", c.LeaveSeat(seat=ONE))
            await until_so(lambda: table.table.unattended)
            assert {deck.stage for deck in table.table.decks.values()} == {DeckStage.SPREAD}
            await asyncio.sleep(0.02)
            assert {deck.stage for deck in table.table.decks.values()} == {DeckStage.SPREAD}, "nobody is there to look"
            heard: list[e.Event] = []
            table.observers = heard_by(lambda _, events, __: heard.extend(events))
            await table.ask("bob", c.TakeSeat(seat=TWO, player=PlayerId("bob")))
            await until_so(lambda: any(isinstance(event, e.DeckStacked) for event in heard))
            shown = [event for event in heard if isinstance(event, e.DeckLookedOver | e.DeckWashed | e.DeckStacked)]
            red = [each for each in shown if each.back is Back.RED]
            assert red == [
                e.DeckLookedOver(back=Back.RED, seat=TWO),
                e.DeckWashed(back=Back.RED),
                e.DeckStacked(back=Back.RED),
            ]

    asyncio.run(evening())


@pytest.mark.clause("MA.4e")
def test_players_who_do_not_wager_for_a_while_make_no_gaming_activity_and_a_wager_has_the_cards_looked_over(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(table_clock, "IDLE_S", 0.01)

    async def evening() -> None:
        async with asyncio.timeout(20), running(live()) as table:
            await lone_player(table)
            await until_so(lambda: table.table.unattended)
            await asyncio.sleep(0.03)
            assert {deck.stage for deck in table.table.decks.values()} == {DeckStage.SPREAD}, "nobody is playing yet"
            await table.ask("ann", c.PlaceWager(seat=ONE, wager=Wager.ANTE, cents=1000))
            await until(table, Phase.PREFLOP)
            assert table.table.rounds_uncounted == 1

    asyncio.run(evening())


@pytest.mark.parametrize("book", [book for book in BOOKS if "spread" not in load_book(book).procedure.opening.value])
def test_a_book_that_spreads_no_cards_leaves_an_empty_table_as_it_is(book: str) -> None:
    async def evening() -> None:
        async with running(live(book)) as table:
            await lone_player(table)
            await table.ask("ann", c.LeaveSeat(seat=ONE))
            before = table.number
            await asyncio.sleep(0.05)
            assert (table.number, table.table.unattended) == (before, False)

    asyncio.run(evening())


@pytest.mark.clause("CA.PLAY20")
def test_the_button_passes_a_player_who_says_nothing_and_the_next_one_may_bank() -> None:
    async def evening() -> None:
        async with asyncio.timeout(20), running(live("california", pace=replace(QUICK, bank=0.05))) as table:
            await seated(table)
            await until_so(lambda: table.table.rounds)
            await until(table, Phase.WAGERS)
            assert button(table.table, table.posted) == TWO, "bob may bank a second hand"
            await until_so(lambda: table.table.round.declined)
            assert button(table.table, table.posted) == ONE
            await table.ask("ann", c.Bank(seat=ONE, cents=50_000))
            await table.ask("bob", c.PlaceWager(seat=TWO, wager=Wager.ANTE, cents=1000))
            await until(table, Phase.PREFLOP)

    asyncio.run(evening())
