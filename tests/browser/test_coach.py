"""The coach at the table: asked with H, before a costly choice, after each decision; never for anybody else."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from browser.axe import found_by_axe
from browser.playing import bet, deal_button, decision, resized, sit_down, table_at, wait_for_wagers
from client.serving import Served

SIZES = ((390, 844), (768, 1024), (1440, 900))


def panel(page: Page) -> Locator:
    return page.get_by_role("region", name="Coach", exact=True)


def choose(page: Page, mode: str) -> None:
    """Choose how the coach helps, in the settings."""
    page.get_by_role("button", name="Settings").click()
    page.get_by_label(mode).check(force=True)
    page.keyboard.press("Escape")


def dealt(page: Page, house: Served, **spec: Any) -> None:
    table = table_at(page, house.address, **spec)
    sit_down(page, house.address, table)
    wait_for_wagers(page)


def deal(page: Page) -> None:
    bet(page, "ante")
    deal_button(page).click()
    expect(decision(page)).to_be_visible()


def costly_choice(page: Page) -> str:
    """Return the key of a choice that the coach calls a mistake or a blunder, or nothing."""
    for row in panel(page).locator("tbody tr").all():
        cost = row.locator("td").last.inner_text()
        if cost.startswith("−") and float(cost[1:]) >= 0.1:
            name = row.locator("th").inner_text()
            return name[5] if name.startswith("Play") else name[0].lower()
    return ""


def test_h_shows_what_each_choice_is_worth_at_every_size(visit: Callable[..., Page], house: Served) -> None:
    page = visit(width=390, height=844)
    dealt(page, house)
    deal(page)
    page.keyboard.press("h")
    expect(panel(page).locator("tbody tr")).to_have_count(3)
    expect(panel(page).get_by_role("row", name=re.compile("best"))).to_have_count(1)
    expect(panel(page).locator(".reason")).to_have_text(re.compile(r"^(Raise 4x|Check): .*\.$"))
    for width, height in resized(page, SIZES):
        expect(panel(page)).to_be_in_viewport(ratio=1)
        box = panel(page).bounding_box()
        assert box is not None
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= width, (width, height)
        for button in decision(page).get_by_role("button").all():
            button.click(trial=True)
    assert found_by_axe(page) == []
    page.keyboard.press("h")
    expect(panel(page)).to_have_count(0)
    page.get_by_role("button", name=re.compile("^Hint")).click()
    expect(panel(page)).to_be_visible()
    page.keyboard.press("c")
    expect(decision(page).get_by_role("button", name=re.compile("Play 2"))).to_be_visible()
    expect(panel(page)).to_have_count(0)


def test_a_warning_asks_once_before_a_costly_choice(visit: Callable[..., Page], house: Served) -> None:
    page = visit()
    dealt(page, house)
    choose(page, "Warn me before a costly choice")
    deal(page)
    page.keyboard.press("h")
    expect(panel(page).locator("tbody tr")).to_have_count(3)
    key = costly_choice(page)
    while not key:  # no choice costs a tenth of an ante here: the flop or another round has one
        page.keyboard.press("c" if decision(page).get_by_role("button", name=re.compile("Check")).count() else "1")
        page.wait_for_timeout(100)
        if decision(page).count() == 0:
            wait_for_wagers(page)
            deal(page)
        page.keyboard.press("h")
        expect(panel(page).locator("tbody tr").first).to_be_visible()
        key = costly_choice(page)
    before = decision(page).inner_text()
    page.keyboard.press(key)
    if key == "f":
        page.keyboard.press(key)
    expect(panel(page).locator(".warned")).to_have_text(
        re.compile(r"costs \d\.\d+ antes .* Press again to do it anyway\.")
    )
    assert decision(page).inner_text().split()[:2] == before.split()[:2]
    page.keyboard.press(key)
    expect(panel(page).locator(".warned")).to_have_count(0)


def test_a_grade_comes_after_the_decision(visit: Callable[..., Page], house: Served) -> None:
    page = visit()
    dealt(page, house, speed="usual")
    choose(page, "Grade each decision")
    deal(page)
    expect(panel(page)).to_have_count(0)
    page.keyboard.press("4")
    expect(panel(page).locator(".graded")).to_have_text(
        re.compile(r"^(Play 4× was best|(Inaccuracy|Mistake|Blunder): play 4× costs .*)\.$")
    )
    expect(panel(page).locator("tr.chosen")).to_contain_text("yours")


def test_a_table_without_a_coach_has_no_hint(visit: Callable[..., Page], house: Served) -> None:
    page = visit()
    dealt(page, house, coach=False)
    deal(page)
    expect(page.get_by_role("button", name=re.compile("^Hint"))).to_have_count(0)
    page.keyboard.press("h")
    page.wait_for_timeout(200)
    expect(panel(page)).to_have_count(0)


@pytest.mark.parametrize("on", [True, False])
def test_the_dialog_for_a_new_table_switches_the_coach_off(visit: Callable[..., Page], house: Served, on: bool) -> None:
    page = visit()
    page.goto(house.address)
    page.get_by_role("button", name=re.compile("Make a table")).first.click()
    name = f"coach-{'on' if on else 'off'}"
    page.get_by_placeholder("friday-night").fill(name)
    box = page.get_by_label("Players may ask the coach")
    expect(box).to_be_checked()
    if not on:
        box.uncheck(force=True)
    page.get_by_role("button", name=re.compile("^Make the table")).click()
    page.wait_for_url(re.compile(f"/table/{name}"))
    listed = page.request.get(f"{house.address}/api/v1/tables?name={name}").json()
    assert listed[0]["coach"] is on
