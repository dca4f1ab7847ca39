"""Parse a script and report every fault at once, each with its line and what would be accepted."""

from __future__ import annotations

import re
from dataclasses import replace
from difflib import get_close_matches
from typing import Final

from uth.errors import Malformed, UthError, quoted
from uth.scenario.checks import CHECKS, EXPECT
from uth.scenario.header import KEYS, read_cards, read_deck, read_header
from uth.scenario.house_lines import SHORTHAND, Shorthand
from uth.scenario.script import (
    CardsLine,
    CheckLine,
    CommandLine,
    Expectation,
    HouseLine,
    Line,
    NamedCards,
    Script,
    ScriptFault,
    UnreadableScript,
    merged,
    read_expected,
)
from uth.words.blanks import recognised
from uth.words.phrases import PHRASES, REPORT, Phrase, read_commands

ARROW: Final = "=>"
_KEYED: Final = re.compile(r"([a-z][a-z ]*?)\s*:\s*(.*)", re.IGNORECASE)
_COMMENT: Final = re.compile(r"(?:^|\s)#.*$")
_NAMED: Final = {"cards": read_cards, "deck": read_deck}


def read_script(text: str, source: str) -> Script:
    """Return the script in the text; raise an error with every fault and its line."""
    reading = _ScriptReader()
    for number, raw in enumerate(text.splitlines(), start=1):
        line = _COMMENT.sub("", raw).strip()
        if line:
            reading.take(number, line)
    header, faults = read_header(reading.header)
    lines = _Body("$" if header is None else header.posted.rules.currency.symbol).read(reading.body)
    found = sorted({*faults, *reading.faults, *lines[1]}, key=lambda fault: (fault.line, fault.says))
    if not reading.body:
        found.append(ScriptFault(1, "the script has no lines; write for example: dealer opens the table"))
    if found or header is None:
        raise UnreadableScript(source, tuple(found))
    return Script(
        source=source,
        title=header.title,
        posted=header.posted,
        clauses=header.clauses,
        meters=header.meters,
        shuffle_key=header.shuffle_key,
        lines=lines[0],
    )


class _ScriptReader:
    """Separates the header from the lines below it."""

    def __init__(self) -> None:
        self.header: dict[str, tuple[int, str]] = {}
        self.body: list[tuple[int, str]] = []
        self.faults: list[ScriptFault] = []

    def take(self, number: int, line: str) -> None:
        keyed = _KEYED.fullmatch(line)
        key = keyed[1].lower() if keyed is not None else ""
        if keyed is None or (key not in KEYS and (self.body or key in (*_NAMED, REPORT.rstrip(": ")))):
            self.body.append((number, line))
        elif key not in KEYS:
            self._outside(number, key, line)
        elif self.body:
            self.faults.append(ScriptFault(number, f"{key}: belongs at the top, before the first line of the script"))
        elif key in self.header:
            self.faults.append(ScriptFault(number, f"{key}: is there twice"))
        elif not keyed[2]:
            self.faults.append(ScriptFault(number, f"{key}: is empty; write for example: {key}: {KEYS[key]}"))
        else:
            self.header[key] = (number, keyed[2])

    def _outside(self, number: int, key: str, line: str) -> None:
        """Handle a line with a colon outside the header: a phrase, or a faulty header key."""
        if key.split()[0] in {EXPECT.strip(), *(phrase.pattern.text.split()[0] for phrase in PHRASES)}:
            self.body.append((number, line))
            return
        near = get_close_matches(key, KEYS, n=1)
        meant = f"write {near[0]}:" if near else f"one of {', '.join(KEYS)}"
        self.faults.append(ScriptFault(number, f"{quoted(key)} is not a line of the header; {meant}"))


class _Body:
    """Parses the lines below the header."""

    def __init__(self, symbol: str) -> None:
        self.symbol = symbol
        self.lines: list[Line] = []
        self.faults: list[ScriptFault] = []

    def read(self, body: list[tuple[int, str]]) -> tuple[tuple[Line, ...], tuple[ScriptFault, ...]]:
        bad_before = False
        for number, text in body:
            try:
                if text.startswith(ARROW):
                    if not bad_before:
                        self._more(text)
                    continue
                self.lines.append(self._line(number, text))
                bad_before = False
            except UthError as fault:
                self.faults.append(ScriptFault(number, _says(fault)))
                bad_before = not text.startswith(ARROW)
        return tuple(self.lines), tuple(self.faults)

    def _more(self, text: str) -> None:
        """Add expectations to the line above."""
        last = self.lines[-1] if self.lines else None
        if not isinstance(last, CommandLine | HouseLine):
            raise Malformed("=>", text, "has no command or dealer's step above it")
        expected = merged(last.expected, read_expected(text[len(ARROW) :]))
        self.lines[-1] = replace(last, expected=expected)

    def _line(self, number: int, line: str) -> Line:
        text, arrow, after = (part.strip() for part in line.partition(ARROW))
        key, colon, value = (part.strip() for part in text.partition(":"))
        stands = (colon and key.lower() in _NAMED) or text.lower().startswith(EXPECT)
        if arrow and stands:
            raise Malformed("=>", line, "has no command or dealer's step before it")
        if colon and key.lower() in _NAMED:
            named: NamedCards = _NAMED[key.lower()](value)
            return CardsLine(number=number, text=line, named=named)
        if text.lower().startswith(EXPECT):
            check, values = recognised(text[len(EXPECT) :].strip(), CHECKS, self.symbol, EXPECT)
            return CheckLine(number=number, text=line, check=check.pattern.text, values=values)
        expected = read_expected(after) if arrow else Expectation()
        if text.lower().startswith(REPORT.strip()):
            commands = read_commands(text, self.symbol)
            return CommandLine(number=number, text=line, commands=commands, expected=expected)
        phrases: tuple[Shorthand | Phrase, ...] = (*SHORTHAND, *PHRASES)
        phrase, values = recognised(text, phrases, self.symbol)
        if isinstance(phrase, Shorthand):
            return HouseLine(number=number, text=line, until=phrase.pattern.text, values=values, expected=expected)
        return CommandLine(number=number, text=line, commands=phrase.made(values), expected=expected)


def _says(fault: UthError) -> str:
    if isinstance(fault, Malformed):
        return f"{quoted(fault.value)} {fault.says}"
    return str(fault)
