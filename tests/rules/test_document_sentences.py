"""Each printed book against its document, sentence by sentence: nothing lost, nothing invented.

`tests/rules/sentences/KEY.txt` numbers every sentence of a document; `scripts/build_sentence_lists.py` writes it. The
plain words of the document, `src/uth/rulebook/texts/KEY.toml`, name the numbers they stand for.
"""

from __future__ import annotations

import re
import runpy
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from uth.rulebook.book import pages_of
from uth.rulebook.document import DocumentText, PlainSentence, document_section, document_text
from uth.rulebook.page import FactGroup
from uth.rulebook.stated import stated_values
from uth.rules.loader import BOOKS, load, parse
from uth.rules.registry import clauses

ROOT = Path(__file__).resolve().parents[2]
LISTS = {file.stem: file for file in sorted((Path(__file__).parent / "sentences").glob("*.txt"))}
WRITTEN = [key for key in LISTS if document_text(key) is not None]
of_every_document = pytest.mark.parametrize("key", WRITTEN)
in_every_book = pytest.mark.parametrize("name", [name for name in BOOKS if load(name).document in WRITTEN])


def text_of(key: str) -> DocumentText:
    text = document_text(key)
    assert text is not None
    return text


def sentences_of(key: str) -> Iterator[tuple[str, PlainSentence]]:
    """Yield every printed sentence with its clause."""
    for part in text_of(key).parts.values():
        for clause, sentences in part.items():
            yield from ((clause, each) for each in sentences)


def numbers_in_list(key: str) -> list[int]:
    lines = LISTS[key].read_text(encoding="utf-8").splitlines()
    assert all(re.fullmatch(r" *\d+ [0-9a-f]{10} .+", line) for line in lines)
    return [int(line.split()[0]) for line in lines]


@of_every_document
def test_every_sentence_of_a_document_is_printed_or_left_out_with_a_reason(key: str) -> None:
    text = text_of(key)
    printed = {number for _, each in sentences_of(key) for number in each.of}
    left_out = {number for each in text.left_out for number in each.of}
    listed = numbers_in_list(key)
    assert listed == list(range(1, len(listed) + 1))
    assert set(listed) - printed - left_out - set(text.headings) == set()
    assert (printed | left_out | set(text.headings)) - set(listed) == set()
    assert not printed & left_out
    assert not (printed | left_out) & set(text.headings)
    assert all(each.what.endswith(".") and each.why.endswith(".") for each in text.left_out)


@of_every_document
def test_every_printed_sentence_stands_for_a_sentence_of_the_document_or_for_a_ruling(key: str) -> None:
    for clause, each in sentences_of(key):
        assert bool(each.of) != (each.ruling is not None), (clause, each.says)
        assert each.says[0].isupper() or each.says[0] in "{'\"0123456789", each.says
        assert each.says.endswith((".", '."', ".'")), each.says


@of_every_document
def test_every_clause_of_the_registry_is_printed_once(key: str) -> None:
    printed = [clause for part in text_of(key).parts.values() for clause in part]
    assert Counter(printed).most_common(1)[0][1] == 1
    assert set(printed) == {number for number, clause in clauses().items() if clause.book_key == key}


@of_every_document
def test_a_chapter_follows_the_order_of_the_document(key: str) -> None:
    first = [
        min(n for _, part in chapter.items() for each in part for n in each.of)
        for chapter in text_of(key).parts.values()
    ]
    assert first == sorted(first)


@in_every_book
def test_every_sentence_of_the_text_is_in_the_printed_book_under_its_clause(name: str) -> None:
    rules = load(name)
    values = stated_values(rules)
    section = pages_of(rules)[0]
    facts = [each for part in section.parts if isinstance(part, FactGroup) for each in part.facts]
    for clause, each in sentences_of(rules.document):
        says, cite = each.says.format_map(values), each.ruling or clause
        assert any(says in fact.says and fact.cites == (cite,) for fact in facts), says


@in_every_book
def test_no_sentence_is_copied_from_the_document(name: str) -> None:
    """A printed sentence has the fingerprint of no sentence of the document."""
    from hashlib import sha256

    key = load(name).document
    kept = {line.split()[1] for line in LISTS[key].read_text(encoding="utf-8").splitlines()}
    said = {each.says for _, each in sentences_of(key)}
    assert not {sha256(says.encode()).hexdigest()[:10] for says in said} & kept


def test_a_number_in_the_text_is_the_one_that_is_played() -> None:
    own = parse(
        'based_on = "nevada"\nname = "own"\n[progressive]\nwager = { value = 500, cite = "own.1" }\n', "own.toml"
    )
    assert stated_values(own)["progressive_wager"] == "$5"
    assert stated_values(load("nevada"))["progressive_wager"] == "$1"


def test_a_rule_set_without_a_wager_of_its_document_still_prints_the_clauses_on_it() -> None:
    text = 'based_on = "nevada"\nname = "own"\n[progressive]\noffered = { value = false, cite = "own.1" }\n'
    section = document_section(parse(text, "own.toml"))
    assert section is not None
    (first, *_) = section.parts
    assert isinstance(first, FactGroup)
    assert any("UTHP-02" in fact.says for fact in first.facts)


@pytest.mark.clause("NV.3")
def test_the_figures_printed_with_the_nevada_table_are_printed() -> None:
    said = " ".join(each.says for clause, each in sentences_of("NV") if clause == "NV.3")
    assert all(figure in said for figure in ("24.24%", "2.80%", "32,488 to 1", "$9,772"))


def test_the_script_finds_sentences_headings_and_tables() -> None:
    found = runpy.run_path(str(ROOT / "scripts" / "build_sentence_lists.py"))["sentences_of"]
    text = "## **1. Words**\n\n- (a) Played by A, B and C Inc. of Reno. It is a game:\n\nHand\tPays\nFlush\t3 to 2\n"
    assert found(text) == [
        "1. Words",
        "- (a) Played by A, B and C Inc. of Reno.",
        "It is a game:",
        "Hand Pays / Flush 3 to 2",
    ]
