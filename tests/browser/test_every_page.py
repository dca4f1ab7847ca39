"""Every page, light and dark, at every width: axe finds nothing, the console is empty, nothing runs off sideways."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, Literal

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
    "rulings": "/rulings",
    "fair": "/fair/greece",
}
"""A page by its name; what needs a role is opened in a test of its own."""
DIALOGS = {
    "lobby": ("Settings", "Make a table"),
    "seated": ("Settings", "Keys and help", "Say something", "Company", "Your session", "What happened, and the pays"),
}
"""The dialogs of a page, by the button that opens each."""
THEMES: tuple[Literal["light"], Literal["dark"]] = ("light", "dark")
WIDTHS = (360, 390, 768, 1024, 1440, 2560)
OF_COLOUR = ["color-contrast", "link-in-text-block"]
"""The rules whose answer depends on the theme; the others find the same in light and in dark."""
EXPERIMENTAL = {"label-content-name-mismatch": {"enabled": True}}
"""Rules of the levels above that axe runs only when they are asked for."""
TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]


def violations(page: Page, theme: Literal["light", "dark"]) -> list[str]:
    """Return what axe finds wrong, in words: by every rule in light, by those of colour in dark."""
    page.evaluate(AXE.read_text(encoding="utf-8"))
    found: list[dict[str, Any]] = page.evaluate(
        """async ([only, rules]) =>
            (await axe.run(document, { runOnly: only, rules, resultTypes: ['violations'] })).violations""",
        [TAGS, EXPERIMENTAL] if theme == "light" else [OF_COLOUR, {}],
    )
    return [f"{each['id']}: {node['html'][:160]} {node['failureSummary']}" for each in found for node in each["nodes"]]


def paint(page: Page, theme: Literal["light", "dark"]) -> None:
    """Show the page in that theme, with every transition at its end; an animation without an end is left running."""
    page.emulate_media(color_scheme=theme)
    page.evaluate(
        """() => document.getAnimations()
            .filter(each => Number.isFinite(each.effect.getComputedTiming().endTime))
            .forEach(each => each.finish())"""
    )
    draw(page)


def draw(page: Page) -> None:
    """Have the page drawn: what hangs on its size or its theme is decided with the frame."""
    page.evaluate("() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")


def look_over(page: Page, name: str) -> None:
    """Have the page as it stands looked at by axe, light and dark, and at every width."""
    for theme in THEMES:
        paint(page, theme)
        assert violations(page, theme) == [], (name, theme)
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": 900})
        assert not runs_off(page, width), (name, width)


def runs_off(page: Page, width: int) -> bool:
    """Whether the page is still wider than its window a while after it was given that: a busy browser decides what
    hangs on the width of the window some frames later than the width itself."""
    for _ in range(60):
        draw(page)
        if page.evaluate("document.documentElement.scrollWidth") <= width:
            return False
        page.wait_for_timeout(50)
    return True


@pytest.mark.parametrize("name", PAGES)
def test_axe_finds_nothing_and_nothing_runs_off_sideways(visit: Callable[..., Page], house: Served, name: str) -> None:
    page = visit(reduced_motion="reduce")
    page.goto(house.address + PAGES[name])
    page.wait_for_selector("h1")
    page.wait_for_load_state("networkidle")
    for dialog in DIALOGS.get(name, ()):
        page.get_by_role("button", name=dialog, include_hidden=True).first.dispatch_event("click")
        page.wait_for_selector("dialog[open]")
        for theme in THEMES:
            paint(page, theme)
            assert violations(page, theme) == [], (dialog, theme)
        page.keyboard.press("Escape")
    look_over(page, name)
