"""Every decision has one kind, and the kinds are what their titles say."""

from __future__ import annotations

from random import Random

import pytest

from uth.cards import DECK, parse_cards
from uth.coach.kinds import KINDS, kind_of
from uth.rules.values import Street

EXAMPLES = {
    "pocket-twos": ("2h 2c", ""),
    "pocket-pairs": ("3h 3c", ""),
    "suited-kings": ("Kh 2h", ""),
    "offsuit-jacks": ("Jh Tc", ""),
    "offsuit-tens-and-lower": ("Th 9c", ""),
    "flop-two-pair": ("Th 9c", "Td 9d 2c"),
    "flop-hidden-pair": ("Th 9c", "Td 8d 2c"),
    "high-four-flush": ("Th 9h", "Ah 8h 2c"),
    "low-four-flush": ("9h 8h", "Ah 3h 2c"),
    "paired-flop": ("Kh 4h", "9c 9d 2s"),
    "four-straight": ("Ah 4c", "2c 3d Ks"),
    "two-overcards": ("Ah Qc", "2c 8d 9s"),
    "flop-nothing": ("Ah 7c", "2c 8d 9s"),
    "board-plays": ("2h 3c", "Ac Kd Qs Jh Tc"),
    "river-hidden-pair": ("Ah 7c", "2c 8d 9s Ac Js"),
    "river-made-hand": ("Ah Jh", "2h 8h 9s Ac 4h"),
    "board-four-flush": ("As 7c", "2h 8h 9h Kh 4c"),
    "board-four-straight": ("As 2c", "6h 7c 8d 9h Kc"),
    "paired-board": ("As 2c", "6h 6c 8d 9h Kc"),
    "high-card": ("As 2c", "6h 7c Jd Th Kc"),
}


@pytest.mark.parametrize("name", EXAMPLES)
def test_an_example_is_of_its_kind(name: str) -> None:
    hole, board = map(parse_cards, EXAMPLES[name])
    assert kind_of(hole, board).name == name


def test_every_kind_occurs_on_its_street_and_has_a_name_of_its_own() -> None:
    random, seen = Random(17), set()
    for size, street in ((0, Street.PREFLOP), (3, Street.FLOP), (5, Street.RIVER)):
        for _ in range(2000):
            cards = tuple(random.sample(DECK, 2 + size))
            kind = kind_of(cards[:2], cards[2:])
            assert kind.street is street
            seen.add(kind.name)
    assert seen == {kind.name for kind in KINDS}
    assert len({kind.title for kind in KINDS}) == len(seen) == len(KINDS)
