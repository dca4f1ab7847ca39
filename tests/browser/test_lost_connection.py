"""The plug is pulled, and put back."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from browser.conftest import Visitors
from browser.playing import bet, deal_button, decision, play_on, purse, sit_down, slip, table_at, wait_for_wagers
from client.serving import served


@pytest.fixture
def visit_in_trouble(browser: Browser) -> Iterator[Callable[..., Page]]:
    """Return how somebody opens a browser whose console may say that the house cannot be reached, and nothing else."""
    visitors = Visitors(browser)
    yield visitors
    for context in visitors.contexts:
        context.close()
    assert [said for said in visitors.console if "ERR_CONNECTION_REFUSED" not in said] == []


def test_after_a_lost_connection_the_same_chair_is_at_the_same_point(
    visit_in_trouble: Callable[..., Page], tmp_path: Path
) -> None:
    with served(tmp_path) as house:
        page = visit_in_trouble()
        sit_down(page, house.address, table_at(page, house.address))
        wait_for_wagers(page)
        bet(page, "ante")
        deal_button(page).click()
        expect(decision(page)).to_be_visible()
        cards = _cards(page)
        house.kill()
        expect(page.get_by_role("status")).to_contain_text("connection is lost")
        house.start()
        expect(page.get_by_role("status").filter(has_text="lost")).to_have_count(0)
        expect(decision(page)).to_be_visible()
        assert _cards(page) == cards
        page.reload()
        expect(decision(page)).to_be_visible()
        assert _cards(page) == cards
        play_on(page)
        expect(slip(page)).to_be_visible()
        expect(purse(page)).to_be_visible()


def _cards(page: Page) -> list[str]:
    return list(page.locator(".hero .card").evaluate_all("all => all.map(each => each.getAttribute('aria-label'))"))
