"""Ten thousand rounds settled in one process, and what the players of each decision made of them.

python examples/settle_many.py
"""

from __future__ import annotations

import random
from collections import Counter
from typing import Literal

from uth import DECK, PlayedRoundDocument, settle_document

Street = Literal["preflop", "flop", "river"]
PLAYS: tuple[tuple[Street, int], ...] = (("preflop", 4), ("flop", 2), ("river", 1))


def dealt(rng: random.Random) -> PlayedRoundDocument:
    """Return a round of one seat that plays at random: cards, wagers and a decision."""
    cards = [str(card) for card in rng.sample(DECK, 9)]
    street, multiple = rng.choice(PLAYS)
    return {
        "rules": "massachusetts",
        "board": cards[4:],
        "dealer": cards[2:4],
        "seats": [
            {
                "seat": 1,
                "player": "Ann",
                "hole": cards[:2],
                "wagers": {"ante": 1_000, "blind": 1_000, "trips": 500},
                "decision": {"street": street, "multiple": multiple},
            }
        ],
    }


def main(rounds: int = 10_000, seed: int = 7) -> Counter[str]:
    """Return the net result of each decision, in cents."""
    rng, net = random.Random(seed), Counter[str]()
    for _ in range(rounds):
        round_ = dealt(rng)
        (seat,) = settle_document(round_)["seats"]
        decision = round_["seats"][0]["decision"]
        net[f"{decision['street']} {decision['multiple']}x" if decision else "none"] += seat["net"]
    return net


if __name__ == "__main__":
    for decision, cents in sorted(main().items()):
        print(f"{decision:12} {cents / 100:+12,.2f}")
