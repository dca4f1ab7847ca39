"""A phrase with blanks, as ``seat {seat} antes {cents}``: read from a line, and written as one."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from difflib import get_close_matches
from typing import Any, Final, Protocol, TypeVar

from uth.errors import Malformed
from uth.scenario.blanks import BLANKS

_PART: Final = re.compile(r"\{(\w+)(?::(\w+))?\}|\[(\w+)\]")


@dataclass(frozen=True, slots=True)
class Pattern:
    """The text of a phrase: ``{count:cards}`` is a count that fills the field cards, ``[s]`` may be left off."""

    text: str
    _regex: re.Pattern[str] = field(init=False, repr=False, compare=False)
    _blanks: tuple[tuple[str, str], ...] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        regex, at, blanks = "", 0, []
        for part in _PART.finditer(self.text):
            regex += _spaced(self.text[at : part.start()])
            if part[3] is not None:
                regex += f"(?:{part[3]})?"
            else:
                regex += "(.+?)"
                blanks.append((part[2] or part[1], part[1]))
            at = part.end()
        regex += _spaced(self.text[at:])
        object.__setattr__(self, "_regex", re.compile(regex, re.IGNORECASE))
        object.__setattr__(self, "_blanks", tuple(blanks))

    @property
    def example(self) -> str:
        """The phrase with every blank filled by an example."""
        filled = _PART.sub(lambda part: part[3] or BLANKS[part[1]].example, self.text)
        return filled.replace("1 cards", "1 card")

    def read(self, text: str, symbol: str) -> dict[str, Any] | None:
        """Return what stands in the blanks, or ``None`` if the line is another phrase; raise on a bad blank."""
        match = self._regex.fullmatch(text)
        if match is None:
            return None
        return {
            name: BLANKS[kind].read(said.strip(), symbol)
            for (name, kind), said in zip(self._blanks, match.groups(), strict=True)
        }

    def write(self, values: Mapping[str, Any], symbol: str) -> str:
        """Return the phrase with those values in its blanks; a plural's letter is left off after a one."""
        names, last = iter(self._blanks), ""

        def part(found: re.Match[str]) -> str:
            nonlocal last
            if found[3] is not None:
                return "" if last == "1" else found[3]
            name, kind = next(names)
            last = BLANKS[kind].write(values[name], symbol)
            return last

        return _PART.sub(part, self.text)


def _spaced(text: str) -> str:
    """Return the text as a regular expression that takes any white space between words."""
    return re.sub(r"(?:\\ )+", r"\\s+", re.escape(text))


class Patterned(Protocol):
    """Anything that is recognised by a phrase."""

    @property
    def pattern(self) -> Pattern:
        """Its phrase."""
        ...


Kind = TypeVar("Kind", bound=Patterned)


def recognised(text: str, phrases: Iterable[Kind], symbol: str, before: str = "") -> tuple[Kind, dict[str, Any]]:
    """Return the phrase the text is and what stands in its blanks; raise with the nearest phrases if it is none.

    What stands `before` the phrase on its line is shown with those.
    """
    fault: Malformed | None = None
    known = tuple(phrases)
    for phrase in known:
        try:
            values = phrase.pattern.read(text, symbol)
        except Malformed as found:
            fault = fault or found
        else:
            if values is not None:
                return phrase, values
    raise fault if fault is not None else Malformed("line", text, f"is no phrase; {_nearest(text, known, before)}")


def _nearest(text: str, phrases: tuple[Patterned, ...], before: str) -> str:
    """Say which phrases come nearest."""
    examples = {phrase.pattern.example.lower(): phrase.pattern.example for phrase in phrases}
    near = get_close_matches(text.lower(), examples, n=3, cutoff=0.4)
    if not near:
        return "uth deal --phrases prints every one"
    return f"write for example: {' | '.join(before + examples[each] for each in near)}"
