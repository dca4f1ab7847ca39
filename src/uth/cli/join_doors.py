"""The two ways to see a house from a terminal: drawn on the screen, or line by line."""

from __future__ import annotations

import asyncio
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Protocol

from uth.cli.plain_streams import say
from uth.words.session import drawn, short_and_long

if TYPE_CHECKING:
    from uth.cards import Card
    from uth.client.visitor import Visitor
    from uth.terminal.remote_session import RemoteSession


class Door(Protocol):
    """A way to see the tables of a house and to play at one."""

    @property
    def card(self) -> Callable[[Card], str]:
        """How a card is said."""

    async def choose(self, visitor: Visitor) -> str | None:
        """Return the table that is chosen in the lobby, or ``None``."""

    async def play(self, session: RemoteSession) -> None:
        """Play the session to its end."""


class ScreenDoor:
    """The lobby and the table drawn on the terminal."""

    card = staticmethod(drawn)

    def __init__(self, *, four_colour: bool) -> None:
        self.four_colour = four_colour

    async def choose(self, visitor: Visitor) -> str | None:
        """Return the table under the bar when Enter was pressed."""
        from uth.terminal.lobby import LobbyApp

        return await LobbyApp(visitor, await visitor.tables()).run_async()

    async def play(self, session: RemoteSession) -> None:
        """Play with the keys of `uth play`."""
        from uth.terminal.remote_app import RemoteTableApp

        await RemoteTableApp(session, four_colour=self.four_colour).run_async()


class PlainDoor:
    """The lobby and the table line by line."""

    card = staticmethod(short_and_long)

    def __init__(self) -> None:
        from uth.terminal.plain import typed_lines

        self.lines = typed_lines(sys.stdin.fileno())

    async def choose(self, visitor: Visitor) -> str | None:
        """Return the table whose number or name was typed."""
        from uth.terminal.lobby import chosen_table

        return await chosen_table(visitor, self.lines, say)

    async def play(self, session: RemoteSession) -> None:
        """Play with the words of `uth play --plain`."""
        from uth.terminal.remote_plain import RemotePlainTable

        table = RemotePlainTable(session, say, is_typed=sys.stdin.isatty())
        with _ended_by_signals(table.over):
            await table.play(self.lines)


@contextmanager
def _ended_by_signals(over: asyncio.Event) -> Iterator[None]:
    """End the block on an interrupt, a termination signal or a closed terminal, as `quit` does."""
    numbers = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP) if sys.platform != "win32" else ()
    loop = asyncio.get_running_loop()

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
