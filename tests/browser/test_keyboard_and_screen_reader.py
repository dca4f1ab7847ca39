"""The page for people who use a screen reader or have no pointer."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import Browser, Page, expect

from browser.playing import deal_button, decision, plaque, purse, sit_down, slip, spot, table_at, wait_for_wagers
from browser.test_first_hand import LISTEN
from client.serving import Served


def _seated(page: Page, house: Served) -> str:
    table = table_at(page, house.address)
    sit_down(page, house.address, table)
    wait_for_wagers(page)
    return table


def _audible(page: Page) -> list[str]:
    """Return the texts of the live regions that are not inert: what lies behind a modal dialog is."""
    found: list[str] = page.evaluate(
        """() => {
          const open = document.querySelector("dialog[open]")
          return [...document.querySelectorAll("[aria-live], [role=alert]")]
            .filter(each => !open || open.contains(each)).map(each => each.textContent.trim()).filter(Boolean)
        }"""
    )
    return found


# A dialog over the table.


def test_a_dialog_says_that_it_is_your_turn_and_how_long(visit: Callable[..., Page], house: Served) -> None:
    page = visit()
    _seated(page, house)
    page.get_by_role("button", name="Settings").click()
    dialog = page.get_by_role("dialog", name="Settings")
    expect(dialog).to_be_visible()
    page.locator("button.deal").evaluate("each => each.click()")  # the cards come while the dialog is open
    wait_until_audible(page, "Your turn: play 4×")
    strip = re.compile(r"Your turn \d+ s, then you check")
    expect(dialog).to_contain_text(strip)
    expect(dialog).to_have_accessible_description(strip)
    dialog.get_by_role("button", name="Go to the table").click()
    expect(page.get_by_role("dialog")).to_have_count(0)
    expect(decision(page)).to_be_visible()


def test_what_happens_behind_a_dialog_is_heard_once_and_in_it(visit: Callable[..., Page], house: Served) -> None:
    page = visit()
    page.add_init_script(LISTEN)
    table = _seated(page, house)
    page.keyboard.press("?")
    expect(page.get_by_role("dialog", name="How to play")).to_be_visible()
    other = visit()
    sit_down(other, house.address, table, "Bea")
    wait_until_audible(page, "Bea sits down at seat")
    heard = [said for said in page.evaluate("heard") if "Bea sits down" in said]
    assert len(heard) == 1, heard
    page.keyboard.press("Escape")
    expect(page.locator("dialog .body")).to_have_count(0)
    assert _audible(page) == []  # nothing is said a second time by the page behind it


def wait_until_audible(page: Page, says: str) -> None:
    for _ in range(300):
        if any(says in said for said in _audible(page)):
            return
        page.wait_for_timeout(50)
    raise AssertionError((says, _audible(page)))


def test_who_plays_alone_asks_for_more_time_by_key_button_and_in_a_dialog(
    visit: Callable[..., Page], house: Served
) -> None:
    page = visit()
    _seated(page, house)
    page.keyboard.press("Space")
    more = page.get_by_role("button", name="More time: 30 s")
    expect(more).to_be_visible()
    expect(plaque(page)).to_contain_text(re.compile(r"\b2[0-7] s, then you check"))
    page.keyboard.press("m")
    expect(plaque(page)).to_contain_text(re.compile(r"\b(30|29|28) s, then you check"))
    wait_until_audible(page, "Your time starts again")
    expect(plaque(page)).to_contain_text(re.compile(r"\b2[0-7] s, then you check"))
    page.get_by_role("button", name="Settings").click()
    page.get_by_role("dialog").get_by_role("button", name="More time").click()
    expect(page.get_by_role("dialog")).to_contain_text(re.compile(r"\b(30|29|28) s, then you check"))


# Shortcuts.


def test_a_key_pressed_elsewhere_does_nothing_at_the_table(visit: Callable[..., Page], house: Served) -> None:
    page = visit()
    _seated(page, house)
    for holder, keys in (
        (".bar a:visible", ("a", "t", "r")),
        (".bar button:visible", ("a", "t", "r", "l")),
        ("[aria-label='What happens']", ("a", "t", "r", "Space")),
    ):
        page.locator(holder).first.focus()
        for key in keys:
            page.keyboard.press(key)
    page.wait_for_timeout(300)
    expect(spot(page, "ante").locator(".sum b")).to_have_count(0)
    expect(decision(page)).to_have_count(0)
    expect(page.get_by_role("dialog")).to_have_count(0)


def test_shortcuts_can_be_switched_off_and_the_buttons_show_none(visit: Callable[..., Page], house: Served) -> None:
    page = visit()
    _seated(page, house)
    expect(deal_button(page).locator("kbd")).to_be_visible()
    page.get_by_role("button", name="Settings").click()
    page.get_by_role("checkbox", name=re.compile("Shortcuts of one key")).uncheck(force=True)
    page.keyboard.press("Escape")
    expect(deal_button(page).locator("kbd")).to_be_hidden()
    page.evaluate("document.activeElement.blur()")  # Space presses the button that has the focus, as anywhere
    for key in ("a", "Space", "?"):
        page.keyboard.press(key)
    page.wait_for_timeout(300)
    expect(spot(page, "ante").locator(".sum b")).to_have_count(0)
    expect(page.get_by_role("dialog")).to_have_count(0)
    deal_button(page).focus()
    page.keyboard.press("Enter")  # the button itself is still pressed by its own keys
    expect(decision(page)).to_be_visible()


def test_folding_by_key_takes_a_second_press(visit: Callable[..., Page], house: Served) -> None:
    page = visit()
    _seated(page, house)
    page.keyboard.press("Space")
    for left in ("Play 4×", "Play 2×"):
        expect(decision(page).get_by_role("button", name=re.compile(left))).to_be_visible()
        page.keyboard.press("c")
    fold = decision(page).get_by_role("button", name=re.compile("^Fold"))
    expect(fold).to_have_text(re.compile("^Fold F?$|^FoldF$"))
    page.keyboard.press("f")
    expect(fold).to_contain_text("press F again")
    wait_until_audible(page, "Press F again to fold")
    page.keyboard.press("f")
    expect(slip(page)).to_contain_text("MA.9e")  # the clause of a fold


# Names, roles and states.


def test_the_chips_are_one_stop_of_the_tab_key_and_chosen_by_the_arrows(
    visit: Callable[..., Page], house: Served
) -> None:
    page = visit()
    _seated(page, house)
    chips = page.get_by_role("radio")
    stops = chips.evaluate_all("all => all.map(each => each.tabIndex)")
    assert sorted(stops) == [-1] * (len(stops) - 1) + [0]
    five = page.get_by_role("radio", name="$5 chip")
    five.focus()
    page.keyboard.press("ArrowRight")
    chosen = page.get_by_role("radio", checked=True)
    expect(chosen).to_have_accessible_name("$25 chip")
    expect(chosen).to_be_focused()
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowLeft")  # round and round, as in the browser's own
    expect(page.get_by_role("radio", checked=True)).to_have_accessible_name("$500 chip")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.getAttribute('role')") != "radio"


def test_the_mute_button_keeps_its_name_and_is_pressed_when_muted(visit: Callable[..., Page], house: Served) -> None:
    page = visit()
    _seated(page, house)
    mute = page.get_by_role("button", name="Mute", exact=True)
    expect(mute).to_have_attribute("aria-pressed", "false")
    mute.click()
    expect(mute).to_have_attribute("aria-pressed", "true")


def test_a_refused_name_is_marked_at_its_field_and_stays(browser: Browser, house: Served) -> None:
    page = browser.new_page()  # a refused request is an error in the console
    page.goto(house.address)
    field = page.get_by_label("Your name at the table, if you like")
    field.fill("!")
    page.get_by_role("button", name="Play now").click()
    expect(field).to_have_attribute("aria-invalid", "true")
    expect(field).to_have_accessible_description(re.compile("is not a name of 2 to 20"))
    page.wait_for_timeout(5_000)  # the lobby looks around every four seconds
    expect(field).to_have_attribute("aria-invalid", "true")
    page.close()


# From page to page.

TITLES = {
    "/": "Lobby",
    "/table/greece": "Greece, table",
    "/rules/greece": "Greece, rules",
    "/fair/greece": "Greece, fairness",
    "/history": "Your rounds",
    "/round/greece/1": "Greece, round 1",
    "/sign-in": "Sign in",
    "/accept": "Accept an invitation",
    "/account": "Your account",
    "/dealer": "Tables to deal",
    "/dealer/greece": "Greece, dealer’s console",
    "/floor": "Floor, tables",
    "/floor/awards": "Floor, awards",
    "/floor/meters": "Floor, meters",
    "/floor/people": "Floor, people",
    "/floor/log": "Floor, log",
    "/sign": "Signs",
    "/sign/greece": "Greece, sign",
    "/drill": "Drill",
    "/rulings": "Rulings",
    "/nowhere": "Page not found",
    "/table/nowhere": "Table not found",
}


def test_every_page_has_a_title_of_its_own(browser: Browser, house: Served) -> None:
    page = browser.new_page()  # the console of a page that is left while it loads is not empty
    page.goto(house.address)
    assert len(set(TITLES.values())) == len(TITLES)
    for path, title in TITLES.items():
        page.evaluate(
            "path => { history.pushState(null, '', path); dispatchEvent(new PopStateEvent('popstate')) }", path
        )
        expect(page).to_have_title(f"{title} · Ultimate Texas Hold'em")
    page.close()


def test_a_page_that_follows_another_is_announced_and_its_heading_has_the_focus(
    visit: Callable[..., Page], house: Served
) -> None:
    page = visit()
    page.add_init_script(LISTEN)
    page.goto(f"{house.address}/table/greece")
    expect(purse(page).or_(page.get_by_role("button", name=re.compile("^Take a seat")))).to_be_visible()
    assert page.evaluate("document.activeElement === document.body")  # the first page is the browser's to announce
    page.get_by_role("link", name="Go to the lobby").click()
    heading = page.get_by_role("heading", level=1)
    expect(heading).to_be_focused()
    wait_until_audible(page, "Lobby.")


def test_the_first_stop_of_the_tab_key_skips_to_the_content(visit: Callable[..., Page], house: Served) -> None:
    page = visit()
    page.goto(f"{house.address}/rules/massachusetts")
    expect(page.get_by_role("heading", level=1)).to_contain_text("rules")
    page.keyboard.press("Tab")
    skip = page.get_by_role("link", name="Skip to the content")
    expect(skip).to_be_focused()
    expect(skip).to_be_in_viewport()
    page.keyboard.press("Enter")
    expect(page.get_by_role("main")).to_be_focused()
    assert page.url.endswith("/rules/massachusetts")


def test_going_back_leads_to_where_the_page_was_left(visit: Callable[..., Page], house: Served) -> None:
    page = visit(height=600)
    page.goto(f"{house.address}/rules/massachusetts")
    expect(page.get_by_role("heading", level=1)).to_contain_text("rules")
    expect(page.locator("main")).to_contain_text("exactly 50643648973/2317817502000", timeout=90_000)
    page.wait_for_load_state("networkidle")
    page.evaluate("scrollTo(0, 1400)")
    page.wait_for_timeout(300)
    left = page.evaluate("scrollY")  # what loads above the reader moves the page along with the text
    assert left >= 1400
    page.get_by_role("link", name=re.compile("to the lobby")).evaluate("each => each.click()")
    expect(page).to_have_title(re.compile("^Lobby"))
    assert page.evaluate("scrollY") == 0
    page.go_back()
    expect(page).to_have_title(re.compile("rules"))
    expect(page.locator("main")).to_contain_text("exactly 50643648973/2317817502000")
    page.wait_for_function("left => scrollY === left", arg=left)
