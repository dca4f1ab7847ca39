"""Every book at its own table: exactly its spots, and a hand from the wager to its settlement line."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from browser.playing import bet, deal_button, play_on, purse, sit_down, slip, spot, spots, table_at, wait_for_wagers
from client.serving import Served
from support.books import HOUSE_BANKED
from uth.rules.loader import load_book
from uth.rules.values import Wager
from uth.table.posted import Posted, fullest_way, post


def fullest(name: str) -> Posted:
    """Return what a house posts by itself: the way of dealing with the most wagers."""
    rules = load_book(name)
    return post(rules, dealing=fullest_way(rules))


MAIN = {"ante", "blind", "play", "trips"}
SPOTS = {
    "massachusetts": MAIN | {"progressive", "cover_all", "match_play"},
    "chickasaw": MAIN | {"progressive"},
    "nevada": MAIN | {"progressive"},
    "greece": MAIN | {"progressive"},
}
SPOTS |= {
    name: MAIN | {wager.value for wager in Wager if fullest(name).offers(wager)}
    for name in HOUSE_BANKED
    if name not in SPOTS
}


@pytest.mark.parametrize("book", SPOTS)
def test_a_hand_under_the_book_with_every_wager_it_takes(visit: Callable[..., Page], house: Served, book: str) -> None:
    page = visit()
    symbol = "€" if book == "greece" else "$"
    sit_down(page, house.address, table_at(page, house.address, rules=book))
    wait_for_wagers(page)
    assert spots(page) == SPOTS[book]
    for wager in ("ante", "trips", "progressive", "cover_all"):
        if wager in SPOTS[book]:
            bet(page, wager, chip=f"{symbol}5")
    deal_button(page).click()
    play_on(page, wish="^Play")
    lines = slip(page).locator("tbody tr")
    taken = SPOTS[book] - {"match_play"}
    assert lines.count() == len(taken)
    for row in lines.all_inner_texts():
        assert re.search(r"[A-Z]{1,2}\.?\w*\d", row), row


def test_two_hands_are_played_side_by_side_where_the_book_allows_it(visit: Callable[..., Page], house: Served) -> None:
    page = visit()
    sit_down(page, house.address, table_at(page, house.address, rules="chickasaw"))
    page.get_by_role("button", name=re.compile("^Second hand")).first.click()
    other = page.get_by_role("button", name=re.compile(r"^Your seat \d"))
    expect(other.first).to_be_visible()
    bet(page, "ante")
    other.first.click()
    expect(spot(page, "ante").locator(".sum b")).to_have_count(0)
    bet(page, "ante")
    deal_button(page).click()
    play_on(page)
    expect(page.get_by_role("region", name=re.compile(r"Last hand, seat \d"))).to_have_count(2)


def test_in_california_one_player_banks_and_the_other_plays(visit: Callable[..., Page], house: Served) -> None:
    banker, player = visit(), visit()
    table = table_at(banker, house.address, rules="california")
    sit_down(banker, house.address, table, "Ann")
    sit_down(player, house.address, table, "Bob")
    offer = banker.get_by_role("form", name="The bank")
    offer.get_by_role("spinbutton").fill("500")
    assert spots(player) == MAIN
    offer.get_by_role("button", name="Bank $500").click()
    expect(banker.locator(".hero")).to_contain_text("You bank this round")
    bet(player, "ante")
    deal_button(player).click()
    play_on(player, wish="^Play")
    assert slip(player).locator("tbody tr").count() >= 3
    expect(banker.locator("aside")).to_contain_text(re.compile("Your bank (won|lost|came)"))
    purse(banker).click()
    session = banker.get_by_role("dialog", name="Your session")
    expect(session).to_contain_text(re.compile("Expected *–"), timeout=90_000)
    expect(session).to_contain_text("the edge of bank is not computed for this table")
    slip(player).get_by_role("link", name="Go through it again").click()
    expect(player.locator(".story")).to_contain_text("The player/dealer’s hand")
    player.get_by_role("button", name="Show the result now").click()
    expect(player.get_by_role("region", name="The middle and the player/dealer")).to_contain_text("Player/dealer")
    player.get_by_role("button", name="Check this round here").click()
    expect(player.get_by_text("D: the player/dealer.")).to_be_visible()
