"""The staff's pages in a real browser: access control, the floor's work, axe in light and dark, every width."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import Page, expect

from browser.axe import THERE, found_by_axe, go_to, too_wide
from browser.playing import sit_down, spot
from browser.staff.casino import PASSWORD, Casino, Dealer, Player, called, due, said

PAGES = {
    "Ada": {"sign-in": "/sign-in", "accept": "/accept#word", "account": "/account", "people": "/floor/people"},
    "Mia": {
        "tables to deal": "/dealer",
        "console": "/dealer/massachusetts",
        "floor": "/floor",
        "awards": "/floor/awards",
        "meters": "/floor/meters",
        "log": "/floor/log",
    },
    "Dan": {"not yours": "/floor", "signs": "/sign", "sign": "/sign/chickasaw"},
}
"""The pages of the staff by name, and who opens them."""
WIDTHS = (360, 390, 768, 1440, 2560)


def test_axe_finds_nothing_on_any_page_of_the_staff_and_nothing_runs_off_sideways(
    enter: Callable[..., Page], casino: Casino
) -> None:
    found: dict[str, list[object]] = {}
    for who, pages in PAGES.items():
        page = enter(who, next(iter(pages.values())), reduced_motion="reduce")
        for name, path in pages.items():
            if not page.url.endswith(path):
                go_to(page, path)
            page.wait_for_selector(THERE, state="attached")
            found[name] = [*found_by_axe(page), *too_wide(page, WIDTHS)]
            page.set_viewport_size({"width": 1440, "height": 900})
    assert {name: each for name, each in found.items() if each} == {}


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
    page.get_by_role("button", name="Create account and sign in").click()
    expect(page.get_by_text("read only")).to_be_visible()
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

    console, floor = page.context.new_page(), page.context.new_page()
    console.goto(f"{casino.address}/dealer/massachusetts")
    floor.goto(f"{casino.address}/floor")
    expect(due(console)).to_be_visible()
    expect(floor.get_by_role("heading", name="Massachusetts")).to_be_visible()
    admin.reload()
    admin.get_by_role("button", name="Lock Nora").click()
    expect(admin.locator("li", has_text="Nora")).to_contain_text("locked")
    expect(floor.get_by_role("heading", name="The floor is for the staff")).to_be_visible()
    expect(console.get_by_role("heading", name="The dealer’s console is for the staff")).to_be_visible()


def test_an_adjustment_waits_for_another_manager_and_is_done_when_they_agree(
    enter: Callable[..., Page], casino: Casino
) -> None:
    mia, max_ = enter("Mia", "/floor/meters"), enter("Max", "/floor/meters")
    link = casino.link("nevada")
    mia.get_by_role("button", name=f"Adjust a meter of {link}").click()
    mia.get_by_role("dialog").get_by_label("Reason").fill("a coin-in was missed")
    mia.get_by_label("By how much").fill("-1000.01")
    expect(mia.get_by_role("alert").filter(has_text="no meter goes below zero").first).to_be_visible()
    expect(mia.get_by_role("button", name="Ask for it")).to_be_disabled()
    mia.get_by_label("By how much").fill("12.50")
    expect(mia.get_by_role("dialog")).to_contain_text("It shows $1,000.00 and will show $1,012.50.")
    mia.get_by_role("button", name="Ask for it").click()
    expect(mia.get_by_text("Another member of the floor has to agree.")).to_be_visible()
    expect(mia.get_by_role("button", name=re.compile("^Agree"))).to_have_count(0)
    expect(max_.get_by_role("listitem").filter(has_text="a coin-in")).to_contain_text("from $1,000.00 to $1,012.50")
    max_.get_by_role("button", name=re.compile("^Agree to number")).click()
    expect(max_.get_by_role("main").get_by_text("Agreed and done.")).to_be_visible()
    expect(max_.get_by_text("$1,012.50")).to_be_visible()
    expect(mia.get_by_text("Waits for a second person")).to_have_count(0)


def test_the_floor_rules_and_corrects_a_settlement_that_is_disputed(
    enter: Callable[..., Page], player: Callable[..., Player], casino: Casino
) -> None:
    table = casino.table(rules="massachusetts")
    ann = player(table)
    program = Dealer(casino, table)
    program.deal("AnnounceNoMoreBets")
    ann.wager(ante=1_000)
    program.deal("seat 1")
    dealer, floor = enter("Dan", f"/dealer/{table}"), enter("Sue", "/floor")
    said(dealer)
    dealer.keyboard.press("m")
    dealer.get_by_role("button", name="A card falls off the table").click()
    dealer.get_by_role("button", name="Report it").click()
    expect(due(dealer)).to_have_text("Wait for the floor")
    expect(dealer.locator(".step .says")).to_contain_text(re.compile("^A card fell off the table .R42."))

    card = floor.locator("li.stopped", has_text=called(table))
    expect(card).to_contain_text("R42")
    card.get_by_label("the round goes on").check()
    card.get_by_label("Reason").fill("picked up unseen")
    card.get_by_role("button", name="Rule", exact=True).click()
    expect(dealer.locator(".rulings")).to_contain_text("Sue rules: the round goes on")
    program.deal("CollectCards", None, ann)

    ann.must("DisputeRound", says="I had two pair")
    expect(card).to_contain_text("I had two pair")
    expect(card.get_by_role("group", name="The evidence").get_by_role("img")).to_have_count(9)
    expect(dealer.locator(".step .says")).to_contain_text("I had two pair")
    card.get_by_label("The settlement is corrected").check()
    card.get_by_label("Reason").fill("the board was shown to the player")
    expect(card.get_by_role("button", name="Ask for the correction")).to_be_disabled()
    row = card.get_by_role("row", name=re.compile("Blind"))
    for each, dollars in (
        ("Returned on Blind at seat 1", "10"),
        ("Won on Blind at seat 1", "35"),
    ):
        row.get_by_label(each).fill(dollars)
    card.get_by_role("button", name="Ask for the correction").click()
    mia = enter("Mia", "/floor")
    mia.get_by_role("button", name=re.compile("^Agree")).click()
    expect(floor.locator("li.stopped", has_text=called(table))).to_have_count(0)
    assert said(dealer) == "Collect the cards"
    expect(dealer.locator(".step tr", has_text="Blind")).to_contain_text(re.compile(r"pay\s*\$35"))


def test_what_is_switched_off_is_seen_at_once_by_dealer_and_player_and_a_table_is_closed_for_good(
    enter: Callable[..., Page], visit: Callable[..., Page], casino: Casino
) -> None:
    table = casino.table(rules="massachusetts")
    player = visit()
    sit_down(player, casino.address, table, "Ann")
    Dealer(casino, table).deal("AnnounceNoMoreBets")
    dealer, floor = enter("Dan", f"/dealer/{table}"), enter("Mia", "/floor")
    ante = spot(player, "ante").get_by_role("button")
    expect(ante).to_be_visible()
    floor.get_by_role("button", name=f"Stop wagers at {called(table)}").click()
    floor.get_by_role("button", name="Stop them").click()
    expect(dealer.get_by_text("no new wagers")).to_be_visible()
    expect(ante).to_have_count(0)
    floor.get_by_role("button", name=f"Allow wagers at {called(table)}").click()
    expect(dealer.get_by_text("no new wagers")).to_have_count(0)
    expect(ante).to_be_visible()

    dealer.close()  # a console that is open asks once more for a table that is gone
    card = floor.locator("li", has=floor.get_by_role("heading", name=called(table), exact=True))
    card.locator("summary").click()
    expect(card.locator("details")).to_contain_text("Ann")
    card.get_by_role("button", name=re.compile("^Close it for good")).click()
    expect(floor.get_by_role("dialog")).to_contain_text(re.compile(r"Ann \(seat \d\) sits there"))
    floor.get_by_role("dialog").get_by_role("button", name="Close it for good").click()
    expect(floor.get_by_role("main").get_by_text(f"{called(table)} is closed for good.")).to_be_visible()
    expect(card).to_have_count(0)


def test_the_staff_looks_up_the_rounds_of_any_player(
    enter: Callable[..., Page], player: Callable[..., Player], casino: Casino
) -> None:
    table = casino.table(rules="massachusetts")
    ann = player(table)
    program = Dealer(casino, table)
    program.deal("AnnounceNoMoreBets")
    ann.wager(ante=1_000)
    program.deal("CollectCards", None, ann)
    page = enter("Audrey", "/history")
    page.get_by_label(re.compile("Whose|Player")).fill(ann.me["person"])
    page.keyboard.press("Enter")
    expect(page.get_by_role("link", name=re.compile(called(table)))).to_have_count(1)
    page.get_by_label(re.compile("Whose|Player")).fill("nobody~1")
    page.keyboard.press("Enter")
    expect(page.get_by_role("link", name=re.compile(called(table)))).to_have_count(0)


def test_the_log_is_searched_and_walked_by_an_auditor(enter: Callable[..., Page], casino: Casino) -> None:
    casino.post("Sue", "/switch", {"what": "player", "name": "Audrey", "off": True})
    page = enter("Audrey", "/floor/log")
    page.get_by_label("What").fill("switched")
    page.get_by_label("Who").fill("Sue")
    page.get_by_role("button", name="Search").click()
    expect(page.locator("summary").first).to_contain_text("switched")
    page.locator("summary").first.click()
    expect(page.locator("details[open] pre")).to_contain_text("Audrey")
    page.get_by_role("button", name="Verify the log").click()
    expect(page.get_by_text("Every seal is valid")).to_be_visible()


def test_a_guest_is_shown_the_door_of_every_page_that_is_not_theirs(visit: Callable[..., Page], casino: Casino) -> None:
    page = visit()
    for path in ("/floor", "/floor/people", "/dealer", "/dealer/massachusetts", "/account"):
        page.goto(casino.address + path)
        expect(page.get_by_role("heading", name=re.compile("is for the staff$"))).to_be_visible()


def test_an_admin_who_does_not_deal_is_told_whom_dealing_is_for_and_where_roles_are_given(
    enter: Callable[..., Page], casino: Casino
) -> None:
    table = casino.table()
    page = enter("Ada", "/dealer")
    expect(page.get_by_role("main")).to_contain_text("Dealing is for dealer, supervisor or manager.")
    expect(page.get_by_role("main")).to_contain_text("An admin can give an account that role under People")
    page.goto(f"{casino.address}/dealer/{table}")
    expect(
        page.get_by_text("You are watching: only a dealer, a supervisor or a manager can deal here.")
    ).to_be_visible()
    expect(page.get_by_role("button", name=re.compile("Received|Something went wrong|Close the table"))).to_have_count(
        0
    )
    page.get_by_role("main").get_by_role("link", name="People").click()
    expect(page.get_by_role("heading", name="Invite somebody")).to_be_visible()
