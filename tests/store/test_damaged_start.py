"""Damage is found when a house is opened: one clear sentence, and nothing is overwritten."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from sqlalchemy.exc import OperationalError

from store.entering import entry
from store.house import House
from uth.errors import UthError
from uth.store import lease as term
from uth.store import upgrade
from uth.store.database import DatabaseStore


async def filled(url: str) -> None:
    """A house that was open twice: what moved before the second time is in its statement of the balances."""
    for first in (0, 3):
        store = await DatabaseStore.open(url, lease=True)
        await store.append([entry("t", first, {"says": "open"}, "cage > player:ann 500", "cage > player:bob 500")])
        await store.append([entry("t", first + 1, {"cents": 100}, "player:ann > escrow:t 100")], key=f"k{first}")
        await store.append([entry("t", first + 2, None, "escrow:t > tray:t 100", "tray:t > meter:m 5/2")])
        await store.close()


DAMAGE = [
    ("UPDATE balances SET cents = '501/1' WHERE account = 'player:bob'", "the balances are not those"),
    ("UPDATE balances SET cents = 'five' WHERE account = 'player:bob'", "is not a fraction"),
    ("DELETE FROM balances WHERE account = 'player:ann'", "the balances are not those"),
    ("INSERT INTO balances VALUES ('player:eve', '1/1')", "the balances are not those"),
    ("UPDATE records SET body = replace(body, '100', '101') WHERE stream = 't' AND number = 5", "its hash is another"),
    ("UPDATE transfers SET cents = '1/1' WHERE position = (SELECT max(position) FROM records)", "its hash is another"),
    ("DELETE FROM transfers WHERE position = (SELECT max(position) FROM records)", "its hash is another"),
    ("UPDATE records SET body = '{' WHERE stream = 'balances' AND number = 2", "its hash is another"),
    ("DELETE FROM records WHERE stream = 'balances'", "is not in the log|position"),
    ("UPDATE head SET position = position - 1", "its head says"),
    ("UPDATE streams SET number = 5 WHERE stream = 't'", "stream t ends at 6, and 5 is kept"),
    ("UPDATE schema_version SET version_num = '9999'", "was made by a newer version"),
    ("DROP TABLE keys", "it has no table keys"),
    ("ALTER TABLE streams RENAME COLUMN number TO numbers", "it has no column number of table streams"),
]


@pytest.mark.parametrize(("statement", "says"), DAMAGE)
async def test_damage_is_found_when_a_house_is_opened(database: House, statement: str, says: str) -> None:
    await filled(database.url)
    database.tamper(statement)
    with pytest.raises(UthError, match=says) as refused:
        await DatabaseStore.open(database.url, lease=True)
    assert "\n" not in str(refused.value)


async def test_a_house_that_is_whole_is_opened_again_and_again(database: House) -> None:
    await filled(database.url)
    for number in (6, 7):
        store = await DatabaseStore.open(database.url, lease=True)
        await store.append([entry("t", number, None, "cage > player:ann 1/3")])
        await store.verify()
        await store.close()


async def test_a_start_walks_the_log_from_its_last_statement_alone(
    database: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Older damage is left to `verify`; the balances are stated again after so many records."""
    monkeypatch.setattr(term, "EVERY", 4)
    store = await DatabaseStore.open(database.url, lease=True)
    for number in range(12):
        await store.append([entry("t", number, {"n": number}, "cage > player:ann 7/3")])
    stated = [record.body["position"] async for record in store.export() if record.stream == "balances"]
    await store.close()
    assert stated == [0, 4, 8, 12, 16]
    database.tamper("UPDATE records SET body = '{\"n\":99}' WHERE stream = 't' AND number = 1")
    again = await DatabaseStore.open(database.url, lease=True)
    with pytest.raises(UthError, match="position 3 is not as it was written"):
        await again.verify()
    await again.close()


async def test_a_log_without_a_statement_is_walked_from_its_beginning(database: House) -> None:
    """As a version before statements left it."""
    store = await DatabaseStore.open(database.url)
    await store.append([entry("t", 0, {"says": "open"}, "cage > player:ann 500")])
    await store.close()
    again = await DatabaseStore.open(database.url, lease=True)
    await again.close()
    database.tamper("UPDATE balances SET cents = '501/1' WHERE account = 'player:ann'")
    with pytest.raises(UthError, match="the balances differ from the transfers"):
        await DatabaseStore.open(database.url, lease=True)


# The file of SQLite.


@pytest.mark.parametrize("lease", [True, False])
@pytest.mark.parametrize(
    ("cut", "says"), [(100, "is cut: it has"), (4096, "is cut: it has"), (None, "is an empty file")]
)
async def test_a_file_that_is_cut_or_empty_is_refused_and_left_alone(
    sqlite_house: House, cut: int | None, says: str, lease: bool
) -> None:
    await filled(sqlite_house.url)
    size = sqlite_house.path.stat().st_size
    os.truncate(sqlite_house.path, size - cut if cut is not None else 0)
    left = sqlite_house.path.read_bytes()
    with pytest.raises(UthError, match=says):
        await DatabaseStore.open(sqlite_house.url, lease=lease)
    assert sqlite_house.path.read_bytes() == left


async def test_a_write_ahead_log_without_its_file_is_no_new_house(sqlite_house: House) -> None:
    Path(f"{sqlite_house.path}-wal").write_bytes(b"what was written last")
    with pytest.raises(UthError, match="is missing, and its write-ahead log is there"):
        await DatabaseStore.open(sqlite_house.url, lease=True)
    assert not sqlite_house.path.exists()


async def test_a_file_that_could_not_be_made_whole_is_not_there(
    sqlite_house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(*_: object) -> None:
        raise OperationalError("CREATE", None, OSError("no space"))

    monkeypatch.setattr(upgrade, "_migrate", fails)
    with pytest.raises(UthError):
        await DatabaseStore.open(sqlite_house.url)
    assert list(sqlite_house.path.parent.iterdir()) == []
    monkeypatch.undo()
    store = await DatabaseStore.open(sqlite_house.url)
    await store.close()
    assert oct(sqlite_house.path.stat().st_mode)[-3:] == "600"


async def test_a_file_whose_end_is_in_its_write_ahead_log_is_whole(sqlite_house: House, tmp_path: Path) -> None:
    """As a crash leaves it, and as a full disk does that had no room for the end of the file."""
    store = await DatabaseStore.open(sqlite_house.url)
    for number in range(200):
        await store.append([entry("t", number, {"text": "x" * 500}, "cage > player:ann 500")])
    killed = tmp_path / "killed.db"
    for end in ("", "-wal"):
        Path(f"{killed}{end}").write_bytes(Path(f"{sqlite_house.path}{end}").read_bytes())
    await store.close()
    grown = Path(sqlite_house.path).read_bytes()
    with killed.open("r+b") as file:  # the header is written, the pages behind it are not
        file.write(grown[:100])
    assert killed.stat().st_size < len(grown)
    again = await DatabaseStore.open(f"sqlite:///{killed}", lease=True)
    assert len(await again.read("t")) == 200
    await again.verify()
    await again.close()
