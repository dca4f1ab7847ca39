"""A table's page left open for hours does not grow: it holds no more after many rounds than after a few."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import CDPSession, Page

from browser.playing import hands, sit_down, table_at, wait_for_wagers
from client.serving import Served

PLAYS = """() => setInterval(() => {
  const press = key => document.body.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }))
  const asked = document.querySelector('[aria-label="Your decision"]')
  if (asked) for (const key of "c21") press(key)
  const deal = document.querySelector(".deal:not([disabled])")
  if (deal?.textContent.startsWith("Buy")) deal.click()
  else if (deal) for (const key of "x tatp ") press(key)
}, 25)"""
"""Somebody who never tires: some wagers are refused, all is checked that can be, chips are bought when they are out."""


def _held(page: Page, browser: CDPSession) -> dict[str, float]:
    """Return what the page holds once everything nobody needs is thrown away."""
    page.wait_for_timeout(100)
    browser.send("HeapProfiler.collectGarbage")
    found = {each["name"]: each["value"] for each in browser.send("Performance.getMetrics")["metrics"]}
    told = page.get_by_role("region", name="What happens").get_by_role("listitem").count()
    return {name: found[name] for name in ("JSHeapUsedSize", "Nodes", "JSEventListeners")} | {"told": told}


@pytest.mark.slow
def test_a_page_that_is_left_open_does_not_grow(visit: Callable[..., Page], house: Served) -> None:
    page = visit()
    sit_down(page, house.address, table_at(page, house.address))
    wait_for_wagers(page)
    browser = page.context.new_cdp_session(page)
    browser.send("Performance.enable")
    page.evaluate(PLAYS)
    seen = []
    for rounds in (30, 120):
        while hands(page) < rounds:
            page.wait_for_timeout(200)
        seen.append(_held(page, browser))
    some, many = seen
    assert many["told"] <= 120
    assert many["Nodes"] < 1.5 * some["Nodes"], seen
    assert many["JSEventListeners"] < 2 * some["JSEventListeners"], seen
    assert many["JSHeapUsedSize"] < some["JSHeapUsedSize"] + 2_000_000, seen
