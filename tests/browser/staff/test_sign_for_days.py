"""A sign that nobody looks after: the house goes down and comes back, and the sign with it."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from browser.staff.casino import Casino
from client.serving import served


def test_a_sign_comes_back_by_itself_when_the_house_does(browser: Browser, tmp_path: Path) -> None:
    with served(tmp_path) as house:
        page = browser.new_context(viewport={"width": 1920, "height": 1080}, reduced_motion="reduce").new_page()
        page.set_default_timeout(30_000)
        page.goto(f"{house.address}/sign")
        page.get_by_role("link", name="Open the sign of Chickasaw Nation").click()
        expect(page.get_by_text("live")).to_be_visible()
        meter = page.get_by_role("img", name="mega: $10,000.00")
        expect(meter).to_be_visible()
        house.kill()
        expect(page.get_by_text("connecting again")).to_be_visible(timeout=30_000)
        expect(meter).to_be_visible()
        house.start()
        expect(page.get_by_text("live")).to_be_visible(timeout=60_000)
        page.context.close()


def test_a_sign_that_is_there_before_its_tables_shows_the_meters_once_they_are(
    visit: Callable[..., Page], casino: Casino
) -> None:
    page = visit()
    page.goto(f"{casino.address}/sign/early")
    expect(page.get_by_role("heading", name="There is no sign “early”")).to_be_visible()
    casino.table(rules="nevada", link="early")
    expect(page.get_by_role("img", name="main: $1,000.00")).to_be_visible()


@pytest.mark.parametrize("size", [(1920, 1080), (2560, 1440), (1366, 768)])
def test_a_sign_stands_on_one_screen_and_scrolls_nowhere(
    visit: Callable[..., Page], casino: Casino, size: tuple[int, int]
) -> None:
    page = visit(width=size[0], height=size[1])
    page.goto(f"{casino.address}/sign/{casino.link('chickasaw')}")
    expect(page.get_by_role("img", name=re.compile("^mega"))).to_be_visible()
    assert page.evaluate("document.documentElement.scrollHeight") <= size[1]
