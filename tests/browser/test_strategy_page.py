"""The strategy page: the chart by keys and by pointer, the table, the printed card, and the way there."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import Page, expect

from browser.axe import found_by_axe, too_wide
from client.serving import Served

WIDTHS = (360, 390, 768, 1024, 1440, 2560)
PAGES = re.compile(rb"/Type\s*/Page\b")


def test_the_chart_is_read_by_keys_and_pointer_and_the_card_prints_on_one_page(
    visit: Callable[..., Page], house: Served
) -> None:
    page = visit()
    page.goto(house.address)
    page.get_by_role("link", name="Strategy at Nevada").click()
    chart = page.get_by_role("grid")
    expect(page.get_by_role("progressbar").or_(chart)).to_be_visible()
    expect(chart.get_by_role("gridcell")).to_have_count(169, timeout=120_000)
    expect(page.get_by_role("heading", level=1)).to_have_text("Strategy at Nevada")

    chart.get_by_role("gridcell", name=re.compile("^Pair of Aces: best is raise 4×")).focus()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowRight")
    expect(page.locator(":focus")).to_have_accessible_name(re.compile("^Pair of Kings"))
    page.keyboard.press("Control+End")
    expect(page.locator(":focus")).to_have_accessible_name(re.compile("^Pair of Twos: best is check"))
    numbers = page.locator(".numbers")
    expect(numbers).to_contain_text("Pair of Twos")
    chart.get_by_role("gridcell", name=re.compile("^King Five offsuit")).hover()
    expect(numbers.get_by_role("row").nth(1)).to_contain_text(re.compile(r"raise 4× best\s*−0\.1176"))

    page.get_by_text("All 169 hands as a table").click()
    rows = page.get_by_role("region", name="All 169 hands as a table").get_by_role("row")
    expect(rows).to_have_count(170)
    for rule in ("Two pair or better", "Any ace", "Never fold", "Raise 3× instead of 4×"):
        expect(page.get_by_text(rule, exact=True)).to_be_visible()

    assert found_by_axe(page) == []
    assert too_wide(page, WIDTHS) == []
    for paper in ("A4", "Letter"):
        assert len(PAGES.findall(page.pdf(format=paper))) == 1, paper


def test_the_strategy_of_a_book_or_a_table_that_is_not_there_says_so(visit: Callable[..., Page], house: Served) -> None:
    page = visit()
    page.goto(f"{house.address}/strategy/vegas")
    expect(page.get_by_role("alert")).to_contain_text("There is no rule book “vegas”; there are massachusetts, ")
    page.goto(f"{house.address}/strategy/nevada?table=nowhere")
    expect(page.get_by_role("alert")).to_have_text("There is no table “nowhere”.")
