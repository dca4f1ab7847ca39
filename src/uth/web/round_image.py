"""The preview image of a round: what everyone saw of it, and the grade of a hand that its player shares."""

from __future__ import annotations

import io
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from PIL import Image, ImageDraw, ImageFont

WIDTH, HEIGHT = 1200, 630
"""The size that previews are shown at."""
SMOOTH: Final = 2
"""Shapes are drawn so many times as large, and made smaller, so that their edges are smooth."""
FELT, DEEP, SOFT, TEXT = "#0e5a45", "#093c2f", "#cfe0d7", "#f4f8f5"
PAPER, EDGE, BLACK, RED = "#fffdf8", "#b9b2a4", "#16202a", "#b3202c"
GOOD, MIDDLING, BAD = "#8ee3b8", "#f1d27a", "#ffb3a7"
GRADE_COLOURS: Final = {"best": GOOD, "inaccuracy": MIDDLING, "mistake": BAD, "blunder": BAD}
CARD: Final = (128, 178)
GAP: Final = 14
MARGIN: Final = 56

Draw = ImageDraw.ImageDraw


@dataclass(frozen=True, slots=True, kw_only=True)
class PictureHand:
    """A hand in the picture."""

    label: str
    cards: tuple[str | None, ...]
    """A card that was not shown is ``None``."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundPicture:
    """What the preview of a round shows."""

    title: str
    hands: tuple[PictureHand, ...]
    board: tuple[str | None, ...]
    result: str
    verdict: str
    """The grade of the shared hand in words; empty if no hand is shared."""
    grade: str = ""


@lru_cache(maxsize=16)
def _font(size: int) -> ImageFont.FreeTypeFont:
    font = ImageFont.load_default(size * SMOOTH)
    if not isinstance(font, ImageFont.FreeTypeFont):
        raise TypeError("Pillow was built without FreeType")
    return font


@lru_cache(maxsize=256)
def draw(picture: RoundPicture) -> bytes:
    """Return the preview as a PNG."""
    image = Image.new("RGB", (WIDTH * SMOOTH, HEIGHT * SMOOTH), FELT)
    pen = ImageDraw.Draw(image)
    pen.rectangle((0, 0, WIDTH * SMOOTH, 104 * SMOOTH), fill=DEEP)
    _write(pen, (MARGIN, 30), _fitted(pen, picture.title, 40, WIDTH - 2 * MARGIN), 40, TEXT)
    for at, hand in enumerate(picture.hands[:2]):
        left = MARGIN + at * (2 * (CARD[0] + GAP) + 24)
        _write(pen, (left, 132), _fitted(pen, hand.label, 26, 2 * CARD[0] + GAP), 26, SOFT)
        _cards(pen, (left, 172), hand.cards)
    _write(pen, (MARGIN, 376), "Board", 26, SOFT)
    _cards(pen, (MARGIN, 414), picture.board)
    beside = MARGIN + 5 * (CARD[0] + GAP) + 16
    for at, line in enumerate(_wrapped(pen, picture.result, 32, WIDTH - MARGIN - beside)[:4]):
        _write(pen, (beside, 414 + 42 * at), line, 32, TEXT)
    if picture.verdict:
        left = MARGIN + 4 * (CARD[0] + GAP) + 72
        for at, line in enumerate(_wrapped(pen, picture.verdict, 36, WIDTH - MARGIN - left)[:3]):
            _write(pen, (left, 200 + 48 * at), line, 36, GRADE_COLOURS.get(picture.grade, TEXT))
    small = image.resize((WIDTH, HEIGHT), Image.Resampling.LANCZOS)
    data = io.BytesIO()
    small.save(data, "PNG", optimize=True)
    return data.getvalue()


def _write(pen: Draw, at: tuple[int, int], text: str, size: int, colour: str) -> None:
    pen.text((at[0] * SMOOTH, at[1] * SMOOTH), text, font=_font(size), fill=colour)


def _width(pen: Draw, text: str, size: int) -> float:
    return pen.textlength(text, font=_font(size)) / SMOOTH


def _fitted(pen: Draw, text: str, size: int, room: int) -> str:
    """Return the text, shortened until it fits."""
    if _width(pen, text, size) <= room:
        return text
    while text and _width(pen, f"{text}...", size) > room:
        text = text[:-1]
    return f"{text}..."


def _wrapped(pen: Draw, text: str, size: int, room: int) -> list[str]:
    """Return the text as lines that fit."""
    lines: list[str] = []
    for word in text.split():
        if lines and _width(pen, f"{lines[-1]} {word}", size) <= room:
            lines[-1] = f"{lines[-1]} {word}"
        else:
            lines.append(word)
    return [_fitted(pen, line, size, room) for line in lines]


def _cards(pen: Draw, at: tuple[int, int], cards: Sequence[str | None]) -> None:
    for nth, card in enumerate(cards):
        _card(pen, (at[0] + nth * (CARD[0] + GAP), at[1]), card)


def _card(pen: Draw, at: tuple[int, int], card: str | None) -> None:
    left, top = at[0] * SMOOTH, at[1] * SMOOTH
    box = (left, top, left + CARD[0] * SMOOTH, top + CARD[1] * SMOOTH)
    pen.rounded_rectangle(box, 12 * SMOOTH, fill=PAPER if card else DEEP, outline=EDGE if card else SOFT, width=3)
    if card is None:
        inner = tuple(each + (10 if nth < 2 else -10) * SMOOTH for nth, each in enumerate(box))
        pen.rounded_rectangle(inner, 8 * SMOOTH, outline=SOFT, width=3)
        return
    rank, suit = card[0].replace("T", "10"), card[1]
    colour = RED if suit in "hd" else BLACK
    _write(pen, (at[0] + 14, at[1] + 8), rank, 56, colour)
    _suit(pen, suit, (at[0] + CARD[0] // 2 + 14, at[1] + CARD[1] - 58), 40, colour)


def _suit(pen: Draw, suit: str, middle: tuple[int, int], size: int, colour: str) -> None:
    """Draw a suit around the middle; `size` is half of its height."""
    x, y, s = middle[0] * SMOOTH, middle[1] * SMOOTH, size * SMOOTH

    def disc(dx: float, dy: float, radius: float) -> None:
        cx, cy, r = x + dx * s, y + dy * s, radius * s
        pen.ellipse((cx - r, cy - r, cx + r, cy + r), fill=colour)

    def shape(*points: tuple[float, float]) -> None:
        pen.polygon([(x + dx * s, y + dy * s) for dx, dy in points], fill=colour)

    if suit == "d":
        shape((0, -1), (0.76, 0), (0, 1), (-0.76, 0))
    elif suit == "h":
        disc(-0.42, -0.42, 0.46)
        disc(0.42, -0.42, 0.46)
        shape((-0.84, -0.22), (0.84, -0.22), (0, 0.95))
        shape((-0.3, -0.5), (0.3, -0.5), (0.3, 0), (-0.3, 0))
    elif suit == "s":
        disc(-0.42, 0.22, 0.44)
        disc(0.42, 0.22, 0.44)
        shape((-0.82, 0.06), (0.82, 0.06), (0, -1))
        shape((-0.1, 0.2), (0.1, 0.2), (0.36, 1), (-0.36, 1))
    else:
        disc(0, -0.5, 0.42)
        disc(-0.46, 0.16, 0.42)
        disc(0.46, 0.16, 0.42)
        shape((-0.12, -0.2), (0.12, -0.2), (0.36, 1), (-0.36, 1))
        disc(0, 0, 0.2)
