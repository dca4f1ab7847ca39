"""Friends at one table, each with their own browser."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from browser.playing import answer, bet, deal_button, decision, hands, purse, sit_down, slip, table_at, wait_for_wagers
from client.serving import Served

WAGERS = (
    ("ante", "trips"),
    ("ante", "progressive", "match_play"),
    ("ante", "trips", "progressive", "cover_all"),
)
WISHES = ("Play 4×", "Play 3×", "Play 2×", "Fold")


def _round(pages: list[Page], number: int) -> None:
    before = [hands(page) for page in pages]
    for at, page in enumerate(pages):
        wait_for_wagers(page)
        for wager in WAGERS[(number + at) % len(WAGERS)]:
            bet(page, wager)
    for page in pages:
        deal_button(page).click()
    while [hands(page) for page in pages] == before:
        for at, page in enumerate(pages):
            answer(page, WISHES[(number + at) % len(WISHES)])
    for page, count in zip(pages, before, strict=True):
        expect(purse(page)).to_contain_text(re.compile(rf"Hands\s*{count + 1}\b"))


def _evening(visit: Callable[..., Page], house: Served, rounds: int) -> None:
    first = visit(reduced_motion="no-preference")
    table = table_at(first, house.address)
    pages = [first, visit(theme="light"), visit(width=390, height=844, has_touch=True)]
    for page, name in zip(pages, ("Ann", "Bob", "Cleo"), strict=True):
        sit_down(page, house.address, table, name)
    for name in ("Bob", "Cleo"):
        expect(first.locator(".side .called").filter(has_text=name)).to_be_visible()
    for number in range(rounds):
        _round(pages, number)
        assert slip(first).locator("tbody tr").count() >= 3
    first.get_by_role("button", name="Say something").click()
    first.get_by_role("button", name="Nice hand").click()
    expect(pages[1].locator(".bubble").first).to_have_text("Nice hand")


def test_three_browsers_play_a_round_with_every_kind_of_wager(visit: Callable[..., Page], house: Served) -> None:
    _evening(visit, house, rounds=1)


@pytest.mark.slow
def test_three_browsers_play_twenty_rounds(visit: Callable[..., Page], house: Served) -> None:
    _evening(visit, house, rounds=20)


def test_a_full_table_says_so_and_a_seat_that_gets_free_is_offered(visit: Callable[..., Page], house: Served) -> None:
    player, watcher = visit(), visit()
    table = table_at(player, house.address, speed="usual")
    sit_down(player, house.address, table, "Ann")
    csrf = player.request.get(f"{house.address}/api/v1/me").json()["csrf"]
    bots = f"{house.address}/api/v1/tables/{table}/bots"
    assert player.request.post(bots, data={"count": 5}, headers={"x-csrf": csrf}).ok
    watcher.goto(f"{house.address}/table/{table}?sit")
    dock = watcher.locator(".dock")
    expect(dock).to_contain_text("Every seat is taken")
    expect(dock.get_by_role("button")).to_have_count(0)
    expect(dock.get_by_role("link", name="Other tables")).to_be_visible()
    player.goto(house.address)
    full = player.get_by_role("listitem").filter(has_text=re.compile(table[2:]))
    expect(full.get_by_text("Full", exact=True)).to_be_visible()
    expect(full.get_by_role("link", name=re.compile("^Sit down"))).to_have_count(0)
    assert player.request.delete(f"{bots}/1", headers={"x-csrf": csrf}).ok
    expect(dock.get_by_role("button", name=re.compile("^Take a seat"))).to_be_enabled()


def test_the_others_are_told_who_is_away(visit: Callable[..., Page], house: Served) -> None:
    first, second = visit(), visit()
    table = table_at(first, house.address, speed="usual")
    sit_down(first, house.address, table, "Ann")
    sit_down(second, house.address, table, "Bob")
    bob = first.locator(".seat").filter(has_text="Bob")
    expect(bob).to_be_visible()
    expect(bob).not_to_contain_text("Away")
    second.goto(house.address)
    expect(bob).to_contain_text("Away")
    second.go_back()
    expect(bob).not_to_contain_text("Away")


def test_whoever_watches_sees_the_table_and_no_card_that_is_face_down(
    visit: Callable[..., Page], house: Served
) -> None:
    player, watcher = visit(), visit()
    table = table_at(player, house.address, speed="fast")
    sit_down(player, house.address, table, "Ann")
    watcher.goto(f"{house.address}/table/{table}")
    expect(player.locator(".watching")).to_contain_text("1")
    wait_for_wagers(player)
    bet(player, "ante")
    deal_button(player).click()
    expect(decision(player)).to_be_visible()
    labels = watcher.locator(".seat .card").evaluate_all("all => all.map(each => each.getAttribute('aria-label'))")
    assert labels == ["a card face down"] * 2
