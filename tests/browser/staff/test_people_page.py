"""The admin's page of people in a real browser: open invitations, a forgotten password, a lock-out."""

from __future__ import annotations

import re
from collections.abc import Callable

import httpx
from playwright.sync_api import Page, expect

from browser.axe import found_by_axe
from browser.staff.casino import PASSWORD, Casino
from uth.people.lock_outs import FAILURES_MAX

NEW = "another long password"


def invite(admin: Page) -> str:
    """Have the admin make a link for a dealer, and return it."""
    admin.get_by_role("button", name="Make a link").click()
    return admin.get_by_label("The invitation").input_value()


def test_an_invitation_waits_in_a_list_until_it_is_revoked_and_its_link_says_so(
    enter: Callable[..., Page], visit: Callable[..., Page]
) -> None:
    admin, page = enter("Ada", "/floor/people"), visit()
    link = invite(admin)
    page.goto(link)
    expect(page.get_by_role("heading", name="Make your account")).to_be_visible()
    expect(page.get_by_text("makes one account, once: dealer.")).to_be_visible()
    assert found_by_axe(page) == []
    waits = admin.get_by_role("listitem").filter(has_text="A new account: dealer")
    expect(waits).to_contain_text(re.compile(r"by Ada, until .*\d\d:\d\d"))
    assert found_by_axe(admin) == []
    waits.get_by_role("button", name=re.compile("^Revoke")).click()
    expect(waits).to_have_count(0)
    expect(admin.get_by_label("The invitation")).to_have_count(0)
    page.reload()
    expect(page.get_by_role("heading", name="This link no longer works")).to_be_visible()


def test_an_admin_lets_in_who_is_locked_out_and_makes_a_link_for_who_has_forgotten(
    enter: Callable[..., Page], visit: Callable[..., Page], casino: Casino
) -> None:
    casino.accept("Lena", casino.post("Ada", "/staff/invitations", {"roles": ["dealer"]})["word"])
    with httpx.Client(base_url=f"{casino.address}/api/v1") as http:
        for _ in range(FAILURES_MAX):
            http.post("/sign-in", json={"name": "Lena", "password": "a guess"})
    admin = enter("Ada", "/floor/people")
    lena = admin.get_by_role("listitem").filter(has_text="Lena")
    expect(lena).to_contain_text(re.compile(r"too many wrong passwords: locked until .*\d\d:\d\d"))
    assert found_by_axe(admin) == []
    lena.get_by_role("button", name=re.compile("^Unlock.*Lena")).click()
    expect(lena).not_to_contain_text("wrong passwords")
    lena.get_by_role("button", name="New password for Lena").click()
    link = admin.get_by_label("The link for Lena").input_value()
    assert found_by_axe(admin) == []
    expect(admin.get_by_role("listitem").filter(has_text="A new password for Lena")).to_contain_text("by Ada")

    page = visit()
    page.goto(link)
    expect(page.get_by_role("heading", name="A new password")).to_be_visible()
    expect(page.get_by_text("For Lena.")).to_be_visible()
    assert found_by_axe(page) == []
    page.get_by_label(re.compile("^Password At least")).fill(NEW)
    page.get_by_label("Password again").fill(NEW)
    page.get_by_role("button", name="Set password and sign in").click()
    expect(page.get_by_role("heading", name=re.compile("table", re.IGNORECASE)).first).to_be_visible()
    admin.reload()
    expect(admin.get_by_role("listitem").filter(has_text="A new password for Lena")).to_have_count(0)
    with httpx.Client(base_url=f"{casino.address}/api/v1") as http:
        assert http.post("/sign-in", json={"name": "Lena", "password": PASSWORD}).status_code == 409
        assert http.post("/sign-in", json={"name": "Lena", "password": NEW}).status_code == 200
