"""The clauses of the five documents and the rulings, by number."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final

from uth.errors import Malformed

CLAUSES_FILE: Final = Path(__file__).with_name("clauses.toml")
RULINGS_FILE: Final = Path(__file__).with_name("rulings.toml")


class ClauseKind(StrEnum):
    """What a clause requires, from values that the engine decides to acts that only people can do."""

    RULE = "rule"
    PAY = "pay"
    PROCEDURE = "procedure"
    STAFF = "staff"
    CONDUCT = "conduct"


@dataclass(frozen=True, slots=True)
class Document:
    """One of the five source documents."""

    key: str
    name: str


@dataclass(frozen=True, slots=True)
class Clause:
    """One clause: its number in code and tests, and a summary of what it requires."""

    number: str
    book_key: str
    kind: ClauseKind
    says: str

    @property
    def document(self) -> Document:
        """The document of the clause."""
        return documents()[self.book_key]


@cache
def documents() -> Mapping[str, Document]:
    """Return the documents by key, in the order of the registry."""
    return MappingProxyType({key: Document(key, entry["name"]) for key, entry in _file()["documents"].items()})


@cache
def clauses() -> Mapping[str, Clause]:
    """Return every clause by number, in the order of the documents."""
    return MappingProxyType(
        {
            number: Clause(number, key, ClauseKind(entry["kind"]), entry["says"])
            for key, entries in _file()["clauses"].items()
            for number, entry in entries.items()
        }
    )


def owner_clause(document: str) -> str | None:
    """Return the clause of that document that requires an agreement with the game's owner, or ``None``."""
    return next((each for each in clauses() if each == f"{document}.OWNER"), None)


def clause(number: str) -> Clause:
    """Return the clause with that number; raise `Malformed` with the nearest numbers if there is none."""
    found = clauses().get(number)
    if found is None:
        near = nearest(number)
        raise Malformed("clause", number, "is not a clause" + (f"; the nearest: {', '.join(near)}" if near else ""))
    return found


def nearest(number: str, count_max: int = 3) -> list[str]:
    """Return the most similar clause numbers, ignoring case. Numbers that start with the text come first."""
    from difflib import get_close_matches

    folded = {known.casefold(): known for known in clauses()}
    wanted = number.strip().casefold()
    continued = [key for key in folded if wanted and key.startswith(wanted)]
    alike = get_close_matches(wanted, folded, n=count_max, cutoff=0.5)
    return [folded[key] for key in dict.fromkeys((*continued, *alike))][:count_max]


@cache
def _file() -> dict[str, Any]:
    with CLAUSES_FILE.open("rb") as file:
        return tomllib.load(file)


@dataclass(frozen=True, slots=True)
class Ruling:
    """A decision on a question that the documents leave open, with its reason."""

    number: str
    where: str
    question: str
    ruling: str
    why: str
    policy: bool = False
    """Whether it is a policy for running a house, not an interpretation of the documents."""


@cache
def rulings() -> Mapping[str, Ruling]:
    """Return every ruling by number, in order."""
    with RULINGS_FILE.open("rb") as file:
        read = tomllib.load(file)
    return MappingProxyType({number: Ruling(number, **entry) for number, entry in read.items()})
