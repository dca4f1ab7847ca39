"""No bankroll falls below zero, on any kind of store, whatever else is written in the same transaction."""

from __future__ import annotations

import asyncio
from fractions import Fraction

from store.house import House
from uth.ledger.book import CAGE, Account, Transfer, bankroll
from uth.store.entries import Appended, Entry, Overdrawn


async def test_what_a_bankroll_does_not_hold_is_refused_and_the_rest_of_the_group_is_written(house: House) -> None:
    store, ann = await house.open(), bankroll("ann")
    await store.append([entry("give", CAGE, ann, 100)])

    takes = [store.append([entry(name, ann, CAGE, cents)]) for name, cents in (("a", 60), ("b", 60), ("c", 40))]
    first, second, third = await asyncio.gather(*takes, return_exceptions=True)
    assert isinstance(first, Appended)
    assert isinstance(second, Overdrawn)
    assert second.held == 40
    assert isinstance(third, Appended)
    assert await store.held([ann, bankroll("bob")]) == {ann: 0, bankroll("bob"): 0}
    assert "b" not in await store.streams()
    await store.verify()
    await store.trial_balance()


async def test_what_comes_in_by_the_same_append_counts(house: House) -> None:
    store, ann = await house.open(), bankroll("ann")
    both = (*entry("x", CAGE, ann, 7).transfers, *entry("x", ann, CAGE, 7).transfers)
    await store.append([Entry(stream="x", after=0, body={}, transfers=both)])
    assert await store.held([ann]) == {ann: 0}


def entry(stream: str, source: Account, target: Account, cents: int) -> Entry:
    moved = Transfer(source=source, target=target, cents=Fraction(cents))
    return Entry(stream=stream, after=0, body={"is": stream}, transfers=(moved,))
