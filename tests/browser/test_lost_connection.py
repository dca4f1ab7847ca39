"""A cut connection, a blocked disk, a closing house: the page says so, and continues where it was."""

from __future__ import annotations

import re
import signal
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing

import pytest
from playwright.sync_api import Browser, Locator, Page, WebSocketRoute, expect

from browser.conftest import Visitors
from browser.playing import (
    bet,
    deal_button,
    decision,
    play_on,
    purse,
    sit_down,
    slip,
    spot,
    table_at,
    wait_for_wagers,
    wait_until,
)
from client.serving import Served, served

UNREACHED = ("ERR_CONNECTION_REFUSED", "ERR_CONNECTION_RESET", "ERR_EMPTY_RESPONSE", "ERR_CONTENT_LENGTH_MISMATCH")
"""What a browser says of a house that is not there, or was killed while it answered."""


@pytest.fixture(scope="module")
def shaky(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """Run a house that these tests kill, stop and start again."""
    with served(tmp_path_factory.mktemp("shaky")) as house:
        yield house


@pytest.fixture
def visit_in_trouble(browser: Browser) -> Iterator[Callable[..., Page]]:
    """Return how somebody opens a browser whose console may say that the house cannot be reached, and nothing else."""
    visitors = Visitors(browser)
    yield visitors
    for context in visitors.contexts:
        context.close()
    assert [said for said in visitors.console if not any(word in said for word in UNREACHED)] == []


def banner(page: Page) -> Locator:
    """What the page says of the house, above everything else."""
    return page.locator(".banner p, .away")


def test_after_a_lost_connection_the_same_chair_is_at_the_same_point(
    visit_in_trouble: Callable[..., Page], shaky: Served
) -> None:
    page = visit_in_trouble()
    sit_down(page, shaky.address, table_at(page, shaky.address))
    wait_for_wagers(page)
    bet(page, "ante")
    deal_button(page).click()
    expect(decision(page)).to_be_visible()
    cards = _cards(page)
    shaky.kill()
    expect(banner(page)).to_contain_text("Connection lost")
    shaky.start()
    expect(banner(page)).to_have_count(0)
    expect(decision(page)).to_be_visible()
    assert _cards(page) == cards
    page.reload()
    expect(decision(page)).to_be_visible()
    assert _cards(page) == cards
    play_on(page)
    expect(slip(page)).to_be_visible()
    expect(purse(page)).to_be_visible()


def test_while_the_connection_is_lost_the_buttons_are_off_and_the_clock_stands(
    visit_in_trouble: Callable[..., Page], shaky: Served
) -> None:
    page = visit_in_trouble()
    sit_down(page, shaky.address, table_at(page, shaky.address, speed="usual"))
    wait_for_wagers(page)
    bet(page, "ante")
    deal_button(page).click()
    check = decision(page).get_by_role("button", name=re.compile("^Check"))
    expect(check).to_be_enabled()
    shaky.kill()
    expect(banner(page)).to_contain_text("Connection lost")
    for button in decision(page).get_by_role("button").all():
        expect(button).to_be_disabled()
    left = page.locator(".plaque").inner_text()
    assert re.search(r"\d+ s", left), left
    page.keyboard.press("c")
    page.wait_for_timeout(2_200)
    assert page.locator(".plaque").inner_text() == left
    shaky.start()
    expect(banner(page)).to_have_count(0)
    expect(check).to_be_enabled()
    expect(decision(page).get_by_role("button", name=re.compile("^Play 4"))).to_be_visible()


def test_what_is_pressed_as_the_connection_is_lost_is_laid_once_when_it_is_back_and_nothing_after_it(
    visit_in_trouble: Callable[..., Page], shaky: Served
) -> None:
    page = visit_in_trouble()
    sit_down(page, shaky.address, table_at(page, shaky.address))
    wait_for_wagers(page)
    bet(page, "ante")
    page.keyboard.press("a")
    shaky.kill()
    expect(banner(page)).to_contain_text("Connection lost")
    for key in "atd":
        page.keyboard.press(key)
    expect(spot(page, "ante").get_by_role("button")).to_have_count(0)
    shaky.start()
    expect(banner(page)).to_have_count(0)
    expect(spot(page, "ante").locator(".sum b")).to_have_text("$10")
    expect(spot(page, "trips").locator(".sum b")).to_have_count(0)


def test_a_connection_that_dies_silently_is_noticed_within_two_seconds_of_a_press(
    visit: Callable[..., Page], shaky: Served
) -> None:
    is_dead = False

    def wire(page_side: WebSocketRoute) -> None:
        house_side = page_side.connect_to_server()
        house_side.on_message(lambda said: None if is_dead else page_side.send(said))
        page_side.on_message(lambda said: None if is_dead else house_side.send(said))

    page = visit()
    page.clock.install()
    page.route_web_socket(re.compile("/ws/v1/tables/"), wire)
    sit_down(page, shaky.address, table_at(page, shaky.address))
    wait_for_wagers(page)
    is_dead = True
    page.keyboard.press("a")
    expect(banner(page)).to_have_count(0)
    page.clock.fast_forward(2_000)
    expect(banner(page)).to_contain_text("Connection lost")
    is_dead = False
    page.clock.fast_forward(10_000)
    expect(banner(page)).to_have_count(0)
    expect(spot(page, "ante").locator(".sum b")).to_have_text("$5")


def test_a_house_that_cannot_store_anything_says_so_and_goes_on_by_itself(
    visit: Callable[..., Page], shaky: Served
) -> None:
    page = visit()
    sit_down(page, shaky.address, table_at(page, shaky.address))
    wait_for_wagers(page)
    with closing(sqlite3.connect(shaky.data / "house.sqlite", isolation_level=None)) as another:
        another.execute("BEGIN IMMEDIATE")
        page.keyboard.press("a")
        expect(banner(page)).to_contain_text("Another program holds the database")
        expect(banner(page)).to_contain_text("nothing is lost")
        assert spot(page, "ante").locator(".sum b").count() == 0
        another.execute("ROLLBACK")
    expect(banner(page)).to_have_count(0)
    bet(page, "ante")
    deal_button(page).click()
    expect(decision(page)).to_be_visible()


def test_a_house_that_closes_says_so_and_the_page_comes_back_when_it_opens_again(
    visit_in_trouble: Callable[..., Page], shaky: Served
) -> None:
    page = visit_in_trouble()
    sit_down(page, shaky.address, table_at(page, shaky.address))
    wait_for_wagers(page)
    shaky.stop(signal.SIGTERM)
    expect(banner(page)).to_contain_text("The house is closing")
    shaky.start()
    expect(banner(page)).to_have_count(0)
    wait_for_wagers(page)


OLDER_BUILD = "sessionStorage.older ?? caches.open('uth-of-an-older-build').then(() => { sessionStorage.older = 1 })"
"""Have the cache of an older build once, before there is a worker that clears it away."""


def test_the_kept_page_opens_without_the_house_and_is_never_shown_instead_of_a_newer_one(
    visit_in_trouble: Callable[..., Page], shaky: Served
) -> None:
    page = visit_in_trouble(service_workers="allow")
    page.add_init_script(OLDER_BUILD)
    page.goto(shaky.address)
    page.evaluate("() => navigator.serviceWorker.ready.then(() => true)")
    wait_until(page, "async () => (await caches.keys()).length === 1")
    built = page.evaluate("async () => (await caches.keys())[0]")
    assert built in (page.request.get(f"{shaky.address}/sw.js").text().replace('const BUILD = "', "uth-"))
    assert page.evaluate("async name => (await (await caches.open(name)).keys()).map(each => each.url)", built)
    with page.expect_response(shaky.address + "/") as asked:
        page.reload()
    assert asked.value.from_service_worker
    assert asked.value.header_value("content-security-policy") is not None
    page.evaluate("""async name => (await caches.open(name)).put("/", new Response("<p>a stale page</p>"))""", built)
    page.reload()
    expect(page.get_by_role("heading", name="Massachusetts")).to_be_visible()
    page.evaluate("async name => (await caches.open(name)).add('/')", built)
    shaky.kill()
    page.goto(shaky.address)
    expect(banner(page)).to_contain_text("No connection to the house")
    shaky.start()
    expect(banner(page)).to_have_count(0)
    expect(page.get_by_role("heading", name=re.compile("Massachusetts"))).to_be_visible()


def _cards(page: Page) -> list[str]:
    return list(page.locator(".hero .card").evaluate_all("all => all.map(each => each.getAttribute('aria-label'))"))
