"""A link in a file of its own: the log of a house with one link and no tables.

The file is a SQLite store with the same tables, hash chain and ledger as any other. Any number of processes may use it.
A turn is one write transaction: it reads what other processes wrote, decides commands and writes their records, and the
caller is answered after the commit.

A record holds a command and its events. The state of the link is the fold of the events, so a file opens to the same
meters under every later version. The stored command answers a repeated key, and lets `audit` find the first record that
this version decides differently.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, replace
from fractions import Fraction
from pathlib import Path
from typing import Any, Final, Self
from urllib.parse import quote

from sqlalchemy import URL, Connection
from sqlalchemy.exc import SQLAlchemyError

from uth.errors import Broken, Malformed, Refused
from uth.ledger.book import Account
from uth.ledger.link_entries import LinkEntries
from uth.progressive.apply import apply
from uth.progressive.award_history import AwardHistory, history_in
from uth.progressive.commands import Command
from uth.progressive.decide import Events, decide
from uth.progressive.state import Link, Terms, new_link
from uth.store import meter_import
from uth.store.codec import decoded
from uth.store.engine import Engines, engines_of
from uth.store.entries import Entry, Head, Noted
from uth.store.faults import MAGIC, fault_of, require_whole
from uth.store.link_records import (
    CHECKPOINT_EVERY,
    HOUSE_STREAM,
    Batch,
    CommandResult,
    Header,
    LinkPosition,
    LinkRecord,
    at_line,
    events_in,
    folded,
    header_in,
    line_in,
    link_name,
    made_body,
    opening_entry,
    require_key,
    state_in,
    stream_of,
)
from uth.store.queries import (
    PAGE,
    between,
    head_of,
    kept_balances,
    number_at,
    numbers,
    row_under,
    rows_of_stream,
    rows_under,
    seal_of,
)
from uth.store.rows import Clock, LogClock, Row, accounts_of, draft_of, moved_of, utc_now
from uth.store.upgrade import upgrade
from uth.store.verification import TakenBack, last_statement, require_shape, verify_log, walk_after
from uth.store.writing import write_group, write_rows, write_statement

WAIT_S: Final = 60.0
"""How long a turn waits for the turns of other processes."""
STATED_EVERY: Final = 1_000
"""The balances are stated again after this many records."""


_OPEN: Final[list[tuple[int, int]]] = []
"""The files that this process has open as databases, by device and inode.

Opening such a file a second time and closing it again would drop SQLite's locks on it.
"""


class MeterFile:
    """A link in a file: `link` is its state, and `send` executes a command and returns its events.

    What `send` returns is on disk, or will be when the current turn ends. An object may be used by one thread only.
    """

    def __init__(self, path: Path, engines: Engines, terms: Terms, clock: Clock, *, read_only: bool) -> None:
        self.path = path
        self.terms = terms
        self.header: Header
        self.name = ""
        """The name of the link, which its accounts carry."""
        self.notes: list[str] = []
        """Notes for the user, for instance that the file was upgraded."""
        self._engines = engines
        self._read_only = read_only
        self._clock = LogClock(clock)
        self._stated = 0
        """The position of the last statement of the balances."""
        self._held = ExitStack()
        self._turn: Connection | None = None
        self._file = path
        self._inode, self._size = inode_of(path), 0
        self._place = LinkPosition(link=new_link(terms))

    @classmethod
    def open(
        cls,
        path: str | Path,
        terms: Terms,
        *,
        rules: str | None = None,
        new: bool = False,
        read_only: bool = False,
        clock: Clock = utc_now,
    ) -> Self:
        """Return the link in that file; a new file starts with its meters at their seeds.

        A file of another rule set, pay table, wager or number of decks is refused. `rules` is the source of the rule
        set, stored so that the file can be opened by its header; `new` refuses an existing file. A file of an earlier
        version is upgraded, and the original is kept under another name; with `read_only` a temporary copy is upgraded
        instead.
        """
        path = Path(path)
        with ExitStack() as held:
            where, notes = path, list[str]()
            if is_earlier(path):
                where, notes = meter_import.upgraded(path, terms, held, new=new, read_only=read_only)
            opened = cls(where, _engines_for(where, read_only=read_only), terms, clock, read_only=read_only)
            opened.path, opened.notes = path, notes
            _OPEN.append(opened._inode)
            held.callback(_OPEN.remove, opened._inode)
            held.callback(opened._engines.dispose)
            with opened._transaction() as connection:
                opened._begin(connection, rules, new=new)
            opened._held = held.pop_all()
        return opened

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the file; everything is already written."""
        self._held.close()

    @property
    def link(self) -> Link:
        """The link after the last record read; `refresh` reads further."""
        return self._place.link

    @property
    def line(self) -> int:
        """The number of the link's last record read; the first one pays in its seeds."""
        return self._place.number

    @property
    def chain(self) -> str:
        """The hash of that record and everything before it; in an upgraded file, the hash of the imported line."""
        return self._place.seal

    def send(self, command: Command, key: str | None = None) -> Events:
        """Execute the command and return its events, or raise `Refused`.

        The same command with the same key is executed once; a repeat gets the first answer.
        """
        (answer,) = self.send_all([(command, key)])
        if isinstance(answer, Refused):
            raise answer
        return answer.events

    def send_all(self, commands: Iterable[tuple[Command, str | None]]) -> list[CommandResult | Refused]:
        """Execute the commands in one turn and one transaction, with one record each."""
        asked = list(commands)
        keys = [key for _, key in asked if key is not None]
        for key in keys:
            require_key(key)
        if self._read_only:
            raise Malformed("file", str(self.path), "is open for reading only")
        with self._in_turn() as connection:
            at = self._clock.now()
            if self._place.head.position >= self._stated + STATED_EVERY:
                self._state_balances(connection, at)
            batch = Batch(self._place, self.name, at, rows_under(connection, keys))
            answers = [batch.answer(command, key) for command, key in asked]
            if batch.rows:
                write_rows(connection, batch.rows, batch.keys)
                self._place = batch.place
        return answers

    def _state_balances(self, connection: Connection, at: str) -> None:
        """State the balances, so that the next opening reads the log from here."""
        head = write_statement(connection, self._place.head, at)
        self._place, self._stated = replace(self._place, head=head), head.position

    def answered(self, key: str) -> LinkRecord | None:
        """Return the record of the command sent with that key, or ``None``."""
        with self._reading() as connection:
            row = row_under(connection, key)
        return line_in(row) if row is not None else None

    @contextmanager
    def turn(self) -> Iterator[Link]:
        """Hold the file, so that no other process writes between the commands of this turn.

        What others wrote is read first. The commands are written in one transaction when the turn ends: all of them
        even if one is refused, and none after any other error.
        """
        with self._in_turn():
            yield self.link

    @contextmanager
    def _in_turn(self) -> Iterator[Connection]:
        if self._turn is not None:
            yield self._turn
            return
        with self._transaction() as connection:
            self._read_on(connection)
            self._turn = connection
            try:
                yield connection
            finally:
                self._turn = None

    def refresh(self) -> Link:
        """Read what other processes have written and return the link."""
        with self._reading() as connection:
            self._read_on(connection)
        return self.link

    def lines(self) -> Iterator[LinkRecord]:
        """Yield every command read so far, from the first."""
        return (line_in(row) for row in self.rows() if '"commands":[]' not in row.body[:40])

    def rows(self) -> Iterator[Row]:
        """Yield every record of the link read so far, from the first."""
        for after in range(0, self.line, PAGE):
            with self._reading() as connection:
                page = rows_of_stream(connection, stream_of(self.name), after, min(after + PAGE, self.line))
            yield from page

    def verified(self) -> dict[Account, Fraction]:
        """Verify the whole log, as a house does, and return the balance of each account."""
        with self._reading() as connection:
            try:
                verify_log(connection)
            except Broken as fault:
                raise Broken(f"{self.path}: {fault}") from None
            return accounts_of(kept_balances(connection))

    @contextmanager
    def _reading(self) -> Iterator[Connection]:
        """Read a snapshot of the log, or within the current turn."""
        if self._turn is not None:
            yield self._turn
            return
        with self._transaction(write=False) as connection:
            yield connection

    @contextmanager
    def _transaction(self, *, write: bool = True) -> Iterator[Connection]:
        """Commit the block, even if a command is refused; after any other error restore the position."""
        place, engines = self._place, self._engines
        try:
            self._require_there()
            with (engines.write if write and not self._read_only else engines.read).connect() as connection:
                transaction = connection.begin()
                try:
                    yield connection
                except Refused:
                    transaction.commit()
                    raise
                except BaseException:
                    self._place = place
                    raise
                transaction.commit()
        except SQLAlchemyError as error:
            self._place = place
            raise fault_of(error, engines.name) from None

    def _require_there(self) -> None:
        """Refuse to continue if the file was replaced, or is shorter than before."""
        try:
            found = self._file.stat()
        except OSError as fault:
            raise Malformed("file", str(self.path), f"cannot be found: {fault.strerror}") from None
        if (found.st_dev, found.st_ino) != self._inode:
            raise Malformed("file", str(self.path), "was replaced while it was open; open it again")
        if found.st_size < self._size:
            raise Malformed("file", str(self.path), "was cut while it was open; restore a backup")
        self._size = found.st_size

    def _begin(self, connection: Connection, rules: str | None, *, new: bool) -> None:
        """Read the log from its last checkpoint, or start a new log."""
        require_shape(connection, self._engines.name)
        if head_of(connection).position == 0 and not self._read_only:
            self._found(connection, rules)
        elif new:
            raise Malformed("file", str(self.path), "already exists; a new link needs a new file")
        self.name, self.header = _made_in(connection, self.path)
        refused = self.header.refusal_of(self.terms)
        if refused is not None:
            raise Refused(refused.code, refused.clause, f"{self.path} {refused.says}")
        self._recover(connection)

    def _found(self, connection: Connection, rules: str | None) -> None:
        """Write the first two records: the link's creation and its seeds."""
        name = link_name(self.path)
        body = made_body(name, self.terms, rules=rules if rules is not None else self.terms.book)
        entries = [Entry(stream=HOUSE_STREAM, after=0, body=body), opening_entry(name, self.link)]
        write_group(connection, [draft_of(entries, None, None)], self._clock)

    def _recover(self, connection: Connection) -> None:
        """Read from the last checkpoint or statement of the balances, whichever is earlier."""
        checkpoint = _checkpoint(connection, stream_of(self.name))
        self._stated = stated = last_statement(connection)
        start = min(checkpoint.position, stated) - 1 if checkpoint is not None and stated else 0
        balances = TakenBack(connection, stated)
        number = number_at(connection, stream_of(self.name), start)
        chain = seal_of(connection, start) or ""
        self._place = replace(self._place, number=number, head=Head(position=start, chain=chain))
        for row in self._walk(connection, checkpoint.position if start and checkpoint is not None else 0):
            balances.take(row)
        try:
            balances.require_stated()
        except Broken as fault:
            raise Broken(f"{self.path}: {fault}") from None
        self._require_held(kept_balances(connection))

    def _require_held(self, balances: Mapping[str, Fraction]) -> None:
        """Raise `Broken` if a meter, its overflow or its reserve differs from the balance of its account."""
        accounts = LinkEntries(self.name)
        for name, meter in self.link.meters.items():
            held = {accounts.meter(name): meter.amount, accounts.overflow(name): meter.overflow}
            for account, cents in (held | {accounts.reserve(name): meter.reserve}).items():
                if balances.get(str(account), 0) != cents:
                    raise Broken(f"{self.path}: {account} holds {balances.get(str(account), 0)}, and its meter {cents}")

    def _read_on(self, connection: Connection) -> None:
        """Read what other processes have written since."""
        here = self._place.head
        if head_of(connection) == here:
            return
        if seal_of(connection, here.position) != here.chain:
            raise Malformed("file", str(self.path), "was changed while it was open; open it again")
        for _ in self._walk(connection, 0):
            pass

    def _walk(self, connection: Connection, checkpoint: int) -> Iterator[Row]:
        """Read the log to its end, and the link from the checkpoint; a damaged record is reported by its line."""
        rows = walk_after(connection, self._place.head.position)
        while True:
            try:
                row = next(rows, None)
            except (Broken, Malformed) as fault:
                raise Broken(f"{self.path}, line {self.line + 1}: {fault}") from None
            if row is None:
                return
            self._clock.after(row.at)
            self._place = replace(self._place, head=Head(position=row.position, chain=row.chain))
            if row.stream == stream_of(self.name):
                self._follow(row, checkpoint)
            yield row

    def _follow(self, row: Row, checkpoint: int) -> None:
        """Apply a record of the link; raise `Malformed` if it cannot have happened."""
        link = self.link
        try:
            body = json.loads(row.body)
            if row.position == checkpoint:
                link = state_in(body, self.terms)
            elif row.position > checkpoint:
                link = folded(link, events_in(body))
        except Malformed as fault:
            raise at_line(self.path, row.number, fault) from None
        place = replace(self._place, link=link, number=row.number, seal=body.get("sealed", row.chain))
        if "state" in body:
            self._place = replace(place, unstated=0, stated=len(row.body))
        else:
            self._place = replace(place, unstated=place.unstated + len(row.body))


def first_line(path: str | Path) -> Header:
    """Return the header of a meter file, by which its rule set is found."""
    path = Path(path)
    if is_earlier(path):
        return meter_import.read_header(path)
    engines = _engines_for(path, read_only=True)
    try:
        with engines.read.begin() as connection:
            require_shape(connection, engines.name)
            return _made_in(connection, path)[1]
    except SQLAlchemyError as error:
        raise fault_of(error, engines.name) from None
    finally:
        engines.dispose()


def inode_of(path: Path) -> tuple[int, int]:
    """Return the device and inode of the file."""
    try:
        found = path.stat()
    except OSError as fault:
        raise Malformed("file", str(path), f"cannot be opened: {fault.strerror}") from None
    return found.st_dev, found.st_ino


def is_earlier(path: Path) -> bool:
    """Whether the file exists and is not a database; it can then only be a meter file of an earlier version."""
    if not path.exists() or inode_of(path) in _OPEN:
        return False
    if not path.is_file():
        says = "cannot be opened: Is a directory" if path.is_dir() else "is not a file"
        raise Malformed("file", str(path), says)
    try:
        with path.open("rb") as file:
            return file.read(len(MAGIC)) != MAGIC
    except OSError as fault:
        raise Malformed("file", str(path), f"cannot be opened: {fault.strerror}") from None


def _engines_for(path: Path, *, read_only: bool) -> Engines:
    """Return the engines of the database in the file; unless `read_only`, a missing one is created."""
    address = URL.create("sqlite", database=str(path))
    in_log = Path(f"{path}-wal").exists()
    if read_only and not in_log and not os.access(path.absolute().parent, os.W_OK):  # no room for SQLite's files
        address = address.set(database=f"file:{quote(str(path.absolute()))}", query={"immutable": "1", "uri": "true"})
    engines = engines_of(address, WAIT_S)
    try:
        if not read_only and (not path.exists() or inode_of(path) not in _OPEN):
            upgrade(engines, WAIT_S)
        elif inode_of(path) not in _OPEN:
            require_whole(path, engines.name)
    except BaseException as error:
        engines.dispose()
        if isinstance(error, SQLAlchemyError):
            raise fault_of(error, engines.name) from None
        raise
    return engines


def _made_in(connection: Connection, path: Path) -> tuple[str, Header]:
    """Return the name and header of the link from the first record of the log."""
    first = between(connection, HOUSE_STREAM, 0, 1)
    body = first[0].body if first else {}
    if body.get("is") != "link_made" or "rules" not in body:
        raise Malformed("file", str(path), "is not a meter file; uth meter new begins one")
    return body["name"], header_in(body, first[0].at)


def _checkpoint(connection: Connection, stream: str) -> Noted | None:
    """Return the newest record of the link that holds its state, or ``None``."""
    last = numbers(connection, stream).get(stream, 0)
    for number in range(last - last % CHECKPOINT_EVERY, 0, -CHECKPOINT_EVERY):
        for record in between(connection, stream, number - 1, number):
            if "state" in record.body:
                return record
    return None


@dataclass(frozen=True, slots=True, kw_only=True)
class Audit:
    """The result of an audit that found nothing wrong."""

    commands: int
    chain: str
    balances: dict[Account, Fraction]
    """The balance of each account; they sum to zero."""


def audit(file: MeterFile) -> Audit:
    """Verify the log, decide every command again and post every transfer again; raise at the first difference."""
    with file.turn():
        balances = file.verified()
        link, entries, commands = new_link(file.terms), LinkEntries(file.name), 0
        earlier = meter_import.EarlierChain()
        moved = list(entries.opening(link))
        for row in file.rows():
            body = json.loads(row.body)
            try:
                for command in decoded(tuple[Command, ...], body["commands"]):
                    _require_decided(link, command, body)
                    commands += 1
                for event in events_in(body):
                    moved += entries.transfers(link, event)
                    link = apply(link, event)
                if tuple(map(moved_of, moved)) != row.moved:
                    raise Malformed("transfers", len(row.moved), "are not what its events move")
                if "state" in body and state_in(body, file.terms) != link:
                    raise Malformed("state", "checkpoint", "is not what the commands come to")
                earlier.take(row, body)
            except Malformed as fault:
                raise at_line(file.path, row.number, fault) from None
            moved = []
        return Audit(commands=commands, chain=file.chain, balances=balances)


def _require_decided(link: Link, command: Command, body: dict[str, Any]) -> None:
    events = decide(link, command)
    if isinstance(events, Refused) or events != events_in(body):
        why = f"refuses it: {events}" if isinstance(events, Refused) else "decides differently"
        raise Malformed("do", type(command).__name__, f"is not what happened; this version {why}")


def award_history(file: MeterFile, number: int) -> AwardHistory:
    """Return the history of an award; raise if it is not in the file."""
    lines = ((line.number, line.at, "", line.events) for line in file.lines())
    return history_in(file.terms, lines, number, str(file.path))
