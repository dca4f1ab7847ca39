"""A first-time visitor opens the page."""

from __future__ import annotations

import re
import time
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from browser.playing import (
    deal_button,
    decision,
    laid,
    plaque,
    play_on,
    purse,
    sit_down,
    slip,
    spot,
    table_at,
    wait_for_wagers,
    wait_until,
)
from client.serving import Served


def test_a_newcomer_plays_the_first_hand_without_an_account(
    visit: Callable[..., Page], house: Served, capsys: pytest.CaptureFixture[str]
) -> None:
    page = visit(reduced_motion="no-preference", newcomer=True)
    began = time.monotonic()
    page.goto(house.address)
    page.get_by_role("button", name="Play now").click()
    deal_button(page).click()
    expect(decision(page)).to_be_visible()
    took = time.monotonic() - began
    with capsys.disabled():
        print(f"\nfirst hand {took:.1f} s after the page was opened", end=" ")
    faces = page.locator(".hero .card").evaluate_all("all => all.map(each => each.getAttribute('aria-label'))")
    assert len(faces) == 2
    assert all(re.fullmatch(r"\w+ of (spades|hearts|diamonds|clubs)", face) for face in faces)
    assert laid(page, "ante") == laid(page, "blind") == "$10"
    expect(purse(page)).to_contain_text("$980")
    play_on(page)
    expect(plaque(page)).to_contain_text(re.compile("You (win|lose|are even)"))
    expect(slip(page).locator("tbody tr")).to_have_count(3)
    expect(slip(page)).to_contain_text(re.compile(r"[A-Z]{2}\.\d"))


LISTEN = """
window.heard = []
const listen = () => document.querySelectorAll("[aria-live], [role=alert], [role=status]").forEach(region => {
  if (region.isHeard) return
  region.isHeard = true
  new MutationObserver(() => region.textContent.trim() && window.heard.push(region.textContent))
    .observe(region, { childList: true, subtree: true, characterData: true })
})
document.addEventListener("DOMContentLoaded", () => new MutationObserver(listen)
  .observe(document.body, { childList: true, subtree: true }))
"""


def test_a_screen_reader_hears_the_round_in_order_and_nothing_twice(visit: Callable[..., Page], house: Served) -> None:
    page = visit(reduced_motion="no-preference")
    page.add_init_script(LISTEN)
    sit_down(page, house.address, table_at(page, house.address))
    wait_for_wagers(page)
    for key in ("p", "p", "a", "t", "Space"):
        page.keyboard.press(key)
        page.wait_for_timeout(200)
    for key, offered in (("c", "Play 4×"), ("c", "Play 2×"), ("1", "Play 1×")):
        expect(decision(page).get_by_role("button", name=re.compile(offered))).to_be_visible()
        page.wait_for_timeout(200)
        page.keyboard.press(key)
    wait_until(page, "heard.at(-1).includes('Place your wagers')")
    heard = [said.rstrip("\u00a0") for said in page.evaluate("heard")]
    refused = [said for said in heard if "not taken alone" in said]
    assert len(refused) == 2, heard  # the same words for a second try are said a second time
    said = " ".join(each for each in heard if each not in refused)
    card = r"\w+ of \w+"
    told = (
        r"You sit down at seat 3\.",
        r"You wager \$5 on ante\.",
        r"You wager \$5 on trips\.",
        r"No more bets\.",
        rf"Your cards: {card}, {card}\.",
        r"You have [\w ]+\.",
        r"Your turn: play 4×, \$20, or play 3×, \$15, or check\. \d+ seconds, then you check\.",
        rf"Flop: {card}, {card}, {card}\.",
        r"Your turn: play 2×, \$10, or check\.",
        rf"Turn and river: {card}, {card}\.",
        r"Your turn: play 1×, \$5, or fold\.",
        r"You play 1×, \$5\.",
        rf"The dealer shows {card}, {card}( with [\w ,]+ of the board,)? and (qualifies|does not qualify)\.",
        r"You (win \$\S+|lose \$\S+|are even)\.",
        r"Your hand: [^.]+ against [^.]+\.",
        r"Ante (wins|loses|pushes)",
        r"Trips (wins|loses|pushes)",
        r"Place your wagers\.$",
    )
    at = 0
    for pattern in told:
        found = re.compile(pattern).search(said, at)
        assert found is not None, (pattern, said)
        at = found.end()
    once = (r"Flop", r"You play", r" against ", r"qualif", r"Your hand", r"Ante (wins|loses|pushes)")
    assert [len(re.findall(pattern, said)) for pattern in once] == [1] * len(once), said
    assert ".." not in said


def test_the_page_is_small_and_packed(visit: Callable[..., Page], house: Served) -> None:
    page = visit(reduced_motion="no-preference")
    sizes: dict[str, int] = {}
    page.on("requestfinished", lambda request: sizes.update({request.url: request.sizes()["responseBodySize"]}))
    page.goto(house.address)
    page.get_by_role("button", name="Play now").click()
    expect(plaque(page)).to_be_visible()
    page.wait_for_load_state("networkidle")
    assert "ante" in page.content().lower()
    files = {url: size for url, size in sizes.items() if "/api/" not in url}
    assert 20_000 < sum(files.values()) < 150_000, files


def test_a_refused_wager_says_why_with_its_clause(visit: Callable[..., Page], house: Served) -> None:
    page = visit(reduced_motion="no-preference")
    page.goto(f"{house.address}/table/massachusetts?sit")
    spot(page, "trips").get_by_role("button").click()
    alone = page.locator(".notice").filter(has_text="not taken without an ante")
    expect(alone).to_be_visible()
    alone.get_by_role("button", name="Close").click()
    page.get_by_role("radio", name="$500 chip").click()
    ante = spot(page, "ante").get_by_role("button")
    ante.click()
    expect(page.locator(".notice").or_(spot(page, "ante").locator(".sum b"))).to_be_visible()
    for _ in range(2):
        if not page.locator(".notice").count():
            ante.click()
            page.wait_for_timeout(300)
    expect(page.locator(".notice")).to_contain_text(re.compile(r"R89"))
