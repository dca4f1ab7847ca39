"""Parts of a log are the same from a list in memory, a file and a server, and no page is lost or repeated."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from store.entering import entry
from store.house import House
from uth.store import queries as range_queries
from uth.store.entries import Sought, Store

KINDS = ("Dealt", "Checked", "Se%t", "Se_t")


async def filled(house: House) -> Store:
    """Return a store with two tables and people between each other, in the order of a clock that ticks."""
    store = await house.open(ticks=True)
    for number in range(12):
        by = "ann" if number % 3 else 'b"o\\b'
        body = {"by": by, "events": [{"is": KINDS[number % 4], "n": number}]}
        await store.append([entry("table/one", number, body), entry("table/two", number, {**body, "by": "cat"})])
        await store.append([entry("people", number, {"is": "came", "who": by})])
    return store


async def found(store: Store, sought: Sought, limit: int) -> list[int]:
    """Return the positions of everything that is found, page after page."""
    positions: list[int] = []
    before: int | None = None
    while True:
        page = await store.search(sought, before=before, limit=limit)
        positions += [each.position for each in page.records]
        if page.before is None:
            return positions
        assert before is None or page.before < before
        before = page.before


async def test_a_stretch_of_a_stream_is_what_lies_between(house: House) -> None:
    store = await filled(house)
    whole = await store.read("table/one")
    stretch = await store.between("table/one", 3, 7)
    assert [(each.number, each.position, each.at, each.body) for each in stretch] == [
        (each.number, each.position, each.at, each.body) for each in whole[3:7]
    ]
    assert await store.between("table/none", 0, 5) == []
    assert await store.last_position() == 36
    assert [await store.seal_at(each.position) for each in whole] == [each.chain for each in whole]
    assert await store.seal_at(99) is None


async def test_the_records_that_say_something_are_found_letter_by_letter(house: House) -> None:
    store = await filled(house)

    async def numbers(*marks: str, after: int = 0, limit: int = 99) -> list[int]:
        return [each.number for each in await store.noted("table/one", after, marks, limit)]

    assert await numbers('"is":"Checked"') == [2, 6, 10]
    assert await numbers('"is":"Checked"', '"is":"Dealt"', after=2, limit=3) == [5, 6, 9]
    assert await numbers('"is":"Se%t"') == [3, 7, 11]
    assert await numbers('"is":"Se_t"') == [4, 8, 12]
    assert await numbers('"is":"folded"') == []


@pytest.mark.parametrize("limit", [2, 100])
@pytest.mark.parametrize("window", [4, 50_000])
async def test_a_search_finds_all_that_fits_newest_first_whatever_the_page(
    house: House, limit: int, window: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(range_queries, "WINDOW", window)
    store = await filled(house)
    log = [each async for each in store.export()]
    fourth, ninth = log[9].at, log[24].at

    def where(stream: str = "", says: str = "", since: str = "", until: str = "~") -> list[int]:
        return [
            each.position
            for each in reversed(log)
            if each.stream.startswith(stream) and says in str(each.body) and since <= each.at <= until
        ]

    assert await found(store, Sought(), limit) == where()
    assert await found(store, Sought(stream="table/"), limit) == where("table/")
    assert await found(store, Sought(stream="table/two"), limit) == where("table/two")
    assert await found(store, Sought(stream="table"), limit) == []
    assert await found(store, Sought(says=('"by":"ann"', '"is":"Dealt"')), limit) == [
        position for position in where("table/one", "Dealt") if position in where("table/one", "'by': 'ann'")
    ]
    assert await found(store, Sought(since=fourth, until=ninth), limit) == where(since=fourth, until=ninth)
    assert await found(store, Sought(since="2999"), limit) == []


def set_back(*seconds: int) -> Iterator[str]:
    """Yield times as a clock shows them that is set back now and then."""
    return (f"2026-07-28T20:{each // 60:02}:{each % 60:02}.000Z" for each in seconds)


async def test_a_clock_that_is_set_back_hides_no_record_from_a_search_by_time(house: House) -> None:
    times = set_back(5, 6, 7, 1, 2, 3, 4, 8, 9)
    store = await house.open(clock=lambda: next(times))
    for number in range(8):
        await store.append([entry("t", number)])
    said = [each.at[-7:-5] for each in await store.read("t")]
    assert said == ["05", "06", "07", "07", "07", "07", "07", "08"]
    assert await found(store, Sought(since="2026-07-28T20:00:06.000Z"), 99) == [8, 7, 6, 5, 4, 3, 2]
    assert await found(store, Sought(until="2026-07-28T20:00:07.000Z"), 99) == [7, 6, 5, 4, 3, 2, 1]
    if house.kind != "memory":
        again = await house.open(clock=lambda: "2026-07-28T20:00:02.000Z")
        await again.append([entry("t", 8)])
        assert (await again.read("t"))[-1].at == "2026-07-28T20:00:08.000Z"
        await again.verify()


async def test_a_clock_that_was_far_ahead_is_believed_once_it_is_put_right(house: House) -> None:
    times = iter(["2036-01-01T00:00:00.000Z", "2026-07-28T20:00:01.000Z"])
    store = await house.open(clock=lambda: next(times))
    for number in range(2):
        await store.append([entry("t", number)])
    assert [each.at[:4] for each in await store.read("t")] == ["2036", "2026"]
