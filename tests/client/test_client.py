"""The Python client against a house in its own process: real sockets, cut connections, a killed house."""

from __future__ import annotations

import asyncio
import re
import runpy
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

import pytest
from websockets.asyncio.server import ServerConnection, serve

from client.serving import Served, cable_to, served
from uth.client import Lost, Malformed, Place, Refused, Visitor
from uth.views.frames import Frame

DOC = Path(__file__).parents[2] / "docs" / "client.md"


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with served(tmp_path_factory.mktemp("house")) as running:
        yield running


@pytest.fixture(autouse=True)
async def _not_for_ever() -> AsyncIterator[None]:
    """Have a test that waits for something that never comes fail."""
    loop = asyncio.get_running_loop()
    ends = loop.call_later(60, lambda: [task.cancel() for task in asyncio.all_tasks(loop)])
    yield
    ends.cancel()


async def made(visitor: Visitor, name: str, **changed: Any) -> str:
    """Make a table that deals without pauses, and return its name."""
    await visitor.make_table({"name": name, "rules": "massachusetts", "speed": "instant", **changed})
    return name


async def dealt_in(place: Place) -> int:
    """Sit down, have an ante down and be asked."""
    seat = await place.sit(buy_in=100_000)
    await place.until(lambda view: view["phase"] == "wagers")
    await place.wager("ante", 1_000)
    await place.ready()
    await place.until(lambda view: view["turn"] == seat)
    return seat


def documented(house: Served, number: int) -> Path:
    """Write a program of the page to a file, without its last line, which runs it."""
    programs = re.findall(r"```python\n(.*?)\n\nprint\(", DOC.read_text(encoding="utf-8"), re.DOTALL)
    assert len(programs) == 2
    program = house.data / f"program_{number}.py"
    program.write_text(programs[number], encoding="utf-8")
    return program


async def test_the_program_in_the_documentation_plays_and_gets_up_wherever_rounds_were_played_before(
    house: Served,
) -> None:
    program = documented(house, 0)
    async with Visitor(house.address) as maker:
        table = await made(maker, "documented")
        for played in (3, 6):  # the second time at a table where rounds were played before
            rail = await runpy.run_path(str(program))["main"](house.address, table, 3)
            view = (await maker.look(table))["view"]
            assert view["rounds"] == played
            assert view["seats"] == {}
            assert 0 < rail < 1_000_000


async def test_the_strategy_in_the_documentation_plays_at_a_table_that_was_made_for_it(house: Served) -> None:
    async with Visitor(house.address) as maker:
        table = await made(maker, "strategic")
        won = await runpy.run_path(str(documented(house, 1)))["optimal"](house.address, table, 1)
        assert (await maker.look(table))["view"]["rounds"] == 1
        assert abs(won) < 1_000_000


async def test_a_refusal_comes_with_its_code_its_clause_and_its_words(house: Served) -> None:
    async with Visitor(house.address, name="Ann") as ann, ann.place(await made(ann, "refusing")) as place:
        with pytest.raises(Refused) as refused:
            await place.check()
        assert refused.value.code == "not_your_seat"
        await place.sit(2, buy_in=5_000)
        await place.until(lambda view: view["phase"] == "wagers")
        with pytest.raises(Refused) as refused:
            await place.wager("ante", 1_001)
        assert (refused.value.code, refused.value.clause) == ("not_a_multiple_of_the_unit", "MA.10c")
        assert "is not a multiple of" in refused.value.says
        with pytest.raises(Refused) as refused:
            await place.do("Nonsense")
        assert refused.value.code == "malformed"


async def test_what_lies_on_the_table_is_in_the_newest_view_once_a_command_is_done(house: Served) -> None:
    async with Visitor(house.address, name="Ann") as ann, ann.place(await made(ann, "newest")) as place:
        assert await place.sit(3, buy_in=5_000) == 3 == place.seat
        await place.until(lambda view: view["phase"] == "wagers")
        n = await place.wager("ante", 1_000)
        assert place.n == n
        assert place.mine is not None
        assert place.mine["wagers"] == {"ante": 1_000, "blind": 1_000}
        assert place.clock is not None
        assert 0 < place.clock["left"] <= place.clock["of"]
        await place.take_back("ante")
        assert place.mine["wagers"] == {}
        await place.get_up()
        assert place.seat is None


async def test_who_is_too_fast_for_the_house_is_slowed_down_and_not_refused(house: Served) -> None:
    async with Visitor(house.address, name="Ann") as ann, ann.place(await made(ann, "hasty")) as place:
        seat = await place.sit()
        await asyncio.gather(*(place.do("BuyIn", seat=seat, cents=100, tender="cash") for _ in range(60)))
        assert place.mine is not None
        assert place.mine["rail"] == 60 * 100


async def test_two_visitors_hear_of_each_other(house: Served) -> None:
    async with Visitor(house.address, name="Ann") as ann, Visitor(house.address, name="Bob") as bob:
        table = await made(ann, "together")
        async with ann.place(table) as place, bob.place(table) as other:
            heard: asyncio.Queue[Frame] = asyncio.Queue()
            stop = other.listen(heard.put_nowait)
            await place.sit(1, buy_in=5_000)
            await other.sit(buy_in=5_000)
            view = await place.until(lambda view: "2" in view["seats"])
            assert [each["name"] for each in view["seats"].values()] == ["Ann", "Bob"]
            await place.say("good_luck")
            frame = await heard.get()
            while frame["type"] != "said":
                frame = await heard.get()
            assert (frame["name"], frame["phrase"]) == ("Ann", "good_luck")
            stop()
            frames = other.frames()
            comes = asyncio.create_task(anext(frames))
            await asyncio.sleep(0)
            await place.do("BuyIn", seat=1, cents=500, tender="cash")
            assert (await comes)["type"] == "events"
            await frames.aclose()


async def test_a_cookie_is_the_same_person_later(house: Served) -> None:
    async with Visitor(house.address, name="Ann") as ann:
        table = await made(ann, "later")
        async with ann.place(table) as place:
            await place.sit(4, buy_in=5_000)
    async with Visitor(house.address, cookie=ann.cookie) as again:
        assert again.me["person"] == ann.me["person"]
        async with again.place(table) as place:
            assert place.seat == 4
            assert await place.sit() == 4
        await again.sign_out()
    async with Visitor(house.address, cookie=ann.cookie) as stranger:
        assert stranger.me["person"] != ann.me["person"]


async def test_who_is_not_let_in_is_told_why(house: Served) -> None:
    with pytest.raises(Refused) as refused:
        async with Visitor(house.address, name="boss", password="not the password"):
            pass
    assert refused.value.code == "wrong_name_or_password"
    async with Visitor(house.address) as guest:
        with pytest.raises(Refused) as refused:
            async with guest.place("nowhere"):
                pass
        assert refused.value.code == "no_table"
        with pytest.raises(Refused, match="no table"):
            await guest.look("nowhere")


@pytest.mark.parametrize("address", ["", "ftp://house", "http://", "http://[", "::"])
def test_an_address_that_is_none_is_refused_with_an_example(address: str) -> None:
    with pytest.raises(Malformed, match=r"write for example http://127\.0\.0\.1:8000"):
        Visitor(address)


async def test_a_house_that_is_not_there_is_said_at_once() -> None:
    server = await asyncio.start_server(lambda _, writer: writer.close(), "127.0.0.1", 0)
    port = server.sockets[0].getsockname()[1]
    with pytest.raises(Lost, match="does not answer"):
        async with Visitor(f"127.0.0.1:{port}"):
            pass
    server.close()
    with pytest.raises(Lost, match="does not answer"):
        async with Visitor(f"127.0.0.1:{port}"):
            pass


class Heard:
    """What a place hears of its table: each frame of events by its number."""

    def __init__(self) -> None:
        self.frames: list[tuple[int, Any]] = []

    def __call__(self, frame: Frame) -> None:
        if frame["type"] == "events":
            self.frames.append((frame["n"], frame["events"]))


async def test_a_cable_that_is_cut_is_mended_by_itself_and_nothing_is_missed(house: Served) -> None:
    async with cable_to(house) as (address, cable), Visitor(address, name="Ann") as ann:
        table = await made(ann, "cut")
        async with ann.place(table) as place:
            seat = await dealt_in(place)
            heard, uncut = Heard(), Heard()
            place.listen(heard)
            for _ in range(3):
                cable.cut()
                await asyncio.sleep(0.01)
            async with Visitor(house.address, cookie=ann.cookie) as elsewhere, elsewhere.place(table) as same:
                same.listen(uncut)
                await same.play(4)
                last = (await same.until(lambda view: view["phase"] == "wagers"))["rounds"]
            await place.until(lambda view: view["rounds"] == last and view["phase"] == "wagers")
            assert heard.frames[-1] == uncut.frames[-1]
            assert heard.frames[-len(uncut.frames) :] == uncut.frames
            assert len({n for n, _ in heard.frames}) == len(heard.frames)
            assert place.seat == seat


async def test_a_command_whose_answer_is_lost_on_the_way_is_sent_again_and_done_once(house: Served) -> None:
    async with (
        cable_to(house) as (address, cable),
        Visitor(address, name="Ann") as ann,
        ann.place(await made(ann, "deaf")) as place,
    ):
        await dealt_in(place)
        rounds = place.view["rounds"]
        cable.is_deaf = True
        played = asyncio.create_task(place.play(4))
        async with Visitor(house.address) as witness:
            while (await witness.look("deaf"))["view"]["rounds"] == rounds:
                await asyncio.sleep(0.01)
        assert not played.done()
        cable.is_deaf = False
        cable.cut()
        await asyncio.wait_for(played, 20)
        assert place.view["rounds"] == rounds + 1


async def test_whoever_goes_just_as_the_line_breaks_has_gone(house: Served) -> None:
    async with Visitor(house.address) as ann:
        table = await made(ann, "goes")

        async def goes(moments: int) -> None:
            async with ann.place(table) as place:
                socket = place._connection._socket
                assert socket is not None
                socket.transport.abort()
                for _ in range(moments):
                    await asyncio.sleep(0)

        visits = [asyncio.create_task(goes(moments)) for moments in range(8)]
        _, never = await asyncio.wait(visits, timeout=8)
        assert not never


async def test_whoever_is_out_of_patience_says_so(house: Served) -> None:
    async with (
        cable_to(house) as (address, cable),
        Visitor(address) as ann,
        ann.place(await made(ann, "patience"), patience_s=0.2) as place,
    ):
        await place.sit()
        cable.unplug()
        with pytest.raises(Lost):
            await place.do("BuyIn", seat=1, cents=500, tender="cash")
        with pytest.raises(Lost):
            await place.until(lambda view: view["phase"] == "settled")
        with pytest.raises(Lost):
            await place.ready()


async def test_after_the_plug_was_pulled_the_client_is_back_by_itself_and_what_it_asked_for_meanwhile_is_done(
    tmp_path: Path,
) -> None:
    with served(tmp_path) as server:
        async with Visitor(server.address, name="Ann") as ann, ann.place(await made(ann, "plug")) as place:
            seat = await dealt_in(place)
            cards = place.view["seats"][str(seat)]["cards"]
            await asyncio.to_thread(server.kill)
            played = asyncio.create_task(place.play(4))
            await asyncio.sleep(0.1)
            assert not place.is_connected
            await asyncio.to_thread(server.start)
            await asyncio.wait_for(played, 20)
            await place.until(lambda view: view["rounds"] == 1)
            assert place.is_connected
            assert len(cards) == 2
            assert None not in cards


async def test_a_house_that_speaks_another_version_of_the_protocol_is_left_with_plain_words() -> None:
    async def newer(socket: ServerConnection) -> None:
        await socket.send('{"v": 2, "type": "greeting"}')
        await socket.wait_closed()

    async with serve(newer, "127.0.0.1", 0) as server:
        port = next(iter(server.sockets)).getsockname()[1]
        with pytest.raises(Refused, match="the house speaks version 2 of the protocol and this program version 1"):
            async with Place(f"ws://127.0.0.1:{port}", "one"):
                pass
