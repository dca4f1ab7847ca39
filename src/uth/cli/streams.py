"""Terminal output: the one place where text from outside is printed."""

from __future__ import annotations

import sys

from uth.errors import UthError


def printable(text: str) -> str:
    """Return the text with every control character and lone surrogate escaped."""
    return "".join(each if each.isprintable() else each.encode("unicode_escape").decode("ascii") for each in text)


def one_line(said: object) -> str:
    """Return the text on a single line that a terminal can show."""
    return printable("; ".join(str(said).splitlines()))


def complain(command: str, said: UthError | OSError | str) -> None:
    """Print on standard error, on one line, why the command failed."""
    print(f"uth {command}: {one_line(said)}", file=sys.stderr)


def complain_of_each(said: object) -> None:
    """Print the faults on standard error, one per line."""
    for line in str(said).splitlines():
        print(printable(line), file=sys.stderr)


def say(line: str) -> None:
    """Print a line that may contain text from outside."""
    print(printable(line))
