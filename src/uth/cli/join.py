"""`uth join`: a seat at a house's table, from the terminal."""

from __future__ import annotations

import asyncio
import sys
from typing import TYPE_CHECKING, Annotated

import typer

from uth.errors import UthError

if TYPE_CHECKING:
    from uth.client.place import Place
    from uth.client.visitor import Visitor
    from uth.terminal.options import Opening


def command(
    address: Annotated[
        str, typer.Argument(metavar="ADDRESS[/table/NAME]", help="Where the house is, as http://127.0.0.1:8000.")
    ],
    table: Annotated[
        str | None, typer.Option(metavar="NAME", help="The table to sit at; the lobby, unless given.")
    ] = None,
    name: Annotated[str, typer.Option(metavar="NAME", help="What you are called there.")] = "",
    seat: Annotated[
        str | None, typer.Option(metavar="N", help="The seat to take; the first that is free, unless given.")
    ] = None,
    buy_in: Annotated[str, typer.Option(metavar="AMOUNT", help="What you sit down with.")] = "1000",
    ante: Annotated[
        str | None, typer.Option(metavar="AMOUNT", help="The ante you open with; the least, unless given.")
    ] = None,
    again: Annotated[
        bool, typer.Option("--again", help="Come back as who you were there last, to the seat you had.")
    ] = False,
    four_colour: Annotated[bool, typer.Option("--four-colour", help="A colour for each suit.")] = False,
) -> None:
    """Play a seat at a house's table from the terminal, with the keys and the look of uth play.

    Example: uth join http://127.0.0.1:8000 --name Ann, or: uth join 127.0.0.1:8000/table/massachusetts --buy-in 500
    """
    from uth.cli.play import is_a_screen

    try:
        if not is_a_screen():
            raise UthError("the table is drawn on a terminal, and this is none; uth.client plays for a program")
        said = asyncio.run(_join(_Wanted(address, table, name, seat, buy_in, ante, again), four_colour=four_colour))
    except KeyboardInterrupt:
        return
    except UthError as refused:
        print(f"uth join: {'; '.join(str(refused).splitlines())}", file=sys.stderr)
        raise typer.Exit(2) from None
    if said:
        print(said)


class _Wanted:
    """What the options ask for, read and checked."""

    def __init__(
        self, address: str, table: str | None, name: str, seat: str | None, buy_in: str, ante: str | None, again: bool
    ) -> None:
        from uth.terminal.amounts import parse_amount
        from uth.terminal.options import whole_number

        self.address, _, named = address.partition("/table/")
        self.table = table if table is not None else named.strip("/") or None
        self.name = name
        self.again = again
        self.seat = None if seat is None else whole_number("--seat", seat, 1, 9)
        self.buy_in = parse_amount(buy_in, "--buy-in")
        self.ante = None if ante is None else parse_amount(ante, "--ante")


async def _join(wanted: _Wanted, *, four_colour: bool) -> str:
    """Return how the evening went; nothing for whoever sat down nowhere."""
    from uth.terminal.kept_cookie import keep_cookie
    from uth.terminal.lobby import LobbyApp
    from uth.terminal.remote_opening import opening_at

    async with _visitor(wanted) as visitor:
        keep_cookie(visitor.address, visitor.cookie)
        table = wanted.table
        if table is None:
            table = await LobbyApp(visitor, await visitor.tables()).run_async()
        if table is None:
            return ""
        opening = await opening_at(visitor, table, bankroll=wanted.buy_in, ante=wanted.ante)
        async with visitor.place(table) as place:
            sits = place.seat is not None
            await place.sit(wanted.seat, buy_in=0 if sits else wanted.buy_in)
            return await _play(visitor, place, opening, four_colour=four_colour)


def _visitor(wanted: _Wanted) -> Visitor:
    """Return whoever comes: a new guest, or the one who was there last."""
    from uth.client.visitor import Visitor, address_of
    from uth.terminal.kept_cookie import cookie_at

    cookie = cookie_at(address_of(wanted.address)) if wanted.again else None
    return Visitor(wanted.address, name=wanted.name, cookie=cookie)


async def _play(visitor: Visitor, place: Place, opening: Opening, *, four_colour: bool) -> str:
    from uth.terminal.remote_app import RemoteTableApp
    from uth.terminal.remote_session import remote_session

    session = remote_session(visitor, place, opening)
    try:
        await RemoteTableApp(session, four_colour=four_colour).run_async()
    finally:
        left = session.is_gone or await session.leave_if_possible()
    stays = "" if left else " Your seat is still yours: uth join --again goes back to it."
    return session.summary() + stays
