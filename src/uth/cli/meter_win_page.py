"""`uth meter win-page`: the win page of an award of a meter file, where it is wanted."""

from __future__ import annotations

import sys
from pathlib import Path

from uth.errors import Malformed
from uth.store.meter_awards import award_history
from uth.store.meter_file import MeterFile, now
from uth.table.posted import Posted
from uth.winpage.page import FORMS, time_words, win_page
from uth.winpage.written import symbol_for, written


def put_page(file: MeterFile, posted: Posted, number: int, form: str | None, out: str | None, font: str | None) -> None:
    """Write the page where it is wanted, in the form that is asked for or that the file's name says."""
    form = form if form is not None else _form_of(out)
    if form not in FORMS:
        raise Malformed("format", form, f"is not one of {', '.join(FORMS)}")
    if form == "pdf" and out is None and sys.stdout.isatty():
        raise Malformed("format", form, "is not for a terminal; name a file with -o")
    known = award_history(file, number)
    foot = (
        f"{file.path.name}, line {known.moments[0].line}; hash of line {file.line}: {file.chain}",
        f"Printed {time_words(now())}",
    )
    page = win_page(known, file.terms, posted, symbol=symbol_for(form, posted), foot=foot)
    document = written(page, form, font)
    if out is None:
        sys.stdout.buffer.write(document)
        return
    try:
        Path(out).write_bytes(document)
    except OSError as fault:
        raise Malformed("out", out, f"cannot be written: {fault.strerror}") from None


def _form_of(out: str | None) -> str:
    ending = Path(out).suffix.lower() if out is not None else ""
    return {".html": "html", ".htm": "html", ".pdf": "pdf"}.get(ending, "text")
