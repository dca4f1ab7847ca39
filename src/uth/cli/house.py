"""`uth house`: back up, export, restore and verify the data of a house, and manage its accounts."""

from __future__ import annotations

import os
import shutil
import sys
import time
from collections.abc import Awaitable, Callable, Coroutine, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, BinaryIO, Final

import typer

from uth.cli.streams import complain, say
from uth.errors import Broken, Malformed, Refused, UthError

if TYPE_CHECKING:
    from uth.people.people import People
    from uth.people.roles import UserAccount
    from uth.store.database import DatabaseStore


Work = Callable[["DatabaseStore"], Awaitable[str | None]]

Database = Annotated[
    str | None, typer.Option("--database", metavar="URL", help="A database; by default SQLite in --data.")
]
Data = Annotated[Path, typer.Option("--data", metavar="DIR", help="The directory of the house's data.")]
DATA: Final = Path("uth-data")
FILE: Final = "house.sqlite"
DAMAGED, UNREADABLE = 1, 2


async def with_store(database: str | None, data: Path, work: Work, *, must_be: bool = False) -> str | None:
    """Run `work` with the store of a house; with `must_be` the store must already exist."""
    from uth.house.signing_key import private_folder
    from uth.store.database import DatabaseStore

    file = (data / FILE).resolve()
    if database is None and must_be and not file.is_file():
        raise Malformed("data", str(data), f"has no {FILE}; give the --data or the --database of a house")
    if database is None and not must_be:
        private_folder(data)
    made = database is None and not file.exists()
    store = await DatabaseStore.open(database or f"sqlite:///{file}")
    try:
        says = await work(store)
    except BaseException:
        await store.close()
        if made:  # remove the new, empty house
            remove(file)
        raise
    await store.close()
    return says


def remove(file: Path) -> None:
    """Remove every file of a database."""
    for each in (file, Path(f"{file}-wal"), Path(f"{file}-shm")):
        each.unlink(missing_ok=True)


def done(work: Coroutine[Any, Any, str | None]) -> None:
    """Run the work, and print its result or, on one line, why it failed."""
    import asyncio

    try:
        says = asyncio.run(work)
    except KeyboardInterrupt:
        print("uth house: stopped; nothing was changed", file=sys.stderr)
        raise typer.Exit(130) from None
    except (UthError, OSError) as refused:
        complain("house", refused)
        raise typer.Exit(DAMAGED if isinstance(refused, Broken) else UNREADABLE) from None
    if says is not None:
        for line in says.splitlines():
            say(line)


def people(database: Database = None, data: Data = DATA) -> None:
    """List the accounts of a house: their roles, locks and lock-outs, and open invitations.

    Example: uth house people --data uth-data
    """

    async def work(store: DatabaseStore) -> str:
        known = await _people(store)
        accounts = [_account(known, each) for each in known.accounts.values()]
        waiting = [
            f"invitation {each.id}: {_what(each.account, sorted(each.roles))}, by {each.by}, until {_at(each.ends)}"
            for each in known.invitations.waiting(known.clock())
        ]
        return "\n".join([*accounts, *waiting]) or "there are no accounts yet; the first start prints a link"

    done(with_store(database, data, work, must_be=True))


def invite(
    roles: Annotated[
        list[str], typer.Argument(metavar="ROLE...", help="The roles of the new account: admin, manager.")
    ],
    database: Database = None,
    data: Data = DATA,
) -> None:
    """Print an invitation to create one account with these roles; it is valid once, for a day.

    Example: uth house invite admin --data uth-data
    """

    async def work(store: DatabaseStore) -> str:
        from uth.people.people import BY_COMMAND_LINE
        from uth.people.roles import Role

        known = await _people(store)
        for role in roles:
            if role not in set(Role):
                raise Malformed("role", role, f"is not one of {', '.join(sorted(Role))}")
        word = await known.invite(frozenset(map(Role, roles)), BY_COMMAND_LINE)
        return _link(word, f"creates an account as {', '.join(roles)}, once, within a day")

    done(with_store(database, data, work, must_be=True))


def reset(
    name: Annotated[str, typer.Argument(metavar="NAME", help="The account; uth house people lists them.")],
    database: Database = None,
    data: Data = DATA,
) -> None:
    """Print a link that resets an account's password; it is valid once, for an hour, and the roles stay.

    Using the link ends the account's sessions and lock-out. It is for an admin whom nobody else can help, and works
    while the house is open.

    Example: uth house reset Ada --data uth-data
    """

    async def work(store: DatabaseStore) -> str:
        from uth.people.people import BY_COMMAND_LINE

        known = await _people(store)
        if name not in known.accounts:
            there = ", ".join(sorted(known.accounts)) or "nobody yet"
            raise Malformed("name", name, f"is not an account here; accounts: {there}")
        return _link(await known.reset(name, BY_COMMAND_LINE), f"sets a new password for {name}, once, within an hour")

    done(with_store(database, data, work, must_be=True))


async def _people(store: DatabaseStore) -> People:
    from uth.people.people import People

    known = People(store=store, clock=time.time)
    await known.recover()
    return known


def _account(known: People, account: UserAccount) -> str:
    until = known.locked_out(account.name)
    locked = ", locked by an admin" if account.disabled else ""
    out = f", locked out by wrong passwords until {_at(until)}" if until is not None else ""
    return f"{account.name}: {', '.join(sorted(account.roles))}{locked}{out}"


def _what(account: str | None, roles: list[str]) -> str:
    return f"a new password for {account}" if account is not None else f"a new account as {', '.join(roles)}"


def _link(word: str, says: str) -> str:
    return f"This path at the address of the house {says}:\n/accept#{word}"


def _at(moment: float) -> str:
    return datetime.fromtimestamp(moment, UTC).isoformat(timespec="seconds")


app = typer.Typer(
    name="house",
    help=(
        "Back up, export, restore and verify a house's data, and manage its accounts, even while the house is open.\n\n"
        "Example: uth house backup evening.sqlite --data uth-data"
    ),
    no_args_is_help=True,
    rich_markup_mode=None,
)

app.command("people")(people)
app.command("invite")(invite)
app.command("reset")(reset)

SQLITE: Final = b"SQLite format 3\x00"
SHOWN_EVERY: Final = 5_000


@app.command()
def backup(
    file: Annotated[
        Path, typer.Argument(metavar="FILE", help="The file to write; an existing file is not overwritten.")
    ],
    database: Database = None,
    data: Data = DATA,
) -> None:
    """Copy the house's file, even while the house is open; for PostgreSQL see docs/operations.md.

    Example: uth house backup /backup/house-monday.sqlite --data uth-data
    """

    async def work(store: DatabaseStore) -> str:
        await store.backup(file)
        return f"{file}: {file.stat().st_size:,} bytes, a consistent copy of {store.name}"

    done(with_store(database, data, work, must_be=True))


@app.command()
def export(
    file: Annotated[str, typer.Argument(metavar="FILE", help="The file to write; - is standard output.")],
    database: Database = None,
    data: Data = DATA,
) -> None:
    """Write the whole log as JSON lines, even while the house is open; the file contains every secret.

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
    """Restore an empty house from an export or a backup, checking every seal; all of it or nothing.

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
    """Verify every seal, transfer and balance of the log, even while the house is open; report the first difference.

    The exit status is 0 if all of it holds, 1 if not, 2 if it cannot be read. Note the last record and its seal.

    Example: uth house verify --data uth-data
    """

    async def work(store: DatabaseStore) -> str:
        head = await store.verify()
        await store.trial_balance()
        return f"{store.name}: every record is as it was written; record {head.position:,}, seal {head.chain}"

    done(with_store(database, data, work, must_be=True))


@app.command()
def report(
    database: Database = None,
    data: Data = DATA,
) -> None:
    """Print the sums of the house: where chips came from and where they are now; the two sides are equal.

    People's chips come from allowances, other chips from the cage, and a table that pays more than it takes is below
    zero. It works while the house is open.

    Example: uth house report --data uth-data
    """

    async def work(store: DatabaseStore) -> str:
        from uth.house.report import report_lines

        given = len(await store.streams("bankroll/"))
        return "\n".join(report_lines(await store.trial_balance(), given))

    done(with_store(database, data, work, must_be=True))


def _is_backup(file: str) -> bool:
    if file == "-" or not Path(file).is_file():
        return False
    with Path(file).open("rb") as copy:
        return copy.read(len(SQLITE)) == SQLITE


async def _from_backup(copy: Path, database: str | None, data: Path) -> str | None:
    """Copy a backup to where a house expects its file, after checking every seal."""
    from uth.house.signing_key import private_folder
    from uth.store.database import DatabaseStore

    file = data / FILE
    if database is not None:
        says = "is a backup of a SQLite file; restore it with --data, uth house export it, and restore that"
        raise Malformed("file", str(copy), says)
    beside = [each for each in (file, Path(f"{file}-wal"), Path(f"{file}-shm"), Path(f"{file}.part")) if each.exists()]
    if beside:
        raise Refused("file_exists", None, f"{beside[0]} already exists; it is not overwritten")
    private_folder(data)
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
    """Yield a temporary file that is renamed to `path` once it is complete and synced, and removed on failure."""
    if path.exists():
        raise Refused("file_exists", None, f"{path} already exists; it is not overwritten")
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
    """Yield a file, or standard input, for reading its lines."""
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
    """Show the progress on a terminal."""
    if sys.stderr.isatty() and (last or count % SHOWN_EVERY == 0):
        print(f"\r{count:,} records", end="\n" if last else "", file=sys.stderr, flush=True)
