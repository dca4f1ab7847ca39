"""Drills on the page: by keys, by touch on a phone, against the clock, and with progress that can be taken along."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

from playwright.sync_api import Page, expect

from browser.axe import cut_off, found_by_axe, too_wide
from client.serving import Served

WIDTHS = (360, 390, 768, 1024, 1440, 2560)
HEARD = "() => [...document.querySelectorAll('[aria-live]')].map(each => each.textContent).join(' ')"


def dock(page: Page, name: str | re.Pattern[str]) -> Any:
    return page.get_by_role("contentinfo", name="Your answer").get_by_role("button", name=name)


def kept(page: Page) -> Any:
    return json.loads(page.evaluate("localStorage.getItem('uth.drill')") or "null")


def heard(page: Page, says: str) -> None:
    page.wait_for_function(f"says => new RegExp(says).test(({HEARD})())", arg=says)


def test_a_drill_is_played_with_keys_and_heard(visit: Callable[..., Page], house: Served) -> None:
    page = visit()
    page.goto(f"{house.address}/drill?book=nevada&theme=suited-kings")
    expect(page.get_by_role("button", name="What to drill: Nevada · Suited kings")).to_be_visible()
    expect(page.get_by_role("group", name="Your cards").get_by_role("img")).to_have_count(2)
    heard(page, r"Before the flop\. You have \w+ of (\w+), \w+ of \1\. Play 4×, play 3× or check\?")
    page.keyboard.press("f")
    expect(dock(page, "Next")).to_be_hidden()
    page.keyboard.press("4")
    result = page.get_by_role("region", name="The answer")
    expect(result).to_contain_text("Raise 4x: any suited king.")
    expect(result.locator(".grade")).to_contain_text("Best")
    expect(result.get_by_role("row")).to_have_count(4)
    heard(
        page,
        r"Play 4× was best\. Raise 4x: any suited king\. Play 4× is worth [+−]\d\.\d{3} antes\. (Play 3×|Check) costs",
    )
    expect(page.locator(".stats")).to_contain_text(re.compile(r"In a row\s*1"))
    before = page.get_by_role("group", name="Your cards").inner_html()
    page.keyboard.press("Space")
    expect(dock(page, "Play 4×")).to_be_visible()
    assert page.get_by_role("group", name="Your cards").inner_html() != before
    page.keyboard.press("c")
    expect(result.locator(".grade")).to_contain_text("Check costs")
    expect(page.locator(".stats")).to_contain_text(re.compile(r"In a row\s*0"))
    progress = kept(page)
    assert (progress["streak"], progress["longest"]) == (0, 1)
    tally = progress["kinds"]["suited-kings"]
    assert (tally["answers"], tally["best"]) == (2, 1)
    assert tally["lost"] > 0
    assert len(progress["items"]) == 2


def test_a_mistake_can_be_drilled_again(visit: Callable[..., Page], house: Served) -> None:
    page = visit()
    page.goto(f"{house.address}/drill?street=preflop&theme=pocket-twos")
    expect(dock(page, "Play 4×")).to_be_visible()
    page.keyboard.press("4")
    expect(page.locator(".grade")).to_contain_text(re.compile("Inaccuracy|Mistake"))
    page.get_by_role("button", name=re.compile("^What to drill")).click()
    page.get_by_label("My mistakes").check(force=True)
    page.get_by_role("button", name="Start").click()
    expect(page).to_have_url(re.compile("ask=mistakes"))
    expect(dock(page, "Check")).to_be_visible()
    page.keyboard.press("c")
    expect(page.locator(".grade")).to_contain_text("Best")
    page.keyboard.press("Space")
    expect(page.get_by_text("Nothing to repeat here.", exact=True)).to_be_visible()
    expect(dock(page, "Drill something else")).to_be_visible()
    (item,) = kept(page)["items"]
    assert (item["answers"], item["best"], item["grade"]) == (2, 1, "best")


def test_a_drill_is_played_by_touch_on_a_phone(visit: Callable[..., Page], house: Served) -> None:
    page = visit(width=390, height=844, has_touch=True, is_mobile=True)
    page.goto(house.address)
    page.get_by_role("link", name="Practise decisions").tap()
    for _ in range(3):
        answer = dock(page, re.compile("^(Check|Fold)"))
        expect(answer).to_be_visible()
        box = answer.bounding_box()
        assert box is not None
        assert box["height"] >= 60
        assert box["y"] + box["height"] <= 844
        answer.tap()
        expect(page.locator(".grade")).to_be_visible()
        expect(page.locator("kbd:visible")).to_have_count(0)
        page.wait_for_timeout(450)  # a quicker tap is the second half of a double tap
        dock(page, "Next").tap()
    expect(dock(page, re.compile("^(Check|Fold)"))).to_be_visible()
    assert sum(each["answers"] for each in kept(page)["kinds"].values()) == 3


def test_sixty_seconds_are_counted_and_the_best_are_kept(visit: Callable[..., Page], house: Served) -> None:
    page = visit()
    page.clock.install()
    page.goto(f"{house.address}/drill?theme=suited-aces")
    expect(dock(page, "Play 4×")).to_be_visible()
    page.get_by_role("button", name=re.compile("^What to drill")).click()
    page.get_by_role("button", name="60 seconds").click()
    expect(page.locator(".clock")).to_contain_text(re.compile("60|59"))
    for key, right in (("4", 1), ("4", 2), ("c", 2)):
        expect(dock(page, "Play 4×")).to_be_visible()
        page.keyboard.press(key)
        expect(page.locator(".grade")).to_be_visible()
        page.clock.run_for(1_000)
        expect(page.locator(".grade")).to_be_hidden()
        assert kept(page)["kinds"]["suited-aces"]["best"] == right
    page.clock.run_for(61_000)
    expect(page.get_by_role("heading", name="Time")).to_be_visible()
    heard(page, r"Time\. 2 of 3 answers were best, and all cost \d\.\d{3} antes")
    page.keyboard.press("4")
    minute = kept(page)["minute"]
    assert (minute["answers"], minute["best"]) == (3, 2)
    assert minute["lost"] > 0
    page.keyboard.press("Space")
    expect(dock(page, "Play 4×")).to_be_visible()
    expect(page.locator(".clock")).to_be_hidden()


def test_progress_is_taken_along_as_a_file(visit: Any, house: Served, tmp_path: Path) -> None:
    page, other = visit(), visit(theme="light")
    page.goto(f"{house.address}/drill?theme=suited-aces")
    expect(dock(page, "Play 4×")).to_be_visible()
    page.keyboard.press("4")
    expect(page.locator(".grade")).to_be_visible()
    page.get_by_role("button", name="Progress").click()
    expect(page.get_by_role("row", name=re.compile("Suited aces 1 100%"))).to_be_visible()
    with page.expect_download() as downloading:
        page.get_by_role("button", name="Export").click()
    file = tmp_path / "progress.json"
    downloading.value.save_as(file)
    assert json.loads(file.read_text(encoding="utf-8")) == kept(page)

    other.goto(f"{house.address}/drill")
    other.get_by_role("button", name="Progress").click()
    wrong = tmp_path / "wrong.json"
    wrong.write_text(file.read_text(encoding="utf-8").replace('"streak": 1', '"streak": -1'), encoding="utf-8")
    for name, says in ((wrong, "Streak: -1 is not a whole number"), (Path(__file__), "That file is not JSON")):
        other.get_by_label("A file with progress").set_input_files(name)
        expect(other.get_by_role("alert")).to_contain_text(says)
    other.get_by_label("A file with progress").set_input_files(file)
    expect(other.get_by_text("The progress in the file is now yours.")).to_be_visible()
    visit.console[:] = [each for each in visit.console if "422" not in each]
    assert kept(other) == kept(page)
    other.get_by_role("button", name="Delete…").click()
    other.get_by_role("button", name="Delete it for good").click()
    assert kept(other)["items"] == []
    other.get_by_role("button", name="Close").click()
    other.reload()
    expect(other.locator(".stats")).to_contain_text(re.compile(r"In a row\s*0"))


def test_progress_that_cannot_be_read_is_set_aside(visit: Callable[..., Page], house: Served) -> None:
    page = visit()
    page.add_init_script("localStorage.getItem('uth.drill') ?? localStorage.setItem('uth.drill', '{\"version\": 9}')")
    page.goto(f"{house.address}/drill?theme=suited-aces")
    expect(dock(page, "Play 4×")).to_be_visible()
    page.keyboard.press("4")
    expect(page.locator(".grade")).to_be_visible()
    assert kept(page)["version"] == 1
    assert json.loads(page.evaluate("localStorage.getItem('uth.drill.unread')")) == {"version": 9}


def test_wagers_that_a_fold_forfeits_can_be_down(visit: Callable[..., Page], house: Served) -> None:
    page = visit()
    page.goto(f"{house.address}/drill?book=chickasaw&street=river")
    expect(dock(page, "Fold")).to_be_visible()
    page.get_by_role("button", name=re.compile("^What to drill")).click()
    page.get_by_label("Trips").check(force=True)
    page.get_by_role("button", name="Start").click()
    expect(page).to_have_url(re.compile("beside=trips"))
    expect(dock(page, "Fold")).to_be_visible(timeout=60_000)
    page.keyboard.press("f")
    answer = page.get_by_role("region", name="The answer")
    expect(answer).to_contain_text("A fold forfeits the Trips wager (CN.21).")
    expect(answer.get_by_role("row", name=re.compile("^Fold"))).to_contain_text("−3.000")


def test_axe_finds_nothing_and_it_fits_every_width(visit: Callable[..., Page], house: Served) -> None:
    page = visit()
    page.goto(f"{house.address}/drill?book=california&street=river&beside=&ask=close")
    expect(dock(page, "Fold")).to_be_visible()
    assert found_by_axe(page) == []
    page.keyboard.press("f")
    expect(page.locator(".grade")).to_be_visible()
    assert found_by_axe(page) == []
    assert too_wide(page, WIDTHS) == []
    assert cut_off(page, 390) == []
    for opens in (re.compile("^What to drill"), "Progress"):
        page.get_by_role("button", name=opens).click()
        page.wait_for_selector("dialog[open]")
        assert found_by_axe(page, "dialog[open]") == []
        page.keyboard.press("Escape")
        page.wait_for_selector("dialog[open]", state="detached")


def test_enter_answers_and_the_focus_follows(visit: Callable[..., Page], house: Served) -> None:
    page = visit()
    page.goto(f"{house.address}/drill?theme=offsuit-aces")
    dock(page, "Play 4×").focus()
    page.keyboard.press("Enter")
    expect(dock(page, "Next")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Before the flop")).to_be_focused()
    page.keyboard.press("Tab")
    expect(dock(page, "Play 4×")).to_be_focused()
