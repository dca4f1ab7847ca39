"""The floor over the network: a supervisor who handles awards and managers who adjust meters, during failures."""

from __future__ import annotations

import asyncio
import itertools
from dataclasses import dataclass, field
from random import Random
from typing import Any

import httpx

PASSWORD = "the floor of the house"
NAMES = {"sue": "supervisor", "max": "manager", "mia": "manager"}
"""Who verifies an award does not pay it: sue verifies, and a manager pays."""


@dataclass(kw_only=True)
class FloorPerson:
    """One member of the staff; what was sent is sent again under its id until it is answered."""

    address: str
    name: str
    random: Random
    is_over: bool = False
    acknowledged: list[dict[str, Any]] = field(default_factory=list)
    """What a link was told to do, and has done."""
    refused: list[str] = field(default_factory=list)
    agreed: int = 0
    _numbers: itertools.count[int] = field(default_factory=itertools.count)
    _csrf: str = ""

    async def works(self) -> None:
        """Sign in and do what waits until it is over."""
        limits = httpx.Limits(max_keepalive_connections=0)
        async with httpx.AsyncClient(base_url=self.address, timeout=10, limits=limits, verify=False) as http:
            signed_in = await self._asked(http, "POST", "/sign-in", {"name": self.name, "password": PASSWORD})
            self._csrf = signed_in["csrf"]
            while not self.is_over:
                floor = await self._asked(http, "GET", "/floor")
                await (self._supervise if self.name == "sue" else self._manage)(http, floor)
                await asyncio.sleep(0.02)

    async def _asked(self, http: httpx.AsyncClient, method: str, path: str, document: Any = None) -> dict[str, Any]:
        """Return the answer, whatever becomes of the house meanwhile."""
        while True:
            try:
                headers = {"x-csrf": self._csrf} if self._csrf else {}
                answer = await http.request(method, f"/api/v1{path}", json=document, headers=headers)
            except httpx.TransportError:
                await asyncio.sleep(0.05)
                continue
            found: dict[str, Any] = answer.json()
            return found if answer.status_code != 409 else {**found, "refused": True}

    async def _work(self, http: httpx.AsyncClient, link: str, is_: str, **fields: Any) -> None:
        document = {"id": f"{self.name}-{next(self._numbers)}", "do": {"is": is_, **fields}}
        answer = await self._asked(http, "POST", f"/links/{link}/do", document)
        if answer.get("refused"):
            self.refused.append(f"{is_} {answer['code']}")
        elif answer["waits"] is None:
            self.acknowledged.append({"is": is_, **fields})

    async def _supervise(self, http: httpx.AsyncClient, floor: dict[str, Any]) -> None:
        """Work the first award that waits, step by step."""
        for link in floor["links"]:
            keys = {station["table"]: station["key"] for station in link["stations"]}
            waits = [each for each in link["awards"] if each["stage"] == "pending" or each["missing"]]
            award = next((each for each in waits if each["stage"] in ("pending", "recorded")), None)
            if award is None:
                for table in (table for table, key in keys.items() if key == "jph"):
                    await self._work(http, link["name"], "TurnKey", table=table, to="run")
                continue
            number, table = award["award"], award["table"]
            if award["stage"] == "recorded":
                step = award["missing"][0]
                fields = dict.fromkeys(link["fields"].get(step, ()), "seen")
                await self._work(http, link["name"], "RecordStep", award=number, step=step, fields=fields)
            elif keys[table] == "run":
                await self._work(http, link["name"], "TurnKey", table=table, to="jph")
            elif self.random.random() < 0.2:
                await self._work(http, link["name"], "RejectAward", table=table, award=number, reason="misread")
            else:
                await self._work(http, link["name"], "PressJackpot", table=table, award=number)
            return

    async def _manage(self, http: httpx.AsyncClient, floor: dict[str, Any]) -> None:
        """Agree to what the other asks for, pay what sue has verified; back out or adjust something now and then."""
        for waiting in floor["approvals"]:
            if waiting["asked_by"] != self.name:
                answer = await self._asked(http, "POST", f"/approvals/{waiting['number']}", {"agreed": True})
                self.agreed += not answer.get("refused")
                return
        for link in floor["links"]:
            for award in link["awards"]:
                if award["stage"] == "recorded" and not award["missing"]:
                    if self.random.random() < 0.2:
                        await self._work(http, link["name"], "BackOutAward", award=award["award"], reason="misread")
                    else:
                        await self._work(http, link["name"], "PayAward", award=award["award"], means="check")
                    return
        if not floor["approvals"] and self.random.random() < 0.4 and floor["links"]:
            link = self.random.choice(floor["links"])
            meter = self.random.choice(sorted(link["meters"]))
            await self._work(http, link["name"], "AdjustMeter", meter=meter, cents=25, reason="sign and meter differ")
