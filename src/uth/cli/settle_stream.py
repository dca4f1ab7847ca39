"""`uth settle --stream`: one document per line in, one answer per line out."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Mapping
from contextlib import ExitStack
from pathlib import Path
from typing import Any, Final

import orjson

from uth.adjudicate import settle_document
from uth.adjudicate.fields import is_json
from uth.cli.settle import error_of, settle_text
from uth.cli.streams import complain
from uth.errors import Malformed, UthError
from uth.store.codec import read_json

READ_EXACTLY: Final = (str, int, type(None))
"""The types of ids that the fast reader has read exactly; it rounds numbers that are too long to floats."""


def settle_stream(file: str) -> int:
    """Answer every line in order, including blank ones; return 2 if any was invalid."""
    bad, out = False, sys.stdout.buffer
    with ExitStack() as open_files:
        try:
            lines = sys.stdin.buffer if file == "-" else open_files.enter_context(Path(file).open("rb"))
        except OSError as fault:
            complain("settle", f"file: {file} cannot be read: {fault.strerror}")
            return 2
        for line in lines:
            text = line.rstrip(b"\r\n")
            try:
                answer = _settle_line(text)
            except UthError as refused:
                answer, bad = {**_id_of(text), **error_of(refused)}, True
            out.write(_line(answer))
            out.flush()
    return 2 if bad else 0


def _settle_line(line: bytes) -> Mapping[str, Any]:
    """Return the settlement of a line. The slow reader is used if the fast one may have read it inexactly.

    The fast reader does not notice a repeated name. A name is followed by `":`, so if the line has as many of those as
    the document has names, none was repeated.
    """
    try:
        document = orjson.loads(line)
        exact = isinstance(document, dict) and isinstance(document.get("id"), READ_EXACTLY)
        if exact and line.count(b'":') == _names(document):
            return settle_document(document)
    except (orjson.JSONDecodeError, UthError):
        pass
    return settle_text(line)


def _names(document: dict[str, Any]) -> int:
    """Return the total number of names in the document and in the objects it holds."""
    found = len(document)
    left: list[Iterable[Any]] = [document.values()]
    for values in left:
        for each in values:
            if type(each) is dict:
                found += len(each)
                left.append(each.values())
            elif type(each) is list:
                left.append(each)
    return found


def _line(answer: Mapping[str, Any]) -> bytes:
    """Return the answer on one line; echoed values may need the slow writer."""
    try:
        return orjson.dumps(answer, option=orjson.OPT_APPEND_NEWLINE)
    except orjson.JSONEncodeError:
        return json.dumps(answer, separators=(",", ":")).encode() + b"\n"


def _id_of(line: bytes) -> dict[str, Any]:
    """Return the id of an invalid line, if it is readable and given once."""
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
