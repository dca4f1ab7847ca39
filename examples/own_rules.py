"""A rule set of your own, from its TOML file to its exact edges.

python examples/own_rules.py examples/riverside.toml
"""

from __future__ import annotations

import sys
from fractions import Fraction
from pathlib import Path

from uth import load, post
from uth.exact import solution_of, trips_numbers

RIVERSIDE = Path(__file__).with_name("riverside.toml")


def edges(file: str) -> dict[str, Fraction]:
    """Return the house edge of the main game, per ante, and of trips, exactly."""
    posted = post(load(file))
    return {"main game": solution_of(posted).house_edge, "trips": trips_numbers(posted).house_edge}


if __name__ == "__main__":
    for wager, edge in edges(sys.argv[1] if len(sys.argv) > 1 else str(RIVERSIDE)).items():
        print(f"{wager:10} {float(edge):.6%}  exactly {edge}")
