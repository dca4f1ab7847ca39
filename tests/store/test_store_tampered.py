"""Any single changed byte is found, and named by its position."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

import pytest

from store.entering import entry
from store.house import House
from uth.errors import Broken
from uth.store.entries import Store
from uth.store.memory import MemoryStore
from uth.store.rows import Moved


async def filled(store: Store) -> None:
    """Six records; the fourth carries a key and three transfers."""
    await store.append([entry("t", 0, {"says": "open"}), entry("link", 0)], key="first", answer=1)
    await store.append([entry("t", 1, None, "cage > player:ann 500")])
    await store.append(
        [entry("t", 2, {"cents": 500}, "player:ann > escrow:t 100", "tray:t > meter:m 5/2", "tray:t > meter:m 1/2")],
        key="fourth",
        answer={"ok": True},
    )
    await store.append([entry("t", 3), entry("link", 1)], key="fifth", answer=5)


TAMPERED: list[tuple[str, str]] = [
    ("UPDATE records SET body = replace(body, '500', '501') WHERE position = 4", "position 4"),
    ("UPDATE records SET body = body || ' ' WHERE position = 4", "position 4"),
    ("UPDATE records SET body = 'x' || substr(body, 2) WHERE position = 4", "position 4"),
    ("UPDATE records SET answer = '{\"ok\":truE}' WHERE position = 4", "position 4"),
    ("UPDATE records SET answer = '{\"ok\":null}' WHERE position = 4", "position 4"),
    ("UPDATE records SET at = substr(at, 1, 22) || '0Z!' WHERE position = 4", "position 4"),
    ("UPDATE records SET key = 'fourtH' WHERE position = 4", "position 4"),
    ("UPDATE records SET key = NULL WHERE position = 4", "position 4"),
    ("UPDATE records SET key = 'x' WHERE position = 3", "position 3"),
    ("UPDATE records SET stream = 'u' WHERE position = 4", "position 4"),
    ("UPDATE records SET number = 9 WHERE position = 4", "position 4"),
    ("UPDATE records SET chain = substr(chain, 2) || substr(chain, 1, 1) WHERE position = 4", "position 4"),
    ("UPDATE records SET chain = upper(chain) WHERE position = 4", "position 4"),
    ("UPDATE records SET position = 9 WHERE position = 6", "position 6"),
    ("UPDATE records SET position = -9 WHERE position = 1", "position 1"),
    ("DELETE FROM records WHERE position = 4", "position 4"),
    ("DELETE FROM records WHERE position = 6", "position 6 is not kept|a key has no record|the log ends at 5"),
    ("DELETE FROM transfers WHERE position = 4 AND line = 1", "position 4"),
    ("UPDATE transfers SET cents = '5/3' WHERE position = 4 AND line = 1", "position 4"),
    ("UPDATE transfers SET cents = '10/4' WHERE position = 4 AND line = 1", "position 4"),
    ("UPDATE transfers SET source = 'tray:u' WHERE position = 4 AND line = 1", "position 4"),
    ("UPDATE transfers SET target = 'metre:m' WHERE position = 4 AND line = 1", "position 4"),
    ("UPDATE transfers SET line = 7 WHERE position = 4 AND line = 2", "position 4"),
    ("UPDATE transfers SET position = 5 WHERE position = 4 AND line = 2", "position 4"),
    ("UPDATE transfers SET position = 77 WHERE position = 4 AND line = 2", "position 4"),
    ("INSERT INTO transfers VALUES (6, 0, 'cage', 'house', '1/1')", "position 6"),
    ("INSERT INTO transfers VALUES (77, 0, 'cage', 'house', '1/1')", "position 77"),
    ("UPDATE keys SET key = 'x' WHERE key = 'fourth'", "position 4"),
    ("UPDATE keys SET position = 3 WHERE key = 'fourth'", "position 3"),
    ("DELETE FROM keys WHERE key = 'fourth'", "position 4"),
    ("INSERT INTO keys VALUES ('x', 77)", "a key has no record"),
    ("UPDATE streams SET number = 9 WHERE stream = 't'", "the streams end elsewhere"),
    ("DELETE FROM streams WHERE stream = 't'", "the streams end elsewhere"),
    ("UPDATE balances SET cents = '501/1' WHERE account = 'player:ann'", "the balances differ"),
    ("UPDATE head SET position = 5", "the log ends at 6, not where its head says"),
    ("UPDATE head SET chain = ''", "the log ends at 6, not where its head says"),
]


async def test_a_change_behind_the_stores_back_is_found_and_named(database: House) -> None:
    store = await database.open()
    await filled(store)
    assert (await store.verify()).position == 6
    for statement, says in TAMPERED:
        with_undo = database.snapshot()
        assert database.tamper(statement) == 1, statement
        with pytest.raises(Broken, match=says):
            await store.verify()
        database.put_back(with_undo)
        assert (await store.verify()).position == 6, statement


async def test_every_byte_of_every_field_is_sealed(database: House) -> None:
    """Each field of each record and transfer with one character changed, at random places."""
    store, rng = await database.open(), random.Random(26)
    await filled(store)
    for table, line, field in fields():
        where = f"position = 4 AND line = {line}" if table == "transfers" else "position = 4"
        text = database.text(f"SELECT {field} FROM {table} WHERE {where}")
        place = rng.randrange(len(text))
        other = rng.choice([each for each in "aZ09 {\u2660" if each != text[place]])
        changed = (text[:place] + other + text[place + 1 :]).replace("'", "''")
        with_undo = database.snapshot()
        assert database.tamper(f"UPDATE {table} SET {field} = '{changed}' WHERE {where}") == 1
        with pytest.raises(Broken, match="position 4 is not as it was written"):
            await store.verify()
        database.put_back(with_undo)


def fields() -> Iterator[tuple[str, int, str]]:
    for _ in range(3):
        for field in ("stream", "at", "key", "body", "answer", "chain"):
            yield "records", 0, field
        for line in range(3):
            for field in ("source", "target", "cents"):
                yield "transfers", line, field


async def test_a_byte_changed_in_the_file_itself_is_found(sqlite_house: House) -> None:
    store = await sqlite_house.open()
    await store.append([entry("t", 0, "the ante of seat three"), entry("t", 1)])
    await store.close()
    written = sqlite_house.path.read_bytes()
    for byte in (b"T", b"\xff", b"\x00"):
        sqlite_house.path.write_bytes(written.replace(b"the ante of", byte + b"he ante of"))
        again = await sqlite_house.open()
        with pytest.raises(Broken, match="position 1 is not as it was written"):
            await again.verify()
        await again.close()


async def test_the_log_in_memory_is_walked_as_well() -> None:
    store = MemoryStore()
    await filled(store)
    assert (await store.verify()).position == 6
    written = list(store._rows)
    for changed in (
        written[3]._replace(body='{"cents":501}'),
        written[3]._replace(moved=(Moved("cage", "house", "1/1"),)),
        written[3]._replace(position=5),
        written[3]._replace(number=2),
    ):
        store._rows[3] = changed
        with pytest.raises(Broken, match="position 4 is not"):
            await store.verify()
        store._rows[3] = written[3]
    store._balances["house"] = next(iter(store._balances.values()))
    with pytest.raises(Broken, match="the balances differ"):
        await store.verify()


def test_the_seal_is_the_hash_of_the_line_after_the_seal_before_it(tmp_path: Path) -> None:
    """Computed by hand, so that whoever reads docs/store.md can do it too."""
    from hashlib import sha256

    from uth.store.rows import Row, seal_of, sealed

    row = sealed(Row(1, "t", 1, "now", None, "7", "null", (Moved("cage", "house", "1/2"),), ""), "")
    line = (
        '{"position":1,"stream":"t","number":1,"at":"now","key":null,"body":7,'
        '"transfers":[["cage","house","1/2"]],"answer":null'
    )
    assert row.chain == sha256(line.encode()).hexdigest()
    assert seal_of("{", row.chain) == sha256(f"{row.chain}{{".encode()).hexdigest()
