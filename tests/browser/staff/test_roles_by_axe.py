"""The staff's pages as each role sees them, by axe in light and dark: a dealer, a supervisor and an auditor.

`test_staff_pages.py` and `test_dialogs.py` look at the same pages as a manager, who may do the most there.
"""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from browser.axe import THERE, found_by_axe, go_to, too_wide
from browser.staff.casino import Casino, Dealer, Player, called, said
from browser.staff.test_awards_at_the_table import ROYAL, SHARED
from uth.people.roles import Role

VIEWS = {"Sue": ("/floor", "/floor/awards", "/floor/meters"), "Audrey": ("/floor", "/floor/awards", "/floor/log")}
"""What differs from the manager's view, and who opens it; the dealer's console is looked at by a dealer below."""
WALK = (
    "/account",
    "/dealer",
    "/floor",
    "/floor/awards",
    "/floor/meters",
    "/floor/people",
    "/floor/log",
    "/history",
    "/sign",
)
"""Every page that the bar of the staff leads to; a role sees of it what it may, or whom it is for."""
ROLES = {"Dan": Role.DEALER, "Sue": Role.SUPERVISOR, "Mia": Role.MANAGER, "Audrey": Role.AUDITOR, "Ada": Role.ADMIN}
NARROW = (360, 1440)


def as_somebody_else(page: Page, casino: Casino, name: str, path: str) -> None:
    """Open a page in the same browser as another member of the staff."""
    page.context.add_cookies([{"name": "uth_session", "value": casino.token(name), "url": casino.address}])
    page.goto(casino.address + path)
    page.wait_for_selector(THERE, state="attached")


def table_with_a_pad(casino: Casino, player: Callable[..., Player]) -> tuple[str, Player, Dealer]:
    """Return a table whose next card is to be read, with its player and its dealer."""
    table = casino.table(rules="chickasaw", deck="read", awards="floor")
    ann, program = player(table, name="Ann"), Dealer(casino, table)
    program.deal("AnnounceNoMoreBets")
    ann.wager(ante=1_000, progressive=100)
    program.deal("DealNext")
    return table, ann, program


def pay_out(page: Page, ann: Player, program: Dealer) -> None:
    """Deal a royal flush: the console says whom to pay, and an award waits for the floor."""
    program.deal("CollectCards", {**SHARED, "seat 1": ROYAL}, ann)
    expect(page.locator("ol li").filter(has_text="Seat 1")).to_be_visible()
    said(page)


def test_axe_finds_nothing_as_a_dealer_a_supervisor_and_an_auditor_see_the_pages(
    enter: Callable[..., Page], player: Callable[..., Player], casino: Casino
) -> None:
    table, ann, program = table_with_a_pad(casino, player)
    page = enter("Dan", f"/dealer/{table}", reduced_motion="reduce")
    expect(page.get_by_role("button", name="10 of spades")).to_be_enabled()
    found = {"Dan reads cards": found_by_axe(page)}
    pay_out(page, ann, program)
    found["Dan pays"] = found_by_axe(page, "main")
    for who, paths in VIEWS.items():
        as_somebody_else(page, casino, who, paths[0])
        for path in paths:
            if not page.url.endswith(path):
                go_to(page, path)
            if path in ("/floor", "/floor/awards"):
                expect(page.get_by_text(called(table)).first).to_be_visible()
            found[f"{who} {path}"] = found_by_axe(page, "main")
    casino.pay_awards(table)
    assert {view: each for view, each in found.items() if each} == {}


@pytest.mark.slow
@pytest.mark.parametrize("who", ROLES)
def test_axe_finds_nothing_on_any_page_whoever_of_the_staff_opens_it(
    enter: Callable[..., Page], player: Callable[..., Player], casino: Casino, who: str
) -> None:
    assert set(ROLES.values()) == set(Role) - {Role.PLAYER, Role.DISPLAY}
    (table, ann, program), (other, bob, second) = (table_with_a_pad(casino, player) for _ in range(2))
    page = enter(who, f"/dealer/{table}", reduced_motion="reduce")
    page.wait_for_selector(".step[aria-busy=false]")
    found = {"console, before the cards": [*found_by_axe(page), *too_wide(page, NARROW)]}
    pay_out(page, ann, program)
    found["console, after them"] = [*found_by_axe(page), *too_wide(page, NARROW)]
    second.deal("CollectCards", {**SHARED, "seat 1": ROYAL}, bob)
    for somebody in (ann, bob):  # two disputes on one page, and two awards
        somebody.must("DisputeRound", says="I had two pair")
    for path in WALK:
        go_to(page, path)
        found[path] = [*found_by_axe(page), *too_wide(page, NARROW)]
    for each in (table, other):
        casino.pay_awards(each)
    assert {view: each for view, each in found.items() if each} == {}
