"""The switches of the house: what is off takes no new wagers, and what is locked is finished."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from uth.units import PlayerId


@dataclass(slots=True, kw_only=True)
class Switches:
    """What is switched off: the house, tables, players."""

    house: bool = False
    tables: set[str] = field(default_factory=set)
    players: set[str] = field(default_factory=set)
    _held: list[tuple[str, str]] = field(default_factory=list)
    """What already takes no new wagers, though that it is off is still on its way to the log."""
    banned: dict[str, str] = field(default_factory=dict)
    """Players who are banned from the house, each with the reason."""

    def turn(self, what: str, name: str, *, off: bool) -> None:
        """Have the house, that table or that player off, or on again."""
        if what == "house":
            self.house = off
            return
        named = {"table": self.tables, "player": self.players}[what]
        (named.add if off else named.discard)(name)

    def ban(self, player: str, reason: str, *, banned: bool) -> None:
        """Ban a player from the house, or lift the ban."""
        if banned:
            self.banned[player] = reason
        else:
            self.banned.pop(player, None)

    def is_off(self, what: str, name: str) -> bool:
        """Whether that switch is off."""
        return {"house": self.house, "table": name in self.tables, "player": name in self.players}[what]

    @contextmanager
    def holding(self, what: str, name: str) -> Iterator[None]:
        """Take no new wagers at once, and say that it is off to nobody before that is stored."""
        self._held.append((what, name))
        try:
            yield
        finally:
            self._held.remove((what, name))

    def off(self, table: str, player: PlayerId | None = None) -> bool:
        """Whether the log says that no new wager is taken at that table, or there of that player."""
        return self.house or table in self.tables or player in self.players

    def stop(self, table: str, player: PlayerId | None = None) -> bool:
        """Whether no new wager is taken at that table, or there of that player."""
        concerned = {("house", ""), ("table", table), ("player", player)}
        return self.off(table, player) or not concerned.isdisjoint(self._held)
