"""`uth settle`: one round in, its settlement out."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import IO, Annotated, Any

import typer

from uth.errors import Malformed, UthError


def command(
    file: Annotated[str, typer.Argument(help="The round, as a JSON document; - is standard input.")] = "-",
    stream: Annotated[bool, typer.Option("--stream", help="One document a line in, one a line out.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Write JSON even to a terminal.")] = False,
) -> None:
    """Say who is owed what in a round, and by which clause.

    Example: uth settle round.json, or: uth settle --stream < rounds.jsonl
    """
    if stream:
        raise typer.Exit(_stream(file))
    try:
        answer = settle_text(_read(file))
    except UthError as refused:
        print(f"uth settle: {one_line(refused)}", file=sys.stderr)
        raise typer.Exit(2) from None
    if sys.stdout.isatty() and not as_json:
        from uth.cli.settle_table import show

        show(answer)
    else:
        print(json.dumps(answer, indent=2))


def settle_text(text: str | bytes) -> dict[str, Any]:
    """Return the settlement of the round in the JSON text."""
    from uth.adjudicate import settle_document

    try:
        document = json.loads(text)
    except (ValueError, RecursionError) as fault:
        shown = text.decode("utf-8", "replace") if isinstance(text, bytes) else text
        raise Malformed("document", shown.strip(), f"is not JSON: {fault}") from None
    return settle_document(document)


def one_line(refused: UthError) -> str:
    """Return the refusal on a single line."""
    return "; ".join(str(refused).splitlines())


def _read(file: str) -> bytes:
    if file == "-":
        return sys.stdin.buffer.read()
    try:
        return Path(file).read_bytes()
    except OSError as fault:
        raise Malformed("file", file, f"cannot be read: {fault.strerror}") from None


def _stream(file: str) -> int:
    """Answer every line in its place; return 2 if any of them was bad."""
    try:
        lines: IO[bytes] = sys.stdin.buffer if file == "-" else Path(file).open("rb")  # noqa: SIM115
    except OSError as fault:
        print(f"uth settle: file: {file} cannot be read: {fault.strerror}", file=sys.stderr)
        return 2
    bad, out = False, sys.stdout.buffer
    with lines:
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
    import orjson

    from uth.adjudicate import settle_document

    try:
        document = orjson.loads(line)
        if isinstance(document, dict) and isinstance(document.get("id"), str | int | None):
            return settle_document(document)
    except (orjson.JSONDecodeError, UthError):
        pass
    return settle_text(line)


def _line(answer: dict[str, Any]) -> bytes:
    """Return the answer on one line; what is echoed may hold numbers and texts that only the slow writer takes."""
    import orjson

    try:
        return orjson.dumps(answer, option=orjson.OPT_APPEND_NEWLINE)
    except TypeError:
        return json.dumps(answer, separators=(",", ":")).encode() + b"\n"


def _id_of(line: bytes) -> dict[str, Any]:
    """Return the id of a bad line, where it has one that can be read."""
    try:
        document = json.loads(line)
    except (ValueError, RecursionError):
        return {}
    return {"id": document["id"]} if isinstance(document, dict) and "id" in document else {}


def error_of(refused: UthError) -> dict[str, Any]:
    """Return the refusal as the answer to a bad line."""
    if isinstance(refused, Malformed):
        fault = {"field": refused.field, "value": refused.value, "says": refused.says, "clause": refused.clause}
    else:
        fault = {"field": "rules", "value": None, "says": one_line(refused), "clause": None}
    return {"error": fault}
