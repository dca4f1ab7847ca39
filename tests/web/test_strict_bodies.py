"""Input is not coerced: a text is not a boolean and not a number, in any body and any frame."""

from __future__ import annotations

from typing import Any

import pytest

from support.open_house import OpenHouse, open_house
from uth.people.roles import Role

TWO = {"name": "two", "rules": "nevada"}
BODIES: list[tuple[str, dict[str, Any], str]] = [
    ("/api/v1/switch", {"what": "house", "off": "true"}, "body.off: 'true' is not true or false"),
    ("/api/v1/switch", {"what": "house", "off": 1}, "body.off: 1 is not true or false"),
    ("/api/v1/switch", {"what": "house", "off": None}, "body.off: null is not true or false"),
    ("/api/v1/switch", {"what": 5, "off": True}, "body.what: 5 is not a string"),
    ("/api/v1/switch", {"what": "house", "off": True, "on": False}, "body.on: false is not a field here"),
    ("/api/v1/staff/Zoe/disabled", {"disabled": "yes"}, "body.disabled: 'yes' is not true or false"),
    ("/api/v1/approvals/1", {"agreed": "on"}, "body.agreed: 'on' is not true or false"),
    ("/api/v1/tables/one/bots", {"count": "2"}, "body.count: '2' is not a whole number"),
    ("/api/v1/tables/one/bots", {"count": True}, "body.count: true is not a whole number"),
    ("/api/v1/tables/one/bots", {"banks": "no"}, "body.banks: 'no' is not true or false"),
    ("/api/v1/staff/password", {"old": 5, "new": "a long password"}, "body.old: (hidden) is not a string"),
    ("/api/v1/staff/invitations", {"roles": "admin"}, "body.roles: 'admin' is not a list"),
    (
        "/api/v1/tables",
        {**TWO, "progressive_wager": "100"},
        'progressive_wager: "100" is not',
    ),
    ("/api/v1/tables", {**TWO, "progressive_wager": True}, "progressive_wager: true is not"),
    ("/api/v1/tables", {**TWO, "ante": ["500", 1000]}, 'ante: ["500", 1000] is not two'),
    (
        "/api/v1/tables",
        {**TWO, "decision_s": "30"},
        'decision_s: "30" is not a whole number',
    ),
    ("/api/v1/tables", {**TWO, "trips": [500, 10**30]}, f"trips: {10**30} is more than 1000000000000 cents"),
    ("/api/v1/tables", {**TWO, "progressive_wager": 10**13}, "progressive_wager: 10000000000000 is more than"),
    ("/api/v1/tables", {**TWO, "tables": ["A"]}, 'tables: ["A"] is not an object'),
    ("/api/v1/tables", {**TWO, "tables": {"trips": 1}}, "tables.trips: 1 is not the name"),
    ("/api/v1/tables", {**TWO, "dealing": 7}, "dealing: 7 is not the name"),
    ("/api/v1/tables", {**TWO, "speed": []}, "speed: [] is not one of"),
]


@pytest.mark.parametrize(("path", "body", "says"), BODIES)
async def test_a_body_is_refused_that_says_something_else_than_its_fields_are(
    path: str, body: dict[str, Any], says: str
) -> None:
    async with open_house() as at:
        await at.table("one")
        zoe = await at.staff("Zoe", *Role)
        before = state(at)
        async with at.http(headers=zoe.headers) as http:
            answer = await http.post(path, json=body)
        assert answer.status_code == 422, answer.text
        assert says in answer.json()["says"]
        assert state(at) == before


def state(at: OpenHouse) -> tuple[int, int, bool]:
    return at.house.number, at.house.people.number, at.house.switches.house


@pytest.mark.parametrize(
    ("path", "body", "says"),
    [
        ("/api/v1/switch", '{"what": "house", "off": false, "off": true}', "body.off: true is given twice"),
        ("/api/v1/tables", '{"name": "two", "rules": "nevada", "name": "three"}', 'body.name: "three" is given twice'),
        (
            "/api/v1/tables",
            '{"name": "two", "rules": "nevada", "tables": {"a": 1, "a": 2}}',
            "body.a: 2 is given twice",
        ),
        ("/api/v1/sign-in", '{"name": "Zoe", "password": "x", "password": "y"}', 'body.password: "(hidden)" is given'),
    ],
)
async def test_a_body_that_gives_a_name_twice_is_refused_and_changes_nothing(path: str, body: str, says: str) -> None:
    async with open_house() as at:
        await at.table("one")
        zoe = await at.staff("Zoe", *Role)
        before = state(at)
        async with at.http(headers={**zoe.headers, "content-type": "application/json"}) as http:
            answer = await http.post(path, content=body)
        assert (answer.status_code, answer.json()["says"][: len(says)]) == (422, says)
        assert (state(at), list(at.house.tables)) == (before, ["one"])


@pytest.mark.parametrize(
    ("frame", "id_", "says"),
    [
        ('{"id": "a", "do": {"is": "TakeSeat", "seat": 1, "seat": 2}}', "a", "seat: 2 is given twice; give it once"),
        ('{"id": "a", "ready": true, "ready": true}', "a", "ready: true is given twice; give it once"),
        ('{"id": "a", "id": "b", "ping": 1}', None, 'id: "b" is given twice; give it once'),
    ],
)
async def test_a_frame_that_gives_a_name_twice_is_refused(frame: str, id_: str | None, says: str) -> None:
    async with open_house() as at:
        await at.table("one")
        zoe = await at.staff("Zoe", *Role)
        async with zoe.socket("one") as socket:
            await socket.send(frame)
            while (answer := await zoe.hear(socket))["type"] not in ("done", "refused"):
                pass
        assert (answer.get("id"), answer["code"], answer["says"]) == (id_, "malformed", says)
        assert at.house.live("one").table.chairs == {}


@pytest.mark.parametrize(
    ("frame", "field"),
    [
        ({"ready": "true"}, "ready"),
        ({"ready": 1}, "ready"),
        ({"ready": False}, "ready"),
        ({"step": 5}, "step"),
        ({"do": {"is": "BuyIn", "seat": "1", "cents": 100, "tender": "cash"}}, "do.seat"),
        ({"do": {"is": "BuyIn", "seat": 1, "cents": "100", "tender": "cash"}}, "do.cents"),
        ({"do": {"is": "BuyIn", "seat": True, "cents": 100, "tender": "cash"}}, "do.seat"),
        ({"do": {"is": "BuyIn", "seat": 1, "cents": 100.0, "tender": "cash"}}, "do.cents"),
        ({"do": {"is": "CountStub", "cards": 40, "misdealt": "true"}}, "do.misdealt"),
    ],
)
async def test_a_frame_is_refused_that_says_something_else_than_its_fields_are(
    frame: dict[str, Any], field: str
) -> None:
    async with open_house() as at:
        await at.table("one")
        zoe = await at.staff("Zoe", *Role)
        async with zoe.socket("one") as socket:
            answer = await zoe.ask(socket, **frame)
        assert (answer["type"], answer["code"]) == ("refused", "malformed"), answer
        assert answer["says"].startswith(field)
