"""`uth play`: a table in the terminal."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated

import typer

from uth.cli import completion
from uth.cli.streams import complain
from uth.errors import UthError
from uth.extras import is_installed

if TYPE_CHECKING:
    from uth.terminal.session import TableSession


def command(
    rules: Annotated[
        str,
        typer.Option(
            metavar="NAME|PATH",
            help="A rule set by name, or the path of a .toml file.",
            autocompletion=completion.books,
        ),
    ] = "massachusetts",
    table: Annotated[
        list[str] | None,
        typer.Option(
            metavar="KIND=NAME",
            help="A pay table, as trips=B or progressive=none; may be given again.",
            autocompletion=completion.pay_tables,
        ),
    ] = None,
    dealing: Annotated[
        str | None,
        typer.Option(metavar="NAME", help="A way of dealing of the book, as shoe.", autocompletion=completion.dealings),
    ] = None,
    seats: Annotated[
        str | None, typer.Option(metavar="N", help="How many seats are taken; the house plays the others.")
    ] = None,
    hands: Annotated[str, typer.Option(metavar="N", help="How many hands you play, where the book allows two.")] = "1",
    bankroll: Annotated[str, typer.Option(metavar="AMOUNT", help="What you buy in for.")] = "1000",
    ante: Annotated[
        str | None, typer.Option(metavar="AMOUNT", help="The ante you open with; by default the least.")
    ] = None,
    bank: Annotated[bool, typer.Option("--bank", help="Bank when the button comes round, where players bank.")] = False,
    shuffle_key: Annotated[
        str | None, typer.Option(metavar="TEXT", help="Any text: the same key deals the same session.")
    ] = None,
    meters: Annotated[
        str | None,
        typer.Option(metavar="FILE", help="Where the meters are kept between sessions; none starts from the seeds."),
    ] = None,
    irregularities: Annotated[
        bool, typer.Option("--irregularities", help="Let irregularities happen now and then.")
    ] = False,
    coach: Annotated[
        str,
        typer.Option(
            metavar="off|request|warn|grade",
            help="When the coach speaks: never, when you ask for a hint, before a costly choice, after each decision.",
        ),
    ] = "request",
    plain: Annotated[bool, typer.Option("--plain", help="Line by line, for screen readers and scripts.")] = False,
    fast: Annotated[bool, typer.Option("--fast", help="No pauses between the dealer's steps.")] = False,
    four_colour: Annotated[bool, typer.Option("--four-colour", help="A colour for each suit.")] = False,
) -> None:
    """Play at a table in the terminal.

    Example: uth play --rules chickasaw --hands 2 --ante 10, or: uth play --rules california --seats 5 --bank
    """
    from uth.terminal.local import LocalConnection, open_session
    from uth.terminal.options import read_opening
    from uth.words.session import drawn, short_and_long

    plain = plain or not is_a_screen()
    if not plain:
        from uth.terminal.app import TableApp
    try:
        opening = read_opening(
            rules=rules,
            tables=table or (),
            dealing=dealing,
            seats=seats,
            hands=hands,
            bankroll=bankroll,
            ante=ante,
            shuffle_key=shuffle_key,
            banks=bank,
            irregularities=irregularities,
            meters=meters,
            coach=coach,
        )
        session = open_session(opening, short_and_long if plain else drawn)
    except UthError as refused:
        complain("play", refused)
        raise typer.Exit(2) from None
    if isinstance(session.connection, LocalConnection) and session.connection.meters is not None:
        for note in session.connection.meters.notes:
            complain("play", note)
        if meters is None and not is_installed("sqlalchemy"):
            complain("play", "the meters start from their seeds; to keep them, run: pip install 'uth[meter]'")
    try:
        if plain:
            _play_plain(session)
        else:
            TableApp(session, fast=fast, four_colour=four_colour).run()
            print(session.summary())
    finally:
        session.close()


def is_a_screen() -> bool:
    """Whether there is a terminal to draw a table on."""
    return sys.stdin.isatty() and sys.stdout.isatty() and os.environ.get("TERM") != "dumb"


def _play_plain(session: TableSession) -> None:
    """Play line by line. The end of the input, an interrupt and a closed pipe all end it quietly."""
    from uth.cli.plain_streams import plain_streams, say
    from uth.terminal.plain import PlainTable

    with plain_streams():
        try:
            PlainTable(session, say).run(typed_lines())
        except KeyboardInterrupt:
            say("\n" + session.summary())


def typed_lines() -> Iterator[str]:
    """Yield the typed lines, each after a prompt if a person types them."""
    from uth.cli.plain_streams import TypedInput

    if not sys.stdin.isatty():
        yield from iter(sys.stdin.readline, "")
        return
    with TypedInput(sys.stdin.fileno()) as typed:
        while True:
            print("> ", end="", flush=True)
            typed.wait()
            line = sys.stdin.readline()
            if not line:
                return
            yield line
