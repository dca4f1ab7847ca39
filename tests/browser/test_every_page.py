"""Every page in light and dark at every width: axe finds nothing, the console is empty, nothing overflows or is cut."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page, expect

from browser.axe import cut_off, found_by_axe, go_to, too_wide
from browser.playing import bet, deal_button, decision, play_on, sit_down, slip, table_at, wait_for_wagers
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


def test_axe_finds_nothing_while_a_hand_is_played_and_at_a_bank(visit: Callable[..., Page], house: Served) -> None:
    page = visit(theme="light")
    sit_down(page, house.address, table_at(page, house.address, rules="massachusetts"))
    wait_for_wagers(page)
    bet(page, "ante")
    found = {"wagers": found_by_axe(page)}
    deal_button(page).click()
    expect(decision(page)).to_be_visible()
    found["a decision"] = found_by_axe(page)
    play_on(page)
    expect(slip(page)).to_be_visible()
    found["settled"] = found_by_axe(page)
    page.set_viewport_size({"width": 390, "height": 844})
    page.get_by_role("button", name="Your seat: say something, buy chips, get up").click()
    expect(page.locator("dialog[open]")).to_be_visible()
    found["at the seat"] = found_by_axe(page, "dialog[open]")
    sit_down(page, house.address, table_at(page, house.address, rules="california"))
    expect(page.get_by_role("form", name="The bank")).to_be_visible()
    found["a bank"] = found_by_axe(page)
    assert {name: each for name, each in found.items() if each} == {}
