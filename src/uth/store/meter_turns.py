"""A file that processes write in turns: appended to whole, on the disk before anyone is told, or not at all."""

from __future__ import annotations

import fcntl
import json
import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Final, NoReturn

from uth.errors import Malformed

_CHUNK_BYTES: Final = 1 << 20
_LINE_BYTES: Final = 1 << 12


class TurnFile:
    """An open file with an advisory lock; the holder of the turn has it alone."""

    def __init__(self, path: Path, *, read_only: bool) -> None:
        self.path = path
        self.read_only = read_only
        self._held = False
        self._failed = False
        self._file = -1
        flags = os.O_RDONLY if read_only else os.O_RDWR | os.O_CREAT
        try:
            self._file = os.open(path, flags | os.O_NONBLOCK, 0o644)
        except OSError as fault:
            self._raise("opened", fault)
        if not stat.S_ISREG(os.fstat(self._file).st_mode):
            self.close()
            raise Malformed("file", str(path), "is not a file of lines")

    def close(self) -> None:
        """Let go of the file."""
        if self._file >= 0:
            os.close(self._file)
            self._file = -1

    @contextmanager
    def turn(self) -> Iterator[bool]:
        """Hold the file until the turn is over; yield whether the turn begins here, since a turn may hold another."""
        if self._held:
            yield False
            return
        if self._file < 0 or self._failed:
            raise Malformed("file", str(self.path), "is closed" if self._file < 0 else "failed before; open it again")
        fcntl.flock(self._file, fcntl.LOCK_SH if self.read_only else fcntl.LOCK_EX)
        self._held = True
        try:
            yield True
        finally:
            self._held = False
            fcntl.flock(self._file, fcntl.LOCK_UN)

    def size(self) -> int:
        """Return how many bytes the file has; a file that is no longer the one of that name is refused."""
        here = os.fstat(self._file)
        try:
            there = self.path.stat()
        except OSError as fault:
            self._raise("found", fault)
        if (here.st_dev, here.st_ino) != (there.st_dev, there.st_ino):
            raise Malformed("file", str(self.path), "was replaced while it was open; open it again")
        return here.st_size

    def bytes_at(self, start: int, end: int) -> bytes:
        """Return the bytes between two places."""
        return os.pread(self._file, end - start, start) if start >= 0 else b""

    def text_at(self, start: int, end: int) -> bytes:
        """Return the line that begins there, which may be without its end."""
        return next((text for _, text in self.texts(start, end, chunk_bytes=_LINE_BYTES)), b"")

    def texts(self, start: int, end: int, *, chunk_bytes: int = _CHUNK_BYTES) -> Iterator[tuple[int, bytes]]:
        """Yield the lines between two places, each with where it begins; the last may be without its end."""
        rest = b""
        while start + len(rest) < end:
            at = start + len(rest)
            read = os.pread(self._file, min(chunk_bytes, end - at), at)
            if not read:
                break
            *whole, rest = (rest + read).split(b"\n")
            for text in whole:
                yield start, text + b"\n"
                start += len(text) + 1
        if rest:
            yield start, rest

    def append(self, text: bytes, at: int) -> None:
        """Append the text durably, or leave the file as it was."""
        try:
            written = 0
            while written < len(text):
                written += os.pwrite(self._file, text[written:], at + written)
            os.fsync(self._file)
        except BaseException as fault:
            self._failed = isinstance(fault, OSError)
            try:
                self.cut(at)
            except OSError:
                self._failed = True
            if isinstance(fault, OSError):
                self._raise("written", fault)
            raise

    def cut(self, at: int) -> None:
        """Drop what is beyond that place."""
        os.ftruncate(self._file, at)
        os.fsync(self._file)

    def sync_folder(self) -> None:
        """Make the file's name durable too."""
        folder = os.open(self.path.absolute().parent, os.O_RDONLY | os.O_DIRECTORY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)

    def _raise(self, what: str, fault: OSError) -> NoReturn:
        raise Malformed("file", str(self.path), f"cannot be {what}: {fault.strerror}") from None


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
