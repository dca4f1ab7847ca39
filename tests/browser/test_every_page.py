"""Every page in light and dark at every width: axe finds nothing, the console is empty, nothing overflows or is cut."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page

from browser.axe import cut_off, found_by_axe, go_to, too_wide
from client.serving import Served

PAGES = {
    "lobby": ("/", "h3:has-text('Chickasaw')"),
    "table": ("/table/massachusetts", ".plaque"),
    "rules": ("/rules/massachusetts", "#fingerprint"),
    "rulings": ("/rulings", "#R1"),
    "fair": ("/fair/greece", ":text('No round has been settled')"),
    "seated": ("/table/nevada?sit", "button:has-text('Deal')"),
    "history": ("/history", ":text('You have not played a round')"),
}
"""A page by its name, with what it shows once it is there; what needs a role is opened in a test of its own."""
DIALOGS = {
    "lobby": ("Settings", "Make a table"),
    "seated": ("Settings", "Keys and help", "Say something", "Company", "Your session", "What happened, and the pays"),
}
"""The dialogs of a page, by the button that opens each."""
WIDTHS = (360, 390, 768, 1024, 1440, 2560)


def look_over(page: Page, name: str) -> None:
    """Check the page as it stands: axe in light and dark, every width, and no text cut off on a phone."""
    assert found_by_axe(page) == [], name
    assert too_wide(page, WIDTHS) == [], name
    assert cut_off(page, 390) == [], name


def test_axe_finds_nothing_and_nothing_runs_off_sideways(visit: Callable[..., Page], house: Served) -> None:
    page = visit(reduced_motion="reduce")
    page.goto(house.address)
    for name, (path, there) in PAGES.items():
        page.set_viewport_size({"width": 1440, "height": 900})
        if name != "lobby":
            go_to(page, path)
        page.wait_for_selector(there)
        for dialog in DIALOGS.get(name, ()):
            page.get_by_role("button", name=dialog, include_hidden=True).first.dispatch_event("click")
            page.wait_for_selector("dialog[open]")
            assert found_by_axe(page, "dialog[open]") == [], dialog
            page.keyboard.press("Escape")
            page.wait_for_selector("dialog[open]", state="detached")
        look_over(page, name)
