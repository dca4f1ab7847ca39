"""Import of meter files of earlier versions, which were JSON lines with their own hash chain.

The first line is the header. Every other line is a command with its events, or a state. A line ends with the SHA-256 of
the previous hash and its own bytes up to there. `FILE.head` next to the file notes the last line and where it ends.

Every line becomes the record of the same number, with its time, its key and its hash, so that `EarlierChain` can verify
the old chain in the log too.
"""

from __future__ import annotations

import fcntl
import json
import os
import re
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from dataclasses import dataclass, fields
from hashlib import sha256
from itertools import islice
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

from sqlalchemy import URL

from uth.errors import Malformed, Refused
from uth.ledger.link_entries import LinkEntries
from uth.progressive.apply import apply
from uth.progressive.commands import Command
from uth.progressive.state import Terms, new_link
from uth.store.codec import Json, decoded, encoded
from uth.store.engine import engines_of
from uth.store.entries import Head
from uth.store.link_records import (
    CHECKPOINT_EVERY,
    HOUSE_STREAM,
    Header,
    at_line,
    events_in,
    folded,
    link_name,
    made_body,
    stream_of,
)
from uth.store.queries import PAGE
from uth.store.rows import START, Moved, Row, json_text, moved_of, sealed
from uth.store.upgrade import WAIT_S, upgrade
from uth.store.writing import write_rows, write_statement

OPENING: Final = b'{"uth_meter":'
"""The beginning of the first line of such a file."""
FORMAT: Final = 1
BEFORE: Final = "before-upgrade"
_CHAIN: Final = re.compile(rb',"chain":"([0-9a-f]{64})"\}\Z')
_AT: Final = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z")


def upgraded(path: Path, terms: Terms, held: ExitStack, *, new: bool, read_only: bool) -> tuple[Path, list[str]]:
    """Return the path of the upgraded file, and notes for the user.

    The file is upgraded in place, and the original is kept under another name. With `read_only` a copy is upgraded,
    which lasts as long as `held`.
    """
    if _is_unfinished(path) and not _head_of(path):
        if read_only:
            raise Malformed("file", str(path), "has no first line yet")
        path.unlink()  # its creation was never confirmed
        return path, []
    if new:
        raise Malformed("file", str(path), "already exists; a new link needs a new file")
    if read_only:
        copy = Path(held.enter_context(TemporaryDirectory(prefix="uth-meter-"))) / path.name
        return copy, _imported(path, terms, copy)
    return path, _upgraded_in_place(path, terms)


def read_header(path: Path) -> Header:
    """Return the header of a file of an earlier version."""
    with path.open("rb") as file:
        return _header(path, file.readline().removesuffix(b"\n"))[0]


def _upgraded_in_place(path: Path, terms: Terms) -> list[str]:
    """Import the file while no other process writes to it, and replace it with the log in one step."""
    kept = path.with_name(f"{path.name}.{BEFORE}")
    with path.open("rb") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not os.path.samestat(os.fstat(lock.fileno()), path.stat()):
            return []  # another process has just upgraded it
        if kept.exists() and not kept.samefile(path):
            raise Malformed("file", str(path), f"is of an earlier version, and {kept.name} is there; move that away")
        part = path.with_name(f"{path.name}.{os.getpid()}.new")
        try:
            notes = _imported(path, terms, part)
            with suppress(FileExistsError):
                os.link(path, kept)
            part.replace(path)
        finally:
            part.unlink(missing_ok=True)
        with suppress(OSError):
            _head_path(path).replace(_head_path(kept))
        folder = os.open(path.absolute().parent, os.O_RDONLY)
        os.fsync(folder)
        os.close(folder)
    return [*notes, f"{path} was written by an earlier version and is upgraded; {kept.name} is the file as it was"]


def _imported(path: Path, terms: Terms, target: Path) -> list[str]:
    """Fill a new database with the lines of the file, in one transaction; return notes for the user."""
    earlier = _EarlierFile(path)
    refused = earlier.header.refusal_of(terms)
    if refused is not None:
        raise Refused(refused.code, refused.clause, f"{path} {refused.says}")
    engines = engines_of(URL.create("sqlite", database=str(target)), WAIT_S)
    try:
        upgrade(engines, WAIT_S)
        with engines.write.begin() as connection:
            rows = _sealed(_rows(earlier, terms, link_name(path)))
            while page := list(islice(rows, PAGE)):
                write_rows(connection, page, {row.key: row.position for row in page if row.key is not None})
                last = page[-1]
            write_statement(connection, Head(position=last.position, chain=last.chain), last.at)
    finally:
        engines.dispose()
    return earlier.notes


@dataclass(frozen=True, slots=True, kw_only=True)
class _EarlierLine:
    number: int
    values: dict[str, Any]
    chain: str


class _EarlierFile:
    """The lines of a file, each verified against its hash, and the file against its head."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.notes: list[str] = []
        *whole, rest = path.read_bytes().split(b"\n")
        self._require_head(whole, rest)
        self.header, self.values, self.chain = _header(path, whole[0] if whole else rest)
        self._texts = whole[1:]
        if not whole:
            return
        last = _Chain()
        for number, text in enumerate(whole, 1):
            last.take(path, number, text)
        if rest and last.fits(rest):
            self._texts.append(rest)
        elif rest:
            if last.fits(rest[:-1]):
                fault = Malformed("", rest[-1:], "is in place of the line's end")
                raise at_line(path, len(whole) + 1, fault)
            says = f"{len(rest)} bytes of a line that was never finished are left out"
            self.notes.append(f"{path}, line {len(whole) + 1}: {says}")

    def lines(self) -> Iterator[_EarlierLine]:
        """Yield every line after the first."""
        for number, text in enumerate(self._texts, 2):
            values = _values(self.path, number, text)
            if (given := values.pop("n", None)) != number:
                raise at_line(self.path, number, Malformed("n", given, f"is out of order; {number} comes here"))
            if type(values.get("at")) is not str or not _AT.fullmatch(values["at"]):
                fault = Malformed("at", values.get("at"), "is not a time such as 2026-07-28T20:15:00.000Z")
                raise at_line(self.path, number, fault)
            yield _EarlierLine(number=number, chain=values.pop("chain"), values=values)

    def _require_head(self, whole: list[bytes], rest: bytes) -> None:
        """Refuse a file that is shorter than its head says, or has a different line there."""
        head, beside = _head_of(self.path), _head_path(self.path).name
        if head is None:
            if len(whole) > 1:
                says = f"there is no {beside}; whether its last lines are missing cannot be told"
                self.notes.append(f"{self.path}: {says}")
            return
        size = sum(len(text) + 1 for text in whole) + len(rest)
        if size < head["end"]:
            says = f"{beside} notes {head['line']} lines of {head['end']:,} bytes, and {size:,} bytes are there"
            says = f"lacks its last lines: {says}; restore a backup, or remove {beside} to go on without them"
            raise Malformed("file", str(self.path), says)
        found = whole[head["line"] - 1] if 0 < head["line"] <= len(whole) else b""
        if not found.endswith(f',"chain":"{head["chain"]}"}}'.encode()):
            says = f"has another line {head['line']} than {beside} notes"
            raise Malformed("file", str(self.path), f"{says}; restore a backup, or remove {beside} to go on with it")


class _Chain:
    """The hash chain of such a file."""

    def __init__(self) -> None:
        self.last = ""

    def fits(self, text: bytes) -> bool:
        """Whether the line's hash fits its bytes and the lines before it."""
        found = _CHAIN.search(text, max(len(text) - 80, 0))
        return found is not None and _hashed(text[: found.start()], self.last) == found[1].decode()

    def take(self, path: Path, number: int, text: bytes) -> None:
        """Verify the next line; raise `Malformed` if it was altered."""
        if not self.fits(text):
            says = "is not as it was written: its hash is not the one of these bytes"
            raise at_line(path, number, Malformed("", text.decode("utf-8", "replace"), says))
        self.last = text[-66:-2].decode()


def _hashed(body: bytes, chain: str) -> str:
    return sha256(chain.encode() + body).hexdigest()


class EarlierChain:
    """The old chain of an imported log, recomputed from its records."""

    def __init__(self) -> None:
        self._chain = ""

    def take(self, row: Row, body: dict[str, Any]) -> None:
        """Refuse an imported record whose line has a hash other than the stored one; newer records have none."""
        if "sealed" not in body:
            return
        line = body.get("line", {"n": row.number, "at": row.at})
        if "line" not in body:
            line |= {"key": row.key} if row.key is not None else {}
            line |= {"do": body["commands"][0], "did": body["events"]}
        text = json.dumps(line, ensure_ascii=False, separators=(",", ":")).encode()[:-1]
        self._chain = _hashed(text, self._chain)
        if self._chain != body["sealed"]:
            raise Malformed("sealed", body["sealed"], "is not the hash of the line that was imported here")


def _rows(earlier: _EarlierFile, terms: Terms, name: str) -> Iterator[Row]:
    """Yield the records, not sealed yet."""
    header, link, entries = earlier.header, new_link(terms), LinkEntries(name)
    made = json_text(made_body(name, terms, rules=header.rules))
    yield Row(1, HOUSE_STREAM, 1, header.at, None, made, "null", (), "")
    seeds = tuple(moved_of(each) for each in entries.opening(link))
    opening = {"by": "house", "commands": [], "events": [], "line": earlier.values, "sealed": earlier.chain}
    yield Row(2, stream_of(name), 1, header.at, None, json_text(opening), "null", seeds, "")
    for line in earlier.lines():
        number, values, key = line.number, line.values, line.values.get("key")
        body: dict[str, Any] = {"by": "meter", "commands": [], "events": [], "sealed": line.chain}
        try:
            if "state" in values:
                body["line"] = {"n": number, **values}
            else:
                body["commands"], body["events"] = [values.get("do")], values.get("did")
            decoded(tuple[Command, ...], body["commands"])
            events = events_in(body)
            if key is not None and (type(key) is not str or not key):
                raise Malformed("key", key, "is not a text")
            before, link = link, folded(link, events)
        except Malformed as fault:
            raise at_line(earlier.path, number, fault) from None
        moved: list[Moved] = []
        for event in events:
            moved += map(moved_of, entries.transfers(before, event))
            before = apply(before, event)
        if number % CHECKPOINT_EVERY == 0:
            body["state"] = encoded(link)
        answer = json_text(body["events"]) if key is not None else "null"
        yield Row(number + 1, stream_of(name), number, values["at"], key, json_text(body), answer, tuple(moved), "")


def _sealed(rows: Iterator[Row]) -> Iterator[Row]:
    chain = START
    for row in rows:
        done = sealed(row, chain)
        chain = done.chain
        yield done


def _is_unfinished(path: Path) -> bool:
    """Whether the file ends within its first line."""
    text = path.read_bytes()
    torn = b"\n" not in text and text[: len(OPENING)] == OPENING[: len(text)]
    return torn and not _Chain().fits(text)


def _header(path: Path, text: bytes) -> tuple[Header, dict[str, Any], str]:
    """Return the first line as a header and as its raw values, and its hash."""
    if not text.startswith(OPENING):
        says = "is not the first line of a meter file; uth meter new begins one"
        raise at_line(path, 1, Malformed("", text.decode("utf-8", "replace"), says))
    chain = _Chain()
    chain.take(path, 1, text)
    values = _values(path, 1, text)
    del values["chain"]
    try:
        if values["uth_meter"] != FORMAT:
            raise Malformed("uth_meter", values["uth_meter"], f"is a format this version does not read; {FORMAT}")
        named = {each.name: values.get(each.name) for each in fields(Header)}
        return decoded(Header, {"is": "Header", **named}), values, chain.last
    except Malformed as fault:
        raise at_line(path, 1, fault) from None


def _values(path: Path, number: int, text: bytes) -> dict[str, Any]:
    try:
        values: Json = json.loads(text)
    except (ValueError, RecursionError) as fault:
        raise at_line(path, number, Malformed("", text.decode("utf-8", "replace"), f"is not JSON: {fault}")) from None
    if not isinstance(values, dict):
        raise at_line(path, number, Malformed("", text.decode("utf-8", "replace"), "is not a JSON object"))
    return values


def _head_path(path: Path) -> Path:
    return path.with_name(f"{path.name}.head")


def _head_of(path: Path) -> dict[str, Any] | None:
    """Return how far the file was written according to its head file, or ``None`` if there is none."""
    try:
        values = json.loads(_head_path(path).read_bytes())
        return {"line": int(values["line"]), "end": int(values["end"]), "chain": str(values["chain"])}
    except (OSError, ValueError, KeyError, TypeError):
        return None
