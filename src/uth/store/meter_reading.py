"""Reading a meter file: every line against its hash, then the events folded into the link."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path

from uth.errors import Malformed
from uth.progressive.apply import apply
from uth.progressive.state import Link
from uth.store.meter_lines import Line, holds_state, key_in, read_chain, read_line, read_state
from uth.store.meter_turns import TurnFile

Keys = dict[str, tuple[int, int]]
"""Where the line of each key begins, and its number."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """How far a file has been read: the link there, the last line and its hash, and where the next one begins."""

    link: Link
    line: int
    chain: str
    end: int
    stated_end: int = 0
    """Where the last line ends that says what the link comes to."""
    stated_bytes: int = 0
    """How long that line is."""


@dataclass(slots=True)
class _Seen:
    """What the lines after a place are, by their bytes alone."""

    line: int
    chain: str
    end: int
    keys: Keys = field(default_factory=dict)
    stated: tuple[int, int, int] | None = None
    """Where the last line begins that says what the link comes to, its number, and where it ends."""
    note: str | None = None


def read_on(file: TurnFile, place: Place, *, leave: bool = False) -> tuple[Place, Keys, str | None]:
    """Return the place after the lines that came since, their keys, and a note on a last line that was dropped.

    With `leave` a last line that is not whole stays as it is: somebody else has to look at it.
    """
    size = file.size()
    if size < place.end:
        raise Malformed("file", str(file.path), "was cut while it was open; open it again")
    if size == place.end:
        return place, {}, None
    seen = _seen(file, place, size, leave=leave)
    after = place
    if seen.stated is not None:
        start, number, end = seen.stated
        after = replace(_stated(file, place, start, number), end=end, stated_end=end, stated_bytes=end - start)
    for line in _commands(file, after.end, seen.end, after.line):
        after = replace(after, link=_folded(file.path, after.link, line))
    return replace(after, line=seen.line, chain=seen.chain, end=seen.end), seen.keys, seen.note


def commands_between(file: TurnFile, first: Place, last: Place) -> Iterator[Line]:
    """Yield the commands between two places."""
    return _commands(file, first.end, last.end, first.line)


def command_at(file: TurnFile, start: int, number: int, end: int) -> Line:
    """Return the command of the line of that number, which begins there."""
    return _command(file.path, file.text_at(start, end), number)


def at_line(path: Path, number: int, fault: Malformed) -> Malformed:
    """Return the fault with the line of the file it was found in."""
    inside = f", {fault.field}" if fault.field else ""
    return Malformed(f"{path}, line {number}{inside}", fault.value, fault.says, fault.clause)


def _seen(file: TurnFile, place: Place, size: int, *, leave: bool) -> _Seen:
    """Return what the lines after the place are, every one of them as it was written."""
    seen = _Seen(place.line, place.chain, place.end)
    for start, text in file.texts(place.end, size):
        if not text.endswith(b"\n") and not _finished(file, text, seen, leave=leave):
            break
        body = text.removesuffix(b"\n")
        try:
            chain, key = read_chain(body, seen.chain), key_in(body)
        except Malformed as fault:
            raise at_line(file.path, seen.line + 1, fault) from None
        seen.line, seen.chain, seen.end = seen.line + 1, chain, start + len(body) + 1
        if key is not None:
            seen.keys[key] = start, seen.line
        if holds_state(body):
            seen.stated = start, seen.line, seen.end
    return seen


def _finished(file: TurnFile, text: bytes, seen: _Seen, *, leave: bool) -> bool:
    """Finish a last line that lacks nothing but its end; drop one that lacks more, and note it.

    A process was stopped while it wrote the line, so nobody was told of it. A whole line with something else in place
    of its end was left so by no writer: it is damage.
    """
    if is_whole(text[:-1], seen.chain):
        fault = Malformed("", text[-1:], "stands in place of the line's end")
        raise at_line(file.path, seen.line + 1, fault)
    if file.read_only or leave:
        said = "left out"
    elif is_whole(text, seen.chain):
        file.append(b"\n", seen.end + len(text))
        return True
    else:
        file.cut(seen.end)
        said = "dropped"
    seen.note = f"{file.path}, line {seen.line + 1}: {len(text)} bytes of a line that was never finished are {said}"
    return False


def is_whole(text: bytes, chain: str) -> bool:
    """Whether the bytes are a line as it was written, after the one with that hash."""
    try:
        read_chain(text, chain)
    except Malformed:
        return False
    return True


def _stated(file: TurnFile, place: Place, start: int, number: int) -> Place:
    """Return the place with the link as that line says it is."""
    try:
        link = read_state(file.text_at(start, file.size()), number).as_link(place.link.terms)
        if link.meters.keys() != place.link.meters.keys():
            raise Malformed("state", ", ".join(link.meters), f"are not the meters; {', '.join(place.link.meters)}")
    except Malformed as fault:
        raise at_line(file.path, number, fault) from None
    return replace(place, link=link, line=number)


def _commands(file: TurnFile, start: int, end: int, number: int) -> Iterator[Line]:
    """Yield the commands between two places of the file, after the line of that number."""
    for _, text in file.texts(start, end):
        number += 1
        if not holds_state(text):
            yield _command(file.path, text, number)


def _command(path: Path, text: bytes, number: int) -> Line:
    try:
        return read_line(text, number)
    except Malformed as fault:
        raise at_line(path, number, fault) from None


def _folded(path: Path, link: Link, line: Line) -> Link:
    """Return the link after a line of the file; one that cannot have happened there is refused."""
    try:
        for event in line.events:
            link = apply(link, event)
        below = any(min(each.amount, each.overflow, each.reserve) < 0 for each in link.meters.values())
    except (LookupError, TypeError, ValueError, AttributeError, StopIteration):
        below = True
    if below:
        fault = Malformed("do", type(line.command).__name__, "cannot have happened after the lines before it")
        raise at_line(path, line.number, fault)
    return link
