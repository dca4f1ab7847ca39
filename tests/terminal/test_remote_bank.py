"""`uth join` at a table that players bank: the button moves, is taken, and is passed on; an absent banker is marked."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager

import pytest

from client.serving import Served, served
from terminal.test_remote_app import Screen, at_screen
from terminal.test_remote_plain import Typist
from uth.client import Place, Visitor
from uth.table.round.state import Phase
from uth.terminal.plain import HousePlainTable
from uth.terminal.record import result_words
from uth.terminal.remote import opening_at, remote_session
from uth.words.session import short_and_long

BOB, ANN, CAL = 1, 2, 3


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with served(tmp_path_factory.mktemp("house"), "--bound", "tables_per_address=100") as running:
        yield running


@asynccontextmanager
async def three(house: Served, table: str) -> AsyncIterator[tuple[Visitor, Place, Place, Place]]:
    """Yield Ann, who has not sat down, and the places of Ann, Bob and Cal; Ann's seat is between theirs."""
    async with (
        asyncio.timeout(120),
        Visitor(house.address, name="Ann") as ann,
        Visitor(house.address, name="Bob") as bob,
        Visitor(house.address, name="Cal") as cal,
    ):
        await ann.make_table({"name": table, "rules": "california", "speed": "instant"})
        async with ann.place(table) as place, bob.place(table) as bobs, cal.place(table) as cals:
            await bobs.sit(BOB, buy_in=100_000)
            await cals.sit(CAL, buy_in=100_000)
            yield ann, place, bobs, cals


async def banked(banker: Place, player: Place, number: int) -> None:
    """Let one player bank the round of that number, and another play it to the river."""
    await banker.until(lambda view: view["phase"] == "wagers" and view["rounds"] == number - 1)
    await banker.do("Bank", seat=banker.seat, cents=20_000)
    await player.until(lambda view: view["banker"] is not None and view["rounds"] == number - 1)
    await player.wager("ante", 1_000)
    await player.ready()
    await played(player, number)


async def ann_gets_the_button(screen: Screen, place: Place, bobs: Place, cals: Place) -> None:
    """Let Bob bank twice, after which the button is Ann's."""
    for number in (1, 2):
        await banked(bobs, cals, number)
    await screen.until(lambda: place.view["button"] == ANN and screen.session.table.phase is Phase.WAGERS)


async def played(player: Place, number: int) -> None:
    """Check, and play at the river, until so many rounds were played."""
    while (await player.until(lambda view: view["turn"] == player.seat or view["rounds"] == number))["rounds"] < number:
        await (player.play(1) if player.view["street"] == "river" else player.check())


@pytest.mark.clause("CA.PLAY20")
async def test_the_button_is_passed_on_with_its_key_to_the_next_player_clockwise(house: Served) -> None:
    async with three(house, "passed-on") as (ann, place, bobs, cals), at_screen(ann, place) as screen:
        await ann_gets_the_button(screen, place, bobs, cals)
        await screen.until(lambda: "your button: B banks, N passes it on" in screen.text)
        assert "The button is yours: bank this round, or pass it on." in " ".join(screen.session.spoken)
        assert "N  Pass the button" in screen.text
        await screen.press("n")
        await screen.until(lambda: place.view["button"] == CAL)
        assert "Pass the button" not in screen.text
        await cals.do("Bank", seat=CAL, cents=50_000)
        await screen.until(lambda: "CAL BANKS" in screen.text)
        await screen.press("space")
        await screen.until(lambda: place.mine is not None and bool(place.mine["wagers"]))
        await screen.press("space")
        await screen.answer()
        assert screen.session.history[-1].result.bank is None


@pytest.mark.clause("CA.PLAY20")
async def test_the_button_that_nobody_else_may_take_comes_back_to_the_one_who_passed_it(house: Served) -> None:
    async with three(house, "comes-back") as (ann, place, bobs, cals), at_screen(ann, place) as screen:
        await ann_gets_the_button(screen, place, bobs, cals)
        await screen.press("n")
        await screen.until(lambda: place.view["button"] == CAL)
        await cals.do("DeclineBank", seat=CAL)
        await screen.until(lambda: place.view["button"] is None)
        await screen.until(lambda: "B  Bank" in screen.text)
        await screen.press("b")
        await screen.until(lambda: place.view["banker"] is not None)
        assert "YOU BANK" in screen.text


@pytest.mark.clause("CA.PLAY20")
async def test_a_bank_is_given_up_with_its_key_and_the_button_goes_on(house: Served) -> None:
    async with three(house, "given-up") as (ann, place, bobs, cals), at_screen(ann, place) as screen:
        await ann_gets_the_button(screen, place, bobs, cals)
        await screen.press("b")
        await screen.until(lambda: place.view["banker"] is not None)
        await screen.until(lambda: "YOU BANK" in screen.text)
        await screen.press("b")
        await screen.until(lambda: place.view["banker"] is None and place.view["button"] == CAL)
        assert "your button" not in screen.text


async def test_the_button_is_passed_on_by_a_typed_word(house: Served) -> None:
    async with three(house, "typed-pass") as (ann, place, bobs, cals):
        opening = await opening_at(ann, place.table, bankroll=100_000, ante=None)
        await place.sit(buy_in=opening.bankroll)
        typist, session = Typist(), remote_session(ann, place, opening, short_and_long)
        playing = asyncio.create_task(HousePlainTable(session, typist.said.append, is_typed=True).play(typist.lines()))
        typist.type("pass")
        await typist.until("Refused: You do not have the button.")
        for number in (1, 2):
            await banked(bobs, cals, number)
        await typist.until("The button is yours: bank this round, or pass it on.")
        typist.type("pass")
        await place.until(lambda view: view["button"] == CAL)
        typist.type("bank 100")
        await typist.until("Refused: ")
        playing.cancel()


async def test_a_banker_without_a_connection_is_marked_as_away(house: Served) -> None:
    async with three(house, "away-banker") as (ann, place, _, cals), at_screen(ann, place) as screen:
        async with Visitor(house.address, name="Dan") as dan:
            async with dan.place("away-banker") as dans:
                await dans.sit(4, buy_in=100_000)
                await dans.until(lambda view: view["phase"] == "wagers")
                await dans.do("Bank", seat=4, cents=20_000)
                await screen.until(lambda: "4 Dan banks" in screen.text)
            await screen.until(lambda: "4 Dan away banks" in screen.text)
        assert cals.seat == CAL


async def test_california_speaks_of_the_player_dealer_in_everything_the_terminal_says(house: Served) -> None:
    async with three(house, "wording") as (ann, place, bobs, cals), at_screen(ann, place, (140, 45)) as screen:
        await told_throughout(screen, bobs, cals)


async def told_throughout(screen: Screen, bobs: Place, cals: Place) -> None:
    session = screen.session
    await screen.open_wagers()
    await bobs.do("Bank", seat=BOB, cents=20_000)
    await cals.until(lambda view: view["banker"] is not None)
    await cals.wager("ante", 1_000)
    await cals.ready()
    await screen.until(lambda: session.table.round.banker is not None)
    await screen.press("plus", "t", "space")
    await asyncio.gather(screen.answer(), played(cals, 1))
    (record,) = session.history
    said = "\n".join((*record.said, *result_words(record.result, session.voice), screen.text))
    assert "layer/dealer" in said
    assert "dealer" not in said.lower().replace("player/dealer", "")
