"""`uth settle --stream`: one document a line in, one answer a line out."""

from __future__ import annotations

import json
import sys
from contextlib import ExitStack
from pathlib import Path
from typing import Any, Final

import orjson

from uth.adjudicate import settle_document
from uth.cli.settle import error_of, settle_text
from uth.errors import UthError

READ_EXACTLY: Final = (str, int, type(None))
"""What an id may be for the fast reader to be sure of it; it takes a number that is too long for one it can hold."""


def settle_stream(file: str) -> int:
    """Answer every line in its place; return 2 if any of them was bad."""
    bad, out = False, sys.stdout.buffer
    with ExitStack() as open_files:
        try:
            lines = sys.stdin.buffer if file == "-" else open_files.enter_context(Path(file).open("rb"))
        except OSError as fault:
            print(f"uth settle: file: {file} cannot be read: {fault.strerror}", file=sys.stderr)
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
    """Return the settlement of a line by the fast reader; what it refuses or may have read inexactly is read again."""
    try:
        document = orjson.loads(line)
        if isinstance(document, dict) and isinstance(document.get("id"), READ_EXACTLY):
            return settle_document(document)
    except (orjson.JSONDecodeError, UthError):
        pass
    return settle_text(line)


def _line(answer: dict[str, Any]) -> bytes:
    """Return the answer on one line; what is echoed may hold numbers and texts that only the slow writer takes."""
    try:
        return orjson.dumps(answer, option=orjson.OPT_APPEND_NEWLINE)
    except orjson.JSONEncodeError:
        return json.dumps(answer, separators=(",", ":")).encode() + b"\n"


def _id_of(line: bytes) -> dict[str, Any]:
    """Return the id of a bad line, where it has one that can be read."""
    try:
        document = json.loads(line)
    except (ValueError, RecursionError):
        return {}
    return {"id": document["id"]} if isinstance(document, dict) and "id" in document else {}
