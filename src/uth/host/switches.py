"""The switches of the house: what is off takes no new wagers, and what is locked is finished."""

from __future__ import annotations

from dataclasses import dataclass, field

from uth.units import PlayerId


@dataclass(slots=True, kw_only=True)
class Switches:
    """What is switched off: the house, tables, players."""

    house: bool = False
    tables: set[str] = field(default_factory=set)
    players: set[str] = field(default_factory=set)

    def turn(self, what: str, name: str, *, off: bool) -> None:
        """Have the house, that table or that player off, or on again."""
        if what == "house":
            self.house = off
            return
        named = {"table": self.tables, "player": self.players}[what]
        (named.add if off else named.discard)(name)

    def is_off(self, what: str, name: str) -> bool:
        """Whether that switch is off."""
        return {"house": self.house, "table": name in self.tables, "player": name in self.players}[what]

    def stop(self, table: str, player: PlayerId | None = None) -> bool:
        """Whether no new wager is taken at that table, or there of that player."""
        return self.house or table in self.tables or player in self.players
