"""A PAR sheet as text, HTML, PDF, JSON and CSV; the same sheet always gives the same bytes."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from fractions import Fraction
from html import escape
from typing import Final

from uth.errors import Malformed
from uth.exact.par import METHOD, ROUNDS_AN_HOUR, SECOND, VOLATILITY, ParSheet, WagerSheet

FORMS: Final = ("text", "html", "pdf", "json", "csv")
STYLE: Final = """
body { font: 14px/1.45 Georgia, serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }
body { color: #1a1a1a; background: #fff; }
h1 { font-size: 1.6rem; } h2 { font-size: 1.15rem; margin-top: 2rem; border-bottom: 1px solid #999; }
table { border-collapse: collapse; margin: .6rem 0; } .wide { overflow-x: auto; }
th, td { padding: .15rem .7rem .15rem 0; text-align: left; vertical-align: top; }
th { color: #555; font-weight: normal; } td.n, th.n { text-align: right; font-variant-numeric: tabular-nums; }
@media (prefers-color-scheme: dark) { body { color: #e8e8e8; background: #16181a; } th { color: #b5b5b5; } }
@media print { body { margin: 0; max-width: none; } }
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class ParPart:
    """One part of the printed sheet: a heading, a table whose columns from `numbers` on are numbers, and notes."""

    title: str
    heads: tuple[str, ...] = ()
    rows: tuple[tuple[str, ...], ...] = ()
    numbers: int = 1
    notes: tuple[str, ...] = ()


def rendered(sheet: ParSheet, form: str) -> bytes:
    """Return the sheet in that form."""
    match form:
        case "text":
            return _text(sheet).encode()
        case "html":
            return _html(sheet).encode()
        case "json":
            return (json.dumps(sheet.to_json(), indent=1) + "\n").encode()
        case "csv":
            return _csv(sheet).encode()
        case "pdf":
            return _pdf(sheet)
        case _:
            raise Malformed("format", form, f"is not one of {', '.join(FORMS)}")


def parts_of(sheet: ParSheet) -> Iterator[ParPart]:
    """Yield the parts of the sheet in the order in which they are printed."""
    named = [
        ("Rule set", sheet.rules),
        ("Rules hash", sheet.fingerprint),
        ("Program", f"uth {sheet.version}"),
        ("Date", sheet.date or "not given"),
        ("Seats", str(sheet.seats)),
    ]
    yield ParPart(title="Identification", rows=tuple(named), numbers=2)
    rows: list[tuple[str, ...]] = [
        (each.name, each.table, *map(_percent, (each.returned, each.house_edge, each.hit_frequency)), _risk(each))
        for each in sheet.wagers
    ]
    heads: tuple[str, ...] = ("wager", "pay table", "return", "house edge", "hit frequency", "element of risk")
    yield ParPart(title="Summary", heads=heads, rows=tuple(rows), numbers=2)
    for wager in sheet.wagers:
        yield from _wager_parts(wager)
    yield _hold_part(sheet)
    rows = [(name, says, _percent(edge), _percent(risk)) for name, says, edge, risk in sheet.strategies]
    heads = ("strategy", "", "hold, of the ante", "element of risk")
    yield ParPart(title="Theoretical hold by strategy", heads=heads, rows=tuple(rows), numbers=2)
    rows = [(one, two, f"{value:+.6f}") for one, two, value in sheet.correlations]
    notes = ("of one hand; exact before the square root",)
    yield ParPart(
        title="Correlation between wagers", heads=("", "", "correlation"), rows=tuple(rows), numbers=2, notes=notes
    )
    if sheet.meters:
        yield _meter_part(sheet)
    yield ParPart(title="Method", notes=(METHOD, SECOND))


def _wager_parts(wager: WagerSheet) -> Iterator[ParPart]:
    rows = [
        (
            each.name,
            each.pays,
            f"{each.combinations:,}",
            f"{float(wager.probability(each)):.10f}",
            f"{float(wager.contribution(each)):.9f}",
        )
        for each in wager.outcomes
    ]
    rows.append(("all", "", f"{wager.combinations:,}", "1.0000000000", f"{float(wager.returned - wager.envy):.9f}"))
    title = f"{wager.name}, table {wager.table}" if wager.table else wager.name
    heads = ("outcome", "pays", "combinations", "probability", "contribution to return")
    yield ParPart(title=title, heads=heads, rows=tuple(rows), numbers=2, notes=(f"per {wager.unit}", *wager.notes))
    numbers = [("Return", _percent(wager.returned), str(wager.returned))]
    numbers.append(("House edge", _percent(wager.house_edge), str(wager.house_edge)))
    if wager.long_run_edge is not None:
        numbers.append(("House edge in the long run", _percent(wager.long_run_edge), str(wager.long_run_edge)))
    if wager.envy:
        numbers.append(("Envy, in the return", _percent(wager.envy), str(wager.envy)))
    if wager.element_of_risk is not None:
        numbers.append(("Element of risk", _percent(wager.element_of_risk), str(wager.element_of_risk)))
    numbers += [
        ("Hit frequency", _percent(wager.hit_frequency), str(wager.hit_frequency)),
        ("Variance", f"{float(wager.variance):.9f}", str(wager.variance)),
        ("Standard deviation", f"{wager.standard_deviation:.9f}", ""),
        ("Skewness", f"{wager.skew:.6f}", ""),
        *((f"Volatility index, {level}", f"{z * wager.standard_deviation:.6f}", "") for level, z in VOLATILITY.items()),
    ]
    yield ParPart(title="", rows=tuple(numbers))


def _hold_part(sheet: ParSheet) -> ParPart:
    rows: list[tuple[str, ...]] = []
    for at in range(0, len(sheet.bands), len(VOLATILITY)):
        some = sheet.bands[at : at + len(VOLATILITY)]
        bands = (f"{b.low:+.4%} to {b.high:+.4%}" if b.low is not None and b.high is not None else "-" for b in some)
        methods = dict.fromkeys(band.method for band in some)
        rows.append((some[0].wager, f"{some[0].rounds:,}", *bands, "; ".join(methods)))
    heads = ("wager", "rounds", *VOLATILITY, "")
    notes = ("of the wager; the bands leave out the same chance on either side",)
    return ParPart(title="Hold after so many rounds", heads=heads, rows=tuple(rows), notes=notes)


def _meter_part(sheet: ParSheet) -> ParPart:
    def amount(cents: Fraction | None) -> str:
        return "-" if cents is None else f"{sheet.currency} {float(cents) / 100:,.2f}"

    def often(value: Fraction | None) -> str:
        return "-" if value is None else f"{float(value):,.1f}"

    rows = [
        (
            each.name,
            amount(Fraction(each.seed_cents)),
            _percent(each.increment),
            amount(each.average_cents),
            often(each.wagers_between),
            often(each.hours_between),
        )
        for each in sheet.meters
    ]
    heads = ("meter", "seed", "contribution", "average at an award", "wagers between awards", "hours between awards")
    notes = (f"awards that empty the meter; {sheet.seats} seats, {ROUNDS_AN_HOUR} rounds an hour",)
    return ParPart(title="Jackpot", heads=heads, rows=tuple(rows), notes=notes)


def _percent(value: Fraction) -> str:
    return f"{float(value):.6%}"


def _risk(wager: WagerSheet) -> str:
    return _percent(wager.element_of_risk if wager.element_of_risk is not None else wager.house_edge)


def _text(sheet: ParSheet) -> str:
    lines = [f"PAR sheet: {sheet.title}"]
    for part in parts_of(sheet):
        lines += ["", part.title] if part.title else [""]
        table = [*([part.heads] if part.heads else []), *part.rows]
        widths = [max(map(len, column)) for column in zip(*table, strict=True)] if table else []
        for row in table:
            cells = (
                text.rjust(wide) if at >= part.numbers else text.ljust(wide)
                for at, (text, wide) in enumerate(zip(row, widths, strict=True))
            )
            lines.append(("  " + "  ".join(cells)).rstrip())
        lines += [f"  {note}" for note in part.notes]
    return "\n".join(lines) + "\n"


def _html(sheet: ParSheet) -> str:
    title = escape(f"PAR sheet: {sheet.title}")
    lines = [
        '<!doctype html><html lang="en"><head><meta charset="utf-8">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        f"<title>{title}</title><style>{STYLE}</style></head><body><main><h1>{title}</h1>",
    ]
    for part in parts_of(sheet):
        if part.title:
            lines.append(f"<h2>{escape(part.title)}</h2>")
        if part.rows:
            lines.append('<div class="wide" tabindex="0"><table>')
            if part.heads:
                heads = "".join(f"<th{_class(at, part)}>{escape(head)}</th>" for at, head in enumerate(part.heads))
                lines.append(f"<thead><tr>{heads}</tr></thead>")
            for row in part.rows:
                cells = "".join(f"<td{_class(at, part)}>{escape(text)}</td>" for at, text in enumerate(row))
                lines.append(f"<tr>{cells}</tr>")
            lines.append("</table></div>")
        lines += [f"<p>{escape(note)}</p>" for note in part.notes]
    return "\n".join([*lines, "</main></body></html>"]) + "\n"


def _class(at: int, part: ParPart) -> str:
    return ' class="n"' if at >= part.numbers else ""


def _csv(sheet: ParSheet) -> str:
    """Return one row for each outcome, and one for each number of a wager, exact where there is a fraction."""
    out = io.StringIO()
    rows = csv.writer(out, lineterminator="\n")
    rows.writerow(["wager", "table", "item", "pays", "combinations", "probability", "contribution", "value"])
    for wager in sheet.wagers:
        for each in wager.outcomes:
            exact = (wager.probability(each), wager.contribution(each))
            rows.writerow([wager.name, wager.table, each.name, each.pays, each.combinations, *exact, ""])
        for item, value in (
            ("return", wager.returned),
            ("house_edge", wager.house_edge),
            ("house_edge_long_run", wager.long_run_edge),
            ("element_of_risk", wager.element_of_risk),
            ("hit_frequency", wager.hit_frequency),
            ("variance", wager.variance),
            ("standard_deviation", wager.standard_deviation),
            ("skew", wager.skew),
        ):
            if value is not None:
                rows.writerow([wager.name, wager.table, item, "", "", "", "", value])
    for item, told in (("rules", sheet.rules), ("rules_hash", sheet.fingerprint), ("version", sheet.version)):
        rows.writerow(["", "", item, "", "", "", "", told])
    return out.getvalue()


def _pdf(sheet: ParSheet) -> bytes:
    try:
        from fpdf import FPDF
    except ImportError:
        raise Malformed("format", "pdf", 'needs fpdf2: pip install "uth[pdf]"; or choose html') from None
    pdf = FPDF(format="letter" if sheet.currency == "USD" else "A4", orientation="landscape", unit="mm")
    pdf.set_creation_date(datetime(2000, 1, 1, tzinfo=UTC))  # the same sheet is the same file
    pdf.set_margin(14)
    pdf.set_auto_page_break(True, margin=12)
    pdf.set_title(_latin(f"PAR sheet: {sheet.title}"))
    pdf.add_page()
    pdf.set_font("helvetica", "B", 15)
    pdf.multi_cell(0, 7, _latin(f"PAR sheet: {sheet.title}"), new_x="LMARGIN", new_y="NEXT")
    for part in parts_of(sheet):
        pdf.ln(3)
        if part.title:
            pdf.set_font("helvetica", "B", 11)
            pdf.cell(0, 6, _latin(part.title), new_x="LMARGIN", new_y="NEXT")
        pdf.set_font("helvetica", "", 8)
        table = [*([part.heads] if part.heads else []), *part.rows]
        if table:
            widths = [
                max(pdf.get_string_width(_latin(text)) for text in column) + 5 for column in zip(*table, strict=True)
            ]
            shrink = min(1.0, pdf.epw / sum(widths))
            for row in table:
                pdf.set_font("helvetica", "B" if row is part.heads else "", 8 * shrink)
                for at, (text, wide) in enumerate(zip(row, widths, strict=True)):
                    pdf.cell(wide * shrink, 4.2, _latin(text), align="R" if at >= part.numbers else "L")
                pdf.ln(4.2)
        pdf.set_font("helvetica", "", 8)
        for note in part.notes:
            pdf.multi_cell(0, 4.2, _latin(note), new_x="LMARGIN", new_y="NEXT")
    return bytes(pdf.output())


def _latin(text: str) -> str:
    """Return the text in the letters of the standard fonts."""
    return text.encode("latin-1", "replace").decode("latin-1")
