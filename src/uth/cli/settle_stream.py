"""`uth settle --stream`: one document a line in, one answer a line out."""

from __future__ import annotations

import json
import sys
from contextlib import ExitStack
from pathlib import Path
from typing import Any, Final

import orjson

from uth.adjudicate import settle_document
from uth.adjudicate.fields import is_json
from uth.cli.settle import error_of, settle_text
from uth.cli.streams import complain, read_json
from uth.errors import Malformed, UthError

READ_EXACTLY: Final = (str, int, type(None))
"""What an id may be for the fast reader to be sure of it; it takes a number that is too long for one it can hold."""


def settle_stream(file: str) -> int:
    """Answer every line in its place; return 2 if any of them was bad."""
    bad, out = False, sys.stdout.buffer
    with ExitStack() as open_files:
        try:
            lines = sys.stdin.buffer if file == "-" else open_files.enter_context(Path(file).open("rb"))
        except OSError as fault:
            complain("settle", f"file: {file} cannot be read: {fault.strerror}")
            return 2
        for line in lines:
            if not line.strip():
                continue
            try:
                answer = _settle_line(line)
            except UthError as refused:
                answer, bad = {**_id_of(line), **error_of(refused)}, True
            out.write(_line(answer))
            out.flush()
    return 2 if bad else 0


def _settle_line(line: bytes) -> dict[str, Any]:
    """Return the settlement of a line by the fast reader; what it refuses or may have read inexactly is read again.

    The fast reader does not notice a name given twice. A name is followed by `":`, so where the line has as many of
    those as the document has names, each was given once.
    """
    try:
        document = orjson.loads(line)
        exact = isinstance(document, dict) and isinstance(document.get("id"), READ_EXACTLY)
        if exact and line.count(b'":') == _names(document):
            return settle_document(document)
    except (orjson.JSONDecodeError, UthError):
        pass
    return settle_text(line)


def _names(value: Any) -> int:
    """Return how many names the objects in the value have together."""
    if type(value) is dict:
        return len(value) + sum([_names(each) for each in value.values() if type(each) in (dict, list)])
    return sum([_names(each) for each in value if type(each) in (dict, list)]) if type(value) is list else 0


def _line(answer: dict[str, Any]) -> bytes:
    """Return the answer on one line; what is echoed may hold numbers and texts that only the slow writer takes."""
    try:
        return orjson.dumps(answer, option=orjson.OPT_APPEND_NEWLINE)
    except orjson.JSONEncodeError:
        return json.dumps(answer, separators=(",", ":")).encode() + b"\n"


def _id_of(line: bytes) -> dict[str, Any]:
    """Return the id of a bad line, where it has one that can be read and is given once."""
    try:
        document = json.loads(line)
        read_json(line)
    except Malformed as fault:
        if fault.field == "id":
            return {}
    except (ValueError, RecursionError):
        return {}
    there = isinstance(document, dict) and "id" in document and is_json(document["id"])
    return {"id": document["id"]} if there else {}
