"""`uth serve`: the house in a browser's reach."""

from __future__ import annotations

import asyncio
import gc
import sys
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from ipaddress import ip_network
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from uth.cli.streams import complain
from uth.errors import Broken, Malformed, UthError

if TYPE_CHECKING:
    from uth.bots.bots import Bots
    from uth.house.house import House
    from uth.house.notifier import Notifier
    from uth.web.hub import Hub
    from uth.web.limits import Bounds
    from uth.web.metrics import Measures
    from uth.web.watched_store import WatchedStore


KEY_FILE = "house.key"
"""What the house signs with, in the folder of --data."""
SWITCH_S = 0.0005
"""How long a thread that has work may be kept waiting by another: the store's writer asks often and briefly."""


def command(
    database: Annotated[
        str | None, typer.Option(metavar="URL", help="A database, as postgresql://...; SQLite in --data, unless given.")
    ] = None,
    data: Annotated[Path, typer.Option(metavar="DIR", help="Where the house keeps what lasts.")] = Path("uth-data"),
    host: Annotated[str, typer.Option(metavar="ADDRESS", help="The address to listen at.")] = "127.0.0.1",
    port: Annotated[
        int, typer.Option(metavar="N", help="The port to listen at; 0 takes a free one.", min=0, max=65535)
    ] = 8000,
    behind_proxy: Annotated[
        str | None,
        typer.Option(metavar="ADDRESS", help="The reverse proxy's address, whose x-forwarded headers are believed."),
    ] = None,
    allowed_host: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME", help="A name the house is reached by, as house.example; * takes any."),
    ] = None,
    bound: Annotated[
        list[str] | None, typer.Option(metavar="NAME=N", help="Another bound, as sockets=500; see docs/operations.md.")
    ] = None,
    new_key: Annotated[
        bool, typer.Option("--new-key", help="Sign documents with a new key from now on; house.key is replaced.")
    ] = False,
    notify_url: Annotated[
        str | None,
        typer.Option(metavar="URL", help="Where disputes that go to the regulator are posted, as JSON."),
    ] = None,
    notify_key: Annotated[
        Path | None, typer.Option(metavar="FILE", help="A key to sign these notices with (HMAC-SHA256).")
    ] = None,
    log_level: Annotated[
        str, typer.Option(metavar="LEVEL", help="What is logged to standard error: debug, info, warning or error.")
    ] = "info",
) -> None:
    """Run the house: tables, people and meters over HTTP and a websocket.

    Example: uth serve --port 8000, or: uth serve --behind-proxy 127.0.0.1 --allowed-host house.example
    """
    import uvloop

    try:
        asked = Asked(
            database=database,
            data=data,
            host=host,
            port=port,
            behind_proxy=behind_proxy,
            allowed_hosts=tuple(allowed_host or ()),
            bounds=tuple(bound or ()),
            notify_url=notify_url,
            notify_key=notify_key,
            log_level=log_level,
            new_key=new_key,
        )
        uvloop.run(_serve(asked))
    except KeyboardInterrupt:
        pass
    except (UthError, OSError) as refused:
        complain("serve", refused)
        raise typer.Exit(2) from None


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """How the house is to be run."""

    database: str | None
    data: Path
    host: str
    port: int
    behind_proxy: str | None
    allowed_hosts: tuple[str, ...]
    bounds: tuple[str, ...]
    notify_url: str | None
    notify_key: Path | None
    log_level: str
    new_key: bool


async def _serve(asked: Asked) -> None:
    from uth.house.logs import LOG, write_logs
    from uth.web.app import make_app
    from uth.web.limits import bounds_of
    from uth.web.metrics import Measures
    from uth.web.security import hosts_of
    from uth.web.server import HouseServer, listening

    bounds, hosts = bounds_of(asked.bounds), hosts_of(asked.allowed_hosts, asked.host)
    _require_known(asked)
    write_logs(asked.log_level)
    door = listening(asked.host, asked.port)
    measures = Measures()
    try:
        store = await _store(asked, measures)
        async with _opened(store, bounds, asked) as (house, hub, bots, invitation):
            proxied = asked.behind_proxy is not None
            app = make_app(house, hub, bounds=bounds, measures=measures, hosts=hosts, behind_proxy=proxied)
            app.state.bots = bots
            server = HouseServer(app, hub, behind_proxy=asked.behind_proxy)
            address = f"http://{asked.host}:{door.getsockname()[1]}"
            serving = asyncio.create_task(server.serve(sockets=[door]))
            while not server.started and not serving.done():
                await asyncio.sleep(0.01)
            if server.started:
                _tune()
                print(f"The house is open at {address}", flush=True)
                if invitation is not None:
                    where = f"{address}/accept#{invitation}"
                    print(f"The first admin is made once, within a day, at {where}", flush=True)
                LOG.info("the house is open", address=address, tables=len(house.tables), database=store.name)
            await serving
    finally:
        door.close()


@asynccontextmanager
async def _opened(
    store: WatchedStore, bounds: Bounds, asked: Asked
) -> AsyncIterator[tuple[House, Hub, Bots, str | None]]:
    """Run the house with its bots and its watch over idle chairs, and close everything at the end.

    With them comes the word that makes the first admin, while there is none.
    """
    from uth.bots.bots import Bots
    from uth.house.guests import GuestBounds
    from uth.house.house import House
    from uth.house.logs import LOG
    from uth.people.people import People
    from uth.web.hub import Hub
    from uth.web.presence import EmptyChairs, LeftTables
    from uth.web.watched_store import pause_with

    hub = Hub()
    house = House(store=store, people=People(store=store, clock=time.time), people_at=hub.people_at)
    house.guests.bounds = GuestBounds(per_person=bounds.tables_per_person, per_address=bounds.tables_per_address)
    house.absent_s = float(bounds.absent_seconds)
    bots = Bots(house=house, aside=hub.aside)
    left = LeftTables(house=house, hub=hub, bots=bots, empty_s=60.0 * bounds.empty_minutes)
    chairs = EmptyChairs(house=house, hub=hub, away_s=60.0 * bounds.away_minutes, idle_s=60.0 * bounds.idle_minutes)
    notifier = _notifier(house, asked)
    house.observers.each += [hub, bots, chairs, *([notifier] if notifier is not None else [])]
    watching: list[asyncio.Task[None]] = []
    try:
        await _open(house, store.name)
        await _have_key(house, asked.data / KEY_FILE, renew=asked.new_key)
        invitation = await _first_steps(house)
        pause_with(store, house, hub)
        await bots.open()
        watching += [asyncio.create_task(each) for each in (chairs.watch(), left.watch(), store.keep_hold())]
        watching += [asyncio.create_task(notifier.watch())] if notifier is not None else []
        yield house, hub, bots, invitation
    finally:
        for each in watching:
            each.cancel()
        await bots.close()
        await house.close()
        await store.close()
        if watching:
            LOG.info("the house is closed")


async def _open(house: House, database: str) -> None:
    """Open the house; a log that cannot be followed is damage, and said so in one line."""
    from uth.house.logs import LOG

    try:
        await house.open()
    except UthError:
        raise
    except Exception as fault:
        LOG.debug("the house cannot be opened", exc_info=fault)
        says = f"the log cannot be followed: {fault!r}; `uth house verify` walks all of it"
        raise Broken(f"{database} is damaged: {says}") from None


async def _have_key(house: House, path: Path, *, renew: bool) -> None:
    """Sign with the key in the file; create one on the first start or with --new-key."""
    from uth.cli.house import have_folder
    from uth.house.signing_key import new_key, read_key, write_key

    found, last = read_key(path), next(reversed(house.signing_keys), None)
    if found is None or (renew and found.public == last):
        if last is not None and not renew:
            says = f"is not there, and this house signs with key {last[:16]}; put it back, or start with --new-key"
            raise Malformed("key", str(path), says)
        have_folder(path.parent)
        found = new_key()
        write_key(path, found)
    elif last not in (None, found.public) and not renew:
        says = f"is key {found.public[:16]}, and this house signs with {str(last)[:16]}; put that back, or --new-key"
        raise Malformed("key", str(path), says)
    await house.sign_with(found)


def _notifier(house: House, asked: Asked) -> Notifier | None:
    """Return who sends notices to the regulator, where there is an address for them."""
    from uth.house.notifier import Notifier, address_of_notices, key_of_notices

    if asked.notify_url is None:
        return None
    return Notifier(house=house, url=address_of_notices(asked.notify_url), key=key_of_notices(asked.notify_key))


def _tune() -> None:
    """Keep Python's garbage collector and thread switches from delaying players.

    What it took to open the house lasts as long as it does, and what is kept to resume from lasts a while: a search for
    garbage through ten thousand such things stops everyone for twenty milliseconds, through all of them for a tenth of
    a second. What is new is searched, little of it at a time, and the rest every few minutes. The store's thread is let
    in ten times as often as usual, since it asks for little each time.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(2_000, 2, 50)
    sys.setswitchinterval(SWITCH_S)


def _require_known(asked: Asked) -> None:
    """Refuse a level nobody knows, a proxy that is no address, and a webhook that is none."""
    from uth.house.notifier import address_of_notices, key_of_notices

    if asked.notify_url is not None:
        address_of_notices(asked.notify_url)
    key_of_notices(asked.notify_key)
    from uth.house.logs import LEVELS

    if asked.log_level not in LEVELS:
        raise Malformed("log-level", asked.log_level, f"is not one of {', '.join(LEVELS)}")
    for each in asked.behind_proxy.split(",") if asked.behind_proxy is not None else ():
        try:
            ip_network(each.strip())
        except ValueError:
            says = "is not an address such as 127.0.0.1, or a network such as 10.0.0.0/8"
            raise Malformed("behind-proxy", each, says) from None


async def _store(asked: Asked, measures: Measures) -> WatchedStore:
    """Return the store, for this program alone."""
    from uth.cli.house import have_folder
    from uth.web.watched_store import WatchedStore

    if asked.database is None:
        have_folder(asked.data)
    url = asked.database or f"sqlite:///{(asked.data / 'house.sqlite').resolve()}"
    store = await WatchedStore.open(url, sole=True)
    store.measures = measures
    return store


async def _first_steps(house: House) -> str | None:
    """On the first start make a table for each book; return the word that makes the first admin while there is none.

    A first start that was broken off is finished by the next one: only a finished one has invited anybody.
    """
    from uth.people.log import Session
    from uth.people.roles import Role
    from uth.rules.loader import BOOKS

    if not house.people.number:
        maker = Session(person="house", roles=frozenset({Role.MANAGER}), csrf="", ends=0)
        for book in BOOKS:
            if book not in house.specs:
                await house.make_table(maker, {"name": book, "rules": book, "awards": "house"})
    return await house.people.invite_first() if not house.people.accounts else None
