"""An idle player where no chair is free: the page warns them, and then says why they lost the chair."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from browser.playing import sit_down, table_at, wait_for_wagers
from client.serving import served

TWO_LOOKS_MS = 100_000
"""The house looks around every half minute."""


@pytest.mark.slow
def test_whoever_does_not_wager_is_told_on_the_page_before_and_after_the_chair_is_gone(
    visit: Callable[..., Page], tmp_path: Path
) -> None:
    with served(tmp_path, "--bound", "idle_minutes=1") as house:
        page = visit()
        table = table_at(page, house.address, called="Ann")
        sit_down(page, house.address, table, "Ann")
        wait_for_wagers(page)
        seated = page.evaluate(
            """async (table) => {
                const me = await (await fetch("/api/v1/me")).json()
                const headers = { "content-type": "application/json", "x-csrf": me.csrf }
                const body = JSON.stringify({ count: 5 })
                return (await fetch(`/api/v1/tables/${table}/bots`, { method: "POST", headers, body })).status
            }""",
            table,
        )
        assert seated < 300
        visit().goto(f"{house.address}/table/{table}")
        banner = page.get_by_role("status").filter(has_text="somebody is waiting for a seat")
        expect(banner).to_contain_text("wager within 1 min, or you get up (R67)", timeout=TWO_LOOKS_MS)
        expect(page.get_by_text("you got up with your chips").first).to_be_visible(timeout=TWO_LOOKS_MS)
        expect(banner).to_have_count(0)
