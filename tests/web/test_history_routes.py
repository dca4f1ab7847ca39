"""History, rules, exact numbers and the auditor's access over HTTP: the real server, and who may request what."""

from __future__ import annotations

import asyncio
import csv
import hashlib
import io
import json
import time
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from typer.testing import CliRunner
from websockets.sync.client import ClientConnection

from client.serving import served_by as served
from uth.cli.app import app as uth
from uth.exact.game import main_game
from uth.exact.side_numbers import trips_numbers
from uth.exact.solve import solve
from uth.history.export import check_export
from uth.house.house import House
from uth.people.people import People
from uth.people.roles import HouseAction, Role, may
from uth.rules.loader import load_book
from uth.rules.registry import rulings
from uth.store.memory import MemoryStore
from uth.table.posted import Posted, post
from uth.web.app import make_app
from uth.web.hub import Hub
from uth.web.rules_routes import Edges
from web.test_serve import Guest

PASSWORD = "correct horse battery"
STAFF_PATHS = {
    "/api/v1/log": HouseAction.READ_LOG,
    "/api/v1/log/export": HouseAction.EXPORT_LOG,
    "/api/v1/log/verify": HouseAction.READ_LOG,
    "/api/v1/balances": HouseAction.READ_LOG,
}


def play(guest: Guest, socket: ClientConnection, seat: int) -> None:
    """Play one round at a table that deals at once: the ante, then whatever ends it first."""
    guest.until(socket, "wagers")
    assert guest.do(socket, "PlaceWager", seat=seat, wager="ante", cents=1000)["type"] == "done"
    guest.ask(socket, word="lucky")
    guest.ask(socket, ready=True)
    while guest.view["turn"] != seat:
        guest.hear(socket)
    assert guest.do(socket, "MakePlay", seat=seat, multiple=4)["type"] == "done"
    guest.until(socket, "settled")


def seated(guest: Guest, socket: ClientConnection, seat: int) -> None:
    guest.hear(socket)
    assert guest.do(socket, "TakeSeat", seat=seat, player="x")["type"] == "done"
    assert guest.do(socket, "BuyIn", seat=seat, cents=1_000_000, tender="cash")["type"] == "done"


def admin_of(address: str, word: str) -> httpx.Client:
    admin = httpx.Client(base_url=address, verify=False)
    asked = {"word": word, "name": "root", "password": PASSWORD}
    assert admin.post("/api/v1/accept", json=asked).json()["roles"] == ["admin"]
    return admin


def check_chain(lines: list[dict[str, Any]], text: list[str]) -> int:
    """Follow the seals of an export by nothing but hashing; return how many lines were sealed."""
    before, sealed = "", 0
    for line, written in zip(lines, text, strict=True):
        if line.get("sealed"):
            sealed += 1
        else:
            body, _, _ = written.rpartition(',"chain":"')
            assert hashlib.sha256((before + body).encode()).hexdigest() == line["chain"]
        before = line["chain"]
    return sealed


def test_an_evening_is_found_again_checked_at_home_and_audited(tmp_path: Path) -> None:
    with served(tmp_path / "house") as (address, process):
        assert process.stdout is not None
        word = process.stdout.readline().strip().rpartition("#")[2]
        ann, bob = Guest(address), Guest(address)
        spec = {"name": "mine", "rules": "massachusetts", "speed": "instant"}
        made = ann.http.post("/api/v1/tables", json=spec, headers={"x-csrf": ann.me["csrf"]})
        assert made.status_code == 201
        with ann.sit("mine") as socket:
            seated(ann, socket, 2)
            for _ in range(3):
                play(ann, socket, 2)
            ann.until(socket, "wagers")
        listed = ann.http.get("/api/v1/history").json()
        assert [each["round"] for each in listed["rounds"]] == [3, 2, 1]
        assert listed["rounds"][0]["seats"][0]["mine"]
        page = ann.http.get("/api/v1/history", params={"limit": 2}).json()
        rest = ann.http.get("/api/v1/history", params={"limit": 2, "before": page["before"]}).json()
        assert [each["round"] for each in page["rounds"] + rest["rounds"]] == [3, 2, 1]
        assert bob.http.get("/api/v1/history").json() == {"rounds": [], "before": None}
        assert len(bob.http.get("/api/v1/tables/mine/rounds").json()["rounds"]) == 3

        for number in (1, 2, 3):
            kept = tmp_path / f"{number}.json"
            kept.write_text(ann.http.get(f"/api/v1/tables/mine/rounds/{number}/proof").text)
            document = json.loads(kept.read_text())
            assert document["proof"]["words"] == {"2": "lucky"}
            assert sum(each["net"] for each in document["seats"].values()) == document["total"]["players"]
        checked = CliRunner().invoke(uth, ["verify", *(str(tmp_path / f"{each}.json") for each in (1, 2, 3))])
        assert checked.exit_code == 0, checked.output

        steps = ann.http.get("/api/v1/tables/mine/rounds/2/steps").json()
        assert steps["settled"]
        assert steps["steps"][-1]["view"]["phase"] == "wagers"
        (settled,) = (each for each in steps["steps"] if any(event["is"] == "RoundSettled" for event in each["events"]))
        assert settled["view"]["commitment"] == json.loads((tmp_path / "2.json").read_text())["commitment"]
        rows = list(csv.DictReader(io.StringIO(ann.http.get("/api/v1/history/export").text)))
        assert [(row["round"], int(row["net_cents"])) for row in rows] == [
            (str(each["round"]), each["net"]) for each in listed["rounds"]
        ]
        lines = ann.http.get("/api/v1/history/export", params={"format": "jsonl"}).text.splitlines()
        assert [json.loads(line)["round"] for line in lines] == [3, 2, 1]
        assert ann.http.get("/api/v1/history/export", params={"format": "json"}).json()[0] == json.loads(lines[0])
        rules = ann.http.get("/api/v1/tables/mine/rules").json()
        assert rules["fingerprint"] == load_book("massachusetts").fingerprint
        assert document["rules"]["fingerprint"] == rules["fingerprint"]

        for path in STAFF_PATHS:
            refused = ann.http.get(path)
            assert (refused.status_code, refused.json()["code"]) == (409, "not_your_role")
        admin = admin_of(address, word)
        found = admin.get("/api/v1/log", params={"stream": "table/mine", "kind": "RoundSettled"}).json()
        assert [each["body"]["command"]["is"] for each in found["records"]] == ["SettleRound"] * 3
        mine = admin.get("/api/v1/log", params={"person": ann.me["person"], "limit": 200}).json()["records"]
        assert {each["body"]["by"] for each in mine} == {ann.me["person"]}
        log = admin.get("/api/v1/log/verify").json()
        assert log["holds"]
        export = admin.get("/api/v1/log/export").text.splitlines()
        key = ann.http.get("/api/v1/key").json()["public_key"]
        assert check_export("".join(f"{line}\n" for line in export).encode(), key)[-1].startswith(
            f"key {key[:16]}, the"
        )
        del export[-1]  # the signature
        records = [json.loads(line) for line in export]
        assert [each["position"] for each in records] == list(range(1, len(records) + 1))
        assert check_chain(records, export) > 0
        assert records[log["noted"]["position"] - 1]["chain"] == log["noted"]["chain"]
        assert admin.get("/api/v1/balances").json()["sum"] == "0/1"
        seen = admin.get("/api/v1/history", params={"player": ann.me["person"]}).json()["rounds"]
        assert [each["round"] for each in seen] == [3, 2, 1]
        assert admin.get("/api/v1/tables/mine/rounds/1").json()["unseen"]["stub"]
        for client in (ann.http, bob.http, admin):
            client.close()


@pytest.fixture
async def house() -> AsyncIterator[tuple[httpx.AsyncClient, House]]:
    """Return a client of a house in memory with one table, not yet signed in."""
    store = MemoryStore()
    house = House(store=store, people=People(store=store, clock=time.time))
    transport = httpx.ASGITransport(app=make_app(house, Hub()))
    await house.open()
    async with httpx.AsyncClient(transport=transport, base_url="http://localhost") as client:
        word = {"x-csrf": (await client.post("/api/v1/guest")).json()["csrf"]}
        spec = {"name": "one", "rules": "nevada", "speed": "slow"}
        assert (await client.post("/api/v1/tables", json=spec, headers=word)).status_code == 201
        client.cookies.clear()
        yield client, house
    await house.close()


async def sign_in(client: httpx.AsyncClient, house: House, role: Role) -> None:
    await house.people.make(f"{role}-person", frozenset({role}), PASSWORD)
    answer = await client.post("/api/v1/sign-in", json={"name": f"{role}-person", "password": PASSWORD})
    assert answer.status_code == 200


async def test_the_log_is_read_by_the_roles_that_may_and_by_no_other(house: tuple[httpx.AsyncClient, House]) -> None:
    client, inside = house
    for path in STAFF_PATHS:
        assert (await client.get(path)).json()["code"] == "not_signed_in"
    for role in Role:
        await sign_in(client, inside, role)
        for path, action in STAFF_PATHS.items():
            answer = await client.get(path)
            assert (answer.status_code == 200) == may(frozenset({role}), action), (role, path)
            assert answer.status_code in (200, 409)
        anyones = await client.get("/api/v1/history", params={"player": "somebody"})
        assert (anyones.status_code == 200) == may(frozenset({role}), HouseAction.READ_LOG), role
        assert "argon2id" not in (await client.get("/api/v1/log", params={"stream": "people"})).text
        assert "argon2id" not in (await client.get("/api/v1/log/export")).text


ASKED = """
    422  /history?result=maybe
    422  /history?hand=six_of_a_kind
    422  /history?since=yesterday
    422  /history?limit=0
    409  /history?table=nowhere
    409  /history?player=somebody
    200  /history?since=2026-07-28&until=2026-07-29T00:00:00Z&wager=ante&wager=trips&win_min=-5
    422  /history/export?format=xml
    409  /tables/nowhere/rounds
    409  /tables/one/rounds/1
    422  /tables/one/rounds/0
    422  /tables/one/rounds/99999999999999999999
    409  /tables/one/rounds/1/proof
    409  /tables/one/rounds/1/steps
    409  /tables/nowhere/rules
    409  /tables/nowhere/edges
"""


async def test_what_cannot_be_asked_is_refused_with_a_word(house: tuple[httpx.AsyncClient, House]) -> None:
    client, _ = house
    await client.post("/api/v1/guest")
    for status, path in (line.split() for line in ASKED.strip().splitlines()):
        answer = await client.get(f"/api/v1{path}")
        assert answer.status_code == int(status), (path, answer.text)
        assert status == "200" or answer.json().get("says") or answer.json()["detail"]


async def test_balances_are_of_a_position_that_is_in_the_log(house: tuple[httpx.AsyncClient, House]) -> None:
    client, inside = house
    await sign_in(client, inside, Role.AUDITOR)
    assert (await client.get("/api/v1/balances", params={"position": 0})).json()["accounts"] == {}
    refused = await client.get("/api/v1/balances", params={"position": 10**6})
    assert refused.status_code == 422
    assert "is not in the log" in refused.json()["says"]


async def test_the_rules_are_those_the_engine_plays_by_with_every_row_of_every_pay_table(
    house: tuple[httpx.AsyncClient, House],
) -> None:
    client, inside = house
    posted = inside.live("one").posted
    rules = (await client.get("/api/v1/tables/one/rules")).json()
    assert {row["hand"]: row["pays"] for row in rules["pays"]["blind"]} == {
        hand.key: str(odds) for hand, odds in posted.blind.pays.items()
    }
    assert posted.progressive is not None
    assert [row["hand"] for row in rules["pays"]["progressive"]] == [row.hand for row in posted.progressive.rows]
    assert "Pay tables" in [page["title"] for page in rules["pages"]]
    assert all(page["parts"] for page in rules["pages"])


async def test_every_ruling_is_served_to_anyone(house: tuple[httpx.AsyncClient, House]) -> None:
    client, _ = house
    found = (await client.get("/api/v1/rulings")).json()
    assert [each["number"] for each in found] == list(rulings())
    assert found[0].keys() == {"number", "where", "question", "ruling", "why", "policy"}


async def test_the_edges_are_the_exact_numbers_of_what_is_posted_with_the_meters_as_they_are(
    house: tuple[httpx.AsyncClient, House],
) -> None:
    client, inside = house
    posted, live = inside.live("one").posted, inside.live("one")
    edges = (await client.get("/api/v1/tables/one/edges")).json()
    while edges["counting"]:
        edges = (await client.get("/api/v1/tables/one/edges")).json()
    assert edges["main"]["house_edge"]["fraction"] == str(solve(main_game(post(posted.rules))).house_edge)
    assert edges["trips"]["house_edge"]["value"] == pytest.approx(float(trips_numbers(posted).house_edge))
    (meter,) = edges["progressive"]["meters"]
    assert meter["meter_cents"] == int(live.table.meters["main"])
    assert meter["break_even_cents"] > 0
    assert list(edges["progressive"]["house_edge_by_seats"]) == [
        str(each) for each in range(1, posted.rules.seats.count.value + 1)
    ]


class Unsolved(Edges):
    """Numbers whose computation fails the first time, while others wait for the same."""

    tries = 0

    async def _compute(self, posted: Posted) -> dict[str, Any]:
        Unsolved.tries += 1
        await asyncio.sleep(0)
        if Unsolved.tries == 1:
            raise ArithmeticError("not solved")
        return {"main": posted.rules.name}


async def test_those_who_wait_for_the_same_numbers_hear_why_they_failed_and_the_next_has_them_computed_again() -> None:
    edges, posted = Unsolved(), post(load_book("california"))
    waited = await asyncio.gather(*(edges.numbers_of(posted, {}) for _ in range(3)), return_exceptions=True)
    assert [str(each) for each in waited] == ["not solved"] * 3
    assert await asyncio.gather(*(edges.numbers_of(posted, {}) for _ in range(2))) == [{"main": "california"}] * 2
    assert Unsolved.tries == 2


@pytest.mark.clause("CA.OWNER")
async def test_the_agreement_with_the_owner_of_the_game_is_recorded_by_the_staff_and_printed_with_the_rules(
    house: tuple[httpx.AsyncClient, House],
) -> None:
    client, inside = house
    asked = {"name": "cardroom", "rules": "california", "agreement": "L-204 of 2026, with the owner of the game"}
    guest = (await client.post("/api/v1/guest", json={"name": "Ann"})).json()
    refused = await client.post("/api/v1/tables", json=asked, headers={"x-csrf": guest["csrf"]})
    assert (refused.json()["code"], refused.json()["clause"]) == ("staff_only", None)
    await sign_in(client, inside, Role.ADMIN)
    word = {"x-csrf": (await client.get("/api/v1/me")).json()["csrf"]}
    wrong = await client.post("/api/v1/tables", json={**asked, "agreement": " "}, headers=word)
    assert (wrong.status_code, "agreement" in wrong.json()["says"]) == (422, True)
    made = await client.post("/api/v1/tables", json=asked, headers=word)
    assert made.status_code == 201, made.text
    assert (await client.get("/api/v1/tables/cardroom/rules")).json()["agreement"] == asked["agreement"]
    assert (await client.get("/api/v1/tables/one/rules")).json()["agreement"] is None
