"""Friends at one table, each in a browser of their own."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from browser.playing import bet, deal_button, decision, settled, sit_down, table_at, wait_for_wagers
from client.serving import Served
from playwright.sync_api import Page, expect

WAGERS = (
    ("ante", "trips"),
    ("ante", "progressive"),
    ("ante", "trips", "progressive", "cover_all"),
    ("ante", "match_play"),
)
WISHES = ("Play 4×", "Play 3×", "Play 2×", "Fold")


def _round(pages: list[Page], number: int) -> None:
    for at, page in enumerate(pages):
        wait_for_wagers(page)
        for wager in WAGERS[(number + at) % len(WAGERS)]:
            bet(page, wager)
    for page in pages:
        deal_button(page).click()
    while not settled(pages[0]).count():
        for at, page in enumerate(pages):
            _answer(page, WISHES[(number + at) % len(WISHES)])
    for page in pages:
        expect(settled(page)).to_be_visible()


def _answer(page: Page, wish: str) -> None:
    """Answer if asked: as wished where that is offered, else check, else play."""
    buttons = decision(page).get_by_role("button")
    names = buttons.all_inner_texts()
    if not names:
        page.wait_for_timeout(30)
        return
    wanted = [at for pattern in (wish, "Check", "Play 1×", "") for at, name in enumerate(names) if pattern in name]
    buttons.nth(wanted[0]).click(timeout=2_000)


def _sums(page: Page) -> list[str]:
    return page.get_by_role("region", name=re.compile("Last hand")).locator(".net").all_inner_texts()


def _evening(visit: Callable[..., Page], house: Served, rounds: int) -> None:
    first = visit()
    table = table_at(first, house.address, speed="fast")
    pages = [first, visit(theme="light"), visit(width=390, height=844, has_touch=True)]
    for page, name in zip(pages, ("Ann", "Bob", "Cleo"), strict=True):
        sit_down(page, house.address, table, name)
    expect(first.locator(".side")).to_contain_text(["Bob", "Cleo"]) if False else None
    for name in ("Bob", "Cleo"):
        expect(first.locator(".side .called").filter(has_text=name)).to_be_visible()
    for number in range(rounds):
        _round(pages, number)
        assert _sums(first)
    first.get_by_role("button", name="Say something").click()
    first.get_by_role("button", name="Nice hand").click()
    expect(pages[1].locator(".bubble").first).to_have_text("Nice hand")


def test_three_browsers_play_rounds_with_every_kind_of_wager(visit: Callable[..., Page], house: Served) -> None:
    _evening(visit, house, rounds=3)


@pytest.mark.slow
def test_three_browsers_play_twenty_rounds(visit: Callable[..., Page], house: Served) -> None:
    _evening(visit, house, rounds=20)


def test_whoever_watches_sees_the_table_and_no_card_that_is_face_down(
    visit: Callable[..., Page], house: Served
) -> None:
    player, watcher = visit(), visit()
    table = table_at(player, house.address, speed="fast")
    sit_down(player, house.address, table, "Ann")
    watcher.goto(f"{house.address}/table/{table}")
    expect(player.locator(".watching")).to_contain_text("1")
    wait_for_wagers(player)
    bet(player, "ante")
    deal_button(player).click()
    expect(decision(player)).to_be_visible()
    labels = watcher.locator(".seat .card").evaluate_all("all => all.map(each => each.getAttribute('aria-label'))")
    assert labels == ["a card face down"] * 2
