"""The export of the log for auditors: one line for each record, and a last line that signs them."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Iterable
from hashlib import sha256
from typing import Any

from uth.errors import Malformed
from uth.house.signing_key import LOG_EXPORT, HouseKey, is_signed
from uth.store.rows import START, seal_of


async def signed_lines(lines: AsyncIterator[bytes], key: HouseKey) -> AsyncIterator[bytes]:
    """Yield the lines, then a line that signs the hash of all their bytes."""
    whole, count = sha256(), 0
    async for line in lines:
        whole.update(line)
        count += 1
        yield line
    digest = whole.hexdigest()
    end = {"records": count, "sha256": digest, **key.signature(LOG_EXPORT, f"{count}\n{digest}")}
    yield json.dumps(end, separators=(",", ":")).encode() + b"\n"


def is_log_export(text: bytes) -> bool:
    """Whether the text is an export of a log: its first line is a record."""
    return text.startswith((b'{"position":1,', b'{"records":0,'))


def check_export(text: bytes, key: str | None = None) -> list[str]:
    """Return what was verified, as sentences; raise `Malformed` at the first fault.

    If a public key is given, the export must be signed with it.
    """
    lines = text.splitlines(keepends=True)
    end = _object(lines[-1], len(lines))
    if "sha256" not in end:
        raise Malformed(f"line {len(lines)}", end.get("position"), "is a record; the last line signs those before it")
    chained, sealed = _verify_chain(lines[:-1])
    digest = sha256(b"".join(lines[:-1])).hexdigest()
    if (end.get("records"), end["sha256"]) != (len(lines) - 1, digest):
        raise Malformed("sha256", end["sha256"], f"is not of these {len(lines) - 1} lines; something was changed")
    signature = {name: str(end.get(name)) for name in ("key", "signature")}
    if not is_signed(LOG_EXPORT, f"{end['records']}\n{digest}", signature):
        raise Malformed("signature", signature["signature"][:16], "is not of these lines; something was changed")
    if key is not None and signature["key"] != key:
        raise Malformed("key", signature["key"], f"is not {key}, which was to sign it")
    whose = (
        f"key {key[:16]}, the one you gave, signed all of it"
        if key is not None
        else (f"key {signature['key']} signed all of it; whose key that is was not checked: give --key")
    )
    return [
        f"{len(lines) - 1} records stand in their order, {sealed} of them sealed",
        f"{chained} of them follow from the one before by their hash",
        whose,
    ]


def _verify_chain(lines: Iterable[bytes]) -> tuple[int, int]:
    """Verify the chain of seals; return how many records are chained and how many are sealed."""
    chain: str | None = START
    chained = sealed = 0
    for number, line in enumerate(lines, 1):
        record = _object(line, number)
        if record.get("position") != number:
            raise Malformed(f"line {number}", record.get("position"), f"is not position {number}")
        sealed += "sealed" in record
        own, before = record.get("chain"), chain
        if own is not None and before is not None and "sealed" not in record:
            body = line.decode()[: line.decode().rindex(',"chain":')]
            if seal_of(body, before) != own:
                raise Malformed(f"line {number}", number, "was changed: its hash differs")
            chained += 1
        chain = own
    return chained, sealed


def _object(line: bytes, number: int) -> dict[str, Any]:
    try:
        found = json.loads(line)
    except (ValueError, RecursionError) as fault:
        raise Malformed(f"line {number}", line[:40].decode("utf-8", "replace"), f"is not JSON: {fault}") from None
    if not isinstance(found, dict):
        raise Malformed(f"line {number}", line[:40].decode("utf-8", "replace"), "is not an object")
    return found
