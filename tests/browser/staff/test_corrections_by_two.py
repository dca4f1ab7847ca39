"""Two people correct a settlement: console, player's page, history and ledger agree at once."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import Locator, Page, expect

from browser.playing import plaque, purse, slip
from browser.staff.casino import Casino, Dealer, Player, called, due, said

CARDS = {
    "burn": ["3c", "3h", "5c"],
    "community": ["2d", "7h", "9s", "Jc", "4d"],
    "dealer": ["Kd", "Kc"],
    "seat 1": ["As", "Ah"],
}
"""Seat 1 wins ante and play with a pair of aces, and the blind pushes: $50 with an ante of $10 at 4x."""


def open_review(card: Locator, says: str) -> None:
    """Say what is to be looked at, and open the review; the form is new once the last correction has arrived."""
    opens = card.get_by_role("button", name="Open a review")
    for _ in range(100):
        card.get_by_label("What is to be looked at").fill(says)
        if opens.is_enabled():
            break
        card.page.wait_for_timeout(50)
    opens.click()


def ask_for(card: Locator, wager: str, returned: str, won: str, reason: str) -> None:
    """Ask for a correction of one wager of seat 1."""
    card.get_by_label("The settlement is corrected").check()
    card.get_by_label(f"Returned on {wager} at seat 1").fill(returned)
    card.get_by_label(f"Won on {wager} at seat 1").fill(won)
    card.get_by_label("Reason", exact=True).fill(reason)
    card.get_by_role("button", name="Ask for the correction").click()


def card_of(floor: Page, table: str) -> Locator:
    return floor.get_by_role("listitem").filter(has=floor.get_by_role("heading", name=called(table), exact=True))


def agree(page: Page) -> None:
    page.get_by_role("button", name=re.compile("^Agree")).click()
    expect(page.get_by_role("main").get_by_text("Agreed and done.")).to_be_visible()


def test_a_dispute_is_corrected_upwards_and_downwards_by_two_people_and_every_screen_follows(
    enter: Callable[..., Page], visit: Callable[..., Page], player: Callable[..., Player], casino: Casino
) -> None:
    table = casino.table(rules="massachusetts", deck="read")
    ann = player(table)
    program = Dealer(casino, table)
    program.deal("AnnounceNoMoreBets")
    ann.wager(ante=1_000)
    program.deal("CollectCards", CARDS, ann)
    page = visit()
    page.context.add_cookies([{"name": "uth_session", "value": ann.http.cookies["uth_session"], "url": casino.address}])
    page.goto(f"{casino.address}/table/{table}")
    expect(plaque(page)).to_contain_text("You win $50")
    ann.must("DisputeRound", says="my blind had won")

    dealer, sue, mia = enter("Dan", f"/dealer/{table}"), enter("Sue", "/floor"), enter("Mia", "/floor")
    card = card_of(sue, table)
    expect(due(dealer)).to_have_text("The round is frozen")
    card.get_by_label("The settlement is corrected").check()
    expect(card.get_by_label("Won on Ante at seat 1")).to_have_attribute("max", "10")
    ask_for(card, "Blind", "10", "15", "a flush")
    expect(card).to_contain_text("It waits above for a second person")
    expect(sue.get_by_role("button", name=re.compile("^Agree"))).to_have_count(0)
    expect(purse(page)).to_contain_text("$10,050")
    expect(mia.get_by_text("Blind of seat 1: $10 back, $15 won (was $10 and $0)")).to_be_visible()
    agree(mia)

    expect(dealer.locator(".step .net").first).to_have_text("Still to pay $15")
    expect(slip(page).get_by_role("row", name=re.compile("^Blind"))).to_contain_text("+$15")
    expect(plaque(page)).to_contain_text("You win $65")
    expect(purse(page)).to_contain_text("$10,065")
    expect(page.get_by_role("note")).to_contain_text("$15 goes to the players")

    # Management looks again, without a dispute, and takes the half of it back: only the difference is left to do.
    mia.locator("summary", has_text="on the layout").last.click()
    open_review(card_of(mia, table), "it was a straight")
    ask_for(card_of(mia, table), "Blind", "10", "5", "a straight")
    agree(sue)
    expect(dealer.locator(".step .net").first).to_have_text("Still to pay $5")
    expect(slip(page).get_by_role("row", name=re.compile("^Blind"))).to_contain_text("+$5")
    expect(plaque(page)).to_contain_text("You win $55")
    expect(purse(page)).to_contain_text("$10,055")

    # Downwards, below what was settled first.
    open_review(card_of(mia, table), "the ante had lost")
    ask_for(card_of(mia, table), "Ante", "0", "0", "the ante had lost")
    expect(sue.get_by_text("Ante of seat 1: $0 back, $0 won (was $10 and $10)")).to_be_visible()
    agree(sue)
    expect(dealer.locator(".step .net").first).to_have_text("Still to take $15")
    expect(plaque(page)).to_contain_text("You win $35")
    expect(purse(page)).to_contain_text("$10,035")
    assert said(dealer) == "Collect the cards"

    past = visit()
    past.context.add_cookies([{"name": "uth_session", "value": ann.http.cookies["uth_session"], "url": casino.address}])
    past.goto(f"{casino.address}/history")
    expect(
        past.get_by_role("listitem")
        .filter(has_text=called(table))
        .or_(past.get_by_role("row").filter(has_text=called(table)))
        .first
    ).to_contain_text("+$35")
    past.goto(f"{casino.address}/round/{table}/1")
    past.get_by_role("button", name="Show the result now").click()
    expect(past.get_by_text("After the correction your round comes to +$35.")).to_be_visible()


def test_a_correction_that_is_taken_back_leaves_everything_as_it_was(
    enter: Callable[..., Page], player: Callable[..., Player], casino: Casino
) -> None:
    table = casino.table(rules="massachusetts", deck="read")
    ann = player(table)
    program = Dealer(casino, table)
    program.deal("AnnounceNoMoreBets")
    ann.wager(ante=1_000)
    program.deal("CollectCards", CARDS, ann)
    ann.must("DisputeRound", says="my blind had won")
    dealer, sue = enter("Dan", f"/dealer/{table}"), enter("Sue", "/floor")
    card = card_of(sue, table)
    ask_for(card, "Blind", "10", "15", "a flush")
    sue.get_by_role("button", name=re.compile("^Take it back")).click()
    expect(card.get_by_label("The settlement stands")).to_be_visible()
    card.get_by_label("The settlement stands").check()
    card.get_by_label("Reason", exact=True).fill("a pair of aces")
    card.get_by_role("button", name="Resolve it").click()
    expect(dealer.locator(".step .net").first).to_have_text("Pay $50")
    ann.must("TakeToRegulator", dispute=1, says="I ask for an investigation")
    expect(card).to_contain_text("The player has taken it to the Massachusetts Gaming Commission")
