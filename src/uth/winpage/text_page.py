"""A win page as plain text, for a printer or a log."""

from __future__ import annotations

from collections.abc import Iterator
from textwrap import wrap
from typing import Final

from uth.winpage.page import SIGNED_BY, Rows, WinPage

WIDTH: Final = 78
LABEL: Final = 26


def text_of(page: WinPage) -> str:
    """Return the page in lines of 78 characters."""
    return "\n".join(line.rstrip() for line in _lines(page)) + "\n"


def _lines(page: WinPage) -> Iterator[str]:
    title = f"PROGRESSIVE WIN PAGE  No. {page.award}"
    yield "=" * WIDTH
    yield f"{title}{page.stage.upper():>{WIDTH - len(title)}}"
    yield page.house
    yield "=" * WIDTH
    yield ""
    yield f"{page.amount}  {page.hand}".center(WIDTH)
    yield ""
    yield from _rows("The win", page.win)
    yield from _rows("The meter", page.meter)
    yield from _heading("The record")
    for done in page.record:
        yield from _wrapped(done.at or "[ ] still to be done", f"{done.what}{f', by {done.by}' if done.by else ''}", 25)
    yield ""
    for one, other in zip(SIGNED_BY[::2], SIGNED_BY[1::2], strict=True):
        yield ""
        yield ""
        yield f"{'_' * 36:<40}{'_' * 36}"
        yield f"{one + ', name and signature':<40}{other + ', name and signature'}"
    yield ""
    for line in page.foot:
        yield from wrap(line, WIDTH, break_long_words=True)


def _heading(title: str) -> Iterator[str]:
    yield title
    yield "-" * WIDTH


def _rows(title: str, rows: Rows) -> Iterator[str]:
    yield from _heading(title)
    for label, value in rows:
        yield from _wrapped(label, value, LABEL)
    yield ""


def _wrapped(label: str, value: str, width: int) -> Iterator[str]:
    first, *more = wrap(value, WIDTH - width) or [""]
    yield f"{label:<{width}}{first}"
    yield from (f"{'':<{width}}{line}" for line in more)
