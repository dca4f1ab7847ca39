"""Needless work on a slow processor, counted and not timed; `make bench` prints the times."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import Page, Route, expect

from browser.playing import deal_button, sit_down, table_at, wait_for_wagers, wait_until
from client.serving import Served

SCRIPT_MAX = 45_000
"""The compressed bytes of the scripts that the lobby needs before it shows its tables."""
COUNT_LANGUAGES = """
window.languages = 0
for (const type of [Number, Date]) {
  const own = type.prototype.toLocaleString
  type.prototype.toLocaleString = function (...more) {
    window.languages += 1
    return own.apply(this, more)
  }
}
"""
WATCH_LOUDSPEAKERS = """
window.chipsDrawn = []
window.AudioContext = class extends AudioContext {
  constructor(...more) {
    super(...more)
    window.chipsDrawn.push(document.querySelector('[data-spot="ante"] .chips') !== null)
  }
}
"""
"""For each loudspeaker that is opened, whether the ante lay on the felt by then."""


def test_the_lobby_shows_its_tables_before_it_loads_the_page_of_a_table(
    visit: Callable[..., Page], house: Served
) -> None:
    page = visit()
    scripts: dict[str, int] = {}
    held: list[Route] = []
    page.on("requestfinished", lambda request: scripts.update({request.url: request.sizes()["responseBodySize"]}))
    page.route("**/api/v1/tables", lambda route: held.append(route))
    page.goto(house.address)
    page.wait_for_load_state("load")
    expect(page.locator("li.ghost").first).to_be_visible()
    page.wait_for_timeout(500)
    before = {url: size for url, size in scripts.items() if url.endswith(".js")}
    assert not [url for url in before if "/Table-" in url], before
    assert 20_000 < sum(before.values()) < SCRIPT_MAX, before
    with page.expect_response(re.compile("/assets/Table-.*js")):
        for route in held:
            route.continue_()
    expect(page.get_by_role("link", name="Sit down at").first).to_be_visible()


def test_no_amount_needs_the_browsers_tables_of_languages(visit: Callable[..., Page], house: Served) -> None:
    page = visit()
    page.add_init_script(COUNT_LANGUAGES)
    page.goto(house.address)
    expect(page.locator(".meter").first).to_contain_text(re.compile(r"\d,\d{3}\.\d\d"))
    page.get_by_role("button", name="Play now").click()
    deal_button(page).click()
    expect(page.get_by_role("group", name="Your decision")).to_be_visible()
    assert page.evaluate("() => window.languages") == 0


def test_the_loudspeaker_is_opened_before_it_is_needed(visit: Callable[..., Page], house: Served) -> None:
    page = visit()
    page.add_init_script(WATCH_LOUDSPEAKERS)
    page.goto(house.address)
    page.get_by_role("button", name="Play now").click()
    expect(deal_button(page)).to_be_visible()
    wait_until(page, "() => window.chipsDrawn.length === 1")
    assert page.evaluate("() => window.chipsDrawn") == [False]


def test_a_wager_is_drawn_before_its_sound(visit: Callable[..., Page], house: Served) -> None:
    """Here the page is never idle before the press, so its sound opens the loudspeaker."""
    page = visit()
    page.add_init_script(f"{WATCH_LOUDSPEAKERS}; window.requestIdleCallback = () => 0")
    sit_down(page, house.address, table_at(page, house.address))
    wait_for_wagers(page)
    page.keyboard.press("Space")
    wait_until(page, "() => window.chipsDrawn.length === 1")
    assert page.evaluate("() => window.chipsDrawn") == [True]
