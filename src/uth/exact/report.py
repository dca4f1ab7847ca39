"""An exact solution as a document: every number a fraction first, a decimal beside it."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from math import sqrt
from typing import Any

from uth.exact.result import TIES, Outcome, Solution, Start


def number(value: Fraction) -> dict[str, Any]:
    """Return the number as a fraction and as a decimal."""
    return {"fraction": f"{value.numerator}/{value.denominator}", "value": float(value)}


def document_of(solution: Solution) -> dict[str, Any]:
    """Return everything the solution says, for a program to read."""
    return {
        "ev": number(solution.ev),
        "house_edge": float(solution.house_edge),
        "element_of_risk": float(solution.element_of_risk),
        "average_wager": float(solution.average_wager),
        "standard_deviation": sqrt(solution.variance),
        "ties": TIES,
        "wagers": {
            "ante": number(solution.ante),
            "blind": number(solution.blind),
            "play": number(solution.play),
            "forfeited_by_a_fold": number(solution.side),
        },
        "fractions": {
            "house_edge": str(solution.house_edge),
            "element_of_risk": str(solution.element_of_risk),
            "average_wager": str(solution.average_wager),
            "variance": str(solution.variance),
        },
        "decisions": [
            {
                "street": decision.street,
                "action": action(decision.street, decision.multiple),
                "combinations": decision.deals,
                "frequency": float(decision.frequency),
            }
            for decision in solution.decisions
        ],
        "outcomes": [_outcome(outcome) for outcome in in_order(solution.outcomes)],
        "preflop": {start.name: _start(start) for start in solution.starts},
    }


def action(street: str, multiple: int) -> str:
    """Return the action as a player says it."""
    if multiple:
        return f"{multiple}x"
    return "fold" if street == "river" else "check"


def in_order(outcomes: Iterable[Outcome]) -> list[Outcome]:
    """Return the outcomes in the order a table of them is read."""
    streets = ("preflop", "flop", "river")

    def place(each: Outcome) -> tuple[int, int, str, bool, int]:
        return streets.index(each.street), -each.multiple, each.result, each.qualifies, each.hand

    return sorted(outcomes, key=place)


def _outcome(outcome: Outcome) -> dict[str, Any]:
    return {
        "action": f"{outcome.street} {action(outcome.street, outcome.multiple)}",
        "result": outcome.result,
        "qualifies": outcome.qualifies,
        "hand": outcome.hand.key,
        "combinations": outcome.deals,
        "net": number(outcome.net),
    }


def _start(start: Start) -> dict[str, Any]:
    return {
        "combinations": start.holes,
        "best": action("preflop", start.multiple),
        "values": {action("preflop", multiple): number(value) for multiple, value in start.values.items()},
        "margin": number(start.margin),
    }
