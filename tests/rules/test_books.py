"""The books."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from pathlib import Path
from typing import Any

import pytest

from uth.errors import Malformed
from uth.rules import loader
from uth.rules.loader import BOOKS, book_text, load, parse
from uth.rules.registry import clauses, rulings
from uth.rules.ruleset import plain
from uth.table.posted import post

BOOKS_FOLDER = Path(loader.__file__).with_name("books")
RULED = set(rulings())
CITING = {"cite", "cites", "clause"}

in_every_book = pytest.mark.parametrize("name", BOOKS)


def cites_in(value: Any) -> Iterator[str]:
    """Yield every clause or ruling beside a value, wherever in the rule set it stands."""
    if is_dataclass(value) and not isinstance(value, type):
        for field in fields(value):
            inner = getattr(value, field.name)
            yield from _written(inner) if field.name in CITING else cites_in(inner)
    elif isinstance(value, dict):
        for inner in value.values():
            yield from cites_in(inner)
    elif isinstance(value, tuple):
        for inner in value:
            yield from cites_in(inner)


def _written(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif value is not None:
        for inner in value.values() if isinstance(value, dict) else value:
            yield from _written(inner)


@in_every_book
def test_a_book_loads_under_its_own_name_and_posts_a_table(name: str) -> None:
    rules = load(name)
    assert rules.name == name
    assert post(rules).rules is rules


@in_every_book
def test_every_citation_is_a_clause_of_the_books_own_document_or_a_ruling(name: str) -> None:
    rules = load(name)
    cited = set(cites_in(rules))
    own = {number for number, clause in clauses().items() if clause.book_key == rules.document}
    assert len(cited) >= 10
    assert cited - own - RULED == set()


@in_every_book
def test_no_value_of_a_book_is_without_a_citation(name: str) -> None:
    cites = list(cites_in(load(name)))
    assert all(cites)
    assert len(cites) > 50


@in_every_book
def test_a_book_is_data_that_json_holds_whole(name: str) -> None:
    written = plain(load(name))
    assert json.loads(json.dumps(written)) == written


@in_every_book
def test_two_readings_of_a_book_have_one_fingerprint_and_two_books_have_two(name: str) -> None:
    assert len({load(other).fingerprint for other in BOOKS}) == len(BOOKS)
    assert load(name).fingerprint == load(name).fingerprint


@pytest.mark.parametrize(("name", "symbol"), [(name, "€" if name == "greece" else "$") for name in BOOKS])
def test_greece_counts_in_euro_and_the_others_in_dollars(name: str, symbol: str) -> None:
    assert load(name).currency.symbol == symbol


@pytest.mark.parametrize("written", ["texas", "Massachusetts", "massachusetts.json", "no/such/folder/file"])
def test_an_unknown_name_is_refused_with_the_names_there_are(written: str) -> None:
    with pytest.raises(Malformed, match=f"{', '.join(BOOKS)}, or the path"):
        load(written)


@in_every_book
def test_a_book_says_at_its_top_what_stands_beside_its_values(name: str) -> None:
    assert book_text(name).startswith("# Every value with its clause beside it. Money in cents; odds with")


@pytest.mark.parametrize("name", BOOKS)
def test_limits_that_no_document_gives_cite_the_ruling_and_not_a_clause(name: str) -> None:
    assert load(name).limits.cite == "R89"


@pytest.mark.parametrize("name", ["california", "chickasaw", "nevada"])
def test_whether_cards_are_cut_where_the_document_is_silent_cites_the_ruling(name: str) -> None:
    assert {way.cut.cite for way in load(name).dealing} == {"R95"}
    assert all(way.cut.value == (way.shuffled_by.value == "hand") for way in load(name).dealing)


@in_every_book
def test_a_book_has_a_short_name_and_a_description_of_its_own(name: str) -> None:
    listing = load(name).book
    assert listing.short_name
    assert listing.description
    assert sum(load(other).short_name == listing.short_name for other in BOOKS) == 1


def test_the_books_are_the_files_of_the_folder_in_their_own_order() -> None:
    assert {f"{name}.toml" for name in BOOKS} == {each.name for each in BOOKS_FOLDER.glob("*.toml")}
    assert list(BOOKS) == sorted(BOOKS, key=lambda name: (load(name).book.order, name))


@in_every_book
def test_how_a_book_is_listed_is_no_part_of_its_rules_and_is_not_inherited(name: str) -> None:
    text = book_text(name)
    other = text.replace(f'short_name = "{load(name).short_name}"', 'short_name = "Another"')
    assert parse(other, "other.toml").short_name == "Another"
    assert parse(other, "other.toml").fingerprint == load(name).fingerprint
    own = parse(f'name = "riverside"\ntitle = "Riverside Card Room"\nbased_on = "{name}"', "riverside.toml")
    assert (own.short_name, own.description) == ("Riverside", "Riverside Card Room")
