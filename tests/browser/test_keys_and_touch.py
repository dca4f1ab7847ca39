"""The page with only keys, with only touch, and with a dragging pointer."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, WebSocketRoute, expect

from browser.playing import (
    bet,
    deal_button,
    decision,
    hands,
    laid,
    plaque,
    play_on,
    resized,
    sit_down,
    slip,
    spot,
    table_at,
    wait_for_wagers,
)
from client.serving import Served


def test_a_round_is_played_with_keys_alone(visit: Callable[..., Page], house: Served) -> None:
    page = visit()
    table = table_at(page, house.address)
    page.goto(f"{house.address}/table/{table}")
    press = page.keyboard.press
    expect(page.get_by_role("button", name=re.compile("^Take a seat"))).to_be_enabled()
    press("s")
    wait_for_wagers(page)
    for key, wager, sum_ in (
        ("a", "ante", "$5"),
        ("a", "ante", "$10"),
        ("t", "trips", "$5"),
        ("p", "progressive", "$5"),
    ):
        press(key)
        expect(spot(page, wager).locator(".sum b")).to_have_text(sum_)
    press("z")
    expect(spot(page, "progressive").locator(".sum b")).to_have_count(0)
    press("d")
    expect(spot(page, "ante").locator(".sum b")).to_have_text("$20")
    press("x")
    expect(spot(page, "ante").locator(".sum b")).to_have_count(0)
    press("ArrowRight")
    press("a")
    expect(spot(page, "ante").locator(".sum b")).to_have_text("$25")
    press("Space")
    expect(decision(page)).to_be_visible()
    for key, left in (("c", "Play 2×"), ("c", "Play 1×")):
        press(key)
        expect(decision(page).get_by_role("button", name=re.compile(left))).to_be_visible()
    press("f")
    press("f")
    expect(slip(page)).to_contain_text("−$50")
    wait_for_wagers(page)
    press("r")
    expect(spot(page, "ante").locator(".sum b")).to_have_text("$25")
    press("?")
    expect(page.get_by_role("dialog", name="How to play")).to_be_visible()
    press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)


def test_hands_quicker_than_the_house_lay_what_they_meant(visit: Callable[..., Page], house: Served) -> None:
    page = visit()
    sit_down(page, house.address, table_at(page, house.address))
    wait_for_wagers(page)
    _press_at_once(page, "apz")  # all three before the house has answered the first
    expect(spot(page, "ante").locator(".sum b")).to_have_text("$5")
    _press_at_once(page, "aatd")
    expect(spot(page, "ante").locator(".sum b")).to_have_text("$30")
    expect(spot(page, "trips").locator(".sum b")).to_have_text("$10")
    expect(spot(page, "progressive").locator(".sum b")).to_have_count(0)
    _press_at_once(page, "xa ")
    expect(decision(page)).to_be_visible()
    expect(spot(page, "ante").locator(".sum b")).to_have_text("$5")
    expect(spot(page, "trips").locator(".sum b")).to_have_count(0)


def test_a_refusal_in_the_middle_stops_what_was_refused_and_nothing_after_it(
    visit: Callable[..., Page], house: Served
) -> None:
    page = visit()
    sit_down(page, house.address, table_at(page, house.address))
    wait_for_wagers(page)
    _press_at_once(page, "patz")  # nothing lies beside the progressive; what is undone is trips
    expect(page.locator(".notice")).to_contain_text("not taken alone")
    expect(spot(page, "trips").locator(".sum b")).to_have_count(0)
    expect(spot(page, "ante").locator(".sum b")).to_have_text("$5")
    for _ in range(4):
        page.keyboard.press("ArrowRight")
    _press_at_once(page, "adpz")  # $505 is over the limit, $10 is not; the progressive is undone
    expect(page.locator(".notice").filter(has_text="505")).to_be_visible()
    expect(spot(page, "ante").locator(".sum b")).to_have_text("$10")
    expect(spot(page, "progressive").locator(".sum b")).to_have_count(0)
    _press_at_once(page, "zz")
    expect(spot(page, "ante").locator(".sum b")).to_have_count(0)


def test_a_refusal_goes_once_what_it_asked_for_is_done(visit: Callable[..., Page], house: Served) -> None:
    page = visit()
    page.clock.install()
    sit_down(page, house.address, table_at(page, house.address))
    wait_for_wagers(page)
    page.clock.pause_at(page.evaluate("Date.now() / 1000 + 1"))  # from here on no notice goes by itself
    page.keyboard.press("t")
    expect(page.locator(".notice")).to_contain_text("not taken without an ante")
    page.keyboard.press("a")
    expect(spot(page, "ante").locator(".sum b")).to_have_text("$5")
    expect(page.locator(".notice")).to_have_count(0)
    for _ in range(4):
        page.keyboard.press("ArrowRight")
    page.keyboard.press("a")
    expect(page.locator(".notice")).to_contain_text("505")
    page.keyboard.press("Space")
    expect(decision(page)).to_be_visible()
    expect(page.locator(".notice")).to_be_visible()  # long enough to be read
    page.clock.fast_forward(2_600)
    expect(page.locator(".notice")).to_have_count(0)


def test_the_focus_stays_where_the_buttons_are(visit: Callable[..., Page], house: Served) -> None:
    page = visit()
    sit_down(page, house.address, table_at(page, house.address))
    wait_for_wagers(page)
    deal_button(page).focus()
    page.keyboard.press("Enter")
    expect(decision(page)).to_be_visible()
    expect(page.locator(".dock .middle")).to_be_focused()
    page.keyboard.press("Tab")
    expect(_play(page, 4)).to_be_focused()
    page.keyboard.press("Enter")
    expect(slip(page)).to_be_visible()
    expect(page.locator(".dock .middle")).to_be_focused()


def test_two_hands_of_one_player_are_laid_undone_and_dealt_again_each_for_itself(
    visit: Callable[..., Page], house: Served
) -> None:
    page = visit()
    table = table_at(page, house.address, rules="chickasaw")
    sit_down(page, house.address, table)
    own = page.locator(".hero .hand")
    expect(own).to_have_text("Seat 3")
    page.get_by_role("button", name=re.compile("^Second hand")).first.click()
    expect(own).to_have_text(re.compile("Your seat [^3]"))
    _press_at_once(page, "aaa")
    page.get_by_role("button", name="Your seat 3").click()
    expect(own).to_have_text("Your seat 3")
    _press_at_once(page, "zat")  # there is nothing to undo here
    expect(spot(page, "trips").locator(".sum b")).to_have_text("$5")
    assert laid(page, "ante") == "$5"
    page.get_by_role("button", name=re.compile(r"^Your seat \d")).click()
    expect(spot(page, "ante").locator(".sum b")).to_have_text("$15")
    page.keyboard.press("z")
    expect(spot(page, "ante").locator(".sum b")).to_have_text("$10")
    expect(deal_button(page)).to_contain_text("$35")
    page.keyboard.press("Space")
    while hands(page) < 2:
        page.keyboard.press("4")
        page.wait_for_timeout(50)
    wait_for_wagers(page)
    expect(deal_button(page)).to_contain_text("$35")
    page.keyboard.press("Space")
    expect(decision(page)).to_be_visible()
    main, side = {"ante": 1_000, "blind": 1_000}, {"ante": 500, "blind": 500, "trips": 500}
    assert [held["wagers"] for held in house.seats_at(table).values()] in ([main, side], [side, main])


def test_a_key_pressed_while_a_chip_is_dragged_counts_and_so_does_the_chip(
    visit: Callable[..., Page], house: Served
) -> None:
    page = visit()
    sit_down(page, house.address, table_at(page, house.address))
    wait_for_wagers(page)
    page.get_by_role("radio", name="$25 chip").hover()
    page.mouse.down()
    spot(page, "ante").hover()
    _press_at_once(page, "at")
    page.keyboard.press("ArrowRight")
    page.mouse.up()
    expect(spot(page, "ante").locator(".sum b")).to_have_text("$50")
    assert laid(page, "trips") == "$25"


def _press_at_once(page: Page, keys: str) -> None:
    """Press the keys in one breath: no answer of the house comes between."""
    down = "new KeyboardEvent('keydown', { key, bubbles: true })"
    page.evaluate(f"keys => {{ for (const key of keys) document.body.dispatchEvent({down}) }}", keys)


def test_a_fast_answer_counts_and_a_double_click_answers_one_question(
    visit: Callable[..., Page], house: Served
) -> None:
    page = visit(reduced_motion="reduce")
    page.clock.install()
    sit_down(page, house.address, table_at(page, house.address))
    wait_for_wagers(page)
    page.keyboard.press("Space")
    check = decision(page).get_by_role("button", name=re.compile("^Check"))
    expect(check).to_be_visible()
    page.clock.pause_at(page.evaluate("Date.now() / 1000 + 1"))
    check.dblclick()  # both clicks lie before the house has answered the first
    expect(_play(page, 2)).to_be_visible()
    place = check.bounding_box()
    assert place is not None
    middle = (place["x"] + place["width"] / 2, place["y"] + place["height"] / 2)
    page.clock.fast_forward(1_000)
    page.mouse.click(*middle)
    expect(_play(page, 1)).to_be_visible()
    page.mouse.click(*middle)  # at the same place in the same moment, though another question stands there now
    assert page.evaluate("([x, y]) => document.elementFromPoint(x, y).textContent", middle).startswith("Fold")
    page.keyboard.press("1")
    expect(slip(page).get_by_role("row", name=re.compile("^Play"))).to_be_visible()


def test_a_key_held_down_answers_once(visit: Callable[..., Page], house: Served) -> None:
    page = visit(reduced_motion="reduce")
    sit_down(page, house.address, table_at(page, house.address))
    wait_for_wagers(page)
    page.keyboard.press("Space")
    expect(decision(page)).to_be_visible()
    page.keyboard.down("c")
    expect(_play(page, 2)).to_be_visible()
    for _ in range(3):
        page.keyboard.down("c")  # a key that is down already is sent as held
    page.keyboard.up("c")
    expect(_play(page, 2)).to_be_visible()
    page.keyboard.press("c")
    expect(_play(page, 1)).to_be_visible()


def _play(page: Page, multiple: int) -> Locator:
    return decision(page).get_by_role("button", name=re.compile(f"^Play {multiple}×"))


def test_a_chip_is_dragged_onto_a_spot(visit: Callable[..., Page], house: Served) -> None:
    page = visit()
    sit_down(page, house.address, table_at(page, house.address))
    wait_for_wagers(page)
    page.get_by_role("radio", name="$25 chip").drag_to(spot(page, "ante"))
    expect(spot(page, "ante").locator(".sum b")).to_have_text("$25")
    assert laid(page, "blind") == "$25"
    page.get_by_role("radio", name="$5 chip").drag_to(spot(page, "trips"))
    expect(spot(page, "trips").locator(".sum b")).to_have_text("$5")
    spot(page, "trips").get_by_role("button").click(button="right")
    expect(spot(page, "trips").locator(".sum b")).to_have_count(0)


PHONES = ((360, 640), (390, 844), (740, 360))
"""A small phone, a usual one, and a small one held sideways."""


def test_a_phone_held_either_way_shows_everything_and_nothing_behind_the_dock(
    visit: Callable[..., Page], house: Served
) -> None:
    page = visit(has_touch=True, is_mobile=True)
    page.route_web_socket(re.compile("/ws/"), _a_long_result)
    table = table_at(page, house.address, speed="fast")
    sit_down(page, house.address, table)
    _seat_bots(page, house.address, table, 2)
    wait_for_wagers(page)
    _fits_phones(page)
    for wager in ("ante", "trips", "progressive", "cover_all", "match_play"):
        bet(page, wager)
    _fits_phones(page)
    deal_button(page).tap()
    expect(decision(page)).to_be_visible()
    _fits_phones(page)
    answers = decision(page).locator(".btn")
    assert len(set(answers.evaluate_all("all => all.map(each => getComputedStyle(each).backgroundColor)"))) == 1
    play_on(page)
    expect(plaque(page)).to_contain_text(re.compile("You (win|lose|are even)"))
    expect(slip(page)).to_contain_text(LONG_RESULT)
    _fits_phones(page)


@pytest.mark.parametrize("finger", [True, False])
def test_a_tablet_held_upright_shows_the_whole_dock(visit: Callable[..., Page], house: Served, *, finger: bool) -> None:
    page = visit(width=768, height=1024, has_touch=finger, is_mobile=finger, reduced_motion="reduce")
    sit_down(page, house.address, table_at(page, house.address))
    wait_for_wagers(page)
    right = "all => Math.max(...all.map(each => each.getBoundingClientRect().right))"
    assert page.locator(".dock button:visible").evaluate_all(right) <= 768
    _fits(page, 768)


def test_the_sign_of_a_large_win_covers_no_card_on_a_small_phone(visit: Callable[..., Page], house: Served) -> None:
    page = visit(width=360, height=640, has_touch=True, is_mobile=True)
    page.route_web_socket(re.compile("/ws/"), _a_large_win)
    sit_down(page, house.address, table_at(page, house.address, speed="fast"))
    wait_for_wagers(page)
    page.keyboard.press("Space")
    expect(decision(page)).to_be_visible()
    page.keyboard.press("4")
    sign = page.locator(".sign")
    expect(sign).to_be_visible()
    box = sign.bounding_box()
    assert box is not None
    tops = page.locator(".felt .card").evaluate_all("all => all.map(each => each.getBoundingClientRect().top)")
    assert len(tops) == 9
    assert box["y"] + box["height"] <= min(tops)


ORDINARY = {"how": "1 to 1", "clauses": ["MA.9h2", "MA.10b"]}
FROM_A_SHORT_BANK = {
    "how": "wins $500, all the bank had",
    "clauses": ["CA.PLAY13", "CA.PLAY15", "CA.BET4", "CA.PLAY19"],
}


@pytest.mark.parametrize(
    ("result", "line"),
    [
        ("", ORDINARY),
        ("Ace-Queen-Ten high against Ace-Queen-Eight high", ORDINARY),
        ("Ace-Queen-Ten high against Ace-Queen-Eight high", FROM_A_SHORT_BANK),
    ],
    ids=["plain", "kicker", "short bank"],
)
def test_a_phone_shows_every_line_of_the_slip_with_its_clauses_whole(
    visit: Callable[..., Page], house: Served, result: str, line: dict[str, Any]
) -> None:
    def won(held: dict[str, Any]) -> None:
        held["result"] = result
        for each in held["lines"]:
            each |= {"outcome": "win", "won": 100_000, "net": 100_000, **ORDINARY}
        held["lines"][0] |= line

    page = visit(width=390, height=844, has_touch=True, is_mobile=True)
    page.route_web_socket(re.compile("/ws/"), lambda page_side: _settled(page_side, won))
    sit_down(page, house.address, table_at(page, house.address, speed="fast"))
    wait_for_wagers(page)
    for wager in ("ante", "trips", "progressive"):
        bet(page, wager)
    deal_button(page).click()
    play_on(page, wish="^Play")
    expect(slip(page).get_by_role("row")).to_have_count(6)
    cut = "all => all.filter(each => each.scrollWidth > each.clientWidth).map(each => each.textContent)"
    for size in resized(page, PHONES):
        assert slip(page).locator("tbody th, tbody td").evaluate_all(cut) == [], size
    _fits_phones(page)


def test_cards_and_chips_have_their_own_colours_where_a_machine_forces_others(
    visit: Callable[..., Page], house: Served
) -> None:
    page = visit(forced_colors="active")
    sit_down(page, house.address, table_at(page, house.address))
    wait_for_wagers(page)
    bet(page, "ante")
    deal_button(page).click()
    expect(decision(page)).to_be_visible()
    painted = "all => all.map(each => getComputedStyle(each).backgroundImage.includes('gradient'))"
    for what, least in ((".hero .card .front", 2), (".hero .chip", 2)):
        found = page.locator(what).evaluate_all(painted)
        assert len(found) >= least
        assert all(found), what


LONG_RESULT = (
    "You folded the winning hand: Two Pair, Queens and Sevens, Jack kicker against Two Pair, Queens and Sevens"
)
"""As long as the sentence of a result gets, or nearly."""


def _settled(page_side: WebSocketRoute, change: Callable[[dict[str, Any]], None]) -> None:
    """Have the page hear of settled seats what cards seldom bring."""
    house_side = page_side.connect_to_server()

    def pass_on(said: str | bytes) -> None:
        frame = json.loads(said)
        if frame["type"] == "events" and frame["view"]["phase"] == "settled":
            for held in frame["view"]["seats"].values():
                change(held)
        page_side.send(json.dumps(frame))

    house_side.on_message(pass_on)


def _a_large_win(page_side: WebSocketRoute) -> None:
    def won(held: dict[str, Any]) -> None:
        for line in held["lines"][:1]:
            line |= {"outcome": "win", "won": 100_000, "net": 100_000}

    _settled(page_side, won)


def _a_long_result(page_side: WebSocketRoute) -> None:
    _settled(page_side, lambda held: held.update(result=LONG_RESULT, hand="Two Pair, Queens and Sevens"))


def _seat_bots(page: Page, address: str, table: str, count: int) -> None:
    csrf = page.request.get(f"{address}/api/v1/me").json()["csrf"]
    asked = page.request.post(f"{address}/api/v1/tables/{table}/bots", data={"count": count}, headers={"x-csrf": csrf})
    assert asked.ok, asked.text()


def _fits_phones(page: Page) -> None:
    for width, _ in resized(page, PHONES):
        _fits(page, width)


def _fits(page: Page, width: int) -> None:
    """Nothing runs off, one's own place lies above or beside the dock, what can be pressed is 44 px each way."""
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    own, dock = page.locator(".hero").bounding_box(), page.locator(".dock").bounding_box()
    assert own is not None
    assert dock is not None
    assert own["y"] + own["height"] <= dock["y"] + 1 or own["x"] + own["width"] <= dock["x"]
    assert own["y"] + own["height"] <= page.evaluate("innerHeight")
    assert dock["y"] + dock["height"] <= page.evaluate("innerHeight") + 1
    small = page.locator("button:visible, a:visible, select:visible").evaluate_all(
        """all => all.map(each => [each.textContent.trim(), each.getBoundingClientRect()])
                     .filter(([, box]) => box.width < 44 || box.height < 44)
                     .map(([name, box]) => `${name} ${box.width}x${box.height}`)"""
    )
    assert small == []
