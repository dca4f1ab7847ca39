"""Guests over the network who keep playing whatever happens to the house, and record its answers."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from random import Random
from typing import Any

from uth.client import Lost, Place, Refused, Visitor
from uth.views.seat import Offers


@dataclass(kw_only=True)
class Guest:
    """One guest at one table, with Python's own client."""

    address: str
    table: str
    random: Random
    is_over: bool = False
    person: str = ""
    acknowledged: list[dict[str, Any]] = field(default_factory=list)
    asked: int = 0
    """How many commands were sent."""
    refused: list[str] = field(default_factory=list)
    sockets: int = 0
    """How many sockets it took."""

    async def plays(self) -> None:
        """Come in, sit down, and play until it is over."""
        while True:
            try:
                async with Visitor(self.address) as visitor:
                    self.person = str(visitor.me["person"])
                    async with visitor.place(self.table) as place:
                        await self._plays(place)
                        self.sockets = place._connection.opened
                        return
            except Lost:
                if self.acknowledged:
                    raise
                await asyncio.sleep(0.05)  # the house was killed before anybody was inside

    async def _plays(self, place: Place) -> None:
        while not self.is_over:
            seat, mine = place.seat, place.mine
            if seat is None or mine is None:
                free = [at for at in range(1, 6) if str(at) not in place.view["seats"]]
                await self._do(place, "TakeSeat", seat=self.random.choice(free), player="")
            elif mine["rail"] < 20_000:
                await self._do(place, "BuyIn", seat=seat, cents=200_000, tender="cash")
            elif not mine["wagers"] and self.random.random() < 0.03:
                await self._do(place, "LeaveSeat", seat=seat)
            elif mine["offers"] is not None:
                await self._acts(place, seat, mine["offers"], mine["wagers"])
            await asyncio.sleep(0.01)

    async def _acts(self, place: Place, seat: int, offers: Offers, down: dict[str, int]) -> None:
        """Do something that is offered, if anything is."""
        new = [each for each in offers["wagers"] if each["wager"] not in down]
        if "ante" not in down:
            new = [each for each in new if each["wager"] == "ante"]
        answers = [("MakePlay", {"multiple": multiple}) for multiple in offers["plays"]]
        answers += [("Check", {})] * offers["check"] + [("Fold", {})] * offers["fold"]
        if answers:
            name, fields = self.random.choice(answers)
            await self._do(place, name, seat=seat, **fields)
        elif offers["bank"] and place.view["banker"] is None:
            await self._do(place, "Bank", seat=seat, cents=10_000)
        elif new and self.random.random() < 0.8:
            wager = new[-1] if self.random.random() < 0.7 else self.random.choice(new)
            await self._do(place, "PlaceWager", seat=seat, wager=wager["wager"], cents=wager["min"])
        elif offers["ready"]:
            await self._aside(place)

    async def _do(self, place: Place, name: str, **fields: Any) -> None:
        """Give a command and remember the answer."""
        self.asked += 1
        try:
            await place.do(name, **fields)
        except Refused as refused:
            self.refused.append(str(refused.code))
            self.asked -= 1
            await asyncio.sleep(0.05)
        else:
            self.acknowledged.append({"is": name, **{key: at for key, at in fields.items() if key != "player"}})

    async def _aside(self, place: Place) -> None:
        try:
            await place.ready()
        except Refused as refused:
            self.refused.append(str(refused.code))
            await asyncio.sleep(0.05)
