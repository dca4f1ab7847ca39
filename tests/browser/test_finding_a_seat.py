"""A visitor who just wants to play is taken to the table with people."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Page, expect

from browser.playing import purse, sit_down, table_at
from client.serving import Served, served


@pytest.fixture(scope="module")
def quiet(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """Run a house where nobody else plays."""
    with served(tmp_path_factory.mktemp("quiet")) as house:
        yield house


def test_three_newcomers_end_up_together_and_not_among_bots(visit: Callable[..., Page], quiet: Served) -> None:
    host = visit(width=800, height=700)
    bots = table_at(host, quiet.address, speed="usual")
    sit_down(host, quiet.address, bots, "Ann")
    csrf = host.request.get(f"{quiet.address}/api/v1/me").json()["csrf"]
    asked = host.request.post(f"{quiet.address}/api/v1/tables/{bots}/bots", data={"count": 3}, headers={"x-csrf": csrf})
    assert asked.ok
    host.get_by_role("button", name="Get up").click()
    expect(host.get_by_role("button", name=re.compile("^Take a seat"))).to_be_visible()
    host.goto(quiet.address)
    listed = host.get_by_role("listitem").filter(has_text=re.compile(bots[2:]))
    expect(listed.get_by_role("img", name=re.compile(r"^3 of 6 seats taken: .*\(bot\)"))).to_be_visible()
    expect(host.locator(".tables header")).to_contain_text("nobody is playing yet")
    pages = [visit(width=800, height=700) for _ in range(3)]
    for page in pages:
        page.goto(quiet.address)
    for page in pages:
        page.get_by_role("button", name="Play now").click()
    for page in pages:
        expect(purse(page)).to_be_visible()
    assert len({page.url for page in pages}) == 1
    assert bots not in pages[0].url
