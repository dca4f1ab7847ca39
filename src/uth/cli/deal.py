"""`uth deal`: run a scenario at a table, step by step."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from uth.cli import completion
from uth.cli.streams import complain_of_each, say
from uth.errors import Malformed, UthError

if TYPE_CHECKING:
    from uth.scenario.running import LineRun
    from uth.scenario.script import Script

FAILED, UNREADABLE = 1, 2


def command(
    files: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="SCRIPT...",
            help="The scenarios to run; - is standard input.",
            autocompletion=completion.files(".scenario"),
        ),
    ] = None,
    quiet: Annotated[bool, typer.Option("--quiet", help="Print one line for each scenario, and what fails.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
    phrases: Annotated[bool, typer.Option("--phrases", help="Print every phrase a script may have.")] = False,
) -> None:
    """Run a scenario at a table and print what happens, step by step, with the clauses.

    Example: uth deal evening.scenario, or all at once: uth deal --quiet tests/scenarios/*.scenario

    The exit status is 1 if an expectation is not met, 2 if a script cannot be read.
    """
    if phrases:
        from uth.scenario.page import phrase_lines

        _put(phrase_lines())
        return
    scripts, status = _read(files or ["-"])
    runs = [(script, _dealt(script, show=not quiet and not as_json)) for script in scripts]
    if as_json:
        from uth.scenario.running import as_values

        typer.echo(json.dumps([as_values(*each) for each in runs], indent=2))
    else:
        _end(runs)
    failed = any(step.failure is not None for _, steps in runs for step in steps)
    if status or failed:
        raise typer.Exit(max(status, FAILED if failed else 0))


def _read(files: list[str]) -> tuple[list[Script], int]:
    """Return the scripts that can be read, and 2 if others cannot, after printing all their faults."""
    from uth.scenario.reading import read_script

    scripts: list[Script] = []
    status = 0
    for file in files:
        try:
            scripts.append(read_script(_text(file), "standard input" if file == "-" else file))
        except UthError as fault:
            complain_of_each(f"uth deal: {fault}" if isinstance(fault, Malformed) else fault)
            status = UNREADABLE
    return scripts, status


def _text(file: str) -> str:
    try:
        data = sys.stdin.buffer.read() if file == "-" else Path(file).read_bytes()
        return data.decode("utf-8-sig")
    except OSError as fault:
        raise Malformed("file", file, f"cannot be read: {fault.strerror}") from None
    except UnicodeDecodeError as fault:
        raise Malformed("file", file, f"is not text in UTF-8, from byte {fault.start}") from None


def _dealt(script: Script, *, show: bool) -> list[LineRun]:
    """Run the script, printing each step as it happens."""
    from uth.scenario.running import run, step_lines, title_lines

    steps: list[LineRun] = []
    _put(title_lines(script) if show else ())
    for step in run(script):
        steps.append(step)
        _put(step_lines(step) if show else ())
    return steps


def _end(runs: list[tuple[Script, list[LineRun]]]) -> None:
    """Print a line for each scenario, and the unmet expectations."""
    from uth.scenario.running import failure_lines, summary

    for script, steps in runs:
        _put((summary(script, steps),))
        _put(line for step in steps for line in failure_lines(step))


def _put(lines: Iterable[str]) -> None:
    for line in lines:
        say(line)
