"""Benchmark the coach beside a running table of six: how long a graded decision takes to be answered."""

from __future__ import annotations

import asyncio
import sys
import time
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))

import httpx
from websockets.asyncio.client import ClientConnection

from support.open_house import Person, open_house

SEATS = 6
ROUNDS = 60


def bench() -> None:
    """Print the median and the 99th percentile of the coach's answers and of the players' commands."""
    coached, commands = asyncio.run(measured())
    for name, took in (("a decision coached, by HTTP", coached), ("a decision sent, by websocket", commands)):
        took.sort()
        median, most = took[len(took) // 2], took[int(len(took) * 0.99)]
        print(f"{name}: {len(took):,} times, median {1000 * median:6.1f} ms, p99 {1000 * most:6.1f} ms")


async def measured() -> tuple[list[float], list[float]]:
    """Return how long each answer of the coach and each command took at a table where all six ask every time."""
    coached: list[float] = []
    commands: list[float] = []
    async with open_house() as at, at.http(limits=httpx.Limits(max_connections=SEATS)) as http:
        await at.table()
        people = [await at.guest() for _ in range(SEATS)]
        await asyncio.gather(*(play(http, each, seat, coached, commands) for seat, each in enumerate(people, 1)))
    warm = SEATS * 6  # the first answers load the compiled loops
    return coached[warm:], commands


async def play(http: httpx.AsyncClient, person: Person, seat: int, coached: list[float], commands: list[float]) -> None:
    """Play rounds: ask the coach about every decision, and do what it says."""
    async with person.socket("one") as socket:
        await person.sit_only(socket, seat)
        answered: set[tuple[int, str]] = set()
        while person.view["rounds"] < ROUNDS:
            view: dict[str, Any] = person.view
            own = view["seats"].get(str(seat))
            if view["phase"] == "wagers" and own and not own["wagers"] and own["offers"]["wagers"]:
                await person.do(socket, "PlaceWager", seat=seat, wager="ante", cents=1_000)
                await person.ask(socket, ready=True)
            elif view["turn"] == seat and (view["round"], view["street"]) not in answered:
                answered.add((view["round"], view["street"]))
                await decide(http, person, socket, seat, coached, commands)
            else:
                await person.hear(socket)


async def decide(
    http: httpx.AsyncClient,
    person: Person,
    socket: ClientConnection,
    seat: int,
    coached: list[float],
    commands: list[float],
) -> None:
    """Ask the coach, then do what is best."""
    began = time.perf_counter()
    said = (await http.get("/api/v1/tables/one/coach", headers=person.headers, params={"seat": seat})).json()
    coached.append(time.perf_counter() - began)
    best = said["coaching"]["choices"][0]
    began = time.perf_counter()
    if best["multiple"]:
        await person.do(socket, "MakePlay", seat=seat, multiple=best["multiple"])
    else:
        await person.do(socket, best["action"].capitalize(), seat=seat)
    commands.append(time.perf_counter() - began)


if __name__ == "__main__":
    bench()
