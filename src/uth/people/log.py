"""The people log: accounts, sessions and invitations as folded from their records."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any, Final

from uth.errors import Stale
from uth.people.invitations import Invitations
from uth.people.lock_outs import HERE, LockOuts
from uth.people.roles import Role
from uth.store.entries import Entry, Store
from uth.units import PlayerId

STREAM: Final = "people"
TRIES_MAX: Final = 8
"""How often an append is retried when another process writes at the same time."""
MARK: Final = "~"
"""Separates a guest's name from the suffix that makes it unique."""
BOT: Final = "bot:"
"""The prefix of a bot's player id; no person's name contains a colon."""


@dataclass(frozen=True, slots=True, kw_only=True)
class UserAccount:
    """A staff account."""

    name: str
    roles: frozenset[Role]
    password: str
    """The Argon2id hash."""
    disabled: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Session:
    """A session of a guest or a staff account."""

    person: str
    roles: frozenset[Role]
    csrf: str
    ends: float

    @property
    def player(self) -> PlayerId:
        """The player's id at tables and in the ledger."""
        return PlayerId(self.person)

    @property
    def name(self) -> str:
        """The display name."""
        return name_of(self.person)


@dataclass(slots=True, kw_only=True)
class PeopleLog:
    """State folded from the people log; no password or token is stored in clear text."""

    store: Store
    clock: Callable[[], float]
    accounts: dict[str, UserAccount] = field(default_factory=dict)
    sessions: dict[str, Session] = field(default_factory=dict)
    """Keyed by the hash of the token, which cannot be used to sign in."""
    invitations: Invitations = field(default_factory=Invitations)
    lock_outs: LockOuts = field(default_factory=LockOuts)
    number: int = 0
    _turn: asyncio.Lock = field(default_factory=asyncio.Lock)

    async def recover(self) -> None:
        """Apply the records of the log that are not applied yet."""
        for record in await self.store.read(STREAM, self.number):
            self._apply(record.body)
            self.number = record.number

    async def follow(self) -> None:
        """Apply what another process has written; `uth house` works while a house is open."""
        async with self._turn:
            await self.recover()

    async def _record(self, *bodies: dict[str, Any], require: Callable[[], None] | None = None) -> None:
        """Append the records atomically and apply them; check and write under one lock."""
        async with self._turn:
            for left in reversed(range(TRIES_MAX)):
                await self.recover()
                if require is not None:
                    require()
                entries = [Entry(stream=STREAM, after=self.number + at, body=body) for at, body in enumerate(bodies)]
                try:
                    await self.store.append(entries)
                    break
                except Stale:
                    if not left:
                        raise
            self.number += len(bodies)
            for body in bodies:
                self._apply(body)

    def _apply(self, body: dict[str, Any]) -> None:
        self.invitations.applied(body)
        match body:
            case {"is": "account_made", "name": name, "roles": roles, "password": password}:
                kept = frozenset(map(Role, roles))
                self.accounts[name] = UserAccount(name=name, roles=kept, password=password)
            case {"is": "password_changed", "name": name, "password": password}:
                self.accounts[name] = replace(self.accounts[name], password=password)
                self.lock_outs.lift(name)
            case {"is": "roles_changed", "name": name, "roles": roles}:
                self.accounts[name] = replace(self.accounts[name], roles=frozenset(map(Role, roles)))
            case {"is": "locked_out", "name": name, "until": until}:
                self.lock_outs.lock(name, body.get("address", HERE), until)
            case {"is": "lock_out_lifted", "name": name}:
                self.lock_outs.lift(name)
            case {"is": "account_disabled", "name": name, "disabled": disabled}:
                self.accounts[name] = replace(self.accounts[name], disabled=disabled)
            case {"is": "session_opened", "token": token, "person": person, "roles": roles, "csrf": csrf, "ends": ends}:
                kept = frozenset(map(Role, roles))
                self.sessions[token] = Session(person=person, roles=kept, csrf=csrf, ends=ends)
            case {"is": "sessions_ended", "person": person}:
                self.sessions = {key: each for key, each in self.sessions.items() if each.person != person}
            case {"is": "session_ended", "token": token}:
                self.sessions.pop(token, None)


def is_bot(player: str) -> bool:
    """Whether the player is a bot."""
    return player.startswith(BOT)


def name_of(person: str) -> str:
    """Return the display name of a person: without the suffix that makes a guest's id unique."""
    return person.partition(MARK)[0]
