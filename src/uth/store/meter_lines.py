"""The lines of a meter file: a first one that says whose it is, then commands with their events, chained by hashes."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from hashlib import sha256
from typing import Any, Final

from uth.errors import Malformed, Refused
from uth.progressive.commands import Command
from uth.progressive.decide import Events
from uth.progressive.events import Event
from uth.progressive.refusal import Refusal
from uth.progressive.state import Award, Link, Meter, Station, TableName, Terms
from uth.rules.loader import is_same_book
from uth.store.codec import decoded, encoded

FORMAT: Final = 1
OPENING: Final = b'{"uth_meter":'
"""What the first line of every meter file begins with."""

KEY_LENGTH_MAX: Final = 200

_CHAIN: Final = re.compile(rb',"chain":"([0-9a-f]{64})"\}\Z')
_CHAIN_BYTES: Final = len(b',"chain":""}') + 64
_KEYED: Final = re.compile(rb'\{"n":\d+,"at":"[^"]*","key":("(?:[^"\\]|\\.)*")')
_STATED: Final = re.compile(rb'\{"n":\d+,"at":"[^"]*","state":')
_AT: Final = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z")


@dataclass(frozen=True, slots=True, kw_only=True)
class Header:
    """The first line: the terms that every command of the file was taken under."""

    book: str
    rules: str
    """Where the rule set came from: the book's name, or the path of its file."""
    fingerprint: str
    pay_table: str
    wager: int
    decks: int
    at: str

    def refusal_of(self, terms: Terms) -> Refused | None:
        """Return why the file is not opened under these terms, or ``None``."""
        if terms.book != self.book or not is_same_book(self.book, terms.fingerprint, self.fingerprint):
            other = f"is of rule set {self.book} ({self.fingerprint[:12]})"
            return Refused("other_rule_set", None, f"{other}, not of {terms.book} ({terms.fingerprint[:12]})")
        same = terms.cite("same_terms")
        if terms.table.name != self.pay_table:
            says = f"is of pay table {self.pay_table}, not of {terms.table.name}"
            return Refused(Refusal.OTHER_PAY_TABLE, same, says)
        if terms.wager != self.wager:
            return Refused(Refusal.OTHER_WAGER, same, f"is of a wager of {self.wager}, not of {terms.wager}")
        if terms.decks != self.decks:
            return Refused(Refusal.OTHER_DECKS, same, f"is of {self.decks} decks, not of {terms.decks}")
        return None


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """One command of the log: its line of the file, which is its place in the order, when it came, and what it did."""

    number: int
    at: str
    key: str | None
    command: Command
    events: Events


@dataclass(frozen=True, slots=True, kw_only=True)
class State:
    """What a link comes to at a line, so that a long file opens without working through all of it."""

    meters: Mapping[str, Meter]
    stations: Mapping[TableName, Station]
    awards: tuple[Award, ...]
    down: bool
    on_display: tuple[int, ...] = ()

    def as_link(self, terms: Terms) -> Link:
        """Return the link of these terms in this state."""
        return Link(
            terms=terms,
            meters=self.meters,
            stations=self.stations,
            awards=self.awards,
            down=self.down,
            on_display=self.on_display,
        )


def state_of(link: Link) -> State:
    """Return all of the link that is not its terms."""
    return State(
        meters=link.meters,
        stations=link.stations,
        awards=link.awards,
        down=link.down,
        on_display=link.on_display,
    )


def header_of(terms: Terms, rules: str | None, at: str) -> Header:
    """Return the first line of a file for these terms."""
    return Header(
        book=terms.book,
        rules=rules if rules is not None else terms.book,
        fingerprint=terms.fingerprint,
        pay_table=terms.table.name,
        wager=terms.wager,
        decks=terms.decks,
        at=at,
    )


def header_bytes(header: Header) -> bytes:
    """Return the first line as it is written."""
    return _chained({"uth_meter": FORMAT, **asdict(header)}, "")[0]


def line_bytes(line: Line, chain: str) -> tuple[bytes, str]:
    """Return the line as it is written after the one with that hash, and its own hash."""
    key = {} if line.key is None else {"key": line.key}
    did = [encoded(event) for event in line.events]
    return _chained({"n": line.number, "at": line.at, **key, "do": encoded(line.command), "did": did}, chain)


def state_bytes(link: Link, number: int, at: str, chain: str) -> tuple[bytes, str]:
    """Return the line that says what the link comes to, and its hash."""
    return _chained({"n": number, "at": at, "state": encoded(state_of(link))}, chain)


def _chained(values: Mapping[str, Any], chain: str) -> tuple[bytes, str]:
    body = json.dumps(values, ensure_ascii=False, separators=(",", ":")).encode()[:-1]
    own = _hashed(body, chain)
    return body + f',"chain":"{own}"}}\n'.encode(), own


def _hashed(body: bytes, chain: str) -> str:
    return sha256(chain.encode() + body).hexdigest()


def read_chain(text: bytes, chain: str) -> str:
    """Return the line's hash; refuse a line whose bytes, after the one with that hash, have another."""
    found = _CHAIN.search(text, max(len(text) - _CHAIN_BYTES, 0))
    if found is None or _hashed(text[: found.start()], chain) != found[1].decode():
        raise Malformed("", _shown(text), "is not as it was written: its hash is not the one of these bytes")
    return found[1].decode()


def key_in(text: bytes) -> str | None:
    """Return the key of a line, without reading the rest of it."""
    found = _KEYED.match(text)
    return str(_json(found[1])) if found is not None else None


def holds_state(text: bytes) -> bool:
    """Whether the line says what the link comes to; any other is a command."""
    return _STATED.match(text) is not None


def read_header(text: bytes) -> tuple[Header, str]:
    """Return the first line of a file and its hash."""
    if not text.startswith(OPENING):
        raise Malformed("", _shown(text), "is not the first line of a meter file; uth meter new begins one")
    own = read_chain(text, "")
    values = _values(text)
    if values.get("uth_meter") != FORMAT:
        raise Malformed("uth_meter", values.get("uth_meter"), f"is a format this version does not read; {FORMAT}")
    named = {each.name: values.get(each.name) for each in fields(Header)}
    return decoded(Header, {"is": "Header", **named}), own


def read_line(text: bytes, number: int) -> Line:
    """Return the command of that line."""
    values = _numbered(text, number)
    key = values.get("key")
    if key is not None:
        require_key(key)
    command = decoded(Command, values.get("do"))
    events = decoded(tuple[Event, ...], values.get("did"))
    return Line(number=number, at=values["at"], key=key, command=command, events=events)


def read_state(text: bytes, number: int) -> State:
    """Return the state of that line."""
    state: State = decoded(State, _numbered(text, number).get("state"))
    return state


def require_key(key: object) -> None:
    """Refuse a key that is not a short text."""
    if type(key) is not str or not key.strip() or not key.isprintable() or len(key) > KEY_LENGTH_MAX:
        raise Malformed("key", key, f"is not a text of 1 to {KEY_LENGTH_MAX} characters")


def _numbered(text: bytes, number: int) -> dict[str, Any]:
    values = _values(text)
    if values.get("n") != number:
        raise Malformed("n", values.get("n"), f"is out of order; {number} comes here")
    at = values.get("at")
    if type(at) is not str or not _AT.fullmatch(at):
        raise Malformed("at", at, "is not a time such as 2026-07-28T20:15:00.000Z")
    return values


def _values(text: bytes) -> dict[str, Any]:
    values = _json(text)
    if not isinstance(values, dict):
        raise Malformed("", _shown(text), "is not a JSON object")
    return values


def _json(text: bytes) -> Any:
    try:
        return json.loads(text)
    except (ValueError, RecursionError) as fault:
        raise Malformed("", _shown(text), f"is not JSON: {fault}") from None


def _shown(text: bytes) -> str:
    return text.decode("utf-8", "replace")
