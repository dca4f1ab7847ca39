"""Shell completion of options: books, pay tables, ways of dealing, strategies and files.

`uth --install-completion` installs it in the shell.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

import typer

if TYPE_CHECKING:
    from uth.rules.ruleset import RuleSet

DEFAULT_BOOK = "massachusetts"


def _starting(incomplete: str, names: Iterable[str]) -> list[str]:
    return [name for name in names if name.startswith(incomplete)]


def _files(incomplete: str, endings: tuple[str, ...]) -> list[str]:
    """Return the folders, and the files with one of these endings, whose names start with the typed text."""
    import os

    folder, begun = os.path.split(incomplete)
    try:
        there = sorted(os.scandir(folder or "."), key=lambda each: each.name)
    except OSError:
        return []
    shown = [each for each in there if each.name.startswith(begun) and (begun or not each.name.startswith("."))]
    before = incomplete.removesuffix(begun)
    named = [each.name for each in shown if each.is_file() and each.name.endswith(endings)]
    return [before + name for name in (*named, *(each.name + os.sep for each in shown if each.is_dir()))]


def files(*endings: str) -> Callable[[str], list[str]]:
    """Return a completer of file names with one of these endings."""

    def complete(incomplete: str) -> list[str]:
        return _files(incomplete, endings)

    return complete


def books(incomplete: str) -> list[str]:
    """Complete the name of a book, or the path of a rule set file."""
    from uth.rules.loader import BOOKS

    return _starting(incomplete, BOOKS) + _files(incomplete, (".toml",))


def kinds(incomplete: str) -> list[str]:
    """Complete a kind of decision."""
    from uth.coach.kinds import KINDS

    return _starting(incomplete, (kind.name for kind in KINDS))


def strategies(incomplete: str) -> list[str]:
    """Complete the last of several strategies, separated by commas, or the path of a file with one."""
    from uth.strategy.named import STRATEGIES

    before, comma, last = incomplete.rpartition(",")
    return [f"{before}{comma}{name}" for name in _starting(last, STRATEGIES) + _files(last, (".py",))]


def pay_tables(context: typer.Context, incomplete: str) -> list[str]:
    """Complete a pay table of the given book, as ``trips=B``."""
    rules = _rules(context)
    if rules is None:
        return []
    kinds = ("blind", "trips", "cover_all", "progressive")
    return _starting(incomplete, (f"{kind}={table.name}" for kind in kinds for table in getattr(rules.pay, kind)))


def dealings(context: typer.Context, incomplete: str) -> list[str]:
    """Complete a way of dealing of the given book."""
    rules = _rules(context)
    return _starting(incomplete, (way.name for way in rules.dealing)) if rules is not None else []


def _rules(context: typer.Context) -> RuleSet | None:
    from uth.errors import UthError
    from uth.rules.loader import load

    try:
        return load(context.params.get("rules") or DEFAULT_BOOK)
    except UthError:
        return None
