"""Somebody who has never been here opens the page."""

from __future__ import annotations

import re
import time
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from browser.playing import deal_button, decision, laid, plaque, play_on, purse, slip, spot
from client.serving import Served


def test_a_newcomer_plays_the_first_hand_without_an_account(
    visit: Callable[..., Page], house: Served, capsys: pytest.CaptureFixture[str]
) -> None:
    page = visit()
    began = time.monotonic()
    page.goto(house.address)
    page.get_by_role("button", name="Play now").click()
    deal_button(page).click()
    expect(decision(page)).to_be_visible()
    took = time.monotonic() - began
    with capsys.disabled():
        print(f"\nfirst hand {took:.1f} s after the page was opened", end=" ")
    faces = page.locator(".hero .card").evaluate_all("all => all.map(each => each.getAttribute('aria-label'))")
    assert len(faces) == 2
    assert all(re.fullmatch(r"\w+ of (spades|hearts|diamonds|clubs)", face) for face in faces)
    assert laid(page, "ante") == laid(page, "blind") == "$10"
    expect(purse(page)).to_contain_text("$980")
    play_on(page)
    expect(plaque(page)).to_contain_text(re.compile("You (win|lose|are even)"))
    expect(slip(page).locator("tbody tr")).to_have_count(3)
    expect(slip(page)).to_contain_text(re.compile(r"[A-Z]{2}\.\d"))


def test_the_page_is_small_and_packed(visit: Callable[..., Page], house: Served) -> None:
    page = visit()
    sizes: dict[str, int] = {}
    page.on("requestfinished", lambda request: sizes.update({request.url: request.sizes()["responseBodySize"]}))
    page.goto(house.address)
    page.get_by_role("button", name="Play now").click()
    expect(plaque(page)).to_be_visible()
    page.wait_for_load_state("networkidle")
    assert "ante" in page.content().lower()
    files = {url: size for url, size in sizes.items() if "/api/" not in url}
    assert 20_000 < sum(files.values()) < 150_000, files


def test_a_refused_wager_says_why_with_its_clause(visit: Callable[..., Page], house: Served) -> None:
    page = visit()
    page.goto(f"{house.address}/table/massachusetts?sit")
    page.get_by_role("radio", name="$500 chip").click()
    ante = spot(page, "ante").get_by_role("button")
    ante.click()
    expect(page.locator(".notice").or_(spot(page, "ante").locator(".sum b"))).to_be_visible()
    for _ in range(2):
        if not page.locator(".notice").count():
            ante.click()
            page.wait_for_timeout(300)
    expect(page.locator(".notice")).to_contain_text(re.compile(r"MA\.\d"))
