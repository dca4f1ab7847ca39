"""California in the browser: a bank of any amount, a short bank, and a player/dealer who is also a player."""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from browser.playing import answer, bet, deal_button, hands, purse, sit_down, slip, table_at, wait_for_wagers
from client.serving import Served

SHOTS = os.environ.get("UTH_SHOTS")


def bank_form(page: Page) -> Locator:
    return page.get_by_role("form", name="The bank")


def take_bank(page: Page, dollars: str) -> None:
    bank_form(page).get_by_role("spinbutton").fill(dollars)
    bank_form(page).get_by_role("button", name=re.compile("^Bank")).click()


def look(page: Page, name: str) -> None:
    if SHOTS:
        page.wait_for_timeout(700)
        page.screenshot(path=str(Path(SHOTS) / f"{name}.png"))


@pytest.mark.clause("CA.PLAY19", "CA.BET4")
def test_a_short_bank_is_warned_of_and_its_result_told_to_everyone(visit: Callable[..., Page], house: Served) -> None:
    banker, player = visit(width=1366, height=768), visit(width=390, height=844, has_touch=True, theme="light")
    table = table_at(banker, house.address, rules="california")
    sit_down(banker, house.address, table, "Ann")
    sit_down(player, house.address, table, "Bob")
    field = bank_form(banker).get_by_role("spinbutton")
    expect(field).to_be_visible()
    field.fill("4.99")
    expect(field).to_have_attribute("aria-invalid", "true")
    look(banker, "bank-form")
    take_bank(banker, "37.50")
    expect(banker.locator(".hero")).to_contain_text("$37.50 behind the wagers")
    wait_for_wagers(player)
    bet(player, "ante", chip="$25")
    warning = player.locator(".warning")
    says = "The bank is $37.50 and $50 is staked against it: what it does not cover goes back (CA.BET4)."
    expect(warning).to_have_text(says)
    look(player, "warned-phone")
    before = hands(player)
    deal_button(player).click()
    while hands(player) == before:
        answer(player, "Play 4×")
    look(player, "settled-phone")
    look(banker, "settled-banker")
    told = banker.locator("aside").get_by_text(re.compile("^Your bank (won|lost|came)")).last
    expect(told).to_be_visible()
    if "all of it used" in told.inner_text():  # but for a tie
        expect(slip(banker).locator(".result").last).to_have_text(told.inner_text())
    expect(player.locator(".notice")).to_have_count(0)
    expect(slip(banker)).to_contain_text("Bank $37.50")
    expect(slip(banker)).to_contain_text("Bob")
    assert hands(banker) == 1
    expect(banker.get_by_role("button", name="Dispute this round")).to_be_visible()


@pytest.mark.clause("CA.PLAY20")
def test_a_player_with_wagers_down_takes_the_bank_and_one_who_gives_it_up_passes_the_button(
    visit: Callable[..., Page], house: Served
) -> None:
    ann, bob = visit(width=1366, height=768), visit(width=1366, height=768, theme="light")
    table = table_at(ann, house.address, rules="california")
    sit_down(ann, house.address, table, "Ann")
    sit_down(bob, house.address, table, "Bob")
    take_bank(ann, "100")
    wait_for_wagers(bob)
    bet(bob, "ante", chip="$25")
    look(bob, "felt-inscription")
    bank_form(ann).get_by_role("button", name="Give up the bank").click()
    expect(bank_form(bob)).to_be_visible()
    expect(bank_form(ann)).to_have_count(0)
    bank_form(bob).get_by_role("button", name=re.compile("^All")).click()
    bank_form(bob).get_by_role("button", name="Bank $1,000").click()
    expect(bob.locator(".hero")).to_contain_text("$1,000 behind the wagers")


def test_a_banker_without_a_connection_is_marked_away(visit: Callable[..., Page], house: Served) -> None:
    ann, bob = visit(width=1366, height=768), visit(width=1366, height=768, theme="light")
    table = table_at(ann, house.address, called="Ann", rules="california", speed="usual")
    sit_down(ann, house.address, table, "Ann")
    sit_down(bob, house.address, table, "Bob")
    take_bank(ann, "100")
    seat = bob.locator(".seat").filter(has_text="Ann")
    expect(seat).to_contain_text("Banks $100")
    expect(seat).not_to_contain_text("Away")
    ann.goto(house.address)
    expect(seat).to_contain_text(re.compile(r"Banks \$100\s*Away"))
    look(bob, "banker-away")


@pytest.mark.clause("CA.TABLE")
@pytest.mark.parametrize("width", [390, 1366])
def test_the_felt_says_what_the_document_has_it_say(visit: Callable[..., Page], house: Served, width: int) -> None:
    page = visit(width=width, height=844)
    sit_down(page, house.address, table_at(page, house.address, rules="california"), "Ann")
    expect(page.get_by_text("Player/Dealer only plays with a pair or higher")).to_be_visible()
    expect(page.locator(".felt")).not_to_contain_text("Dealer qualifies")


@pytest.mark.clause("CN.7")
def test_a_second_hand_plays_with_the_same_chips(visit: Callable[..., Page], house: Served) -> None:
    page = visit(width=1366, height=768)
    sit_down(page, house.address, table_at(page, house.address, rules="chickasaw"), "Ann")
    expect(purse(page)).to_contain_text(re.compile(r"Chips\s*\$1,000"))
    page.get_by_role("button", name=re.compile("^Second hand")).first.click()
    expect(page.get_by_role("button", name=re.compile("^Your seat"))).to_be_visible()
    look(page, "two-hands")
    expect(purse(page)).to_contain_text(re.compile(r"Chips\s*\$1,000"))
