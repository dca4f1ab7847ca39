"""`uth verify`: a round's deck dealt and its wagers settled again, far from the house that dealt it."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from uth.errors import Malformed, UthError

if TYPE_CHECKING:
    from uth.host.round_check import Checked

HELD, DIFFERENT, UNREADABLE = 0, 1, 2


def command(
    files: Annotated[
        list[str], typer.Argument(metavar="ROUND.json...", help="Rounds with their proof; - is standard input.")
    ],
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON: one object a round.")] = False,
) -> None:
    """Check a round against its proof: the secret, the deck, every card that was shown and every wager settled.

    Ends with 0 if all of it holds, 1 if something differs, which it names, and 2 if it cannot be read.

    Example: curl -s http://127.0.0.1:8000/api/v1/tables/nevada/rounds/1/proof | uth verify -
    """
    worst = HELD
    for file in files:
        try:
            found = checked(file)
        except UthError as refused:
            worst = UNREADABLE
            _say_unreadable(file, refused, as_json=as_json)
            continue
        worst = max(worst, HELD if found.holds else DIFFERENT)
        _say(file, found, as_json=as_json)
    raise typer.Exit(worst)


def checked(file: str) -> Checked:
    """Return what was checked of the round in the file; raise `UthError` if there is none in it."""
    from uth.host.round_check import check_round

    try:
        document: Any = json.loads(_read(file))
    except (ValueError, RecursionError) as fault:
        raise Malformed("document", file, f"is not JSON: {fault}") from None
    return check_round(document)


def _read(file: str) -> bytes:
    if file == "-":
        return sys.stdin.buffer.read()
    try:
        return Path(file).read_bytes()
    except OSError as fault:
        raise Malformed("file", file, f"cannot be read: {fault.strerror}") from None


def _say(file: str, found: Checked, *, as_json: bool) -> None:
    if as_json:
        answer = {"file": file, "table": found.table, "round": found.round, "holds": found.holds}
        print(json.dumps({**answer, "checked": list(found.lines), "differs": found.differs}))
        return
    print(f"{file}: round {found.round} of table {found.table}")
    for line in found.lines:
        print(f"  ok: {line}")
    print(f"  DIFFERENT: {found.differs}" if found.differs is not None else "  The round is as it says.")


def _say_unreadable(file: str, refused: UthError, *, as_json: bool) -> None:
    says = "; ".join(str(refused).splitlines())
    if as_json:
        print(json.dumps({"file": file, "holds": None, "error": says}))
    print(f"uth verify: {file}: {says}", file=sys.stderr)
