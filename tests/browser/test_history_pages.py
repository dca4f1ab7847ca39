"""The history pages: rounds found, replayed by keys and verified; the rules with their edges; fairness."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest
from playwright.sync_api import Page, Route, expect

from browser.playing import bet, deal_button, play_on, sit_down, table_at, wait_for_wagers, wait_until
from browser.test_every_page import look_over
from client.serving import Served

COUNTED_MS = 90_000
"""How long the exact numbers may take on a busy machine; a second on a quiet one."""
ABOVE_THE_BUTTONS = """() => {
    const [own, lead] = [".hero", ".lead"].map(each => document.querySelector(each).getBoundingClientRect())
    return own.bottom <= lead.top + 8
}"""
"""Whether one's own place of a replayed table is in sight, but for where the buttons fade in."""


def evening(page: Page, address: str, name: str = "") -> str:
    """Play two hands at a table of one's own, the second without a side wager; return the table's name."""
    table = table_at(page, address, name=name, called="Ann", rules="nevada")
    sit_down(page, address, table, "Ann")
    for side in (True, False):
        wait_for_wagers(page)
        bet(page, "ante")
        if side:
            bet(page, "trips")
        deal_button(page).click()
        play_on(page)
    return table


def test_two_hands_are_found_again_replayed_by_keys_and_checked_in_the_browser(
    visit: Callable[..., Page], house: Served, tmp_path: Path
) -> None:
    page = visit(theme="light", reduced_motion="reduce", timezone_id="Asia/Tokyo")
    table = evening(page, house.address)
    zone = ZoneInfo(page.request.get(f"{house.address}/api/v1/me").json()["timezone"])

    page.goto(f"{house.address}/history")
    rounds = page.get_by_role("table", name="Rounds, the newest first")
    expect(rounds.get_by_role("link")).to_have_count(2)
    for each in rounds.locator("time").all():
        at = datetime.fromisoformat(each.get_attribute("datetime") or "").astimezone(zone)
        expect(each).to_have_text(re.compile(rf"^{at.day} {at:%b %Y, %H:%M} \S+$"))
    glance = page.get_by_role("region", name="At a glance")
    expect(glance).to_contain_text("Expected of these wagers under the best play", timeout=COUNTED_MS)
    expect(glance.get_by_role("img")).to_have_attribute("aria-label", re.compile("over 2 hands.*expected"))
    page.get_by_role("checkbox", name="Trips").check()
    expect(rounds.get_by_role("link")).to_have_count(1)
    assert "wager=trips" in page.url
    with page.expect_download() as kept:
        page.get_by_role("link", name="CSV").click()
    assert len(Path(kept.value.path()).read_text().splitlines()) == 2
    look_over(page, "history")

    rounds.get_by_role("link").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("round 1")
    step = page.get_by_role("slider", name="Step")
    expect(step).to_have_value("0")
    felt = page.get_by_role("group", name="The table at this step")
    expect(felt.get_by_role("group", name="Community cards").get_by_role("img")).to_have_count(0)
    told = page.get_by_role("list").filter(has_text="No more bets")
    expect(told).to_contain_text("The flop")
    assert not re.search(" of (spades|hearts|diamonds|clubs)", page.locator("main").inner_text())
    expect(page.get_by_role("region", name="The middle and the dealer")).to_have_count(0)
    while felt.get_by_role("img", name=re.compile(" of (spades|hearts|diamonds|clubs)")).count() == 0:
        page.keyboard.press("ArrowRight")
    assert felt.get_by_role("img", name=re.compile(" of (spades|hearts|diamonds|clubs)")).count() == 2
    page.keyboard.press("End")
    expect(told).to_contain_text(re.compile(r"Flop: \w+ of \w+"))
    expect(page.get_by_role("region", name="The middle and the dealer")).to_be_visible()
    last = int(step.input_value())
    page.keyboard.press("ArrowLeft")
    expect(step).to_have_value(str(last - 1))
    page.keyboard.press("Home")
    page.get_by_role("combobox", name="Speed").select_option("4×")
    page.get_by_role("heading", level=1).click()
    page.keyboard.press("Space")
    expect(page.get_by_role("button", name="Pause")).to_be_visible()
    expect(step).not_to_have_value("0")
    page.keyboard.press("Space")
    expect(page.get_by_role("button", name="Play", exact=True)).to_be_visible()

    page.get_by_role("button", name="Check this round here").click()
    expect(page.get_by_text("Round verified").first).to_be_visible()
    assert page.locator(".checks li").count() == 7
    assert page.locator(".checks .bad, .checks .open").count() == 0
    look_over(page, "round")
    for width, height in ((390, 844), (1366, 768), (1440, 900)):
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate("scrollTo(0, 0)")
        page.keyboard.press("End")
        wait_until(page, ABOVE_THE_BUTTONS)
    with page.expect_download() as proof:
        page.get_by_role("link", name="Download").click()
    document = json.loads(Path(proof.value.path()).read_text())
    document["dealer"].reverse()
    tampered = tmp_path / "tampered.json"
    tampered.write_text(json.dumps(document))
    page.get_by_label("Check a file you kept").set_input_files(tampered)
    expect(page.get_by_text("Round not verified: tampered.json")).to_be_visible()

    stranger = visit(theme="dark", reduced_motion="reduce")
    stranger.goto(f"{house.address}/round/{table}/1")
    stranger.get_by_role("button", name="Check this round here").click()
    expect(stranger.get_by_text("Round verified").first).to_be_visible()
    assert stranger.locator(".checks li").count() == 6


FOLDED_ON_THE_FLOP = """
name = "early-fold"
title = "Massachusetts with a fold on the flop"
based_on = "massachusetts"
[play]
fold = { value = ["flop", "river"], cite = "MA.9e" }
"""
"""A rule set that can be played and not be solved."""


def test_where_no_edge_can_be_computed_the_history_says_so_and_waits_no_longer(
    visit: Callable[..., Page], house: Served
) -> None:
    page = visit(reduced_motion="reduce")
    table = table_at(page, house.address, called="Ann", rules=FOLDED_ON_THE_FLOP)
    sit_down(page, house.address, table, "Ann")
    wait_for_wagers(page)
    bet(page, "ante")
    deal_button(page).click()
    play_on(page)
    page.goto(f"{house.address}/history")
    glance = page.get_by_role("region", name="At a glance")
    expect(glance).to_contain_text(
        "The expected result is not known: the edge of ante is not computed for this table.", timeout=COUNTED_MS
    )
    expect(glance).not_to_contain_text("Computing")
    page.goto(f"{house.address}/rules/{table}")
    posted = page.get_by_role("region", name="At this table")
    expect(posted).to_contain_text("folds at the river alone", timeout=COUNTED_MS)
    expect(posted).not_to_contain_text("being computed")


def test_a_house_that_goes_on_computing_is_not_asked_for_ever(visit: Callable[..., Page], house: Served) -> None:
    page = visit(reduced_motion="reduce")
    evening(page, house.address)
    asked: list[str] = []

    def compute_on(route: Route) -> None:
        asked.append(route.request.url)
        route.fulfill(json={"counting": True})

    page.route("**/edges", compute_on)
    page.clock.install()
    page.goto(f"{house.address}/history")
    glance = page.get_by_role("region", name="At a glance")
    expect(glance).to_contain_text("Computing the exact edges")
    for _ in range(40):
        page.clock.run_for(1_500)
    expect(glance).to_contain_text("The expected result is not known")
    assert 1 < len(asked) <= 20


@pytest.mark.slow
def test_the_past_is_walked_with_a_camera(visit: Callable[..., Page], house: Served, tmp_path: Path) -> None:
    folder = Path(os.environ.get("UTH_PICTURES", tmp_path))
    page = visit(theme="light", reduced_motion="reduce")
    table = evening(page, house.address, "saturday-night")
    for name, path, ready in (
        ("history", "/history", "Expected of these wagers"),
        ("rules", "/rules/massachusetts", "exactly 301629/33446140"),
        ("round", f"/round/{table}/1", "Was it fair?"),
    ):
        page.goto(house.address + path)
        expect(page.get_by_text(ready)).to_be_visible(timeout=COUNTED_MS)
        if name == "round":
            page.keyboard.press("End")
        page.wait_for_timeout(900)
        page.screenshot(path=folder / f"{name}.jpg", type="jpeg", quality=72)
        assert (folder / f"{name}.jpg").stat().st_size > 5_000


def test_the_rules_of_a_table_are_read_with_the_exact_edge_and_a_clause_is_found(
    visit: Callable[..., Page], house: Served
) -> None:
    page = visit(reduced_motion="reduce")
    page.goto(f"{house.address}/rules/massachusetts")
    posted = page.get_by_role("region", name="At this table")
    expect(posted).to_contain_text("exactly 50643648973/2317817502000", timeout=COUNTED_MS)
    expect(posted).to_contain_text("2.185%")
    expect(posted).to_contain_text("exactly 301629/33446140")
    contents = page.get_by_role("navigation", name="Contents")
    contents.get_by_role("link", name="Qualifying").click()
    expect(page.get_by_role("heading", name="Qualifying")).to_be_in_viewport()
    page.goto(f"{house.address}/rules/massachusetts#MA.9g")
    expect(page.locator(".cite.here").first).to_be_in_viewport()
    expect(page.locator(".cite.here").first).to_have_text("MA.9g")


def test_the_rules_of_a_table_say_what_it_posts_and_a_ruling_is_one_click_away(
    visit: Callable[..., Page], house: Served
) -> None:
    page = visit(reduced_motion="reduce")
    table = table_at(page, house.address, rules="nevada", progressive_wager=500)
    page.goto(f"{house.address}/rules/{table}")
    wagers = page.get_by_role("region", name="The wagers")
    expect(wagers).to_contain_text("It is one amount for the whole table: $5 at this table.")
    expect(page.get_by_role("region", name="The progressive", exact=True)).to_contain_text(
        "The meter starts from $5,000"
    )
    wagers.get_by_role("link", name="R31").click()
    expect(page.locator("article.here")).to_be_in_viewport()
    expect(page.locator("article.here")).to_contain_text("One amount for the whole table")


def test_a_word_of_ones_own_goes_into_the_next_shuffle_and_is_shown_in_its_proof(
    visit: Callable[..., Page], house: Served
) -> None:
    page = visit(reduced_motion="reduce")
    table = table_at(page, house.address, rules="greece")
    page.goto(f"{house.address}/fair/{table}")
    expect(page.get_by_role("button", name="Mix it in")).to_be_disabled()
    sit_down(page, house.address, table, "Ann")
    page.goto(f"{house.address}/fair/{table}")
    page.get_by_label("A word, or anything").fill("schöner Zufall")
    page.get_by_role("button", name="Mix it in").click()
    expect(page.get_by_text("goes into the next shuffle")).to_be_visible()
    commitment = page.locator(".hash").inner_text()
    page.goto(f"{house.address}/table/{table}")
    wait_for_wagers(page)
    bet(page, "ante", chip="€5")
    deal_button(page).click()
    play_on(page)
    page.goto(f"{house.address}/fair/{table}")
    expect(page.get_by_text("“schöner Zufall”").first).to_be_visible()
    expect(page.locator("dd").first).to_have_text(commitment)
    page.get_by_role("button", name="Check this round here").click()
    expect(page.get_by_text("Round verified").first).to_be_visible()
    expect(page.get_by_text("This browser was told that very commitment")).to_be_visible()
