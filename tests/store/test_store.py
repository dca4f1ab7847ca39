"""A store appends all or nothing, refuses stale appends, answers a key once, and keeps the ledger with the log."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from store.entering import entry, named
from store.house import House
from uth.errors import Broken, Malformed, Stale
from uth.store.entries import Appended, Entry, Unavailable


async def test_an_append_over_several_streams_is_one_piece_of_the_log(house: House) -> None:
    store = await house.open()
    done = await store.append([entry("table-1", 0), entry("link", 0), entry("table-1", 1)], key="k", answer=[1])
    assert [(each.position, each.stream, each.number) for each in done.stored] == [
        (1, "table-1", 1), (2, "link", 1), (3, "table-1", 2),
    ]  # fmt: skip
    assert [each.body for each in await store.read("table-1")] == [{"n": 1}, {"n": 2}]
    assert [each.number for each in await store.read("table-1", after=1)] == [2]
    assert {each.key for each in await store.read("link")} == {"k"}
    assert await store.read("table-2") == []


async def test_what_is_read_is_what_was_answered(house: House) -> None:
    store = await house.open()
    done = await store.append(
        [entry("t", 0, {"card": "As", "né": [None, True, "\u2660", 2**80]}, "cage > player:anné:2 5/3")],
        key="k",
        answer=7,
    )
    assert tuple(await store.read("t")) == done.stored
    assert done.stored[0].transfers == entry("t", 0, None, "cage > player:anné:2 5/3").transfers
    assert done.stored[0].at.endswith("Z")
    assert done.stored[0].answer == 7


@pytest.mark.parametrize("after", [0, 2, 3])
async def test_an_append_to_a_stream_that_has_gone_on_is_stale_and_nothing_of_it_is_there(
    house: House, after: int
) -> None:
    store = await house.open()
    await store.append([entry("t", 0)])
    with pytest.raises(Stale, match=f"t is at 1, not at {after}"):
        await store.append([entry("other", 0, None, "cage > house 1"), entry("t", after)], key="k")
    assert await store.streams() == {"t": 1}
    assert await store.balances() == {}
    assert await store.answer("k") is None
    await store.append([entry("other", 0), entry("t", 1)], key="k")
    assert await store.streams() == {"other": 1, "t": 2}


async def test_entries_of_one_append_to_one_stream_follow_each_other(house: House) -> None:
    store = await house.open()
    with pytest.raises(Stale, match="t is at 1, not at 0"):
        await store.append([entry("t", 0), entry("t", 0)])
    assert await store.streams() == {}


async def test_a_key_is_done_once_and_answered_the_same_again(house: House) -> None:
    store = await house.open()
    first = await store.append([entry("t", 0, None, "cage > house 1")], key="k", answer={"seat": 3})
    assert (first.answer, first.duplicate) == ({"seat": 3}, False)
    again = await store.append([entry("t", 0, "another")], key="k", answer="another")
    assert again == Appended(answer={"seat": 3}, duplicate=True)
    assert await store.answer("k") == again
    assert await store.answer("l") is None
    assert await store.streams() == {"t": 1}
    assert named(await store.balances()) == {"cage": "-1", "house": "1"}


async def test_a_key_may_be_answered_with_nothing(house: House) -> None:
    store = await house.open()
    await store.append([entry("t", 0)], key="k")
    assert await store.append([entry("t", 0)], key="k") == Appended(answer=None, duplicate=True)


async def test_the_streams_that_begin_so(house: House) -> None:
    store = await house.open()
    names = ["table/1", "table/2", "table%", "Table/1", "tab_e/1", "täble"]
    await store.append([entry(name, 0) for name in names] + [entry("table/1", 1)])
    assert await store.streams("table/") == {"table/1": 2, "table/2": 1}
    assert await store.streams("tab_") == {"tab_e/1": 1}
    assert await store.streams("tä") == {"täble": 1}
    assert len(await store.streams()) == 6


async def test_the_balances_follow_the_transfers_to_the_fraction(house: House) -> None:
    store = await house.open()
    await store.append([entry("t", 0, None, "cage > player:ann 1000", "player:ann > escrow:t 400")])
    await store.append(
        [entry("t", 1, None, "escrow:t > tray:t 400", "tray:t > meter:m/1 5/3", "tray:t > meter:m/1 1/3")]
    )
    assert named(await store.balances()) == {
        "cage": "-1000", "meter:m/1": "2", "player:ann": "600", "tray:t": "398",
    }  # fmt: skip
    assert await store.trial_balance() == await store.balances()
    assert named(await store.trial_balance(1)) == {"cage": "-1000", "escrow:t": "400", "player:ann": "600"}
    assert await store.trial_balance(0) == {}


@pytest.mark.parametrize("position", [-1, 2])
async def test_there_is_no_trial_balance_where_the_log_is_not(house: House, position: int) -> None:
    store = await house.open()
    await store.append([entry("t", 0)])
    with pytest.raises(Malformed, match="is not in the log, which ends at 1"):
        await store.trial_balance(position)


CANNOT_BE_HELD: list[tuple[list[Entry], str | None, Any, str]] = [
    ([], "k", None, "entries"),
    ([Entry(stream="", after=0, body=1)], None, None, "stream"),
    ([Entry(stream="a\nb", after=0, body=1)], None, None, "stream"),
    ([Entry(stream="a\ud800", after=0, body=1)], None, None, "stream"),
    ([Entry(stream="a" * 201, after=0, body=1)], None, None, "stream"),
    ([Entry(stream="a", after=-1, body=1)], None, None, "after"),
    ([Entry(stream="a", after=True, body=1)], None, None, "after"),
    ([Entry(stream="a", after=0, body={1: 2})], None, None, "body"),
    ([Entry(stream="a", after=0, body=(1, 2))], None, None, "body"),
    ([Entry(stream="a", after=0, body=float("nan"))], None, None, "body"),
    ([Entry(stream="a", after=0, body=b"1")], None, None, "body"),
    ([Entry(stream="a", after=0, body=1)], "", None, "key"),
    ([Entry(stream="a", after=0, body=1)], "k\x00", None, "key"),
    ([Entry(stream="a", after=0, body=1)], "k", {1, 2}, "answer"),
]


async def test_what_a_log_cannot_hold_is_refused_and_named(house: House) -> None:
    store = await house.open()
    for entries, key, answer, field in CANNOT_BE_HELD:
        with pytest.raises(Malformed) as refused:
            await store.append(entries, key=key, answer=answer)
        assert refused.value.field == field
    assert await store.streams() == {}


async def test_a_transfer_of_nothing_is_not_taken(house: House) -> None:
    store = await house.open()
    with pytest.raises(Broken, match="a transfer of 0 is not above zero"):
        await store.append([entry("t", 0, None, "cage > house 0")])
    assert await store.streams() == {}


async def test_one_stale_append_does_not_spoil_those_beside_it(house: House) -> None:
    store = await house.open()
    outcomes = await asyncio.gather(
        store.append([entry("a", 0)], key="1", answer=1),
        store.append([entry("b", 1), entry("a", 1)], key="2", answer=2),
        store.append([entry("a", 1)], key="3", answer=3),
        store.append([entry("a", 0)], key="1", answer=4),
        store.append([entry("a", 1)], key="5", answer=5),
        return_exceptions=True,
    )
    assert [str(each) if isinstance(each, Stale) else each.answer for each in outcomes] == [  # type: ignore[union-attr]
        1, "b is at 0, not at 1", 3, 1, "a is at 2, not at 1",
    ]  # fmt: skip
    assert await store.streams() == {"a": 2}


async def test_a_closed_store_says_so(house: House) -> None:
    store = await house.open()
    await store.close()
    for ask in (store.append([entry("t", 0)]), store.read("t"), store.verify()):
        with pytest.raises(Unavailable, match="the store is closed"):
            await ask


async def test_an_append_that_is_given_up_before_its_turn_is_not_written(database: House) -> None:
    store = await database.open()
    with database.locked():
        first = asyncio.create_task(store.append([entry("first", 0)]))
        await asyncio.sleep(0.1)
        late = asyncio.create_task(store.append([entry("late", 0)]))
        last = asyncio.create_task(store.append([entry("last", 0)]))
        await asyncio.sleep(0)
        late.cancel()
    await asyncio.gather(first, last)
    with pytest.raises(asyncio.CancelledError):
        await late
    assert await store.streams() == {"first": 1, "last": 1}


async def test_two_stores_on_one_database_take_turns_without_a_word(database: House) -> None:
    stores = [await database.open(), await database.open()]

    async def append(number: int) -> None:
        for after in range(10):
            await stores[number % 2].append([entry(f"t{number}", after, None, "cage > house 1")])

    await asyncio.gather(*(append(number) for number in range(6)))
    assert (await stores[0].verify()).position == 60
    assert await stores[0].balances() == await stores[1].trial_balance()


async def test_what_was_appended_is_there_when_the_store_is_opened_again(database: House) -> None:
    store = await database.open()
    done = await store.append([entry("t", 0, None, "cage > house 1")], key="k", answer=1)
    await store.close()
    again = await database.open()
    assert tuple(await again.read("t")) == done.stored
    assert await again.answer("k") == Appended(answer=1, duplicate=True)
    assert (await again.append([entry("t", 1)])).stored[0].position == 2
    assert (await again.verify()).position == 2


async def test_an_append_that_was_taken_is_finished_before_the_store_closes(database: House) -> None:
    store = await database.open()
    waiting = [asyncio.create_task(store.append([entry(f"t{number}", 0)])) for number in range(20)]
    await asyncio.sleep(0)
    await store.close()
    assert [(await each).stored[0].number for each in waiting] == [1] * 20


async def test_the_log_cannot_be_changed_through_sql_by_a_careless_hand(database: House) -> None:
    store = await database.open()
    await store.append([entry("t", 0, None, "cage > house 1")], key="k")
    for statement in ("UPDATE records SET body = '1'", "DELETE FROM transfers", "DELETE FROM keys"):
        with pytest.raises(Exception, match="the log is only added to"):
            database.execute(statement)
    await store.verify()
