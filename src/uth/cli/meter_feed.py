"""`uth meter feed`: one command per line in, and an answer to each once it is on disk."""

from __future__ import annotations

import os
import re
import stat
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import MISSING, fields, replace
from functools import cache
from pathlib import Path
from typing import Any, Final, get_args

from uth.cli.meter_work import ReportedWin, guided
from uth.cli.settle import error_of
from uth.cli.streams import complain
from uth.errors import Malformed, Refused, UthError
from uth.progressive.commands import Command
from uth.progressive.state import Terms
from uth.store.codec import decoded, encoded, read_json
from uth.store.link_records import CommandResult, require_key
from uth.store.meter_file import MeterFile
from uth.store.rows import json_text


def name_of(kind: type) -> str:
    """Return the name of a command as people write it: ``CoinIn`` is ``coin_in``."""
    return re.sub(r"(?<=[a-z])(?=[A-Z])", "_", kind.__name__).lower()


KINDS: Final[Mapping[str, type]] = {"award": ReportedWin, **{name_of(kind): kind for kind in get_args(Command)}}


def read(text: bytes, terms: Terms) -> tuple[Command | ReportedWin, str | None]:
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


def _command(document: dict[str, Any], terms: Terms) -> Command | ReportedWin:
    name = document.pop("command", None)
    kind = KINDS.get(name) if isinstance(name, str) else None
    if kind is None:
        raise Malformed("command", name, f"is not a command of a link; one of {', '.join(KINDS)}")
    known = _fields_of(kind)
    for field, value in document.items():
        if field not in known:
            raise Malformed(field, value, f"is not a field of {name}; its fields: {', '.join(known) or 'none'}")
    for field, needed in known.items():
        if needed and field not in document:
            raise Malformed(field, None, f"is missing in {name}")
    if "pay_table" in document:
        document["pay_table"] = _pay_table(document["pay_table"], terms)
    try:
        command: Command | ReportedWin = decoded(kind, {"is": kind.__name__, **document})
    except Malformed as fault:
        raise Malformed(name or "command", document, fault.says.partition(": ")[2] or fault.says) from None
    return command


@cache
def _fields_of(kind: type) -> Mapping[str, bool]:
    """Return the fields of a command, and whether each is required."""
    return {each.name: each.default is MISSING and each.default_factory is MISSING for each in fields(kind)}


def _pay_table(name: Any, terms: Terms) -> Any:
    """Return the pay table of that name in the form of the log.

    A table with another name is not the link's, whatever its content.
    """
    if type(name) is not str:
        raise Malformed("pay_table", name, "is not the name of a pay table")
    return encoded(terms.table if name == terms.table.name else replace(terms.table, name=name))


LINE_BYTES_MAX: Final = 1 << 20
_CHUNK_BYTES: Final = 1 << 16


def fed(file: MeterFile, source: str, name: str | None, *, answers: bool) -> int:
    """Execute every line in order; return 2 if any of them was refused."""
    count, refused = 0, 0
    with _source(source) as opened, _progress(opened) as moved:
        try:
            for group in _groups(opened):
                numbered = [(count + at, text) for at, text in enumerate(group, start=1) if text.strip()]
                done = list(_answered(file, numbered, name))
                count += len(group)
                refused += sum(isinstance(answer, UthError) for _, answer in done)
                _put(done, answers=answers)
                moved(sum(len(text) + 1 for text in group), f"{count:,} lines, {refused:,} refused")
        except KeyboardInterrupt:
            says = f"stopped after {count:,} lines; feed it again with the same --key and nothing is done twice"
            complain("meter feed", says)
            return 130
    if not answers:
        print(f"{count:,} lines, {refused:,} refused; {file.path} has {file.line:,} lines")
    return 2 if refused else 0


def _answered(
    file: MeterFile, lines: list[tuple[int, bytes]], name: str | None
) -> Iterator[tuple[int, CommandResult | UthError]]:
    """Yield the answer to every line in order; consecutive commands share one write."""
    row: list[tuple[int, Command, str | None]] = []
    for number, text in lines:
        try:
            asked, key = read(text, file.terms)
        except UthError as fault:
            yield from _sent(file, row)
            row = []
            yield number, fault
            continue
        key = key if key is not None or name is None else f"{name}:{number}"
        if not isinstance(asked, ReportedWin):
            row.append((number, asked, key))
            continue
        yield from _sent(file, row)
        row = []
        yield number, _guided(file, asked, key)
    yield from _sent(file, row)


def _sent(file: MeterFile, row: list[tuple[int, Command, str | None]]) -> Iterator[tuple[int, CommandResult | Refused]]:
    answers = file.send_all([(command, key) for _, command, key in row]) if row else []
    yield from zip((number for number, _, _ in row), answers, strict=True)


def _guided(file: MeterFile, win: ReportedWin, key: str | None) -> CommandResult | UthError:
    try:
        events = tuple(event for events in guided(file, win, key) for event in events)
    except Refused as refused:
        return refused
    return CommandResult(events, json_text(encoded(events)))


def _put(done: list[tuple[int, CommandResult | UthError]], *, answers: bool) -> None:
    """Print the answer to every line as JSON, or only the faults on standard error."""
    if answers:
        print("".join(f"{_answer(number, answer)}\n" for number, answer in done), end="", flush=True)
        return
    for number, answer in done:
        if isinstance(answer, UthError):
            complain("meter feed", f"line {number}: {answer}")


def _answer(number: int, answer: CommandResult | UthError) -> str:
    if isinstance(answer, UthError):
        return json_text({"line": number, **_refusal(answer)})
    return f'{{"line":{number},"did":{answer.text}}}'


def _refusal(refused: UthError) -> dict[str, Any]:
    if not isinstance(refused, Refused):
        return error_of(refused)
    return {"error": {"code": str(refused.code), "says": refused.says, "clause": refused.clause}}


@contextmanager
def _source(source: str) -> Iterator[int]:
    if source == "-":
        yield sys.stdin.fileno()
        return
    try:
        opened = os.open(Path(source), os.O_RDONLY)
    except OSError as fault:
        raise Malformed("file", source, f"cannot be read: {fault.strerror}") from None
    try:
        yield opened
    finally:
        os.close(opened)


def _groups(file: int) -> Iterator[list[bytes]]:
    """Yield the lines as they arrive, all available ones together, so that they share one write to disk."""
    rest = b""
    while chunk := _read(file):
        *whole, rest = (rest + chunk).split(b"\n")
        if whole:
            yield whole
        if len(rest) > LINE_BYTES_MAX:
            raise Malformed("line", rest[:60].decode("utf-8", "replace"), f"is longer than {LINE_BYTES_MAX} bytes")
    if rest:
        yield [rest]


def _read(file: int) -> bytes:
    try:
        return os.read(file, _CHUNK_BYTES)
    except OSError as fault:
        raise Malformed("file", "the commands", f"cannot be read: {fault.strerror}") from None


@contextmanager
def _progress(file: int) -> Iterator[Callable[[int, str], None]]:
    """Show the progress and speed of the feed, if this is a terminal."""
    if not sys.stderr.isatty() or not stat.S_ISREG(os.fstat(file).st_mode):
        yield lambda _, __: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeRemainingColumn

    columns = (BarColumn(), TaskProgressColumn(), TextColumn("{task.description}"), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("", total=os.fstat(file).st_size)
        yield lambda moved, said: bar.update(task, advance=moved, description=said)
