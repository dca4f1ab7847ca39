"""Write the JSON Schemas of documents, from their types, and the table of those that `--json` prints in docs/json.md.

Those of `uth settle` and of drills stand beside their types, the others in src/uth/cli/schemas.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from enum import Enum
from fractions import Fraction
from pathlib import Path
from types import NoneType, UnionType
from typing import (
    Annotated,
    Any,
    Literal,
    NewType,
    NotRequired,
    Union,
    get_args,
    get_origin,
    get_type_hints,
)

from typing_extensions import is_typeddict

from uth.adjudicate.types import CategoryName, Keywords, PlayedRoundDocument, SettlementDocument
from uth.cli.documents import PRINTED
from uth.coach.progress import ProgressDocument
from uth.ranking import Category
from uth.rules.reader import Between, Matching
from uth.rules.ruleset import RuleSet
from uth.rules.values import Cited
from uth.units import Odds

FOLDER = Path(__file__).resolve().parents[1] / "src" / "uth"
PAGE = FOLDER.parents[1] / "docs" / "json.md"
BEGIN, END = "<!-- schemas: made by `python scripts/build_schemas.py` -->", "<!-- end of schemas -->"
PLAIN = {str: "string", int: "integer", float: "number", bool: "boolean", NoneType: "null"}


class Named(dict[str, Any]):
    """The schemas of a file's objects, by name; in those of the log each record has its class under ``is``."""

    tagged = True


def schema_of(kind: Any, named: Named) -> dict[str, Any]:
    """Return the schema of a type; objects are put into ``named`` and referred to."""
    origin, inner = get_origin(kind), get_args(kind)
    if origin is Cited:
        cited = {"value": schema_of(inner[0], named), "cite": {"type": "string"}}
        return {"type": "object", "properties": cited, "required": [*cited], "additionalProperties": False}
    if isinstance(kind, NewType):
        return schema_of(kind.__supertype__, named)
    if is_typeddict(kind) or (is_dataclass(kind) and kind is not Odds):
        assert isinstance(kind, type)
        if kind.__name__ not in named:
            named[kind.__name__] = {}
            named[kind.__name__] = object_of(kind, named)
        return {"$ref": f"#/$defs/{kind.__name__}"}
    if kind is Any:
        return {}
    if kind is Category:
        return schema_of(CategoryName, named)
    if kind is Odds:
        return {"type": "string", "pattern": "^[0-9,]+ to [0-9,]+$"}
    if kind is Fraction:
        return {"type": "string", "pattern": "^-?[0-9]+(/[0-9]+)?$"}
    if isinstance(kind, type) and issubclass(kind, Enum):
        return {"enum": [each.value for each in kind]}
    if origin is Annotated:
        return {**schema_of(inner[0], named), **_keywords(get_origin(inner[0]) is tuple, inner[1:])}
    if origin is tuple:
        return {"type": "array", "items": schema_of(inner[0], named)}
    if origin is Mapping:
        pair = [schema_of(each, named) for each in inner]
        return {"type": "array", "items": {"type": "array", "prefixItems": pair, "minItems": 2, "maxItems": 2}}
    if origin is NotRequired:
        return schema_of(inner[0], named)
    if origin is Literal:
        return {"const": inner[0]} if len(inner) == 1 else {"enum": list(inner)}
    if origin is list:
        return {"type": "array", "items": schema_of(inner[0], named)}
    if origin is dict:
        names = {} if inner[0] is str else {"propertyNames": schema_of(inner[0], named)}
        return {"type": "object", **names, "additionalProperties": schema_of(inner[1], named)}
    if origin in (Union, UnionType):
        return {"anyOf": [schema_of(each, named) for each in inner]}
    return {"type": PLAIN[kind]}


def _keywords(is_list: bool, marks: tuple[Any, ...]) -> dict[str, Any]:
    """Return the keywords of what ``Annotated`` adds to a type."""
    found: dict[str, Any] = {}
    for mark in marks:
        if isinstance(mark, Keywords):
            found |= mark.keywords
        elif isinstance(mark, Between):
            low, high = ("minItems", "maxItems") if is_list else ("minimum", "maximum")
            found |= {low: mark.low, high: mark.high}
        elif isinstance(mark, Matching):
            found["pattern"] = f"^({mark.pattern})$"
    return found


def object_of(kind: Any, named: Named) -> dict[str, Any]:
    """Return the schema of a typed dict or a record: its fields, those that are required, and no others."""
    hints = get_type_hints(kind, include_extras=True)
    optional: set[str] = set()
    if is_typeddict(kind):
        optional = {name for name, hint in hints.items() if get_origin(hint) is NotRequired or not kind.__total__}
    else:
        tag = {"is": Literal[kind.__name__]} if named.tagged else {}
        hints = {**tag, **{each.name: hints[each.name] for each in fields(kind)}}
    said = "" if kind.__doc__ is None or kind.__doc__.startswith("dict(") else " ".join(kind.__doc__.split())
    return {
        **({"description": said} if said else {}),
        "type": "object",
        "properties": {name: schema_of(hint, named) for name, hint in hints.items()},
        "required": [name for name in hints if name not in optional],
        "additionalProperties": False,
    }


def document(title: str, kind: Any) -> str:
    """Return the whole schema file."""
    named = Named()
    named.tagged = kind is not RuleSet
    whole = object_of(kind, named) if is_typeddict(kind) or is_dataclass(kind) else schema_of(kind, named)
    head = {"$schema": "https://json-schema.org/draft/2020-12/schema", "title": title}
    return json.dumps({**head, **whole, "$defs": dict(sorted(named.items()))}, indent=2) + "\n"


def files() -> dict[str, str]:
    """Return the place in the package and the text of each schema of `uth settle` and of drills."""
    return {
        "adjudicate/schemas/round.schema.json": document("A round for uth settle", PlayedRoundDocument),
        "adjudicate/schemas/settlement.schema.json": document("The settlement of a round", SettlementDocument),
        "coach/schemas/progress.schema.json": document("A player's progress in drills", ProgressDocument),
    }


def printed_files() -> dict[str, str]:
    """Return the place and the text of the schema of each other command's `--json`."""
    return {
        f"cli/schemas/{name}.schema.json": document(f"What {each.title} prints", each.kind)
        for name, each in PRINTED.items()
        if each.kind is not SettlementDocument
    }


def page(text: str) -> str:
    """Return docs/json.md with its table of schemas."""
    rows = []
    for name, each in PRINTED.items():
        place = "adjudicate/schemas/settlement" if each.kind is SettlementDocument else f"cli/schemas/{name}"
        commands = ", ".join(f"`{command}`" for command in each.commands)
        rows.append(
            f"| {commands} | {'an object a line' if each.lines else 'a document'} | `uth/{place}.schema.json` |"
        )
    table = "\n".join(["| command | prints | schema |", "|---|---|---|", *rows])
    return f"{text.partition(BEGIN)[0]}{BEGIN}\n{table}\n{END}{text.partition(END)[2]}"


if __name__ == "__main__":
    for name, text in (files() | printed_files()).items():
        (FOLDER / name).parent.mkdir(exist_ok=True)
        (FOLDER / name).write_text(text, encoding="utf-8")
    PAGE.write_text(page(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
