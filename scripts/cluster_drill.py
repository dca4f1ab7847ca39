"""A drill of a cluster: tables play through a load balancer while nodes are killed, stopped, cut off and drained.

One PostgreSQL, some nodes as processes, and six players at each table over websockets. Faults come one after the other;
one key repeats their sequence. At the end a checker that shares no code with the store reads the database.
"""

from __future__ import annotations

import argparse
import asyncio
import logging
import signal
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Coroutine
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from itertools import count, cycle
from pathlib import Path
from random import Random
from secrets import token_hex
from typing import Any, Final

import httpx
import orjson
import uvloop
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidMessage

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))

from cluster.checker import Acknowledged, Auditor, watch
from cluster.harness import NodeProcess, RunningCluster, running
from store.postgres import Server, binaries

BOOKS: Final = ("massachusetts", "nevada", "chickasaw")
"""Books where the house banks."""
READY_S: Final = 1.5
"""How long a player waits for the wagers of the others."""
STOP_S: Final = 15.0
"""The longest time a node is stopped or cut off."""
CONTINUES_S: Final = 10.0
"""Within which every table must go on after a fault."""
SETTLE_S: Final = 15.0
"""How long the tables play on after the last fault."""
AGAIN: Final = ("store_", "node_", "house_closed", "failed", "too_fast")
"""How the codes begin of refusals after which a command is sent again under its id."""
ADMIN: Final = {"name": "Drill Admin", "password": "a long word for a drill"}


@dataclass(slots=True, eq=False)
class Player:
    """One seat: it wagers, answers when asked, and sends what was not answered again under the same id."""

    address: str
    table: str
    seat: int
    cookie: str
    person: str
    think_s: float
    random: Random
    acknowledged: list[Acknowledged]
    refused: Counter[str]
    ids: count[int] = field(default_factory=lambda: count(1))
    visit: str = field(default_factory=lambda: token_hex(4))
    view: dict[str, Any] = field(default_factory=dict)
    number: int = -1
    sockets: int = 0
    wagered: float = 0.0
    news: asyncio.Event = field(default_factory=asyncio.Event)
    answer: asyncio.Future[dict[str, Any]] | None = None
    asked: dict[str, Any] | None = None
    """The frame that waits for its answer."""
    socket: ClientConnection | None = None

    async def play(self) -> None:
        """Play until cancelled, on one connection after the other."""
        playing = asyncio.create_task(self._rounds())
        try:
            while True:
                with suppress(OSError, TimeoutError, ConnectionClosed, InvalidHandshake, InvalidMessage):
                    await self._one_connection()
                if playing.done():
                    playing.result()
                await asyncio.sleep(self.random.uniform(0.05, 0.4))
        finally:
            playing.cancel()
            await asyncio.gather(playing, return_exceptions=True)

    async def _one_connection(self) -> None:
        after = f"?after={self.number}" if self.number >= 0 else ""
        url = f"{self.address.replace('http', 'ws')}/ws/v1/tables/{self.table}{after}"
        headers = {"Cookie": self.cookie}
        async with connect(
            url, additional_headers=headers, compression=None, ping_interval=None, open_timeout=20, close_timeout=0.2
        ) as socket:
            self.sockets += 1
            self.socket = socket
            try:
                if self.asked is not None:
                    await socket.send(orjson.dumps(self.asked), text=True)
                async for text in socket:
                    self._heard(orjson.loads(text))
            finally:
                self.socket = None
                self.refused[f"closed {socket.close_code}"] += 1

    def _heard(self, frame: dict[str, Any]) -> None:
        if frame["type"] in ("done", "refused"):
            mine = self.asked is not None and frame["id"] == self.asked["id"]
            if mine and self.answer is not None and not self.answer.done():
                self.answer.set_result(frame)
            return
        self.number = frame.get("n", self.number)
        if "view" in frame:
            self.view = frame["view"]
        self.news.set()

    async def ask(self, **frame: Any) -> dict[str, Any]:
        """Send the frame until it is answered, always under one id."""
        self.asked = {"id": f"{self.visit}-{next(self.ids)}", **frame}
        while True:
            self.answer = asyncio.get_running_loop().create_future()
            if self.socket is not None:
                with suppress(ConnectionClosed):
                    await self.socket.send(orjson.dumps(self.asked), text=True)
            said = await self.answer
            if said["type"] == "refused":
                self.refused[said["code"]] += 1
                if said["code"].startswith(AGAIN):
                    await asyncio.sleep(0.3)
                    continue
            elif "do" in frame:
                self.acknowledged.append(Acknowledged(f"{self.person}/{self.asked['id']}", self.table, frame["do"]))
            self.asked = None
            return said

    async def _rounds(self) -> None:
        await self._sit()
        made, ready = -1, (-1, -1)
        while True:
            self.news.clear()
            view = self.view
            own = view["seats"].get(str(self.seat), {}) if view else {}
            if not own:
                await self._next()
            elif view["phase"] == "wagers" and not own["wagers"] and view["rounds"] != made:
                made = view["rounds"]
                await self._pause()
                if own["offers"]["wagers"]:
                    await self._wager(own["offers"]["wagers"])
                    self.wagered = time.monotonic()
            elif self._is_ready(view) and ready != (view["rounds"], self.sockets):
                ready = view["rounds"], self.sockets
                await self.ask(ready=True)
            elif view["turn"] == self.seat and own["offers"] is not None:
                await self._pause()
                if self.view is view:
                    await self.ask(do=self._decision(own["offers"]))
            else:
                await self._next()
                made = -1 if self.view["phase"] == "wagers" and self.view["rounds"] != made else made

    def _is_ready(self, view: dict[str, Any]) -> bool:
        """Whether the wagers may be closed: all have wagered, or have had time to."""
        if view["phase"] != "wagers" or not view["seats"][str(self.seat)]["wagers"]:
            return False
        return all(seat["wagers"] for seat in view["seats"].values()) or time.monotonic() > self.wagered + READY_S

    async def _next(self) -> None:
        """Wait for news, and look again after a while."""
        with suppress(TimeoutError):
            async with asyncio.timeout(READY_S):
                await self.news.wait()

    async def _sit(self) -> None:
        while True:
            said = await self.ask(do={"is": "TakeSeat", "seat": self.seat})
            if said["type"] == "done" or said["code"] in ("seat_taken", "seated_already"):
                break
            await asyncio.sleep(0.5)
        while (await self.ask(do={"is": "BuyIn", "seat": self.seat, "cents": 100_000_000}))["type"] != "done":
            await asyncio.sleep(0.5)

    async def _wager(self, offers: list[dict[str, Any]]) -> None:
        ante = {"is": "PlaceWager", "seat": self.seat, "wager": "ante", "cents": offers[0]["min"]}
        if (await self.ask(do=ante))["type"] == "refused":
            return
        own = self.view["seats"].get(str(self.seat), {})
        for offer in own.get("offers", {}).get("wagers", ()):
            if offer["wager"] == "progressive":
                await self.ask(do={**ante, "wager": "progressive", "cents": offer["min"]})

    async def _pause(self) -> None:
        if self.think_s:
            await asyncio.sleep(self.think_s * self.random.uniform(0.5, 1.5))

    def _decision(self, offers: dict[str, Any]) -> dict[str, Any]:
        if offers["check"] and self.random.random() < 0.7:
            return {"is": "Check", "seat": self.seat}
        if offers["plays"]:
            return {"is": "MakePlay", "seat": self.seat, "multiple": offers["plays"][0]}
        return {"is": "Fold", "seat": self.seat}


async def posted(
    http: httpx.AsyncClient, path: str, document: dict[str, Any], headers: dict[str, str] | None = None
) -> httpx.Response:
    """Return the answer to the request, which is sent again while a busy machine makes nodes lose their leases."""
    while True:
        with suppress(httpx.HTTPError):
            answer = await http.post(path, json=document, headers=headers)
            if answer.is_success:
                return answer
            assert answer.status_code == 503, answer.text
        await asyncio.sleep(0.5)


async def make_tables(cluster: RunningCluster, wanted: int) -> list[str]:
    """Make the tables as the first admin: those of one book share a link."""
    names = []
    async with httpx.AsyncClient(base_url=cluster.balancer.address, timeout=60) as http:
        made = await posted(http, "/api/v1/accept", {"word": cluster.invitation, **ADMIN})
        headers = {"x-csrf": made.json()["csrf"]}
        for at, book in zip(range(wanted), cycle(BOOKS), strict=False):
            document = {"name": f"drill-{at}", "rules": book, "speed": "instant", "awards": "house"}
            await posted(http, "/api/v1/tables", document, headers)
            names.append(document["name"])
    return names


@dataclass(slots=True)
class Fault:
    """Something that was done to a node."""

    kind: str
    node: str
    start: float
    lasts_s: float


@dataclass(slots=True)
class Drill:
    """A cluster with its players, and what is done to it."""

    cluster: RunningCluster
    auditor: Auditor
    random: Random
    say: Callable[[str], None]
    acknowledged: list[Acknowledged] = field(default_factory=list)
    refused: Counter[str] = field(default_factory=Counter)
    faults: list[Fault] = field(default_factory=list)
    drains: list[float] = field(default_factory=list)
    """How long each node took to end after SIGTERM."""
    _mending: set[asyncio.Task[None]] = field(default_factory=set)
    _hurt: set[str] = field(default_factory=set)

    async def players(self, tables: list[str], seats: int, think_s: float) -> list[Player]:
        """Return a guest for each seat of the tables."""
        address, found = self.cluster.balancer.address, []
        for table in tables:
            for seat in range(1, seats + 1):
                async with httpx.AsyncClient(base_url=address, timeout=60) as http:
                    answer = await posted(http, "/api/v1/guest", {})
                    cookie = f"uth_session={answer.cookies['uth_session']}"
                    found.append(
                        Player(
                            address=address,
                            table=table,
                            seat=seat,
                            cookie=cookie,
                            person=answer.json()["person"],
                            think_s=think_s,
                            random=Random(f"{table} {seat}"),
                            acknowledged=self.acknowledged,
                            refused=self.refused,
                        )
                    )
        return found

    # Faults.

    async def hurt(self, faults: int, seconds: float) -> None:
        """Do one thing after the other to random nodes; one node is always left alone."""
        every = seconds / max(faults, 1)
        start = time.monotonic()
        for at in range(faults):
            await asyncio.sleep(max(0.0, start + at * every - time.monotonic()))
            kind = self.random.choice(("kill", "stop", "cut", "drain"))
            node, lasts_s = self.random.choice(self.cluster.nodes), self.random.uniform(2.0, STOP_S)
            await self._well(node)
            self.say(
                f"{at + 1}/{faults}: {kind} {node.name}" + (f" {lasts_s:.1f} s" if kind in ("stop", "cut") else "")
            )
            self.faults.append(Fault(kind, node.name, time.time(), lasts_s))
            self._hurt.add(node.name)
            task = asyncio.create_task(self._one(node, kind, lasts_s))
            self._mending.add(task)
            task.add_done_callback(self._mending.discard)
            if at:
                await asyncio.to_thread(self.auditor.snapshot)
                self._say_wrong()
        while self._mending:
            await asyncio.gather(*self._mending)
        await self.cluster.all_ready()

    async def _well(self, node: NodeProcess) -> None:
        """Wait until the node and another one are ready."""
        while True:
            found = self.cluster.balancer.ready - self._hurt
            if node.name in found and (len(found) > 1 or len(self.cluster.nodes) == 1):
                return
            await asyncio.sleep(0.1)

    async def _one(self, node: NodeProcess, kind: str, lasts_s: float) -> None:
        acts: dict[str, Callable[[], Coroutine[Any, Any, None]]] = {
            "kill": partial(self._kill, node),
            "stop": partial(self._stop, node, lasts_s),
            "cut": partial(self._cut, node, lasts_s),
            "drain": partial(self._drain, node),
        }
        await acts[kind]()
        self._hurt.discard(node.name)

    async def _kill(self, node: NodeProcess) -> None:
        node.send(signal.SIGKILL)
        await node.ended()
        await self._restart(node)

    async def _stop(self, node: NodeProcess, lasts_s: float) -> None:
        node.send(signal.SIGSTOP)
        await asyncio.sleep(lasts_s)
        node.send(signal.SIGCONT)

    async def _cut(self, node: NodeProcess, lasts_s: float) -> None:
        node.wire.cut()
        await asyncio.sleep(lasts_s)
        node.wire.mend()

    async def _drain(self, node: NodeProcess) -> None:
        start = time.monotonic()
        node.send(signal.SIGTERM)
        status = await node.ended()
        self.drains.append(time.monotonic() - start)
        if status:
            self.auditor.wrong.append(f"{node.name} ended with status {status} after SIGTERM")
        await self._restart(node)

    async def _restart(self, node: NodeProcess) -> None:
        """Start the node as a supervisor does: again until it runs."""
        while True:
            await node.start()
            while node.is_running and not node.said("The house is open at"):
                await asyncio.sleep(0.1)
            if node.is_running:
                return
            self.say(f"{node.name} did not start: {' '.join(node.lines)[-200:]}")
            await asyncio.sleep(1.0)

    # The result.

    def _say_wrong(self) -> None:
        for each in self.auditor.wrong[:5]:
            self.say(f"WRONG: {each}")

    def gaps(self, tables: list[str], start: float, end: float) -> dict[str, tuple[float, str]]:
        """Return the longest time from a fault of each kind until a table went on, and the table."""
        longest: dict[str, tuple[float, str]] = {}
        for gap in self.auditor.gaps(end):
            if gap.table not in tables or gap.end <= start:
                continue
            within = [each for each in self.faults if gap.start <= each.start < gap.end]
            last = max(within, key=lambda each: each.start, default=None)
            before = [each for each in self.faults if each.start < gap.start]
            cause = last or (before[-1] if before else None)
            seconds = gap.end - max(gap.start, last.start if last is not None else start)
            kind = cause.kind if cause is not None else "none"
            longest[kind] = max(longest.get(kind, (0.0, "")), (seconds, f"{gap.table} at {gap.start - start:.1f} s"))
        return longest


async def drill(asked: argparse.Namespace, server: Server, folder: Path) -> list[str]:
    """Run the drill, print what happened, and return what was wrong."""
    began = time.monotonic()

    def say(words: str) -> None:
        print(f"{time.monotonic() - began:6.1f} s  {words}", flush=True)

    random = Random(asked.key)
    async with running(server, folder, asked.nodes, random=Random(asked.key)) as cluster:
        watch(cluster.dsn, cluster.schema)
        await cluster.all_ready()
        it = Drill(cluster, Auditor(cluster.dsn), random, say)
        tables = await make_tables(cluster, asked.tables)
        players = await it.players(tables, asked.seats, asked.think)
        say(f"{asked.nodes} nodes, {len(tables)} tables, {len(players)} players; logs in {folder}")
        tasks = [asyncio.create_task(player.play()) for player in players]
        telling = asyncio.create_task(_tell(it, say))
        try:
            await asyncio.sleep(asked.warm_up)
            start = time.time()
            await it.hurt(asked.faults, asked.seconds)
            await asyncio.sleep(SETTLE_S)
            end = time.time()
            for task in tasks:
                if task.done():
                    task.result()
        finally:
            for task in (*tasks, telling):
                task.cancel()
            await asyncio.gather(*tasks, telling, return_exceptions=True)
        await asyncio.gather(*(node.end() for node in cluster.nodes))
        it.auditor.finish(it.acknowledged)
        _report(it, tables, start, end, say)
    return it.auditor.wrong


async def _tell(it: Drill, say: Callable[[str], None]) -> None:
    while True:
        before = len(it.acknowledged)
        await asyncio.sleep(10)
        done = len(it.acknowledged)
        ready = sorted(it.cluster.balancer.ready)
        say(f"{done:,} commands acknowledged, {(done - before) / 10:.0f} a second; ready {ready}")


def _report(it: Drill, tables: list[str], start: float, end: float, say: Callable[[str], None]) -> None:
    """Print the numbers of the drill, and add tables that did not go on in time to what is wrong."""
    kinds = Counter(each.kind for each in it.faults)
    say(f"{len(it.faults)} faults: {', '.join(f'{count} {kind}' for kind, count in sorted(kinds.items()))}")
    say(f"{len(it.acknowledged):,} commands acknowledged, {it.auditor.position:,} records")
    say(f"{it.auditor.snapshots} snapshots of the balances, {it.auditor.states} stored states compared with the ledger")
    links = sum(number for stream, number in it.auditor.numbers.items() if stream.startswith("link/"))
    say(f"{links:,} records of links, {it.auditor.times and len(it.auditor.times)} tables")
    say(f"refused or closed: {dict(it.refused.most_common(12))}")
    if it.drains:
        say(f"nodes that were drained ended within {max(it.drains):.1f} s")
    for kind, (seconds, where) in sorted(it.gaps(tables, start, end).items()):
        say(f"after {kind}: every table went on within {seconds:.1f} s ({where})")
        if seconds > CONTINUES_S:
            it.auditor.wrong.append(f"after {kind} a table went on after {seconds:.1f} s: {where}")
    for each in it.auditor.wrong[:40]:
        say(f"WRONG: {each}")
    say("nothing is wrong" if not it.auditor.wrong else f"{len(it.auditor.wrong)} things are wrong")


def main() -> None:
    words = argparse.ArgumentParser(
        description=__doc__, epilog="Example: python scripts/cluster_drill.py --tables 100 --seconds 600 --faults 60"
    )
    words.add_argument("--nodes", type=int, default=3, help="servers on one PostgreSQL")
    words.add_argument("--tables", type=int, default=6, help="tables, up to 100")
    words.add_argument("--seats", type=int, default=6, help="players at each")
    words.add_argument("--seconds", type=float, default=60.0, help="how long faults come, up to 600")
    words.add_argument("--faults", type=int, default=8, help="how many, up to 60")
    words.add_argument("--think", type=float, default=0.1, help="seconds a player thinks before each command")
    words.add_argument("--warm-up", type=float, default=5.0, help="seconds of play before the first fault")
    words.add_argument("--key", default="drill", help="the same key makes the same sequence of faults")
    words.add_argument("--logs", type=Path, help="a folder for the nodes' logs; else one that is removed")
    asked = words.parse_args()
    found = binaries()
    if found is None:
        raise SystemExit("PostgreSQL's server is not here: make postgres as root installs it")
    logging.getLogger("websockets").setLevel(logging.CRITICAL)
    server = Server(found)
    try:
        with tempfile.TemporaryDirectory(prefix="uth-drill-") as temporary:
            folder = asked.logs or Path(temporary)
            folder.mkdir(parents=True, exist_ok=True)
            wrong = uvloop.run(drill(asked, server, folder))
    finally:
        server.remove()
    if wrong:
        raise SystemExit(1)


if __name__ == "__main__":
    main()
