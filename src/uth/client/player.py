"""A ready-made player: a seat at a house's table, played by a named strategy."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from contextlib import suppress

from uth.cards import Card
from uth.client.connection import Lost
from uth.client.place import Place
from uth.client.visitor import Visitor
from uth.errors import Refused
from uth.house.specs import TableSpec, spec_of
from uth.rules.values import Street, Wager
from uth.strategy.named import Decision, Situation, Strategy, strategy_named
from uth.table.posted import Posted
from uth.table.round import commands as c
from uth.units import Seat


async def posted_at(visitor: Visitor, table: str) -> Posted:
    """Return what the table has posted; raise `Malformed` if this version cannot read its rule set."""
    spec = await visitor.spec(table)
    return spec_of({key: value for key, value in spec.items() if key in TableSpec.__dataclass_fields__}).posted()


async def play_rounds(
    visitor: Visitor,
    table: str,
    *,
    rounds: int,
    strategy: str = "optimal",
    wagers: Mapping[str, int] | None = None,
    buy_in: int = 100_000,
    seat: int | None = None,
) -> int:
    """Sit down, play that many rounds by the strategy, get up, and return the net result in cents.

    The wagers of each round are in cents, by default an ante of 1000; the house places the blind with the ante. The
    strategy is one of `uth.strategy.STRATEGIES`. The seat is given up at the end, even after a refusal, such as a wager
    that exceeds the remaining chips.
    """
    posted, plays = await posted_at(visitor, table), strategy_named(strategy)
    plays.require_playable(posted)
    made = wagers if wagers is not None else {Wager.ANTE.value: 1_000}
    await asyncio.to_thread(plays.make_ready, posted, {Wager(name): cents for name, cents in made.items()})
    async with visitor.place(table) as place:
        mine = await place.sit(seat, buy_in=buy_in)
        try:
            bought = _rail(place)
            for _ in range(rounds):
                await _play_round(place, mine, made, plays, posted)
            return _rail(place) - bought
        finally:
            with suppress(Refused, Lost):
                await place.get_up()


async def _play_round(place: Place, mine: int, wagers: Mapping[str, int], plays: Strategy, posted: Posted) -> None:
    """Place the wagers of one round, and act until it is settled."""
    played = (await place.until(lambda view: view["phase"] == "wagers"))["rounds"]
    for name, cents in wagers.items():
        await place.wager(name, cents)
    await place.ready()
    while (await place.until(lambda view: view["turn"] == mine or view["rounds"] > played))["turn"] == mine:
        await _act(place, plays, posted)


def _rail(place: Place) -> int:
    return place.mine["rail"] if place.mine is not None else 0


async def _act(place: Place, plays: Strategy, posted: Posted) -> None:
    """Act by the strategy, which computes in a thread so that the connection stays alive."""
    view, own = place.view, place.mine
    if own is None or own["offers"] is None or view["street"] is None or view["turn"] is None:
        return
    seat, offers = Seat(view["turn"]), own["offers"]
    situation = Situation(
        posted=posted,
        hole=tuple(Card(face) for face in own["cards"] if face is not None),
        board=tuple(Card(face) for face in view["community"] if face is not None),
        street=Street(view["street"]),
        wagers={Wager(name): cents for name, cents in own["wagers"].items()},
        meters=view["meters"],
    )
    offered: list[Decision] = [c.MakePlay(seat=seat, multiple=multiple) for multiple in offers["plays"]]
    offered += [c.Check(seat=seat)] if offers["check"] else []
    offered += [c.Fold(seat=seat)] if offers["fold"] else []
    match await asyncio.to_thread(plays.answer, situation, tuple(offered)):
        case c.MakePlay(multiple=multiple):
            await place.play(multiple)
        case c.Fold():
            await place.fold()
        case _:
            await place.check()
