"""`uth verify`: check a round's deck and settlement independently of the house that dealt it."""

from __future__ import annotations

import json
import re
import sys
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final

import typer

from uth.cli import completion
from uth.cli.streams import complain, say
from uth.errors import Malformed, UthError
from uth.store.codec import read_json

if TYPE_CHECKING:
    from uth.history.round_check import RoundCheck

HELD, DIFFERENT, UNREADABLE = 0, 1, 2
KEY: Final = re.compile(r"[0-9a-f]{64}")


Key = Annotated[
    str | None,
    typer.Option(
        metavar="KEY",
        help="The public key of the house: 64 hexadecimal digits, a file that holds them, or the address of the house.",
    ),
]


def command(
    files: Annotated[
        list[str],
        typer.Argument(
            metavar="FILE...",
            help="Rounds with their proof, or exports of the log; - is standard input.",
            autocompletion=completion.files(".json", ".jsonl"),
        ),
    ],
    key: Key = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON: one object per file.")] = False,
) -> None:
    """Check a round against its proof: the secret, the deck, every card shown and every wager settled.

    A proof covers the cards and the money of a round. Names, times and the table are covered only by the signature of
    the house, which is checked if --key gives its public key. An export of the log is checked against its signature.

    The exit status is 0 if all of it holds, 1 if something differs, 2 if it cannot be read.

    Example: curl -s http://127.0.0.1:8000/api/v1/tables/nevada/rounds/1/proof | uth verify - --key http://127.0.0.1:8000
    """
    try:
        public = public_key(key) if key is not None else None
    except UthError as refused:
        complain("verify", refused)
        raise typer.Exit(UNREADABLE) from None
    worst = HELD
    for file in files:
        try:
            worst = max(worst, _checked(file, public, as_json=as_json))
        except UthError as refused:
            worst = UNREADABLE
            _say_unreadable(file, refused, as_json=as_json)
    raise typer.Exit(worst)


def public_key(given: str) -> str:
    """Return the public key, given as digits, as a file, or as the address of a house."""
    text = given
    if given.startswith(("http://", "https://")):
        text = _published(given)
    elif not KEY.fullmatch(given):
        text = _read(given).decode("utf-8", "replace").strip()
        with suppress(ValueError, AttributeError):
            text = str(read_json(text).get("public_key"))
    if not KEY.fullmatch(text):
        raise Malformed("key", text[:80], "is not 64 hexadecimal digits, as a house publishes them at /api/v1/key")
    return text


def _published(address: str) -> str:
    import httpx

    url = address if address.endswith("/api/v1/key") else f"{address.rstrip('/')}/api/v1/key"
    try:
        answer = httpx.get(url, timeout=20, follow_redirects=True)
        return str(answer.raise_for_status().json()["public_key"])
    except (httpx.HTTPError, ValueError, KeyError, TypeError) as fault:
        raise Malformed("key", url, f"does not answer with a key: {fault}") from None


def _checked(file: str, key: str | None, *, as_json: bool) -> int:
    """Print the checks of the file, and return the exit status."""
    from uth.history.export import is_log_export

    text = _read(file)
    if is_log_export(text):
        return _say_export(file, text, key, as_json=as_json)
    found = checked(text, file, key)
    _say(file, found, as_json=as_json)
    return HELD if found.holds else DIFFERENT


def checked(text: bytes, file: str, key: str | None) -> RoundCheck:
    """Return the check of the round; raise `UthError` if it cannot be read."""
    from uth.history.round_check import check_round

    try:
        document: Any = read_json(text)
    except (ValueError, RecursionError) as fault:
        raise Malformed("document", file, f"is not JSON: {fault}") from None
    return check_round(document, key)


def _read(file: str) -> bytes:
    if file == "-":
        return sys.stdin.buffer.read()
    try:
        return Path(file).read_bytes()
    except OSError as fault:
        raise Malformed("file", file, f"cannot be read: {fault.strerror}") from None


def _say(file: str, found: RoundCheck, *, as_json: bool) -> None:
    if as_json:
        answer = {"file": file, "table": found.table, "round": found.round, "holds": found.holds}
        signed = {"signed_by": found.signed, "key_checked": found.is_expected_key}
        print(json.dumps({**answer, **signed, "checked": list(found.lines), "differs": found.differs}))
        return
    say(f"{file}: round {found.round} of table {found.table}")
    for line in found.lines:
        say(f"  {'' if line.startswith('NOT ') else 'ok: '}{line}")
    say(f"  {_verdict(found)}")


def _verdict(found: RoundCheck) -> str:
    if found.differs is not None:
        return f"DIFFERENT: {found.differs}"
    if found.is_expected_key:
        return "Round verified, and signed by the house."
    return "Round verified: its cards and its money. Who wrote the document was not checked."


def _say_export(file: str, text: bytes, key: str | None, *, as_json: bool) -> int:
    from uth.history.export import check_export

    try:
        lines, differs = check_export(text, key), None
    except Malformed as fault:
        lines, differs = [], str(fault)
    if as_json:
        print(json.dumps({"file": file, "holds": differs is None, "checked": lines, "differs": differs}))
    else:
        say(f"{file}: an export of the log")
        for line in lines:
            say(f"  ok: {line}")
        say(f"  DIFFERENT: {differs}" if differs is not None else "  Export verified.")
    return HELD if differs is None else DIFFERENT


def _say_unreadable(file: str, refused: UthError, *, as_json: bool) -> None:
    says = "; ".join(str(refused).splitlines())
    if as_json:
        print(json.dumps({"file": file, "holds": None, "error": says}))
    complain("verify", f"{file}: {says}")
