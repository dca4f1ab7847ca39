"""`uth house`: backup, export, restore and verification of a house's data, also while it is open."""

from __future__ import annotations

import asyncio
import sqlite3
from pathlib import Path

import pytest
from typer.testing import CliRunner

from support.installed import ran_text
from support.open_house import open_house
from uth.cli.app import app
from uth.house.report import SAYS
from uth.ledger.book import AccountKind
from uth.people.lock_outs import FAILURES_MAX
from uth.people.roles import Role
from uth.store.database import DatabaseStore


def uth(*words: str | Path) -> tuple[int, str]:
    """Return how the command ended, and what it said."""
    done = CliRunner().invoke(app, ["house", *map(str, words)])
    return done.exit_code, done.output


@pytest.fixture
async def data(tmp_path: Path) -> Path:
    """Return where a house keeps what lasts, after a round was played in it."""
    folder = tmp_path / "data"
    folder.mkdir()
    store = await DatabaseStore.open(f"sqlite:///{folder / 'house.sqlite'}")
    async with open_house(store) as at:
        await at.table("one")
        ann = await at.guest()
        async with ann.socket("one") as socket:
            await ann.sit(socket)
            await ann.round(socket)
            # While it is open: another program, as an operator would run it.
            for words in (("backup", tmp_path / "open.sqlite"), ("export", tmp_path / "open.jsonl"), ("verify",)):
                done = ran_text("house", *map(str, words), "--data", str(folder), timeout=120)
                assert done.returncode == 0, done.stderr
            await ann.round(socket)
    await store.close()
    return folder


def seal(data: Path) -> str:
    code, says = uth("verify", "--data", data)
    assert code == 0, says
    return says.split("record ")[-1].strip()


async def test_a_house_is_copied_exported_restored_and_the_same_to_the_last_seal(data: Path, tmp_path: Path) -> None:
    await asyncio.to_thread(_copied, data, tmp_path)


def _copied(data: Path, tmp_path: Path) -> None:
    assert uth("export", tmp_path / "all.jsonl", "--data", data)[0] == 0
    assert uth("backup", tmp_path / "all.sqlite", "--data", data)[0] == 0
    assert (tmp_path / "all.jsonl").stat().st_mode & 0o077 == 0
    for number, file in enumerate(("all.jsonl", "all.sqlite")):
        assert uth("restore", tmp_path / file, "--data", tmp_path / str(number))[0] == 0
        assert seal(tmp_path / str(number)) == seal(data)
    for file in ("open.jsonl", "open.sqlite"):
        assert uth("restore", tmp_path / file, "--data", tmp_path / file[:6] / file[-5:])[0] == 0
        assert seal(tmp_path / file[:6] / file[-5:]) != seal(data)
    _nothing_is_written_over(data, tmp_path)
    _damage_is_named(data, tmp_path)


def _nothing_is_written_over(data: Path, tmp_path: Path) -> None:
    tries = [("export", "all.jsonl"), ("backup", "all.sqlite"), ("restore", "all.jsonl"), ("restore", "all.sqlite")]
    for word, file in tries:
        before = seal(data), (tmp_path / "all.jsonl").read_bytes()
        code, says = uth(word, tmp_path / file, "--data", data)
        assert code == 2
        assert "already" in says
        assert (seal(data), (tmp_path / "all.jsonl").read_bytes()) == before


def _damage_is_named(data: Path, tmp_path: Path) -> None:
    lines = (tmp_path / "all.jsonl").read_bytes().splitlines(keepends=True)
    (tmp_path / "cut.jsonl").write_bytes(b"".join(lines[:3] + lines[4:]))
    code, says = uth("restore", tmp_path / "cut.jsonl", "--data", tmp_path / "cut")
    assert (code, "line 4" in says) == (2, True), says
    assert not any((tmp_path / "cut").iterdir())
    code, says = uth("restore", tmp_path / "all.jsonl", "--data", tmp_path / "cut.jsonl")
    assert (code, "is not a folder" in says) == (2, True), says
    with sqlite3.connect(data / "house.sqlite") as connection:
        for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall():
            connection.execute(f'DROP TRIGGER "{name}"')
        connection.execute("UPDATE records SET body = replace(body, 'house', 'hause') WHERE position = 5")
    connection.close()
    code, says = uth("verify", "--data", data)
    assert (code, "5" in says) == (1, True), says


@pytest.mark.parametrize("words", [("verify",), ("export", "x.jsonl"), ("backup", "x.sqlite")])
def test_a_house_that_is_not_there_is_not_made(words: tuple[str, ...], tmp_path: Path) -> None:
    code, says = uth(*words, "--data", tmp_path / "none")
    assert code == 2
    assert "has no house.sqlite" in says
    assert not (tmp_path / "none").exists()
    assert uth("restore", tmp_path / "no-file", "--data", tmp_path / "new")[0] == 2
    assert uth("verify", "--database", "mysql://x/y")[0] == 2


async def test_an_admin_nobody_can_help_comes_in_by_the_command_line_while_the_house_is_open(tmp_path: Path) -> None:
    folder = tmp_path / "data"
    folder.mkdir()
    store = await DatabaseStore.open(f"sqlite:///{folder / 'house.sqlite'}")
    async with open_house(store) as at, at.http() as http:
        people = at.house.people
        await people.make("Ada", frozenset({Role.ADMIN}), "correct horse battery")
        for _ in range(FAILURES_MAX):
            await http.post("/api/v1/sign-in", json={"name": "Ada", "password": "a guess"})
        while all(record.body["is"] != "locked_out" for record in await store.read("people")):
            await asyncio.sleep(0.01)  # it is recorded after the answer
        code, listed = await asyncio.to_thread(uth, "people", "--data", folder)
        assert code == 0
        assert listed.startswith("Ada: admin, locked out by wrong passwords until ")
        code, says = await asyncio.to_thread(uth, "reset", "Ada", "--data", folder)
        assert code == 0, says
        assert "sets a new password for Ada, once, within an hour" in says
        word = says.partition("/accept#")[2].strip()
        done = await http.post("/api/v1/accept", json={"word": word, "password": "a new long password"})
        assert (done.status_code, done.json()["roles"]) == (200, ["admin"])
        made = [record.body for record in await store.read("people") if record.body["is"] == "invited"]
        assert [each["by"] for each in made] == ["house/command line"]
        code, says = await asyncio.to_thread(uth, "invite", "admin", "auditor", "--data", folder)
        assert code == 0, says
        accepted = {"word": says.partition("/accept#")[2].strip(), "name": "Bea", "password": "a new long password"}
        assert (await http.post("/api/v1/accept", json=accepted)).json()["roles"] == ["admin", "auditor"]
        before = people.number
        for words, fault in (
            (("reset", "Eve"), 'uth house: name: "Eve" is not an account here; accounts: Ada, Bea'),
            (("invite", "king"), 'uth house: role: "king" is not one of admin, auditor, dealer'),
        ):
            code, says = await asyncio.to_thread(uth, *words, "--data", folder)
            assert code == 2
            assert says.startswith(fault)
        await people.follow()
        assert people.number == before
    await store.close()


async def test_the_report_shows_where_chips_came_from_and_sums_to_zero(data: Path) -> None:
    code, says = await asyncio.to_thread(uth, "report", "--data", data)
    assert code == 0, says
    lines = [line.strip().split("  ", 1) for line in says.splitlines()]
    assert ["-$10,000,000", "daily allowances, to 1 person"] in lines
    assert any(name == "bankrolls of 1 person" for _, name in lines)
    assert lines[-1] == ["$0", "in all"]


def test_the_report_names_every_kind_of_account() -> None:
    assert set(SAYS) == set(AccountKind)
