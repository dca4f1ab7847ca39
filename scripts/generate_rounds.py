"""Fill a new house with many rounds, to measure a start, a page of history and the memory with a long log.

    scripts/generate_rounds.py FOLDER [--rounds 1000000] [--tables 100] [--database URL]

Sixteen rounds are played by the engine between two checkpoints. They are then written again and again, with the players
and the counters of each table, through the same functions that write an append. The result is a house that
`uth house verify` accepts and `uth serve --data FOLDER` opens; every round can be replayed.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import sys
import time
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from itertools import islice
from pathlib import Path
from typing import Any, Final, NamedTuple

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))

from support.played_house import PlayedHouse
from uth.cli.house import FILE
from uth.house.followed_table import EVERY
from uth.house.log import STREAM
from uth.house.specs import document_of, spec_of
from uth.store.database import DatabaseStore
from uth.store.entries import Entry, Stored
from uth.store.rows import Row, json_text, row_of, sealed
from uth.store.writing import lock_head, write_rows, write_statement

PLAYERS: Final = ("ann~00000", "bob~00000")
TABLE: Final = "generated-00000"
PAGE: Final = 20_000
SPEC: Final = {"rules": "nevada", "dealt_by": "person"}


class Cycle(NamedTuple):
    """The records of the rounds between two checkpoints, and what they change in the state."""

    opening: list[Row]
    """Up to the first checkpoint."""
    rows: list[Row]
    before: dict[str, Any]
    after: dict[str, Any]


async def played() -> Cycle:
    """Play until the second checkpoint."""
    house = PlayedHouse()
    live = house.table(TABLE, **SPEC)
    await house.sit(live, PLAYERS)
    for _ in range(2 * EVERY):
        await house.round(live, every=False)
    records = await house.store.read(live.stream)
    first, second = (at for at, each in enumerate(records) if _state(each) is not None)
    rows = [row_of(each) for each in records]
    before, after = _state(records[first]), _state(records[second])
    assert before is not None
    assert after is not None
    return Cycle(rows[: first + 1], rows[first + 1 : second + 1], before, after)


def _state(record: Stored) -> dict[str, Any] | None:
    state: dict[str, Any] | None = record.body.get("host", {}).get("state")
    return state


def rows_of(cycle: Cycle, table: int, cycles: int) -> Iterator[tuple[Row, int]]:
    """Yield the rows of one table, each with its number."""
    number = len(cycle.opening)
    for row in cycle.opening:
        yield _named(row, table), row.number
    named = [_named(row, table) for row in cycle.rows]
    last = json.loads(named[-1].body)
    for nth in range(1, cycles):
        for row in named[:-1]:
            number += 1
            yield row, number
        number += 1
        state = _moved_on(last["host"]["state"], cycle, nth)
        body = {**last, "host": {**last["host"], "state": state}}
        yield named[-1]._replace(body=json_text(body)), number


def _named(row: Row, table: int) -> Row:
    def named(said: str) -> str:
        return said.replace(TABLE, f"{TABLE[:-5]}{table:05}").replace("~00000", f"~{table:05}")

    moved = tuple(each._replace(source=named(each.source), target=named(each.target)) for each in row.moved)
    return row._replace(stream=named(row.stream), body=named(row.body), moved=moved)


def _moved_on(state: dict[str, Any], cycle: Cycle, nth: int) -> dict[str, Any]:
    """Return the state after that many repetitions: counters, chips and the numbers of the last rounds."""
    more = nth - 1
    counted = {
        name: cycle.after[name] + more * (cycle.after[name] - cycle.before[name])
        for name in ("rounds", "rounds_uncounted", "shuffles")
    }
    won = [last[1] - first[1] for first, last in zip(cycle.before["rails"], cycle.after["rails"], strict=True)]
    rails = [[player, cents + more * gained] for (player, cents), gained in zip(state["rails"], won, strict=True)]
    past = [{**each, "round": each["round"] + more * EVERY} for each in state["past"]]
    return {**state, **counted, "rails": rails, "past": past}


def times() -> Iterator[str]:
    """Yield the times of the records: a second for each hundred."""
    start = datetime(2026, 1, 1, tzinfo=UTC)
    seconds = 0
    while True:
        at = (start + timedelta(seconds=seconds)).isoformat(timespec="milliseconds").replace("+00:00", "Z")
        for _ in range(100):
            yield at
        seconds += 1


def written(store: DatabaseStore, rows: Iterator[tuple[Row, int]], clock: Iterator[str]) -> int:
    """Seal the rows, write them, state the balances, and return how many there are."""
    count = 0
    with store._engines.write.connect() as connection:
        while page := list(islice(rows, PAGE)):
            with connection.begin():
                head = lock_head(connection)
                position, chain, done = head.position, head.chain, list[Row]()
                for (row, number), at in zip(page, clock, strict=False):
                    position += 1
                    plain = Row(position, row.stream, number, at, None, row.body, "null", row.moved, "")
                    done.append(sealed(plain, chain))
                    chain = done[-1].chain
                write_rows(connection, done, {})
            count += len(page)
        with connection.begin():
            write_statement(connection, lock_head(connection), next(clock))
    return count


async def generate(url: str, rounds: int, tables: int) -> None:
    """Write the rounds, and print how long it took."""
    cycle, start, clock = await played(), time.perf_counter(), times()
    store = await DatabaseStore.open(url, clock=lambda: next(clock))
    cycles = -(-rounds // EVERY // tables)
    names = [f"{TABLE[:-5]}{table:05}" for table in range(tables)]
    for after, name in enumerate(names):
        spec = document_of(spec_of({**SPEC, "name": name}))
        made = {"is": "table_made", "by": "house", "guest": False, "spec": spec}
        await store.append([Entry(stream=STREAM, after=after, body=made)])
    for table in range(tables):
        count = await asyncio.to_thread(written, store, rows_of(cycle, table, cycles), clock)
        done = (table + 1) * cycles * EVERY
        seconds = time.perf_counter() - start
        print(f"{done:,} rounds, {(table + 1) * count:,} records, {seconds:,.0f} s", flush=True)
    await store.close()


if __name__ == "__main__":
    reader = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    reader.add_argument("folder", type=Path)
    reader.add_argument("--rounds", type=int, default=1_000_000)
    reader.add_argument("--tables", type=int, default=100)
    reader.add_argument("--database", help="a database; by default SQLite in the folder")
    given = reader.parse_args()
    given.folder.mkdir(parents=True, exist_ok=True)
    asyncio.run(generate(given.database or f"sqlite:///{given.folder.resolve() / FILE}", given.rounds, given.tables))
