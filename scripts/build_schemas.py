"""Write the JSON Schemas of the documents of `uth settle` and of drills, from their types, into src/uth."""

from __future__ import annotations

import json
from pathlib import Path
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, NotRequired, Union, get_args, get_origin, get_type_hints

from typing_extensions import is_typeddict

from uth.adjudicate.types import PlayedRoundDocument, SettlementDocument
from uth.coach.progress import ProgressDocument

FOLDER = Path(__file__).resolve().parents[1] / "src" / "uth"
PLAIN = {str: "string", int: "integer", float: "number", bool: "boolean", NoneType: "null"}


def schema_of(kind: Any, named: dict[str, Any]) -> dict[str, Any]:
    """Return the schema of a type; typed dicts are put into ``named`` and referred to."""
    origin, inner = get_origin(kind), get_args(kind)
    if is_typeddict(kind):
        if kind.__name__ not in named:
            named[kind.__name__] = {}
            named[kind.__name__] = object_of(kind, named)
        return {"$ref": f"#/$defs/{kind.__name__}"}
    if kind is Any:
        return {}
    if origin is Annotated:
        return {
            **schema_of(inner[0], named),
            **{key: value for each in inner[1:] for key, value in each.keywords.items()},
        }
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


def object_of(kind: Any, named: dict[str, Any]) -> dict[str, Any]:
    """Return the schema of a typed dict: its fields, those that are required, and no others."""
    hints = get_type_hints(kind, include_extras=True)
    optional = {name for name, hint in hints.items() if get_origin(hint) is NotRequired or not kind.__total__}
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
    named: dict[str, Any] = {}
    whole = object_of(kind, named)
    head = {"$schema": "https://json-schema.org/draft/2020-12/schema", "title": title}
    return json.dumps({**head, **whole, "$defs": dict(sorted(named.items()))}, indent=2) + "\n"


def files() -> dict[str, str]:
    """Return each schema file's place in the package and its text."""
    return {
        "adjudicate/schemas/round.schema.json": document("A round for uth settle", PlayedRoundDocument),
        "adjudicate/schemas/settlement.schema.json": document("The settlement of a round", SettlementDocument),
        "coach/schemas/progress.schema.json": document("A player's progress in drills", ProgressDocument),
    }


if __name__ == "__main__":
    for name, text in files().items():
        (FOLDER / name).parent.mkdir(exist_ok=True)
        (FOLDER / name).write_text(text, encoding="utf-8")
