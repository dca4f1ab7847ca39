"""A win page written down: as text, as HTML, as PDF."""

from __future__ import annotations

from uth.table.posted import Posted
from uth.winpage.page import WinPage


def symbol_for(form: str, posted: Posted) -> str:
    """Return how amounts are marked: a PDF's own fonts know no sign beyond ASCII, so it has the currency's code."""
    symbol = posted.rules.currency.symbol
    return symbol if form != "pdf" or symbol.isascii() else f"{posted.rules.currency.code} "


def written(page: WinPage, form: str, font: str | None = None) -> bytes:
    """Return the page in that form: text, html or pdf."""
    if form == "pdf":
        from uth.winpage.pdf_page import pdf_of

        return pdf_of(page, font)
    if form == "html":
        from uth.winpage.html_page import html_of

        return html_of(page).encode()
    from uth.winpage.text_page import text_of

    return text_of(page).encode()
