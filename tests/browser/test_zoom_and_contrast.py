"""A zoom of 400%, a low window, focus rings, more contrast, forced colours."""

from __future__ import annotations

import io
import re
from collections.abc import Callable

import numpy as np
import pytest
from PIL import Image
from playwright.sync_api import FloatRect, Locator, Page, expect

from browser.playing import deal_button, decision, plaque, resized, sit_down, spot, table_at, wait_for_wagers
from client.serving import Served


def _dealt(page: Page, house: Served) -> None:
    sit_down(page, house.address, table_at(page, house.address))
    wait_for_wagers(page)
    page.keyboard.press("Space")
    expect(decision(page)).to_be_visible()


# Zoom and low windows.


def test_at_four_times_the_size_cards_prompt_and_buttons_are_seen_whole(
    visit: Callable[..., Page], house: Served
) -> None:
    page = visit(width=320, height=256, reduced_motion="reduce")
    _dealt(page, house)
    for offered in ("Play 4×", "Play 2×"):
        expect(decision(page).get_by_role("button", name=re.compile(offered))).to_be_visible()
        page.keyboard.press("c")
    expect(decision(page).get_by_role("button", name=re.compile("^Fold"))).to_be_visible()
    page.wait_for_timeout(300)
    assert page.evaluate("document.documentElement.scrollWidth") <= 320
    for part in (
        page.locator(".hero .cards"),
        page.locator(".board"),
        plaque(page),
        decision(page),
        page.locator(".bar"),
    ):
        part.evaluate("each => each.scrollIntoView({ block: 'center' })")
        box = part.bounding_box()
        assert box is not None
        assert box["x"] >= 0 <= box["y"], box
        assert box["x"] + box["width"] <= 320, box
        assert box["y"] + box["height"] <= 256, box
        on_top = part.evaluate(
            """each => { const box = each.getBoundingClientRect()
                 return [0.1, 0.5, 0.9].every(share => {
                   const found = document.elementFromPoint(box.x + box.width * share, box.y + box.height * 0.5)
                   return each.contains(found) || found.contains(each) }) }"""
        )
        assert on_top, part


def test_with_more_space_between_letters_words_and_lines_nothing_runs_off(
    visit: Callable[..., Page], house: Served
) -> None:
    page = visit(reduced_motion="reduce")
    _dealt(page, house)
    page.evaluate(
        """() => { for (const each of document.querySelectorAll("*")) {
             each.style.setProperty("line-height", "1.5", "important")
             each.style.setProperty("letter-spacing", "0.12em", "important")
             each.style.setProperty("word-spacing", "0.16em", "important") } }"""
    )
    assert page.evaluate("document.documentElement.scrollWidth") <= 1440
    cut = (
        decision(page)
        .get_by_role("button")
        .evaluate_all(
            "all => all.filter(each => each.scrollWidth > each.clientWidth + 1).map(each => each.textContent)"
        )
    )
    assert cut == []


def test_in_a_low_window_ones_own_place_lies_on_the_felt_and_not_across_the_dock(
    visit: Callable[..., Page], house: Served
) -> None:
    page = visit()
    _dealt(page, house)
    for size in resized(page, [(1024, 600), (1024, 768), (1280, 600), (1366, 600)]):
        own, felt = page.locator(".hero").bounding_box(), page.locator("main.felt").bounding_box()
        dock = page.locator(".dock").bounding_box()
        assert own is not None
        assert felt is not None
        assert dock is not None
        assert own["y"] + own["height"] <= felt["y"] + felt["height"], size
        assert own["y"] + own["height"] <= dock["y"], size


# The ring of the focus.


def _pixels(page: Page, box: FloatRect) -> np.ndarray:
    clip = FloatRect(x=box["x"] - 8, y=box["y"] - 8, width=box["width"] + 16, height=box["height"] + 16)
    image = Image.open(io.BytesIO(page.screenshot(clip=clip))).convert("RGB")
    return np.asarray(image, dtype=float) / 255


def _luminance(pixels: np.ndarray) -> np.ndarray:
    linear = np.where(pixels <= 0.04045, pixels / 12.92, ((pixels + 0.055) / 1.055) ** 2.4)
    found: np.ndarray = linear @ np.array([0.2126, 0.7152, 0.0722])
    return found


def ring_contrast(page: Page, target: Locator) -> float:
    """Return the contrast between what the ring covers with and without the focus, for the median pixel of it."""
    box = target.bounding_box()
    assert box is not None
    page.evaluate("document.activeElement.blur()")
    without = _pixels(page, box)
    page.keyboard.press("Tab")  # from now on the focus is shown
    target.focus()
    with_ring = _pixels(page, box)
    changed = np.abs(with_ring - without).max(axis=2) > 0.12
    assert changed.sum() > 100, "no ring is drawn"
    one, other = _luminance(with_ring)[changed], _luminance(without)[changed]
    ratios = (np.maximum(one, other) + 0.05) / (np.minimum(one, other) + 0.05)
    return float(np.median(ratios))


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_the_ring_of_the_focus_has_three_to_one_on_every_felt(
    visit: Callable[..., Page], house: Served, theme: str
) -> None:
    page = visit(theme=theme)
    sit_down(page, house.address, table_at(page, house.address))
    wait_for_wagers(page)
    for felt in ("green", "blue", "red", "slate"):
        page.evaluate("felt => (document.documentElement.dataset.felt = felt)", felt)
        page.wait_for_timeout(200)
        for target in (spot(page, "ante").get_by_role("button"), deal_button(page), page.get_by_label("Settings")):
            assert ring_contrast(page, target) >= 3, (felt, target)


# What the reader's machine asks for.


def test_more_contrast_is_given_where_it_is_asked_for(visit: Callable[..., Page], house: Served) -> None:
    colours = {}
    for contrast in ("no-preference", "more"):
        page = visit(contrast=contrast)
        page.goto(house.address)
        page.wait_for_selector(".btn")
        colours[contrast] = page.evaluate(
            """() => { const root = getComputedStyle(document.documentElement)
                 const button = getComputedStyle(document.querySelector('.btn.main'))
                 return [root.getPropertyValue('--muted'), root.getPropertyValue('--text'), button.borderTopColor] }"""
        )
    plain, more = colours["no-preference"], colours["more"]
    assert plain[0] != plain[1]
    assert more[0] == more[1]
    assert plain[2] == "rgba(0, 0, 0, 0)"
    assert more[2] != plain[2]


def test_with_forced_colours_the_chosen_chip_and_the_main_button_have_an_edge(
    visit: Callable[..., Page], house: Served
) -> None:
    page = visit(forced_colors="active")
    sit_down(page, house.address, table_at(page, house.address))
    wait_for_wagers(page)
    edge = "each => { const style = getComputedStyle(each); return [style.borderTopStyle, style.borderTopWidth] }"
    assert page.get_by_role("radio", checked=True).evaluate(edge) == ["solid", "2px"]
    assert deal_button(page).evaluate(edge) == ["solid", "1px"]
