"""The screens of `uth play` at a remote table: a real house, real sockets, and pressed keys."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager

import pytest
from textual.pilot import Pilot
from textual.widgets import Static

from client.serving import Served, cable_to, served
from uth.client import Place, Visitor
from uth.rulebook.page import section_document
from uth.rules.values import Wager
from uth.table.round.state import Phase
from uth.terminal.app import TableApp
from uth.terminal.lobby import table_words
from uth.terminal.lobby_app import LobbyApp
from uth.terminal.remote import opening_at, remote_session
from uth.terminal.screens import HistoryScreen
from uth.terminal.session import TableSession

ANN = 1


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with served(tmp_path_factory.mktemp("house"), "--bound", "tables_per_address=100") as running:
        yield running


@pytest.fixture(autouse=True)
async def _not_for_ever() -> AsyncIterator[None]:
    """Have a test that waits for something that never comes fail."""
    loop = asyncio.get_running_loop()
    ends = loop.call_later(60, lambda: [task.cancel() for task in asyncio.all_tasks(loop)])
    yield
    ends.cancel()


class Screen:
    """The table on a screen of its own, with somebody at its keys."""

    def __init__(self, app: TableApp, session: TableSession, pilot: Pilot[None]) -> None:
        self.app = app
        self.session = session
        self.pilot = pilot

    async def press(self, *keys: str) -> None:
        for key in keys:
            await self.pilot.press(key)
        await self.pilot.pause()

    async def until(self, holds: Callable[[], bool]) -> None:
        while not holds():
            await asyncio.sleep(0.01)
        await self.pilot.pause()

    @property
    def text(self) -> str:
        lines = self.app.screen_stack[0]._compositor.render_strips()
        return "\n".join(strip.text for strip in lines)

    async def open_wagers(self) -> None:
        await self.until(lambda: self.session.table.phase is Phase.WAGERS)

    async def answer(self) -> None:
        """Answer whenever asked, until the round is in the history."""
        rounds = len(self.session.history)
        while len(self.session.history) == rounds:
            await self.until(lambda: self.session.asked is not None or len(self.session.history) > rounds)
            if self.session.asked is not None:
                offered = {type(answer).__name__ for answer in self.session.answers()}
                await self.press("c" if "Check" in offered else "1")


@asynccontextmanager
async def at_screen(
    visitor: Visitor, place: Place, size: tuple[int, int] = (100, 32), ante: int | None = None
) -> AsyncIterator[Screen]:
    opening = await opening_at(visitor, place.table, bankroll=100_000, ante=ante)
    await place.sit(buy_in=opening.bankroll)
    session = remote_session(visitor, place, opening)
    app = TableApp(session)
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        yield Screen(app, session, pilot)


async def made(visitor: Visitor, name: str, rules: str = "massachusetts", speed: str = "instant") -> str:
    await visitor.make_table({"name": name, "rules": rules, "speed": speed})
    return name


@pytest.mark.parametrize(
    "rules",
    [
        "massachusetts",
        "chickasaw",
        pytest.param("nevada", marks=pytest.mark.slow),
        pytest.param("greece", marks=pytest.mark.slow),
    ],
)
async def test_a_hand_is_played_with_the_keys_of_uth_play_and_comes_to_what_the_chips_say(
    house: Served, rules: str
) -> None:
    async with Visitor(house.address, name="Ann") as ann:
        table = await made(ann, f"keys-{rules}", rules)
        async with ann.place(table) as place, at_screen(ann, place) as screen:
            session = screen.session
            await screen.open_wagers()
            assert "Ante down" in screen.text
            await screen.press("space", "plus", "plus", "t")
            least, chip = session.posted.limits.ante.min, screen.app.chip
            await screen.until(lambda: len((place.mine or {"wagers": {}})["wagers"]) == 3)
            assert session.layouts[session.mine[0]][Wager.ANTE] == least + 2 * chip
            assert "Ready" in screen.text
            assert "no more bets in" in screen.text
            await screen.press("space")
            await screen.answer()
            await screen.open_wagers()
            (record,) = session.history
            assert record.net == session.bankroll - 100_000
            assert {Wager.ANTE, Wager.BLIND, Wager.TRIPS} <= {line.wager for line in record.result.mine[0].lines}
            assert any(said.startswith("You get ") for said in record.said)
            await screen.press("l")
            assert isinstance(screen.app.screen, HistoryScreen)


async def test_a_table_that_players_bank_is_banked_with_its_key(house: Served) -> None:
    async with Visitor(house.address, name="Ann") as ann, Visitor(house.address, name="Bob") as bob:
        table = await made(ann, "banked", "california")
        async with ann.place(table) as place, bob.place(table) as other, at_screen(ann, place) as screen:
            seat = await other.sit(buy_in=100_000)
            await screen.open_wagers()
            await screen.press("b")
            await other.until(lambda view: view["banker"] is not None)
            assert "YOU BANK" in screen.text
            await other.wager("ante", 1_000)
            await other.ready()
            while (await other.until(lambda view: view["turn"] == seat or view["rounds"] == 1))["turn"] == seat:
                await (other.play(1) if other.view["street"] == "river" else other.check())
            await screen.until(lambda: bool(screen.session.history))
            (record,) = screen.session.history
            assert record.result.bank is not None
            assert record.net == -sum(hand.net for hand in record.result.others)


async def test_others_come_and_go_on_the_screen(house: Served) -> None:
    async with Visitor(house.address, name="Ann") as ann, Visitor(house.address, name="Bob") as bob:
        table = await made(ann, "company")
        async with ann.place(table) as place, at_screen(ann, place) as screen, bob.place(table) as other:
            await other.sit(3, buy_in=50_000)
            await screen.until(lambda: "3 Bob" in screen.text)
            assert "Bob" in screen.text
            await other.get_up()
            await screen.until(lambda: "3 Bob" not in screen.text)
            assert "Bob gets up." in screen.session.spoken


async def test_what_cannot_be_is_said_without_a_word_to_the_house(house: Served) -> None:
    async with Visitor(house.address, name="Ann") as ann:
        table = await made(ann, "refused")
        async with ann.place(table) as place, at_screen(ann, place) as screen:
            await screen.open_wagers()
            n = place.n
            for key, says in (("c", "nobody is asked"), ("z", "nothing to undo"), ("x", "no wagers down")):
                await screen.press(key)
                assert screen.app.is_refused
                assert says in screen.app.says.lower()
            assert place.n == n
            await screen.press("space", "x")
            await screen.until(lambda: place.mine is not None and not place.mine["wagers"] and place.n > n)
            await screen.press("z")
            await screen.until(lambda: place.mine is not None and bool(place.mine["wagers"]))


async def test_keys_pressed_while_the_house_is_away_are_done_once_it_is_back(house: Served) -> None:
    async with cable_to(house) as (address, cable), Visitor(address, name="Ann") as ann:
        table = await made(ann, "away")
        async with ann.place(table) as place, at_screen(ann, place) as screen:
            await screen.open_wagers()
            await screen.press("space", "space")
            await screen.until(lambda: screen.session.asked is not None)
            cable.refuses = True
            cable.cut()
            await screen.until(lambda: "does not answer" in screen.text)
            await screen.press("4")
            assert not screen.session.history
            cable.refuses = False
            await screen.until(lambda: bool(screen.session.history))
            assert "does not answer" not in screen.text


async def test_leaving_between_rounds_takes_the_chips_along_and_frees_the_seat(house: Served) -> None:
    async with Visitor(house.address, name="Ann") as ann, ann.place(await made(ann, "leaving")) as place:
        async with at_screen(ann, place) as screen:
            await screen.open_wagers()
            await screen.press("space", "t", "q")
            await screen.until(lambda: not screen.app.is_running)
        assert screen.session.summary() == "0 rounds played: broke even; you leave with $1,000."
        assert (await ann.look("leaving"))["view"]["seats"] == {}


async def test_leaving_in_the_middle_of_a_hand_waits_for_its_end(house: Served) -> None:
    async with Visitor(house.address, name="Ann") as ann, ann.place(await made(ann, "waiting")) as place:
        async with at_screen(ann, place) as screen:
            await screen.open_wagers()
            await screen.press("space", "space")
            await screen.until(lambda: screen.session.asked is not None)
            await screen.press("q")
            assert "You get up after this hand" in screen.app.says
            assert place.seat == ANN
            await screen.press("4")
            await screen.until(lambda: not screen.app.is_running)
        assert (await ann.look("waiting"))["view"]["seats"] == {}


async def test_the_lobby_lists_the_tables_and_one_is_chosen(house: Served) -> None:
    async with Visitor(house.address, name="Ann") as ann:
        listings = await ann.tables()
        assert "ante $5 to $500" in table_words(listings[0])
        app = LobbyApp(ann, listings)
        async with app.run_test(size=(100, 40)) as pilot:
            await pilot.pause()
            await pilot.press("down", "enter")
            await pilot.pause()
        assert app.return_value == listings[1]["name"]
        app = LobbyApp(ann, listings)
        async with app.run_test(size=(100, 40)) as pilot:
            await pilot.press("q")
        assert app.return_value is None


async def test_the_lobby_shows_every_book_on_a_small_screen(house: Served) -> None:
    async with Visitor(house.address, name="Ann") as ann:
        books = [each for each in await ann.tables() if not each["guest"]]
        app = LobbyApp(ann, books)
        async with app.run_test(size=(80, 24)) as pilot:
            await pilot.pause()
            shown = "\n".join(strip.text for strip in app.screen._compositor.render_strips())
            assert sum(each["name"] in shown for each in books) >= 5
            await pilot.press("end")
            shown += "\n".join(strip.text for strip in app.screen._compositor.render_strips())
        assert [each["name"] for each in books if each["name"] not in shown] == []


async def test_who_plays_alone_gets_the_whole_time_again_by_its_key(house: Served) -> None:
    async with Visitor(house.address, name="Ann") as ann:
        table = await made(ann, "more-time")
        async with ann.place(table) as place, at_screen(ann, place, (80, 24)) as screen:
            await screen.open_wagers()
            assert "More time" not in screen.text
            await screen.press("space")
            await screen.until(lambda: "W  More time" in screen.text)
            before = place.view["clock"]
            await screen.press("w")
            await screen.until(lambda: "Your time starts again." in screen.app.says)
            assert before is not None
            assert before["more"] == 10
            assert place.view["clock"] is not None
            assert place.view["clock"]["more"] == 9
            await screen.press("space")
            await screen.until(lambda: "M  More time" in screen.text)
            await screen.until(lambda: place.clock is not None and place.clock["left"] < 29)
            await screen.press("m")
            await screen.until(lambda: place.clock is not None and place.clock["left"] > 29)
            assert screen.session.asked is not None


async def test_more_time_is_refused_in_the_words_of_the_house_while_somebody_else_waits(house: Served) -> None:
    async with Visitor(house.address, name="Ann") as ann, Visitor(house.address, name="Bob") as bob:
        table = await made(ann, "no-more-time")
        async with ann.place(table) as place, bob.place(table) as other, at_screen(ann, place) as screen:
            await other.sit(buy_in=100_000)
            await screen.open_wagers()
            await screen.press("space")
            await screen.until(lambda: place.mine is not None and bool(place.mine["wagers"]))
            assert "More time" not in screen.text
            await screen.press("w")
            await screen.until(lambda: screen.app.is_refused)
            assert screen.app.says == "Somebody else is waiting at the table, so the clock keeps running (R120)."


async def test_the_help_at_a_house_is_the_book_that_the_house_serves(house: Served) -> None:
    async with Visitor(house.address, name="Ann") as ann:
        wanted = {"name": "its-book", "rules": "chickasaw", "speed": "instant", "ante": [2_500, 10_000]}
        await ann.make_table(wanted)
        async with ann.place("its-book") as place, at_screen(ann, place) as screen:
            served_pages = (await ann.rules("its-book"))["help"]
            assert [section_document(page) for page in screen.session.opening.pages] == served_pages
            await screen.press("question_mark")
            assert "The ante is $25 to $100 at this table" in str(screen.app.screen.query_one(Static).content)
