"""The program that counts a strategy page in a process of its own: `python -m uth.exact.strategy_worker`.

It reads a game as one line of JSON and writes a line after each step, ``{"done": 3, "of": 12}``, and at the end the
counted page, ``{"priced": ...}``. It runs on one thread at the lowest priority, so that it never takes the processor
from the program that started it.
"""

from __future__ import annotations

import json
import os
import sys
from fractions import Fraction
from typing import Any, Final

from uth.errors import Malformed
from uth.exact.game import MainGame
from uth.exact.strategy_page import price
from uth.ranking import Category

LOWEST_PRIORITY: Final = 19


def written(game: MainGame) -> str:
    """Return a game of ante, blind and play as a line of JSON; `read_game` reads it."""
    document = {
        "preflop": game.preflop,
        "flop": game.flop,
        "river": game.river,
        "blind": [None if odds is None else str(odds) for odds in game.blind],
        "qualifier": None if game.qualifier is None else game.qualifier.key,
    }
    if read_game(json.dumps(document)) != game:
        raise Malformed("game", repr(game), "has more than ante, blind and play; only those are on a strategy page")
    return json.dumps(document)


def read_game(line: str) -> MainGame:
    """Return the game of a line of JSON."""
    document: dict[str, Any] = json.loads(line)
    keys = {category.key: category for category in Category}
    return MainGame(
        preflop=tuple(document["preflop"]),
        flop=tuple(document["flop"]),
        river=tuple(document["river"]),
        blind=tuple(None if odds is None else Fraction(odds) for odds in document["blind"]),
        qualifier=None if document["qualifier"] is None else keys[document["qualifier"]],
    )


def main() -> None:
    """Count the page of the game on standard input."""
    if hasattr(os, "nice"):
        os.nice(LOWEST_PRIORITY)
    game = read_game(sys.stdin.readline())

    def told(done: int, of: int) -> None:
        print(json.dumps({"done": done, "of": of}), flush=True)

    print(json.dumps({"priced": price(game, told, workers=1)}), flush=True)


if __name__ == "__main__":
    main()
