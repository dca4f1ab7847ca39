"""Meter files in the format of the first version: JSON lines, each with the hash of everything before it."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import asdict
from hashlib import sha256
from pathlib import Path
from typing import Any

from uth.progressive.commands import Command
from uth.progressive.decide import act
from uth.progressive.state import Link, Terms, new_link
from uth.store.codec import encoded
from uth.store.link_records import header_of

AT = "2026-07-28T20:15:00.000Z"


def head_path(path: Path) -> Path:
    return path.with_name(f"{path.name}.head")


def chained(lines: Iterable[dict[str, Any]]) -> bytes:
    """Return the lines as they are written, each with its hash."""
    chain, written = "", b""
    for line in lines:
        body = json.dumps(line, ensure_ascii=False, separators=(",", ":")).encode()[:-1]
        chain = sha256(chain.encode() + body).hexdigest()
        written += body + f',"chain":"{chain}"}}\n'.encode()
    return written


def values_in(path: Path) -> list[dict[str, Any]]:
    """Return what the lines of a file say, without their hashes."""
    lines = [json.loads(line) for line in path.read_bytes().splitlines()]
    return [{name: value for name, value in line.items() if name != "chain"} for line in lines]


def write_head(path: Path, line: int) -> None:
    """Note beside the file that it was written up to that line."""
    lines = path.read_bytes().splitlines(keepends=True)[:line]
    noted = {"uth_meter_head": 1, "line": line, "end": len(b"".join(lines)), "chain": json.loads(lines[-1])["chain"]}
    head_path(path).write_text(json.dumps(noted).ljust(159) + "\n")


def state_line(link: Link, number: int) -> dict[str, Any]:
    names = ("meters", "stations", "awards", "down", "on_display")
    return {"n": number, "at": AT, "state": {"is": "State", **{name: encoded(getattr(link, name)) for name in names}}}


def write_earlier(
    path: Path, terms: Terms, steps: Sequence[tuple[str | None, Command]], *, state_after: int | None = None
) -> Link:
    """Write a file of these commands with its head, and return the link after them."""
    lines: list[dict[str, Any]] = [{"uth_meter": 1, **asdict(header_of(terms, None, AT))}]
    link = new_link(terms)
    for count, (key, command) in enumerate(steps, 1):
        link, events = act(link, command)
        keyed = {"key": key} if key is not None else {}
        line = {"n": len(lines) + 1, "at": AT, **keyed}
        lines.append({**line, "do": encoded(command), "did": [encoded(event) for event in events]})
        if count == state_after:
            lines.append(state_line(link, len(lines) + 1))
    path.write_bytes(chained(lines))
    write_head(path, len(lines))
    return link
