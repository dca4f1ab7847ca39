"""`uth join`: a seat at a house's table, from the terminal."""

from __future__ import annotations

import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Annotated, Protocol

import typer

from uth.cli.streams import complain
from uth.errors import UthError

if TYPE_CHECKING:
    import asyncio

    from uth.cards import Card
    from uth.client.visitor import Visitor
    from uth.terminal.session import TableSession


def command(
    address: Annotated[
        str, typer.Argument(metavar="ADDRESS[/table/NAME]", help="Where the house is, as http://127.0.0.1:8000.")
    ],
    table: Annotated[
        str | None, typer.Option(metavar="NAME", help="The table to sit at; without it, the lobby.")
    ] = None,
    name: Annotated[str, typer.Option(metavar="NAME", help="Your name at the house.")] = "",
    seat: Annotated[
        str | None, typer.Option(metavar="N", help="The seat to take; by default the first free one.")
    ] = None,
    buy_in: Annotated[str, typer.Option(metavar="AMOUNT", help="What you buy in for.")] = "1000",
    ante: Annotated[
        str | None, typer.Option(metavar="AMOUNT", help="The ante you open with; by default the least.")
    ] = None,
    again: Annotated[
        bool, typer.Option("--again", help="Return as the same guest to the table where you sat.")
    ] = False,
    coach: Annotated[
        str,
        typer.Option(
            metavar="off|request|warn|grade",
            help="When the coach speaks: never, when you ask for a hint, before a costly choice, after each decision.",
        ),
    ] = "request",
    plain: Annotated[bool, typer.Option("--plain", help="Line by line, for screen readers and scripts.")] = False,
    four_colour: Annotated[bool, typer.Option("--four-colour", help="A colour for each suit.")] = False,
) -> None:
    """Play a seat at a house's table from the terminal, with the keys and the look of uth play.

    Example: uth join http://127.0.0.1:8000 --name Ann, or: uth join 127.0.0.1:8000/table/massachusetts --plain
    """
    import asyncio

    from uth.cli.plain_streams import plain_streams, say
    from uth.cli.play import is_a_screen

    try:
        wanted = _Wanted(address, table, name, seat, buy_in, ante, again, coach)
        interface = PlainInterface() if plain or not is_a_screen() else ScreenInterface(four_colour=four_colour)
        with plain_streams():
            said = asyncio.run(_join(wanted, interface))
            if said:
                say(said)
    except KeyboardInterrupt:
        return
    except UthError as refused:
        complain("join", refused)
        raise typer.Exit(2) from None


class _Wanted:
    """The options, parsed and checked."""

    def __init__(
        self,
        address: str,
        table: str | None,
        name: str,
        seat: str | None,
        buy_in: str,
        ante: str | None,
        again: bool,
        coach: str,
    ) -> None:
        from uth.terminal.options import mode_of, whole_number
        from uth.words.amounts import parse_amount

        self.address, _, named = address.partition("/table/")
        self.table = table if table is not None else named.strip("/") or None
        self.name = name
        self.again = again
        self.seat = None if seat is None else whole_number("--seat", seat, 1, 9)
        self.buy_in = parse_amount(buy_in, "--buy-in")
        self.coach = mode_of("--coach", coach)
        self.ante = None if ante is None else parse_amount(ante, "--ante")


async def _join(wanted: _Wanted, interface: Interface) -> str:
    """Return a summary of the session; empty if no seat was taken."""
    from uth.client.visitor import Visitor, address_of
    from uth.terminal.kept import Visit, keep_visit, last_visit
    from uth.terminal.remote import opening_at, remote_session

    last = last_visit(address_of(wanted.address)) if wanted.again else None
    async with Visitor(wanted.address, name=wanted.name, cookie=last.cookie if last is not None else None) as visitor:
        table = wanted.table
        if table is None and last is not None and last.table in {each["name"] for each in await visitor.tables()}:
            table = last.table
        if table is None:
            table = await interface.choose(visitor)
        keep_visit(visitor.address, Visit(visitor.cookie or "", table))
        if table is None:
            return ""
        opening = await opening_at(visitor, table, bankroll=wanted.buy_in, ante=wanted.ante, coach=wanted.coach)
        async with visitor.place(table) as place:
            sits = place.seat is not None
            await place.sit(wanted.seat, buy_in=0 if sits else wanted.buy_in)
            return await _played(remote_session(visitor, place, opening, interface.card), interface)


async def _played(session: TableSession, interface: Interface) -> str:
    """Play the session, leave the seat if possible, and return a summary."""
    try:
        await interface.play(session)
    finally:
        left = session.is_gone or await session.leave_if_possible()
    stays = "" if left else " Your seat is still yours: uth join --again goes back to it."
    return session.summary() + stays


class Interface(Protocol):
    """An interface to the lobby and the tables of a house: drawn on the screen, or line by line."""

    @property
    def card(self) -> Callable[[Card], str]:
        """The function that formats a card."""

    async def choose(self, visitor: Visitor) -> str | None:
        """Return the table chosen in the lobby, or ``None``."""

    async def play(self, session: TableSession) -> None:
        """Play the session to its end."""


class ScreenInterface:
    """The lobby and the table drawn on the terminal."""

    def __init__(self, *, four_colour: bool) -> None:
        from uth.words.session import drawn

        self.card = drawn
        self.four_colour = four_colour

    async def choose(self, visitor: Visitor) -> str | None:
        """Return the table that was highlighted when Enter was pressed."""
        from uth.terminal.lobby_app import LobbyApp

        return await LobbyApp(visitor, await visitor.tables()).run_async()

    async def play(self, session: TableSession) -> None:
        """Play with the keys of `uth play`."""
        from uth.terminal.app import TableApp

        await TableApp(session, four_colour=self.four_colour).run_async()


class PlainInterface:
    """The lobby and the table line by line."""

    def __init__(self) -> None:
        from uth.cli.plain_streams import say, typed_lines
        from uth.words.session import short_and_long

        self.card, self.say = short_and_long, say
        self.lines = typed_lines(sys.stdin.fileno())

    async def choose(self, visitor: Visitor) -> str | None:
        """Return the table whose number or name was typed."""
        from uth.terminal.lobby import chosen_table

        return await chosen_table(visitor, self.lines, self.say)

    async def play(self, session: TableSession) -> None:
        """Play with the words of `uth play --plain`."""
        from uth.terminal.plain import HousePlainTable

        table = HousePlainTable(session, self.say, is_typed=sys.stdin.isatty())
        with _ended_by_signals(table.over):
            await table.play(self.lines)


@contextmanager
def _ended_by_signals(over: asyncio.Event) -> Iterator[None]:
    """End the block on an interrupt, a termination signal or a closed terminal, like `quit`."""
    from asyncio import get_running_loop

    numbers = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP) if sys.platform != "win32" else ()
    loop = get_running_loop()

    def ended() -> None:
        if sys.stdin.isatty():
            print()
        over.set()

    for number in numbers:
        loop.add_signal_handler(number, ended)
    try:
        yield
    finally:
        for number in numbers:
            loop.remove_signal_handler(number)
