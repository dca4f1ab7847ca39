"""The frame of a panel: where it lies, its scales, its ticks and its words, readable on light and on dark paper."""

from __future__ import annotations

from dataclasses import dataclass
from html import escape
from math import ceil, floor, log10
from typing import Final

WIDTH: Final = 860
LEFT: Final = 78
RIGHT: Final = 24
PANEL: Final = 318
TOP: Final = 62
BOTTOM: Final = 46

LIGHT: Final = {
    "paper": "#fbfaf6", "ink": "#22251f", "quiet": "#6a6a60", "line": "#d9d5c8", "main": "#1b7a4b", "soft": "#1b7a4b",
    "mark": "#b0472f", "other": "#2f6fb0",
}  # fmt: skip
DARK: Final = {
    "paper": "#16191a", "ink": "#ecebe4", "quiet": "#a2a59b", "line": "#33393a", "main": "#57c58d", "soft": "#57c58d",
    "mark": "#f08a6c", "other": "#79b3ec",
}  # fmt: skip


def _colours(of: dict[str, str]) -> str:
    """Return what has which colour, written out: not every reader of SVG knows variables."""
    return f"""
  text, .title, .head {{ fill: {of["ink"]}; }} .paper {{ fill: {of["paper"]}; }}
  .quiet, .tick {{ fill: {of["quiet"]}; }} .grid {{ stroke: {of["line"]}; }} .axis {{ stroke: {of["quiet"]}; }}
  .main {{ stroke: {of["main"]}; }} .soft {{ fill: {of["soft"]}; }} .bar {{ fill: {of["main"]}; }}
  .low, .said {{ fill: {of["mark"]}; }} .high, .said2 {{ fill: {of["other"]}; }} .exact {{ stroke: {of["mark"]}; }}
"""


STYLE: Final = f"""
  text {{ font-family: Georgia, "Times New Roman", serif; }}
  .title {{ font-size: 22px; }} .head {{ font-size: 16px; }} .quiet, .said, .said2 {{ font-size: 12.5px; }}
  .tick {{ font-size: 12px; }} .grid, .axis {{ stroke-width: 1; }} .main {{ fill: none; stroke-width: 2; }}
  .soft {{ fill-opacity: 0.2; }} .exact {{ fill: none; stroke-width: 1.6; stroke-dasharray: 6 4; }}
{_colours(LIGHT)}  @media (prefers-color-scheme: dark) {{{_colours(DARK)}  }}
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Frame:
    """A panel's place on the page and what its axes span."""

    top: float
    left: float
    right: float
    least: float
    most: float
    low: float
    high: float

    @property
    def foot(self) -> float:
        """Where the panel's lower axis lies."""
        return self.top + PANEL - BOTTOM

    def x(self, value: float) -> float:
        """Return where a value lies from left to right."""
        return self.left + (value - self.least) / (self.most - self.least or 1) * (self.right - self.left)

    def y(self, value: float) -> float:
        """Return where a value lies from the lower axis up."""
        share = (value - self.low) / (self.high - self.low or 1)
        return self.foot - share * (self.foot - self.top - TOP)


def frame_at(
    top: float, *, least: float, most: float, low: float, high: float, left: float = LEFT, right: float = WIDTH - RIGHT
) -> Frame:
    """Return a frame with room for its words."""
    return Frame(top=top, left=left, right=right, least=least, most=most, low=low, high=high)


def steps(low: float, high: float, about: int = 5) -> list[float]:
    """Return round numbers between two values: 1, 2 or 5 times a power of ten apart.

    >>> steps(0, 9)
    [0.0, 2.0, 4.0, 6.0, 8.0]
    """
    span = (high - low) or 1
    unit = 10 ** floor(log10(span / about))
    step = next(unit * each for each in (1, 2, 5, 10) if span / (unit * each) <= about)
    first = ceil(low / step - 1e-9)
    return [round(step * number, 12) for number in range(first, floor(high / step + 1e-9) + 1)]


def text(x: float, y: float, says: str, kind: str, anchor: str = "start") -> str:
    """Return a line of words."""
    return f'<text x="{x:.1f}" y="{y:.1f}" class="{kind}" text-anchor="{anchor}">{escape(says)}</text>'


def line(x: float, y: float, to_x: float, to_y: float, kind: str) -> str:
    """Return a straight line."""
    return f'<line x1="{x:.1f}" y1="{y:.1f}" x2="{to_x:.1f}" y2="{to_y:.1f}" class="{kind}"/>'


def path(points: list[tuple[float, float]], kind: str, *, closed: bool = False) -> str:
    """Return a line through points."""
    drawn = " L".join(f"{x:.1f},{y:.1f}" for x, y in points)
    return f'<path d="M{drawn}{"Z" if closed else ""}" class="{kind}"/>'


def bar(frame: Frame, left: float, right: float, value: float, kind: str, says: str) -> str:
    """Return a bar from the lower axis up, which says what it is when it is pointed at."""
    x, y = frame.x(left), frame.y(value)
    width = max(frame.x(right) - x - 1, 0.8)
    return (
        f'<rect x="{x:.1f}" y="{y:.1f}" width="{width:.1f}" height="{max(frame.foot - y, 0):.1f}" class="{kind}">'
        f"<title>{escape(says)}</title></rect>"
    )


def headed(frame: Frame, head: str, says: str) -> list[str]:
    """Return a panel's heading and the words below it."""
    return [text(frame.left, frame.top + 22, head, "head"), text(frame.left, frame.top + 42, says, "quiet")]


def axes(frame: Frame, across: dict[float, str], up: dict[float, str], says: str) -> list[str]:
    """Return the axes with their ticks, and what the lower one counts."""
    drawn = []
    for value, words in up.items():
        y = frame.y(value)
        drawn += [line(frame.left, y, frame.right, y, "grid"), text(frame.left - 8, y + 4, words, "tick", "end")]
    for value, words in across.items():
        x = min(frame.x(value), frame.right + RIGHT - 4 - 3.5 * len(words))
        drawn.append(text(x, frame.foot + 18, words, "tick", "middle"))
    drawn.append(line(frame.left, frame.foot, frame.right, frame.foot, "axis"))
    drawn.append(text((frame.left + frame.right) / 2, frame.foot + 36, says, "quiet", "middle"))
    return drawn
