"""A person at the page: presses controls and reads what is shown."""

from __future__ import annotations

import json
import re
import time
import uuid
from collections.abc import Iterable, Iterator
from contextlib import suppress

from playwright.sync_api import Locator, Page, TimeoutError, expect

WAIT_S = 30.0


def table_at(page: Page, address: str, *, name: str = "", called: str = "", **spec: object) -> str:
    """Return the name of a new table, made by whoever this browser belongs to."""
    name = name or f"t-{uuid.uuid4().hex[:8]}"
    who = page.request.post(f"{address}/api/v1/guest", data={"name": called}).json()
    asked = {"name": name, "rules": "massachusetts", "speed": "instant", **spec}
    made = page.request.post(f"{address}/api/v1/tables", data=asked, headers={"x-csrf": who["csrf"]})
    assert made.status == 201, made.text()
    return name


def sit_down(page: Page, address: str, table: str, name: str = "") -> None:
    """Open the link somebody shared: it seats whoever opens it."""
    kept = json.dumps(json.dumps({"name": name}))
    page.add_init_script(f"localStorage.getItem('uth.settings') ?? localStorage.setItem('uth.settings', {kept})")
    page.goto(f"{address}/table/{table}?sit")
    expect(purse(page)).to_be_visible()


def wait_until(page: Page, holds: str) -> None:
    """Ask the page until this holds: asked from inside it, the page's own policy forbids the second try."""
    until = time.monotonic() + WAIT_S
    while not page.evaluate(holds):
        assert time.monotonic() < until, holds
        page.wait_for_timeout(30)


def draw(page: Page) -> None:
    """Have the page drawn: what depends on its size or theme is decided with the frame."""
    page.evaluate("() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")


DRAWN_AT = """([width, height]) => new Promise(done => {
    const look = frames => {
        if (frames === 0) return done()
        requestAnimationFrame(() => look(innerWidth === width && innerHeight === height ? frames - 1 : 4))
    }
    look(4)
})"""
"""Wait until the page has that size and was drawn a few times: what it measures takes effect a frame later."""


def resized(page: Page, sizes: Iterable[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    """Give the page each of these sizes in turn, and have it drawn."""
    for width, height in sizes:
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate(DRAWN_AT, [width, height])
        yield width, height


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


def slip(page: Page) -> Locator:
    """How the last hand was settled, line by line."""
    return page.get_by_role("region", name=re.compile("^Last hand"))


def hands(page: Page) -> int:
    """Return how many hands the page has counted; asked again and again, so not by role, which reads every name."""
    found = re.search(r"Hands\s*(\d+)", page.locator("button.purse").inner_text())
    assert found is not None
    return int(found[1])


def play_on(page: Page, *, wish: str = "^Check") -> None:
    """Answer until the hand is settled: as wished where that is offered, else check, else play."""
    before = hands(page)
    while hands(page) == before:
        answer(page, wish)


def answer(page: Page, wish: str) -> None:
    """Answer if asked; by selector, for the same reason."""
    buttons = page.locator("[role=group][aria-label='Your decision'] button")
    names = buttons.all_inner_texts()
    likes = (wish, "^Check", "^Play 1", "")
    wanted = [at for pattern in likes for at, name in enumerate(names) if re.search(pattern, name)]
    if not wanted:
        page.wait_for_timeout(30)
        return
    with suppress(TimeoutError):
        buttons.filter(has_text=names[wanted[0]].splitlines()[0]).click(timeout=2_000)
