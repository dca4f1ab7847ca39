"""The lobby is always up to date, although each table's entry is cached until something happens there."""

from __future__ import annotations

import gzip
import json
from typing import Any

import httpx
import pytest

from support.open_house import MAKER, OpenHouse, open_house
from uth.house.live_table import HOUSE, LiveTable
from uth.rules.loader import BOOKS
from uth.rules.values import Wager
from uth.table.round import commands as c
from uth.table.round.state import Phase
from uth.terminal.lobby import facts_of
from uth.units import PlayerId, Seat
from uth.web import table_routes as lobby
from uth.web.table_routes import COMPRESS_FROM, Lobby

ONE = Seat(1)


async def names_of_a_lobby_as_it_is(at: OpenHouse, http: httpx.AsyncClient) -> list[str]:
    """Return the names in the lobby; every table there is what it is by itself."""
    every: list[dict[str, Any]] = (await http.get("/api/v1/tables")).json()
    for each in every:
        assert [each] == (await http.get("/api/v1/tables", params={"name": each["name"]})).json()
    return [each["name"] for each in every]


async def test_the_lobby_has_every_table_as_it_is_now_whatever_happens() -> None:
    async with open_house() as at, at.http() as http:
        assert await names_of_a_lobby_as_it_is(at, http) == []
        for book in BOOKS:
            await at.table(book, rules=book, dealt_by="person")
        live = at.house.live("nevada")
        await live.ask(HOUSE, c.TakeSeat(seat=ONE, player=PlayerId("ann")))
        await live.ask(HOUSE, c.BuyIn(seat=ONE, cents=100_000))
        assert await names_of_a_lobby_as_it_is(at, http) == list(BOOKS)
        while live.table.rounds < 2:
            if live.table.turn is not None:
                folds = live.table.phase is Phase.RIVER
                await live.ask(HOUSE, c.Fold(seat=ONE) if folds else c.Check(seat=ONE))
            elif live.table.phase is Phase.WAGERS and live.table.is_open and ONE not in live.table.round.spots:
                for wager, cents in ((Wager.ANTE, 1_000), (Wager.PROGRESSIVE, 100)):
                    await live.ask(HOUSE, c.PlaceWager(seat=ONE, wager=wager, cents=cents))
            else:
                await live._go_on()
            await names_of_a_lobby_as_it_is(at, http)
        await at.house.switch(MAKER, "table", "nevada", off=True)
        assert await names_of_a_lobby_as_it_is(at, http) == list(BOOKS)
        await at.house.close_table(MAKER, "greece")
        assert "greece" not in await names_of_a_lobby_as_it_is(at, http)


async def test_a_table_where_nothing_happened_is_not_written_down_again(monkeypatch: pytest.MonkeyPatch) -> None:
    async with open_house() as at:
        for name in ("one", "two"):
            await at.table(name, dealt_by="person")
        every, written = Lobby(), list[str]()

        def write(live: LiveTable) -> dict[str, str]:
            written.append(live.name)
            return {"name": live.name}

        monkeypatch.setattr(lobby, "listed", write)
        first = every.body(at.house.open_tables)
        assert json.loads(first) == [{"name": "one"}, {"name": "two"}]
        assert every.body(at.house.open_tables) == first
        assert written == ["one", "two"]
        await at.house.live("two").ask(HOUSE, c.TakeSeat(seat=ONE, player=PlayerId("ann")))
        every.body(at.house.open_tables)
        assert written == ["one", "two", "two"]


async def test_a_long_lobby_is_packed_for_who_takes_it_so() -> None:
    async with open_house() as at:
        for name in ("one", "two", "three"):
            await at.table(name)
        async with at.http() as http:
            request = http.build_request("GET", "/api/v1/tables", headers={"accept-encoding": "br, gzip;q=0.8"})
            answer = await http.send(request, stream=True)
            packed = b"".join([part async for part in answer.aiter_raw()])
            plain = await http.get("/api/v1/tables", headers={"accept-encoding": "identity"})
        assert answer.headers["content-encoding"] == "gzip"
        assert "content-encoding" not in plain.headers
        assert gzip.decompress(packed) == plain.content
        assert len(packed) < COMPRESS_FROM < len(plain.content)
        assert plain.headers["vary"] == "accept-encoding"


async def test_the_lobby_tells_people_who_are_there_from_bots_and_from_people_who_are_away() -> None:
    async with open_house() as at, at.http() as http:
        await at.table("nevada", rules="nevada", dealt_by="person")
        live = at.house.live("nevada")
        for seat, player in ((1, "ann"), (2, "bot:Simple 1"), (3, "bob")):
            await live.ask(HOUSE, c.TakeSeat(seat=Seat(seat), player=PlayerId(player)))
        (before,) = (await http.get("/api/v1/tables")).json()
        assert (before["bots"], before["away"]) == ([2], [])
        live.clock.away = frozenset({Seat(3)})
        (now,) = (await http.get("/api/v1/tables")).json()
        assert (now["bots"], now["away"]) == ([2], [3])
        assert "3 of 6 seats taken: ann, Simple 1 (bot), bob (away)" in facts_of(now)
