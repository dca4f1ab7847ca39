"""A win page as HTML or plain text: one sheet of A4 or letter."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from textwrap import wrap
from typing import Final

from uth.cards import Card
from uth.table.posted import Posted
from uth.views.win_page import SIGNED_BY, Rows, WinPage

SUITS: Final = ("♣", "♦", "♥", "♠")

STYLE: Final = """
@page { size: auto; margin: 14mm 16mm; }
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 190mm; padding: 10mm 0; background: #fff; color: #1a1a1a;
  font: 10.5pt/1.4 "Helvetica Neue", Helvetica, Arial, "Liberation Sans", "DejaVu Sans", sans-serif; }
header { display: flex; justify-content: space-between; align-items: flex-start; border-bottom: 2pt solid #1a1a1a;
  padding-bottom: 3mm; }
h1 { margin: 0; font-size: 17pt; line-height: 1.2; letter-spacing: -.01em; }
header p { margin: 1mm 0 0; color: #555; }
.stage { border: 1pt solid #1a1a1a; border-radius: 1.5mm; padding: .8mm 3mm; font-weight: 600; white-space: nowrap; }
.stage::first-letter { text-transform: uppercase; }
.sum { display: flex; justify-content: space-between; align-items: center; margin: 7mm 0 6mm; gap: 6mm; }
.sum strong { display: block; font-size: 32pt; line-height: 1.1; letter-spacing: -.02em;
  font-variant-numeric: tabular-nums; }
.hand { color: #555; font-size: 12pt; }
.cards { display: flex; gap: 1.6mm; }
.card { width: 12.5mm; height: 17.5mm; border: .8pt solid #888; border-radius: 1.6mm; display: flex;
  flex-direction: column; align-items: center; justify-content: center; font-size: 15pt; font-weight: 700;
  line-height: 1; }
.card span + span { font-size: 18pt; }
.card.red { color: #b3001b; }
.two { display: grid; grid-template-columns: 1fr 1fr; gap: 0 9mm; }
h2 { margin: 0 0 1mm; font-size: 9pt; text-transform: uppercase; letter-spacing: .08em; color: #555;
  border-bottom: .6pt solid #bbb; padding-bottom: .8mm; }
table { width: 100%; border-collapse: collapse; margin-bottom: 5mm; }
th, td { text-align: left; vertical-align: top; padding: .7mm 3mm .7mm 0; overflow-wrap: anywhere; }
th { font-weight: 400; color: #555; white-space: nowrap; width: 1%; }
td.amount { text-align: right; padding-right: 0; font-variant-numeric: tabular-nums; }
tr.total td, tr.total th { border-top: .6pt solid #bbb; font-weight: 600; color: #1a1a1a; }
.record td { border-bottom: .4pt solid #ddd; }
.record td:last-child { white-space: nowrap; text-align: right; padding-right: 0; color: #555; }
.record tr.open td { color: #555; height: 8mm; vertical-align: bottom; }
.signatures { display: grid; grid-template-columns: 1fr 1fr; gap: 12mm 9mm; margin-top: 13mm; }
.signatures div { border-top: .8pt solid #1a1a1a; padding-top: .8mm; font-size: 9pt; color: #555; }
footer { margin-top: 9mm; border-top: .6pt solid #bbb; padding-top: 1.5mm; font-size: 7.5pt; color: #666;
  overflow-wrap: anywhere; }
footer p { margin: 0; }
@media (max-width: 600px) { body { padding: 5mm 4mm; } .two { grid-template-columns: 1fr; }
  .sum { flex-wrap: wrap; } .card { width: 10.5mm; } .cards { gap: 1mm; }
  .record td:nth-child(2) { min-width: 5em; } .record td:last-child { min-width: 6.5em; white-space: normal; } }
@media print { body { padding: 0 .5mm; max-width: none; } section, table, .signatures { break-inside: avoid; } }
"""


def html_of(page: WinPage) -> str:
    """Return the page as a self-contained HTML document."""
    title = f"Progressive win page No. {page.award}"
    return "\n".join(
        [
            "<!doctype html>",
            f'<html lang="en"><head><meta charset="utf-8"><title>{title}</title>',
            f'<meta name="viewport" content="width=device-width, initial-scale=1"><style>{STYLE}</style></head><body>',
            f"<header><div><h1>{title}</h1><p>{escape(page.house)}</p></div>",
            f'<div class="stage">{escape(page.stage)}</div></header>',
            f'<div class="sum"><div><strong>{escape(page.amount)}</strong>',
            f'<span class="hand">{escape(page.hand)}</span></div>{_cards(page.cards)}</div>',
            f'<div class="two"><section><h2>The win</h2>{_rows(page.win)}</section>',
            f"<section><h2>The meter</h2>{_rows(page.meter, amounts=True)}</section></div>",
            f"<section><h2>Envy</h2>{_rows(page.envy)}</section>" if page.envy else "",
            f'<section><h2>The record</h2><table class="record">{"".join(_record(page))}</table></section>',
            f'<div class="signatures">{"".join(f"<div>{who}, name and signature</div>" for who in SIGNED_BY)}</div>',
            f"<footer>{''.join(f'<p>{escape(line)}</p>' for line in page.foot)}</footer>",
            "</body></html>\n",
        ]
    )


def _cards(cards: tuple[Card, ...]) -> str:
    drawn = (
        f'<div class="card{" red" if card.suit in (1, 2) else ""}" title="{card.words}">'
        f"<span>{str(card)[0].replace('T', '10')}</span><span>{SUITS[card.suit]}</span></div>"
        for card in cards
    )
    return f'<div class="cards">{"".join(drawn)}</div>' if cards else ""


def _rows(rows: Rows, *, amounts: bool = False) -> str:
    made = []
    for at, (label, value) in enumerate(rows):
        total = ' class="total"' if amounts and at == len(rows) - 1 else ""
        amount = ' class="amount"' if amounts else ""
        made.append(f"<tr{total}><th>{escape(label)}</th><td{amount}>{escape(value)}</td></tr>")
    return f"<table>{''.join(made)}</table>"


def _record(page: WinPage) -> Iterator[str]:
    for done in page.record:
        still = "" if done.at else ' class="open"'
        what = done.what if done.at else f"☐ {done.what}"
        yield f"<tr{still}><td>{escape(what)}</td><td>{escape(done.by)}</td><td>{escape(done.at)}</td></tr>"


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
    yield from _text_rows("The win", page.win)
    yield from _text_rows("The meter", page.meter)
    if page.envy:
        yield from _text_rows("Envy", page.envy)
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


def _text_rows(title: str, rows: Rows) -> Iterator[str]:
    yield from _heading(title)
    for label, value in rows:
        yield from _wrapped(label, value, LABEL)
    yield ""


def _wrapped(label: str, value: str, width: int) -> Iterator[str]:
    first, *more = wrap(value, WIDTH - width) or [""]
    yield f"{label:<{width}}{first}"
    yield from (f"{'':<{width}}{line}" for line in more)


def symbol_for(form: str, posted: Posted) -> str:
    """Return the currency symbol, or the currency code in a PDF if the symbol is not ASCII."""
    symbol = posted.rules.currency.symbol
    return symbol if form != "pdf" or symbol.isascii() else f"{posted.rules.currency.code} "


def rendered(page: WinPage, form: str, font: str | None = None) -> bytes:
    """Return the page in that format: text, html or pdf."""
    if form == "pdf":
        from uth.views.win_page_pdf import pdf_of

        return pdf_of(page, font)
    if form == "html":
        return html_of(page).encode()

    return text_of(page).encode()
