"""Every book in every part of the program: printed, compared, settled, counted, and played at a table of a house."""

from __future__ import annotations

import json
from pathlib import Path

import httpx
import pytest

from client.serving import served
from support.documents import document, hand
from support.installed import ran_text
from uth.adjudicate import settle_document
from uth.rules.loader import BOOKS, load_book
from uth.rules.registry import owner_clause

in_every_book = pytest.mark.parametrize("name", BOOKS)


def printed(*words: str, given: str = "") -> str:
    done = ran_text(*words, given=given)
    assert done.returncode == 0, done.stderr
    return done.stdout


@in_every_book
def test_a_book_is_listed_shown_and_compared(name: str) -> None:
    assert any(line.startswith(f"{name} ") for line in printed("rules").splitlines())
    assert load_book(name).title in " ".join(printed("rules", "show", name).split())
    assert printed("rules", "diff", name, "massachusetts" if name != "massachusetts" else "nevada")


@in_every_book
def test_a_round_is_settled_under_the_book_and_its_trips_are_counted(name: str) -> None:
    round_ = document(name, board="Ah Kd 9s 4c 2h", dealer="QsQc", seats=[hand(1, "ann", "AsAd", ante=1000)])
    if load_book(name).seats.player_banks:
        round_["banker"] = {"seat": 2, "wager": 100_000, "hole": round_.pop("dealer")}
    assert json.loads(printed("settle", "--json", "-", given=json.dumps(round_))) == settle_document(round_)
    assert json.loads(printed("exact", "--bet", "trips", "--rules", name, "--json"))


def test_a_house_opens_a_table_of_every_book_and_its_page_lists_them(tmp_path: Path) -> None:
    with served(tmp_path / "house") as house, httpx.Client(base_url=f"{house.address}/api/v1", timeout=30) as http:
        books = {book["name"]: book for book in http.get("/books").json()}
        tables = {table["name"]: table for table in http.get("/tables").json()}
    assert list(books) == list(BOOKS)
    assert set(tables) == set(BOOKS)
    for name, book in books.items():
        rules = load_book(name)
        assert (book["short_name"], book["description"]) == (rules.short_name, rules.description)
        assert (book["title"], book["owner"]) == (rules.title, owner_clause(rules.document))
        assert set(book["dealing"]) == {way.name for way in rules.dealing}
        assert (tables[name]["book_name"], tables[name]["description"]) == (rules.short_name, rules.description)
