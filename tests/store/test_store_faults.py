"""A store that is locked, full, cut off or invalid: a clear message, nothing half-written, and then recovery."""

from __future__ import annotations

import asyncio
import resource
import signal
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import psycopg
import pytest
from sqlalchemy.exc import OperationalError, SQLAlchemyError

from store.entering import entry
from store.house import House
from uth.errors import Broken, Malformed, UthError
from uth.store import database as databases
from uth.store import writing
from uth.store.database import DatabaseStore
from uth.store.entries import Appended, Store, Unavailable
from uth.store.upgrade import REVISIONS
from uth.store.writing import lock_head


async def require_alive(store: Store, number: int) -> None:
    """Append once more to a stream that ends with that number, and find the log whole."""
    await store.append([entry("t", number, None, "cage > house 1")], key=f"alive/{number}", answer=number)
    assert await store.streams() == {"t": number + 1}
    assert (await store.verify()).position == number + 1


async def test_a_locked_database_is_waited_for_and_then_named(database: House) -> None:
    store = await database.open(wait_s=0.3)
    await require_alive(store, 0)
    with database.locked():
        with pytest.raises(Unavailable, match="another program holds the database") as refused:
            await store.append([entry("t", 1)], key="k")
        assert (refused.value.code, refused.value.unknown) == ("store_busy", False)
        assert len(await store.read("t")) == 1
    await require_alive(store, 1)


async def test_a_lock_that_is_let_go_in_time_is_not_noticed(database: House) -> None:
    store = await database.open(wait_s=10)
    with database.locked():
        waiting = asyncio.create_task(store.append([entry("t", 0)]))
        await asyncio.sleep(0.2)
        assert not waiting.done()
    assert (await waiting).stored[0].position == 1


@contextmanager
def no_file_beyond(size: int) -> Iterator[None]:
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


async def test_a_disk_that_takes_no_more_refuses_the_append_and_keeps_the_log(sqlite_house: House) -> None:
    store = await sqlite_house.open(wait_s=1)
    await require_alive(store, 0)
    wal = Path(f"{sqlite_house.path}-wal").stat().st_size
    with no_file_beyond(wal + 8192):
        outcomes = await asyncio.gather(
            store.append([entry("t", 1, "x" * 100_000, "cage > house 1")], key="k"),
            store.append([entry("t", 2)], key="l"),
            return_exceptions=True,
        )
        assert [type(each) for each in outcomes] == [Unavailable, Unavailable]
        assert "disk" in str(outcomes[0])
        assert await store.streams() == {"t": 1}
        assert await store.answer("k") is None
    await require_alive(store, 1)


async def test_connections_cut_while_nobody_uses_them_are_not_noticed(postgres_house: House) -> None:
    store = await postgres_house.open()
    await require_alive(store, 0)
    cut_all(postgres_house)
    await require_alive(store, 1)
    cut_all(postgres_house)
    assert len(await store.read("t")) == 2


def cut_all(house: House) -> None:
    with house.connected() as other:
        other.execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'uth'")


async def test_connections_cut_at_random_lose_nothing_that_was_acknowledged(postgres_house: House) -> None:
    store = await postgres_house.open()
    told, refused, running = list[str](), list[UthError](), True

    async def append(task: int) -> None:
        number = 0
        while running:
            try:
                done = await store.append([entry(f"t{task}", number)], key=f"{task}/{number}", answer=number)
            except Unavailable as fault:
                refused.append(fault)
                continue
            assert done.answer == number
            told.append(f"{task}/{number}")
            number += 1

    tasks = [asyncio.create_task(append(task)) for task in range(4)]
    for _ in range(10):
        await asyncio.sleep(0.03)
        await asyncio.to_thread(cut_all, postgres_house)
    running = False
    await asyncio.gather(*tasks)
    assert (await store.verify()).position == len(told)
    assert {str(stored.key) async for stored in store.export()} == set(told)


async def test_a_server_that_is_down_is_named_and_used_again_when_it_is_back(postgres_house: House) -> None:
    store = await postgres_house.open(wait_s=0.5)
    await require_alive(store, 0)
    server = postgres_house.server
    assert server is not None
    server.stop(signal.SIGQUIT)
    try:
        for ask in (store.append([entry("t", 1)]), store.read("t"), store.verify()):
            with pytest.raises(Unavailable) as refused:
                await ask
            assert refused.value.code == "store_unreachable"
        with pytest.raises(Unavailable):
            await postgres_house.open()
    finally:
        server.start()
    await require_alive(store, 1)


Commit = Callable[[Any], None]


def lost(kind: str) -> Exception:
    """Return what a driver raises when the connection is gone, or the disk does not answer."""
    if kind == "postgres":
        return psycopg.OperationalError("the connection is lost")
    error = sqlite3.OperationalError("disk I/O error")
    error.sqlite_errorname = "SQLITE_IOERR_FSYNC"
    return error


async def test_a_commit_that_was_done_but_not_answered_is_acknowledged(
    database: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = await opened(database)
    dialect = store._engines.write.dialect
    commit: Commit = dialect.do_commit

    def commit_and_lose(connection: Any) -> None:
        monkeypatch.setattr(dialect, "do_commit", commit)
        commit(connection)
        raise lost(database.kind)

    monkeypatch.setattr(dialect, "do_commit", commit_and_lose)
    done = await store.append([entry("t", 0)], key="k", answer=1)
    assert done.stored[0].position == 1
    await require_alive(store, 1)


async def test_a_commit_that_was_not_done_is_refused_and_left_no_trace(
    database: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = await opened(database)
    dialect = store._engines.write.dialect
    commit: Commit = dialect.do_commit

    def lose(connection: Any) -> None:
        monkeypatch.setattr(dialect, "do_commit", commit)
        raise lost(database.kind)

    monkeypatch.setattr(dialect, "do_commit", lose)
    with pytest.raises(Unavailable) as refused:
        await store.append([entry("t", 0)], key="k", answer=1)
    assert not refused.value.unknown
    assert await store.answer("k") is None
    await require_alive(store, 0)


@pytest.mark.parametrize("was_done", [True, False])
async def test_an_append_of_which_nothing_is_known_is_done_once_when_it_is_sent_again(
    database: House, monkeypatch: pytest.MonkeyPatch, was_done: bool
) -> None:
    store = await opened(database, wait_s=0.2)
    dialect = store._engines.write.dialect
    commit: Commit = dialect.do_commit

    def commit_and_go(connection: Any) -> None:
        monkeypatch.setattr(dialect, "do_commit", commit)
        if was_done:
            commit(connection)
        raise lost(database.kind)

    def away(_: object) -> None:
        raise OperationalError("SELECT", {}, lost(database.kind))

    with monkeypatch.context() as cut:
        cut.setattr(databases, "lock_head", away)
        monkeypatch.setattr(dialect, "do_commit", commit_and_go)
        with pytest.raises(Unavailable, match="send it again with its key") as refused:
            await store.append([entry("t", 0)], key="k", answer=1)
    assert refused.value.unknown
    again = await store.append([entry("t", 0)], key="k", answer=1)
    assert again == Appended(answer=1, duplicate=was_done, stored=again.stored)
    await require_alive(store, 1)


async def opened(house: House, wait_s: float = 5) -> DatabaseStore:
    store = await house.open(wait_s=wait_s)
    assert isinstance(store, DatabaseStore)
    return store


async def test_a_fault_of_our_own_fails_the_append_and_not_the_store(
    database: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = await database.open()
    with monkeypatch.context() as cut:
        cut.setattr(databases, "write_group", lambda *_: 1 // 0)
        with pytest.raises(Broken, match="ZeroDivisionError"):
            await store.append([entry("t", 0)])
    await require_alive(store, 0)


async def test_an_append_that_cannot_be_written_does_not_spoil_those_beside_it(
    database: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    store, write_group = await database.open(), writing.write_group

    def poisoned(connection: Any, drafts: Any, clock: Any, term: Any) -> Any:
        outcomes = write_group(connection, drafts, clock, term)
        if any(draft.key == "poison" for draft in drafts):
            raise ZeroDivisionError
        return outcomes

    monkeypatch.setattr(databases, "write_group", poisoned)
    outcomes = await asyncio.gather(
        *(store.append([entry(key, 0)], key=key) for key in ("a", "b", "poison", "c")), return_exceptions=True
    )
    assert [type(each) for each in outcomes] == [Appended, Appended, Broken, Appended]
    assert await store.streams() == {"a": 1, "b": 1, "c": 1}
    await store.verify()


async def test_a_database_of_a_newer_version_is_refused_in_one_line(database: House) -> None:
    await (await database.open()).close()
    database.execute("UPDATE schema_version SET version_num = '0999'")
    with pytest.raises(Malformed) as refused:
        await database.open()
    assert f"made by a newer version of uth: its tables are 0999, this version knows {REVISIONS[-1]}" in str(
        refused.value
    )
    assert "\n" not in str(refused.value)


async def test_a_database_of_another_program_is_left_alone(database: House) -> None:
    database.execute("CREATE TABLE records (song TEXT)")
    with pytest.raises(Malformed, match="belongs to another program: it has a table records already"):
        await database.open()
    database.execute("DROP TABLE records")
    await require_alive(await database.open(), 0)


async def test_a_url_that_leads_nowhere_is_answered_without_its_password(tmp_path: Path) -> None:
    note = tmp_path / "note.txt"
    note.write_text("this is no database, but long enough to be taken for the first page of one" * 20)
    (tmp_path / "folder").mkdir()
    for url, error, says in (
        ("nonsense", Malformed, "is not sqlite:///PATH or postgresql://"),
        ("postgresql:/uth:secret@db/x", Malformed, "is not sqlite:///PATH or postgresql://"),
        ("mysql://root:secret@db/x", Malformed, "is not sqlite:///PATH or postgresql://"),
        ("sqlite://", Malformed, "is not sqlite:///PATH or postgresql://"),
        ("sqlite:///:memory:", Malformed, "is not sqlite:///PATH or postgresql://"),
        (f"sqlite:///{note}", Malformed, "is a file, but not a SQLite database"),
        (f"sqlite:///{tmp_path}/none/house.db", Unavailable, "cannot be opened"),
        (f"sqlite:///{tmp_path}/folder", Unavailable, "cannot be opened"),
        (f"postgresql://uth:secret@/x?host={tmp_path}", Unavailable, "the connection to the database was lost"),
    ):
        with pytest.raises(UthError) as refused:
            await DatabaseStore.open(url, wait_s=0.2)
        assert isinstance(refused.value, error), url
        assert says in str(refused.value), url
        assert "secret" not in str(refused.value)


async def test_a_house_whose_network_went_in_mid_transaction_does_not_hold_the_log_for_hours(
    postgres_house: House,
) -> None:
    gone = await DatabaseStore.open(postgres_house.url, wait_s=0.5)
    store = await DatabaseStore.open(postgres_house.url, wait_s=20)
    try:
        connection = gone._engines.write.connect()
        connection.begin()
        lock_head(connection)  # and then nothing more is heard of it
        await store.append([entry("t", 0)])
        with suppress(SQLAlchemyError):
            connection.close()
        await gone.append([entry("t", 1)])
        assert len(await gone.read("t")) == 2
    finally:
        await store.close()
        await gone.close()
