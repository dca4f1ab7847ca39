"""A simulation as one SVG document of several panels, for light and dark backgrounds."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from html import escape
from math import ceil, floor, log10
from typing import Any, Final

from uth.kernels.sim_table import PROGRESSIVE
from uth.sim.gathered import Gathered
from uth.sim.meters import BINS_A_DECADE, MeterLife, Months
from uth.sim.sessions import Sessions
from uth.units import money

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
    """Return the colours as literal CSS rules, because not every SVG reader supports variables."""
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
class Panel:
    """A panel's position on the page and the ranges of its axes."""

    top: float
    left: float
    right: float
    least: float
    most: float
    low: float
    high: float

    @property
    def foot(self) -> float:
        """The y coordinate of the lower axis."""
        return self.top + PANEL - BOTTOM

    def x(self, value: float) -> float:
        """Return the x coordinate of a value."""
        return self.left + (value - self.least) / (self.most - self.least or 1) * (self.right - self.left)

    def y(self, value: float) -> float:
        """Return the y coordinate of a value."""
        share = (value - self.low) / (self.high - self.low or 1)
        return self.foot - share * (self.foot - self.top - TOP)


def panel_at(
    top: float, *, least: float, most: float, low: float, high: float, left: float = LEFT, right: float = WIDTH - RIGHT
) -> Panel:
    """Return a panel with space for its labels."""
    return Panel(top=top, left=left, right=right, least=least, most=most, low=low, high=high)


def steps(low: float, high: float, about: int = 5) -> list[float]:
    """Return round numbers between two values: 1, 2 or 5 times a power of ten apart.

    >>> steps(0, 9)
    [0, 2, 4, 6, 8]
    """
    span = (high - low) or 1
    unit = 10 ** floor(log10(span / about))
    step = next(unit * each for each in (1, 2, 5, 10) if span / (unit * each) <= about)
    first = ceil(low / step - 1e-9)
    return [round(step * number, 12) for number in range(first, floor(high / step + 1e-9) + 1)]


def text(x: float, y: float, says: str, kind: str, anchor: str = "start") -> str:
    """Return a line of text."""
    return f'<text x="{x:.1f}" y="{y:.1f}" class="{kind}" text-anchor="{anchor}">{escape(says)}</text>'


def line(x: float, y: float, to_x: float, to_y: float, kind: str) -> str:
    """Return a straight line."""
    return f'<line x1="{x:.1f}" y1="{y:.1f}" x2="{to_x:.1f}" y2="{to_y:.1f}" class="{kind}"/>'


def path(points: list[tuple[float, float]], kind: str, *, closed: bool = False) -> str:
    """Return a line through points."""
    drawn = " L".join(f"{x:.1f},{y:.1f}" for x, y in points)
    return f'<path d="M{drawn}{"Z" if closed else ""}" class="{kind}"/>'


def bar(panel: Panel, left: float, right: float, value: float, kind: str, says: str) -> str:
    """Return a bar from the lower axis up, with a tooltip."""
    x, y = panel.x(left), panel.y(value)
    width = max(panel.x(right) - x - 1, 0.8)
    return (
        f'<rect x="{x:.1f}" y="{y:.1f}" width="{width:.1f}" height="{max(panel.foot - y, 0):.1f}" class="{kind}">'
        f"<title>{escape(says)}</title></rect>"
    )


def headed(panel: Panel, head: str, says: str) -> list[str]:
    """Return a panel's heading and subheading."""
    return [text(panel.left, panel.top + 22, head, "head"), text(panel.left, panel.top + 42, says, "quiet")]


def axes(panel: Panel, across: dict[float, str], up: dict[float, str], says: str) -> list[str]:
    """Return the axes with their ticks, and the label of the lower one."""
    drawn = []
    for value, words in up.items():
        y = panel.y(value)
        drawn += [line(panel.left, y, panel.right, y, "grid"), text(panel.left - 8, y + 4, words, "tick", "end")]
    for value, words in across.items():
        x = min(panel.x(value), panel.right + RIGHT - 4 - 3.5 * len(words))
        drawn.append(text(x, panel.foot + 18, words, "tick", "middle"))
    drawn.append(line(panel.left, panel.foot, panel.right, panel.foot, "axis"))
    drawn.append(text((panel.left + panel.right) / 2, panel.foot + 36, says, "quiet", "middle"))
    return drawn


def course(top: float, gathered: Gathered, exact: float | None) -> list[str]:
    """Draw the running mean with two standard errors on either side, and the exact value."""
    points = gathered.course
    if points[-1][0] != gathered.rounds:
        points = [*points, (gathered.rounds, gathered.mean, gathered.standard_error)]
    tail = points[len(points) // 8 :]
    low, high = (min(mean - 2 * error for _, mean, error in tail), max(mean + 2 * error for _, mean, error in tail))
    low, high = (min(low, exact), max(high, exact)) if exact is not None else (low, high)
    first, last = log10(points[0][0]), log10(points[-1][0])
    panel = panel_at(top, least=first, most=last if last > first else first + 1, low=low, high=high)

    def at(rounds: int, value: float) -> tuple[float, float]:
        return panel.x(log10(rounds)), panel.y(min(max(value, low), high))

    band = [at(rounds, mean + 2 * error) for rounds, mean, error in points]
    band += [at(rounds, mean - 2 * error) for rounds, mean, error in reversed(points)]
    round_ones = [times * 10**power for power in range(14) for times in (1, 2, 5)]
    ticks = {log10(number): f"{number:,}" for number in round_ones if first <= log10(number) <= last}
    ticks = dict([*ticks.items()][:: 1 + len(ticks) // 8])
    drawn = headed(panel, "Running mean", "Mean result of a hand in antes, plus and minus two standard errors")
    drawn += axes(panel, ticks, {value: f"{value:+.4g}" if value else "0" for value in steps(low, high)}, "rounds")
    drawn += [path(band, "soft", closed=True), path([at(rounds, mean) for rounds, mean, _ in points], "main")]
    if exact is not None:
        drawn += [path([at(points[0][0], exact), at(points[-1][0], exact)], "exact")]
        drawn.append(text(panel.right, panel.y(exact) - 6, f"exact {exact:+.6f}", "said", "end"))
    return drawn


def hands(top: float, gathered: Gathered) -> list[str]:
    """Draw a histogram of hand results in antes; the last bars include everything beyond them."""
    least, most = -8, 12
    ante, unit = gathered.prepared.plan.ante, gathered.prepared.unit
    shares: Counter[int] = Counter()
    table = gathered.prepared.table
    for seat, amounts in enumerate((table.amounts - table.parts[:, :, PROGRESSIVE]).tolist()):
        for times, amount in zip(gathered.classes[seat].tolist(), amounts, strict=True):
            if times:
                shares[min(max(amount * unit // ante, least), most)] += times
    panel = panel_at(top, least=least, most=most + 1, low=0, high=max(shares.values()) / gathered.hands)
    drawn = headed(panel, "Results of a hand", "Share of hands by their result in antes, without the progressive")
    ups = {value: f"{value:.0%}" for value in steps(0, panel.high)}
    across = {value + 0.5: f"{value:+d}" if value else "0" for value in range(least, most + 1, 2)}
    drawn += axes(panel, across, ups, "antes won or lost, rounded down")
    for antes, times in sorted(shares.items()):
        share, kind = times / gathered.hands, "bar" if antes > 0 else "low" if antes < 0 else "high"
        drawn.append(bar(panel, antes, antes + 1, share, kind, f"{antes:+d} antes: {share:.3%} of hands"))
    return drawn


def sessions(top: float, found: Sessions, hands_each: int) -> list[str]:
    """Draw a histogram of session results; the last bars include everything beyond them."""
    width = _width(found)
    least, most = (width * (found.quantile(share) // width) for share in (0.005, 0.99))
    most += width
    shares: Counter[int] = Counter()
    for antes, times in found.results.items():
        shares[min(max(width * (antes // width), least), most)] += times
    panel = panel_at(top, least=least, most=most + width, low=0, high=max(shares.values()) / found.count)
    says = f"{found.count:,} sessions of {hands_each:,} hands, by their result in antes"
    drawn = headed(panel, "Results of a session", says)
    ups = {value: f"{value:.1%}" for value in steps(0, panel.high)}
    drawn += axes(
        panel, {value: f"{value:+g}" if value else "0" for value in steps(least, most + width, 9)}, ups, "antes"
    )
    for antes, times in sorted(shares.items()):
        share, kind = times / found.count, "bar" if antes >= 0 else "low"
        drawn.append(bar(panel, antes, antes + width, share, kind, f"{antes:+d} antes: {share:.2%} of sessions"))
    drawn.append(line(panel.x(0), panel.y(panel.high), panel.x(0), panel.foot, "axis"))
    said = [f"ahead {found.ahead / found.count:.1%}"]
    if found.bankroll is not None:
        said.insert(0, f"bankroll gone {found.ruined / found.count:.1%}")
    if found.goal is not None:
        said.append(f"goal reached {found.reached / found.count:.1%}")
    drawn.append(text(panel.right, panel.top + 22, ", ".join(said), "said2", "end"))
    return drawn


def _width(found: Sessions) -> int:
    """Return how many antes a bar spans, for about forty bars."""
    span = found.quantile(0.99) - found.quantile(0.005)
    return next((width for width in (1, 2, 5, 10, 20, 50, 100) if span / width <= 60), max(span // 60, 1))


def meter(top: float, name: str, life: MeterLife, start: int, symbol: str, rounds: int) -> list[str]:
    """Draw a meter up to its first awards: fed round by round, reduced by each win."""
    points: list[tuple[int, int]] = [(0, start)]
    for at, before, after in life.path[:60]:
        points += [(at, before), (at, after)]
    if len(points) == 1:
        points.append((rounds, life.meter.shown))
    highest = max(cents for _, cents in points)
    panel = panel_at(top, least=0, most=points[-1][0], low=0, high=highest * 1.04)
    won = life.emptied
    says = f"won {won.count:,} times, at {money(round(won.mean), symbol)} on average" if won.count else "never won"
    drawn = headed(panel, f"The meter {name}", f"{says}; its first {min(len(life.path), 60)} awards are drawn")
    ups = {value: money(round(value), symbol) for value in steps(0, highest)}
    drawn += axes(panel, {value: f"{value:,.0f}" for value in steps(0, panel.most)}, ups, "rounds")
    drawn.append(path([(panel.x(at), panel.y(cents)) for at, cents in points], "main"))
    if won.count:
        drawn.append(line(panel.left, panel.y(won.mean), panel.right, panel.y(won.mean), "exact"))
    return drawn


def sizes(top: float, name: str, life: MeterLife, symbol: str) -> list[str]:
    """Draw a histogram of the meter's size when all of it was won."""
    bins = life.sizes
    least, most = min(bins), max(bins) + 1
    panel = panel_at(top, least=least, most=most, low=0, high=max(bins.values()) / life.emptied.count)
    drawn = headed(panel, f"Size of {name} when it was won", "Share of awards by size, on a logarithmic scale")
    across = {
        BINS_A_DECADE * log10(cents): money(cents, symbol)
        for power in range(2, 14)
        for cents in (10**power, 2 * 10**power, 5 * 10**power)
        if least <= BINS_A_DECADE * log10(cents) <= most
    }
    drawn += axes(panel, across, {value: f"{value:.0%}" for value in steps(0, panel.high)}, "size of the award")
    for at, times in sorted(bins.items()):
        cents = money(round(10 ** (at / BINS_A_DECADE)), symbol)
        drawn.append(bar(panel, at, at + 1, times / life.emptied.count, "bar", f"from {cents}: {times:,}"))
    return drawn


def months(top: float, found: Months) -> list[str]:
    """Draw the share of the progressive wagers kept each month."""
    width = 5
    shares: Counter[int] = Counter()
    for percent, times in found.bins.items():
        shares[max(width * (percent // width), -100)] += times
    panel = panel_at(
        top, least=min(shares), most=max(shares) + width, low=0, high=max(shares.values()) / found.paid.count
    )
    says = f"{found.paid.count:,} months of {found.rounds:,} rounds, by what was kept of the progressive wagers"
    drawn = headed(panel, "The progressive by month", says)
    across = {value: f"{value:g}%" for value in steps(panel.least, panel.most, 8)}
    drawn += axes(panel, across, {value: f"{value:.0%}" for value in steps(0, panel.high)}, "kept")
    for percent, times in sorted(shares.items()):
        kind = "bar" if percent >= 0 else "low"
        says = f"{percent}% to {percent + width}%: {times:,} months"
        drawn.append(bar(panel, percent, percent + width, times / found.paid.count, kind, says))
    return drawn


HEAD = 84


def drawing_of(gathered: Gathered, document: dict[str, Any]) -> str:
    """Return the chart as an SVG document."""
    plan = gathered.prepared.plan
    strategies = ", ".join(dict.fromkeys(seat.strategy for seat in plan.seats))
    title = f"{plan.posted.rules.name.capitalize()}: {len(plan.seats)} seat{'s' * (len(plan.seats) > 1)}, {strategies}"
    says = (
        f"{gathered.rounds:,} rounds, {gathered.mean:+.6f} ± {gathered.standard_error:.6f} antes a hand; "
        f"shuffle key {plan.shuffle_key}"
    )
    drawn = _panels(gathered, document)
    height = HEAD + PANEL * len(drawn) + 10
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" width="{WIDTH}" height="{height}" '
        'role="img">',
        f"<title>{escape(title)}</title>",
        f"<style>{STYLE}</style>",
        f'<rect class="paper" width="{WIDTH}" height="{height}"/>',
        text(LEFT, 40, title, "title"),
        text(LEFT, 64, says, "quiet"),
        *(each for panel in drawn for each in panel),
        "</svg>",
    ]
    return "\n".join(lines) + "\n"


def _panels(gathered: Gathered, document: dict[str, Any]) -> list[list[str]]:
    """Return the panels that have data, top to bottom."""
    plan, symbol = gathered.prepared.plan, gathered.prepared.plan.posted.rules.currency.symbol
    drawn: list[list[str]] = []

    def top() -> int:
        return HEAD + PANEL * len(drawn)

    if gathered.sessions is not None and gathered.sessions.count and plan.session is not None:
        drawn.append(sessions(top(), gathered.sessions, plan.session.hands))
    drawn.append(course(top(), gathered, document["exact"]))
    if gathered.classes.any():
        drawn.append(hands(top(), gathered))
    for name, life in gathered.meters.items():
        drawn.append(meter(top(), name, life, plan.meter(name), symbol, gathered.rounds))
        if life.emptied.count:
            drawn.append(sizes(top(), name, life, symbol))
    if gathered.months is not None and gathered.months.paid.count:
        drawn.append(months(top(), gathered.months))
    return drawn
