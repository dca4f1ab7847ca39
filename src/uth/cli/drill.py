"""`uth drill`: decisions to practise in the terminal, graded exactly."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from uth.cli import completion
from uth.cli.play import is_a_screen, typed_lines
from uth.cli.streams import complain
from uth.errors import UthError

if TYPE_CHECKING:
    from uth.coach.drills import Question
    from uth.terminal.drill import DrillSession


def command(
    rules: Annotated[
        str | None,
        typer.Option(
            metavar="NAME|PATH",
            help="A rule set by name, or the path of a .toml file; by default massachusetts.",
            autocompletion=completion.books,
        ),
    ] = None,
    table: Annotated[
        list[str] | None,
        typer.Option(
            metavar="KIND=NAME",
            help="A pay table, as blind=UTH-02; may be given again.",
            autocompletion=completion.pay_tables,
        ),
    ] = None,
    beside: Annotated[
        list[str] | None,
        typer.Option(metavar="WAGER", help="A wager that a fold forfeits and that is down: trips; may be given again."),
    ] = None,
    street: Annotated[str, typer.Option(metavar="STREET", help="preflop, flop, river or all.")] = "all",
    theme: Annotated[
        str | None,
        typer.Option(
            metavar="KIND",
            help="A kind of decision, as suited-kings; an unknown one lists all.",
            autocompletion=completion.kinds,
        ),
    ] = None,
    close: Annotated[bool, typer.Option("--close", help="Only close calls.")] = False,
    mistakes: Annotated[
        bool, typer.Option("--mistakes", help="Only what you once answered wrong, of every book.")
    ] = False,
    from_: Annotated[
        list[str] | None,
        typer.Option(
            "--from",
            metavar="FILE",
            help="Only your mistakes, with those in saved rounds or an export of your history; may be given again.",
            autocompletion=completion.files(".json", ".jsonl"),
        ),
    ] = None,
    minute: Annotated[bool, typer.Option("--minute", help="As many as you can in sixty seconds.")] = False,
    progress: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Where your progress is kept; by default in your data folder.")
    ] = None,
    export: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Write your progress to this file as JSON, and stop.")
    ] = None,
    import_: Annotated[
        Path | None,
        typer.Option("--import", metavar="FILE", help="Replace your progress by that in this file, and stop."),
    ] = None,
    plain: Annotated[bool, typer.Option("--plain", help="Line by line, for screen readers and scripts.")] = False,
    four_colour: Annotated[bool, typer.Option("--four-colour", help="A colour for each suit.")] = False,
) -> None:
    """Practise decisions: each answer is graded exactly, and mistakes come again.

    Example: uth drill --theme suited-kings, or: uth drill --rules chickasaw --beside trips --street river --close

    The mistakes of your own rounds: uth drill --from rounds.jsonl
    """
    from uth.coach.drills import Drill, game_of, theme_named
    from uth.coach.progress import street_named
    from uth.errors import Malformed
    from uth.terminal.drill import DrillSession, read_file, usual_path, write_file
    from uth.words.session import drawn, short_and_long

    path = progress or usual_path()
    plain = plain or not is_a_screen()
    try:
        if import_ is not None:
            write_file(path, read_file(import_, "--import"), "--progress")
            return
        if export is not None:
            write_file(export, read_file(path, "--progress"), "--export")
            return
        mistakes = mistakes or bool(from_)
        if mistakes and minute:
            raise Malformed("--minute", "", "is not possible with --mistakes, which come when they are due")
        for option, given in (("--rules", rules), ("--table", table), ("--beside", beside), ("--close", close)):
            if mistakes and given:
                says = "is not possible with --mistakes, which come under the rules they were made under"
                raise Malformed(option, str(given), says)
        game = game_of(rules or "massachusetts", dict(map(_table, table or ())), beside or ())
        drill = Drill(
            game=game,
            street=street_named(street),
            theme=theme_named(theme) if theme is not None else None,
            close=close,
        )
        card = short_and_long if plain else drawn
        session = DrillSession(
            drill=drill, path=path, mistakes=mistakes, made=_made(from_ or ()), timed=minute, card=card
        )
        _run(session, plain=plain, four_colour=four_colour)
    except UthError as refused:
        complain("drill", refused)
        raise typer.Exit(2) from None


def _made(files: Sequence[str]) -> list[Question]:
    """Return the mistakes in files of saved rounds."""
    if not files:
        return []
    from uth.cli.review import documents_of
    from uth.history.saved_rounds import saved_mistakes

    return saved_mistakes(documents_of(files))


def _table(text: str) -> tuple[str, str]:
    from uth.errors import Malformed

    kind, equals, name = text.partition("=")
    if not equals or not kind or not name:
        raise Malformed("--table", text, "is not KIND=NAME; write for example blind=UTH-02")
    return kind, name


def _run(session: DrillSession, *, plain: bool, four_colour: bool) -> None:
    """Drill until the person stops. The end of the input, an interrupt and a closed pipe all end it quietly."""
    if not plain:
        from uth.terminal.drill_app import DrillApp

        DrillApp(session, four_colour=four_colour).run()
        print(session.summary)
        return
    from uth.cli.plain_streams import plain_streams, say
    from uth.terminal.drill import run_plain

    with plain_streams():
        try:
            run_plain(session, typed_lines(), say)
        except KeyboardInterrupt:
            say("\n" + session.summary)
