"""Takes the staff's pictures of docs/tour.md as they work; stores them where UTH_PICTURES says, if it is set."""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from browser.staff.casino import Casino, Player, due, press_on, take_step
from browser.staff.test_dealing_by_hand import deal_a_royal_flush


@pytest.mark.slow
def test_the_staffs_tour_is_walked_with_a_camera(
    enter: Callable[..., Page],
    visit: Callable[..., Page],
    player: Callable[..., Player],
    casino: Casino,
    tmp_path: Path,
) -> None:
    folder = Path(os.environ.get("UTH_PICTURES", tmp_path))

    def take(page: Page, name: str) -> None:
        page.wait_for_timeout(1_500)
        page.screenshot(path=folder / f"{name}.jpg", type="jpeg", quality=72)
        assert (folder / f"{name}.jpg").stat().st_size > 5_000

    casino.post("Mia", "/tables", {"name": "salon", "rules": "chickasaw", "dealt_by": "person", "deck": "read",
                                   "awards": "floor", "link": "salon"})  # fmt: skip
    dealer, floor = enter("Dan", "/dealer/salon"), enter("Sue", "/floor", theme="light")
    sign = visit(width=1920, height=1080)
    sign.goto(f"{casino.address}/sign/salon")
    ann = player("salon")
    press_on(dealer, "Wait for wagers")
    ann.wager(ante=1_000, trips=500, progressive=100)
    expect(due(dealer)).to_have_text("No more bets")
    take_step(dealer)
    expect(due(dealer)).to_have_text("Start Game")
    take_step(dealer)
    dealer.keyboard.press("q")
    take(dealer, "dealer")
    dealer.keyboard.press("Backspace")
    deal_a_royal_flush(dealer, ann)
    take(dealer, "payouts")
    take(floor, "floor")
    floor.get_by_role("link", name=re.compile("^Awards")).click()
    take(floor, "award")
    take(sign, "sign")
