"""`uth par`: the PAR sheet of a table."""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import Annotated

import typer

from uth.cli import completion
from uth.cli.streams import complain
from uth.errors import Malformed, UthError

ENDINGS = {".html": "html", ".htm": "html", ".pdf": "pdf", ".json": "json", ".csv": "csv"}


def command(
    rules: Annotated[
        str, typer.Option(help="A rule set by name, or the path of a .toml file.", autocompletion=completion.books)
    ] = "massachusetts",
    table: Annotated[
        list[str] | None,
        typer.Option(help="A pay table, as trips=B; repeatable.", autocompletion=completion.pay_tables),
    ] = None,
    blind: Annotated[
        str | None, typer.Option(help="Blind odds, royal flush down to straight: 500,50,10,3,3/2,1.")
    ] = None,
    multiples: Annotated[
        str | None, typer.Option(help="Multiples before the flop/on it/at the river: 3,4/2/1.")
    ] = None,
    meter: Annotated[list[str] | None, typer.Option(help="A meter, as main=50000; repeatable.")] = None,
    wager: Annotated[str | None, typer.Option(help="The progressive wager, if the table sets it.")] = None,
    dealing: Annotated[
        str | None,
        typer.Option(help="The way of dealing; Cover All needs a shuffler's.", autocompletion=completion.dealings),
    ] = None,
    seats: Annotated[int, typer.Option(help="The number of seats: envy, and the time between awards.")] = 1,
    date: Annotated[str, typer.Option(help="The date on the sheet, as 2026-11-18.")] = "",
    form: Annotated[
        str | None,
        typer.Option("--format", metavar="text|html|pdf|json|csv", help="Text, unless OUT ends otherwise."),
    ] = None,
    out: Annotated[Path | None, typer.Option("--out", "-o", metavar="OUT", help="Write it to this file.")] = None,
) -> None:
    """Write the PAR sheet of a table: every wager's pay table, combinations, return and volatility.

    Example: uth par --rules nevada --seats 6 -o nevada.pdf

    The same options always give the same bytes.
    """
    from uth.cli.exact_main import progress
    from uth.cli.exact_options import amount_of, meters_of, posted_of
    from uth.cli.par_print import FORMS, rendered
    from uth.exact.par import par_sheet

    try:
        form = form if form is not None else ENDINGS.get(out.suffix.lower(), "text") if out is not None else "text"
        if form not in FORMS:
            raise Malformed("format", form, f"is not one of {', '.join(FORMS)}")
        if form == "pdf" and out is None and sys.stdout.isatty():
            raise Malformed("format", form, "is not for a terminal; name a file with -o")
        if date and not re.fullmatch(r"\d{4}-\d\d-\d\d", date):
            raise Malformed("date", date, "is not a date; write for example 2026-11-18")
        own = amount_of("wager", wager) if wager is not None else None
        posted = posted_of(rules, table or [], blind, multiples, own, dealing=dealing, wagers="cover_all")
        with progress("counting every wager"):
            sheet = par_sheet(posted, seats=seats, date=date, meters=meters_of(meter or [], posted))
        document = rendered(sheet, form)
        if out is None:
            sys.stdout.buffer.write(document)
            return
        try:
            out.write_bytes(document)
        except OSError as fault:
            raise Malformed("out", str(out), f"cannot be written: {fault.strerror}") from None
    except UthError as refused:
        complain("par", refused)
        raise typer.Exit(2) from None
    except KeyboardInterrupt:
        raise typer.Exit(130) from None
