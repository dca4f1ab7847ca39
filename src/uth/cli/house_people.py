"""`uth house people`, `invite` and `reset`: who works in a house, and a way in from the machine it runs on."""

from __future__ import annotations

import time
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Annotated

import typer

from uth.cli.house_work import DATA, Data, Database, done, with_store
from uth.errors import Malformed

if TYPE_CHECKING:
    from uth.host.people import People
    from uth.host.people_log import Account
    from uth.store.database import DatabaseStore


def people(database: Database = None, data: Data = DATA) -> None:
    """Say who works in a house, with which roles, who is locked or locked out, and which invitations wait.

    Example: uth house people --data uth-data
    """

    async def work(store: DatabaseStore) -> str:
        known = await _people(store)
        accounts = [_account(known, each) for each in known.accounts.values()]
        waiting = [
            f"invitation {each.id}: {_what(each.account, sorted(each.roles))}, by {each.by}, until {_at(each.ends)}"
            for each in known.invitations.waiting(known.clock())
        ]
        return "\n".join([*accounts, *waiting]) or "nobody works here yet; the first start prints a link"

    done(with_store(database, data, work, must_be=True))


def invite(
    roles: Annotated[list[str], typer.Argument(metavar="ROLE...", help="What the new account may do: admin, manager.")],
    database: Database = None,
    data: Data = DATA,
) -> None:
    """Print the end of a link that makes one account with these roles, once, within a day; also while it is open.

    Example: uth house invite admin --data uth-data
    """

    async def work(store: DatabaseStore) -> str:
        from uth.host.people import THE_MACHINE
        from uth.host.roles import Role

        known = await _people(store)
        for role in roles:
            if role not in set(Role):
                raise Malformed("role", role, f"is not one of {', '.join(sorted(Role))}")
        word = await known.invite(frozenset(map(Role, roles)), THE_MACHINE)
        return _link(word, f"an account as {', '.join(roles)} is made, once, within a day")

    done(with_store(database, data, work, must_be=True))


def reset(
    name: Annotated[
        str, typer.Argument(metavar="NAME", help="Whose password is forgotten; uth house people lists them.")
    ],
    database: Database = None,
    data: Data = DATA,
) -> None:
    """Print the end of a link that sets the password of an account anew, once, within an hour; its roles stay.

    Its sessions end, and a lock-out with them, when the link is used. For an admin nobody else can help; also while the
    house is open.

    Example: uth house reset Ada --data uth-data
    """

    async def work(store: DatabaseStore) -> str:
        from uth.host.people import THE_MACHINE

        known = await _people(store)
        if name not in known.accounts:
            there = ", ".join(sorted(known.accounts)) or "nobody yet"
            raise Malformed("name", name, f"is nobody's account here; there are: {there}")
        return _link(await known.reset(name, THE_MACHINE), f"the password of {name} is set anew, once, within an hour")

    done(with_store(database, data, work, must_be=True))


async def _people(store: DatabaseStore) -> People:
    from uth.host.people import People

    known = People(store=store, clock=time.time)
    await known.recover()
    return known


def _account(known: People, account: Account) -> str:
    until = known.locked_out(account.name)
    locked = ", locked by an admin" if account.disabled else ""
    out = f", locked out by wrong passwords until {_at(until)}" if until is not None else ""
    return f"{account.name}: {', '.join(sorted(account.roles))}{locked}{out}"


def _what(account: str | None, roles: list[str]) -> str:
    return f"a new password for {account}" if account is not None else f"a new account as {', '.join(roles)}"


def _link(word: str, says: str) -> str:
    return f"Behind the address of the house {says}:\n/accept#{word}"


def _at(moment: float) -> str:
    return datetime.fromtimestamp(moment, UTC).isoformat(timespec="seconds")
