"""The meter is visible to every player on the table's page, at every width, during the whole round."""

from __future__ import annotations

import os
import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from browser.playing import bet, deal_button, draw, play_on, resized, sit_down, table_at, wait_for_wagers
from client.serving import Served

ON_TOP = """meters => {
  const { x, y, width, height, right, bottom } = meters.getBoundingClientRect()
  const within = x >= 0 && y >= 0 && right <= innerWidth && bottom <= innerHeight && width > 0 && height > 0
  const seen = [...meters.querySelectorAll("dd")].every((each) => {
    const box = each.getBoundingClientRect()
    const top = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2)
    return box.width > 0 && (top === each || each.contains(top))
  })
  return within && seen
}"""


WIDE_ENOUGH = """element => {
  const { width } = element.getBoundingClientRect()
  return width > 20 && element.scrollWidth <= width + 1
}"""


def is_seen(page: Page, count: int) -> bool:
    """Whether so many meters are on the screen, none of them covered or cut off."""
    meters = page.locator('[aria-label="Progressive meters"]')
    expect(meters).to_be_visible()
    amounts = meters.locator("dd").all_inner_texts()
    assert len(amounts) == count
    assert all(re.fullmatch(r"[€$][\d,]+\.\d\d", amount) for amount in amounts), amounts
    return bool(meters.evaluate(ON_TOP))


@pytest.mark.clause("GR.11a")
def test_the_meter_is_on_the_screen_all_through_the_round(visit: Callable[..., Page], house: Served) -> None:
    def is_seen_at_every_size() -> bool:
        return all(is_seen(page, 1) for _ in resized(page, [(390, 844), (360, 640), (740, 360), (1440, 900)]))

    page = visit()
    sit_down(page, house.address, table_at(page, house.address, rules="greece"))
    wait_for_wagers(page)
    assert is_seen_at_every_size()
    bet(page, "ante", chip="€5")
    deal_button(page).click()
    expect(page.get_by_role("button", name=re.compile("^Check")).first).to_be_visible()
    assert is_seen_at_every_size()
    play_on(page, wish="^Play")
    assert is_seen_at_every_size()


@pytest.mark.clause("GR.11a")
def test_three_meters_are_on_the_screen_of_a_phone_and_of_a_tablet_too(
    visit: Callable[..., Page], house: Served
) -> None:
    page = visit(width=390, height=844)
    sit_down(page, house.address, table_at(page, house.address, rules="chickasaw"))
    wait_for_wagers(page)
    assert is_seen(page, 3)
    for width, height in ((768, 1024), (1024, 768)):
        page.set_viewport_size({"width": width, "height": height})
        draw(page)
        assert is_seen(page, 3)


@pytest.mark.clause("GR.11")
def test_the_sign_of_a_single_meter_has_the_name_its_book_gives_it(visit: Callable[..., Page], house: Served) -> None:
    page = visit(width=1920, height=1080, reduced_motion="reduce")
    for book, name in (("greece", "Ultimate Progressive"), ("nevada", "Progressive")):
        page.goto(f"{house.address}/sign/{book}")
        expect(page.get_by_role("heading", level=1)).to_have_text(name)
        expect(page.get_by_role("img", name=re.compile(f"^{name}: [€$]"))).to_be_visible()
        expect(page.get_by_role("main")).not_to_contain_text(re.compile("jackpot|main", re.IGNORECASE))


@pytest.mark.parametrize("book", ["california", "nevada", "chickasaw"])
def test_a_table_names_its_book_at_every_width(visit: Callable[..., Page], house: Served, book: str) -> None:
    page = visit()
    page.goto(f"{house.address}/table/{table_at(page, house.address, rules=book)}")
    named = {"california": "California", "nevada": "Nevada", "chickasaw": "Chickasaw Nation"}[book]
    heading = page.get_by_role("heading", level=1)
    for _ in resized(page, [(360, 640), (390, 844), (740, 360), (768, 1024), (1366, 768)]):
        expect(heading).to_contain_text(named)
        shown = [each for each in page.locator(".about").get_by_text(named, exact=True).all() if each.is_visible()]
        if folder := os.environ.get("UTH_PICTURES"):
            page.screenshot(path=f"{folder}/book-{book}-{page.evaluate('innerWidth')}.png")
        assert [each.evaluate(WIDE_ENOUGH) for each in shown].count(True) == 1


def test_no_change_is_gradual_for_those_who_want_less_motion(visit: Callable[..., Page], house: Served) -> None:
    page = visit()
    page.goto(house.address)
    expect(page.get_by_role("button", name="Play now")).to_be_visible()
    page.evaluate("addEventListener('transitionrun', event => (window.ran ??= []).push(event.propertyName))")
    page.evaluate("document.documentElement.dataset.theme = 'light'")
    page.wait_for_timeout(200)
    assert page.evaluate("window.ran ?? []") == []
