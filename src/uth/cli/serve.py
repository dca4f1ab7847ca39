"""`uth serve`: the house in a browser's reach."""

from __future__ import annotations

import asyncio
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from uth.errors import UthError

if TYPE_CHECKING:
    from uth.host.house import House
    from uth.store.entries import Store


def command(
    database: Annotated[
        str | None, typer.Option(metavar="URL", help="A database, as postgresql://...; SQLite in --data, unless given.")
    ] = None,
    data: Annotated[Path, typer.Option(metavar="DIR", help="Where the house keeps what lasts.")] = Path("uth-data"),
    host: Annotated[str, typer.Option(metavar="ADDRESS", help="The address to listen at.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(metavar="N", help="The port to listen at; 0 takes a free one.")] = 8000,
) -> None:
    """Run the house: tables, people and meters over HTTP and a websocket.

    Example: uth serve --port 8000, or: uth serve --database postgresql://uth@localhost/uth --host 0.0.0.0
    """
    try:
        asyncio.run(_serve(database, data, host, port))
    except KeyboardInterrupt:
        pass
    except (UthError, OSError) as refused:
        print(f"uth serve: {'; '.join(str(refused).splitlines())}", file=sys.stderr)
        raise typer.Exit(2) from None


async def _serve(database: str | None, data: Path, host: str, port: int) -> None:
    import uvicorn

    from uth.host.house import House
    from uth.host.people import People
    from uth.web.app import make_app
    from uth.web.hub import Hub

    store = await _store(database, data)
    hub = Hub()
    house = House(
        store=store, people=People(store=store, clock=time.time), tell=hub.publish, tell_link=hub.publish_link
    )
    config = uvicorn.Config(
        make_app(house, hub), host=host, port=port, log_level="warning", ws_max_size=64 * 1024, ws_max_queue=16
    )
    server = uvicorn.Server(config)
    task = asyncio.create_task(server.serve())
    while not server.started and not task.done():
        await asyncio.sleep(0.01)
    if server.started:
        bound = server.servers[0].sockets[0].getsockname()[1]
        await _first_steps(house, f"http://{host}:{bound}")
    await task
    await store.close()


async def _store(database: str | None, data: Path) -> Store:
    from uth.store.database import DatabaseStore

    if database is None:
        data.mkdir(parents=True, exist_ok=True)
    return await DatabaseStore.open(database or f"sqlite:///{(data / 'house.sqlite').resolve()}")


async def _first_steps(house: House, address: str) -> None:
    """On the first start: a table for each book, and a link that makes the first admin; then say where the house is."""
    from uth.host.people import Session
    from uth.host.roles import Role
    from uth.rules.loader import BOOKS

    if not house.specs:
        maker = Session(person="house", roles=frozenset({Role.MANAGER}), csrf="", ends=0)
        for book in BOOKS:
            await house.make_table(maker, {"name": book, "rules": book})
    print(f"The house is open at {address}", flush=True)
    if not house.people.accounts:
        word = await house.people.invite(frozenset({Role.ADMIN}))
        print(f"The first admin is made once, within a day, at {address}/accept#{word}", flush=True)
