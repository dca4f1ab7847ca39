"""One guest who wants the house for themselves, and another who only wants a table: a simulated house from one number.

The attacker gives every command a guest may give, in any order, from one address and under as many sessions as the
house allows. Everything goes through the app, with its limits, in virtual time.
"""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from dataclasses import dataclass, field
from importlib.resources import files
from random import Random
from typing import Any, Final

from typing_extensions import override

from simulation import virtual_loop
from simulation.auditor import Auditor
from simulation.requests import Browser, Socket
from uth.composition import HouseSettings, compose
from uth.people.roles import Role, Session, is_bot
from uth.rules.loader import BOOKS
from uth.store.memory import MemoryStore
from uth.web.app import make_app
from uth.web.hub import Hub
from uth.web.limits import Bounds
from uth.web.server import with_bounds

TABLES_MAX: Final = 50
"""A small house is full sooner."""
BOUNDS: Final = Bounds(away_minutes=5, empty_minutes=3, sockets_per_address=20)
"""Sockets in the same proportion to the tables as in a whole house."""
ATTACKER, OTHER = "203.0.113.7", "198.51.100.4"
MANAGER: Final = Session(person="max", roles=frozenset({Role.MANAGER}), csrf="", ends=10.0**12)
SPEEDS: Final = ("usual", "fast", "instant")
NAMES: Final = ("", "Ann", "house", "max", "Bob", "Eve")


@dataclass(kw_only=True)
class Crowded:
    """A house with an attacker and another guest in it."""

    key: int
    lasts_s: float
    wrong: list[str] = field(default_factory=list)
    met: Counter[str] = field(default_factory=Counter)
    browsers: list[Browser] = field(default_factory=list)
    sockets: list[Socket] = field(default_factory=list)
    signs: list[Socket] = field(default_factory=list)
    tables: int = 0
    is_over: bool = False

    async def open(self, store: MemoryStore) -> None:
        """Open the house as `uth serve` does."""
        loop = asyncio.get_running_loop()
        self.random = Random(f"{self.key} attacker")
        self.loop, self.store, self.hub = loop, store, Hub()
        settings = with_bounds(HouseSettings(), BOUNDS)
        self.composed = compose(store, self.hub, settings, observers=(self.hub,), clock=loop.time, now=loop.time)
        self.house, self.bots = self.composed.house, self.composed.bots
        self.house.tables_max = TABLES_MAX
        await self.composed.open()
        self.composed.watch()
        self.app = make_app(self.house, self.hub, bots=self.bots, bounds=BOUNDS, now=loop.time)

    async def close(self) -> None:
        await self.composed.close()

    # The attacker.

    async def attacks(self) -> None:
        """Do whatever a guest may do, at random, all the time; each key has its own taste."""
        ways = [
            self.comes_in, self.makes_table, self.makes_table, self.opens_socket, self.opens_socket, self.closes_socket,
            self.sits, self.sits, self.buys, self.plays, self.plays, self.leaves, self.seats_bots, self.seats_bots,
            self.sends_bots_away, self.watches_sign, self.looks, self.guesses, self.disputes, self.signs_out,
        ]  # fmt: skip
        weights = [self.random.choice((0.2, 1.0, 1.0, 4.0)) for _ in ways]
        weights[0] = weights[1] = 4.0
        weights[ways.index(self.guesses)] = 0.05  # a password is slow to check on purpose
        pause = self.random.choice((0.05, 0.3, 1.0))
        while not self.is_over:
            await self.random.choices(ways, weights)[0]()
            self.look_around()
            await asyncio.sleep(self.random.uniform(0.0, 2 * pause))

    def look_around(self) -> None:
        """Note more tables than one address may hold and keep open together."""
        from_here = [table for table, where in self.house.guests.addresses.items() if where == ATTACKER]
        if len(from_here) > 2 * BOUNDS.tables_per_address:
            self.wrong.append(f"{len(from_here)} tables are held from one address")

    def browser(self) -> Browser:
        newest = self.browsers[-8:]  # so that some of them are used more than once
        return self.random.choice(newest) if newest else Browser(app=self.app, address=ATTACKER)

    def socket(self) -> Socket | None:
        self.sockets = [each for each in self.sockets if each.closed is None]
        return self.random.choice(self.sockets) if self.sockets else None

    def noted(self, what: str, answer: Any) -> None:
        """Count how it ended, and note what must never be answered."""
        body = answer.body if hasattr(answer, "body") else answer
        code = body.get("code", "") if isinstance(body, dict) else ""
        if isinstance(body, dict) and body.get("type") == "nothing":
            code = "unanswered"
        self.met[f"{what} {code or 'done'}"] += 1
        if code == "failed" or getattr(answer, "status", 0) >= 500:
            self.wrong.append(f"{what} failed: {body}")

    async def comes_in(self) -> None:
        browser = Browser(app=self.app, address=ATTACKER)
        answer = await browser.come_in(self.random.choice(NAMES))
        self.noted("guest", answer)
        if answer.status == 200:
            self.browsers.append(browser)

    def document(self) -> dict[str, Any]:
        """Return a table as nobody should ask for one, or as anybody does."""
        draw, self.tables = self.random, self.tables + 1
        book = draw.choice(BOOKS)
        asked: dict[str, Any] = {"name": f"a{self.tables}", "rules": book, "speed": draw.choice(SPEEDS)}
        if draw.random() < 0.4:
            asked["rules"] = own_rules(book, draw)
        for name, value in (("dealt_by", "person"), ("awards", "floor"), ("deck", "read"), ("decision_s", 0)):
            if draw.random() < 0.04:
                asked[name] = value
        if draw.random() < 0.08:
            asked["link"] = draw.choice([*self.house.links.live, "own-mine", "mine"])
        if draw.random() < 0.1:
            asked["progressive_wager"] = draw.choice([1, 100, 500, 10**6, 10**9])
        return asked

    async def makes_table(self) -> None:
        document = self.document()
        answer = await self.browser().ask("POST", "/tables", document)
        self.noted("table", answer)
        if answer.status == 201 and self.random.random() < 0.7:
            await self.opens_socket(document["name"])
            await self.sits()
            await self.seats_bots()

    async def opens_socket(self, table: str | None = None) -> None:
        name = table or self.random.choice([live.name for live in self.house.open_tables])
        socket = self.browser().socket(f"/ws/v1/tables/{name}")
        if await socket.open():
            self.sockets.append(socket)
        self.met["socket" if socket.closed is None else f"socket {socket.closed}"] += 1

    async def watches_sign(self) -> None:
        links = [*self.house.links.live]
        if links:
            socket = self.browser().socket(f"/ws/v1/links/{self.random.choice(links)}")
            if await socket.open():
                self.signs.append(socket)

    async def closes_socket(self) -> None:
        socket = self.socket()
        if socket is not None:
            self.sockets.remove(socket)
            await socket.close()
        if self.signs and self.random.random() < 0.5:
            await self.signs.pop().close()

    async def do(self, socket: Socket, is_: str, **fields: Any) -> None:
        self.noted(is_, await socket.ask(do={"is": is_, **fields}))

    async def sits(self) -> None:
        socket = self.sockets[-1] if self.sockets and self.random.random() < 0.5 else self.socket()
        if socket is not None:
            seat = self.random.randint(1, 6)
            await self.do(socket, "TakeSeat", seat=seat, player="")
            if self.random.random() < 0.7:
                await self.do(
                    socket, "BuyIn", seat=seat, cents=self.random.choice([1_000, 200_000, 10**9]), tender="cash"
                )

    async def buys(self) -> None:
        socket = self.socket()
        if socket is not None:
            cents = self.random.choice([0, -5, 1, 100_000, 10**12, 10**30])
            await self.do(socket, "BuyIn", seat=self.random.randint(1, 6), cents=cents, tender="cash")

    async def plays(self) -> None:
        """Wager, bank, be ready or answer, at one's own seat if there is one."""
        socket = self.socket()
        if socket is None:
            return
        draw, seat = self.random, socket.view.get("chair") or self.random.randint(1, 6)
        match draw.randrange(7):
            case 0 | 1:
                wager = draw.choice(["ante", "trips", "progressive", "cover_all"])
                await self.do(socket, "PlaceWager", seat=seat, wager=wager, cents=draw.choice([100, 500, 1_000, 5_000]))
            case 2:
                await self.do(socket, draw.choice(["Check", "Fold", "GiveUpBank", "DeclineBank"]), seat=seat)
            case 3:
                await self.do(socket, "MakePlay", seat=seat, multiple=draw.choice([1, 2, 3, 4]))
            case 4:
                await self.do(socket, "Bank", seat=seat, cents=draw.choice([1_000, 100_000]))
            case 5:
                self.noted("ready", await socket.ask(ready=True))
            case _:
                self.noted("word", await socket.ask(word="luck"))

    async def disputes(self) -> None:
        socket = self.socket()
        if socket is not None:
            await self.do(socket, "DisputeRound", seat=self.random.randint(1, 6), says="no")

    async def leaves(self) -> None:
        socket = self.socket()
        if socket is not None:
            await self.do(socket, "LeaveSeat", seat=socket.view.get("chair") or self.random.randint(1, 6))

    async def seats_bots(self) -> None:
        socket = self.sockets[-1] if self.sockets and self.random.random() < 0.5 else self.socket()
        browser = socket.browser if socket is not None else self.browser()
        name = socket.path.rpartition("/")[2] if socket is not None else "massachusetts"
        asked = {"strategy": "simple", "count": self.random.randint(1, 5), "banks": self.random.random() < 0.2}
        self.noted("bots", await browser.ask("POST", f"/tables/{name}/bots", asked))

    async def sends_bots_away(self) -> None:
        live = self.random.choice(self.house.open_tables)
        await self.browser().ask("DELETE", f"/tables/{live.name}/bots/{self.random.randint(1, 6)}")

    async def looks(self) -> None:
        name = self.random.choice([live.name for live in self.house.open_tables])
        path = self.random.choice(["/tables", "/links", f"/tables/{name}", f"/tables/{name}/spec", "/history", "/me"])
        self.noted("look", await self.browser().ask("GET", path))

    async def guesses(self) -> None:
        password = {"name": self.random.choice(["max", "nobody"]), "password": "a guess"}
        self.noted("sign-in", await self.browser().ask("POST", "/sign-in", password))

    async def signs_out(self) -> None:
        browser = self.browser()
        await browser.ask("POST", "/sign-out")
        if browser in self.browsers:
            self.browsers.remove(browser)

    # The other guest.

    async def plays_too(self) -> None:
        """Come in and make a table now and then, each time leaving the last: nothing of it is ever refused."""
        bob, number = Browser(app=self.app, address=OTHER), 0
        await bob.come_in("Bob")
        while not self.is_over:
            await asyncio.sleep(self.loop.time() % 7 + 13)
            number += 1
            answer = await bob.ask("POST", "/tables", {"name": f"b{number}", "rules": "nevada", "speed": "fast"})
            self.met[f"another's table {answer.status}"] += 1
            if answer.status != 201:
                self.wrong.append(f"another guest at {self.loop.time():.0f} s: {answer.body}")
                continue
            socket = bob.socket(f"/ws/v1/tables/b{number}")
            if not await socket.open() or not await self.sat_down(socket):
                self.wrong.append(f"another guest could not sit down at their own table at {self.loop.time():.0f} s")
            await socket.close()

    async def sat_down(self, socket: Socket) -> bool:
        """Take the first chair that is free and get up again; return whether there was one."""
        for seat in range(1, 7):
            if (await socket.ask(do={"is": "TakeSeat", "seat": seat, "player": ""}))["type"] == "done":
                await socket.ask(do={"is": "LeaveSeat", "seat": seat})
                return True
        return False

    # The whole.

    async def goes_on(self) -> None:
        await self.open(MemoryStore(clock=lambda: f"2026-11-16T12:00:00.{int(self.loop.time() * 1000):09d}Z"))
        for book in BOOKS:
            await self.house.make_table(MANAGER, {"name": book, "rules": book, "speed": "fast"})
        await self.house.make_table(
            MANAGER, {"name": "floor", "rules": "nevada", "awards": "floor", "dealt_by": "person"}
        )
        links = set(self.house.links.live)
        tasks = [asyncio.create_task(self.attacks()), asyncio.create_task(self.plays_too())]
        await asyncio.sleep(self.lasts_s)
        self.is_over = True
        await asyncio.gather(*tasks)
        for socket in (*self.sockets, *self.signs):
            await socket.close()
        await self.after_all(links)
        await self.close()

    async def after_all(self, links: set[str]) -> None:
        """Everybody has gone: once their chairs were kept for them, nothing of what guests made is left."""
        await asyncio.sleep(60.0 * (BOUNDS.away_minutes + BOUNDS.empty_minutes + 4))
        open_ = {live.name for live in self.house.open_tables}
        if open_ != {*BOOKS, "floor"}:
            self.wrong.append(f"tables are left: {sorted(open_ - {*BOOKS, 'floor'})}")
        if set(self.house.links.live) != links:
            self.wrong.append(f"links are left: {sorted(set(self.house.links.live) - links)}")
        for live in self.house.open_tables:
            seated = [chair.player for chair in live.table.chairs.values()]
            waits = (
                live.table.owed or live.table.dispute is not None
            )  # for the floor, and nobody of it is in this house
            if any(map(is_bot, seated)) and not waits:
                self.wrong.append(f"somebody is left at {live.name} in {live.table.phase}: {seated}")
        if self.hub.count:
            self.wrong.append(f"{self.hub.count} connections are left")
        await self.audit()

    async def audit(self) -> None:
        """Count the money again: nothing of a guest's table moves the house's own account, and none of it stays."""
        records = [record async for record in self.store.export()]
        auditor = Auditor(records)
        auditor.audit()
        auditor.compare_balances({str(account): str(cents) for account, cents in (await self.store.balances()).items()})
        own = {f"table/{name}" for name in auditor.guests} | {f"link/own-{name}" for name in auditor.guests}
        for record in records:
            moved = {str(each.source) for each in record.transfers} | {str(each.target) for each in record.transfers}
            if record.stream in own and "house" in moved:
                self.wrong.append(f"{record.stream} {record.number} moved the house's money")
        for account in await self.store.balances():
            if account.name.partition("/")[0].removeprefix("own-") in auditor.guests:
                self.wrong.append(f"{account} still holds something")


class Errors(logging.Handler):
    """Notes every error that the house logs."""

    def __init__(self, wrong: list[str]) -> None:
        super().__init__(logging.ERROR)
        self.wrong = wrong

    @override
    def emit(self, record: logging.LogRecord) -> None:
        self.wrong.append(f"an error was logged: {record.getMessage()}: {record.exc_info and record.exc_info[1]!r}")


def own_rules(book: str, draw: Random) -> str:
    """Return the text of a book with other seeds, often absurd ones, and other pays."""
    text = files("uth.rules").joinpath("books", f"{book}.toml").read_text()
    for seed in ("seed = 1_000_000", "seed = 100_000", "seed = 25_000"):
        text = text.replace(seed, f"seed = {draw.choice([1, 100_000, 10**9, 10**15])}")
    return text.replace('title = "', f'title = "{draw.randrange(10**6)} ', 1)


def crowded(key: int, lasts_s: float) -> Crowded:
    """Return how it ends for that key; the same key always gives the same story."""
    house = Crowded(key=key, lasts_s=lasts_s)
    errors = Errors(house.wrong)
    logging.getLogger("uth").addHandler(errors)
    try:
        virtual_loop.run(house.goes_on())
    finally:
        logging.getLogger("uth").removeHandler(errors)
    return house
