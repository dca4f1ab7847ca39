"""Commands for a link as people and programs write them: one JSON object a line."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import MISSING, fields, replace
from typing import Any, Final, get_args

from uth.cli.meter_award import Award
from uth.cli.strict_json import read_json
from uth.errors import Malformed
from uth.progressive.commands import Command
from uth.progressive.terms import Terms
from uth.store.codec import decoded, encoded
from uth.store.meter_lines import require_key


def name_of(kind: type) -> str:
    """Return the name of a command as people write it: ``CoinIn`` is ``coin_in``."""
    return re.sub(r"(?<=[a-z])(?=[A-Z])", "_", kind.__name__).lower()


KINDS: Final[Mapping[str, type]] = {name_of(kind): kind for kind in (Award, *get_args(Command))}


def read(text: bytes, terms: Terms) -> tuple[Command | Award, str | None]:
    """Return the command of a line, and its key if it has one."""
    try:
        document = read_json(text)
    except (ValueError, RecursionError) as fault:
        shown = text[:200].decode("utf-8", "replace").strip()
        raise Malformed("line", shown, f"is not JSON: {fault}") from None
    if not isinstance(document, dict):
        raise Malformed("line", document, 'is not an object such as {"command": "coin_in", ...}')
    key = document.pop("key", None)
    if key is not None:
        require_key(key)
    return _command(document, terms), key


def _command(document: dict[str, Any], terms: Terms) -> Command | Award:
    name = document.pop("command", None)
    kind = KINDS.get(name) if isinstance(name, str) else None
    if kind is None:
        raise Malformed("command", name, f"is not a command of a link; one of {', '.join(KINDS)}")
    known = {each.name: each.default is MISSING and each.default_factory is MISSING for each in fields(kind)}
    for field, value in document.items():
        if field not in known:
            raise Malformed(field, value, f"is no part of {name}; {', '.join(known) or 'nothing more'}")
    for field, needed in known.items():
        if needed and field not in document:
            raise Malformed(field, None, f"is missing in {name}")
    if "pay_table" in document:
        document["pay_table"] = _pay_table(document["pay_table"], terms)
    try:
        command: Command | Award = decoded(kind, {"is": kind.__name__, **document})
    except Malformed as fault:
        raise Malformed(name or "command", document, fault.says.partition(": ")[2] or fault.says) from None
    return command


def _pay_table(name: Any, terms: Terms) -> Any:
    """Return the pay table of that name as the log has it; one of another name is not the link's, whatever is in it."""
    if type(name) is not str:
        raise Malformed("pay_table", name, "is not the name of a pay table")
    return encoded(terms.table if name == terms.table.name else replace(terms.table, name=name))
