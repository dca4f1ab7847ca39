"""The clauses of the five documents by number: what each says, and what kind of thing it asks for."""

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


class Kind(StrEnum):
    """What a clause asks for, from what the engine decides down to what only people can keep."""

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
    """One clause: its number as the code and the tests write it, and what it asks for in short."""

    number: str
    book_key: str
    kind: Kind
    says: str

    @property
    def document(self) -> Document:
        """The document the clause stands in."""
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
            number: Clause(number, key, Kind(entry["kind"]), entry["says"])
            for key, entries in _file()["clauses"].items()
            for number, entry in entries.items()
        }
    )


def owner_clause(document: str) -> str | None:
    """Return the clause of that document which asks for an agreement with the owner of the game, or ``None``."""
    return next((each for each in clauses() if each == f"{document}.OWNER"), None)


def clause(number: str) -> Clause:
    """Return the clause of that number; an unknown one is `Malformed`, and the nearest numbers are named."""
    found = clauses().get(number)
    if found is None:
        near = nearest(number)
        raise Malformed("clause", number, "is not a clause" + (f"; the nearest: {', '.join(near)}" if near else ""))
    return found


def nearest(number: str, count_max: int = 3) -> list[str]:
    """Return the clause numbers most like the one written, whatever its case: those that continue it come first."""
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
