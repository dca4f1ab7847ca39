"""The options of `uth play`: parsed, checked against the rule set, and refused in one line."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from uth.errors import Malformed, UthError
from uth.extras import is_installed
from uth.rulebook.book import pages_for_players
from uth.rulebook.page import Section
from uth.rules.loader import load
from uth.rules.ruleset import RuleSet
from uth.table.posted import Posted, fullest_way, post
from uth.terminal.kept import usual_path
from uth.words.amounts import parse_amount

KINDS = ("blind", "trips", "cover_all", "progressive")


class CoachMode(StrEnum):
    """When the coach speaks."""

    OFF = "off"
    REQUEST = "request"
    WARN = "warn"
    GRADE = "grade"


def mode_of(field_: str, text: str) -> CoachMode:
    """Return the mode of that name; raise `Malformed` if there is none."""
    if text not in tuple(CoachMode):
        raise Malformed(field_, text, f"is not one of {', '.join(CoachMode)}")
    return CoachMode(text)


@dataclass(frozen=True, slots=True, kw_only=True)
class Opening:
    """A table to be opened: the posted table, the seats, and the bankroll."""

    posted: Posted
    pages: tuple[Section, ...]
    """The pages of the table's book that a player needs; a house sends its own."""
    seats: int
    hands: int
    bankroll: int
    ante: int | None
    """The ante the session opens with; ``None`` for the table's minimum."""
    shuffle_key: str | None
    banks: bool
    """Whether the person takes the bank at their turn."""
    irregularities: bool = False
    """Whether irregularities happen occasionally."""
    meters: Path | None = None
    """The file of the meters; ``None`` if they start from their seeds."""
    coach: CoachMode = CoachMode.REQUEST
    has_coach: bool = True
    """Whether the house lets players ask the coach at this table."""


def read_opening(
    *,
    rules: str = "massachusetts",
    tables: Sequence[str] = (),
    dealing: str | None = None,
    seats: str | None = None,
    hands: str = "1",
    bankroll: str = "1000",
    ante: str | None = None,
    shuffle_key: str | None = None,
    banks: bool = False,
    irregularities: bool = False,
    meters: str | None = "none",
    coach: str = CoachMode.REQUEST,
) -> Opening:
    """Return the table that the options describe; raise for the first invalid one, naming what is possible."""
    book = _book(rules)
    posted = _posted(book, tables, dealing)
    most = book.seats.hands_per_player
    own = whole_number("--hands", hands, 1, most.value, most.cite)
    if banks and book.seats.banked_by.value == "house":
        raise Malformed("--bank", book.name, "is not a book in which players bank", book.seats.banked_by.cite)
    least = own + book.seats.player_banks
    count = book.seats.count
    return Opening(
        posted=posted,
        pages=pages_for_players(posted),
        seats=min(own + 2, count.value)
        if seats is None
        else whole_number("--seats", seats, least, count.value, count.cite),
        hands=own,
        bankroll=parse_amount(bankroll, "--bankroll"),
        ante=None if ante is None else parse_amount(ante, "--ante"),
        shuffle_key=_printable(shuffle_key),
        banks=banks,
        irregularities=irregularities,
        meters=_meters(meters, posted, repeatable=shuffle_key is not None),
        coach=mode_of("--coach", coach),
    )


def _meters(path: str | None, posted: Posted, *, repeatable: bool) -> Path | None:
    """Return the file of the meters, or ``None`` to start from the seeds.

    A repeatable session starts from the seeds unless a file is named. So does any session without `uth[meter]`, which
    is needed to open a file.
    """
    if path == "none" or posted.progressive is None:
        return None
    if path is None and (repeatable or not is_installed("sqlalchemy")):
        return None
    return Path(path) if path is not None else usual_path(posted)


def _book(rules: str) -> RuleSet:
    try:
        return load(rules)
    except Malformed as fault:
        raise Malformed("--rules", fault.value, fault.says, fault.clause) from None
    except UthError as fault:
        says = "does not load: " + "; ".join(str(fault).splitlines())
        raise Malformed("--rules", rules, says) from None


def _posted(book: RuleSet, tables: Sequence[str], dealing: str | None) -> Posted:
    chosen: dict[str, str | None] = {}
    for each in tables:
        kind, equals, name = each.partition("=")
        kinds = [kind for kind in KINDS if getattr(book.pay, kind)]
        if each != "progressive=none" and not (equals and name and kind in kinds):
            names = "; ".join(f"{kind}={'|'.join(t.name for t in getattr(book.pay, kind))}" for kind in kinds)
            raise Malformed("--table", each, f"is not KIND=NAME of {book.name}; {names}; progressive=none")
        chosen[kind] = None if kind == "progressive" and name == "none" else name
    try:
        return post(book, chosen, dealing=dealing if dealing is not None else fullest_way(book))
    except Malformed as fault:
        option = "--dealing" if fault.field == "dealing" else f"--table {fault.field.removeprefix('tables.')}"
        raise Malformed(option, fault.value, fault.says, fault.clause) from None


def whole_number(option: str, text: str, least: int, most: int, clause: str | None = None) -> int:
    """Return the whole number given to an option; refuse one that is not between least and most."""
    number = int(text) if text.isascii() and text.isdigit() and len(text) < 6 else -1
    if not least <= number <= most:
        accepted = f"{least} to {most}" if least < most else f"{least}"
        raise Malformed(
            option, text, f"is not a number this {'book' if clause else 'option'} accepts; {accepted}", clause
        )
    return number


def _printable(key: str | None) -> str | None:
    if key is not None and (not key.isprintable() or not 1 <= len(key) <= 200):
        raise Malformed("--shuffle-key", key, "is not a key; any text of 1 to 200 characters on one line")
    return key
