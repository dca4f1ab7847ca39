"""The rulings: one list, its page, and every place that cites one."""

from __future__ import annotations

import re
import runpy
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from uth.rulebook.book import pages_of
from uth.rulebook.page import cites_in
from uth.rules.loader import BOOKS, load
from uth.rules.registry import clauses, documents, rulings
from uth.rules.ruleset import plain

ROOT = Path(__file__).resolve().parents[2]


def test_the_page_is_what_the_list_says() -> None:
    written = (ROOT / "docs" / "rulings.md").read_text(encoding="utf-8")
    current = runpy.run_path(str(ROOT / "scripts" / "build_rulings_page.py"))["page"]()
    says = "docs/rulings.md is made from src/uth/rules/rulings.toml: write a ruling there and run"
    assert written == current, f"{says}\n    .venv/bin/python scripts/build_rulings_page.py"


def test_every_ruling_has_a_question_an_answer_and_a_reason_in_numerical_order() -> None:
    numbers = [int(number[1:]) for number in rulings()]
    assert numbers == sorted(numbers)
    for each in rulings().values():
        assert all((each.where, each.question, each.ruling, each.why)), each.number
        assert "|" not in each.where + each.question + each.ruling + each.why


@pytest.mark.parametrize("number", rulings())
def test_a_ruling_names_clauses_and_rulings_that_exist(number: str) -> None:
    each = rulings()[number]
    text = " ".join((each.where, each.question, each.ruling, each.why))
    keys = "|".join(documents())
    for clause in re.findall(rf"\b(?:{keys})\.[A-Z]*\d*[a-z]?\d?[a-z]?\b", text):
        assert clause in clauses() or any(known.startswith(clause) for known in clauses()), clause
    assert set(re.findall(r"\bR\d+\b", text)) <= rulings().keys()


@pytest.mark.parametrize(
    "file", [*sorted((ROOT / "docs").glob("*.md")), ROOT / "README.md"], ids=lambda file: file.name
)
def test_the_documentation_cites_only_clauses_and_rulings_that_exist(file: Path) -> None:
    text, keys = file.read_text(encoding="utf-8"), "|".join(documents())
    cited = set(re.findall(rf"\b(?:{keys})\.[A-Z0-9]\w*", text))
    if file.name == "rulings.md":  # a ruling may be about a whole section
        cited = {each for each in cited if not any(known.startswith(each) for known in clauses())}
    assert cited - clauses().keys() == set()
    assert set(re.findall(r"\bR\d{1,3}\b", text)) - rulings().keys() == set()


CITED_FOR = {
    "MA.10e": {"aggregate_limit"},
    "MA.3b": {"opening"},
    "MA.7a": {"dealt_by"},
    "CA.BET1": set[str](),
    "CN.1": {"blind_equals_ante"},
    "CN.11": {"cites"},
    "CN.12": {"opening"},
    "CN.46": {"foreign_refused"},
    "NV.8": set[str](),
    "GR.TERMS": set[str](),
}
"""Clauses that were once cited for what they do not say, and the values they do give."""


@pytest.mark.parametrize("clause", CITED_FOR)
def test_a_clause_is_cited_only_for_the_values_it_gives(clause: str) -> None:
    found = {name for book in BOOKS for name, cite in cited_values(plain(load(book))) if cite == clause}
    assert found == CITED_FOR[clause]


def cited_values(value: Any, name: str = "") -> Iterator[tuple[str, str]]:
    """Yield the name of each value with its citation, wherever in a rule set it stands."""
    if isinstance(value, dict):
        for key, inner in value.items():
            if isinstance(inner, str) and (key == "cite" or name.endswith("cites")):
                yield name, inner
            else:
                yield from cited_values(inner, key)
    elif isinstance(value, list):
        for inner in value:
            yield from [(name, inner)] if name == "cites" else cited_values(inner, name)


@pytest.mark.parametrize("name", BOOKS)
def test_coupons_and_wagers_a_document_does_not_name_are_refused_by_a_ruling(name: str) -> None:
    rules = load(name)
    for value in (rules.ante.match_play, rules.cover_all.offered):
        assert value.value or value.cite in rulings()


@pytest.mark.parametrize("name", BOOKS)
def test_a_printed_book_cites_only_clauses_of_its_document_and_rulings(name: str) -> None:
    rules = load(name)
    own = {number for number, clause in clauses().items() if clause.book_key == rules.document}
    assert cites_in(pages_of(rules)) - own - rulings().keys() == set()
