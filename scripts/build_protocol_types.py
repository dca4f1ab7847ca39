"""Write protocol.ts and history.ts in frontend/src/lib: the Python types of protocol and history as TypeScript."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from enum import Enum
from fractions import Fraction
from pathlib import Path
from types import NoneType, UnionType
from typing import Any, Final, Literal, NewType, Union, get_args, get_origin, get_type_hints

from pydantic import TypeAdapter

from uth.cards import Card
from uth.coach.progress import ProgressDocument
from uth.history.round_types import RoundDocument
from uth.progressive import commands as link
from uth.rules.values import Wager
from uth.table.round import commands
from uth.views import PROTOCOL
from uth.views.coaching import CoachAnswer
from uth.views.console import ConsoleDocument, ForeseenRuling
from uth.views.drills import DrillMistakes, DrillOptions, DrillQuestion, DrillResult
from uth.views.event_types import event_types
from uth.views.events import EVENTS
from uth.views.floor import FloorDocument
from uth.views.frames import Chips, Frame, InvitationDocument, Me, StaffDocument
from uth.views.link import SignDocument
from uth.views.listing import Book, Listing
from uth.web.past_rounds import RoundsPage, RoundSteps
from uth.web.review_routes import ReportAnswer, RoundReview
from uth.web.sockets import PHRASES
from uth.web.strategy_routes import StrategyAnswer
from uth.words.rankings import Ranking, rankings

TARGET: Final = Path(__file__).resolve().parents[1] / "frontend" / "src" / "lib" / "protocol.ts"
BUILD_COMMAND: Final = "python scripts/build_protocol_types.py"
HEAD: Final = f"// Made by `{BUILD_COMMAND}` from src/uth/views and the table's commands; not edited by hand.\n"
TOLD: Final = {
    ("EventsFrame", "events"),
    ("TableDocument", "trouble"),
    ("RoundStep", "events"),
    ("ConsoleDocument", "ruled"),
    ("RoundDocument", "disputes"),
}
"""The fields whose untyped list is a list of events as the reader sees them."""
PAGE: Final = TARGET.parents[3] / "docs" / "protocol.md"
EVENTS_BEGIN: Final = f"<!-- events: made by `{BUILD_COMMAND}` -->"
EVENTS_END: Final = "<!-- end of events -->"
PLAIN: Final = {"integer": "number", "number": "number", "string": "string", "boolean": "boolean", "null": "null"}
HISTORY_TARGET: Final = TARGET.with_name("history.ts")
HISTORY_HEAD: Final = f"// Made by `{BUILD_COMMAND}` from the types of rounds; not edited by hand.\n"
PAST: Final = (RoundsPage, RoundSteps, RoundDocument, RoundReview, ReportAnswer)
"""The documents of the history pages."""
STAFF: Final = (FloorDocument, ConsoleDocument, ForeseenRuling, SignDocument, StaffDocument, InvitationDocument)
"""The documents of the staff pages."""
STRATEGY: Final = (StrategyAnswer,)
"""The documents of the strategy pages."""
DRILLS: Final = (DrillOptions, DrillQuestion, DrillMistakes, DrillResult, ProgressDocument)
"""The documents of the drills."""


# Documents: pydantic reads the TypedDicts.


def type_of(schema: dict[str, Any]) -> str:
    """Return the TypeScript type of a JSON schema."""
    if "$ref" in schema:
        return str(schema["$ref"]).rpartition("/")[2]
    if "const" in schema:
        return json.dumps(schema["const"])
    if "enum" in schema:
        return " | ".join(map(json.dumps, schema["enum"]))
    if "anyOf" in schema:
        return " | ".join(type_of(each) for each in schema["anyOf"])
    if "prefixItems" in schema:
        return f"[{', '.join(type_of(each) for each in schema['prefixItems'])}]"
    if schema.get("type") == "array":
        return f"Array<{type_of(schema['items'])}>"
    if schema.get("type") == "object":
        (more,) = schema.get("patternProperties", {}).values() or (schema.get("additionalProperties"),)
        return f"Record<string, {type_of(more) if isinstance(more, dict) else 'unknown'}>"
    return PLAIN.get(schema.get("type", ""), "unknown")


def documents_of(kinds: tuple[Any, ...]) -> dict[str, dict[str, Any]]:
    """Return the schemas of those documents and of every document in them, by name."""
    found: dict[str, dict[str, Any]] = {}
    for kind in kinds:
        schema = _adapter(kind).json_schema()
        named = {**schema.get("$defs", {})}
        if "title" in schema:
            named[schema["title"]] = schema
        found |= {name: each for name, each in named.items() if name not in found}
    return found


def interfaces() -> Iterator[str]:
    """Return every document as an interface, its fields in order."""
    for name, each in documents_of((Frame, Listing, Me, Chips, Book, CoachAnswer, *STAFF, *STRATEGY, *DRILLS)).items():
        yield interface(name, each)
    yield "export type Frame = " + " | ".join(kind.__name__ for kind in get_args(Frame)) + "\n"


def history() -> str:
    """Return the generated history.ts."""
    known = documents_of((Frame, CoachAnswer, *STRATEGY))
    parts = [HISTORY_HEAD, 'import type { CoachedChoice, EventView, ExactNumber, TableDocument } from "./protocol"\n']
    parts += [interface(name, each) for name, each in documents_of(PAST).items() if name not in known]
    return "\n".join(parts)


def _adapter(kind: Any) -> TypeAdapter[Any]:
    return TypeAdapter(kind)


def interface(name: str, schema: dict[str, Any]) -> str:
    """Return one document."""
    needed = set(schema.get("required", ()))
    lines = [f"/** {schema['description']} */"] if "description" in schema else []
    lines.append(f"export interface {name} {{")
    for field, each in schema["properties"].items():
        kind = "EventView[]" if (name, field) in TOLD else type_of(each)
        lines.append(f"  {field}{'' if field in needed else '?'}: {kind}")
    return "\n".join([*lines, "}", ""])


# Commands and irregularities: as the log's codec writes them, every field there.


def typed(hint: Any, records: dict[str, type]) -> str:
    """Return the TypeScript type of a field, and collect the records it needs."""
    if isinstance(hint, NewType):
        return typed(hint.__supertype__, records)
    origin, args = get_origin(hint), get_args(hint)
    if origin in (Union, UnionType):
        return " | ".join(typed(each, records) for each in args)
    if origin is Literal:
        return " | ".join(map(json.dumps, args))
    if origin in (tuple, frozenset):
        return f"Array<{typed(args[0], records)}>"
    if origin is not None:
        return f"Array<[{typed(args[0], records)}, {typed(args[1], records)}]>"
    if hint is NoneType:
        return "null"
    if hint in (Card, Fraction):
        return "string"
    if issubclass(hint, Enum):
        return " | ".join(json.dumps(each.value) for each in hint)
    if is_dataclass(hint) or hasattr(hint, "_fields"):
        records[hint.__name__] = hint
        return str(hint.__name__)
    return {int: "number", str: "string", bool: "boolean"}[hint]


def record(kind: type, records: dict[str, type]) -> str:
    """Return one command or event as an interface."""
    hints = get_type_hints(kind)
    names = [each.name for each in fields(kind)] if is_dataclass(kind) else list(getattr(kind, "_fields", ()))
    says = (kind.__doc__ or "").strip().splitlines()
    lines = [f"/** {says[0]} */"] if says else []
    lines += [f"export interface {kind.__name__} {{", f'  is: "{kind.__name__}"']
    lines += [f"  {name}: {typed(hints[name], records)}" for name in names]
    return "\n".join([*lines, "}", ""])


def records_of(kinds: tuple[type, ...]) -> Iterator[str]:
    """Return the records and all records inside them."""
    waiting = {kind.__name__: kind for kind in kinds}
    done: set[str] = set()
    while waiting:
        name, kind = next(iter(waiting.items()))
        del waiting[name]
        if name not in done:
            done.add(name)
            found: dict[str, type] = {}
            yield record(kind, found)
            waiting |= found


def flat(union: Any) -> tuple[type, ...]:
    """Return the classes of a nested union."""
    return tuple(part for each in get_args(union) for part in (flat(each) if get_args(each) else (each,)))


def event_interfaces() -> Iterator[str]:
    """Return every event as an interface, and their union; records shared with commands are written there."""
    kinds = event_types()
    written = {name for name in _held_by_commands() if name not in kinds}
    for name, each in documents_of((Union[tuple(kinds.values())],)).items():  # noqa: UP007 - made of a tuple
        if name not in written:
            yield interface(name, each)
    yield "/** What happened, as its reader is shown it: a card they may not know is null, `sentence` says it. */"
    yield "export type EventView =\n" + "\n".join(f"  | {name}" for name in kinds) + "\n"
    yield "export type EventName =\n" + "\n".join(f'  | "{name}"' for name in kinds) + "\n"


def _held_by_commands() -> set[str]:
    text = "\n".join(records_of((*flat(commands.Command), *flat(link.Command))))
    return set(re.findall(r"^export interface (\w+)", text, re.MULTILINE))


def event_table() -> str:
    """Return the table of events for docs/protocol.md."""
    lines = ["| event | everyone | also the staff | the auditor, once the round is settled |", "|---|---|---|---|"]
    for kind, shown in EVENTS.items():
        shared = [f"`{name}`" for name in (*shown.everyone, *shown.turned_up)]
        own = " unless they are your own" if shown.own else ""
        shared += [f"`{name}`, face down{own}" for name in shown.faces]
        shared += [f"`{name}`, how many" for name in shown.counts]
        staff = ", ".join(f"`{name}`" for name in shown.staff)
        whole = ", ".join(f"`{name}`" for name in (*shown.auditor, *shown.faces, *shown.counts))
        lines.append(f"| `{kind.__name__}` | {', '.join(shared)} | {staff} | {whole} |")
    return "\n".join(lines)


def page(text: str) -> str:
    """Return docs/protocol.md with its generated table of events."""
    before, _, rest = text.partition(EVENTS_BEGIN)
    _, _, after = rest.partition(EVENTS_END)
    return f"{before}{EVENTS_BEGIN}\n{event_table()}\n{EVENTS_END}{after}"


def _ranking(each: Ranking) -> dict[str, Any]:
    """Return a category of hands as the page shows it."""
    category = each.category
    return {"kind": category.key, "name": category.words, "cards": list(map(str, each.example)), "says": each.says}


def whole() -> str:
    """Return the generated file."""
    table, linked = flat(commands.Command), flat(link.Command)
    parts = [HEAD, *interfaces()]
    parts += records_of((*table, *linked))
    parts += event_interfaces()
    parts.append("export type Command =\n" + "\n".join(f"  | {kind.__name__}" for kind in table) + "\n")
    parts.append("export type LinkCommand =\n" + "\n".join(f"  | {kind.__name__}" for kind in linked) + "\n")
    parts.append("export type Wager = " + " | ".join(json.dumps(each.value) for each in Wager) + "\n")
    phrases = "\n".join(f"  {key}: {json.dumps(says)}," for key, says in PHRASES.items())
    parts.append(f"export const PHRASES = {{\n{phrases}\n}} as const\n")
    ranked = "\n".join(f"  {json.dumps(_ranking(each))}," for each in rankings())
    parts.append("/** Every category of hands, the best first, with five cards that make it. */")
    parts.append(f"export const RANKINGS = [\n{ranked}\n] as const\n")
    parts.append("/** The version of the protocol that this page knows; every frame of the house carries its own. */")
    parts.append(f"export const PROTOCOL = {PROTOCOL}\n")
    parts.append("export type Phrase = keyof typeof PHRASES\n")
    return "\n".join(parts)


if __name__ == "__main__":
    TARGET.parent.mkdir(parents=True, exist_ok=True)
    for target, text in ((TARGET, whole()), (HISTORY_TARGET, history())):
        target.write_text(text, encoding="utf-8")
        print(f"wrote {target.name}: {len(text.splitlines())} lines")
    PAGE.write_text(page(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
    print(f"wrote {PAGE.name}")
