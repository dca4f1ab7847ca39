"""A bot at a live house: it sits down, plays each hand by its exact values, and gets up.

uth serve &
python examples/optimal_bot.py http://127.0.0.1:8000 massachusetts 10
"""

from __future__ import annotations

import asyncio
import sys

from uth.client import Visitor, play_rounds


async def play(address: str, table: str, rounds: int, strategy: str = "optimal") -> int:
    """Return what the bot won or lost, in cents."""
    async with Visitor(address, name="Optimal bot") as visitor:
        return await play_rounds(visitor, table, rounds=rounds, strategy=strategy, wagers={"ante": 1_000})


if __name__ == "__main__":
    address, table, rounds = sys.argv[1:]
    print(f"{asyncio.run(play(address, table, int(rounds))) / 100:+.2f}")
