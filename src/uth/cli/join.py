"""`uth join`: a seat at a house's table, from the terminal."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Annotated

import typer

from uth.cli.streams import complain
from uth.errors import UthError

if TYPE_CHECKING:
    from uth.cli.join_doors import Door
    from uth.client.visitor import Visitor
    from uth.terminal.remote_session import RemoteSession


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
    plain: Annotated[bool, typer.Option("--plain", help="Line by line, for screen readers and scripts.")] = False,
    four_colour: Annotated[bool, typer.Option("--four-colour", help="A colour for each suit.")] = False,
) -> None:
    """Play a seat at a house's table from the terminal, with the keys and the look of uth play.

    Example: uth join http://127.0.0.1:8000 --name Ann, or: uth join 127.0.0.1:8000/table/massachusetts --plain
    """
    from uth.cli.join_doors import PlainDoor, ScreenDoor
    from uth.cli.plain_streams import plain_streams, say
    from uth.cli.play import is_a_screen

    try:
        wanted = _Wanted(address, table, name, seat, buy_in, ante, again)
        door = PlainDoor() if plain or not is_a_screen() else ScreenDoor(four_colour=four_colour)
        with plain_streams():
            said = asyncio.run(_join(wanted, door))
            if said:
                say(said)
    except KeyboardInterrupt:
        return
    except UthError as refused:
        complain("join", refused)
        raise typer.Exit(2) from None


class _Wanted:
    """What the options ask for, read and checked."""

    def __init__(
        self, address: str, table: str | None, name: str, seat: str | None, buy_in: str, ante: str | None, again: bool
    ) -> None:
        from uth.terminal.options import whole_number
        from uth.words.refusals import parse_amount

        self.address, _, named = address.partition("/table/")
        self.table = table if table is not None else named.strip("/") or None
        self.name = name
        self.again = again
        self.seat = None if seat is None else whole_number("--seat", seat, 1, 9)
        self.buy_in = parse_amount(buy_in, "--buy-in")
        self.ante = None if ante is None else parse_amount(ante, "--ante")


async def _join(wanted: _Wanted, door: Door) -> str:
    """Return a summary of the session; nothing if no seat was taken."""
    from uth.terminal.kept import keep_cookie
    from uth.terminal.remote_session import opening_at, remote_session

    async with _visitor(wanted) as visitor:
        keep_cookie(visitor.address, visitor.cookie)
        table = wanted.table
        if table is None:
            table = await door.choose(visitor)
        if table is None:
            return ""
        opening = await opening_at(visitor, table, bankroll=wanted.buy_in, ante=wanted.ante)
        async with visitor.place(table) as place:
            sits = place.seat is not None
            await place.sit(wanted.seat, buy_in=0 if sits else wanted.buy_in)
            return await _played(remote_session(visitor, place, opening, door.card), door)


def _visitor(wanted: _Wanted) -> Visitor:
    """Return the visitor: a new guest, or the one who was there last."""
    from uth.client.visitor import Visitor, address_of
    from uth.terminal.kept import cookie_at

    cookie = cookie_at(address_of(wanted.address)) if wanted.again else None
    return Visitor(wanted.address, name=wanted.name, cookie=cookie)


async def _played(session: RemoteSession, door: Door) -> str:
    """Return how the evening went, the seat left if that can be."""
    try:
        await door.play(session)
    finally:
        left = session.is_gone or await session.leave_if_possible()
    stays = "" if left else " Your seat is still yours: uth join --again goes back to it."
    return session.summary() + stays
