"""The guided hand: offered to a newcomer, led by the real table, explained wager by wager, skipped with Escape."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from browser.axe import found_by_axe
from browser.playing import decision, resized, sit_down, spot, table_at, wait_for_wagers
from client.serving import Served

SIZES = ((390, 844), (768, 1024), (1440, 900), (2560, 1440))


def guide(page: Page, step: str = "") -> Locator:
    return page.locator(f".guide[data-step='{step}']" if step else ".guide")


def reachable(page: Page, control: Locator) -> bool:
    """Whether the control can be pressed where it lies: nothing covers it."""
    control.scroll_into_view_if_needed()
    covered = """each => {
        const { x, y, width, height } = each.getBoundingClientRect()
        const top = document.elementFromPoint(x + width / 2, y + height / 2)
        return top !== null && (each.contains(top) || top.contains(each))
    }"""
    return bool(control.evaluate(covered))


def test_a_newcomer_is_led_through_a_hand_and_told_why_each_wager_won_or_lost(
    visit: Callable[..., Page], house: Served
) -> None:
    page = visit(newcomer=True)
    sit_down(page, house.address, table_at(page, house.address, speed="usual"))
    expect(guide(page)).to_contain_text("New to the game?")
    page.get_by_role("button", name="Show me").click()
    expect(guide(page, "ante")).to_contain_text("Press the Ante spot")
    for size in resized(page, SIZES):
        assert reachable(page, spot(page, "ante").get_by_role("button")), size
        assert reachable(page, page.get_by_role("button", name=re.compile("^Deal"))), size
    assert found_by_axe(page) == []
    page.set_viewport_size({"width": 390, "height": 844})
    spot(page, "ante").get_by_role("button").click()
    expect(guide(page, "deal")).to_contain_text("$5 is on the ante and $5 on the blind")
    page.get_by_role("button", name=re.compile("^Deal")).click()
    expect(guide(page, "preflop")).to_contain_text(re.compile("You have .* so far. Like your two cards"))
    expect(page.locator(".hero .held")).to_be_visible()
    for size in resized(page, SIZES):
        assert all(reachable(page, each) for each in decision(page).get_by_role("button").all()), size
    page.keyboard.press("c")
    expect(guide(page, "flop")).to_contain_text("three shared cards")
    page.keyboard.press("c")
    expect(guide(page, "river")).to_contain_text("play or fold")
    page.keyboard.press("1")
    ended = guide(page, "result")
    expect(ended).to_contain_text(re.compile(r"(You win|You lose|You are even).*: here is why"))
    for wager in ("Ante", "Blind", "Play"):
        expect(
            ended.get_by_role("listitem").filter(has_text=re.compile(rf"^{wager} (wins|loses|comes back)"))
        ).to_have_count(1)
    assert found_by_axe(page) == []
    wait_for_wagers(page)  # the next round is open, and the explanation still stands
    expect(ended).to_be_visible()
    ended.get_by_role("button", name="Finish").click()
    expect(guide(page)).to_have_count(0)
    page.reload()
    wait_for_wagers(page)
    expect(guide(page)).to_have_count(0)


@pytest.mark.parametrize("answer", ["Escape", "No, thanks"])
def test_the_offer_is_made_once_and_the_help_starts_the_guide_again(
    visit: Callable[..., Page], house: Served, answer: str
) -> None:
    page = visit(newcomer=True)
    sit_down(page, house.address, table_at(page, house.address))
    expect(guide(page)).to_be_visible()
    if answer == "Escape":
        page.keyboard.press("Escape")
    else:
        page.get_by_role("button", name=answer).click()
    expect(guide(page)).to_have_count(0)
    page.reload()
    wait_for_wagers(page)
    expect(guide(page)).to_have_count(0)
    page.keyboard.press("?")
    page.get_by_role("dialog").get_by_role("button", name="Play a guided hand").click()
    expect(guide(page, "ante")).to_be_visible()
    page.keyboard.press("Escape")
    expect(guide(page)).to_have_count(0)


def test_the_ranking_card_is_one_key_away_and_marks_ones_own_hand(visit: Callable[..., Page], house: Served) -> None:
    page = visit()
    sit_down(page, house.address, table_at(page, house.address, speed="usual"))
    wait_for_wagers(page)
    page.keyboard.press("k")
    card = page.get_by_role("dialog", name="What beats what")
    expect(card.get_by_role("listitem")).to_have_count(10)
    expect(card.get_by_role("status")).to_contain_text("You have no cards now")
    assert found_by_axe(page, "dialog[open]") == []
    page.keyboard.press("Escape")
    page.keyboard.press("a")
    page.keyboard.press("Space")
    expect(decision(page)).to_be_visible()
    named = page.locator(".hero .held")
    expect(named).to_have_text(re.compile(r"(Pair of \w+|\w+ high)"))
    named.click()
    expect(card.locator(".mine")).to_have_count(1)
