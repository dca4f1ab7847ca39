"""A script that has been read: its header, its lines, and what must happen beside each."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction

from uth.cards import Card
from uth.errors import UthError
from uth.table import commands as c
from uth.table.posted import Posted
from uth.units import Seat


@dataclass(frozen=True, slots=True)
class ScriptFault:
    """One thing wrong with a script: on which line, and what would be accepted."""

    line: int
    says: str

    def __str__(self) -> str:
        return f"line {self.line}: {self.says}"


class Unreadable(UthError):
    """A script that cannot be read, with every fault found in it."""

    def __init__(self, source: str, faults: tuple[ScriptFault, ...]) -> None:
        super().__init__(source, faults)
        self.source = source
        self.faults = faults

    def __str__(self) -> str:
        return "\n".join(f"{self.source}: {fault}" for fault in self.faults)


@dataclass(frozen=True, slots=True, kw_only=True)
class Happens:
    """An event that must happen: its sentence, or how it begins, and the clauses it must cite."""

    words: str
    clauses: tuple[str, ...] = ()

    def __str__(self) -> str:
        return self.words + (f" ({', '.join(self.clauses)})" if self.clauses else "")


@dataclass(frozen=True, slots=True, kw_only=True)
class IsRefused:
    """A refusal that must happen: its code, words it must have, and its clause."""

    code: str
    words: str = ""
    clauses: tuple[str, ...] = ()

    def __str__(self) -> str:
        words = f": {self.words}" if self.words else ""
        return f"refused {self.code}{words}" + (f" ({', '.join(self.clauses)})" if self.clauses else "")


@dataclass(frozen=True, slots=True, kw_only=True)
class Expected:
    """What must happen beside a line: these events in this order, or a refusal; nothing else, if it is closed."""

    events: tuple[Happens, ...] = ()
    refused: IsRefused | None = None
    closed: bool = False

    def __str__(self) -> str:
        said = [str(self.refused)] if self.refused is not None else [str(each) for each in self.events]
        return "; ".join([*said, *(["nothing else"] if self.closed else [])]) or "no refusal"


@dataclass(frozen=True, slots=True, kw_only=True)
class NamedCards:
    """The cards a round is to be dealt: by their place, or from the top of the deck."""

    seats: Mapping[Seat, tuple[Card, ...]] = field(default_factory=dict)
    dealer: tuple[Card, ...] = ()
    board: tuple[Card, ...] = ()
    burn: tuple[Card, ...] = ()
    top: tuple[Card, ...] = ()

    @property
    def every(self) -> tuple[Card, ...]:
        """All that are named."""
        in_seats = (card for hole in self.seats.values() for card in hole)
        return (*in_seats, *self.dealer, *self.board, *self.burn, *self.top)


@dataclass(frozen=True, slots=True, kw_only=True)
class CommandLine:
    """A line that asks for commands."""

    number: int
    text: str
    commands: tuple[c.Command, ...]
    expected: Expected = field(default_factory=Expected)


@dataclass(frozen=True, slots=True, kw_only=True)
class HouseLine:
    """A line that has the house dealer take its steps until something is so."""

    number: int
    text: str
    until: str
    values: Mapping[str, object]
    expected: Expected = field(default_factory=Expected)


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckLine:
    """A line that says how the table must stand."""

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
    """A scenario: what is posted, what it is called, which clauses it shows, and its lines."""

    source: str
    title: str
    posted: Posted
    clauses: tuple[str, ...]
    meters: Mapping[str, Fraction]
    shuffle_key: str
    lines: tuple[Line, ...]
