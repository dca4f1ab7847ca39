"""`uth serve` with damaged data or a full disk: one sentence, exit status 2, nothing overwritten."""

from __future__ import annotations

import asyncio
import json
import os
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest
from typer.testing import CliRunner

from support.installed import UTH, ran_text
from support.played_house import PlayedHouse
from uth.cli.app import app
from uth.rules.loader import BOOKS
from uth.store.database import DatabaseStore

FILE = "house.sqlite"


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """A house in which a round was played."""

    async def played() -> None:
        store = await DatabaseStore.open(f"sqlite:///{tmp_path / FILE}", lease=True)
        house = PlayedHouse(store=store)
        live = house.table()
        await house.sit(live)
        await house.round(live)
        await store.close()

    asyncio.run(played())
    return tmp_path


def sql(*statements: str) -> Callable[[Path], None]:
    def damage(file: Path) -> None:
        with closing(sqlite3.connect(file)) as database, database:
            for (name,) in database.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall():
                database.execute(f"DROP TRIGGER {name}")
            for statement in statements:
                database.execute(statement)

    return damage


def cut(file: Path) -> None:
    os.truncate(file, file.stat().st_size - 100)


def emptied(file: Path) -> None:
    os.truncate(file, 0)


def no_database(file: Path) -> None:
    file.write_bytes(b"not a database at all, whatever its name says" * 100)


DAMAGE: list[tuple[Callable[[Path], None], str]] = [
    (cut, "is cut: it has"),
    (emptied, "is an empty file, not a house"),
    (no_database, "is a file, but not a SQLite database"),
    (sql("UPDATE schema_version SET version_num = '9999'"), "was made by a newer version of uth"),
    (sql("DROP TABLE keys"), "it has no table keys"),
    (sql("UPDATE balances SET cents = '1/1' WHERE account = 'cage'"), "the balances are not those"),
    (sql("UPDATE records SET body = '{' WHERE position = (SELECT max(position) FROM records)"), "its hash is another"),
]


@pytest.mark.parametrize(("damage", "says"), DAMAGE)
def test_a_damaged_house_is_not_opened(data: Path, damage: Callable[[Path], None], says: str) -> None:
    damage(data / FILE)
    left = {each.name: each.read_bytes() for each in data.iterdir() if not each.name.endswith(".lock")}
    done = CliRunner().invoke(app, ["serve", "--data", str(data), "--port", "0"])
    assert done.exit_code == 2
    assert says in done.stderr
    assert done.stderr.startswith("uth serve: ")
    assert done.stderr.count("\n") == 1, done.stderr
    assert done.stdout == ""
    assert {each.name: each.read_bytes() for each in data.iterdir() if not each.name.endswith(".lock")} == left


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Callable[[str], Path]]:
    """Return disks of a size of one's own; only root can have one."""
    mounted: list[Path] = []

    def disk(size: str) -> Path:
        place = tmp_path / size
        place.mkdir()
        done = subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={size}", "tmpfs", place], check=False)
        if done.returncode:
            pytest.skip("a disk of a size of its own can only be had by root")
        mounted.append(place)
        return place

    yield disk
    for place in mounted:
        subprocess.run(["umount", place], check=True)


@pytest.mark.skipif(sys.platform != "linux", reason="a disk in memory")
def test_a_first_start_on_a_full_disk_says_so_and_the_next_one_finishes_it(
    small_disk: Callable[[str], Path],
) -> None:
    for size in ("64k", "300k"):
        place = small_disk(size)
        serve = [UTH, "serve", "--data", str(place / "house"), "--port", "0"]
        done = ran_text(*serve[1:], timeout=200)
        assert (done.returncode, done.stdout) == (2, ""), done
        assert done.stderr.count("\n") == 1, done.stderr
        assert "the disk is full" in done.stderr
        assert size != "64k" or [each.name for each in (place / "house").iterdir()] == [f"{FILE}.lock"]
    subprocess.run(["mount", "-o", "remount,size=64m", place], check=True)
    with subprocess.Popen(serve, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as process:
        assert process.stdout is not None
        assert process.stdout.readline().startswith("The house is open at ")
        process.terminate()
    with closing(sqlite3.connect(place / "house" / FILE)) as database:
        bodies = [json.loads(body) for (body,) in database.execute("SELECT body FROM records WHERE stream = 'house'")]
    assert [body["spec"]["name"] for body in bodies if body["is"] == "table_made"] == list(BOOKS)
