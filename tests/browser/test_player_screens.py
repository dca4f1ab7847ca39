"""Details of the player's screen: why an answer is missing, where a bot is seated, what a notice covers."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from browser.playing import (
    answer,
    bet,
    deal_button,
    decision,
    hands,
    plaque,
    play_on,
    purse,
    resized,
    sit_down,
    slip,
    spot,
    table_at,
    wait_for_wagers,
)
from client.serving import Served


def _meets(one: Locator, other: Locator) -> bool:
    """Whether the two boxes have a point in common."""
    a, b = one.bounding_box(), other.bounding_box()
    assert a is not None
    assert b is not None
    beside = a["x"] + a["width"] <= b["x"] or b["x"] + b["width"] <= a["x"]
    return not (beside or a["y"] + a["height"] <= b["y"] or b["y"] + b["height"] <= a["y"])


def test_a_player_without_chips_for_play_is_told_why_only_check_is_there(
    visit: Callable[..., Page], house: Served
) -> None:
    page = visit(width=800, height=800)
    sit_down(page, house.address, table_at(page, house.address, speed="usual"))
    wait_for_wagers(page)
    bet(page, "ante", chip="$500")
    deal_button(page).click()
    expect(decision(page).get_by_role("button")).to_have_count(1)
    expect(plaque(page)).to_contain_text("Your turn: check")
    expect(plaque(page)).to_contain_text("You have no chips left, and Play 3x takes $1,500")


def test_a_bot_is_seated_from_a_button_of_its_own(visit: Callable[..., Page], house: Served) -> None:
    page = visit()
    sit_down(page, house.address, table_at(page, house.address))
    page.get_by_role("button", name="Say something").click()
    expect(page.get_by_role("dialog", name="At your seat")).to_be_visible()
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Company: seat a bot").click()
    bots = page.get_by_role("dialog", name="Bots at this table")
    bots.get_by_role("button", name="Seat a bot", exact=True).click()
    expect(page.locator(".side .bot")).to_be_visible()


def test_no_answer_is_painted_to_be_preferred(visit: Callable[..., Page], house: Served) -> None:
    page = visit()
    sit_down(page, house.address, table_at(page, house.address, speed="usual"))
    wait_for_wagers(page)
    bet(page, "ante")
    deal_button(page).click()
    answers = decision(page).get_by_role("button")
    expect(answers).to_have_count(3)
    painted = "all => new Set(all.map(each => getComputedStyle(each).backgroundColor)).size"
    assert answers.evaluate_all(painted) == 1


def test_a_chip_below_the_minimum_says_so_and_no_notice_covers_the_prompt(
    visit: Callable[..., Page], house: Served
) -> None:
    page = visit()
    sit_down(page, house.address, table_at(page, house.address))
    wait_for_wagers(page)
    spot(page, "progressive").get_by_role("button").click()
    spot(page, "trips").get_by_role("button").click()
    bet(page, "ante", chip="$1")
    notices = page.locator(".notice")
    said = notices.filter(has_text="The minimum for Ante is $5")
    expect(said).to_be_visible()
    for size in resized(page, [(390, 844), (1024, 768), (1440, 900)]):
        expect(said).to_be_visible()
        assert not any(_meets(each, plaque(page)) for each in notices.all()), size


UNREAD = """all => all.filter(each => {
    const text = document.createRange()
    text.selectNodeContents(each)
    const { left, right, top, bottom, width, height } = text.getBoundingClientRect()
    if (width < 8 || height < 6 || left < 0 || right > innerWidth || bottom > innerHeight) return true
    for (let box = each; box && box !== document.body; box = box.parentElement) {
        if (getComputedStyle(box).overflowX === "visible") continue
        const edge = box.getBoundingClientRect()
        if (left < edge.left - 1 || right > edge.right + 1) return true
        if (top < edge.top - 1 || bottom > edge.bottom + 1) return true
    }
    return false
}).map(each => each.textContent)"""
"""The texts of which some part is not drawn, or is cut off by a box around them."""


TABLETS = ((768, 1024), (1024, 768))


def test_every_wager_is_named_on_a_tablet_before_and_after_the_cards(visit: Callable[..., Page], house: Served) -> None:
    page = visit()
    sit_down(page, house.address, table_at(page, house.address, speed="usual"))
    wait_for_wagers(page)
    labels = page.locator("[data-spot] .label")
    assert {"Ante", "Blind", "Play", "Trips", "Progressive"} < set(labels.all_text_contents())
    for size in resized(page, TABLETS):
        assert labels.evaluate_all(UNREAD) == [], size
    for wager in ("ante", "trips", "progressive"):
        bet(page, wager)
    for size in resized(page, TABLETS):
        assert labels.evaluate_all(UNREAD) == [], size
    deal_button(page).click()
    play_on(page, wish="^Play")
    names = slip(page).locator("tbody th > span")
    expect(names).to_have_text(
        [re.compile(rf"{name} \$\d+") for name in ("Ante", "Blind", "Play", "Trips", "Progressive")]
    )
    for size in resized(page, TABLETS):
        assert names.evaluate_all(UNREAD) == [], size


COVERED = """() => {
    const all = [...document.querySelectorAll(".dock button")].filter(each => each.checkVisibility())
        .map(each => [each.getAttribute("aria-label") ?? each.textContent, each.getBoundingClientRect()])
    return all.flatMap(([name, a], at) => all.slice(at + 1)
        .filter(([, b]) => a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1)
        .map(([other]) => `${name} / ${other}`))
}"""
"""The buttons of the dock that lie over each other."""


def test_no_button_of_the_dock_lies_over_another(visit: Callable[..., Page], house: Served) -> None:
    page = visit()
    table = table_at(page, house.address, speed="usual")
    sit_down(page, house.address, table)
    for _ in range(9):
        page.get_by_role("button", name=re.compile("^Buy .* in chips")).click()
    expect(purse(page)).to_contain_text("$10,000")
    bet(page, "ante")
    expect(page.get_by_role("button", name=re.compile("^More time"))).to_be_visible()
    for size in resized(page, [(768, 1024), (1280, 720), (1366, 768), (1440, 900)]):
        assert page.evaluate(COVERED) == [], size


def test_the_cards_of_the_board_name_the_dealer_as_the_book_does(visit: Callable[..., Page], house: Served) -> None:
    page = visit(width=390, height=844)
    sit_down(page, house.address, table_at(page, house.address, rules="greece", speed="usual"))
    wait_for_wagers(page)
    bet(page, "ante", chip="€5")
    deal_button(page).click()
    play_on(page, wish="^Play")
    used = page.locator(".board").get_by_role("img", name=re.compile("in the croupier's"))
    expect(used.first.locator(".tab.top")).to_have_text("croupier")


UNEVEN = """() => {
    const [yours, theirs] = [...document.querySelectorAll(".hands .five")].map(each => each.getBoundingClientRect())
    return Math.abs(yours.top - theirs.top) + Math.abs(yours.height - theirs.height)
}"""
"""How far the two hands of the slip are from being on one line and of one size, in pixels."""


def test_both_hands_of_the_slip_are_on_one_line_whatever_their_names(visit: Callable[..., Page], house: Served) -> None:
    page = visit(reduced_motion="reduce")
    sit_down(page, house.address, table_at(page, house.address, speed="usual"))
    expect(page.locator(".about .tag")).to_have_text("this table’s\u00a0own\u00a0meter")
    assert page.locator(".about .tag > *").count() == 1, "its words stand in a row with gaps"
    wait_for_wagers(page)
    bet(page, "ante")
    deal_button(page).click()
    play_on(page, wish="^Play")
    names = page.locator(".hands em")
    for yours, theirs in (("Pair of Eights", "Two Pair, Jacks and Eights"), ("A flush", "King high, not qualified")):
        for at, name in enumerate((yours, theirs)):
            names.nth(at).evaluate("(each, name) => (each.textContent = name)", name)
        assert page.evaluate(UNEVEN) < 1, (yours, theirs)


def test_whoever_gets_up_is_named(visit: Callable[..., Page], house: Served) -> None:
    ann, bob = visit(), visit(width=800)
    table = table_at(ann, house.address, speed="usual")
    sit_down(ann, house.address, table, "Ann")
    sit_down(bob, house.address, table, "Bob")
    bob.get_by_role("button", name="Get up").click()
    expect(ann.get_by_role("region", name="What happens")).to_contain_text("Bob gets up with $1,000")


@pytest.mark.clause("GR.2")
def test_a_new_table_has_a_plain_name_and_a_way_of_dealing(visit: Callable[..., Page], house: Served) -> None:
    page = visit()
    page.goto(house.address)
    page.get_by_role("button", name="Make a table").click()
    name = page.get_by_role("dialog").get_by_label("Name")
    name.fill("friday!")
    assert "letters, digits, spaces and hyphens" in name.evaluate("each => each.validationMessage")
    name.fill("friday")
    assert name.evaluate("each => each.validationMessage") == ""
    page.get_by_label("Rule book").select_option(label="Greece")
    expect(page.get_by_label("Way of dealing").locator("option")).to_have_count(3)


def test_a_folded_hand_shows_its_cards_to_its_player_in_the_history(visit: Callable[..., Page], house: Served) -> None:
    page = visit()
    sit_down(page, house.address, table_at(page, house.address))
    for _ in range(4):
        wait_for_wagers(page)
        deal_button(page).click()
        before = hands(page)
        while hands(page) == before:
            answer(page, "^(Check|Fold)")
    cards = page.locator(".hero .card").evaluate_all("all => all.map(each => each.getAttribute('aria-label'))")
    assert len(cards) in (0, 2)
    expect(purse(page)).to_be_visible()
    page.goto(f"{house.address}/history")
    row = page.get_by_role("table", name="Rounds").get_by_role("row").nth(1)
    expect(row).to_contain_text("Folded")
    expect(row.locator(".mini")).to_have_count(2)
    expect(page.get_by_text("Not shown")).to_have_count(0)
