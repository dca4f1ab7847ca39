"""Limits: requests too often, too large, too slow or from too many places are refused; other clients notice nothing."""

from __future__ import annotations

import asyncio
import json
from dataclasses import fields
from pathlib import Path
from typing import Any

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from support.open_house import OpenHouse, open_house
from uth.errors import Malformed
from uth.people.roles import Role
from uth.units import Seat
from uth.web import listeners, security
from uth.web import listeners as wire
from uth.web.limits import BUCKETS_MAX, Bounds, Bucket, ConnectionLimits, Rate, TooFast, address_of, bounds_of
from uth.web.listeners import QUEUE_MAX
from uth.web.metrics import CUT_OFF


class Time:
    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


def test_a_bound_is_set_by_its_name() -> None:
    assert bounds_of(["sockets=5", "guests_per_minute=7"]) == Bounds(sockets=5, guests_per_minute=7)
    assert bounds_of([]) == Bounds()


@pytest.mark.parametrize(
    "word", ["", "sockets", "sockets=", "sockets=0", "sockets=-1", "sockets=x", "socket=5", "=5", "sockets=²"]
)
def test_a_bound_that_is_none_names_what_would_be_accepted(word: str) -> None:
    with pytest.raises(Malformed, match=r"sockets_per_person|is not a number from 1 to"):
        bounds_of([word])


def test_a_bucket_fills_with_time() -> None:
    time = Time()
    bucket = Bucket(burst=3, per_s=2, now=time)
    assert [bucket.take() for _ in range(4)] == [True, True, True, False]
    assert bucket.wait_s == 1
    time.now += 0.5
    assert [bucket.take() for _ in range(2)] == [True, False]
    time.now += 1_000
    assert [bucket.take() for _ in range(4)] == [True, True, True, False]


def test_everyone_has_a_bucket_of_their_own_and_no_more_are_kept_than_there_is_room_for() -> None:
    rate = Rate(burst=1, per_s=1 / 60, says="too many", now=Time())
    for who in range(BUCKETS_MAX + 10):
        rate.take(str(who))
    assert len(rate._of) == BUCKETS_MAX
    with pytest.raises(TooFast, match="too many; try again in 60 s") as fast:
        rate.take(str(BUCKETS_MAX))
    assert fast.value.retry_after_s == 60


@pytest.mark.parametrize(
    ("host", "address"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2:ffff::1", "2001:db8:1:2::/64"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("fe80::1%eth0", "fe80::/64"),
        ("testclient", "testclient"),
    ],
)
def test_an_address_is_a_host_or_its_network(host: str, address: str) -> None:
    assert address_of({"client": (host, 1)}) == address
    assert address_of({}) == "unknown"


def test_the_door_counts_who_is_in_and_forgets_who_has_gone() -> None:
    limits = ConnectionLimits(bounds=Bounds(sockets=4, sockets_per_person=2, sockets_per_address=3))
    limits.connect("ann", "a")
    limits.connect("ann", "b")
    with pytest.raises(TooFast, match="2 connections of one person"):
        limits.connect("ann", "c")
    limits.connect(None, "a")
    limits.connect(None, "a")
    with pytest.raises(TooFast, match="the house is full: 4"):
        limits.connect(None, "z")
    limits.disconnect("ann", "b")
    with pytest.raises(TooFast, match="3 connections from one address"):
        limits.connect(None, "a")
    for person in ("ann", None, None):
        limits.disconnect(person, "a")
    assert (limits.sockets, dict(limits.persons), dict(limits.addresses)) == (0, {}, {})


@pytest.mark.parametrize(
    ("bounds", "method", "path", "document"),
    [
        (Bounds(requests_per_second=1), "GET", "/api/v1/books", None),
        (Bounds(guests_per_minute=3), "POST", "/api/v1/guest", None),
        (Bounds(sign_ins_per_minute=3), "POST", "/api/v1/sign-in", {"name": "nobody", "password": "x" * 12}),
        (
            Bounds(sign_ins_per_minute=3),
            "POST",
            "/api/v1/accept",
            {"name": "nobody", "password": "x" * 12, "word": "x"},
        ),
    ],
)
async def test_who_asks_too_often_is_answered_429_with_when_again(
    bounds: Bounds, method: str, path: str, document: Any
) -> None:
    async with open_house(bounds=bounds) as at:
        async with at.http() as http:
            first = answer = await http.request(method, path, json=document)
            while answer.status_code != 429:
                http.cookies.clear()
                answer = await http.request(method, path, json=document)
        assert first.status_code != 429
        assert answer.json()["code"] == "too_fast"
        assert int(answer.headers["retry-after"]) >= 1
        assert answer.headers["x-content-type-options"] == "nosniff"


async def test_tables_are_made_at_a_bounded_rate_by_one_address() -> None:
    async with open_house(bounds=Bounds(tables_per_minute=1)) as at:
        ann = await at.guest()
        async with at.http(headers=ann.headers) as http:
            made = [
                await http.post("/api/v1/tables", json={"name": f"t{each}", "rules": "greece"}) for each in range(2)
            ]
        assert [each.status_code for each in made] == [201, 429]
        assert list(at.house.tables) == ["t0"]


async def test_commands_of_one_person_are_counted_over_all_their_connections_and_the_next_person_has_their_own() -> (
    None
):
    async with open_house(bounds=Bounds(commands_per_second=1)) as at:
        await at.table("one")
        ann, bob = await at.guest(), await at.guest()
        async with ann.socket("one") as first, ann.socket("one") as second, bob.socket("one") as other:
            assert (await ann.ask(first, ping=1))["type"] == "done"
            assert (await ann.ask(second, ping=1))["type"] == "done"
            refused = await ann.ask(second, ping=1, id="mine")
            assert (refused["id"], refused["code"]) == ("mine", "too_fast")
            assert (await bob.ask(other, ping=1))["type"] == "done"


@pytest.mark.parametrize(
    "bounds", [Bounds(sockets=2), Bounds(sockets_per_person=2), Bounds(sockets_per_address=2)], ids=str
)
async def test_one_connection_too_many_is_closed_with_1013_and_a_reason_and_there_is_room_again_after(
    bounds: Bounds,
) -> None:
    async with open_house(bounds=bounds) as at:
        await at.table("one")
        ann = await at.guest()
        async with ann.socket("one"):
            async with ann.socket("one"), ann.socket("one") as third:
                with pytest.raises(ConnectionClosed) as closed:
                    await ann.hear(third)
                assert closed.value.rcvd is not None
                assert closed.value.rcvd.code == 1013
                assert closed.value.rcvd.reason.endswith("try again in 10 s")
            while at.app.state.limits.sockets > 1:
                await asyncio.sleep(0.01)
            async with ann.socket("one") as again:
                assert (await ann.hear(again))["type"] == "view"


async def raw(at: OpenHouse, text: bytes) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    host, port = at.address.removeprefix("http://").split(":")
    reader, writer = await asyncio.open_connection(host, int(port))
    writer.write(text)
    await writer.drain()
    return reader, writer


async def test_a_body_that_is_too_large_is_413_with_its_length_said_or_not() -> None:
    async with open_house() as at:

        async def pieces() -> Any:
            for _ in range(10):
                yield b" " * 65_536

        async with at.http() as http:
            said = await http.post("/api/v1/guest", content=b" " * (security.BODY_MAX + 1))
            assert (said.status_code, said.json()["code"]) == (413, "too_large")
        async with at.http() as http:
            chunked = await http.post("/api/v1/guest", content=pieces())
            assert (chunked.status_code, chunked.json()["code"]) == (413, "too_large")
        async with at.http() as http:
            fits = await http.post(
                "/api/v1/guest",
                content=b'{"name": "Ann"}' + b" " * 200_000,
                headers={"content-type": "application/json"},
            )
            assert fits.json()["name"] == "Ann"


async def ended(reader: asyncio.StreamReader) -> bool:
    """Whether the other end hangs up without a word."""
    try:
        return await reader.read() == b""
    except ConnectionResetError:
        return True


async def test_half_a_request_and_half_a_body_are_not_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(wire, "HEADERS_S", 0.3)
    monkeypatch.setattr(security, "BODY_S", 0.3)
    async with open_house() as at, asyncio.timeout(20):
        for text in (b"", b"GET /api/v1/books HT", b"GET /api/v1/books HTTP/1.1\r\nhost: localhost\r\nx-a: "):
            reader, writer = await raw(at, text)
            assert await ended(reader)
            writer.close()
        sent = (
            "POST /api/v1/guest HTTP/1.1",
            "host: localhost",
            "content-type: application/json",
            "content-length: 100",
        )
        head = ("\r\n".join(sent) + "\r\n\r\n{").encode()
        reader, writer = await raw(at, head)
        assert (await reader.readline()).startswith(b"HTTP/1.1 408 ")
        writer.close()


async def test_headers_without_end_are_cut_off() -> None:
    async with open_house() as at, asyncio.timeout(20):
        _, writer = await raw(at, b"GET / HTTP/1.1\r\nhost: localhost\r\n")

        async def endless() -> None:
            while True:
                writer.write(b"x-a: " + b"y" * 4096 + b"\r\n")
                await writer.drain()

        with pytest.raises(ConnectionError):
            await endless()
        writer.close()


async def test_a_client_that_stops_reading_is_cut_off_and_the_others_play_on() -> None:
    async with open_house() as at:
        await at.table("one")
        ann, bob = await at.guest(), await at.guest()
        async with ann.socket("one") as socket:
            await ann.sit(socket)
            deaf = await bob.socket("one", max_queue=1)
            deaf.transport.pause_reading()
            listeners = at.hub.listeners["one"]
            while len(listeners) > 1:
                for _ in range(20):
                    at.hub.say(at.house.live("one"), Seat(1), "Ann" * 2_000, "hello")
                for _ in range(20):
                    await ann.hear_a(socket, "said")
            await ann.round(socket)
            while at.app.state.limits.sockets > 1:
                await asyncio.sleep(0.01)
            assert at.server.server_state.connections
            while len(at.server.server_state.connections) > 1:
                await asyncio.sleep(0.01)
            assert at.metrics.cut_off.labels("slow")._value.get() == 1
            deaf.transport.abort()
    assert QUEUE_MAX >= 512


async def test_a_sign_whose_other_end_is_gone_is_let_go() -> None:
    async with open_house(ws_ping_interval=0.2, ws_ping_timeout=0.2) as at, asyncio.timeout(30):
        await at.table("one", rules="massachusetts")
        link = next(iter(at.house.links.live))
        head = f"GET /ws/v1/links/{link} HTTP/1.1\r\nhost: localhost\r\nupgrade: websocket\r\nconnection: upgrade\r\n"
        key = "sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\nsec-websocket-version: 13\r\n\r\n"
        reader, writer = await raw(at, (head + key).encode())
        assert (await reader.readline()).startswith(b"HTTP/1.1 101 ")
        while at.app.state.limits.sockets == 0:
            await asyncio.sleep(0.01)
        while at.app.state.limits.sockets:  # nobody answers its pings
            await asyncio.sleep(0.01)
        assert at.hub.count == 0
        assert cut_off(at) == {"silent": 1}
        writer.close()


async def test_somebody_who_only_listens_hears_a_beat_and_a_silent_table_socket_ends(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(listeners, "BEAT_S", 0.1)
    async with open_house() as at:
        await at.table("one", rules="massachusetts")
        link = next(iter(at.house.links.live))
        async with connect(at.url(f"/ws/v1/links/{link}")) as sign:
            assert json.loads(await sign.recv())["type"] == "link"
            assert json.loads(await sign.recv()) == {"v": 1, "type": "beat"}
        monkeypatch.setattr("uth.web.sockets.IDLE_S", 0.2)
        async with connect(at.url("/ws/v1/tables/one")) as silent:
            await silent.wait_closed()
            assert (silent.close_code, str(silent.close_reason)[:8]) == (1000, "no frame")
        assert cut_off(at) == {"idle": 1}


@pytest.mark.parametrize(("bytes_", "code"), [(20_000, 1009), (100_000, 1009)])
async def test_a_frame_too_large_for_the_table_or_for_the_wire_ends_its_connection_and_is_counted(
    bytes_: int, code: int
) -> None:
    async with open_house() as at, asyncio.timeout(20):
        await at.table("one")
        async with connect(at.url("/ws/v1/tables/one")) as socket:
            await socket.send("x" * bytes_)
            await socket.wait_closed()
            assert socket.close_code == code
        while at.app.state.limits.sockets:
            await asyncio.sleep(0.01)
        assert cut_off(at) == {"too_large": 1}


async def test_who_leaves_by_themselves_is_not_counted_as_cut_off_and_every_reason_begins_at_none() -> None:
    async with open_house() as at, at.http() as http:
        await at.table("one")
        async with connect(at.url("/ws/v1/tables/one")) as socket:
            await socket.recv()
        while at.app.state.limits.sockets:
            await asyncio.sleep(0.01)
        text = (await http.get("/metrics")).text
        for why in CUT_OFF:
            assert f'uth_sockets_cut_off_total{{why="{why}"}} 0.0' in text


def cut_off(at: OpenHouse) -> dict[str, int]:
    """Return how many connections the house has ended, by why."""
    counted = {why: int(at.metrics.cut_off.labels(why)._value.get()) for why in CUT_OFF}
    return {why: count for why, count in counted.items() if count}


async def test_behind_a_proxy_the_client_is_who_the_proxy_says_and_the_cookie_is_secure() -> None:
    forwarded = {"x-forwarded-for": "192.0.2.7", "x-forwarded-proto": "https"}
    async with open_house(behind_proxy="127.0.0.1", bounds=Bounds(guests_per_minute=1)) as at:
        for host in ("192.0.2.7", "192.0.2.8"):
            async with at.http(headers={**forwarded, "x-forwarded-for": host}) as http:
                welcome = await http.post("/api/v1/guest", headers={"origin": at.address.replace("http", "https")})
                assert welcome.status_code == 200, welcome.text
                assert "secure" in welcome.headers["set-cookie"].lower()
                assert welcome.headers["strict-transport-security"]
        async with at.http(headers=forwarded) as http:
            assert (await http.post("/api/v1/guest")).status_code == 429
            downgraded = await http.post("/api/v1/guest", headers={"origin": at.address})
            assert downgraded.status_code == 403


async def test_without_a_proxy_nobody_says_who_they_are() -> None:
    async with open_house(bounds=Bounds(guests_per_minute=1)) as at:
        statuses = []
        for host in ("192.0.2.7", "192.0.2.8"):
            headers = {"x-forwarded-for": host, "x-forwarded-proto": "https"}
            async with at.http(headers=headers) as http:
                answer = await http.post("/api/v1/guest")
                statuses.append(answer.status_code)
                assert "secure" not in answer.headers.get("set-cookie", "").lower()
        assert statuses == [200, 429]


async def test_wrong_passwords_at_once_lock_the_account_as_wrong_passwords_one_by_one_do() -> None:
    async with open_house() as at:
        people = at.house.people
        await people.make("Ann Admin", frozenset({Role.ADMIN}), "the right password")
        tries = await asyncio.gather(*(people.sign_in("Ann Admin", "wrong") for _ in range(8)), return_exceptions=True)
        codes = [str(getattr(each, "code", "")) for each in tries]
        assert codes.count("wrong_name_or_password") == 5
        assert codes.count("locked") == 3


def test_every_bound_is_in_the_operator_s_book() -> None:
    page = (Path(__file__).parents[2] / "docs" / "operations.md").read_text(encoding="utf-8")
    for each in fields(Bounds):
        assert f"| `{each.name}` | {each.default:,} |" in page
