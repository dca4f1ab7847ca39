"""The records of a link, which are the same in the log of a house and in a meter file."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final, NamedTuple

from uth.errors import Malformed, Refused, quoted
from uth.ledger.book import HOUSE, Account
from uth.ledger.link_entries import LinkEntries
from uth.progressive.apply import apply
from uth.progressive.commands import Command
from uth.progressive.decide import Events, decide
from uth.progressive.events import Event
from uth.progressive.refusal import LinkRefusal
from uth.progressive.state import Link, Terms
from uth.records import changed
from uth.rules.loader import is_same_book
from uth.store.codec import Json, decoded, encoded
from uth.store.entries import Entry, Head
from uth.store.rows import Moved, Row, json_text, moved_of, sealed

HOUSE_STREAM: Final = "house"
"""The stream with the records that create links."""
NAME_LENGTH_MAX: Final = 100
KEY_USED: Final = "key_used"
KEY_LENGTH_MAX: Final = 200
STATE_SHARE: Final = 20
"""A meter file writes a checkpoint once it has grown by this many times the size of the last one."""
CHECKPOINT_EVERY: Final = 256
"""Records of a link whose number is a multiple of this carry its whole state, so that a reader can start there."""


def stream_of(name: str) -> str:
    """Return the stream of the link of that name."""
    return f"link/{name}"


def made_body(name: str, terms: Terms, **facts: Json) -> dict[str, Any]:
    """Return the body of the record that creates a link."""
    return {"is": "link_made", "name": name, "terms": encoded(terms), **facts}


def link_body(
    by: str, commands: Sequence[Command], events: Sequence[Event], state: Link | None = None
) -> dict[str, Any]:
    """Return the body of a link's record: author, commands, events, and the state if it is a checkpoint."""
    body: dict[str, Any] = {"by": by, "commands": encoded(commands), "events": encoded(events)}
    if state is not None:
        body["state"] = encoded(state)
    return body


def opening_entry(name: str, link: Link, funds: Account = HOUSE) -> Entry:
    """Return the first record of a new link, which pays in its seeds."""
    seeds = tuple(LinkEntries(name, funds).opening(link))
    return Entry(stream=stream_of(name), after=0, body=link_body("house", (), ()), transfers=seeds)


def link_name(path: Path) -> str:
    """Return the name of the link in a meter file, which is that of the file; its accounts carry it."""
    return "".join(each if each.isprintable() else "?" for each in path.name)[:NAME_LENGTH_MAX]


def events_in(body: Json) -> Events:
    """Return the events of a link's record."""
    events: Events = decoded(tuple[Event, ...], body["events"])
    return events


def state_in(body: Json, terms: Terms) -> Link:
    """Return the state in a checkpoint, under these terms."""
    link: Link = changed(decoded(Link, body["state"]), terms=terms)
    if link.meters.keys() != {level.name for level in terms.levels}:
        raise Malformed("state", ", ".join(link.meters), "are not the meters of the link")
    return link


def folded(link: Link, events: Events) -> Link:
    """Return the link after the events; raise `Malformed` if they cannot have happened to it."""
    try:
        for event in events:
            link = apply(link, event)
        below = any(min(each.amount, each.overflow, each.reserve) < 0 for each in link.meters.values())
    except (LookupError, TypeError, ValueError, AttributeError, StopIteration):
        below = True
    if below:
        names = ", ".join(type(event).__name__ for event in events)
        raise Malformed("events", names, "cannot have happened after the records before it")
    return link


def at_line(path: Path, number: int, fault: Malformed) -> Malformed:
    """Return the fault with the line of the file where it was found."""
    inside = f", {fault.field}" if fault.field else ""
    return Malformed(f"{path}, line {number}{inside}", fault.value, fault.says, fault.clause)


@dataclass(frozen=True, slots=True, kw_only=True)
class Header:
    """The terms of a meter file, which apply to all its commands."""

    book: str
    rules: str
    """The source of the rule set: the book's name, or the path of its file."""
    fingerprint: str
    pay_table: str
    wager: int
    decks: int
    at: str

    def refusal_of(self, terms: Terms) -> Refused | None:
        """Return why the file cannot be opened under these terms, or ``None``."""
        if terms.book != self.book or not is_same_book(self.book, terms.fingerprint, self.fingerprint):
            other = f"is of rule set {self.book} ({self.fingerprint[:12]})"
            return Refused("other_rule_set", None, f"{other}, not of {terms.book} ({terms.fingerprint[:12]})")
        same = terms.cite("same_terms")
        if terms.table.name != self.pay_table:
            says = f"is of pay table {self.pay_table}, not of {terms.table.name}"
            return Refused(LinkRefusal.OTHER_PAY_TABLE, same, says)
        if terms.wager != self.wager:
            return Refused(LinkRefusal.OTHER_WAGER, same, f"is of a wager of {self.wager}, not of {terms.wager}")
        if terms.decks != self.decks:
            return Refused(LinkRefusal.OTHER_DECKS, same, f"is of {self.decks} decks, not of {terms.decks}")
        return None


def header_of(terms: Terms, rules: str | None, at: str) -> Header:
    """Return the header of a file for these terms."""
    return Header(
        book=terms.book,
        rules=rules if rules is not None else terms.book,
        fingerprint=terms.fingerprint,
        pay_table=terms.table.name,
        wager=terms.wager,
        decks=terms.decks,
        at=at,
    )


def header_in(body: dict[str, Any], at: str) -> Header:
    """Return the header from the record that created the link."""
    terms = body["terms"]
    return Header(
        book=terms["book"],
        rules=body["rules"],
        fingerprint=terms["fingerprint"],
        pay_table=terms["table"]["name"],
        wager=terms["wager"],
        decks=terms["decks"],
        at=at,
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class LinkRecord:
    """One command of the log: its number, its time, its key and its events."""

    number: int
    at: str
    key: str | None
    command: Command
    events: Events


def line_in(row: Row) -> LinkRecord:
    """Return the command of a record."""
    body = json.loads(row.body)
    (command,) = decoded(tuple[Command, ...], body["commands"])
    return LinkRecord(number=row.number, at=row.at, key=row.key, command=command, events=events_in(body))


def require_key(key: object) -> None:
    """Refuse a key that is not a short printable text."""
    if type(key) is not str or not key.strip() or not key.isprintable() or len(key) > KEY_LENGTH_MAX:
        raise Malformed("key", key, f"is not a text of 1 to {KEY_LENGTH_MAX} characters")


@dataclass(frozen=True, slots=True, kw_only=True)
class LinkPosition:
    """How far the log has been read, and the link there."""

    link: Link
    number: int = 0
    """The number of the link's last record; the first one pays in its seeds."""
    seal: str = ""
    """The hash of that record and everything before it."""
    head: Head = field(default_factory=lambda: Head(position=0, chain=""))
    """The position and seal of the last record read, of any stream."""
    unstated: int = 0
    """How many bytes were written since the last checkpoint."""
    stated: int = 0
    """The size of that checkpoint in bytes."""


class CommandResult(NamedTuple):
    """The events of a command, also as the JSON text that is stored."""

    events: Events
    text: str


class Batch:
    """Commands to append at a position: their results, and the records to write for them."""

    def __init__(self, place: LinkPosition, name: str, at: str, known: Mapping[str, Row]) -> None:
        self.rows: list[Row] = []
        self.keys: dict[str, int] = {}
        """The position of each new key."""
        self._place = place
        self._link, self._unstated, self._stated = place.link, place.unstated, place.stated
        self._at = at
        self._entries = LinkEntries(name)
        self._stream = stream_of(name)
        lines = {key: (line_in(row), row.answer) for key, row in known.items()}
        self._known = {
            key: (line.command, line.number, CommandResult(line.events, text)) for key, (line, text) in lines.items()
        }

    def answer(self, command: Command, key: str | None) -> CommandResult | Refused:
        """Return the events of the command, or why it is refused; a known key gets its first answer."""
        known = self._known.get(key) if key is not None else None
        if known is not None:
            first, number, done = known
            if first == command:
                return done
            return Refused(KEY_USED, None, f"key {quoted(key)} was sent with another command, line {number}")
        events = decide(self._link, command)
        return events if isinstance(events, Refused) else self._added(command, key, events)

    def _added(self, command: Command, key: str | None, events: Events) -> CommandResult:
        """Add the record of a command."""
        moved, link = list[Moved](), self._link
        for event in events:
            moved += [moved_of(each) for each in self._entries.transfers(link, event)]
            link = apply(link, event)
        self._link = link
        number, head = self._place.number + len(self.rows) + 1, self.rows[-1] if self.rows else self._place.head
        text, state = json_text(encoded(events)), self._state(number)
        body = f'{{"by":"meter","commands":{json_text(encoded((command,)))},"events":{text}{state}}}'
        self._unstated, self._stated = (0, len(body)) if state else (self._unstated + len(body), self._stated)
        answer = text if key is not None else "null"
        row = Row(head.position + 1, self._stream, number, self._at, key, body, answer, tuple(moved), "")
        self.rows.append(sealed(row, head.chain))
        done = CommandResult(events, text)
        if key is not None:
            self.keys[key] = row.position
            self._known[key] = command, number, done
        return done

    def _state(self, number: int) -> str:
        """Return the state for the end of a checkpoint record, or nothing; a large state is written less often."""
        if number % CHECKPOINT_EVERY or self._unstated < STATE_SHARE * self._stated:
            return ""
        return f',"state":{json_text(encoded(self._link))}'

    @property
    def place(self) -> LinkPosition:
        """The position after the records."""
        last = self.rows[-1]
        return LinkPosition(
            link=self._link,
            number=last.number,
            seal=last.chain,
            head=Head(position=last.position, chain=last.chain),
            unstated=self._unstated,
            stated=self._stated,
        )
