"""Strategy pages over HTTP: counted once in a process of its own, and equal to what the engine says."""

from __future__ import annotations

import asyncio
import sys
from dataclasses import replace
from fractions import Fraction
from typing import Any

import httpx
import pytest

from support.open_house import open_house
from uth.cards import parse_cards
from uth.errors import Broken, Malformed
from uth.exact.advice import advise
from uth.exact.game import MainGame, main_game
from uth.exact.policies import hidden_pair, simple
from uth.exact.result import action
from uth.exact.solve import ev_of
from uth.exact.strategy_worker import read_game, written
from uth.ranking import Category
from uth.rules.loader import BOOKS, load_book
from uth.table.posted import Posted, post
from uth.web import strategy_routes

HANDS = {"AA": "Ah As", "K5o": "Kh 5s", "K4o": "Kh 4s", "22": "2h 2s", "J8s": "Jd 8d", "72o": "7c 2d"}


def exact(number: dict[str, Any]) -> Fraction:
    found = Fraction(number["fraction"])
    assert number["value"] == float(found)
    return found


async def strategy(client: httpx.AsyncClient, path: str) -> dict[str, Any]:
    """Ask until the page is counted, and return it; its steps never go back."""
    seen = [0]
    while True:
        answer = await client.get(f"/api/v1{path}/strategy")
        found: dict[str, Any] = answer.json()
        if answer.status_code == 200:
            page: dict[str, Any] = found["page"]
            return page
        assert (answer.status_code, found["page"]) == (202, None)
        seen.append(found["done"])
        assert seen == sorted(seen)
        assert seen[-1] <= found["of"]
        await asyncio.sleep(0.1)


async def test_a_page_is_counted_once_for_all_tables_of_the_same_game_and_is_what_the_engine_says() -> None:
    async with open_house() as at:
        await at.table("one", rules="massachusetts")
        await at.table("two", rules="greece")
        async with at.http() as client:
            page, same = await asyncio.gather(strategy(client, "/tables/one"), strategy(client, "/books/nevada"))
            assert (await client.get("/api/v1/tables/two/strategy")).json()["page"]["opponent"] == "croupier"
    assert [each["hands"] == page["hands"] for each in (same, page)] == [True, True]
    assert len({(hand["row"], hand["column"]) for hand in page["hands"]}) == 169
    assert sum(hand["combinations"] for hand in page["hands"]) == 1326

    game = main_game(post(load_book("massachusetts")))
    by_name = {hand["name"]: hand for hand in page["hands"]}
    for name, cards in HANDS.items():
        advice, found = advise(game, parse_cards(cards)), by_name[name]
        told = {action("preflop", option.multiple): option.value for option in advice.options}
        assert {done: exact(value) for done, value in found["values"].items()} == told
        assert found["best"] == action("preflop", advice.best.multiple)
    assert (by_name["K5o"]["best"], by_name["K4o"]["best"]) == ("4x", "check")

    best, rules = ev_of(game), simple(game)
    assert exact(page["house_edge"]) == -best
    assert exact(page["cost"]) == best - ev_of(game, rules)
    assert sum(exact(street["cost"]) for street in page["streets"]) == exact(page["cost"])
    preflop, flop, river = page["streets"]
    assert [(each["action"], each["otherwise"]) for each in page["streets"]] == [
        ("4x", "check"), ("2x", "check"), ("1x", "fold"),
    ]  # fmt: skip
    outs = next(rule for rule in river["rules"] if "outs" in rule["says"])
    assert exact(outs["left_out"]) == ev_of(game, rules) - ev_of(game, hidden_pair(game))
    assert [each["says"] for each in preflop["shortcuts"]] == [
        "raise 3× instead of 4×", "never raise before the flop",
    ]  # fmt: skip
    assert all(exact(each["cost"]) > 0 for street in page["streets"] for each in street["shortcuts"])
    assert flop["rules"][0]["says"] == "two pair or better"
    assert page["ignores"] == []


async def test_the_page_of_a_book_that_does_not_exist_names_the_books() -> None:
    async with open_house() as at, at.http() as client:
        answer = await client.get("/api/v1/books/vegas/strategy")
    assert answer.status_code == 422
    assert answer.json()["says"] == f'book: "vegas" is not a rule book; one of {", ".join(BOOKS)}'


async def test_a_worker_that_fails_is_reported_once_and_started_again(monkeypatch: pytest.MonkeyPatch) -> None:
    pages, posted = strategy_routes.StrategyPages(), post(load_book("nevada"))
    monkeypatch.setattr(strategy_routes, "WORKER", (sys.executable, "-c", "raise SystemExit('out of memory')"))
    for _ in range(2):
        with pytest.raises(Broken, match="out of memory"):
            await _until_counted(pages, posted)


async def _until_counted(pages: strategy_routes.StrategyPages, posted: Posted) -> None:
    while (await pages.answer(posted))["counting"]:
        await asyncio.sleep(0.02)


async def test_only_so_many_games_wait_to_be_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(strategy_routes, "WORKER", (sys.executable, "-c", "import time; time.sleep(60)"))
    pages = strategy_routes.StrategyPages()
    rules = load_book("nevada")
    games = [post(_with_preflop(rules, multiple)) for multiple in range(1, strategy_routes.WAITING_MAX + 3)]
    assert [(await pages.answer(posted))["counting"] for posted in games] == [True] * len(games)
    started = [each.task for each in pages._counting.values() if each.task is not None]
    assert len(started) == strategy_routes.WAITING_MAX
    for task in started:
        task.cancel()
    await asyncio.gather(*started, return_exceptions=True)


def _with_preflop(rules: Any, multiple: int) -> Any:
    play = rules.play
    return replace(rules, play=replace(play, preflop=replace(play.preflop, value=(multiple,))))


def test_a_game_is_written_and_read_and_one_with_side_wagers_is_refused() -> None:
    for game in (MainGame(), MainGame(preflop=(4,), flop=(), river=(1, 2), qualifier=None)):
        assert read_game(written(game)) == game
    assert read_game(written(MainGame(qualifier=Category.TWO_PAIR))).qualifier is Category.TWO_PAIR
    with pytest.raises(Malformed, match="ante, blind and play"):
        written(MainGame(trips_wager=Fraction(1)))
