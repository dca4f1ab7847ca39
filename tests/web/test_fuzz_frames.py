"""Random frames: each is done, refused or closed with a reason, and a refused one changes nothing."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Sequence
from dataclasses import fields
from typing import Any, get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.typing import Origin

from support.examples import examples
from support.open_house import OpenHouse, Person, open_house
from uth.rules.values import Wager
from uth.table.round import commands as c
from uth.units import Seat
from uth.web.limits import Bounds
from uth.web.sockets import FRAME_MAX

WIDE = Bounds(commands_per_second=1_000_000, sockets_per_person=1_000)
COMMANDS = {kind.__name__: [each.name for each in fields(kind)] for kind in get_args(c.Command)}

scalars = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-(10**30), 10**30),
    st.floats(allow_nan=False, allow_infinity=False),
    st.text(max_size=20),
    st.sampled_from(["ante", "trips", "red", "cash", "1", "", "As", "\x00", "\u202e", "house", "player:ann"]),
)
values = st.recursive(
    scalars,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=8,
)


@st.composite
def commands(draw: st.DrawFn) -> dict[str, Any]:
    """Return a command of the table by its name, with fields of any type, too few or too many of them."""
    name = draw(st.sampled_from([*COMMANDS, "Nonsense", "", "__class__"]))
    command: dict[str, Any] = {"is": name}
    for each in COMMANDS.get(name, ["seat"]):
        if draw(st.booleans()):
            command[each] = draw(values)
    return {**command, **draw(st.dictionaries(st.text(max_size=8), values, max_size=2))}


ids = st.one_of(st.text(min_size=1, max_size=64), scalars)
frames = st.one_of(
    st.fixed_dictionaries({"id": ids, "do": commands()}),
    st.fixed_dictionaries({"id": ids, "do": values}),
    st.fixed_dictionaries({"id": ids, "step": values}),
    st.fixed_dictionaries({"id": ids, "say": values}),
    st.fixed_dictionaries({"id": ids, "ready": values}),
    st.fixed_dictionaries({"id": ids}, optional={"ping": values, "word": values, "v": values}),
    values,
).map(json.dumps)
ODD = [
    "", " ", "null", "{", "[" * 5_000, '{"id":' * 2_000, '{"id": "a", "id": "b"}', '{"id": "\\ud800", "ping": 1}',
    '{"id": "a", "do": {"is": "PlaceWager", "seat": 1, "wager": "ante", "cents": 1e999}}',
    '{"id": "a", "do": {"is": "PlaceWager", "seat": 1, "wager": "ante", "cents": NaN}}',
    '{"id": "a", "do": {"is": "PlaceWager", "seat": 1, "wager": "ante", "cents": ' + "9" * 4_000 + "}}",
    '{"id": "a", "do": {"is": "BuyIn", "seat": 1, "cents": ' + "9" * 6_000 + ', "tender": "cash"}}',
    '{"id": "a", "do": {"is": "PlaceWager", "seat": "1", "wager": "ante", "cents": "1000"}}',
    '{"id": "a", "do": {"is": "PlaceWager", "seat": true, "wager": "ante", "cents": true}}',
    '{"id": "a", "say": ["hello"]}', '{"id": "a", "say": {"x": 1}}', '{"id": "a", "word": "\\ud800"}',
    '{"id": "a", "step": {"x": []}}', "\ufeff{}", "\x00", '{"id": "' + "x" * 65 + '", "ping": 1}',
]  # fmt: skip


async def answered(socket: ClientConnection, person: Person, text: str) -> dict[str, Any]:
    """Send a text and return the one answer it gets."""
    await socket.send(text)
    while (frame := await person.hear(socket))["type"] not in ("done", "refused"):
        pass
    return frame


def lasting(at: OpenHouse, name: str) -> tuple[Any, ...]:
    live = at.house.tables[name]
    return live.number, live.table, live.stopped, live.off


async def fuzzed(texts: Sequence[str]) -> None:
    """Have a guest who only sits send them all: what is no good is refused, and nothing moves but by a command done."""
    async with open_house(bounds=WIDE) as at:
        await at.table("one")
        ann = await at.guest()
        async with ann.socket("one") as socket:
            await ann.sit(socket)
            for text in texts:
                before = lasting(at, "one")
                answer = await answered(socket, ann, text)
                if answer["type"] == "refused":
                    assert answer["says"], (text, answer)
                    assert lasting(at, "one") == before, text
                assert at.house.tables["one"].stopped is None, text
            assert (await ann.ask(socket, ping=1))["type"] == "done"


@examples(5)
@given(texts=st.lists(frames, min_size=20, max_size=40))
def test_any_frame_is_done_or_refused_and_a_refused_one_moves_nothing(texts: list[str]) -> None:
    asyncio.run(fuzzed(texts))


@pytest.mark.slow
@examples(200)
@given(texts=st.lists(frames, min_size=20, max_size=60))
def test_many_frames(texts: list[str]) -> None:
    asyncio.run(fuzzed(texts))


def test_frames_that_are_odd_on_purpose() -> None:
    asyncio.run(fuzzed(ODD))


async def test_bytes_and_what_is_too_large_are_closed_with_a_reason() -> None:
    async with open_house() as at:
        await at.table("one")
        ann = await at.guest()
        for said, code in ((b"\x00\x01", 1003), ("x" * (FRAME_MAX + 1), 1009), ("x" * 100_000, 1009)):
            async with ann.socket("one") as socket:
                await socket.send(said)
                with pytest.raises(ConnectionClosed) as ended:
                    await answered(socket, ann, '{"id": "a", "ping": 1}')
                assert ended.value.rcvd is not None
                assert ended.value.rcvd.code == code
                assert ended.value.rcvd.reason


async def test_another_origin_is_refused_before_the_socket_is_accepted() -> None:
    async with open_house() as at:
        await at.table("one")
        for path in ("/ws/v1/tables/one", *(f"/ws/v1/links/{name}" for name in at.house.links.live)):
            for origin in (
                "http://evil.example",
                "null",
                at.address.replace("http", "ftp"),
                "http://[",
                at.address + "1",
            ):
                with pytest.raises(InvalidStatus) as refused:
                    await connect(at.url(path), origin=Origin(origin))
                assert refused.value.response.status_code == 403
            async with connect(at.url(path), origin=Origin(at.address)) as socket:
                assert json.loads(await socket.recv())["v"] == 1


async def test_a_command_sent_again_or_late_is_done_once_and_answered_as_the_first_time() -> None:
    async with open_house(bounds=WIDE) as at:
        await at.table("one")
        ann = await at.guest()
        async with ann.socket("one") as socket:
            await ann.sit(socket)
            wagers = [
                json.dumps({"id": f"w{cents}", "do": {"is": "PlaceWager", "seat": 1, "wager": "ante", "cents": cents}})
                for cents in (1_000, 2_000, 3_000)
            ]
            first = [await answered(socket, ann, text) for text in wagers]
            assert [each["type"] for each in first] == ["done"] * 3
            number = at.house.tables["one"].number
            for text in (*reversed(wagers), *wagers, wagers[0], wagers[0]):
                assert (await answered(socket, ann, text))["type"] == "done"
            assert at.house.tables["one"].number == number
            assert at.house.tables["one"].table.round.spots[Seat(1)].wagers[Wager.ANTE] == 3_000
        async with ann.socket("one") as socket:
            await ann.hear(socket)
            assert (await answered(socket, ann, wagers[1]))["type"] == "done"
            assert at.house.tables["one"].table.round.spots[Seat(1)].wagers[Wager.ANTE] == 3_000


async def test_many_copies_at_once_from_many_connections_are_one() -> None:
    async with open_house(bounds=WIDE) as at:
        await at.table("one")
        ann = await at.guest()
        async with ann.socket("one") as socket:
            await ann.sit(socket)
            begun = at.house.tables["one"].number
            text = json.dumps({"id": "once", "do": {"is": "BuyIn", "seat": 1, "cents": 500, "tender": "cash"}})

            async def send() -> dict[str, Any]:
                other = Person(at, ann.token)
                async with other.socket("one") as beside:
                    await other.hear(beside)
                    return await answered(beside, other, text)

            answers = await asyncio.gather(*(send() for _ in range(12)))
            assert {each["type"] for each in answers} == {"done"}
            assert at.house.tables["one"].number == begun + 1
