"""Bankrolls: people's chips away from the tables, and the daily allowance, the only source of new ones.

Chips move between a bankroll and a table in the transaction of the table's own record. The store keeps bankrolls from
falling below zero, whichever nodes write.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from datetime import UTC, datetime, tzinfo
from fractions import Fraction
from typing import Final, NamedTuple

from uth.errors import Stale
from uth.ledger.book import ALLOWANCE, Account, AccountKind, Transfer, bankroll
from uth.store.entries import Entry, Store
from uth.table.round.state import Phase, Table
from uth.units import Cents, PlayerId

ALLOWANCE_CENTS: Final = Cents(1_000_000)
"""The daily allowance of a house that sets none."""
STREAM: Final = "bankroll/"
"""The prefix of the streams of allowances; the rest is the person."""


class Holdings(NamedTuple):
    """A person's chips."""

    away: Fraction
    """In the bankroll."""
    seated: Fraction
    """At the tables, without the wagers of rounds in progress."""


@dataclass(slots=True, kw_only=True)
class Bankrolls:
    """The bankrolls of a house, and its daily allowance."""

    store: Store
    clock: Callable[[], float]
    in_play: Callable[[PlayerId], Awaitable[bool]]
    """Returns whether a player has chips in play at a table."""
    allowance: Cents = ALLOWANCE_CENTS
    """What a player who holds less is topped up to, once a day; 0 gives nothing."""
    zone: tzinfo = UTC
    """The time zone whose midnight begins a new day."""

    async def holdings(self, player: PlayerId) -> Holdings:
        """Return the person's chips."""
        away, seated = bankroll(player), Account(AccountKind.PLAYER, player)
        held = await self.store.held([away, seated])
        return Holdings(away=held[away], seated=held[seated])

    async def is_due(self, player: PlayerId) -> bool:
        """Whether there is an allowance that the person has not been given today."""
        return self.allowance > 0 and await self.store.answer(self._key(player)) is None

    async def top_up(self, player: PlayerId, wanted: int) -> int:
        """Give today's allowance to a player whose bankroll is below `wanted`, if they are broke; return the cents.

        A player is broke who holds less than the allowance in all and has no chips in play. Chips that move between a
        wager and the player while this reads them are counted at least once.
        """
        before = await self.holdings(player)
        if before.away >= wanted or sum(before) >= self.allowance:
            return 0
        if not await self.is_due(player) or await self.in_play(player):
            return 0
        after = await self.holdings(player)
        cents = int(self.allowance - max(sum(before), sum(after)))
        if cents <= 0:
            return 0
        stream = f"{STREAM}{player}"
        number = (await self.store.streams(stream)).get(stream, 0)
        entry = Entry(
            stream=stream,
            after=number,
            body={"is": "allowance_given", "day": self._day(), "cents": cents},
            transfers=(Transfer(source=ALLOWANCE, target=bankroll(player), cents=Fraction(cents)),),
        )
        try:
            appended = await self.store.append([entry], key=self._key(player), answer=cents)
        except Stale:  # another program has given it first
            return 0
        return 0 if appended.duplicate else cents

    def _day(self) -> str:
        return datetime.fromtimestamp(self.clock(), self.zone).date().isoformat()

    def _key(self, player: PlayerId) -> str:
        # No person's name begins with a slash, so the key is unique: the allowance is given once a day.
        return f"/allowance/{self._day()}/{player}"


def is_in_play(table: Table, player: PlayerId) -> bool:
    """Whether the player has a wager or the bank of a round in progress at the table."""
    seats = table.seats_of(player)
    banker = table.round.banker
    playing = any(seat in table.round.spots for seat in seats) or (banker is not None and banker.seat in seats)
    return playing and table.phase is not Phase.SETTLED
