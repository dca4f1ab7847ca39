"""The work on a house's store that every command of `uth house` does: open it, say what was done, or why not."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Awaitable, Callable, Coroutine
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final

import typer

from uth.cli.said import complain, say
from uth.errors import Broken, Malformed, UthError

if TYPE_CHECKING:
    from uth.store.database import DatabaseStore

Work = Callable[["DatabaseStore"], Awaitable[str | None]]

Database = Annotated[
    str | None, typer.Option("--database", metavar="URL", help="A database; SQLite in --data, unless given.")
]
Data = Annotated[Path, typer.Option("--data", metavar="DIR", help="Where the house keeps what lasts.")]
DATA: Final = Path("uth-data")
FILE: Final = "house.sqlite"
DAMAGED, UNREADABLE = 1, 2


async def with_store(database: str | None, data: Path, work: Work, *, must_be: bool = False) -> str | None:
    """Do something with the store of a house; one that must be there is not made by asking for it."""
    from uth.store.database import DatabaseStore

    file = (data / FILE).resolve()
    if database is None and must_be and not file.is_file():
        raise Malformed("data", str(data), f"has no {FILE}; give the --data or the --database of a house")
    if database is None and not must_be:
        have_folder(data)
    made = database is None and not file.exists()
    store = await DatabaseStore.open(database or f"sqlite:///{file}")
    try:
        says = await work(store)
    except BaseException:
        await store.close()
        if made:  # what was not filled is not there
            remove(file)
        raise
    await store.close()
    return says


def have_folder(data: Path) -> None:
    """Have a folder that nobody else on the machine reads, unless there is one."""
    try:
        data.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as fault:
        raise Malformed("data", str(data), f"is not a folder, and cannot be made one: {fault.strerror}") from None


def remove(file: Path) -> None:
    """Have nothing of a database's file left."""
    for each in (file, Path(f"{file}-wal"), Path(f"{file}-shm")):
        each.unlink(missing_ok=True)


def done(work: Coroutine[Any, Any, str | None]) -> None:
    """Say what was done, or in one line why not."""
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
