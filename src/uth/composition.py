"""The composition root: the one place where a house is built from its parts.

`uth serve`, tests and other programs build a house here, so that all of them run the same one. `web/server.py` adds the
parts of a web server: the hub, the app and the watched store.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from datetime import UTC, tzinfo
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from uth.bots.bots import Bots
from uth.errors import Broken, UthError
from uth.house.bankrolls import ALLOWANCE_CENTS
from uth.house.clock import ABSENT_S
from uth.house.guests import GuestBounds
from uth.house.house import House
from uth.house.logs import LOG
from uth.house.observers import Observer
from uth.house.presence import Audience, EmptyTables, IdleChairs, NoAudience
from uth.house.signing_key import key_at
from uth.people.people import People
from uth.people.roles import Role, Session
from uth.rules.loader import BOOKS
from uth.store.entries import Store
from uth.units import Cents

if TYPE_CHECKING:
    from uth.house.notifier import Notifier

OPENER: Final = Session(person="house", roles=frozenset({Role.MANAGER}), csrf="", ends=0)
"""The session that creates the first tables."""


@dataclass(frozen=True, slots=True, kw_only=True)
class HouseSettings:
    """The settings of a house."""

    guests: GuestBounds = field(default_factory=GuestBounds)
    absent_s: float = ABSENT_S
    """How long a seat without a connection is on turn before the floor may act for it."""
    away_s: float = 1_800.0
    """How long a chair is kept for a player without a connection."""
    idle_s: float = 1_800.0
    """How long a player may go without a wager while no chair is free."""
    empty_s: float = 600.0
    """How long a guest's table stays open without people."""
    zone: tzinfo = UTC
    """The time zone for staff and for the day of the allowance."""
    allowance: Cents = ALLOWANCE_CENTS
    """What a player who holds less is topped up to, once a day; 0 gives nothing."""
    key: Path | None = None
    """The file of the signing key; ``None`` signs with a temporary key."""
    new_key: bool = False
    """Whether to sign with a new key from now on."""
    notify_url: str | None = None
    """The URL to which notices for the regulator are posted."""
    notify_key: Path | None = None


@dataclass(slots=True, kw_only=True)
class ComposedHouse:
    """A house with its bots and its checks of idle chairs and empty tables, opened or not."""

    house: House
    audience: Audience
    bots: Bots
    idle_chairs: IdleChairs
    empty_tables: EmptyTables
    notifier: Notifier | None
    settings: HouseSettings
    closing: list[Callable[[], Awaitable[None]]] = field(default_factory=list)
    """Called before the house closes."""
    _watching: list[asyncio.Task[None]] = field(default_factory=list)

    async def open(self) -> None:
        """Recover from the log, sign with the key of the settings, and resume the bots."""
        await self._recover()
        if self.settings.key is not None:
            last = next(reversed(self.house.signing_keys), None)
            await self.house.sign_with(key_at(self.settings.key, last, renew=self.settings.new_key))
        await self.bots.open()

    async def _recover(self) -> None:
        """Open the house; report a log that cannot be replayed as damage."""
        try:
            await self.house.open()
        except UthError:
            raise
        except Exception as fault:
            LOG.debug("the house cannot be opened", exc_info=fault)
            name = getattr(self.house.store, "name", "the store")
            says = f"the log cannot be replayed: {fault!r}; `uth house verify` checks all of it"
            raise Broken(f"{name} is damaged: {says}") from None

    def watch(self, *also: Coroutine[Any, Any, None]) -> None:
        """Run the checks of chairs, tables and notices, and the given coroutines, in the background until closed."""
        parts = [self.idle_chairs.watch(), self.empty_tables.watch(), *also]
        if self.notifier is not None:
            parts.append(self.notifier.watch())
        self._watching += [asyncio.create_task(each) for each in parts]

    async def first_start(self, *, alone: bool = True) -> str | None:
        """Create a table for each book on the first start; return the token for the first admin, if there is none yet.

        An interrupted first start is completed by the next one, since only a completed one has invited anybody. A token
        that another program of the house has printed stays valid unless this one is `alone`.
        """
        if not self.house.people.number:
            for book in BOOKS:
                if book not in self.house.specs:
                    await self.house.make_table(OPENER, {"name": book, "rules": book, "awards": "house"})
        people = self.house.people
        if people.accounts or (not alone and people.first_is_invited()):
            return None
        return await people.invite_first()

    async def close(self) -> None:
        """Stop everything; the store stays open."""
        for each in self._watching:
            each.cancel()
        self._watching.clear()
        for close in self.closing:
            await close()
        await self.bots.close()
        await self.house.close()


def compose(
    store: Store,
    audience: Audience | None = None,
    settings: HouseSettings | None = None,
    *,
    observers: tuple[Observer, ...] = (),
    clock: Callable[[], float] = time.time,
    now: Callable[[], float] = time.monotonic,
) -> ComposedHouse:
    """Build a house on that store; `observers` are called before its bots."""
    settings, audience = settings or HouseSettings(), audience or NoAudience()
    house = House(store=store, people=People(store=store, clock=clock), people_at=audience.people_at)
    house.guests.bounds, house.absent_s, house.zone = settings.guests, settings.absent_s, settings.zone
    house.bankrolls.allowance, house.bankrolls.zone = settings.allowance, settings.zone
    bots = Bots(house=house, aside=audience.aside)
    chairs = IdleChairs(house=house, audience=audience, away_s=settings.away_s, idle_s=settings.idle_s, now=now)
    tables = EmptyTables(house=house, audience=audience, bots=bots, empty_s=settings.empty_s, now=now)
    notifier = _notifier(house, settings)
    house.observers.each += [*observers, bots, chairs, *([notifier] if notifier is not None else [])]
    return ComposedHouse(
        house=house,
        audience=audience,
        bots=bots,
        idle_chairs=chairs,
        empty_tables=tables,
        notifier=notifier,
        settings=settings,
    )


@asynccontextmanager
async def opened(composed: ComposedHouse) -> AsyncIterator[ComposedHouse]:
    """Keep the house open for the duration of the block."""
    try:
        await composed.open()
        yield composed
    finally:
        await composed.close()


def _notifier(house: House, settings: HouseSettings) -> Notifier | None:
    """Return the notifier for the regulator, if there is a URL for notices."""
    if settings.notify_url is None:
        return None
    from uth.house.notifier import Notifier, address_of_notices, key_of_notices

    key = key_of_notices(settings.notify_key)
    return Notifier(house=house, url=address_of_notices(settings.notify_url), key=key)
