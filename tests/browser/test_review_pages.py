"""The review in the browser: grades of a round, in its replay, under a shared link; the report over many rounds."""

from __future__ import annotations

import json
import re
from collections.abc import Callable

from playwright.sync_api import Page, expect

from browser.axe import found_by_axe
from browser.playing import bet, deal_button, play_on, sit_down, table_at, wait_for_wagers
from browser.test_every_page import look_over
from client.serving import Served

GRADE = re.compile("^(✓Best|\\?!Inaccuracy|\\?Mistake|\\?\\?Blunder)$")


def evening(page: Page, address: str) -> str:
    """Play two hands, checking to the river, at a table of one's own; return its name."""
    table = table_at(page, address, called="Ann", rules="nevada")
    sit_down(page, address, table, "Ann")
    for _ in range(2):
        wait_for_wagers(page)
        bet(page, "ante")
        deal_button(page).click()
        play_on(page)
    return table


def test_a_round_is_graded_in_its_replay_below_it_and_for_those_who_get_the_link(
    visit: Callable[..., Page], house: Served
) -> None:
    page = visit(theme="light")
    table = evening(page, house.address)
    page.goto(f"{house.address}/round/{table}/1")
    expect(page.get_by_role("slider", name="Step")).to_have_value("0")
    own = page.get_by_role("region", name="How you played it")
    expect(own).to_have_count(0)
    page.keyboard.press("End")
    expect(own.get_by_role("heading", level=3)).to_have_text(["Before the flop", "On the flop", "At the river"])
    expect(own.locator(".mark")).to_have_text([GRADE] * 3)
    expect(own.get_by_role("table", name="Every action, before the flop, with its exact value")).to_contain_text(
        "yours"
    )
    own.get_by_role("button", name="Show it in the replay").first.click()
    expect(page.locator("p.now .mark")).to_have_text(GRADE)
    expect(page.locator("p.now")).to_contain_text("You check")
    look_over(page, "round-review")

    answer = page.request.get(f"{house.address}/api/v1/tables/{table}/rounds/1/review").json()
    shared = next(iter(answer["share"]), None)
    stranger = visit(theme="dark")
    stranger.goto(f"{house.address}/round/{table}/1")
    stranger.get_by_role("button", name="Go to the end").or_(stranger.get_by_role("slider", name="Step")).first.focus()
    stranger.keyboard.press("End")
    expect(stranger.get_by_role("heading", name="How it was settled")).to_be_visible()
    expect(stranger.locator("p.now .mark")).to_have_count(0)
    expect(stranger.get_by_role("region", name=re.compile("played it"))).to_have_count(0)
    if shared is not None:
        stranger.goto(f"{house.address}/round/{table}/1?hand={shared['hand']}")
        expect(stranger.get_by_role("slider", name="Step")).to_have_value("0")
        stranger.keyboard.press("End")
        played = stranger.get_by_role("region", name="How it was played")
        expect(played.locator(".mark")).to_have_text([GRADE] * 3)
        assert (stranger.locator("meta[property='og:image']").get_attribute("content") or "").endswith(shared["hand"])


def test_the_report_is_found_from_the_history_and_filtered(visit: Callable[..., Page], house: Served) -> None:
    page = visit(theme="light")
    table = evening(page, house.address)
    page.goto(f"{house.address}/history")
    page.get_by_role("link", name="Review your play").click()
    cost = page.get_by_role("region", name="What your decisions cost")
    expect(cost).to_contain_text("Hands 2", use_inner_text=True)
    luck = page.get_by_role("region", name="What was luck")
    expect(luck.get_by_role("img")).to_have_attribute("aria-label", re.compile("The result over 2 hands.*expected"))
    expect(luck.get_by_role("row", name=re.compile("^Main game 2"))).to_be_visible()
    expect(page.get_by_role("table", name="By street").get_by_role("row")).to_have_count(4)
    look_over(page, "review")
    page.get_by_label("How many").select_option("The last 50 hands")
    assert page.url.endswith("/review?last=50")
    page.get_by_label("Rule book").select_option("Greece")
    expect(page.get_by_text("There is no settled hand of yours among these rounds.")).to_be_visible()
    page.get_by_label("Rule book").select_option("Every book")
    for habit in page.get_by_role("region", name="The most expensive habits").get_by_role("link", name="Drill").all():
        assert re.search(r"/drill\?book=nevada&theme=[a-z-]+$", habit.get_attribute("href") or "")
    page.get_by_role("combobox", name="Table").select_option(table)
    report = page.request.get(f"{house.address}/api/v1/review?table={table}&last=50").json()["report"]
    lost = f"{report['lost_per_100']:.3f} antes" if report["lost_per_100"] else "nothing"
    expect(page.get_by_role("region", name="What your decisions cost")).to_contain_text(lost)
    assert json.dumps(report)


def test_the_mistakes_of_ones_own_rounds_are_practised(visit: Callable[..., Page], house: Served) -> None:
    page = visit(theme="light")
    table = table_at(page, house.address, called="Ann", rules="nevada")
    sit_down(page, house.address, table, "Ann")
    asked: list[dict[str, object]] = []
    for _ in range(12):
        wait_for_wagers(page)
        bet(page, "ante")
        deal_button(page).click()
        play_on(page)
        page.wait_for_timeout(200)
        while (said := page.request.get(f"{house.address}/api/v1/drill/mistakes")).status == 202:
            pass
        asked = said.json()["questions"]
        if asked:
            break
    page.goto(f"{house.address}/review")
    page.get_by_role("link", name="Practise my mistakes").click()
    expect(page.get_by_role("button", name="What to drill: My mistakes")).to_be_visible()
    felt = page.get_by_role("region", name="The situation")
    expect(felt).to_contain_text("Nevada")
    expect(felt.get_by_role("group", name="Your cards").get_by_role("img")).to_have_count(2)
    look_over(page, "drill-mistakes")
    dock = page.get_by_role("contentinfo", name="Your answer")
    for _ in asked:
        dock.get_by_role("button", name=re.compile("^(Check|Fold)")).click()
        expect(page.locator(".grade")).to_be_visible()
        page.wait_for_timeout(450)  # a quicker click is the second half of a double click
        dock.get_by_role("button", name="Next").click()
        expect(page.locator(".grade")).to_be_hidden()
    kept = json.loads(page.evaluate("localStorage.getItem('uth.drill')"))
    assert {each["question"]["id"] for each in kept["items"]} == {each["id"] for each in asked}
    page.get_by_role("button", name=re.compile("^What to drill")).click()
    expect(page.get_by_label("Rule book")).to_be_disabled()
    expect(page.get_by_text("each under its own rules")).to_be_visible()
    assert found_by_axe(page, "dialog[open]") == []
    page.get_by_role("button", name="Close").click()

    stranger = visit(theme="dark")
    stranger.goto(f"{house.address}/drill?ask=mistakes")
    expect(stranger.get_by_text("No mistake of yours is known yet")).to_be_visible()
    assert found_by_axe(stranger) == []
