"""An unattended sign: the house goes down and comes back, and the sign recovers with it."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import Browser, Page, Route, ViewportSize, WebSocketRoute, expect

from browser.playing import resized
from browser.staff.casino import Casino
from client.serving import served


def another_build(route: Route) -> None:
    """Answer as a house does that has a newer page."""
    answer = route.fetch()
    route.fulfill(response=answer, body=re.sub(r"/assets/index-[^.]+\.js", "/assets/index-newer.js", answer.text()))


def test_a_sign_comes_back_by_itself_when_the_house_does_and_loads_a_newer_page(
    browser: Browser, tmp_path: Path
) -> None:
    with served(tmp_path, "--timezone", "America/Chicago") as house:
        size: ViewportSize = {"width": 1920, "height": 1080}
        page = browser.new_context(viewport=size, timezone_id="Asia/Tokyo", reduced_motion="reduce").new_page()
        page.set_default_timeout(30_000)
        page.goto(f"{house.address}/sign")
        page.get_by_role("link", name="Open the sign of Chickasaw Nation").click()
        expect(page.get_by_text("live")).to_be_visible()
        meter = page.get_by_role("img", name="mega: $10,000.00")
        expect(meter).to_be_visible()
        page.evaluate("window.isOld = true")
        for is_newer in (False, True):
            if is_newer:
                page.route(f"{house.address}/", another_build)
            house.kill()
            stood = re.compile(r"reconnecting; the meters as they stood \d+ \w+ \d{4}, \d\d:\d\d C[SD]T$")
            expect(page.get_by_text(stood)).to_be_visible(timeout=30_000)
            expect(meter).to_be_visible()
            house.start()
            expect(page.get_by_text("live")).to_be_visible(timeout=60_000)
            page.wait_for_function("isNewer => Boolean(window.isOld) !== isNewer", arg=is_newer)
            expect(meter).to_be_visible()
        page.context.close()


def test_a_floor_that_is_not_answered_says_since_when_and_goes_on_by_itself(browser: Browser, casino: Casino) -> None:
    page = browser.new_context().new_page()
    page.context.add_cookies([{"name": "uth_session", "value": casino.token("Sue"), "url": casino.address}])
    page.goto(f"{casino.address}/floor")
    expect(page.get_by_text("The house is open")).to_be_visible()
    page.route("**/api/v1/floor", lambda route: route.fulfill(status=503, body="<h1>Service Unavailable</h1>"))
    note = page.get_by_text(re.compile("The house answered 503. The floor is shown as it was at"))
    expect(note).to_be_visible()
    page.unroute("**/api/v1/floor")
    expect(note).to_have_count(0)
    page.context.close()


def test_a_sign_that_is_there_before_its_tables_shows_the_meters_once_they_are(
    visit: Callable[..., Page], casino: Casino
) -> None:
    page = visit()
    page.goto(f"{casino.address}/sign/early")
    expect(page.get_by_role("heading", name="There is no sign “early”")).to_be_visible()
    casino.table(rules="nevada", link="early")
    expect(page.get_by_role("img", name="Progressive: $1,000.00")).to_be_visible()


def test_a_sign_stands_on_one_screen_and_scrolls_nowhere(visit: Callable[..., Page], casino: Casino) -> None:
    page = visit()
    page.goto(f"{casino.address}/sign/{casino.link('chickasaw')}")
    expect(page.get_by_role("img", name=re.compile("^mega"))).to_be_visible()
    for size in resized(page, [(1920, 1080), (2560, 1440), (1366, 768)]):
        assert page.evaluate("document.documentElement.scrollHeight") <= size[1]


WHEELS = """() => {
    const seen = window.seen = { backwards: 0, meters: [] }
    const before = new Map()
    let looked = performance.now()
    const look = (now = looked) => {
        if (now - looked > 100) before.clear()  // drawn too seldom: half a turn on would look like half a turn back
        looked = now
        for (const strip of document.querySelectorAll(".strip")) {
            const at = -new DOMMatrix(getComputedStyle(strip).transform).f / strip.firstElementChild.offsetHeight
            const rolled = (((at - (before.get(strip) ?? at)) % 10) + 10) % 10
            if (rolled > 5 && rolled < 9.98) seen.backwards++
            before.set(strip, at)
        }
        const shown = document.querySelector(".odometer").getAttribute("aria-label")
        if (seen.meters.at(-1) !== shown) seen.meters.push(shown)
        requestAnimationFrame(look)
    }
    look()
}"""


def test_wheels_only_turn_on_however_quickly_the_meter_is_fed_and_a_void_round_takes_nothing_off(
    visit: Callable[..., Page], casino: Casino
) -> None:
    page = visit(reduced_motion="no-preference")
    link: dict[str, object] = {}
    signs: list[WebSocketRoute] = []

    def listen(sign: WebSocketRoute) -> None:
        signs.append(sign)
        sign.connect_to_server().on_message(hear)

    def hear(said: str | bytes) -> None:
        link.update(json.loads(said))
        signs[0].send(said)

    page.route_web_socket(re.compile("/ws/v1/links/"), listen)
    casino.table(rules="nevada", link="quick")
    casino.table(rules="nevada", link="quick")
    page.goto(f"{casino.address}/sign/quick")
    expect(page.get_by_role("img", name="Progressive: $1,000.00")).to_be_visible()
    page.evaluate(WHEELS)

    def feed(cents: int, *news: dict[str, object]) -> None:
        signs[0].send(json.dumps({**link, "meters": {"main": cents}, "news": news, "recent": news}))

    for cents in range(100_000, 100_800, 97):
        feed(cents)
        page.wait_for_timeout(500)
    feed(100_800)
    feed(100_500)  # two tables' rounds are void at once: three wagers less
    expect(page.get_by_role("img", name="Progressive: $1,008.00")).to_be_visible()
    page.wait_for_function("() => document.getAnimations().length === 0")
    award = {"award": 1, "table": "t", "round": 1, "seat": 1, "hand": "royal_flush", "meter": "main", "stage": "paid"}
    feed(100_700, {**award, "cents": 100})
    page.wait_for_function("() => seen.meters.at(-1).endsWith('1,007.00')")
    shown = [float(each.rpartition("$")[2].replace(",", "")) for each in page.evaluate("seen.meters")]
    assert shown == [*sorted(shown[:-1]), 1_007.0]
    assert page.evaluate("seen.backwards") == 0
