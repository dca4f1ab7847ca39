"""A link that lives in a local file: append-only, chained, durable before visible, shared by taking turns.

A line holds a command and the events it brought about. The state is the fold of the events alone, so a file opens to
the same meters under every later version, whatever that version would decide today; the command beside them says what
was asked, answers a key that is sent again, and lets `audit` name the first line that this version decides otherwise.
Now and then a line says what the link comes to, and a long file is folded from the last of those.

The first line names the rule set by its fingerprint, the pay table, the wager and the decks. Every line ends with a
hash over itself and the hash before it: a changed byte is found at its line. Beside the file stands its head
(`meter_head`), so that lines missing at the end are found too. The chain is no signature: it finds damage and careless
hands; a forger is found by `audit`, or by a hash that was noted down elsewhere.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from fractions import Fraction
from pathlib import Path
from typing import Final, Self

from uth.errors import Malformed, Refused
from uth.ledger.book import Account, Book
from uth.ledger.link_entries import LinkEntries
from uth.progressive import events as e
from uth.progressive.apply import apply
from uth.progressive.commands import Command
from uth.progressive.decide import Events, decide
from uth.progressive.refusal import Refusal
from uth.progressive.state import Award, Link, Meter, Terms, new_link
from uth.store.meter_lines import (
    OPENING,
    Header,
    Line,
    header_bytes,
    header_of,
    line_bytes,
    read_header,
    require_key,
    state_bytes,
)
from uth.store.meter_reading import Keys, Place, at_line, command_at, commands_between, is_whole, read_on
from uth.store.meter_turns import Head, TurnFile, head_path, read_head, require_written, write_head

KEY_USED: Final = "key_used"
STATE_EVERY_BYTES: Final = 1 << 20
"""How much is written before a line says again what the link comes to; more where that line is long."""


class MeterDraft:
    """The lines after a place, and the answers to their commands; nobody has seen them."""

    def __init__(self, place: Place, at: str, answered: Callable[[str], Line | None]) -> None:
        self._place = place
        self._at = at
        self._answered = answered
        self._texts: list[bytes] = []
        self._keyed: dict[str, tuple[int, Line]] = {}

    def answer(self, command: Command, key: str | None) -> Events | Refused:
        """Return what the command brings about, or why it is refused; a key that was sent before has its answer."""
        known = self._known(key)
        if known is not None:
            if known.command == command:
                return known.events
            return Refused(KEY_USED, None, f"key {key!r} was sent with another command, line {known.number}")
        events = decide(self._place.link, command)
        if not isinstance(events, Refused):
            self._add(Line(number=self._place.line + 1, at=self._at, key=key, command=command, events=events))
        return events

    def finished(self) -> tuple[bytes, Place, Keys]:
        """Return what is to be written, nothing if nothing happened, the place after it, and its keys."""
        place = self._place
        if self._texts and place.end - place.stated_end > max(STATE_EVERY_BYTES, 20 * place.stated_bytes):
            text, chain = state_bytes(place.link, place.line + 1, self._at, place.chain)
            self._texts.append(text)
            end = place.end + len(text)
            place = replace(place, line=place.line + 1, chain=chain, end=end, stated_end=end, stated_bytes=len(text))
        keys = {key: (start, line.number) for key, (start, line) in self._keyed.items()}
        return b"".join(self._texts), place, keys

    def _known(self, key: str | None) -> Line | None:
        if key is None:
            return None
        require_key(key)
        return self._keyed[key][1] if key in self._keyed else self._answered(key)

    def _add(self, line: Line) -> None:
        text, chain = line_bytes(line, self._place.chain)
        if line.key is not None:
            self._keyed[line.key] = self._place.end, line
        link = self._place.link
        for event in line.events:
            link = apply(link, event)
        self._texts.append(text)
        end = self._place.end + len(text)
        self._place = replace(self._place, link=link, line=line.number, chain=chain, end=end)


Clock = Callable[[], str]


def now() -> str:
    """Return the time, in UTC, to the thousandth of a second."""
    return datetime.now(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


class MeterFile:
    """A link in a file: `link` is its state, `send` gives it a command and returns what happened.

    Any number of processes may have the file open; each command is a turn of its own, in which what the others wrote
    is read first. What `send` returns is on the disk. One object belongs to one thread.
    """

    def __init__(self, file: TurnFile, terms: Terms, header: Header, first: Place, clock: Clock) -> None:
        self.path = file.path
        self.terms = terms
        self.header = header
        self.notes: list[str] = []
        """What a person should know of the file: a last line that was never finished, and so dropped."""
        self._file = file
        self._first = self._place = first
        self._keys: Keys = {}
        self._clock = clock

    @classmethod
    def open(
        cls,
        path: str | Path,
        terms: Terms,
        *,
        rules: str | None = None,
        new: bool = False,
        read_only: bool = False,
        clock: Clock = now,
    ) -> Self:
        """Return the link in that file; where there is none, one begins with its meters at their seeds.

        A file of another rule set, pay table, wager or number of decks is refused. `rules` is where the rule set came
        from, for whoever opens the file by its first line; `new` refuses a file that is there already.
        """
        file = TurnFile(Path(path), read_only=read_only)
        try:
            with file.turn():
                header, chain, end = _begun(file, terms, rules, clock, new=new)
                opened = cls(file, terms, header, Place(link=new_link(terms), line=1, chain=chain, end=end), clock)
                opened._read_on()
                opened._have_head()
        except BaseException:
            file.close()
            raise
        return opened

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Let go of the file; there is nothing left to write."""
        self._file.close()

    @property
    def link(self) -> Link:
        """The link after the last line that was read; `refresh` reads on."""
        return self._place.link

    @property
    def line(self) -> int:
        """The number of the last line that was read; the first says whose file it is."""
        return self._place.line

    @property
    def chain(self) -> str:
        """The hash of the last line that was read, over everything before it."""
        return self._place.chain

    def send(self, command: Command, key: str | None = None) -> Events:
        """Do the command and return its events once they are on disk; or raise `Refused`.

        The same key with the same command is done once, and answered again as it was the first time.
        """
        (answer,) = self.send_all([(command, key)])
        if isinstance(answer, Refused):
            raise answer
        return answer

    def send_all(self, commands: Iterable[tuple[Command, str | None]]) -> list[Events | Refused]:
        """Do the commands in one turn; all are on disk when this returns."""
        with self.turn():
            draft = MeterDraft(self._place, self._clock(), self.answered)
            answers = [draft.answer(command, key) for command, key in commands]
            text, place, keys = draft.finished()
            if text:
                self._file.append(text, self._place.end)
                self._keys |= keys
                self._place = place
                write_head(self.path, Head(line=place.line, chain=place.chain, end=place.end))
        return answers

    def answered(self, key: str) -> Line | None:
        """Return the command that was sent with that key, as far as the file was read, or ``None``."""
        found = self._keys.get(key)
        return None if found is None else command_at(self._file, *found, self._place.end)

    @contextmanager
    def turn(self) -> Iterator[Link]:
        """Hold the file, so that nobody writes between the commands of this turn; what others wrote is read first."""
        with self._file.turn() as begins:
            if begins:
                self._read_on()
            yield self.link

    def refresh(self) -> Link:
        """Return the link with all that others have written by now."""
        with self.turn() as link:
            return link

    def lines(self) -> Iterator[Line]:
        """Yield every command that was read, from the first on."""
        return commands_between(self._file, self._first, self._place)

    def _have_head(self) -> None:
        """Create the head file, with a note if it was missing: lost lines cannot be noticed without it."""
        if read_head(self.path) is None and self.line > 1:
            beside = head_path(self.path).name
            self.notes.append(f"{self.path}: there is no {beside}; whether its last lines are missing cannot be told")
        if not self._file.read_only:
            write_head(self.path, Head(line=self.line, chain=self.chain, end=self._place.end))

    def _read_on(self) -> None:
        head = read_head(self.path)
        lacks = head is not None and self._file.size() < head.end
        place, keys, note = read_on(self._file, self._place, leave=lacks)
        if head is not None:
            require_written(self._file, head)
        self._keys |= keys
        self._place = place
        if note is not None and note not in self.notes:
            self.notes.append(note)


def first_line(path: str | Path) -> Header:
    """Return what the first line of a meter file says, so that its rule set can be found."""
    file = TurnFile(Path(path), read_only=True)
    try:
        with file.turn():
            return _header(file, _first_text(file))[0]
    finally:
        file.close()


def _begun(file: TurnFile, terms: Terms, rules: str | None, clock: Clock, *, new: bool) -> tuple[Header, str, int]:
    """Return the first line, its hash and its end; write it if nobody has, or nobody finished it."""
    text = _first_text(file)
    if not text.endswith(b"\n") and text[: len(OPENING)] == OPENING[: len(text)] and not is_whole(text[:-1], ""):
        if file.read_only:
            raise Malformed("file", str(file.path), "has no first line yet")
        if (head := read_head(file.path)) is not None:
            require_written(file, head)
        text = header_bytes(header_of(terms, rules, clock()))
        file.cut(0)
        file.append(text, 0)
    elif new:
        raise Malformed("file", str(file.path), "is there already; a new link needs a new file")
    header, chain = _header(file, text)
    refused = header.refusal_of(terms)
    if refused is not None:
        raise Refused(refused.code, refused.clause, f"{file.path} {refused.says}")
    if not file.read_only:
        file.sync_folder()
    return header, chain, len(text)


def _first_text(file: TurnFile) -> bytes:
    return file.text_at(0, file.size())


def _header(file: TurnFile, text: bytes) -> tuple[Header, str]:
    try:
        return read_header(text.removesuffix(b"\n"))
    except Malformed as fault:
        raise at_line(file.path, 1, fault) from None


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


OfAward = (
    e.AwardPending
    | e.AwardRepriced
    | e.AwardRecorded
    | e.StepRecorded
    | e.AwardPaid
    | e.AwardWithdrawn
    | e.AwardBackedOut
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Moment:
    """Something that happened to an award: when, and at which line of the file."""

    line: int
    at: str
    event: OfAward


@dataclass(frozen=True, slots=True, kw_only=True)
class AwardHistory:
    """An award as it stands, its meter on both sides of it, and everything that happened to it."""

    award: Award
    before: Meter
    """The meter when the hand button went on."""
    after: Meter
    """The meter once the amount was frozen and the seed was in."""
    seats: tuple[int, ...]
    """The seats whose progressive wager was locked in that round."""
    moments: tuple[Moment, ...]

    def last(self, kind: type[e.Event]) -> Moment | None:
        """Return the last moment of that kind, or ``None``."""
        return next((each for each in reversed(self.moments) if isinstance(each.event, kind)), None)


def award_history(file: MeterFile, number: int) -> AwardHistory:
    """Return what the file says of the award; one that is not there is refused."""
    lines = ((line.number, line.at, line.events) for line in file.lines())
    return history_in(file.terms, lines, number, str(file.path))


def history_in(
    terms: Terms, lines: Iterable[tuple[int, str, Iterable[e.Event]]], number: int, where: str
) -> AwardHistory:
    """Return what a link's log says of the award: its lines with their number, their time and what happened."""
    link, found = new_link(terms), None
    for line_number, at, events in lines:
        for event in events:
            before, link = link, apply(link, event)
            if not isinstance(event, OfAward) or event.award != number:
                continue
            moment = Moment(line=line_number, at=at, event=event)
            if isinstance(event, e.AwardPending):
                found = AwardHistory(
                    award=link.awards[number - 1],
                    before=before.meters[event.meter],
                    after=link.meters[event.meter],
                    seats=tuple(sorted(link.stations[event.table].lit)),
                    moments=(moment,),
                )
            elif found is not None:
                found = replace(found, award=link.awards[number - 1], moments=(*found.moments, moment))
    if found is None:
        raise Refused(Refusal.NO_SUCH_AWARD, None, f"{number} is not an award of {where}")
    return found
