"""The floor's actions at a running table: taken on its page, and visible on the player's."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from browser.playing import bet, decision, plaque, purse, sit_down, slip, spot
from browser.staff.casino import Casino, Dealer, called, due

ROYAL = {
    "community": ["Qs", "Js", "Ts", "2d", "7h"],
    "dealer": ["Kd", "5c"],
    "seat 3": ["As", "Ks"],
}


def card_of(floor: Page, table: str) -> Locator:
    """Return the table's card on the floor's page, with its seats in sight."""
    card = floor.locator("li.panel", has=floor.get_by_role("heading", name=called(table), exact=True))
    card.locator("summary").first.click()
    return card


def test_the_floor_acts_for_an_absent_seat_and_the_table_goes_on(
    enter: Callable[..., Page], visit: Callable[..., Page], casino: Casino
) -> None:
    table = casino.table(rules="massachusetts", decision_s=0)
    ann = visit()
    sit_down(ann, casino.address, table, "Ann")
    program = Dealer(casino, table)
    program.deal("AnnounceNoMoreBets")
    bet(ann, "ante")
    program.deal("seat")
    expect(decision(ann)).to_be_visible()
    floor = enter("Sue", "/floor")
    card = card_of(floor, table)
    ann.goto(f"{casino.address}/")
    card.get_by_label("Why you act for Ann").fill("nobody has seen her")
    card.get_by_role("button", name="Act for Ann").click()
    expect(floor.get_by_role("main").get_by_text("You have acted for Ann.")).to_be_visible()
    expect(card.get_by_role("button", name="Act for Ann")).to_have_count(0)
    ann.goto(f"{casino.address}/table/{table}")
    expect(purse(ann)).to_be_visible()
    expect(decision(ann)).to_have_count(0)
    program.deal("seat")
    expect(decision(ann)).to_be_visible()


def test_the_settings_of_a_running_table_reach_its_players(
    enter: Callable[..., Page], visit: Callable[..., Page], casino: Casino
) -> None:
    table = casino.table(rules="chickasaw")
    ann = visit()
    sit_down(ann, casino.address, table, "Ann")
    dealer = Dealer(casino, table)
    dealer.deal("AnnounceNoMoreBets")
    second = ann.get_by_role("button", name=re.compile("^Second hand"))
    expect(second.first).to_be_visible()
    settings = card_of(enter("Mia", "/floor"), table).get_by_role("form", name="Settings")
    settings.get_by_label("Hands a player").select_option("1")
    settings.get_by_label(re.compile("^Entry fee")).fill("1")
    settings.get_by_label("Why it is set").fill("a full house")
    settings.get_by_role("button", name="Set the table").click()
    expect(ann.locator(".notice")).to_contain_text(
        "the floor has set the table: one hand a player, entry fee $1", ignore_case=True
    )
    expect(second).to_have_count(0)
    expect(settings.get_by_label("Hands a player")).to_contain_text("1 now")
    bet(ann, "ante")
    dealer.deal("seat")
    expect(ann.locator(".hero")).to_contain_text("Entry fee $1")


def test_a_player_is_removed_and_banned_and_let_in_again(
    enter: Callable[..., Page], visit: Callable[..., Page], casino: Casino
) -> None:
    table, other = casino.table(rules="massachusetts"), casino.table(rules="massachusetts")
    ann = visit()
    sit_down(ann, casino.address, table, "Ann")
    floor = enter("Mia", "/floor")
    card = card_of(floor, table)
    card.get_by_role("button", name="Remove Ann").click()
    dialog = floor.get_by_role("dialog")
    dialog.get_by_label("From the whole house").check()
    dialog.get_by_label("Why").fill("cards were marked")
    dialog.get_by_role("button", name="Remove the player").click()
    expect(floor.get_by_role("main").get_by_text("Ann is removed and banned from the house.")).to_be_visible()
    expect(ann.locator(".notice")).to_contain_text("the floor has removed you", ignore_case=True)
    expect(purse(ann)).to_have_count(0)
    ann.goto(f"{casino.address}/table/{other}?sit")
    expect(ann.locator(".notice")).to_contain_text("banned")
    expect(purse(ann)).to_have_count(0)
    banned = floor.get_by_role("region", name="Banned from the house")
    expect(banned).to_contain_text("cards were marked")
    banned.get_by_role("button", name=re.compile("^Lift the ban")).click()
    expect(banned).to_have_count(0)
    ann.goto(f"{casino.address}/table/{other}?sit")
    expect(purse(ann)).to_be_visible()


@pytest.mark.clause("NV.10c")
def test_the_dealer_turns_a_hand_button_off_and_on_and_the_players_award_goes_and_comes(
    enter: Callable[..., Page], visit: Callable[..., Page], casino: Casino
) -> None:
    table = casino.table(rules="nevada", deck="read", awards="floor")
    ann = visit()
    sit_down(ann, casino.address, table, "Ann")
    program = Dealer(casino, table)
    program.deal("AnnounceNoMoreBets")
    bet(ann, "ante")
    spot(ann, "progressive").get_by_role("button").click()
    expect(spot(ann, "progressive").locator(".sum b")).to_be_visible()
    program.deal("seat", ROYAL)
    decision(ann).get_by_role("button", name=re.compile("^Play 4×")).click()
    expect(decision(ann)).to_have_count(0)
    program.deal("CollectCards")
    expect(plaque(ann)).to_contain_text("Award pending")
    dealer = enter("Dan", f"/dealer/{table}")
    dealer.get_by_role("button", name="Turn the Royal Flush button of seat 3 off").click()
    expect(dealer.get_by_role("button", name="Turn the Royal Flush button of seat 3 on")).to_be_visible()
    expect(plaque(ann)).not_to_contain_text("Award pending")
    expect(slip(ann)).to_contain_text("award rejected")
    dealer.get_by_role("button", name="Turn the Royal Flush button of seat 3 on").click()
    expect(plaque(ann)).to_contain_text("Award pending")
    expect(slip(ann)).to_contain_text(re.compile(r"award pending, \$1,000\.\d\d"))
    casino.pay_awards(table)
    expect(plaque(ann)).not_to_contain_text("Award pending")


@pytest.mark.clause("CA.OWNER")
def test_a_table_of_a_book_that_needs_an_agreement_asks_for_it_and_its_rules_show_it(
    enter: Callable[..., Page], casino: Casino
) -> None:
    dealer = enter("Mia", "/dealer")
    dealer.get_by_role("button", name="Make a table").click()
    dialog = dealer.get_by_role("dialog")
    agreement = dialog.get_by_label("Agreement with the owner of the game")
    dialog.get_by_label("Name").fill("By agreement")
    expect(agreement).to_have_count(0)
    dialog.get_by_label("Rule book").select_option("greece")
    expect(dialog.get_by_label("Way of dealing")).to_contain_text("GR.2")
    dialog.get_by_label("Rule book").select_option("california")
    dialog.get_by_role("button", name="Make the table").click()
    expect(agreement).to_be_focused()
    agreement.fill("No. 17 of 3 March 2026")
    dialog.get_by_role("button", name="Make the table").click()
    expect(due(dealer)).to_be_visible()
    dealer.goto(f"{casino.address}/rules/by-agreement")
    expect(dealer.locator("main")).to_contain_text(
        "Offered by agreement with the owner of the game: No. 17 of 3 March 2026"
    )


def test_a_tile_no_longer_says_progressive_down_once_the_floor_has_said_it_is_back(
    enter: Callable[..., Page], casino: Casino
) -> None:
    table = casino.table(rules="nevada")
    dealer, floor = enter("Dan", f"/dealer/{table}"), enter("Sue", "/floor")
    dealer.get_by_role("button", name="Something went wrong").click()
    dealer.get_by_role("button", name="The progressive system is down").click()
    dealer.get_by_role("button", name="Report it").click()
    tile = floor.locator("li.panel", has=floor.get_by_role("heading", name=called(table), exact=True))
    expect(tile.get_by_text("progressive down")).to_be_visible()
    tile.get_by_role("button", name="The progressive is back").click()
    expect(tile.get_by_text("progressive down")).to_have_count(0)
    expect(dealer.get_by_text("progressive down")).to_have_count(0)
