"""A guest tries everything reserved for the staff: every route, every command of a table and a link, every action."""

from __future__ import annotations

from typing import Any, get_args

import pytest
from fastapi.routing import APIRoute, APIWebSocketRoute

from support.open_house import Person, open_house
from uth.errors import Refused
from uth.people.roles import MAY, HouseAction, Role, may
from uth.progressive import commands as k
from uth.table.round import commands as c
from uth.web.app import ROUTERS

FOR_ANYONE = {
    "GET /api/v1/me",
    "GET /api/v1/chips",
    "POST /api/v1/guest",
    "POST /api/v1/sign-in",
    "POST /api/v1/accept",
    "POST /api/v1/invitation",
    "GET /api/v1/books",
    "GET /api/v1/key",
    "GET /api/v1/tables",
    "GET /api/v1/tables/{name}",
    "GET /api/v1/tables/{name}/posted",
    "GET /api/v1/tables/{name}/proof",
    "GET /api/v1/tables/{name}/spec",
    "GET /api/v1/rulings",
    "GET /api/v1/tables/{name}/rules",
    "GET /api/v1/tables/{name}/edges",
    "GET /api/v1/books/{name}/strategy",
    "GET /api/v1/tables/{name}/strategy",
    "GET /api/v1/tables/{name}/rounds",
    "GET /api/v1/tables/{name}/rounds/{number}",
    "GET /api/v1/tables/{name}/rounds/{number}/steps",
    "GET /api/v1/tables/{name}/rounds/{number}/proof",
    "GET /api/v1/tables/{name}/rounds/{number}/review",  # of seats of their own, or of a hand that was shared
    "GET /api/v1/tables/{name}/rounds/{number}/preview.png",
    "GET /api/v1/links",
    "GET /api/v1/links/{name}",
    "GET /api/v1/drill/options",
    "GET /api/v1/drill/question",
    "GET /api/v1/drill/mistakes",  # of one's own rounds; none without a session
    "POST /api/v1/drill/answers",  # graded and given back; the house keeps nothing of a learner
    "POST /api/v1/drill/progress",
    "GET /healthz",
    "GET /readyz",
    "GET /metrics",
}
FOR_PLAYERS = {
    "POST /api/v1/sign-out",
    "POST /api/v1/tables",
    "GET /api/v1/history",
    "GET /api/v1/history/export",
    "GET /api/v1/review",
    "GET /api/v1/tables/{name}/coach",  # about a seat of their own
    "POST /api/v1/tables/{name}/bots",  # where they sit themselves
    "DELETE /api/v1/tables/{name}/bots/{seat}",
    "POST /api/v1/staff/password",  # one's own; a guest has none
}
FOR_STAFF: dict[str, dict[str, Any] | None] = {
    "POST /api/v1/switch": {"what": "house", "off": True},
    "POST /api/v1/ban": {"name": "ann~1", "banned": True, "reason": "a cheat"},
    "DELETE /api/v1/tables/{name}": None,
    "GET /api/v1/staff": None,
    "GET /api/v1/staff/invitations": None,
    "POST /api/v1/staff/invitations": {"roles": ["admin"]},
    "DELETE /api/v1/staff/invitations/{id}": None,
    "POST /api/v1/staff/{name}/reset": None,
    "DELETE /api/v1/staff/{name}/lock-out": None,
    "POST /api/v1/staff/{name}/roles": {"roles": ["admin"]},
    "POST /api/v1/staff/{name}/disabled": {"disabled": True},
    "POST /api/v1/links/{name}/do": {"id": "a", "do": {"is": "StopLink", "reason": "none"}},
    "GET /api/v1/approvals": None,
    "POST /api/v1/approvals/{number}": {"agreed": True},
    "GET /api/v1/floor": None,
    "GET /api/v1/tables/{name}/console": None,
    "POST /api/v1/tables/{name}/ruling": {"irregularity": {"is": "ShufflerJammed"}},
    "GET /api/v1/links/{name}/awards/{number}/win-page": None,
    "GET /api/v1/log": None,
    "GET /api/v1/log/export": None,
    "GET /api/v1/log/verify": None,
    "GET /api/v1/balances": None,
}
"""Every route of the staff, with something to ask it for."""
SOCKETS = {"/ws/v1/tables/{name}", "/ws/v1/links/{name}"}
NO = {"not_your_role", "not_signed_in", "nothing_waits"}


def routes() -> set[str]:
    """Return every route that is no page."""
    found = set()
    for each in (route for router in ROUTERS for route in router.routes):
        if isinstance(each, APIRoute) and each.include_in_schema:
            found |= {f"{method} {each.path}" for method in each.methods or ()}
    return found


def test_every_route_is_for_anyone_for_players_or_for_the_staff() -> None:
    assert routes() == FOR_ANYONE | FOR_PLAYERS | FOR_STAFF.keys()
    sockets = {each.path for router in ROUTERS for each in router.routes if isinstance(each, APIWebSocketRoute)}
    assert sockets == SOCKETS


async def test_no_route_of_the_staff_opens_for_a_guest_or_a_stranger_and_nothing_has_changed() -> None:
    async with open_house() as at:
        await at.table("one", rules="massachusetts")
        link = next(iter(at.house.links.live))
        ann = await at.guest()
        before = at.house.number, at.house.people.number
        async with at.http() as http:
            for route, document in FOR_STAFF.items():
                method, path = route.split()
                name = link if "/links/" in path else "one"
                path = path.replace("{name}", name).replace("{number}", "1")
                for headers in (ann.headers, {}):
                    answer = await http.request(method, path, json=document, headers=headers)
                    assert answer.status_code == 409, (route, answer.status_code, answer.text)
                    assert answer.json()["code"] in NO, (route, answer.text)
        assert (at.house.number, at.house.people.number) == before
        assert not at.house.switches.house


async def test_no_command_of_the_staff_is_taken_from_a_guest() -> None:
    async with open_house() as at:
        await at.table("one", rules="massachusetts")
        link = next(iter(at.house.links.live))
        session = (await at.guest()).session
        refused = [
            kind for kind, roles in MAY.items() if Role.PLAYER not in roles and not isinstance(kind, HouseAction)
        ]
        assert set(refused) == {*get_args(c.Command), *get_args(k.Command)} - set(get_args(c.SeatCommand))
        for kind in refused:
            # A command with nothing in it: whoever may not give it is told so before anything of it is looked at.
            command: Any = object.__new__(kind)
            ask: Any
            ask, where = at.house.command, "one"
            if isinstance(command, get_args(k.Command)):
                ask, where = at.house.work_link, link
            with pytest.raises(Refused) as no:
                await ask(session, where, command, None)
            assert no.value.code == "not_your_role", kind


ROUTE_OF_ACTION = {
    HouseAction.READ_LOG: "GET /api/v1/log",
    HouseAction.EXPORT_LOG: "GET /api/v1/log/export",
    HouseAction.BAN: "POST /api/v1/ban",
    HouseAction.LIFT_BAN: "POST /api/v1/ban",
    HouseAction.SWITCH_OFF: "POST /api/v1/switch",
    HouseAction.SWITCH_ON: "POST /api/v1/switch",
    HouseAction.MANAGE_PEOPLE: "GET /api/v1/staff",
    HouseAction.CLOSE_FOR_GOOD: "DELETE /api/v1/tables/{name}",
    HouseAction.CONFIRM: "POST /api/v1/approvals/{number}",
}
"""By which route of the staff each action of the staff is asked for."""
BY_FRAME = {HouseAction.DEAL}


def test_every_action_of_the_staff_is_behind_a_door_that_was_tried() -> None:
    staff = {each for each in HouseAction if not may(frozenset({Role.PLAYER}), each)}
    assert staff == ROUTE_OF_ACTION.keys() | BY_FRAME
    assert set(ROUTE_OF_ACTION.values()) <= FOR_STAFF.keys()


async def test_a_guest_does_not_deal_and_a_stranger_only_watches() -> None:
    async with open_house() as at:
        await at.table("one", dealt_by="person")
        ann = await at.guest()
        async with ann.socket("one") as socket:
            assert (await ann.ask(socket, step="OpenTable"))["code"] == "not_your_role"
            assert (await ann.ask(socket, do={"is": "OpenTable"}))["code"] == "not_your_role"
        stranger = Person(at, "nobody's")
        async with stranger.socket("one") as socket:
            for frame in ({"do": {"is": "OpenTable"}}, {"step": "OpenTable"}, {"ready": True}, {"say": "hello"}):
                assert (await stranger.ask(socket, **frame))["code"] == "only_watching"


async def test_a_session_that_has_ended_ends_its_connections() -> None:
    async with open_house() as at:
        await at.table("one")
        ann = await at.guest()
        async with ann.socket("one") as socket:
            await ann.hear(socket)
            await at.house.people.sign_out(ann.token)
            await socket.send('{"id": "a", "ping": 1}')
            await socket.wait_closed()
            assert (socket.close_code, socket.close_reason) == (1008, "your session has ended; reconnect")


async def test_a_rule_set_that_nobody_could_play_is_refused_with_all_its_faults() -> None:
    rules = """
        based_on = "nevada"
        name = "own"
        play.preflop = { value = [4, 4], cite = "R1" }
        play.river = { value = [], cite = "R1" }
        limits.ante = { min = 101, max = 101 }
    """
    async with open_house() as at:
        ann = await at.guest()
        async with at.http(headers=ann.headers) as http:
            answer = await http.post("/api/v1/tables", json={"name": "own", "rules": rules})
            assert answer.status_code == 422
            told = answer.json()["says"].splitlines()
            assert [line.split(": ")[1:3] for line in told] == [
                ["line 4", "play.preflop.value.1"], ["line 5", "play.river.value"], ["line 6", "limits.ante"],
            ]  # fmt: skip
            assert "own" not in at.house.tables
            odd = await http.post("/api/v1/tables", json={"name": "own", "rules": "nevada", "ante": [101, 101]})
            assert (odd.status_code, odd.json()["clause"]) == (422, "R19")
