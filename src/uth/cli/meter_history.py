"""The log of a meter file, one line for each command: when it came, and what happened."""

from __future__ import annotations

import json
import sys
from collections import deque
from collections.abc import Iterable, Iterator
from typing import TypeVar

from rich.console import Console
from rich.text import Text

from uth.cli.meter_words import amounts_in, told
from uth.cli.said import say
from uth.progressive.apply import apply
from uth.progressive.state import new_link
from uth.store.codec import encoded
from uth.store.meter_file import MeterFile
from uth.store.meter_lines import Line

Each = TypeVar("Each")


def put_history(file: MeterFile, symbol: str, last: int | None, *, as_json: bool) -> None:
    """Print the commands, or the last so many of them: as JSON, or in words."""
    if as_json:
        for line in _last(file.lines(), last):
            print(json.dumps(_document(line)))
        return
    console = Console(highlight=False, soft_wrap=True) if sys.stdout.isatty() else None
    for line, words in _last(_told(file, symbol), last):
        at = line.at[:19].replace("T", " ")
        if console is not None:
            console.print(Text.assemble((f"{line.number:>6}  {at}  ", "dim"), words))
        else:
            say(f"{line.number:>6}  {at}  {words}")


def _last(lines: Iterable[Each], count: int | None) -> Iterable[Each]:
    return lines if count is None else deque(lines, maxlen=count)


def _document(line: Line) -> dict[str, object]:
    did = [encoded(event) for event in line.events]
    return {"line": line.number, "at": line.at, "key": line.key, "do": encoded(line.command), "did": did}


def _told(file: MeterFile, symbol: str) -> Iterator[tuple[Line, str]]:
    link, amount = new_link(file.terms), amounts_in(symbol)
    for line in file.lines():
        said = []
        for event in line.events:
            link = apply(link, event)
            said.append(told(event, link, amount))
        yield line, "; ".join(said)
