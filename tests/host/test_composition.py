"""The composition root: one way to build a house, with or without connections."""

from __future__ import annotations

from pathlib import Path

from uth.composition import OPENER, HouseSettings, compose, opened
from uth.house.live_table import HOUSE, LiveTable
from uth.house.presence import LOOK_S, Connected, NoAudience, Present
from uth.rules.loader import BOOKS
from uth.store.memory import MemoryStore
from uth.table.round import commands as c
from uth.units import PlayerId, Seat

ANN = PlayerId("Ann")
DAY_S = 86_400.0


class NobodyThere(NoAudience):
    """An audience that nobody is connected to."""

    def connected_to(self, live: LiveTable) -> list[Connected]:
        del live
        return []


class Lookers(NoAudience):
    """An audience in which Ann is connected, and somebody without a chair."""

    def __init__(self) -> None:
        self.warned: list[int | None] = []

    def connected_to(self, live: LiveTable) -> list[Connected]:
        del live
        return [Present(ANN), Present(PlayerId("Bob"))]

    def warn_idle(self, live: LiveTable, player: PlayerId, *, minutes: int | None, says: str, clause: str) -> None:
        del says
        assert (live.name, player, clause) == ("one", ANN, "R67")
        self.warned.append(minutes)


async def sits_after_a_day(audience: NoAudience | None, *, seats: int = 1) -> bool:
    """Return whether Ann still has her chair after a day without a wager."""
    now = [0.0]
    async with opened(compose(MemoryStore(), audience, now=lambda: now[0])) as at:
        await at.house.make_table(OPENER, {"name": "one", "rules": "chickasaw", "speed": "instant"})
        live = at.house.live("one")
        for seat in range(1, seats + 1):
            player = ANN if seat == 1 else PlayerId(f"bot:{seat}")
            await live.ask(HOUSE, c.TakeSeat(seat=Seat(seat), player=player))
        while not live.table.is_open:
            await live.ask(HOUSE, c.BuyIn(seat=Seat(1), cents=1_000))
        for _ in range(round(DAY_S / LOOK_S)):
            await at.idle_chairs.look()
            now[0] += LOOK_S
        return live.sits(ANN)


async def test_without_connections_everyone_who_sits_is_there() -> None:
    assert await sits_after_a_day(None)


async def test_somebody_who_is_not_connected_leaves() -> None:
    assert not await sits_after_a_day(NobodyThere())


async def test_the_policy_asks_any_audience_and_warns_through_it() -> None:
    audience = Lookers()
    assert not await sits_after_a_day(audience, seats=6)
    assert audience.warned == [5, 4, 3, 2, 1, 0]


async def test_the_first_start_makes_a_table_for_each_book_and_invites_the_first_admin(tmp_path: Path) -> None:
    store, settings = MemoryStore(), HouseSettings(key=tmp_path / "house.key")
    async with opened(compose(store, settings=settings)) as at:
        assert await at.first_start()
        assert list(at.house.specs) == list(BOOKS)
        key = at.house.key.public
    async with opened(compose(store, settings=settings)) as again:
        assert await again.first_start()
        assert list(again.house.specs) == list(BOOKS)
        assert (again.house.key.public, again.house.former_keys) == (key, [])
