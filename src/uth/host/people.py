"""People: guests who play at once, staff with a password and roles, and sessions that can be taken back."""

from __future__ import annotations

import asyncio
import hashlib
import hmac
import re
import secrets
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any, Final

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

from uth.errors import Malformed, Refused, UthError
from uth.host.roles import Role
from uth.store.entries import Entry, Store
from uth.units import PlayerId

STREAM: Final = "people"
FAILURES_MAX: Final = 5
LOCKED_S: Final = 900
SESSION_S: Final = 12 * 3600
PASSWORD_MIN: Final = 12
FORGET_EVERY: Final = 256
"""After how many records the sessions that have ended are forgotten."""
INVITATION_S: Final = 24 * 3600
NAME: Final = re.compile(r"[^\W_](?:[\w.' -]{0,18}[\w.'-])")
"""What a guest may be called; nothing that stands for something else in the ledger or on a page."""
STAFF_NAME: Final = re.compile(r"[^\W_](?:[\w.'@ -]{0,38}[\w.'@-])")
"""What a member of the staff may be called: nothing that a key of a command or a guest's name is cut at."""
UNSEEN: Final = re.compile("[\u115f\u1160\u3164\uffa0]")
"""Letters by their class that show nothing: a name of them would be a blank on every page."""
THE_HOUSE: Final = "house"
"""Who did it, as the log has it, where nobody did: no account is called that."""
MARK: Final = "~"
"""What stands between a guest's name and what makes it the only one."""

_HASHER: Final = PasswordHasher()
_DECOY: Final = "$argon2id$v=19$m=65536,t=3,p=4$v36I38tRYC1iWCx/QyEWvg$2bN4bfy5k0tMj6+p5iZ30cB4JHRBicHIXiSQdOhPyCs"
"""What the password of a name nobody has is compared with, so that it takes as long; nobody knows what it is of."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Account:
    """A member of the staff."""

    name: str
    roles: frozenset[Role]
    password: str
    """The Argon2id hash."""
    disabled: bool = False
    failures: int = 0
    locked_until: float = 0.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Session:
    """Who somebody is until the session ends: a guest, or a member of the staff."""

    person: str
    roles: frozenset[Role]
    csrf: str
    ends: float

    @property
    def player(self) -> PlayerId:
        """Who they are at a table and in the ledger."""
        return PlayerId(self.person)

    @property
    def name(self) -> str:
        """What others call them."""
        return name_of(self.person)


@dataclass(slots=True, kw_only=True)
class People:
    """Everyone the house knows; the log has every change, and no password or token in the clear."""

    store: Store
    clock: Callable[[], float]
    accounts: dict[str, Account] = field(default_factory=dict)
    sessions: dict[str, Session] = field(default_factory=dict)
    """By the hash of the token: whoever reads this cannot sign in with it."""
    invitations: dict[str, tuple[frozenset[Role], float, str]] = field(default_factory=dict)
    """By the hash of its word: which roles, until when, and who invites."""
    number: int = 0
    _turn: asyncio.Lock = field(default_factory=asyncio.Lock)
    _checks: asyncio.Semaphore = field(default_factory=lambda: asyncio.Semaphore(2))

    async def recover(self) -> None:
        """Know everyone the log knows."""
        for record in await self.store.read(STREAM, self.number):
            self._apply(record.body)
            self.number = record.number

    async def _record(self, *bodies: dict[str, Any], require: Callable[[], None] | None = None) -> None:
        """Have all of it in the log, or none, then let it be so; nobody comes between what is required and that."""
        async with self._turn:
            await self.recover()
            if require is not None:
                require()
            entries = [Entry(stream=STREAM, after=self.number + at, body=body) for at, body in enumerate(bodies)]
            await self.store.append(entries)
            self.number += len(bodies)
            for body in bodies:
                self._apply(body)

    def _apply(self, body: dict[str, Any]) -> None:
        match body:
            case {"is": "account_made", "name": name, "roles": roles, "password": password}:
                kept = frozenset(map(Role, roles))
                self.accounts[name] = Account(name=name, roles=kept, password=password)
            case {"is": "password_changed", "name": name, "password": password}:
                self.accounts[name] = replace(self.accounts[name], password=password, failures=0, locked_until=0.0)
            case {"is": "roles_changed", "name": name, "roles": roles}:
                self.accounts[name] = replace(self.accounts[name], roles=frozenset(map(Role, roles)))
            case {"is": "account_disabled", "name": name, "disabled": disabled}:
                self.accounts[name] = replace(self.accounts[name], disabled=disabled)
            case {"is": "session_opened", "token": token, "person": person, "roles": roles, "csrf": csrf, "ends": ends}:
                kept = frozenset(map(Role, roles))
                self.sessions[token] = Session(person=person, roles=kept, csrf=csrf, ends=ends)
            case {"is": "sessions_ended", "person": person}:
                self.sessions = {key: each for key, each in self.sessions.items() if each.person != person}
            case {"is": "session_ended", "token": token}:
                self.sessions.pop(token, None)

    # Guests.

    async def welcome(self, name: str = "") -> str:
        """Return the token of a new guest, who may sit down at once, called as they like."""
        called = name or "Guest"
        if not NAME.fullmatch(called) or UNSEEN.search(called):
            raise Malformed("name", name, "is not a name of 2 to 20 letters, digits, blanks or any of . _ ' -")
        return await self._opened(f"{called}{MARK}{secrets.token_hex(4)}", frozenset({Role.PLAYER}))

    # Staff.

    async def invite(self, roles: frozenset[Role], by: str = THE_HOUSE) -> str:
        """Return a word that makes one account, once; the first start prints it for the first admin."""
        word = secrets.token_urlsafe(24)
        self.invitations[_hashed(word)] = (roles, self.clock() + INVITATION_S, by)
        return word

    async def accept(self, word: str, name: str, password: str) -> None:
        """Make the account an invitation is for; the invitation is used up."""
        key = _hashed(word)
        roles, ends, by = self.invitations.pop(key, (frozenset[Role](), 0.0, THE_HOUSE))
        if not roles or self.clock() > ends:
            raise Refused("no_invitation", None, "this link has been used or has ended; ask an admin for another")
        try:
            await self.make(name, roles, password, by)
        except UthError:
            self.invitations[key] = roles, ends, by
            raise

    async def make(self, name: str, roles: frozenset[Role], password: str, by: str = THE_HOUSE) -> None:
        """Make an account of the staff; `by` is who wanted it."""
        if not STAFF_NAME.fullmatch(name) or UNSEEN.search(name):
            raise Malformed("name", name, "is not a name of 2 to 40 letters, digits, blanks or any of . _ ' @ -")
        if name.casefold() == THE_HOUSE:
            raise Malformed("name", name, "is what the log calls the house itself; take another name")
        self._require_free(name)
        hashed = await asyncio.to_thread(_HASHER.hash, _password(password))
        made = {"is": "account_made", "name": name, "roles": sorted(roles), "password": hashed, "by": by}
        await self._record(made, require=lambda: self._require_free(name))

    def _require_free(self, name: str) -> None:
        if name in self.accounts:
            raise Refused("name_taken", None, f"{name!r} has an account already")

    async def change_roles(self, name: str, roles: frozenset[Role], by: str = THE_HOUSE) -> None:
        """Give an account other roles; whoever is signed in with the old ones signs in again."""
        self._known(name)
        changed = {"is": "roles_changed", "name": name, "roles": sorted(roles), "by": by}
        await self._record(changed, {"is": "sessions_ended", "person": name})

    async def disable(self, name: str, by: str = THE_HOUSE, *, disabled: bool = True) -> None:
        """Lock an account for good, or open it again; its sessions end at once."""
        self._known(name)
        changed = {"is": "account_disabled", "name": name, "disabled": disabled, "by": by}
        await self._record(changed, {"is": "sessions_ended", "person": name})

    def _known(self, name: str) -> Account:
        account = self.accounts.get(name)
        if account is None:
            raise Refused("no_account", None, f"nobody is called {name!r}")
        return account

    async def sign_in(self, name: str, password: str) -> str:
        """Return the token of a new session; five wrong passwords in a row lock the account for a while."""
        account = await self._proven(name, password)
        if account is None or account.disabled:
            raise Refused("wrong_name_or_password", None, "the name or the password is wrong")
        self.accounts[name] = replace(account, failures=0, locked_until=0.0)
        return await self._opened(name, account.roles)

    async def _proven(self, name: str, password: str) -> Account | None:
        """Return the account if the password is its own; a wrong one counts, and a locked account is refused."""
        account, now = self.accounts.get(name), self.clock()
        _require_unlocked(account, now)
        right = await self._checked(account.password if account is not None else _DECOY, password)
        account = self.accounts.get(name)  # as it is now: others may have tried meanwhile
        _require_unlocked(account, now)
        if account is not None and not right:
            self._failed(account, now)
        return account if right else None

    async def _checked(self, hashed: str, password: str) -> bool:
        """Whether it is the password; found on another thread, two at a time, since it is slow on purpose."""
        async with self._checks:
            return await asyncio.to_thread(_verified, hashed, password)

    def _failed(self, account: Account, now: float) -> None:
        failures = account.failures + 1
        locked = now + LOCKED_S if failures >= FAILURES_MAX else 0.0
        self.accounts[account.name] = replace(account, failures=0 if locked else failures, locked_until=locked)

    async def change_password(self, name: str, old: str, new: str) -> None:
        """Change one's own password; every session of the account ends, and wrong ones lock it as at the door."""
        self._known(name)
        _password(new)
        if await self._proven(name, old) is None:
            raise Refused("wrong_name_or_password", None, "the old password is wrong")
        hashed = await asyncio.to_thread(_HASHER.hash, new)
        changed = {"is": "password_changed", "name": name, "password": hashed}
        await self._record(changed, {"is": "sessions_ended", "person": name})

    # Sessions.

    async def _opened(self, person: str, roles: frozenset[Role]) -> str:
        token = secrets.token_urlsafe(32)
        if self.number % FORGET_EVERY == 0:
            now = self.clock()
            self.sessions = {key: each for key, each in self.sessions.items() if now < each.ends}
        await self._record(
            {
                "is": "session_opened",
                "token": _hashed(token),
                "person": person,
                "roles": sorted(roles),
                "csrf": secrets.token_urlsafe(24),
                "ends": self.clock() + SESSION_S,
            }
        )
        return token

    def session(self, token: str | None) -> Session | None:
        """Return the session of that token while it lasts."""
        key = session_key(token)
        return self.sessions[key] if key is not None and self.lasts(key) else None

    def lasts(self, key: str | None) -> bool:
        """Whether the session under that key has not ended."""
        found = self.sessions.get(key) if key is not None else None
        return found is not None and self.clock() < found.ends

    def knows(self, person: str) -> bool:
        """Whether the person has an account, or a session that is remembered."""
        return person in self.accounts or any(each.person == person for each in self.sessions.values())

    def anyone(self, roles: frozenset[Role]) -> bool:
        """Whether somebody with one of these roles is signed in."""
        now = self.clock()
        return any(now < each.ends and each.roles & roles for each in self.sessions.values())

    async def sign_out(self, token: str) -> None:
        """End the session."""
        if _hashed(token) in self.sessions:
            await self._record({"is": "session_ended", "token": _hashed(token)})


def name_of(person: str) -> str:
    """Return what a person is called: a guest's own word, without what tells two guests of one name apart."""
    return person.partition(MARK)[0]


def same_word(one: str, other: str) -> bool:
    """Whether two secrets are equal, in a time that does not tell how far they are."""
    return hmac.compare_digest(one.encode(), other.encode())


def session_key(token: str | None) -> str | None:
    """Return under what the session of that token is kept: not the token itself."""
    return _hashed(token) if token else None


def _hashed(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()


def _require_unlocked(account: Account | None, now: float) -> None:
    if account is not None and now < account.locked_until:
        raise Refused("locked", None, "too many wrong passwords; try again later")


def _password(password: str) -> str:
    if not PASSWORD_MIN <= len(password) <= 200:
        raise Malformed("password", "(hidden)", f"is not {PASSWORD_MIN} to 200 characters long")
    return password


def _verified(hashed: str, password: str) -> bool:
    try:
        return _HASHER.verify(hashed, password)
    except (VerificationError, InvalidHashError):
        return False
