"""The dealer's console with a screen reader, and in forced-colours mode."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import Page, expect

from browser.playing import wait_until
from browser.staff.casino import Casino, Dealer, Player, due, take_step
from browser.test_first_hand import LISTEN


def test_the_due_step_the_settlement_and_whom_to_pay_are_heard(
    enter: Callable[..., Page], visit: Callable[..., Page], player: Callable[..., Player], casino: Casino
) -> None:
    table = casino.table(rules="massachusetts")
    ann, by_program = player(table), Dealer(casino, table)
    by_program.deal("AnnounceNoMoreBets")
    ann.wager(ante=1_000)
    dealer = enter("Dan", "/dealer")
    dealer.add_init_script(LISTEN)
    dealer.goto(f"{casino.address}/dealer/{table}")
    expect(due(dealer)).to_have_text("No more bets")
    wait_until(dealer, "heard.some(said => said.includes('No more bets.'))")
    take_step(dealer)
    by_program.deal("seat 1 to act")
    wait_until(dealer, "heard.some(said => said.includes('Ask seat 1'))")
    ann.must("MakePlay", multiple=4)
    by_program.deal("CollectCards")
    wait_until(dealer, "heard.some(said => said.includes('The round is settled.'))")
    settled = " ".join(each for each in dealer.evaluate("heard") if "The round is settled." in each)
    assert re.search(r"Seat 1, \w+: (pay \$\d+|take \$\d+|even), [A-Z]", settled), settled
    wait_until(dealer, "heard.some(said => said.includes('Collect the cards.'))")
    heard = " ".join(dealer.evaluate("heard"))
    assert heard.count("The round is settled.") == 1, heard


def test_a_key_of_the_console_does_nothing_on_a_link_or_when_switched_off(
    enter: Callable[..., Page], player: Callable[..., Player], casino: Casino
) -> None:
    table = casino.table(rules="massachusetts")
    ann, by_program = player(table), Dealer(casino, table)
    by_program.deal("AnnounceNoMoreBets")
    ann.wager(ante=1_000)
    dealer = enter("Dan", f"/dealer/{table}", forced_colors="active")
    expect(due(dealer)).to_have_text("No more bets")
    dealer.get_by_role("link", name="See it as a player").focus()
    dealer.keyboard.press("m")
    dealer.keyboard.press("Space")
    dealer.get_by_role("link", name="See it as a player").evaluate("each => each.blur()")
    dealer.get_by_role("button", name="Settings").click()
    dealer.get_by_role("checkbox", name=re.compile("Shortcuts of one key")).uncheck(force=True)
    dealer.keyboard.press("Escape")
    dealer.locator("body").click(position={"x": 2, "y": 300})
    expect(due(dealer)).to_have_text("No more bets")
    dealer.keyboard.press("m")
    dealer.keyboard.press("Space")
    dealer.wait_for_timeout(400)
    expect(dealer.get_by_role("dialog")).to_have_count(0)
    expect(due(dealer)).to_have_text("No more bets")
    go = dealer.get_by_role("button", name="No more bets")
    assert go.evaluate("each => getComputedStyle(each).borderTopStyle") == "solid"
    assert go.evaluate("each => getComputedStyle(each).borderTopWidth") == "2px"
    go.focus()
    dealer.keyboard.press("Enter")  # its own key still presses it
    expect(due(dealer)).not_to_have_text("No more bets")
