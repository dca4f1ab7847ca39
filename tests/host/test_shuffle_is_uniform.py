"""Statistics of the shuffle: every card at every place, every hole, every flop; and the well-known biased shuffle.

The keys are fixed, so the numbers are the same in every run. A bound of 2.576 is that of 99%.
"""

from __future__ import annotations

import asyncio
import subprocess
import sys
from collections import Counter
from collections.abc import Iterable, Sequence
from functools import cache
from itertools import combinations
from math import comb, sqrt

from uth.cards import DECK, Card
from uth.house.fairness import Commitment, _below, _words, deck_of
from uth.house.house import House
from uth.people.people import People
from uth.people.roles import Role, Session
from uth.rules.values import Wager
from uth.store.memory import MemoryStore
from uth.table.round import commands as c
from uth.units import Seat

DECKS = 13_000
Z = 2.576
Decks = tuple[tuple[Card, ...], ...]


@cache
def decks() -> Decks:
    return tuple(deck_of(b"uniform" + number.to_bytes(4, "big")) for number in range(DECKS))


def wrongly_shuffled(key: bytes) -> tuple[Card, ...]:
    """Return a deck by the classic wrong shuffle: each card changes places with any other, before it or behind it."""
    cards, words = list(DECK), _words(key)
    for at in range(len(cards)):
        chosen = _below(len(cards), words)
        cards[at], cards[chosen] = cards[chosen], cards[at]
    return tuple(cards)


def by_cells(drawn: Iterable[object], cells: int) -> float:
    """Return how many deviations the squares of the counts are off, where every cell is as likely as any other."""
    counts = Counter(drawn)
    total = sum(counts.values())
    expected = total / cells
    squares = sum((count - expected) ** 2 / expected for count in counts.values())
    squares += (cells - len(counts)) * expected
    return (squares - (cells - 1)) / sqrt(2 * (cells - 1) * (total - 1) / total)


def by_place(dealt: Sequence[tuple[Card, ...]]) -> float:
    """Return the same for every card at every place; each deck has each card once, which leaves 51 by 51 to chance."""
    expected = len(dealt) / 52
    places = [Counter(cards) for cards in zip(*dealt, strict=True)]
    squares = sum((counts[card] - expected) ** 2 / expected for counts in places for card in DECK)
    return (squares - 52 * 51) / (52 / 51 * sqrt(2 * 51 * 51))


def test_every_card_is_at_every_place_as_often_as_any_other() -> None:
    assert abs(by_place(decks())) < Z


def test_every_hole_comes_as_often_as_any_other() -> None:
    assert len(list(combinations(DECK, 2))) == 1_326
    assert abs(by_cells((frozenset(deck[:2]) for deck in decks()), 1_326)) < Z


def test_every_flop_comes_as_often_as_any_other() -> None:
    assert comb(52, 3) == 22_100
    assert abs(by_cells((frozenset(deck[2:5]) for deck in decks()), 22_100)) < Z


def test_the_shuffle_everyone_gets_wrong_is_found_out() -> None:
    wrong = [wrongly_shuffled(b"uniform" + number.to_bytes(4, "big")) for number in range(DECKS // 5)]
    assert sorted(wrong[0]) == list(DECK)
    assert by_place(wrong) > 5 * Z


def test_two_programs_made_of_one_shuffle_with_keys_of_their_own() -> None:
    lines = (
        "import os, sys\n"
        "from uth.house.fairness import new_commitment\n"
        "new_commitment()\n"
        "child = os.fork()\n"
        "secret = new_commitment().secret.hex()\n"
        "if child: os.waitpid(child, 0)\n"
        "os.write(1, secret.encode() + b' ')\n"
    )
    done = subprocess.run([sys.executable, "-c", lines], capture_output=True, text=True, check=True, timeout=60)
    assert len(set(done.stdout.split())) == 2


async def test_the_shuffle_sees_no_seat_no_wager_and_no_table() -> None:
    store = MemoryStore()
    people = People(store=store, clock=lambda: 0.0)
    house = House(store=store, people=people, commit=lambda: Commitment(secret=b"one secret for every table there"))
    await house.open()
    try:
        first = await _deck(house, "one", {1: {Wager.ANTE: 1_000}})
        wagers = {2: {Wager.ANTE: 5_000, Wager.TRIPS: 1_000}, 5: {Wager.ANTE: 20_000}}
        assert await _deck(house, "other", wagers) == first
        assert sorted(first) == sorted(map(str, DECK))
    finally:
        await house.close()


async def _deck(house: House, name: str, wagers: dict[int, dict[Wager, int]]) -> list[str]:
    """Return the deck of the first round at a new table with those wagers."""
    kim = Session(person="kim", roles=frozenset({Role.MANAGER}), csrf="", ends=0)
    await house.make_table(kim, {"name": name, "rules": "chickasaw", "speed": "instant"})
    live = house.live(name)
    for seat, laid in wagers.items():
        who = Session(person=f"guest~{seat}", roles=frozenset({Role.PLAYER}), csrf="", ends=0)
        await house.command(who, name, c.TakeSeat(seat=Seat(seat), player=who.player), None)
        await house.command(who, name, c.BuyIn(seat=Seat(seat), cents=1_000_000), None)
        while not live.table.is_open:
            await asyncio.sleep(0.001)
        for wager, cents in laid.items():
            await house.command(who, name, c.PlaceWager(seat=Seat(seat), wager=wager, cents=cents), None)
    for seat in wagers:
        live.say_ready(Seat(seat))
    while live.table.turn is None:
        await asyncio.sleep(0.001)
    events = [event for record in await house.store.read(live.stream) for event in record.body["events"]]
    (cards,) = [event["cards"] for event in events if event["is"] == "DeckShuffled"]
    return list(cards)
