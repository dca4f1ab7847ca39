"""The document of a rule set in plain words: every clause in order, with the rulings that apply to it.

`texts/KEY.toml` has the words. Each sentence names the sentences of the document that it restates, so that a test can
prove that none was lost and none invented.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Final

from uth.rulebook.page import Fact, FactGroup, Section
from uth.rulebook.stated import stated_values
from uth.rules.ruleset import RuleSet

_LINE: Final = re.compile(r"(R\d+|\d[\d, -]*) (.+)")
_MANY: Final = 7
"""A clause of at least this many sentences is a list, such as definitions, and gets a line for each sentence."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PlainSentence:
    """A sentence of a printed clause, and the sentences of the document that it restates, or its ruling."""

    says: str
    of: tuple[int, ...] = ()
    ruling: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class NotPrinted:
    """Sentences of the document that are not printed under a clause, with the reason."""

    of: tuple[int, ...]
    what: str
    why: str


@dataclass(frozen=True, slots=True, kw_only=True)
class DocumentText:
    """A document in plain words: its clauses by chapter, its headings, and its omissions."""

    parts: Mapping[str, Mapping[str, tuple[PlainSentence, ...]]]
    headings: tuple[int, ...]
    left_out: tuple[NotPrinted, ...]


@cache
def document_text(key: str) -> DocumentText | None:
    """Return the plain words of that document, or ``None`` if it has none."""
    file = files("uth.rulebook").joinpath("texts", f"{key}.toml")
    if not file.is_file():
        return None
    read = tomllib.loads(file.read_text(encoding="utf-8"))
    return DocumentText(
        parts={
            part["title"]: {clause: tuple(_sentences(text)) for clause, text in part["clauses"].items()}
            for part in read["part"]
        },
        headings=_numbers(read["headings"]),
        left_out=tuple(
            NotPrinted(of=_numbers(each["of"]), what=each["what"], why=each["why"]) for each in read.get("left_out", ())
        ),
    )


def _sentences(text: str) -> Iterator[PlainSentence]:
    for line in text.strip().splitlines():
        found = _LINE.fullmatch(line.strip())
        if found is None:
            raise ValueError(f"{line!r} does not begin with the number of a sentence or a ruling")
        source, says = found.groups()
        ruled = source.startswith("R")
        yield PlainSentence(says=says, of=() if ruled else _numbers(source), ruling=source if ruled else None)


def _numbers(text: str) -> tuple[int, ...]:
    """Return the numbers of a list such as ``1-3, 9``."""
    found: list[int] = []
    for part in text.split(","):
        first, _, last = part.strip().partition("-")
        found += range(int(first), int(last or first) + 1)
    return tuple(found)


def document_section(rules: RuleSet) -> Section | None:
    """Return the document clause by clause with the values of the rule set, or ``None`` if it has no text."""
    text = document_text(rules.document)
    if text is None:
        return None
    values = stated_values(rules)
    groups = [
        FactGroup(title=title, facts=tuple(fact for number in clauses for fact in _clause(number, clauses, values)))
        for title, clauses in text.parts.items()
    ]
    left = tuple(Fact(f"{each.what} {each.why}") for each in text.left_out)
    if left:
        groups.append(FactGroup(title="Left out", facts=left))
    return Section(title="The document, clause by clause", parts=tuple(groups))


def _clause(number: str, clauses: Mapping[str, tuple[PlainSentence, ...]], values: Mapping[str, str]) -> Iterator[Fact]:
    said = [each.says.format_map(values) for each in clauses[number] if each.ruling is None]
    if len(said) < _MANY:
        said = [" ".join(said)]
    yield from (Fact(says, (number,)) for says in said)
    for each in clauses[number]:
        if each.ruling is not None:
            yield Fact(each.says.format_map(values), (each.ruling,))
