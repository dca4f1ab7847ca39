"""The head of a meter file: how far it was written, kept beside it, so that lines missing at its end are noticed.

It is written after the lines are on the disk and may lag behind them, never run ahead: whoever is stopped in between
leaves lines that the head does not know yet.
"""

from __future__ import annotations

import json
import os
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from uth.errors import Malformed
from uth.store.meter_turns import TurnFile

WIDTH: Final = 160
"""How many bytes a head has, so that a shorter one leaves nothing of a longer one behind."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Head:
    """The last line that was written, its hash and where it ends."""

    line: int
    chain: str
    end: int


def head_path(path: Path) -> Path:
    """Return where the head of a meter file stands."""
    return path.with_name(f"{path.name}.head")


def write_head(path: Path, head: Head) -> None:
    """Note how far the file was written; what was written stands, even where this cannot be noted."""
    text = json.dumps({"uth_meter_head": 1, "line": head.line, "end": head.end, "chain": head.chain})
    with suppress(OSError):
        file = os.open(head_path(path), os.O_WRONLY | os.O_CREAT, 0o644)
        try:
            os.pwrite(file, text.ljust(WIDTH - 1).encode() + b"\n", 0)
        finally:
            os.close(file)


def read_head(path: Path) -> Head | None:
    """Return how far the file was written, or ``None`` where nobody noted it."""
    try:
        values = json.loads(head_path(path).read_bytes())
        return Head(line=int(values["line"]), chain=str(values["chain"]), end=int(values["end"]))
    except (OSError, ValueError, KeyError, TypeError):
        return None


def require_written(file: TurnFile, head: Head) -> None:
    """Refuse a file that ends before its head, or has another line in that place."""
    beside, size = head_path(file.path).name, file.size()
    if size < head.end:
        notes = f"{beside} notes {head.line} lines of {head.end:,} bytes, and {size:,} bytes are there"
        says = f"lacks its last lines: {notes}; restore a backup, or remove {beside} to go on without them"
        raise Malformed("file", str(file.path), says)
    ends = f',"chain":"{head.chain}"}}\n'.encode()
    if file.bytes_at(head.end - len(ends), head.end) != ends:
        says = (
            f"has another line {head.line} than {beside} notes; restore a backup, or remove {beside} to go on with it"
        )
        raise Malformed("file", str(file.path), says)
