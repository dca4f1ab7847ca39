"""The staff's pages in a real browser: the doors, the floor's work, axe in light and dark, every width."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from browser.staff.casino import PASSWORD, Casino, Player, due, press_on, said, take_step
from browser.test_every_page import violations

PAGES = {
    "sign-in": ("Ada", "/sign-in"),
    "accept": ("Ada", "/accept#word"),
    "account": ("Dan", "/account"),
    "tables to deal": ("Mia", "/dealer"),
    "console": ("Dan", "/dealer/massachusetts"),
    "floor": ("Sue", "/floor"),
    "awards": ("Sue", "/floor/awards"),
    "meters": ("Mia", "/floor/meters"),
    "people": ("Ada", "/floor/people"),
    "log": ("Audrey", "/floor/log"),
    "signs": ("Dan", "/sign"),
    "not yours": ("Dan", "/floor"),
}


PAINTED = "() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => done())))"
"""Waits until the page is drawn again."""


def found_by_axe(page: Page) -> list[str]:
    """Return what axe finds wrong in light and in dark."""
    found = []
    for theme in ("light", "dark"):
        page.emulate_media(color_scheme="light" if theme == "light" else "dark")
        page.evaluate(PAINTED)
        page.wait_for_timeout(150)
        found += [f"{theme}: {each}" for each in violations(page)]
    return found


def test_axe_finds_nothing_on_any_page_of_the_staff_in_light_or_dark(
    enter: Callable[..., Page], casino: Casino
) -> None:
    found = {}
    for name, (who, path) in {**PAGES, "sign": ("Dan", f"/sign/{casino.link('chickasaw')}")}.items():
        page = enter(who, path, reduced_motion="reduce")
        page.wait_for_selector("h1")
        if name == "console":
            page.get_by_role("button", name="Something went wrong").click()
            page.wait_for_selector("dialog[open]")
            found["what went wrong"] = found_by_axe(page)
            page.keyboard.press("Escape")
        found[name] = found_by_axe(page)
        page.context.close()
    assert {name: each for name, each in found.items() if each} == {}


@pytest.mark.slow
def test_no_page_of_the_staff_runs_off_sideways(enter: Callable[..., Page], casino: Casino) -> None:
    wide = []
    for name, (who, path) in {**PAGES, "sign": ("Dan", f"/sign/{casino.link('chickasaw')}")}.items():
        page = enter(who, path)
        page.wait_for_selector("h1")
        for width in (360, 390, 768, 1440, 2560):
            page.set_viewport_size({"width": width, "height": 900})
            page.wait_for_timeout(60)
            if page.evaluate("document.documentElement.scrollWidth") > width:
                wide.append((name, width))
        page.context.close()
    assert wide == []


def test_an_invitation_makes_an_account_that_signs_out_and_in_and_changes_its_password(
    enter: Callable[..., Page], visit: Callable[..., Page], casino: Casino
) -> None:
    admin = enter("Ada", "/floor/people")
    admin.get_by_label("dealer deals").uncheck()
    admin.get_by_label("auditor").first.check()
    admin.get_by_role("button", name="Make a link").click()
    invitation = admin.get_by_label("The invitation").input_value()

    page = visit()
    page.goto(invitation)
    page.get_by_label("Name").fill("Nora")
    page.get_by_label(re.compile("^Password At least")).fill(PASSWORD)
    page.get_by_label("Password again").fill("something else")
    expect(page.get_by_role("alert")).to_have_text("The two passwords differ.")
    page.get_by_label("Password again").fill(PASSWORD)
    page.get_by_role("button", name="Make it and come in").click()
    expect(page.get_by_text("you read, and change nothing")).to_be_visible()
    expect(page.get_by_role("button", name="Stop the whole house")).to_have_count(0)
    page.get_by_role("button", name="Sign out").click()
    expect(page.get_by_role("heading", name="Sign in")).to_be_visible()

    page.get_by_label("Name").fill("Nora")
    page.get_by_label("Password").fill(PASSWORD)
    page.keyboard.press("Enter")
    page.get_by_role("link", name="Your account").click()
    page.get_by_label("Old password").fill(PASSWORD)
    page.get_by_label(re.compile("^New password At least")).fill("another long password")
    page.get_by_label("New password again").fill("another long password")
    page.get_by_role("button", name="Change it").click()
    expect(page.get_by_text("Your password is changed.")).to_be_visible()

    admin.reload()
    admin.get_by_role("button", name="Lock Nora").click()
    expect(admin.locator("li", has_text="Nora")).to_contain_text("locked")
    page.goto(f"{casino.address}/floor")
    expect(page.get_by_role("heading", name="The floor is for the staff")).to_be_visible()


def test_an_adjustment_waits_for_another_manager_and_is_done_when_they_agree(
    enter: Callable[..., Page], casino: Casino
) -> None:
    mia, max_ = enter("Mia", "/floor/meters"), enter("Max", "/floor/meters")
    link = casino.link("nevada")
    mia.get_by_role("button", name=f"Adjust a meter of {link}").click()
    mia.get_by_label("By how much").fill("12.50")
    mia.get_by_role("dialog").get_by_label("Reason").fill("a coin-in was missed")
    mia.get_by_role("button", name="Ask for it").click()
    expect(mia.get_by_text("Another manager agrees.")).to_be_visible()
    expect(mia.get_by_role("button", name=re.compile("^Agree"))).to_have_count(0)
    max_.get_by_role("button", name=re.compile("^Agree to number")).click()
    expect(max_.get_by_text("Agreed, and done.")).to_be_visible()
    expect(max_.get_by_text("$1,012.50")).to_be_visible()
    expect(mia.get_by_text("Waits for a second person")).to_have_count(0)


def test_the_floor_rules_resolves_a_dispute_and_stops_a_table(
    enter: Callable[..., Page], player: Callable[[str], Player], casino: Casino
) -> None:
    table = casino.table(rules="massachusetts")
    ann = player(table)
    dealer, floor = enter("Dan", f"/dealer/{table}"), enter("Sue", "/floor")
    press_on(dealer, "Wait for wagers", floor)
    ann.wager(ante=1_000)
    expect(due(dealer)).to_have_text("No more bets")
    take_step(dealer)
    press_on(dealer, "Ask seat")
    dealer.keyboard.press("m")
    dealer.get_by_role("button", name="A card falls off the table").click()
    dealer.get_by_role("button", name="Report it").click()
    expect(due(dealer)).to_have_text("Wait for the floor")

    card = floor.locator("li.stopped", has_text=table.replace("-", " ").capitalize())
    expect(card).to_contain_text("R42")
    card.get_by_label("the round goes on").check()
    card.get_by_label("Reason").fill("picked up unseen")
    card.get_by_role("button", name="Rule", exact=True).click()
    expect(dealer.locator(".rulings")).to_contain_text("Sue rules: the round goes on")
    ann.must("MakePlay", multiple=4)
    expect(due(dealer)).not_to_contain_text("Ask")
    press_on(dealer, "Collect the cards")

    ann.must("DisputeRound", says="I had two pair")
    expect(card).to_contain_text("I had two pair")
    expect(card.get_by_role("group", name="The evidence").get_by_role("img")).to_have_count(9)
    card.get_by_label("Reason").fill("the board was shown to the player")
    card.get_by_role("button", name="Resolve it").click()
    expect(floor.locator("li.stopped")).to_have_count(0)
    assert said(dealer) == "Collect the cards"

    floor.get_by_role("button", name=f"Stop wagers at {table.replace('-', ' ').capitalize()}").click()
    floor.get_by_role("button", name="Stop them").click()
    expect(dealer.get_by_text("no new wagers")).to_be_visible()


def test_the_log_is_searched_and_walked_by_an_auditor(enter: Callable[..., Page], casino: Casino) -> None:
    casino.post("Sue", "/switch", {"what": "player", "name": "nobody~1", "off": True})
    page = enter("Audrey", "/floor/log")
    page.get_by_label("What").fill("switched")
    page.get_by_label("Who").fill("Sue")
    page.get_by_role("button", name="Search").click()
    expect(page.locator("summary").first).to_contain_text("switched")
    page.locator("summary").first.click()
    expect(page.locator("details[open] pre")).to_contain_text("nobody~1")
    page.get_by_role("button", name="Verify the log").click()
    expect(page.get_by_text("Every seal holds")).to_be_visible()


def test_a_guest_is_shown_the_door_of_every_page_that_is_not_theirs(visit: Callable[..., Page], casino: Casino) -> None:
    page = visit()
    for path in ("/floor", "/floor/people", "/dealer", "/dealer/massachusetts", "/account"):
        page.goto(casino.address + path)
        expect(page.get_by_role("heading", name=re.compile("is for the staff$"))).to_be_visible()
