"""`uth house`: what an operator does with what a house keeps: copy it, export it, restore it, check every seal.

Who works there, and a way in for an admin who has none, is in `house_people`.
"""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, BinaryIO, Final

import typer

from uth.cli import house_people
from uth.cli.house_work import DATA, FILE, Data, Database, done, have_folder, remove, with_store
from uth.errors import Malformed, Refused

if TYPE_CHECKING:
    from uth.store.database import DatabaseStore

app = typer.Typer(
    name="house",
    help=(
        "Back up, export, restore and verify what a house keeps, and let its staff in; also while it is open.\n\n"
        "Example: uth house backup evening.sqlite --data uth-data"
    ),
    no_args_is_help=True,
    rich_markup_mode=None,
)

app.command("people")(house_people.people)
app.command("invite")(house_people.invite)
app.command("reset")(house_people.reset)

SQLITE: Final = b"SQLite format 3\x00"
SHOWN_EVERY: Final = 5_000


@app.command()
def backup(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="Where the copy goes; nothing is written over.")],
    database: Database = None,
    data: Data = DATA,
) -> None:
    """Copy one moment of the house's file, also while the house is open; PostgreSQL makes its own (docs/operations.md).

    Example: uth house backup /backup/house-monday.sqlite --data uth-data
    """

    async def work(store: DatabaseStore) -> str:
        await store.backup(file)
        return f"{file}: {file.stat().st_size:,} bytes, one moment of {store.name}"

    done(with_store(database, data, work, must_be=True))


@app.command()
def export(
    file: Annotated[str, typer.Argument(metavar="FILE", help="Where the lines go; - is standard output.")],
    database: Database = None,
    data: Data = DATA,
) -> None:
    """Write the whole log as JSON lines, up to where it is now, also while the house is open; with every secret in it.

    Example: uth house export house.jsonl --database postgresql://uth@localhost/uth
    """

    async def work(store: DatabaseStore) -> str | None:
        if file == "-":
            await _write_all(store, sys.stdout.buffer)
            return None
        path = Path(file)
        with _new_file(path) as out:
            count = await _write_all(store, out)
        return f"{path}: {count:,} records of {store.name}"

    done(with_store(database, data, work, must_be=True))


@app.command()
def restore(
    file: Annotated[
        str, typer.Argument(metavar="FILE", help="An export, a backup, or - for an export on standard input.")
    ],
    database: Database = None,
    data: Data = DATA,
) -> None:
    """Fill an empty house with an export or a backup, every seal checked on the way; all of it, or nothing.

    Example: uth house restore house.jsonl --database postgresql://uth@localhost/uth
    """

    async def work(store: DatabaseStore) -> str:
        from uth.store.export import read_lines

        with _lines(file) as lines:
            head = await store.restore(_counted(read_lines(lines)))
        return f"{store.name}: restored to record {head.position:,}, seal {head.chain}"

    done(_from_backup(Path(file), database, data) if _is_backup(file) else with_store(database, data, work))


@app.command()
def verify(
    database: Database = None,
    data: Data = DATA,
) -> None:
    """Walk the whole log, every seal, transfer and balance, also while the house is open; name the first that differs.

    Ends with 0 if all of it holds, 1 if not, 2 if it cannot be read. Note the last record and its seal down elsewhere.

    Example: uth house verify --data uth-data
    """

    async def work(store: DatabaseStore) -> str:
        head = await store.verify()
        await store.trial_balance()
        return f"{store.name}: every record is as it was written; record {head.position:,}, seal {head.chain}"

    done(with_store(database, data, work, must_be=True))


def _is_backup(file: str) -> bool:
    if file == "-" or not Path(file).is_file():
        return False
    with Path(file).open("rb") as copy:
        return copy.read(len(SQLITE)) == SQLITE


async def _from_backup(copy: Path, database: str | None, data: Path) -> str | None:
    """Put a copy of a house's file where a house expects it, once every seal of it is checked."""
    from uth.store.database import DatabaseStore

    file = data / FILE
    if database is not None:
        says = "is a backup of a SQLite file; restore it with --data, uth house export it, and restore that"
        raise Malformed("file", str(copy), says)
    beside = [each for each in (file, Path(f"{file}-wal"), Path(f"{file}-shm"), Path(f"{file}.part")) if each.exists()]
    if beside:
        raise Refused("file_exists", None, f"{beside[0]} is there already; nothing is written over")
    have_folder(data)
    part = Path(f"{file}.part")
    try:
        shutil.copyfile(copy, part)
        part.chmod(0o600)
        store = await DatabaseStore.open(f"sqlite:///{part.resolve()}")
        try:
            head = await store.verify()
        finally:
            await store.close()
        part.rename(file)
    finally:
        remove(part)
    return f"{file}: restored to record {head.position:,}, seal {head.chain}"


@contextmanager
def _new_file(path: Path) -> Iterator[BinaryIO]:
    """Yield a file that has its name only once it is whole and on the disk; gone if it does not come to that."""
    if path.exists():
        raise Refused("file_exists", None, f"{path} is there already; nothing is written over")
    part = path.with_name(f"{path.name}.part")
    with part.open("xb") as out:
        try:
            part.chmod(0o600)
            yield out
            out.flush()
            os.fsync(out.fileno())
        except BaseException:
            part.unlink(missing_ok=True)
            raise
    part.rename(path)


@contextmanager
def _lines(file: str) -> Iterator[BinaryIO]:
    """Yield the lines of a file, or of standard input."""
    if file == "-":
        yield sys.stdin.buffer
        return
    with Path(file).open("rb") as lines:
        yield lines


async def _write_all(store: DatabaseStore, out: BinaryIO) -> int:
    from uth.store.export import export_line

    count = 0
    async for stored in store.export():
        out.write(export_line(stored, stored.chain))
        count += 1
        _show(count)
    _show(count, last=True)
    return count


def _counted(records: Iterator[Any]) -> Iterator[Any]:
    count = 0
    for record in records:
        count += 1
        _show(count)
        yield record
    _show(count, last=True)


def _show(count: int, *, last: bool = False) -> None:
    """Show how far it is, to a person who waits."""
    if sys.stderr.isatty() and (last or count % SHOWN_EVERY == 0):
        print(f"\r{count:,} records", end="\n" if last else "", file=sys.stderr, flush=True)
