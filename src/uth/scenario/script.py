"""A parsed script: its header, its lines, and the expected result of each."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from difflib import get_close_matches
from fractions import Fraction
from typing import Final

from uth.cards import Card
from uth.errors import Malformed, Refused, UthError
from uth.rules.registry import clauses
from uth.table.posted import Posted
from uth.table.round import commands as c
from uth.table.round.refusal import Refusal
from uth.units import Seat


@dataclass(frozen=True, slots=True)
class ScriptFault:
    """A fault in a script: its line, and what would be accepted."""

    line: int
    says: str

    def __str__(self) -> str:
        return f"line {self.line}: {self.says}"


class UnreadableScript(UthError):
    """A script that cannot be parsed, with every fault found in it."""

    def __init__(self, source: str, faults: tuple[ScriptFault, ...]) -> None:
        super().__init__(source, faults)
        self.source = source
        self.faults = faults

    def __str__(self) -> str:
        return "\n".join(f"{self.source}: {fault}" for fault in self.faults)


@dataclass(frozen=True, slots=True, kw_only=True)
class Happens:
    """An expected event: its sentence or the start of it, and the clauses it must cite."""

    words: str
    clauses: tuple[str, ...] = ()

    def __str__(self) -> str:
        return self.words + (f" ({', '.join(self.clauses)})" if self.clauses else "")


@dataclass(frozen=True, slots=True, kw_only=True)
class IsRefused:
    """An expected refusal: its code, words it must contain, and its clause."""

    code: str
    words: str = ""
    clauses: tuple[str, ...] = ()

    def __str__(self) -> str:
        words = f": {self.words}" if self.words else ""
        return f"refused {self.code}{words}" + (f" ({', '.join(self.clauses)})" if self.clauses else "")


@dataclass(frozen=True, slots=True, kw_only=True)
class Expectation:
    """The expectations of a line: these events in this order, or a refusal; if closed, nothing else."""

    events: tuple[Happens, ...] = ()
    refused: IsRefused | None = None
    closed: bool = False

    def __str__(self) -> str:
        said = [str(self.refused)] if self.refused is not None else [str(each) for each in self.events]
        return "; ".join([*said, *(["nothing else"] if self.closed else [])]) or "no refusal"


@dataclass(frozen=True, slots=True, kw_only=True)
class NamedCards:
    """The cards of a round: by place, or from the top of the deck."""

    seats: Mapping[Seat, tuple[Card, ...]] = field(default_factory=dict)
    dealer: tuple[Card, ...] = ()
    board: tuple[Card, ...] = ()
    burn: tuple[Card, ...] = ()
    top: tuple[Card, ...] = ()

    @property
    def every(self) -> tuple[Card, ...]:
        """All named cards."""
        in_seats = (card for hole in self.seats.values() for card in hole)
        return (*in_seats, *self.dealer, *self.board, *self.burn, *self.top)


@dataclass(frozen=True, slots=True, kw_only=True)
class CommandLine:
    """A line with commands."""

    number: int
    text: str
    commands: tuple[c.Command, ...]
    expected: Expectation = field(default_factory=Expectation)


@dataclass(frozen=True, slots=True, kw_only=True)
class HouseLine:
    """A line that runs the house dealer until a condition holds."""

    number: int
    text: str
    until: str
    values: Mapping[str, object]
    expected: Expectation = field(default_factory=Expectation)


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckLine:
    """A line that states a condition the table must meet."""

    number: int
    text: str
    check: str
    values: Mapping[str, object]


@dataclass(frozen=True, slots=True, kw_only=True)
class CardsLine:
    """A line that names the cards of the next deal."""

    number: int
    text: str
    named: NamedCards


Line = CommandLine | HouseLine | CheckLine | CardsLine


@dataclass(frozen=True, slots=True, kw_only=True)
class Script:
    """A scenario: its posted table, its title, the clauses it shows, and its lines."""

    source: str
    title: str
    posted: Posted
    clauses: tuple[str, ...]
    meters: Mapping[str, Fraction]
    shuffle_key: str
    lines: tuple[Line, ...]


NOTHING_ELSE: Final = "nothing else"
_CLAUSES: Final = re.compile(r"\s*\(([A-Z]{1,2}\.?\w+(?:\s*,\s*[A-Z]{1,2}\.?\w+)*)\)$")
_REFUSED: Final = re.compile(r"refused\s+(\w+)(?:\s*:\s*(.+))?", re.IGNORECASE)
_CARDS: Final = re.compile(r"\b(?:[2-9TJQKA][cdhs]){2,}\b")
_REFUSALS: Final = tuple(refusal.value for refusal in Refusal)


def read_expected(text: str) -> Expectation:
    """Return the expectations in the text after ``=>``; raise `Malformed` for one that no table can meet."""
    parts = [part.strip() for part in text.split(";")]
    if not all(parts):
        raise Malformed("=>", text, "says nothing; write what must happen, or 'nothing else'")
    closed = parts[-1].lower() == NOTHING_ELSE
    if NOTHING_ELSE in map(str.lower, parts[:-1]):
        raise Malformed("=>", text, "goes on after 'nothing else'")
    wanted = parts[:-1] if closed else parts
    refusals = [part for part in wanted if re.match(r"refused\b", part, re.IGNORECASE)]
    if refusals:
        if len(parts) > 1:
            raise Malformed("=>", text, "is a refusal and more; a refused line changes nothing")
        return Expectation(refused=_read_refusal(refusals[0]))
    return Expectation(events=tuple(_read_event(part) for part in wanted), closed=closed)


def merged(first: Expectation, more: Expectation) -> Expectation:
    """Return both expectations as one, for a line whose expectations continue on the next."""
    if first.closed:
        raise Malformed("=>", str(more), "goes on after 'nothing else'")
    if first.refused is not None or (more.refused is not None and first.events):
        raise Malformed("=>", str(more), "is a refusal and more; a refused line changes nothing")
    return Expectation(events=first.events + more.events, refused=more.refused, closed=more.closed)


def known_clause(number: str) -> bool:
    """Return whether this is a clause of the five documents or a ruling."""
    return number in clauses() or re.fullmatch(r"R\d+", number) is not None


def _split(text: str) -> tuple[str, tuple[str, ...]]:
    match = _CLAUSES.search(text)
    if match is None:
        return text, ()
    numbers = tuple(re.split(r"\s*,\s*", match[1]))
    for number in numbers:
        if not known_clause(number):
            raise Malformed("clause", number, "is neither a clause of the five documents nor a ruling")
    return text[: match.start()], numbers


def _read_event(text: str) -> Happens:
    words, numbers = _split(text)
    return Happens(words=words, clauses=numbers)


def _read_refusal(text: str) -> IsRefused:
    words, numbers = _split(text)
    match = _REFUSED.fullmatch(words)
    code = match[1].lower() if match is not None else ""
    if match is None or code not in _REFUSALS:
        near = get_close_matches(code, _REFUSALS, n=3, cutoff=0.5) or ["step_not_due", "wagers_closed"]
        says = f"is not a refusal; write for example: {' | '.join(f'refused {each}' for each in near)}"
        raise Malformed("=>", text, says)
    return IsRefused(code=code, words=match[2] or "", clauses=numbers)


def plain(words: str) -> str:
    """Return the words normalized for comparison: lower case, single spaces, a space between cards."""
    spaced = _CARDS.sub(lambda found: " ".join(re.findall("..", found[0])), words)
    return " ".join(spaced.lower().split())


def is_said(wanted: Happens, words: str, cites: Sequence[str]) -> bool:
    """Return whether the sentence is the expected one or starts with it, and cites the expected clauses."""
    begins, whole = plain(wanted.words), plain(words)
    rest = whole[len(begins) :]
    fits = whole.startswith(begins) and re.match(r"$|[ ]|[,:] ", rest) is not None
    return fits and all(any(_is_part(cited, number) for cited in cites) for number in wanted.clauses)


def _is_part(cited: str, number: str) -> bool:
    """Return whether the citation is that clause or a lettered part of it: CN.48a is part of CN.48."""
    return re.fullmatch(f"{re.escape(number)}[a-z]?", cited) is not None


def unmet(expected: Expectation, happened: Sequence[tuple[str, Sequence[str]]], refused: Refused | None) -> str | None:
    """Return the first expectation that was not met, or ``None`` if all were."""
    if refused is not None or expected.refused is not None:
        return None if _is_refused(expected.refused, refused) else str(expected)
    left = iter(happened)
    for wanted in expected.events:
        if not any(is_said(wanted, words, cites) for words, cites in left):
            return str(wanted)
    if expected.closed and len(expected.events) != len(happened):
        return str(expected)
    return None


def _is_refused(wanted: IsRefused | None, refused: Refused | None) -> bool:
    if wanted is None or refused is None:
        return False
    cited = refused.clause is not None and {*wanted.clauses} <= {refused.clause}
    fits = wanted.code == refused.code and plain(wanted.words) in plain(refused.says)
    return fits and (cited or not wanted.clauses)
