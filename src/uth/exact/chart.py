"""A chart of the strategy before the flop: the action of each of the 169 starting hands and its margin."""

from __future__ import annotations

from html import escape
from typing import Final

from uth.cards import RANKS
from uth.exact.result import Solution, StartingHand, action

CELL: Final = 46
LEFT, TOP, BOTTOM = 40, 92, 96
PLAYED, CHECKED = "#1b7a4b", "#d8d3c4"
ALSO_PLAYED: Final = ("#1b7a4b", "#2f6fb0", "#8a5a9e", "#b0752f")


def place_of(name: str) -> tuple[int, int]:
    """Return the row and column of a starting hand: pairs on the diagonal, suited above it, the ace first."""
    high, low = 12 - RANKS.index(name[0]), 12 - RANKS.index(name[1])
    return (high, low) if name.endswith("s") else (low, high)


def drawing_of(solution: Solution, title: str) -> str:
    """Return the chart as an SVG document."""
    multiples = sorted({start.multiple for start in solution.starts if start.multiple}, reverse=True)
    colours = dict(zip(multiples, ALSO_PLAYED * len(multiples), strict=False))
    side = LEFT + 13 * CELL + 16
    height = TOP + 13 * CELL + BOTTOM
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {side} {height}" width="{side}" height="{height}" '
        'font-family="Georgia, serif" role="img">',
        f"<title>{escape(title)}</title>",
        f'<rect width="{side}" height="{height}" fill="#fbfaf6"/>',
        f'<text x="{LEFT}" y="34" font-size="21" fill="#222">{escape(title)}</text>',
        f'<text x="{LEFT}" y="58" font-size="13" fill="#555">Before the flop; suited hands above the diagonal. '
        "Below each hand, in thousandths</text>",
        f'<text x="{LEFT}" y="75" font-size="13" fill="#555">'
        "of an ante: by how much playing and checking differ.</text>",
    ]
    lines += [_cell(start, colours) for start in solution.starts]
    lines += _legend(solution, colours, TOP + 13 * CELL + 30)
    return "\n".join([*lines, "</svg>"]) + "\n"


def _cell(start: StartingHand, colours: dict[int, str]) -> str:
    row, column = place_of(start.name)
    middle = LEFT + column * CELL + CELL // 2 - 1
    x, y = LEFT + column * CELL, TOP + row * CELL
    fill, ink = (colours[start.multiple], "#fff") if start.multiple else (CHECKED, "#333")
    gain = round(abs(float(start.margin)) * 1000)
    return (
        f'<g><rect x="{x}" y="{y}" width="{CELL - 2}" height="{CELL - 2}" rx="4" fill="{fill}"/>'
        f'<text x="{middle}" y="{y + 20}" font-size="14" text-anchor="middle" fill="{ink}">{start.name}</text>'
        f'<text x="{middle}" y="{y + 36}" font-size="11" text-anchor="middle" fill="{ink}">{gain}</text></g>'
    )


def _legend(solution: Solution, colours: dict[int, str], y: int) -> list[str]:
    lines, x = [], LEFT
    for name, fill in [*((f"play {multiple}x", colour) for multiple, colour in colours.items()), ("check", CHECKED)]:
        lines.append(f'<rect x="{x}" y="{y - 13}" width="16" height="16" rx="3" fill="{fill}"/>')
        lines.append(f'<text x="{x + 22}" y="{y}" font-size="14" fill="#333">{name}</text>')
        x += 110
    shares = ", ".join(
        f"{decision.street} {action(decision.street, decision.multiple)} {float(decision.frequency):.2%}"
        for decision in solution.decisions
    )
    edge, risk = float(solution.house_edge), float(solution.element_of_risk)
    summary = f"House edge {edge:.4%} of the ante; element of risk {risk:.4%}."
    lines.append(f'<text x="{LEFT}" y="{y + 26}" font-size="13" fill="#555">{escape(summary)}</text>')
    lines.append(f'<text x="{LEFT}" y="{y + 46}" font-size="13" fill="#555">Deals end: {escape(shares)}.</text>')
    return lines
