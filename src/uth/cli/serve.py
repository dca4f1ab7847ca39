"""`uth serve`: a house over HTTP and websockets."""

from __future__ import annotations

import re
from ipaddress import ip_network
from pathlib import Path
from typing import Annotated

import typer

from uth.cli.streams import complain
from uth.errors import Malformed, UthError

NODE_NAME = re.compile(r"[A-Za-z0-9._-]{1,40}")
KEY_FILE = "house.key"
"""The signing key of the house, in the folder of --data."""


def command(
    database: Annotated[
        str | None, typer.Option(metavar="URL", help="A database, as postgresql://...; by default SQLite in --data.")
    ] = None,
    data: Annotated[Path, typer.Option(metavar="DIR", help="The directory of the house's data.")] = Path("uth-data"),
    node: Annotated[
        str | None,
        typer.Option(metavar="NAME", help="The name of this server, where several run one house on a PostgreSQL."),
    ] = None,
    node_address: Annotated[
        str | None,
        typer.Option(metavar="URL", help="Where the other servers reach this one, as http://10.0.0.5:8000."),
    ] = None,
    wide: Annotated[
        str | None,
        typer.Option(
            metavar="SCHEMA",
            help="Where the links are that several houses in one PostgreSQL database share; the first creates it.",
        ),
    ] = None,
    host: Annotated[str, typer.Option(metavar="ADDRESS", help="The address to listen on.")] = "127.0.0.1",
    port: Annotated[
        int, typer.Option(metavar="N", help="The port to listen on; 0 takes a free one.", min=0, max=65535)
    ] = 8000,
    behind_proxy: Annotated[
        str | None,
        typer.Option(metavar="ADDRESS", help="The reverse proxy's address, whose x-forwarded headers are trusted."),
    ] = None,
    allowed_host: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME", help="A host name of the house, as house.example; * accepts any."),
    ] = None,
    bound: Annotated[
        list[str] | None, typer.Option(metavar="NAME=N", help="Change a bound, as sockets=500; see docs/operations.md.")
    ] = None,
    allowance: Annotated[
        str,
        typer.Option(
            metavar="AMOUNT", help="What a player who holds less is topped up to, once a day; 0 gives nothing."
        ),
    ] = "10000",
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
    timezone: Annotated[
        str | None,
        typer.Option(
            metavar="ZONE", help="The zone in which staff read times, as America/Chicago; else the machine's."
        ),
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
    from uth.units import Cents
    from uth.web.limits import bounds_of
    from uth.web.security import hosts_of
    from uth.web.server import WebSettings, serve
    from uth.words.amounts import parse_amount
    from uth.words.times import machine_zone, zone_named

    try:
        web = WebSettings(
            host=host,
            port=port,
            behind_proxy=behind_proxy,
            hosts=hosts_of(tuple(allowed_host or ()), host),
            bounds=bounds_of(tuple(bound or ())),
            node=node,
            node_address=node_address,
            wide=wide,
        )
        if wide is not None and database is None:
            says = "needs a database that several houses share: give --database postgresql://..."
            raise Malformed("wide", wide, says)
        _require_node(node, node_address, database)
        _require_known(log_level, behind_proxy, notify_url, notify_key)
        settings = HouseSettings(
            key=data / KEY_FILE,
            new_key=new_key,
            notify_url=notify_url,
            notify_key=notify_key,
            allowance=Cents(0 if allowance.strip() == "0" else parse_amount(allowance, "allowance")),
            zone=zone_named(timezone) if timezone is not None else machine_zone(),
        )
        write_logs(log_level)
        uvloop.run(serve(database or data / "house.sqlite", settings, web, _greet))
    except KeyboardInterrupt:
        pass
    except (UthError, OSError) as refused:
        complain("serve", refused)
        raise typer.Exit(2) from None


def _greet(address: str, invitation: str | None) -> None:
    """Print the address of the house, whether it has a page, and the link that creates the first admin."""
    from uth.web.page import NOT_BUILT, is_built

    print(f"The house is open at {address}", flush=True)
    if not is_built():
        complain("serve", NOT_BUILT)
    if invitation is not None:
        print(f"Create the first admin account, once and within a day, at {address}/accept#{invitation}", flush=True)


def _require_node(node: str | None, node_address: str | None, database: str | None) -> None:
    """Refuse an invalid node name, and a node without a database that several servers can share."""
    if node is None:
        if node_address is not None:
            raise Malformed("node-address", node_address, "needs --node NAME")
        return
    if not NODE_NAME.fullmatch(node):
        raise Malformed("node", node, "is not a name of 1 to 40 letters, digits or any of . _ -")
    if database is None:
        raise Malformed("node", node, "needs a database that several servers share: give --database postgresql://...")
    if node_address is not None and not node_address.startswith(("http://", "https://")):
        raise Malformed("node-address", node_address, "is not an address such as http://10.0.0.5:8000")


def _require_known(log_level: str, behind_proxy: str | None, notify_url: str | None, notify_key: Path | None) -> None:
    """Refuse an unknown log level, an invalid proxy address, and an unusable webhook or key."""
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
