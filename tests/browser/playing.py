"""A person at the page: what they press, and what they see."""

from __future__ import annotations

import re
import uuid

from playwright.sync_api import Locator, Page, expect


def table_at(page: Page, address: str, **spec: object) -> str:
    """Return the name of a new table, made by whoever this browser belongs to."""
    page.goto(address)
    name = f"t-{uuid.uuid4().hex[:8]}"
    made = page.evaluate(
        """async (spec) => {
            const head = { "content-type": "application/json" }
            const who = await (await fetch("/api/v1/guest", { method: "POST", headers: head, body: "{}" })).json()
            const sent = { method: "POST", headers: { ...head, "x-csrf": who.csrf }, body: JSON.stringify(spec) }
            const answer = await fetch("/api/v1/tables", sent)
            return [answer.status, await answer.text()]
        }""",
        {"name": name, "rules": "massachusetts", "speed": "instant", **spec},
    )
    assert made[0] == 201, made
    return name


def sit_down(page: Page, address: str, table: str, name: str = "") -> None:
    """Open the link somebody shared: it seats whoever opens it."""
    page.goto(address)
    page.evaluate("name => localStorage.setItem('uth.settings', JSON.stringify({ name }))", name)
    page.goto(f"{address}/table/{table}?sit")
    expect(purse(page)).to_be_visible()


def purse(page: Page) -> Locator:
    return page.get_by_role("button", name=re.compile("^Your session"))


def plaque(page: Page) -> Locator:
    """What the table says."""
    return page.locator(".plaque")


def wait_for_wagers(page: Page) -> None:
    expect(deal_button(page)).to_be_enabled()


def deal_button(page: Page) -> Locator:
    return page.get_by_role("button", name=re.compile(r"^Deal"))


def spot(page: Page, wager: str) -> Locator:
    return page.locator(f'[data-spot="{wager}"]')


def spots(page: Page) -> set[str]:
    return set(page.locator("[data-spot]").evaluate_all("all => all.map(each => each.dataset.spot)"))


def laid(page: Page, wager: str) -> str:
    """Return what stands below a spot."""
    return spot(page, wager).locator(".sum").inner_text().strip()


def bet(page: Page, wager: str, *, chip: str = "$5") -> None:
    """Pick a chip and put it on a spot."""
    page.get_by_role("radio", name=f"{chip} chip").click()
    spot(page, wager).get_by_role("button").click()
    expect(spot(page, wager).locator(".sum b")).to_be_visible()


def decision(page: Page) -> Locator:
    return page.get_by_role("group", name="Your decision")


def settled(page: Page) -> Locator:
    return plaque(page).filter(has_text=re.compile("You (win|lose|are even)"))


def play_on(page: Page, *, wish: str = "check") -> None:
    """Answer until the round is settled: play as wished, else check, else play once on the river."""
    last = re.compile(r"^Play 1×")
    while True:
        expect(decision(page).or_(settled(page)).first).to_be_visible()
        if settled(page).count():
            return
        wanted = decision(page).get_by_role("button", name=re.compile(wish, re.IGNORECASE))
        button = wanted.or_(decision(page).get_by_role("button", name=re.compile("^Check"))).first
        if not button.count():
            button = decision(page).get_by_role("button", name=last)
        said = plaque(page).inner_text()
        button.click()
        expect(plaque(page)).not_to_have_text(said)
