"""Settled rounds as the store indexes them: entries, filters and the progress of each table."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple, Self

from uth.store.codec import Json
from uth.units import PlayerId


class SeatResult(NamedTuple):
    """The result of one seat."""

    seat: int
    player: PlayerId
    net: int
    wagers: tuple[str, ...]
    hand: str | None
    """The category of its hand, if it was turned up."""
    lines: tuple[int, ...] = ()
    """Stake and net of each settled wager, alternating, in order."""


class RoundEntry(NamedTuple):
    """One settled round: its place in the log and its results."""

    table: str
    number: int
    after: int
    """The number of the record that collected the cards of the round before."""
    settled: int
    """The number of the record that settled it."""
    through: int
    """The number of its last record so far: the one that collected the cards, or a later dispute."""
    position: int
    """The position in the whole log at which it was settled; unique."""
    at: str
    seats: tuple[SeatResult, ...]
    checkpoint: int = 0
    """The number of the newest record up to `after` that holds the whole state of the table; 0 if there is none."""
    later: tuple[int, ...] = ()
    """The numbers of records of disputes about it after another round was settled."""
    folded: tuple[tuple[int, str], ...] = ()
    """The seats that folded, each with its two cards, such as ``Ac7d``; for their players and readers of the log."""


class StoredReview(NamedTuple):
    """The review of a seat of the round that was settled at this position."""

    position: int
    seat: int
    review: str


class ReviewedSeat(NamedTuple):
    """A seat that a player had in a settled round, and its review if there is one."""

    position: int
    table: str
    round: int
    at: str
    seat: int
    net: int
    wagers: str
    """The names of its wagers, with spaces around them."""
    lines: str
    """Stake and net of each settled wager, alternating, as JSON."""
    review: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundFilter:
    """A filter on rounds; all its conditions must hold for one seat, the player's if one is given."""

    table: str | None = None
    player: PlayerId | None = None
    since: str | None = None
    until: str | None = None
    result: str | None = None
    """``won``, ``lost`` or ``even``."""
    hand: str | None = None
    """The category of a hand that was turned up, such as ``full_house``."""
    wagers: frozenset[str] = frozenset()
    """All of these wagers were made."""
    win_min: int | None = None

    def fits(self, entry: RoundEntry) -> bool:
        """Whether the round matches."""
        if self.table not in (None, entry.table):
            return False
        if (self.since is not None and entry.at < self.since) or (self.until is not None and entry.at > self.until):
            return False
        return any(self._seat_fits(seat) for seat in entry.seats)

    def _seat_fits(self, seat: SeatResult) -> bool:
        return (
            (self.player is None or seat.player == self.player)
            and (self.result is None or self.result == result_of(seat.net))
            and (self.hand is None or seat.hand == self.hand)
            and self.wagers <= set(seat.wagers)
            and (self.win_min is None or seat.net >= self.win_min)
        )


def result_of(net: int) -> str:
    """Return the name of a net result: won, lost or even."""
    return "won" if net > 0 else "lost" if net < 0 else "even"


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundPage:
    """Rounds, newest first; `before` is the cursor of the next page, ``None`` on the last."""

    entries: tuple[RoundEntry, ...]
    before: int | None


@dataclass(slots=True, kw_only=True)
class RoundProgress:
    """The progress of one table's rounds, needed to read its next records."""

    table: str
    rounds: int = 0
    """How many rounds were settled."""
    collected: int = 0
    """The number of the record that last collected the cards."""
    settled: int = 0
    """The number of the record that last settled a round; later ones are not public yet."""
    checkpoint: int = 0
    """The number of the newest record that collected the cards and holds the whole state of the table."""
    players: dict[int, PlayerId] = field(default_factory=dict)
    folds: dict[int, str] = field(default_factory=dict)
    """The seats that have folded in the current round, with their cards once these are picked up."""

    def document(self) -> Json:
        """Return the progress as JSON."""
        return {
            "rounds": self.rounds,
            "collected": self.collected,
            "settled": self.settled,
            "checkpoint": self.checkpoint,
            "players": sorted(self.players.items()),
            "folds": sorted(self.folds.items()),
        }

    @classmethod
    def of(cls, table: str, document: Json) -> Self:
        """Return the progress of a table, given its JSON."""
        players, folds = dict(document["players"]), dict(document["folds"])
        return cls(**{**document, "table": table, "players": players, "folds": folds})
