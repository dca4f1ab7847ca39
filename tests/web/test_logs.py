"""Logs: events as JSON lines, and never a card, key, secret, password, token or CSRF token."""

from __future__ import annotations

import io
import json
import logging
import re
from collections.abc import Iterator
from typing import Any

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus
from websockets.typing import Origin

from support.open_house import open_house
from uth.cards import DECK
from uth.errors import Broken
from uth.house.logs import LOG, hidden, write_logs
from uth.people.roles import Role
from uth.store.memory import MemoryStore

PASSWORD = "correct horse battery"


@pytest.fixture
def written() -> Iterator[io.StringIO]:
    """Return where the log goes at debug; everything is as it was afterwards."""
    root, house = logging.getLogger(), logging.getLogger("uth")
    before = root.handlers, root.level, house.level
    stream = io.StringIO()
    write_logs("debug", stream)
    yield stream
    root.handlers = before[0]
    root.setLevel(before[1])
    house.setLevel(before[2])


def lines(stream: io.StringIO) -> list[dict[str, Any]]:
    return [json.loads(line) for line in stream.getvalue().splitlines()]


async def test_whole_rounds_at_debug_write_no_card_no_key_and_no_secret(written: io.StringIO) -> None:
    store = MemoryStore()
    async with open_house(store) as at:
        await at.table("one")
        people = at.house.people
        word = await people.invite(frozenset({Role.ADMIN}))
        async with at.http() as http:
            account = {"name": "Ann Admin", "password": PASSWORD}
            await http.post("/api/v1/accept", json={**account, "word": word})
            http.cookies.clear()
            await http.post("/api/v1/sign-in", json={**account, "password": "not her password"})
            await http.post("/api/v1/sign-in", json={"name": PASSWORD, "password": "Ann Admin"})
            signed_in = await http.post("/api/v1/sign-in", json=account)
        ann, auditor = await at.guest(), await at.staff("Eve", Role.AUDITOR)
        async with ann.socket("one") as socket, auditor.socket("one"):
            await ann.sit(socket)
            for _ in range(3):
                await ann.ask(socket, word="a lucky word")
                await ann.round(socket)
        secrets = [signed_in.cookies["uth_session"], signed_in.json()["csrf"], ann.token, ann.session.csrf, word]
    text = written.getvalue()
    for record in await store.read("table/one"):
        secrets += [record.body["host"]["secret"]] if "secret" in record.body.get("host", {}) else []
    assert len(secrets) > 8
    for secret in (*secrets, PASSWORD, "not her password", "a lucky word", "$argon2"):
        assert secret not in text
    found = set(re.findall(r"(?<![A-Za-z0-9])[2-9TJQKA][cdhs](?![A-Za-z0-9])", text))
    assert not found & {str(card) for card in DECK}
    events = {line["event"] for line in lines(written)}
    assert {"a command", "a request", "a sign-in has failed"} <= events
    kinds = {line.get("kind") for line in lines(written)}
    assert {"PlaceWager", "Check", "word", "ready"} <= kinds


async def test_a_sign_in_that_fails_and_another_origin_are_written_with_who_and_where(written: io.StringIO) -> None:
    async with open_house() as at:
        await at.table("one")
        await at.house.people.make("Ann Admin", frozenset({Role.ADMIN}), PASSWORD)
        async with at.http() as http:
            for name in ("Ann Admin", "my own password by mistake"):
                await http.post("/api/v1/sign-in", json={"name": name, "password": "wrong"})
            await http.post("/api/v1/guest", headers={"origin": "http://evil.example"})
        with pytest.raises(InvalidStatus):
            await connect(at.url("/ws/v1/tables/one"), origin=Origin("http://evil.example"))
    failed = [line for line in lines(written) if line["event"] == "a sign-in has failed"]
    assert [(line["account"], line["address"], line["level"]) for line in failed] == [
        ("Ann Admin", "127.0.0.1", "warning"),
        (None, "127.0.0.1", "warning"),
    ]
    origins = [line for line in lines(written) if line["event"] == "another origin was refused"]
    assert [line["origin"] for line in origins] == ["http://evil.example"] * 2
    assert "by mistake" not in written.getvalue()


async def test_a_table_that_stops_is_written_without_the_cards_of_its_fault(
    written: io.StringIO, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with open_house() as at:
        await at.table("one")
        ann = await at.guest()

        async def broken(*_: object) -> None:
            raise Broken("the card As is dealt twice, after 7dKh and Card(rank=14)")

        async with ann.socket("one") as socket:
            await ann.sit(socket)
            monkeypatch.setattr(type(at.house.live("one")), "_done", broken)
            assert (await ann.do(socket, "BuyIn", seat=1, cents=500, tender="cash"))["code"] == "failed"
            assert (await ann.do(socket, "BuyIn", seat=1, cents=500, tender="cash"))["code"] == "table_stopped"
        async with at.http() as http:
            assert "uth_tables_stopped 1.0" in (await http.get("/metrics")).text
    stopped = [line for line in lines(written) if line["event"] == "table one has stopped"]
    assert len(stopped) == 1
    assert stopped[0]["level"] == "critical"
    assert "is dealt twice" in stopped[0]["exception"]
    assert not re.search(r"\bAs\b|7dKh|rank=14", stopped[0]["exception"])


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("Td", "(hidden)"),
        ("As Kd, 2c", "(hidden) (hidden), (hidden)"),
        ("AsKd", "(hidden)"),
        ("['As', '7h']", "['(hidden)', '(hidden)']"),
        ("a" * 63 + "0", "(hidden)"),
        ("S93CyCFIIdZwv34pceBZoGpbPwbtWYW_", "(hidden)"),
        ("$argon2id$v=19$m=65536", "(hidden)"),
        ("postgresql://ann:secret@db/uth", "postgresql://ann:(hidden)@db/uth"),
        ("massachusetts-ptmgl01-500-b0f1a5-long", "massachusetts-ptmgl01-500-b0f1a5-long"),
        ("2026-11-15T14:53:38Z 127.0.0.1", "2026-11-15T14:53:38Z 127.0.0.1"),
    ],
)
def test_what_looks_like_a_card_or_a_secret_is_hidden(text: str, shown: str) -> None:
    assert hidden(text) == shown


def test_a_line_is_json_and_a_library_s_chatter_is_not_written(written: io.StringIO) -> None:
    LOG.info("something", nested={"card": "As", "list": ["Kd", 1, None]})
    logging.getLogger("uvicorn.error").debug("> TEXT 'As'")
    logging.getLogger("websockets").info("> TEXT 'As'")
    logging.getLogger("uvicorn.error").warning("unwell: %s", "Td")
    assert [(line["event"], line["level"]) for line in lines(written)] == [
        ("something", "info"),
        ("unwell: (hidden)", "warning"),
    ]
    assert lines(written)[0]["nested"] == {"card": "(hidden)", "list": ["(hidden)", 1, None]}


def test_in_a_terminal_a_line_is_for_a_person(written: io.StringIO) -> None:
    class Terminal(io.StringIO):
        def isatty(self) -> bool:
            return True

    terminal = Terminal()
    write_logs("info", terminal)
    LOG.info("the house is open", tables=5)
    LOG.debug("not this")
    assert "the house is open" in terminal.getvalue()
    assert not terminal.getvalue().startswith("{")
    assert "not this" not in terminal.getvalue()
