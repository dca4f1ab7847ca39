"""A checker of a cluster's database that shares no code with the store and knows only docs/store.md.

`watch` installs a trigger that records the writer of each record, and the epoch of its table's lease. `Auditor` follows
the log: it recomputes the chain, the streams and the balances, and compares what was acknowledged with what is stored.
"""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import datetime
from fractions import Fraction
from hashlib import sha256
from itertools import pairwise
from typing import Any, NamedTuple

import psycopg

_WATCH = """
CREATE TABLE IF NOT EXISTS drill_writers (
    position bigint PRIMARY KEY, stream text, application text, node text, epoch bigint, left_ms bigint
);
CREATE OR REPLACE FUNCTION drill_note() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    INSERT INTO {schema}.drill_writers
    SELECT NEW.position, NEW.stream, current_setting('application_name'), held.node, held.epoch,
        nodes.expires - (extract(epoch FROM clock_timestamp()) * 1000)::bigint
    FROM (SELECT 1) AS one
    LEFT JOIN {schema}.leases AS held ON held.stream = NEW.stream
    LEFT JOIN {schema}.nodes AS nodes ON 'uth ' || nodes.name = current_setting('application_name');
    RETURN NULL;
END $$;
CREATE OR REPLACE TRIGGER drill_note AFTER INSERT ON records FOR EACH ROW EXECUTE FUNCTION drill_note();
"""


def watch(dsn: str, schema: str) -> None:
    """Have the database note the writer and the epoch of every record from now on."""
    with psycopg.connect(dsn) as connection:
        connection.execute(_WATCH.format(schema=schema).encode())


class Acknowledged(NamedTuple):
    """A command that a client was told is done."""

    key: str
    table: str
    command: dict[str, Any]


class Gap(NamedTuple):
    """How long a table did nothing."""

    seconds: float
    table: str
    start: float
    end: float


@dataclass
class Auditor:
    """Follows the log of a house and collects what is wrong with it."""

    dsn: str
    wrong: list[str] = field(default_factory=list)
    position: int = 0
    chain: str = ""
    numbers: Counter[str] = field(default_factory=Counter)
    balances: defaultdict[str, Fraction] = field(default_factory=lambda: defaultdict(Fraction))
    times: defaultdict[str, list[float]] = field(default_factory=lambda: defaultdict(list))
    """When each table stored something, in seconds since 1970."""
    keyed: dict[str, int] = field(default_factory=dict)
    """The position of the first record under each key."""
    _key: str | None = None
    snapshots: int = 0
    states: int = 0
    """How many stored states of tables and links were compared with the ledger."""
    last_at: str = ""

    def snapshot(self) -> None:
        """Follow the log to its end in one snapshot of the database, and compare the balances there."""
        with psycopg.connect(self.dsn) as connection:
            connection.isolation_level = psycopg.IsolationLevel.REPEATABLE_READ
            self._follow(connection)
            self._compare_balances(connection)
        self.snapshots += 1

    def _follow(self, connection: psycopg.Connection[Any]) -> None:
        moved: defaultdict[int, list[tuple[str, str, str]]] = defaultdict(list)
        lines = "SELECT position, source, target, cents FROM transfers WHERE position > %s ORDER BY position, line"
        for position, source, target, cents in connection.execute(lines, [self.position]):
            moved[position].append((source, target, cents))
        rows = "SELECT position, stream, number, at, key, body, answer, chain FROM records WHERE position > %s"
        found: list[Any] = connection.execute(f"{rows} ORDER BY position".encode(), [self.position]).fetchall()
        for position, stream, number, at, key, body, answer, chain in found:
            self._record(position, stream, number, at, key, body, answer, chain, moved.pop(position, []))
        for position in moved:
            self.wrong.append(f"transfers at {position}, where there is no record")

    def _record(
        self,
        position: int,
        stream: str,
        number: int,
        at: str,
        key: str | None,
        body: str,
        answer: str,
        chain: str,
        moved: list[tuple[str, str, str]],
    ) -> None:
        if position != self.position + 1:
            self.wrong.append(f"record {position} follows record {self.position}")
        if number != self.numbers[stream] + 1:
            self.wrong.append(f"{stream} has number {number} after {self.numbers[stream]}")
        if at < self.last_at:
            self.wrong.append(f"record {position} is from {at}, before {self.last_at}")
        parts = {
            "position": str(position),
            "stream": json.dumps(stream),
            "number": str(number),
            "at": json.dumps(at),
            "key": json.dumps(key),
            "body": body,
            "transfers": json.dumps(moved, separators=(",", ":")),
            "answer": answer,
        }
        line = "{" + ",".join(f'"{name}":{text}' for name, text in parts.items())
        if sha256((self.chain + line).encode()).hexdigest() != chain:
            self.wrong.append(f"the seal of record {position} is not that of the seal before it and its line")
        self.position, self.chain, self.numbers[stream], self.last_at = position, chain, number, at
        for source, target, cents in moved:
            self.balances[source] -= Fraction(cents)
            self.balances[target] += Fraction(cents)
        if key is not None and key != self._key:  # the records of one append follow each other
            if key in self.keyed:
                self.wrong.append(f"{key} was done in records {self.keyed[key]} and {position}")
            self.keyed[key] = position
        self._key = key
        if stream.startswith("table/"):
            self.times[stream.removeprefix("table/")].append(_seconds(at))
            self._compare_rails(position, json.loads(body))
        elif stream.startswith("link/"):
            self._compare_meters(position, stream.removeprefix("link/"), json.loads(body))

    def _compare_rails(self, position: int, body: dict[str, Any]) -> None:
        """Compare the chips before each player, where a record carries the state of its table, with the ledger."""
        if "state" not in body.get("host", {}):
            return
        self.states += 1
        for player, cents in body["host"]["state"]["rails"]:
            if not player.startswith("bot:") and self.balances[f"player:{player}"] != cents:
                had = self.balances[f"player:{player}"]
                self.wrong.append(f"{player} has {cents} cents at record {position} and {had} in the ledger")

    def _compare_meters(self, position: int, link: str, body: dict[str, Any]) -> None:
        """Compare the meters, where a record carries the state of its link, with the ledger."""
        if "state" not in body:
            return
        self.states += 1
        for name, meter in body["state"]["meters"]:
            had, shows = self.balances[f"meter:{link}/{name}"], Fraction(meter["amount"])
            if had != shows:
                self.wrong.append(f"meter {name} of {link} shows {shows} at record {position}; the ledger has {had}")

    def _compare_balances(self, connection: psycopg.Connection[Any]) -> None:
        kept = {name: Fraction(cents) for name, cents in connection.execute("SELECT account, cents FROM balances")}
        if sum(kept.values()):
            self.wrong.append(f"the balances sum to {sum(kept.values())} at record {self.position}")
        for name in kept.keys() | self.balances.keys():
            if kept.get(name, Fraction()) != self.balances[name]:
                says = f"{kept.get(name, Fraction())} at record {self.position}; its transfers sum to"
                self.wrong.append(f"{name} has {says} {self.balances[name]}")
        heads = connection.execute("SELECT position, chain FROM head").fetchall()
        if heads != [(self.position, self.chain)]:
            self.wrong.append(f"the head is {heads} and the last record {self.position}")

    def finish(self, acknowledged: Iterable[Acknowledged]) -> None:
        """Compare what was acknowledged, and who wrote what, with the log."""
        self.snapshot()
        with psycopg.connect(self.dsn) as connection:
            self._compare_keys(connection, list(acknowledged))
            self._compare_writers(connection)
            found: dict[str, int] = dict(connection.execute("SELECT stream, number FROM streams").fetchall())
            if found != dict(self.numbers):
                self.wrong.append("the table of streams differs from the log")

    def _compare_keys(self, connection: psycopg.Connection[Any], acknowledged: list[Acknowledged]) -> None:
        query = (
            "SELECT keys.key, records.position, records.stream, records.body FROM keys "
            "JOIN records ON records.position = keys.position"
        )
        kept: defaultdict[str, list[tuple[int, str, str]]] = defaultdict(list)
        for key, position, stream, body in connection.execute(query):
            kept[key].append((position, stream, body))
        for each in acknowledged:
            found = kept.get(each.key, [])
            if len(found) != 1:
                self.wrong.append(f"{each.key} was acknowledged at {each.table}, and is there {len(found)} times")
                continue
            ((position, stream, body),) = found
            done = json.loads(body)
            if stream != f"table/{each.table}":
                self.wrong.append(f"{each.key} was acknowledged at {each.table}, and is in {stream}")
            if done["by"] != each.key.partition("/")[0] or not each.command.items() <= done["command"].items():
                self.wrong.append(f"{each.key} asked for {each.command}, and record {position} did {done['command']}")
        for key, found in kept.items():
            if [self.keyed.get(key)] != [position for position, _, _ in found]:
                self.wrong.append(f"{key} is in the keys at {found[0][0]}, and in the records at {self.keyed.get(key)}")
        if kept.keys() != self.keyed.keys():
            self.wrong.append(f"{len(kept.keys() ^ self.keyed.keys())} keys are in the keys or the records alone")

    def _compare_writers(self, connection: psycopg.Connection[Any]) -> None:
        writers = (
            "SELECT stream, epoch, array_agg(DISTINCT application), min(position) FROM drill_writers "
            "WHERE stream LIKE 'table/%' GROUP BY stream, epoch HAVING count(DISTINCT application) > 1"
        )
        for stream, epoch, names, position in connection.execute(writers.encode()):
            self.wrong.append(f"{stream} was written by {names} in epoch {epoch}, from record {position}")
        others = (
            "SELECT position, stream, application, node FROM drill_writers "
            "WHERE stream LIKE 'table/%' AND application IS DISTINCT FROM 'uth ' || node"
        )
        for position, stream, name, node in connection.execute(others.encode()):
            self.wrong.append(f"record {position} of {stream} was written by {name!r} while {node!r} had the table")
        late = "SELECT position, stream, application, left_ms FROM drill_writers WHERE left_ms < 0"
        for position, stream, name, left in connection.execute(late.encode()):
            self.wrong.append(f"record {position} of {stream} was written by {name!r}, expired {-left} ms before")

    def gaps(self, end: float) -> list[Gap]:
        """Return the gaps between the records of each table, up to that time."""
        found = []
        for table, times in self.times.items():
            stops = [*times, end] if times[-1] < end else times
            found += [Gap(two - one, table, one, two) for one, two in pairwise(stops)]
        return found


def _seconds(at: str) -> float:
    return datetime.fromisoformat(at).timestamp()
