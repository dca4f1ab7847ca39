"""The records of a link: the same in the log of a house and in a meter file."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from uth.errors import Malformed, Refused
from uth.ledger.book import HOUSE, Account
from uth.ledger.link_entries import LinkEntries
from uth.progressive.apply import apply
from uth.progressive.commands import Command
from uth.progressive.decide import Events
from uth.progressive.events import Event
from uth.progressive.refusal import Refusal
from uth.progressive.state import Link, Terms
from uth.records import changed
from uth.rules.loader import is_same_book
from uth.store.codec import Json, decoded, encoded
from uth.store.entries import Entry

HOUSE_STREAM: Final = "house"
"""The stream that says which links there are."""
NAME_LENGTH_MAX: Final = 100
CHECKPOINT_EVERY: Final = 256
"""Records of a link whose number is a multiple of this carry its whole state, so that a reader can start there."""


def stream_of(name: str) -> str:
    """Return the stream of the link of that name."""
    return f"link/{name}"


def made_body(name: str, terms: Terms, **facts: Json) -> dict[str, Any]:
    """Return the body of the record that makes a link."""
    return {"is": "link_made", "name": name, "terms": encoded(terms), **facts}


def link_body(
    by: str, commands: Sequence[Command], events: Sequence[Event], state: Link | None = None
) -> dict[str, Any]:
    """Return the body of a link's record: who asked, for what, what happened, and the state of a checkpoint."""
    body: dict[str, Any] = {"by": by, "commands": encoded(commands), "events": encoded(events)}
    if state is not None:
        body["state"] = encoded(state)
    return body


def opening_entry(name: str, link: Link, funds: Account = HOUSE) -> Entry:
    """Return the first record of a new link, which pays its seeds in."""
    seeds = tuple(LinkEntries(name, funds).opening(link))
    return Entry(stream=stream_of(name), after=0, body=link_body("house", (), ()), transfers=seeds)


def link_name(path: Path) -> str:
    """Return the name of the link in a meter file, which its accounts carry: that of the file."""
    return "".join(each if each.isprintable() else "?" for each in path.name)[:NAME_LENGTH_MAX]


def events_in(body: Json) -> Events:
    """Return the events of a link's record."""
    events: Events = decoded(tuple[Event, ...], body["events"])
    return events


def state_in(body: Json, terms: Terms) -> Link:
    """Return the link as a checkpoint has it, under these terms."""
    link: Link = changed(decoded(Link, body["state"]), terms=terms)
    if link.meters.keys() != {level.name for level in terms.levels}:
        raise Malformed("state", ", ".join(link.meters), "are not the meters of the link")
    return link


def folded(link: Link, events: Events) -> Link:
    """Return the link after the events; refuse those that cannot have happened to it."""
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
    """Return the fault with the line of the file it was found in."""
    inside = f", {fault.field}" if fault.field else ""
    return Malformed(f"{path}, line {number}{inside}", fault.value, fault.says, fault.clause)


@dataclass(frozen=True, slots=True, kw_only=True)
class Header:
    """The terms that every command of a meter file was taken under."""

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
    """Return the header that the record which made the link says."""
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
