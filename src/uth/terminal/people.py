"""People: who sits where, and what they are called."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from uth.units import PlayerId, Seat

PERSON: Final = PlayerId("you")
NAMES: Final = ("Ada", "Ben", "Cleo", "Dan", "Eve", "Finn", "Gus")
"""The seats the house plays, clockwise."""


@dataclass(frozen=True, slots=True, kw_only=True)
class People:
    """Everyone at the table by seat; the person has one seat, or two side by side."""

    players: Mapping[Seat, PlayerId]
    mine: tuple[Seat, ...]

    def name(self, seat: Seat) -> str:
        """Return what the seat is called: ``You``, ``Your first hand``, ``Ada``."""
        if seat not in self.mine:
            return self.players[seat]
        return "You" if len(self.mine) == 1 else f"Your {('first', 'second')[self.mine.index(seat)]} hand"

    def does(self, seat: Seat, verb: str) -> str:
        """Return who does what: ``You check``, ``Ada checks``."""
        alone = seat in self.mine and len(self.mine) == 1
        return f"{self.name(seat)} {verb}{'' if alone else 's'}"

    @property
    def others(self) -> tuple[Seat, ...]:
        """The seats the house plays."""
        return tuple(seat for seat in self.players if seat not in self.mine)


def seated(seats: int, hands: int) -> People:
    """Return the people at a table of so many seats, the person in the middle."""
    first = (seats - hands) // 2 + 1
    mine = tuple(Seat(first + at) for at in range(hands))
    names = iter(NAMES)
    players = {Seat(at): PERSON if Seat(at) in mine else PlayerId(next(names)) for at in range(1, seats + 1)}
    return People(players=players, mine=mine)
