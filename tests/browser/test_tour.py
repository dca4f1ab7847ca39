"""Takes the pictures of docs/tour.md during play; stores them where UTH_PICTURES says, if it is set."""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from browser.playing import bet, deal_button, decision, plaque, sit_down, table_at, wait_for_wagers
from client.serving import Served

TOUR = Path(__file__).parents[2] / "docs" / "tour.md"


def test_every_picture_of_the_tour_is_there_and_small() -> None:
    pictures = re.findall(r"\]\((pictures/[^)]+)\)", TOUR.read_text(encoding="utf-8"))
    assert len(pictures) >= 4
    for picture in pictures:
        assert 5_000 < (TOUR.parent / picture).stat().st_size < 200_000, picture


@pytest.mark.slow
def test_the_tour_is_walked_with_a_camera(visit: Callable[..., Page], house: Served, tmp_path: Path) -> None:
    folder = Path(os.environ.get("UTH_PICTURES", tmp_path))

    def take(page: Page, name: str) -> None:
        page.wait_for_timeout(900)
        page.screenshot(path=folder / f"{name}.jpg", type="jpeg", quality=72)
        assert (folder / f"{name}.jpg").stat().st_size > 5_000

    page = visit(theme="light")
    page.goto(house.address)
    expect(page.get_by_role("heading", name="Massachusetts")).to_be_visible()
    take(page, "lobby")
    table = table_at(page, house.address, name="friday-night", called="Ann", speed="slow")
    friends = [visit(), visit(width=390, height=844, has_touch=True, is_mobile=True)]
    pages = [page, *friends]
    for each, name in zip(pages, ("Ann", "Bob", "Cleo"), strict=True):
        sit_down(each, house.address, table, name)
        wait_for_wagers(each)
    for each in pages:
        for wager in ("ante", "trips", "progressive"):
            bet(each, wager)
    take(page, "wagers")
    for each in pages:
        deal_button(each).click()
    seen = set[int]()
    while not plaque(page).filter(has_text=re.compile("You (win|lose|are even)")).count():
        for at, each in enumerate(pages):
            if decision(each).count():
                if at not in seen:
                    seen.add(at)
                    take(each, ("decision", "dark", "phone")[at])
                _check_or_play(each)
        page.wait_for_timeout(50)
    take(page, "showdown")
    assert seen == {0, 1, 2}


def _check_or_play(page: Page) -> None:
    check = decision(page).get_by_role("button", name=re.compile("^Check"))
    button = check if check.count() else decision(page).get_by_role("button").first
    said = plaque(page).inner_text()
    button.click()
    expect(plaque(page)).not_to_have_text(said)
