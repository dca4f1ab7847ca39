"""Host headers: the house answers only to its own names, so another site's page cannot use its address."""

from __future__ import annotations

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus

from support.open_house import open_house
from uth.errors import Malformed
from uth.web.security import hosts_of


@pytest.mark.parametrize("host", ["localhost", "LOCALHOST:8000", "127.0.0.1:1", "[::1]:8000", "localhost."])
def test_a_house_on_the_loopback_answers_to_its_names(host: str) -> None:
    assert hosts_of([], "127.0.0.1").allows(host)


@pytest.mark.parametrize("host", [None, "", "evil.example", "localhost.evil.example", "192.0.2.7", "127.0.0.1.evil:80"])
def test_and_to_no_other(host: str | None) -> None:
    assert not hosts_of([], "127.0.0.1").allows(host)


def test_the_address_it_listens_at_and_the_names_it_is_given_are_its_own() -> None:
    hosts = hosts_of(["House.example", "casino.test:8443"], "192.0.2.7")
    assert all(hosts.allows(each) for each in ("house.example", "casino.test", "192.0.2.7:8000", "localhost"))
    assert not hosts.allows("192.0.2.8")


def test_a_house_that_listens_everywhere_answers_to_every_address_and_to_no_foreign_name() -> None:
    hosts = hosts_of([], "0.0.0.0")
    assert all(hosts.allows(each) for each in ("192.0.2.8:8000", "[2001:db8::1]:8000", "localhost"))
    assert not hosts.allows("evil.example")
    assert hosts_of(["*"], "127.0.0.1").allows("evil.example")


@pytest.mark.parametrize("word", ["", "*.example", "http://house.example", "a b"])
def test_a_name_that_is_none_is_refused(word: str) -> None:
    with pytest.raises(Malformed, match="allowed-host"):
        hosts_of([word], "127.0.0.1")


async def test_a_request_for_another_host_is_refused_whatever_its_origin() -> None:
    async with open_house() as at:
        await at.table("one")
        borrowed = {"host": "evil.example", "origin": "http://evil.example"}
        async with at.http() as http:
            for path in ("/", "/api/v1/tables", "/metrics"):
                refused = await http.get(path, headers=borrowed)
                assert (refused.status_code, refused.json()["code"]) == (421, "other_host")
                assert "--allowed-host" in refused.json()["says"]
            made = await http.post("/api/v1/guest", headers=borrowed)
            assert made.status_code == 421
            assert "set-cookie" not in made.headers
        port = at.address.rpartition(":")[2]
        with pytest.raises(InvalidStatus) as closed:
            await connect(f"ws://localhost:{port}/ws/v1/tables/one", additional_headers={"host": "evil.example"})
        assert closed.value.response.status_code == 403
        assert at.metrics.turned_away.labels("host")._value.get() == 5
        assert at.house.people.sessions == {}
