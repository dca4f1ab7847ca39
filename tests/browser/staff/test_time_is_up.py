"""A seat does not answer at a table dealt by a person: the clock runs out, and the house answers for it."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from browser.playing import bet, decision, plaque, sit_down
from browser.staff.casino import Casino, Dealer, due, said


@pytest.mark.slow
def test_a_seat_whose_time_runs_out_checks_and_then_folds_and_everyone_is_told(
    enter: Callable[..., Page], visit: Callable[..., Page], casino: Casino
) -> None:
    table = casino.table(rules="chickasaw", deck="read", decision_s=5)
    page = visit(width=390, height=844)
    sit_down(page, casino.address, table, "Ann")
    program = Dealer(casino, table)
    program.deal("AnnounceNoMoreBets")
    bet(page, "ante")
    dealer = enter("Dan", f"/dealer/{table}")
    cards = {"community": ["Qs", "Js", "4s", "2d", "7h"], "seat 3": ["9c", "3d"], "dealer": ["Kd", "5c"]}
    program.deal("seat", cards)

    expect(plaque(page)).to_contain_text(re.compile(r"\d s, then you check"))
    assert said(dealer).startswith("Ask seat 3, Ann")
    expect(page.locator(".notice")).to_contain_text("Time is up: you check")
    expect(page.locator(".notice")).to_contain_text("R22")
    expect(decision(page)).to_have_count(0)
    expect(dealer.locator(".last")).to_have_text("Time is up: seat 3, Ann checks")
    expect(due(dealer)).to_have_text("Turn up the flop")

    program.deal("seat")
    decision(page).get_by_role("button", name=re.compile("^Check")).click()
    expect(due(dealer)).to_have_text("Turn up turn and river")
    expect(dealer.locator(".last")).to_have_text("Seat 3, Ann checks")
    program.deal("seat")
    expect(plaque(page)).to_contain_text(re.compile(r"\d s, then you fold"))
    expect(page.locator(".notice").filter(has_text="Time is up: you fold")).to_be_visible()
    expect(page.locator(".hero")).to_contain_text("Folded")
    expect(dealer.locator(".last")).to_have_text("Time is up: seat 3, Ann folds")
