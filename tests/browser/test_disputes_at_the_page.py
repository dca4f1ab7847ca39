"""A player disputes a settled round: the table is frozen, the floor rules, and every page says so in words."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass

import httpx
import pytest
from playwright.sync_api import Page, expect

from browser.axe import found_by_axe
from browser.playing import bet, deal_button, play_on, purse, sit_down, slip, table_at, wait_for_wagers
from client.serving import Served, served


@dataclass(frozen=True, slots=True, kw_only=True)
class Floor:
    """A house, and the sessions of the two supervisors who are in it."""

    address: str
    token: str
    second: httpx.Client
    csrf: str


@pytest.fixture(scope="module")
def floor(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Floor]:
    """Run a house with a supervisor in it."""
    with served(tmp_path_factory.mktemp("floor")) as house, ExitStack() as open_:
        assert house.process is not None
        assert house.process.stdout is not None
        word = house.process.stdout.readline().partition("/accept#")[2].strip()
        for name in ("Ada", "Sue", "Sam"):
            http = open_.enter_context(httpx.Client(base_url=f"{house.address}/api/v1", timeout=30))
            made = http.post("/accept", json={"word": word, "name": name, "password": "a long password"})
            assert made.status_code == 200, made.text
            if name == "Ada":
                admin, csrf = http, made.json()["csrf"]
            if name == "Sue":
                token = http.cookies["uth_session"]
            asked = admin.post("/staff/invitations", json={"roles": ["supervisor"]}, headers={"x-csrf": csrf})
            word = asked.json()["word"]
        yield Floor(address=house.address, token=token, second=http, csrf=made.json()["csrf"])


def dispute(page: Page, says: str) -> None:
    """Press for a dispute, say what is wrong, and call the floor."""
    page.get_by_role("button", name="Dispute this round").click()
    dialog = page.get_by_role("dialog", name="Dispute this round")
    preset = dialog.get_by_role("button", name=says)
    if preset.count():
        preset.click()
    else:
        dialog.get_by_label("What should the floor look at?").fill(says)
    dialog.get_by_role("button", name="Call the floor").click()


def resolve(floor: Page, finding: str, reason: str) -> None:
    """Give the floor's ruling at its console."""
    floor.get_by_role("radio", name=finding).check(force=True)
    if finding == "The settlement is corrected":
        floor.get_by_label(re.compile("^Won on Ante at seat")).fill("5")
        floor.get_by_label(re.compile("^Returned on Ante")).fill("5")
    floor.get_by_label("Reason", exact=True).fill(reason)
    floor.get_by_role("button", name=re.compile("^(Resolve it|Ask for the correction)$")).click()


def test_a_dispute_freezes_the_table_until_the_floor_has_ruled(visit: Callable[..., Page], floor: Floor) -> None:
    page, friend = visit(), visit(width=390, height=844, has_touch=True)
    table = table_at(page, floor.address, called="Ann")
    sit_down(page, floor.address, table, "Ann")
    friend.goto(f"{floor.address}/table/{table}")
    wait_for_wagers(page)
    bet(page, "ante")
    deal_button(page).click()
    play_on(page, wish="^Fold")
    dispute(page, "My hand was read wrong.")
    note = page.get_by_role("note")
    expect(note).to_contain_text("You dispute how this round was settled.")
    expect(friend.get_by_role("note")).to_contain_text("Ann disputes how this round was settled.")
    page.reload()
    expect(note).to_contain_text("You dispute how this round was settled.")
    expect(note).to_contain_text("until the floor has ruled")
    expect(page.get_by_role("button", name="Dispute this round")).to_have_count(0)

    console = visit()
    console.context.add_cookies([{"name": "uth_session", "value": floor.token, "url": floor.address}])
    console.goto(f"{floor.address}/floor")
    expect(console.get_by_text("My hand was read wrong.")).to_be_visible()
    resolve(console, "Dismissed, without reason to stop the table", "Two of clubs, as it was read")
    for each in (page, friend):
        expect(each.get_by_role("note")).to_contain_text("the settlement stands")
        expect(each.get_by_role("note")).to_contain_text("Two of clubs, as it was read")
    wait_for_wagers(page)

    expect(slip(page)).to_be_visible()
    expect(page.get_by_role("button", name="Dispute this round")).to_be_visible()
    bet(page, "ante")
    deal_button(page).click()
    play_on(page, wish="^Fold")
    dispute(page, "The ante won, and was taken.")
    expect(note).to_contain_text("Your dispute is recorded.")  # one round after a dismissed one (R66)
    console.get_by_text(re.compile("^Dispute 2, round 2")).click()
    resolve(console, "The settlement is corrected", "The ante had won")
    expect(console.get_by_text("It waits above for a second person")).to_be_visible()
    (asked,) = floor.second.get("/approvals").json()
    agreed = floor.second.post(f"/approvals/{asked['number']}", json={"agreed": True}, headers={"x-csrf": floor.csrf})
    assert agreed.status_code == 200, agreed.text
    expect(note).to_contain_text("The floor has corrected the settlement. $10 goes to the players.")
    expect(slip(page).get_by_role("row", name=re.compile("^Ante"))).to_contain_text("+$5")
    expect(purse(page)).to_contain_text("$990")
    wait_for_wagers(page)
    purse(page).click()
    session = page.get_by_role("dialog", name="Your session")
    expect(session.get_by_role("row", name=re.compile("^Ante"))).to_contain_text("$10$0")  # lost once, and won once


def test_where_nobody_of_the_floor_is_in_the_house_a_dispute_is_recorded_and_the_table_goes_on(
    visit: Callable[..., Page], house: Served
) -> None:
    page = visit()
    sit_down(page, house.address, table_at(page, house.address))
    wait_for_wagers(page)
    bet(page, "ante")
    deal_button(page).click()
    play_on(page, wish="^Fold")
    page.get_by_role("button", name="Dispute this round").click()
    page.wait_for_selector("dialog[open]")
    assert found_by_axe(page, "dialog[open]") == []
    page.keyboard.press("Escape")
    dispute(page, "A wager was paid wrong.")
    expect(page.get_by_role("note")).to_contain_text("Your dispute is recorded. The table goes on")
    wait_for_wagers(page)
    page.get_by_role("link", name="Go through it again").click()
    page.get_by_role("button", name="Show the result now").click()
    expect(page.get_by_text("You dispute the settlement (dispute 1).")).to_be_visible()
