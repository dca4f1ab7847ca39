"""A win page as PDF: one sheet with the same contents as the HTML page."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Final

from uth.cards import Card
from uth.errors import Malformed
from uth.views.win_page import SIGNED_BY, Rows, WinPage

if TYPE_CHECKING:
    from fpdf import FPDF


FONTS: Final = (
    "/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf",
    "/usr/share/fonts/dejavu-sans-fonts/DejaVuSans.ttf",
    "/usr/share/fonts/TTF/DejaVuSans.ttf",
    "/usr/share/fonts/truetype/noto/NotoSans-Regular.ttf",
    "/Library/Fonts/Arial Unicode.ttf",
    "/System/Library/Fonts/Supplemental/Arial Unicode.ttf",
)
"""Paths of fonts for names that are not in Latin letters."""

DARK, GREY, PALE, RED = (26, 26, 26), (95, 95, 95), (190, 190, 190), (179, 0, 27)
DINGBATS: Final = ("\xa8", "\xa9", "\xaa", "\xab")
"""Clubs, diamonds, hearts and spades in a standard PDF font."""
MARGIN: Final = 18
BOTTOM: Final = 10
CLOSING: Final = 56
"""The height of the signatures and the foot, which stay together."""


def pdf_of(page: WinPage, font: str | None) -> bytes:
    """Return the page as a PDF document."""
    try:
        from fpdf import FPDF
    except ImportError:
        raise Malformed("format", "pdf", 'needs fpdf2: pip install "uth[pdf]"; or choose html') from None
    pdf = FPDF(format="letter" if page.letter else "A4", unit="mm")
    pdf.set_margin(MARGIN)
    pdf.set_auto_page_break(True, margin=BOTTOM)
    pdf.c_margin = 0
    pdf.set_title(f"Progressive win page No. {page.award}")
    pdf.add_page()
    _Sheet(pdf, _family(pdf, page, font)).draw(page)
    return bytes(pdf.output())


def _family(pdf: FPDF, page: WinPage, font: str | None) -> str:
    """Return the font of the page: a standard one for Latin letters, otherwise one that has the letters."""
    texts = list(page.texts)
    if font is None and all(_is_latin(text) for text in texts):
        return "helvetica"
    path = font if font is not None else next((each for each in FONTS if Path(each).exists()), None)
    if path is None:
        odd = next(text for text in texts if not _is_latin(text))
        raise Malformed("font", odd, "is not in Latin letters: name a TrueType font with --font, or choose html")
    try:
        pdf.add_font("own", "", path)
        pdf.add_font("own", "B", _bold(path))
    except Exception as fault:
        raise Malformed("font", path, f"is not a TrueType font that can be read: {fault}") from None
    known = getattr(pdf.fonts["own"], "cmap", {})
    for text in texts:
        if any(ord(letter) not in known for letter in text):
            raise Malformed("font", text, f"has letters that are not in {path}; name another font, or choose html")
    return "own"


def _bold(path: str) -> str:
    """Return the bold variant of a font, or the font itself if it has none."""
    plain = Path(path)
    bold = plain.with_name(f"{plain.stem.removesuffix('-Regular')}-Bold{plain.suffix}")
    return str(bold) if bold.exists() else path


def _is_latin(text: str) -> bool:
    return all(ord(letter) < 256 for letter in text)


class _Sheet:
    """The page while it is drawn, from top to bottom."""

    def __init__(self, pdf: FPDF, family: str) -> None:
        self._pdf = pdf
        self._family = family
        self._width = pdf.epw

    def draw(self, page: WinPage) -> None:
        """Draw everything."""
        self._head(page)
        self._sum(page)
        top, column = self._pdf.get_y(), (self._width - 9) / 2
        self._section("The win", page.win, MARGIN, column)
        low = self._pdf.get_y()
        self._pdf.set_y(top)
        self._section("The meter", page.meter, MARGIN + column + 9, column, amounts=True)
        self._pdf.set_y(max(low, self._pdf.get_y()) + 4)
        if page.envy:
            self._section("Envy", page.envy, MARGIN, self._width)
            self._pdf.ln(4)
        self._record(page)
        if self._pdf.will_page_break(CLOSING):
            self._pdf.add_page()
        self._signatures()
        self._foot(page)

    def _font(self, points: float, bold: bool = False, colour: tuple[int, int, int] = DARK) -> None:
        self._pdf.set_font(self._family, "B" if bold else "", points)
        self._pdf.set_text_color(*colour)

    def _line(self, left: float, right: float, thick: float, colour: tuple[int, int, int] = DARK) -> None:
        self._pdf.set_draw_color(*colour)
        self._pdf.set_line_width(thick)
        self._pdf.line(left, self._pdf.get_y(), right, self._pdf.get_y())

    def _head(self, page: WinPage) -> None:
        pdf = self._pdf
        self._font(10, bold=True)
        stage = page.stage[:1].upper() + page.stage[1:]
        wide = pdf.get_string_width(stage) + 7
        pdf.set_draw_color(*DARK)
        pdf.set_line_width(0.35)
        pdf.rect(MARGIN + self._width - wide, MARGIN, wide, 7, round_corners=True, corner_radius=1.5)
        pdf.set_xy(MARGIN + self._width - wide, MARGIN)
        pdf.cell(wide, 7, stage, align="C")
        pdf.set_xy(MARGIN, MARGIN)
        self._font(17, bold=True)
        pdf.cell(self._width - wide, 8, f"Progressive win page No. {page.award}", new_x="LMARGIN", new_y="NEXT")
        self._font(10, colour=GREY)
        pdf.multi_cell(self._width - wide, 5, page.house, new_x="LMARGIN", new_y="NEXT", align="L")
        pdf.ln(2.5)
        self._line(MARGIN, MARGIN + self._width, 0.7)

    def _sum(self, page: WinPage) -> None:
        pdf = self._pdf
        top = pdf.get_y() + 7
        left = MARGIN + self._width - len(page.cards) * 14.2 + 1.6
        for at, card in enumerate(page.cards):
            self._card(card, left + at * 14.2, top)
        pdf.set_xy(MARGIN, top)
        self._font(32, bold=True)
        pdf.cell(90, 12, page.amount, new_x="LMARGIN", new_y="NEXT")
        self._font(12, colour=GREY)
        pdf.cell(90, 6, page.hand, new_x="LMARGIN", new_y="NEXT")
        pdf.set_y(top + 24)

    def _card(self, card: Card, x: float, y: float) -> None:
        pdf = self._pdf
        pdf.set_draw_color(140, 140, 140)
        pdf.set_line_width(0.3)
        pdf.rect(x, y, 12.6, 17.6, round_corners=True, corner_radius=1.6)
        pdf.set_text_color(*(RED if card.suit in (1, 2) else DARK))
        pdf.set_font("helvetica", "B", 15)
        pdf.set_xy(x, y + 2)
        pdf.cell(12.6, 7, str(card)[0].replace("T", "10"), align="C")
        pdf.set_font("zapfdingbats", "", 14)
        pdf.set_xy(x, y + 8.6)
        pdf.cell(12.6, 7, DINGBATS[card.suit], align="C")

    def _heading(self, title: str, left: float, wide: float) -> None:
        self._pdf.set_x(left)
        self._font(8, bold=True, colour=GREY)
        self._pdf.cell(wide, 5, title.upper(), new_x="LEFT", new_y="NEXT")
        self._line(left, left + wide, 0.2, PALE)
        self._pdf.ln(1.2)

    def _section(self, title: str, rows: Rows, left: float, wide: float, amounts: bool = False) -> None:
        pdf = self._pdf
        self._heading(title, left, wide)
        for at, (label, value) in enumerate(rows):
            total = amounts and at == len(rows) - 1
            if total:
                self._line(left, left + wide, 0.2, PALE)
            pdf.set_x(left)
            self._font(10, bold=total, colour=DARK if total else GREY)
            label_wide = pdf.get_string_width(label) + 4 if amounts else 24
            pdf.cell(label_wide, 6, label)
            self._font(10, bold=total)
            pdf.multi_cell(wide - label_wide, 6, value, align="R" if amounts else "L", new_x="LEFT", new_y="NEXT")

    def _record(self, page: WinPage) -> None:
        pdf = self._pdf
        self._heading("The record", MARGIN, self._width)
        what, by = self._width * 0.5, self._width * 0.24
        for done in page.record:
            top = pdf.get_y()
            colour = DARK if done.at else GREY
            self._font(10, colour=colour)
            if not done.at:
                pdf.set_draw_color(*GREY)
                pdf.set_line_width(0.25)
                pdf.rect(MARGIN, top + 1.5, 3, 3)
            pdf.set_x(MARGIN + (0 if done.at else 5))
            pdf.multi_cell(what - (0 if done.at else 5), 6, done.what, align="L", new_x="LMARGIN", new_y="NEXT")
            low = pdf.get_y()
            pdf.set_xy(MARGIN + what, top)
            pdf.multi_cell(by, 6, done.by, align="L", new_x="LMARGIN", new_y="NEXT")
            low = max(low, pdf.get_y())
            pdf.set_xy(MARGIN + what + by, top)
            self._font(9, colour=GREY)
            pdf.cell(self._width - what - by, 6, done.at, align="R")
            pdf.set_y(low + 0.6)
            self._line(MARGIN, MARGIN + self._width, 0.12, (221, 221, 221))
            pdf.ln(0.6)

    def _signatures(self) -> None:
        pdf, column = self._pdf, (self._width - 9) / 2
        for one, other in zip(SIGNED_BY[::2], SIGNED_BY[1::2], strict=True):
            pdf.ln(12)
            top = pdf.get_y()
            for left, who in ((MARGIN, one), (MARGIN + column + 9, other)):
                pdf.set_xy(left, top)
                self._line(left, left + column, 0.3)
                self._font(9, colour=GREY)
                pdf.cell(column, 5.5, f"{who}, name and signature", new_x="LMARGIN", new_y="NEXT")

    def _foot(self, page: WinPage) -> None:
        self._pdf.ln(5)
        self._line(MARGIN, MARGIN + self._width, 0.2, PALE)
        self._pdf.ln(1.5)
        self._font(7.5, colour=GREY)
        for line in page.foot:
            self._pdf.multi_cell(self._width, 3.6, line, align="L", new_x="LMARGIN", new_y="NEXT")
