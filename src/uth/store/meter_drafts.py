"""What a turn is about to write: commands decided one after the other, each seeing the ones before it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Final

from uth.errors import Refused
from uth.progressive.apply import apply
from uth.progressive.commands import Command
from uth.progressive.decide import Events, decide
from uth.store.meter_lines import Line, line_bytes, require_key, state_bytes
from uth.store.meter_reading import Keys, Place

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
