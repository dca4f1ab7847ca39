"""An independent look at a meter file: every command decided again, every cent followed through the accounts."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from uth.errors import Malformed, Refused
from uth.ledger.accounts import Account
from uth.ledger.book import Book
from uth.ledger.link_entries import LinkEntries
from uth.progressive.apply import apply
from uth.progressive.decide import decide
from uth.progressive.state import Link, new_link
from uth.store.meter_file import MeterFile
from uth.store.meter_lines import Line
from uth.store.meter_reading import at_line


@dataclass(frozen=True, slots=True, kw_only=True)
class Audit:
    """What a file that holds comes to."""

    commands: int
    chain: str
    balances: dict[Account, Fraction]
    """What each account holds; the sum is zero."""


def audit(file: MeterFile) -> Audit:
    """Return what the file comes to; refuse it at the first line that this version decides otherwise.

    The states in the file are not used. That the file's bytes are what was written was seen when it was opened.
    """
    link, entries, book, commands = new_link(file.terms), LinkEntries(file.path.name), Book(), 0
    book.post("opening", entries.opening(link))
    for line in file.lines():
        _require_decided(file, link, line)
        for at, event in enumerate(line.events):
            book.post(f"{line.number}/{at}", entries.transfers(link, event))
            link = apply(link, event)
        commands += 1
    if link != file.link:
        says = "is not what its commands come to; a line that states it is wrong"
        raise Malformed("state", str(file.path), says)
    _require_balance(file, link, entries, book)
    return Audit(commands=commands, chain=file.chain, balances=book.trial_balance())


def _require_decided(file: MeterFile, link: Link, line: Line) -> None:
    events = decide(link, line.command)
    if events != line.events:
        name = type(line.command).__name__
        why = f"refuses it: {events}" if isinstance(events, Refused) else "decides otherwise"
        raise at_line(file.path, line.number, Malformed("do", name, f"is not what happened; this version {why}"))


def _require_balance(file: MeterFile, link: Link, entries: LinkEntries, book: Book) -> None:
    """Refuse a file in which a meter, or what waits beside it, is not what its account holds."""
    for name, meter in link.meters.items():
        accounts = {
            entries.meter(name): meter.amount,
            entries.overflow(name): meter.overflow,
            entries.reserve(name): meter.reserve,
        }
        for account, amount in accounts.items():
            held = book.balance(account)
            if held != amount:
                raise Malformed(str(account), str(amount), f"is what {file.path} says, and its account holds {held}")
