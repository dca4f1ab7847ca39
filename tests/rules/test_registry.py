"""The registry of clauses."""

from __future__ import annotations

import re
import subprocess
import sys
from collections import Counter
from dataclasses import FrozenInstanceError

import pytest

from uth.errors import Malformed
from uth.rules.registry import CLAUSES_FILE, ClauseKind, clause, clauses, documents, nearest

#        rule  pay  procedure  staff  conduct
COUNTS = """
    MA    46    10     22        6       4
    CA    26     3      9        2       3
    CN    42     5      8       11       4
    NV    10     1      4        6       0
    GR    23     3      2        2       3
"""
COUNTS_BY_DOCUMENT = {key: tuple(map(int, counts)) for key, *counts in map(str.split, COUNTS.strip().splitlines())}


def test_the_five_documents_have_255_clauses() -> None:
    assert len(clauses()) == 255
    assert list(documents()) == list(COUNTS_BY_DOCUMENT)


@pytest.mark.parametrize("key", COUNTS_BY_DOCUMENT)
def test_each_document_has_its_count_of_clauses_of_each_kind(key: str) -> None:
    kinds = Counter(each.kind for each in clauses().values() if each.book_key == key)
    assert tuple(kinds[kind] for kind in ClauseKind) == COUNTS_BY_DOCUMENT[key]


def test_every_number_in_the_file_is_in_the_registry_in_the_same_order_with_what_it_says() -> None:
    line = re.compile(r'^"(?P<number>[^"]+)" = \{ kind = "(?P<kind>\w+)", says = "(?P<says>[^"]+)" \}$')
    read = [line.match(text) for text in CLAUSES_FILE.read_text(encoding="utf-8").splitlines() if text.startswith('"')]
    written = [(found["number"], found["kind"], found["says"]) for found in read if found]
    assert len(written) == len(read)
    assert [(each.number, each.kind.value, each.says) for each in clauses().values()] == written


def test_a_number_begins_with_the_key_of_its_document() -> None:
    for number, each in clauses().items():
        assert number == each.number
        assert number.startswith(f"{each.book_key}.")
        assert each.document is documents()[each.book_key]


def test_no_two_numbers_differ_in_case_alone() -> None:
    assert len({number.casefold() for number in clauses()}) == len(clauses())


def test_a_clause_is_found_by_its_number() -> None:
    found = clause("MA.9g")
    assert (found.book_key, found.kind) == ("MA", ClauseKind.RULE)
    assert found.says.startswith("dealer below a pair: antes of players who played are returned")
    assert found.document.name.startswith("Massachusetts")


@pytest.mark.parametrize(
    ("written", "named"),
    [("MA.9", "MA.9a, MA.9b, MA.9c"), ("ma.9g", "MA.9g"), ("CA.PLAY21", "CA.PLAY2"), ("GR.MISC1", "GR.MISA1")],
)
def test_an_unknown_number_is_malformed_and_the_nearest_are_named(written: str, named: str) -> None:
    with pytest.raises(Malformed, match="is not a clause") as refusal:
        clause(written)
    assert refusal.value.value == written
    assert named in str(refusal.value)


@pytest.mark.parametrize("written", ["", "   ", "?", "\n", "royal" * 1000])
def test_a_number_like_no_other_is_malformed_on_one_short_line(written: str) -> None:
    with pytest.raises(Malformed) as refusal:
        clause(written)
    assert nearest(written) == []
    assert "\n" not in str(refusal.value)
    assert len(str(refusal.value)) < 120


def test_the_registry_cannot_be_changed() -> None:
    with pytest.raises(TypeError):
        clauses()["MA.1"] = clause("MA.2a")  # type: ignore[index]
    with pytest.raises(FrozenInstanceError):
        clause("MA.1").says = "nothing"  # type: ignore[misc]


def test_the_registry_brings_in_no_third_party_library() -> None:
    program = "import sys; import uth.rules.registry; print(*{name.partition('.')[0] for name in sys.modules})"
    loaded = subprocess.run([sys.executable, "-S", "-c", program], env=_ALONE, capture_output=True, check=True)
    assert not {"numpy", "numba", "pydantic", "rich", "typer"} & set(loaded.stdout.decode().split())


_ALONE = {"PYTHONPATH": str(CLAUSES_FILE.parents[2])}
