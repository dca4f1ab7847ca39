"""Records as stored: rows of text, the hash chain that seals them, and appends prepared for writing.

The line of a record is its JSON without the last field. Its seal is the SHA-256 of the previous seal and the line; an
export holds the line with the seal as its last field.

The chain is not a signature: it detects damage and careless edits. Someone who can rewrite every record is detected by
a head that was noted elsewhere.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from fractions import Fraction
from functools import lru_cache
from hashlib import sha256
from itertools import chain as joined
from typing import Final, NamedTuple

import orjson

from uth.errors import Broken, Malformed, UthError
from uth.ledger.book import FLOORED, Account, Transfer, account_of
from uth.store.codec import Json
from uth.store.entries import Appended, Entry, Head, Overdrawn, Stored


class Moved(NamedTuple):
    """A transfer as text: two accounts, and the cents as ``p/q``."""

    source: str
    target: str
    cents: str


class Row(NamedTuple):
    """A record with its bodies as JSON text."""

    position: int
    stream: str
    number: int
    at: str
    key: str | None
    body: str
    answer: str
    moved: tuple[Moved, ...]
    chain: str


json_text: Final[Callable[[Json], str]] = json.JSONEncoder(separators=(",", ":"), allow_nan=False).encode
"""Return the value as compact ASCII JSON."""


def fraction_text(value: Fraction) -> str:
    """Return the fraction as ``p/q``."""
    return f"{value.numerator}/{value.denominator}"


@lru_cache(maxsize=10_000)
def fraction_of(text: str) -> Fraction:
    """Return the fraction of a text in lowest terms; any other text is refused."""
    try:
        numerator, denominator = text.split("/")
        value = Fraction(int(numerator), int(denominator))
    except (AttributeError, ValueError, ZeroDivisionError):
        raise Malformed("cents", text, 'is not a fraction such as "5/2"') from None
    if fraction_text(value) != text:
        raise Malformed("cents", text, f'is not in lowest terms, "{fraction_text(value)}"')
    return value


@lru_cache(maxsize=10_000)
def account_text(account: Account) -> str:
    """Return the account as stored text."""
    return str(account)


def moved_of(transfer: Transfer) -> Moved:
    """Return the transfer as text."""
    return Moved(account_text(transfer.source), account_text(transfer.target), fraction_text(transfer.cents))


quoted: Final[Callable[[str], str]] = lru_cache(maxsize=10_000)(json_text)
"""Return a text as JSON, cached for texts that occur often."""


def transfer_of(moved: Moved) -> Transfer:
    """Return the transfer of a text."""
    return Transfer(source=account_of(moved.source), target=account_of(moved.target), cents=fraction_of(moved.cents))


def stored_of(row: Row) -> Stored:
    """Return the record of a row; raise `Broken` if it cannot be read."""
    try:
        body, answer = json.loads(row.body), json.loads(row.answer)
    except (ValueError, TypeError, RecursionError) as fault:
        raise Broken(f"position {row.position} of the log is not as it was written: {fault}") from None
    return Stored(
        position=row.position,
        stream=row.stream,
        number=row.number,
        at=row.at,
        key=row.key,
        body=body,
        chain=row.chain,
        transfers=tuple(transfer_of(each) for each in row.moved),
        answer=answer,
    )


def row_of(stored: Stored) -> Row:
    """Return the row of a record."""
    return Row(
        position=stored.position,
        stream=stored.stream,
        number=stored.number,
        at=stored.at,
        key=stored.key,
        body=json_text(stored.body),
        answer=json_text(stored.answer),
        moved=tuple(moved_of(each) for each in stored.transfers),
        chain=stored.chain,
    )


def move(balances: dict[str, Fraction], moved: Iterable[Moved]) -> None:
    """Apply each transfer to the balances."""
    for each in moved:
        cents = fraction_of(each.cents)
        balances[each.source] = balances.get(each.source, Fraction(0)) - cents
        balances[each.target] = balances.get(each.target, Fraction(0)) + cents


def accounts_of(balances: dict[str, Fraction]) -> dict[Account, Fraction]:
    """Return the balances by account, sorted, without those of zero."""
    return dict(sorted((account_of(text), cents) for text, cents in balances.items() if cents))


# The hash chain: each seal covers the record and the seal before it, so any changed byte is detected.

START: Final = ""
"""The seal before the first record."""


def line_of(row: Row) -> str:
    """Return the line of a record, without its seal."""
    moved = ",".join([f"[{quoted(source)},{quoted(target)},{quoted(cents)}]" for source, target, cents in row.moved])
    return (
        f'{{"position":{row.position},"stream":{quoted(row.stream)},"number":{row.number},"at":{quoted(row.at)}'
        f',"key":{json_text(row.key)},"body":{row.body},"transfers":[{moved}],"answer":{row.answer}'
    )


def sealed(row: Row, before: str) -> Row:
    """Return the record with its seal, given the seal before it."""
    return Row(*row[:-1], seal_of(line_of(row), before))


def seal_of(line: str, before: str) -> str:
    """Return the seal of a line, given the seal before it."""
    return sha256((before + line).encode()).hexdigest()


class ChainVerifier:
    """Verifies the log from its first record: each record must follow the one before it."""

    def __init__(self) -> None:
        self.position = 0
        self.chain = START
        self.numbers: dict[str, int] = {}
        self._key: str | None = None

    @property
    def head(self) -> Head:
        """The last verified record."""
        return Head(position=self.position, chain=self.chain)

    def take(self, row: Row) -> bool:
        """Verify the next record and return whether it starts a new key; raise `Broken` if it was altered."""
        place = self.position + 1
        if row.position != place:
            raise Broken(f"position {place} is not in the log; {row.position} comes next")
        if fault := self._fault(row):
            raise Broken(f"position {place} is not as it was written: {fault}")
        begins = row.key is not None and row.key != self._key
        self.position, self.chain, self._key = place, row.chain, row.key
        self.numbers[row.stream] = row.number
        return begins

    def _fault(self, row: Row) -> str | None:
        try:
            if seal_of(line_of(row), self.chain) != row.chain:
                return "its hash is another"
            json.loads(row.body), json.loads(row.answer)
            for each in row.moved:
                transfer_of(each)
        except (UthError, TypeError, ValueError, RecursionError) as error:
            return f"it does not read: {error}"
        number = self.numbers.get(row.stream, 0) + 1
        return f"it is number {row.number} of {row.stream}, not {number}" if row.number != number else None


Clock = Callable[[], str]

STANDS_STILL: Final = timedelta(hours=1)
"""A clock set back by up to this much stands still until it has caught up; a larger change takes effect at once."""


def utc_now() -> str:
    """Return the time as ``2026-07-28T20:15:00.000Z``."""
    return datetime.now(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


@dataclass(slots=True)
class LogClock:
    """A clock that does not go back by less than `STANDS_STILL`, so that the log can be searched by time."""

    clock: Clock
    last: str | None = None
    """The time of the last record, once it is known."""

    def after(self, last: str) -> None:
        """Set the time of the last record, so that `now` does not go back behind it."""
        self.last = last

    def follow_server(self, now: str, last: str | None) -> None:
        """Use the server's time, which all nodes that write the log share."""
        self.clock, self.last = lambda: now, last

    def now(self) -> str:
        """Return the time of the next record."""
        now = self.clock()
        if self.last is None or now >= self.last or _span(now, self.last) > STANDS_STILL:
            self.last = now
        return self.last


def _span(start: str, end: str) -> timedelta:
    return datetime.fromisoformat(end) - datetime.fromisoformat(start)


# Appends: anything that cannot be stored exactly is refused here.

NAME_LENGTH_MAX: Final = 200
_CONTROL: Final = re.compile(r"[\x00-\x1f\x7f-\x9f\ud800-\udfff]")
"""Characters that neither a database nor a log line can hold: control characters and lone surrogates."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Draft:
    """One append: its entries, and their text as it will be stored."""

    entries: tuple[Entry, ...]
    bodies: tuple[str, ...]
    moved: tuple[tuple[Moved, ...], ...]
    key: str | None
    answer: Json
    answer_text: str

    @property
    def logs(self) -> set[str]:
        """The other logs to which entries belong."""
        return {entry.log for entry in self.entries if entry.log is not None}

    def part(self, log: str | None) -> Draft:
        """Return the append with the entries of one log only; the key and the answer belong to the house's own."""
        kept = [at for at, entry in enumerate(self.entries) if entry.log == log]
        return Draft(
            entries=tuple(self.entries[at] for at in kept),
            bodies=tuple(self.bodies[at] for at in kept),
            moved=tuple(self.moved[at] for at in kept),
            key=self.key if log is None else None,
            answer=self.answer if log is None else None,
            answer_text=self.answer_text if log is None else "null",
        )

    def drawn(self) -> set[str]:
        """Return the accounts that this append takes from and that may not fall below zero."""
        return {each.source for moved in self.moved for each in moved if each.source.startswith(FLOORED)}

    def overdraws(self, balances: Mapping[str, Fraction]) -> Overdrawn | None:
        """Return the refusal if one of these balances is too small for the append, or ``None``."""
        drawn = self.drawn()
        after = {account: balances.get(account, Fraction(0)) for account in drawn}
        move(after, joined.from_iterable(self.moved) if drawn else ())
        short = next((account for account in sorted(drawn) if after[account] < 0), None)
        return Overdrawn(short, balances.get(short, Fraction(0))) if short is not None else None

    def rows(self, position: int, chain: str, at: str) -> Iterator[Row]:
        """Yield the sealed records of the append, to follow that end of the log."""
        answer = self.answer_text
        for entry, body, moved in zip(self.entries, self.bodies, self.moved, strict=True):
            position += 1
            row = sealed(Row(position, entry.stream, entry.after + 1, at, self.key, body, answer, moved, ""), chain)
            yield row
            chain, answer = row.chain, "null"

    def appended(self, rows: Sequence[Row]) -> Appended:
        """Return the result of the append, given its records."""
        return Appended(
            answer=self.answer,
            stored=tuple(
                [
                    Stored(
                        position=row.position,
                        stream=row.stream,
                        number=row.number,
                        at=row.at,
                        key=row.key,
                        body=entry.body,
                        chain=row.chain,
                        transfers=entry.transfers,
                        answer=self.answer if at == 0 else None,
                    )
                    for at, (row, entry) in enumerate(zip(rows, self.entries, strict=True))
                ]
            ),
        )


def draft_of(entries: Sequence[Entry], key: str | None, answer: Json) -> Draft:
    """Prepare an append; raise `Malformed` if the log cannot hold it."""
    if not entries:
        raise Malformed("entries", [], "has nothing to append")
    if key is not None:
        _require_name("key", key)
    for entry in entries:
        _require_name("stream", entry.stream)
        if type(entry.after) is not int or entry.after < 0:
            raise Malformed("after", entry.after, "is not the number of a record, or 0")
    return Draft(
        entries=tuple(entries),
        bodies=tuple([_text("body", entry.body) for entry in entries]),
        moved=tuple([_moved(entry) for entry in entries]),
        key=key,
        answer=answer,
        answer_text=_text("answer", answer),
    )


def _moved(entry: Entry) -> tuple[Moved, ...]:
    found: list[Moved] = []
    for each in entry.transfers:
        if each.cents <= 0:
            raise Broken(f"a transfer of {each.cents} is not above zero")
        found.append(Moved(_account_name(each.source), _account_name(each.target), fraction_text(each.cents)))
    return tuple(found)


@lru_cache(maxsize=10_000)
def _account_name(account: Account) -> str:
    """Return the account as text, or refuse it."""
    name = account_text(account)
    _require_name("account", name)
    return name


def _require_name(field: str, name: object) -> None:
    """Refuse a name that is empty or too long, or has characters that a database or a log line cannot hold."""
    if type(name) is not str or not name or len(name) > NAME_LENGTH_MAX or _CONTROL.search(name):
        raise Malformed(field, name, f"is not a name of 1 to {NAME_LENGTH_MAX} characters")


def _text(field: str, value: Json) -> str:
    try:
        text = json_text(value)
        with suppress(ValueError):  # orjson takes a third of the time, but not every text that json reads
            if orjson.loads(text) == value:
                return text
        same = bool(json.loads(text) == value)
    except (TypeError, ValueError, RecursionError) as fault:
        raise Malformed(field, value, f"is not JSON: {fault}") from None
    if not same:
        raise Malformed(field, value, "would not read back from JSON as it is")
    return text
