"""`uth settle`: settle one round."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from uth.cli import completion
from uth.cli.streams import complain, one_line
from uth.errors import Malformed, UthError
from uth.store.codec import read_json

if TYPE_CHECKING:
    from uth.adjudicate.types import SettlementDocument


def command(
    file: Annotated[
        str,
        typer.Argument(
            help="The round, as a JSON document; - is standard input.",
            autocompletion=completion.files(".json", ".jsonl"),
        ),
    ] = "-",
    stream: Annotated[
        bool, typer.Option("--stream", help="Read one document per line, write one answer per line.")
    ] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Write JSON even to a terminal.")] = False,
) -> None:
    """Print what each seat of a round is owed, and by which clause.

    Example: uth settle round.json, or: uth settle --stream < rounds.jsonl
    """
    if stream:
        from uth.cli.settle_stream import settle_stream

        raise typer.Exit(settle_stream(file))
    try:
        answer = settle_text(_read(file))
    except UthError as refused:
        complain("settle", refused)
        raise typer.Exit(2) from None
    if sys.stdout.isatty() and not as_json:
        from uth.cli.settle_table import show

        show(answer)
    else:
        print(json.dumps(answer, indent=2))


def settle_text(text: str | bytes) -> SettlementDocument:
    """Return the settlement of the round in the JSON text."""
    from uth.adjudicate import settle_document

    try:
        document = read_json(text)
    except (ValueError, RecursionError) as fault:
        shown = text.decode("utf-8", "replace") if isinstance(text, bytes) else text
        raise Malformed("document", shown.strip(), f"is not JSON: {fault}") from None
    return settle_document(document)


def _read(file: str) -> bytes:
    if file == "-":
        return sys.stdin.buffer.read()
    try:
        return Path(file).read_bytes()
    except OSError as fault:
        raise Malformed("file", file, f"cannot be read: {fault.strerror}") from None


def error_of(refused: UthError) -> dict[str, Any]:
    """Return the error as the answer to an invalid line."""
    if isinstance(refused, Malformed):
        fault = {"field": refused.field, "value": refused.value, "says": refused.says, "clause": refused.clause}
    else:
        fault = {"field": "rules", "value": None, "says": one_line(refused), "clause": None}
    return {"error": fault}
