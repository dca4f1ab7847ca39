"""A simulation as a drawing: one SVG document of a few panels, for light and dark paper."""

from __future__ import annotations

from html import escape
from typing import Any

from uth.sim import chart_panels as panels
from uth.sim.chart_frame import LEFT, PANEL, STYLE, WIDTH, text
from uth.sim.gathered import Gathered

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
    """Return the panels that have something to show, from the top of the page down."""
    plan, symbol = gathered.prepared.plan, gathered.prepared.plan.posted.rules.currency.symbol
    drawn: list[list[str]] = []

    def top() -> int:
        return HEAD + PANEL * len(drawn)

    if gathered.sessions is not None and gathered.sessions.count and plan.session is not None:
        drawn.append(panels.sessions(top(), gathered.sessions, plan.session.hands))
    drawn.append(panels.course(top(), gathered, document["exact"]))
    if gathered.classes.any():
        drawn.append(panels.hands(top(), gathered))
    for name, life in gathered.meters.items():
        drawn.append(panels.meter(top(), name, life, plan.meter(name), symbol, gathered.rounds))
        if life.emptied.count:
            drawn.append(panels.sizes(top(), name, life, symbol))
    if gathered.months is not None and gathered.months.paid.count:
        drawn.append(panels.months(top(), gathered.months))
    return drawn
