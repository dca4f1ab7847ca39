"""Every page, light and dark, at every width: axe finds nothing, the console is empty, nothing runs off sideways."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page

from client.serving import Served

AXE = Path(__file__).parents[2] / "frontend" / "node_modules" / "axe-core" / "axe.min.js"
PAGES = {
    "lobby": "/",
    "table": "/table/massachusetts",
    "seated": "/table/nevada?sit",
    "history": "/history",
    "rules": "/rules/massachusetts",
    "fair": "/fair/greece",
}
"""A page by its name; what needs a role is opened in a test of its own."""
TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]


def violations(page: Page) -> list[str]:
    """Return what axe finds wrong, in words."""
    page.evaluate(AXE.read_text(encoding="utf-8"))
    found: list[dict[str, Any]] = page.evaluate(
        "async (tags) => (await axe.run(document, { runOnly: tags, resultTypes: ['violations'] })).violations", TAGS
    )
    return [f"{each['id']}: {node['html'][:160]} {node['failureSummary']}" for each in found for node in each["nodes"]]


def open_dialogs(page: Page) -> list[str]:
    """Return the buttons of a page that open a dialog."""
    return [
        name for name in ("Settings", "Make a table", "Keys and help") if page.get_by_role("button", name=name).count()
    ]


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("name", PAGES)
def test_axe_finds_nothing(visit: Callable[..., Page], house: Served, name: str, theme: str) -> None:
    page = visit(theme=theme, reduced_motion="reduce")
    page.goto(house.address + PAGES[name])
    page.wait_for_selector("h1")
    page.wait_for_timeout(500)
    assert violations(page) == []
    for dialog in open_dialogs(page):
        page.get_by_role("button", name=dialog).first.click()
        page.wait_for_selector("dialog[open]")
        assert violations(page) == []
        page.keyboard.press("Escape")


@pytest.mark.parametrize("width", [360, 390, 768, 1024, 1440, 2560])
def test_nothing_runs_off_sideways(visit: Callable[..., Page], house: Served, width: int) -> None:
    page = visit(width=width, height=900)
    for name, path in PAGES.items():
        page.goto(house.address + path)
        page.wait_for_selector("h1")
        page.wait_for_timeout(150)
        assert page.evaluate("document.documentElement.scrollWidth") <= width, name
