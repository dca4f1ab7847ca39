"""The work on a meter file that every command of `uth meter` does: open it, send, tell what happened, refuse."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

import typer

from uth.cli.streams import complain, say
from uth.errors import Refused, UthError

if TYPE_CHECKING:
    from uth.progressive.commands import Command
    from uth.progressive.decide import Events
    from uth.store.meter_file import MeterFile
    from uth.table.posted import Posted

Work = tuple["MeterFile", "Posted"]


@contextmanager
def work_on(command: str, open_file: Callable[[], Work]) -> Iterator[Work]:
    """Work with an open file; what is refused is one line on standard error and exit status 2."""
    symbol = None
    try:
        link, posted = open_file()
        symbol = posted.rules.currency.symbol
        with link:
            for note in link.notes:
                complain(f"meter {command}", note)
            yield link, posted
    except UthError as refused:
        complain(f"meter {command}", _said(refused, symbol))
        raise typer.Exit(2) from None
    except KeyboardInterrupt:
        raise typer.Exit(130) from None


def _said(refused: UthError, symbol: str | None) -> str:
    """Return the refusal with its amounts as money, where the currency is known."""
    if symbol is None or not isinstance(refused, Refused):
        return str(refused)
    from uth.table.round.refusal import refusal_says

    return refusal_says(refused, symbol) + (f" ({refused.clause})" if refused.clause else "")


def do(
    name: str, file: str, rules: str | None, command: Callable[[MeterFile], Command], key: str | None, as_json: bool
) -> None:
    """Send one command and tell what happened."""
    from uth.cli.meter_options import opened

    with work_on(name, lambda: opened(file, rules)) as (link, posted):
        tell(link, posted, [link.send(command(link), key)], as_json)


def tell(link: MeterFile, posted: Posted, done: list[Events], as_json: bool) -> None:
    """Print what the commands brought about, in words or as JSON."""
    events = [event for each in done for event in each]
    if as_json:
        from uth.store.codec import encoded

        typer.echo(json.dumps([encoded(event) for event in events], indent=1))
        return
    from uth.words.link import amounts_in, told

    amount = amounts_in(posted.rules.currency.symbol)
    for event in events:
        say(told(event, link.link, amount))
