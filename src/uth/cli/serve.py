"""`uth serve`: a house over HTTP and websockets."""

from __future__ import annotations

from ipaddress import ip_network
from pathlib import Path
from typing import Annotated

import typer

from uth.cli.streams import complain
from uth.errors import Malformed, UthError

KEY_FILE = "house.key"
"""The signing key of the house, in the folder of --data."""


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

    from uth.composition import HouseSettings
    from uth.house.logs import write_logs
    from uth.web.limits import bounds_of
    from uth.web.security import hosts_of
    from uth.web.server import WebSettings, serve

    try:
        web = WebSettings(
            host=host,
            port=port,
            behind_proxy=behind_proxy,
            hosts=hosts_of(tuple(allowed_host or ()), host),
            bounds=bounds_of(tuple(bound or ())),
        )
        _require_known(log_level, behind_proxy, notify_url, notify_key)
        settings = HouseSettings(key=data / KEY_FILE, new_key=new_key, notify_url=notify_url, notify_key=notify_key)
        write_logs(log_level)
        uvloop.run(serve(database or data / "house.sqlite", settings, web, _greet))
    except KeyboardInterrupt:
        pass
    except (UthError, OSError) as refused:
        complain("serve", refused)
        raise typer.Exit(2) from None


def _greet(address: str, invitation: str | None) -> None:
    """Print where the house is, and where its first admin is made."""
    print(f"The house is open at {address}", flush=True)
    if invitation is not None:
        print(f"The first admin is made once, within a day, at {address}/accept#{invitation}", flush=True)


def _require_known(log_level: str, behind_proxy: str | None, notify_url: str | None, notify_key: Path | None) -> None:
    """Refuse an unknown log level, a proxy that is not an address, and a webhook or key that cannot be used."""
    from uth.house.logs import LEVELS
    from uth.house.notifier import address_of_notices, key_of_notices

    if notify_url is not None:
        address_of_notices(notify_url)
    key_of_notices(notify_key)
    if log_level not in LEVELS:
        raise Malformed("log-level", log_level, f"is not one of {', '.join(LEVELS)}")
    for each in behind_proxy.split(",") if behind_proxy is not None else ():
        try:
            ip_network(each.strip())
        except ValueError:
            says = "is not an address such as 127.0.0.1, or a network such as 10.0.0.0/8"
            raise Malformed("behind-proxy", each, says) from None
