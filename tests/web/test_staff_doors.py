"""The admin's routes: invitations listed and revoked, a password reset, a lock-out; and who may not use them."""

from __future__ import annotations

from collections.abc import AsyncIterator
from datetime import UTC, datetime

import httpx
import pytest

from support.open_house import OpenHouse, Person, open_house
from uth.people.lock_outs import FAILURES_MAX
from uth.people.roles import Role

PASSWORD, OTHER = "correct horse battery", "another long password"


@pytest.fixture
async def at() -> AsyncIterator[OpenHouse]:
    """Return a house in which Ada is admin and Dan deals."""
    async with open_house() as house:
        await house.house.people.make("Ada", frozenset({Role.ADMIN}), PASSWORD)
        await house.house.people.make("Dan", frozenset({Role.DEALER}), PASSWORD)
        yield house


async def admin(at: OpenHouse, name: str = "Ada") -> dict[str, str]:
    """Return the headers of who is signed in by that name."""
    return Person(at, await at.house.people.sign_in(name, PASSWORD)).headers


async def test_an_invitation_is_listed_with_who_made_it_and_until_when_and_revoked(at: OpenHouse) -> None:
    ada = await admin(at)
    async with at.http() as http:
        made = (await http.post("/api/v1/staff/invitations", json={"roles": ["dealer"]}, headers=ada)).json()
        listed = (await http.get("/api/v1/staff/invitations", headers=ada)).json()
        word = made.pop("word")
        assert listed == [made]
        assert {**made, "id": "", "ends": ""} == {
            "id": "",
            "roles": ["dealer"],
            "account": None,
            "by": "Ada",
            "ends": "",
        }
        left = datetime.fromisoformat(made["ends"]) - datetime.now(UTC)
        assert 86_000 < left.total_seconds() <= 86_400
        what = await http.post("/api/v1/invitation", json={"word": word})
        assert what.json() == {"good": True, "account": None, "roles": ["dealer"]}
        gone = await http.delete(f"/api/v1/staff/invitations/{made['id']}", headers=ada)
        assert gone.json() == made
        assert (await http.get("/api/v1/staff/invitations", headers=ada)).json() == []
        answer = await http.post("/api/v1/accept", json={"word": word, "name": "Eve", "password": PASSWORD})
        assert (answer.status_code, answer.json()["code"]) == (409, "no_invitation")
        what = await http.post("/api/v1/invitation", json={"word": word})
        assert what.json() == {"good": False, "account": None, "roles": []}


async def test_a_forgotten_password_is_set_anew_by_a_link_and_its_sockets_close(at: OpenHouse) -> None:
    await at.table("one")
    dan = Person(at, await at.house.people.sign_in("Dan", PASSWORD))
    ada = await admin(at)
    async with at.http() as http, dan.socket("one") as socket:
        await dan.hear(socket)
        made = await http.post("/api/v1/staff/Dan/reset", headers=ada)
        assert made.status_code == 201
        assert (made.json()["account"], made.json()["by"], made.json()["roles"]) == ("Dan", "Ada", [])
        word = made.json()["word"]
        what = await http.post("/api/v1/invitation", json={"word": word})
        assert what.json() == {"good": True, "account": "Dan", "roles": []}
        done = await http.post("/api/v1/accept", json={"word": word, "password": OTHER})
        assert (done.json()["person"], done.json()["roles"]) == ("Dan", ["dealer"])
        await socket.send('{"id": "a", "ping": 1}')
        await socket.wait_closed()
        assert socket.close_code == 1008


async def test_nobody_makes_a_link_for_their_own_password_and_only_admins_make_one(at: OpenHouse) -> None:
    ada, dan = await admin(at), await admin(at, "Dan")
    before = at.house.people.number
    async with at.http() as http:
        own = await http.post("/api/v1/staff/Ada/reset", headers=ada)
        assert own.json()["code"] == "your_own_account"
        assert "/account" in own.json()["says"]
        assert (await http.post("/api/v1/staff/Ada/reset", headers=dan)).json()["code"] == "not_your_role"
        assert (await http.post("/api/v1/staff/Eve/reset", headers=ada)).json()["says"] == 'there is no account "Eve"'
        assert (await http.post("/api/v1/staff/Dan/reset", headers={**ada, "x-csrf": "no"})).status_code == 403
    assert at.house.people.number == before


async def guess(http: httpx.AsyncClient, name: str) -> None:
    for _ in range(FAILURES_MAX):
        await http.post("/api/v1/sign-in", json={"name": name, "password": "a guess"})


async def test_an_admin_sees_who_is_locked_out_until_when_and_lifts_it(at: OpenHouse) -> None:
    ada = await admin(at)
    async with at.http() as http:
        await guess(http, "Dan")
        listed = {each["name"]: each["locked_until"] for each in (await http.get("/api/v1/staff", headers=ada)).json()}
        assert listed["Ada"] is None
        left = datetime.fromisoformat(listed["Dan"]) - datetime.now(UTC)
        assert 800 < left.total_seconds() <= 900
        refused = await http.post("/api/v1/sign-in", json={"name": "Dan", "password": PASSWORD})
        assert "try again in 15 min, or ask an admin" in refused.json()["says"]
        assert (await http.delete("/api/v1/staff/Dan/lock-out", headers=ada)).status_code == 200
        again = await http.delete("/api/v1/staff/Dan/lock-out", headers=ada)
        assert again.json()["code"] == "not_locked_out"
        assert (await http.post("/api/v1/sign-in", json={"name": "Dan", "password": PASSWORD})).status_code == 200


async def test_somebody_may_be_called_invitations_and_still_be_let_in_again(at: OpenHouse) -> None:
    await at.house.people.make("invitations", frozenset({Role.DEALER}), PASSWORD)
    ada = await admin(at)
    async with at.http() as http:
        await guess(http, "invitations")
        assert (await http.delete("/api/v1/staff/invitations/lock-out", headers=ada)).status_code == 200
