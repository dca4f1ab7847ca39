"""People: guests, staff accounts with passwords and roles, and revocable sessions, as recorded in their log."""

from __future__ import annotations

import asyncio
import hmac
import re
import secrets
import unicodedata
from collections.abc import Awaitable, Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import Any, Final

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

from uth.errors import Malformed, Refused, Stale, UthError, quoted
from uth.people.invitations import INVITATION_S, RESET_S, Invitation, Invitations, hashed, invited
from uth.people.lock_outs import HERE, LockOuts
from uth.people.roles import MARK, Role, Session, UserAccount
from uth.store.entries import Entry, Store

STREAM: Final = "people"
TRIES_MAX: Final = 50
"""How many times an append is retried when another process writes at the same time."""
ENDING: Final = frozenset({"session_ended", "sessions_ended"})
"""The records that end sessions; no program may serve an ended session."""


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
    everywhere: Callable[[], Awaitable[None]] | None = None
    """Awaited after sessions have ended, if other programs serve the same people."""
    _turn: asyncio.Lock = field(default_factory=asyncio.Lock)

    async def recover(self) -> None:
        """Apply the records of the log that are not applied yet."""
        for record in await self.store.read(STREAM, self.number):
            self._apply(record.body)
            self.number = record.number

    async def follow(self) -> None:
        """Apply what another process has written, such as `uth house` while the house is open."""
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
        if self.everywhere is not None and any(body["is"] in ENDING for body in bodies):
            await self.everywhere()

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


RESERVED_NAMES: Final = (
    "house",
    "staff",
    "floor",
    "cage",
    "bot",
    *(each.value for each in Role if each != Role.PLAYER),
)
"""Names reserved for the house and its staff."""
LOOKALIKES: Final = str.maketrans(
    {
        # Cyrillic and Greek letters that look Latin, in lower case.
        "а": "a", "в": "b", "с": "c", "ԁ": "d", "е": "e", "һ": "h", "н": "h", "і": "i", "ј": "j", "к": "k", "м": "m",
        "о": "o", "р": "p", "ԛ": "q", "г": "r", "ѕ": "s", "т": "t", "у": "y", "ԝ": "w", "х": "x", "п": "n", "ц": "u",
        "α": "a", "β": "b", "ε": "e", "η": "n", "ι": "i", "κ": "k", "μ": "u", "ν": "v", "ο": "o", "ρ": "p", "σ": "o",
        "τ": "t", "υ": "u", "χ": "x", "ω": "w", "γ": "y",
        # Letters without a Unicode decomposition.
        "ø": "o", "đ": "d", "ð": "d", "ħ": "h", "ı": "i", "ł": "l", "ŧ": "t", "æ": "ae", "œ": "oe", "ɑ": "a", "ɡ": "g",
        # Digits that look like letters, and l, which looks like I.
        "0": "o", "1": "i", "3": "e", "4": "a", "5": "s", "7": "t", "8": "b", "l": "i",
    }
)  # fmt: skip


CAPITAL_LOOKALIKES: Final = str.maketrans({"Ζ": "z", "Η": "h", "Μ": "m", "Ν": "n", "Υ": "y"})
"""Greek capitals that resemble a different Latin letter than their lower case does."""


def skeleton(name: str) -> str:
    """Return a canonical form of a name, equal for names that look alike."""
    capitals = unicodedata.normalize("NFKC", name).translate(CAPITAL_LOOKALIKES)
    plain = unicodedata.normalize("NFKD", capitals.casefold())
    letters = "".join(each for each in plain if not unicodedata.combining(each)).translate(LOOKALIKES)
    return "".join(each for each in letters if each.isalnum()).replace("rn", "m").replace("vv", "w")


def looks_like(name: str, others: Iterable[str]) -> bool:
    """Whether the name looks like one of the others."""
    seen = skeleton(name)
    return any(skeleton(other) == seen for other in others)


def composed(name: str) -> str:
    """Return the name in stored form: accents composed with their letters (NFC), apostrophes straight."""
    return unicodedata.normalize("NFC", name).translate(APOSTROPHES)


def is_name(name: str, pattern: re.Pattern[str]) -> bool:
    """Whether a composed name fits the pattern; marks of any script may follow a letter."""
    marked = "".join(MARK_CLASS if unicodedata.category(each) in ("Mn", "Mc") else each for each in name)
    return bool(pattern.fullmatch(marked)) and not STRAY_MARK.search(marked) and not INVISIBLE.search(name)


APOSTROPHES: Final = str.maketrans("\u2018\u2019\u02bc", "'" * 3)
SESSION_S: Final = 12 * 3600
"""How long a session of the staff lasts."""
GUEST_SESSION_S: Final = 90 * 24 * 3600
"""How long a guest's session lasts, and with it the way to the guest's bankroll."""
PASSWORD_MIN: Final = 12
FORGET_EVERY: Final = 256
"""Expired sessions are dropped when a session opens and the number of records is a multiple of this."""
MARK_CLASS: Final = "\u0300"
"""Stands for any combining mark when a name is checked; ``\\w`` matches the letters of every script, but no marks."""
STRAY_MARK: Final = re.compile(rf"(?:^|[^\w{MARK_CLASS}]){MARK_CLASS}|{MARK_CLASS}{{4}}")
"""A mark without a letter, or more than three on one: vowel sign, nukta and tone are three."""
NAME: Final = re.compile(rf"[^\W_](?:[\w{MARK_CLASS}.' -]{{0,18}}[\w{MARK_CLASS}.'-])")
"""The names a guest may use; they contain no character with a meaning in the ledger or on a page."""
STAFF_NAME: Final = re.compile(rf"[^\W_](?:[\w{MARK_CLASS}.'@ -]{{0,38}}[\w{MARK_CLASS}.'@-])")
"""The names of staff accounts; they contain no separator of idempotency keys or guest ids."""
INVISIBLE: Final = re.compile("[\u115f\u1160\u3164\uffa0]")
"""Invisible characters that Unicode classes as letters."""
BY_HOUSE: Final = "house"
"""The author in the log when no person acted; no account may use it."""
BY_COMMAND_LINE: Final = "house/command line"
"""The author in the log for `uth house`; no name contains a slash."""

_HASHER: Final = PasswordHasher()
_DECOY: Final = "$argon2id$v=19$m=65536,t=3,p=4$v36I38tRYC1iWCx/QyEWvg$2bN4bfy5k0tMj6+p5iZ30cB4JHRBicHIXiSQdOhPyCs"
"""A hash of an unknown password, verified for unknown names so that the answer takes equally long."""


@dataclass(slots=True, kw_only=True)
class People(PeopleLog):
    """Guests, staff accounts, invitations and sessions."""

    _checks: asyncio.Semaphore = field(default_factory=lambda: asyncio.Semaphore(2))
    _recording: set[asyncio.Task[None]] = field(default_factory=set)

    async def welcome(self, name: str = "") -> str:
        """Create a guest and return the token of their session."""
        called = composed(name) or "Guest"
        if not is_name(called, NAME):
            raise Malformed("name", name, "is not a name of 2 to 20 letters, digits, spaces or any of . _ ' -")
        if looks_like(called, (*RESERVED_NAMES, *self.accounts)):
            raise Malformed("name", name, "looks like the house or one of its staff; choose another name")
        return await self._open_session(
            f"{called}{MARK}{secrets.token_hex(4)}", frozenset({Role.PLAYER}), GUEST_SESSION_S
        )

    async def invite(self, roles: frozenset[Role], by: str = BY_HOUSE) -> str:
        """Return a token that creates one account, valid once and for a day."""
        token = secrets.token_urlsafe(24)
        made = invited(token, roles, None, self.clock() + INVITATION_S, by)
        await self._record(made, require=lambda: self.invitations.require_room(self.clock()))
        return token

    def first_is_invited(self) -> bool:
        """Whether a token that creates the first admin is valid."""
        return any(each.by == BY_HOUSE for each in self.invitations.waiting(self.clock()))

    async def invite_first(self) -> str:
        """Return a token that creates the first admin; tokens printed by earlier starts are revoked."""
        await self.follow()
        for each in self.invitations.waiting(self.clock()):
            if each.by == BY_HOUSE:
                await self.revoke(each.id, BY_HOUSE)
        return await self.invite(frozenset({Role.ADMIN}))

    async def reset(self, name: str, by: str) -> str:
        """Return a token that resets a password, valid once and for an hour; earlier tokens end."""
        token = secrets.token_urlsafe(24)
        made = invited(token, frozenset(), name, self.clock() + RESET_S, by)
        await self._record(made, require=lambda: self._require_resettable(name))
        return token

    def _require_resettable(self, name: str) -> None:
        if self._account_named(name).disabled:
            raise Refused("account_locked", None, f"{quoted(name)} is disabled; enable the account first")
        self.invitations.require_room(self.clock())

    async def revoke(self, id_: str, by: str) -> Invitation:
        """Revoke an invitation and return it."""
        await self.follow()
        found = self.invitations.require_waiting(id_, self.clock())
        revoked = {"is": "invitation_revoked", "id": id_, "by": by}
        await self._record(revoked, require=lambda: self._require_waiting(id_))
        return found

    def _require_waiting(self, id_: str) -> None:
        self.invitations.require_waiting(id_, self.clock())

    async def invitation(self, token: str) -> Invitation:
        """Return the invitation of a token."""
        await self.follow()
        return self.invitations.of(token, self.clock())

    async def accept(self, token: str, name: str, password: str) -> str:
        """Create the account of an invitation, or reset its password; return its name. The token is used up."""
        invitation = await self.invitation(token)
        account = invitation.account
        if account is None:
            name = composed(name)
            bodies = [await self._account(name, invitation.roles, password, invitation.by)]
        elif name not in ("", account):
            raise Malformed("name", name, f"is not {quoted(account)}, whose password this link sets; leave it out")
        else:
            bodies = await self._password_for(account, password, invitation.by)

        def require() -> None:
            self.invitations.of(token, self.clock())
            if account is None:
                self._require_free(name)

        accepted = {"is": "invitation_accepted", "id": invitation.id, "by": account or name}
        await self._record(accepted, *bodies, require=require)
        return account or name

    async def make(self, name: str, roles: frozenset[Role], password: str, by: str = BY_HOUSE) -> None:
        """Create a staff account on behalf of `by`."""
        name = composed(name)
        made = await self._account(name, roles, password, by)
        await self._record(made, require=lambda: self._require_free(name))

    async def _account(self, name: str, roles: frozenset[Role], password: str, by: str) -> dict[str, Any]:
        """Return the record of a new account; refuse a name that is invalid or taken."""
        if not is_name(name, STAFF_NAME):
            raise Malformed("name", name, "is not a name of 2 to 40 letters, digits, spaces or any of . _ ' @ -")
        if looks_like(name, [BY_HOUSE]):
            raise Malformed("name", name, "is reserved for the house; choose another name")
        self._require_free(name)
        kept = await asyncio.to_thread(_HASHER.hash, _password(password))
        return {"is": "account_made", "name": name, "roles": sorted(roles), "password": kept, "by": by}

    async def _password_for(self, name: str, password: str, by: str) -> list[dict[str, Any]]:
        """Return the records of a new password; all sessions of the account end."""
        kept = await asyncio.to_thread(_HASHER.hash, _password(password))
        changed = {"is": "password_changed", "name": name, "password": kept, "by": by}
        return [changed, {"is": "sessions_ended", "person": name}]

    def _require_free(self, name: str) -> None:
        if name in self.accounts:
            raise Refused("name_taken", None, f"{quoted(name)} has an account already")

    async def change_roles(self, name: str, roles: frozenset[Role], by: str = BY_HOUSE) -> None:
        """Change the roles of an account and end its sessions."""
        self._account_named(name)
        changed = {"is": "roles_changed", "name": name, "roles": sorted(roles), "by": by}
        await self._record(changed, {"is": "sessions_ended", "person": name})

    async def disable(self, name: str, by: str = BY_HOUSE, *, disabled: bool = True) -> None:
        """Disable or enable an account; its sessions end."""
        self._account_named(name)
        changed = {"is": "account_disabled", "name": name, "disabled": disabled, "by": by}
        await self._record(changed, {"is": "sessions_ended", "person": name})

    def _account_named(self, name: str) -> UserAccount:
        account = self.accounts.get(name)
        if account is None:
            raise Refused("no_account", None, f"there is no account {quoted(name)}")
        return account

    async def sign_in(self, name: str, password: str, address: str = HERE) -> str:
        """Return the token of a new session; repeated wrong passwords lock the address out of the name for a while."""
        name = composed(name)
        account = await self._authenticate(name, password, address)
        if account is None:
            raise Refused("wrong_name_or_password", None, "the name or the password is wrong")
        return await self._open_session(name, account.roles)

    async def _authenticate(self, name: str, password: str, address: str) -> UserAccount | None:
        """Return the account if it is enabled and the password is right; every other attempt counts as a failure."""
        account, now = self.accounts.get(name), self.clock()
        self.lock_outs.require_open(name, address, now)
        right = await self._verify_password(account.password if account is not None else _DECOY, password)
        self.lock_outs.require_open(name, address, now)  # there may have been other attempts in the meantime
        account = self.accounts.get(name)
        if right and account is not None and not account.disabled:
            self.lock_outs.passed(name, address)
            return account
        until = self.lock_outs.failed(name, address, now)
        if until is not None and account is not None:
            self._record_soon({"is": "locked_out", "name": name, "address": address, "until": until})
        return None

    async def _verify_password(self, kept: str, password: str) -> bool:
        """Whether the password is right. Hashing is slow by design, so it runs in a thread, two at a time."""
        async with self._checks:
            return await asyncio.to_thread(_matches, kept, password)

    def _record_soon(self, body: dict[str, Any]) -> None:
        """Record after the response, so that its timing does not reveal whether the account exists."""

        async def recorded() -> None:
            with suppress(UthError):
                await self._record(body)

        task = asyncio.create_task(recorded(), name="lock-out")
        self._recording.add(task)
        task.add_done_callback(self._recording.discard)

    def locked_out(self, name: str) -> float | None:
        """Return when the last lock-out of an account ends, or ``None``."""
        self._account_named(name)
        return self.lock_outs.until(name, self.clock())

    async def lift(self, name: str, by: str) -> None:
        """Lift the lock-outs of an account."""

        def require() -> None:
            if self.locked_out(name) is None:
                says = f"{quoted(name)} is not locked out; GET /api/v1/staff lists lock-outs"
                raise Refused("not_locked_out", None, says)

        await self._record({"is": "lock_out_lifted", "name": name, "by": by}, require=require)

    async def change_password(self, name: str, old: str, new: str, address: str = HERE) -> None:
        """Change a password after checking the old one; all sessions of the account end."""
        self._account_named(name)
        _password(new)
        if await self._authenticate(name, old, address) is None:
            raise Refused("wrong_name_or_password", None, "the old password is wrong")
        await self._record(*await self._password_for(name, new, name))

    async def _open_session(self, person: str, roles: frozenset[Role], lasts_s: float = SESSION_S) -> str:
        token = secrets.token_urlsafe(32)
        if self.number % FORGET_EVERY == 0:
            now = self.clock()
            self.sessions = {key: each for key, each in self.sessions.items() if now < each.ends}
        await self._record(
            {
                "is": "session_opened",
                "token": hashed(token),
                "person": person,
                "roles": sorted(roles),
                "csrf": secrets.token_urlsafe(24),
                "ends": self.clock() + lasts_s,
            }
        )
        return token

    def session(self, token: str | None) -> Session | None:
        """Return the session of a token, or ``None`` if it has ended."""
        key = session_key(token)
        return self.sessions[key] if key is not None and self.lasts(key) else None

    def lasts(self, key: str | None) -> bool:
        """Whether the session has not ended."""
        found = self.sessions.get(key) if key is not None else None
        return found is not None and self.clock() < found.ends

    def knows(self, person: str) -> bool:
        """Whether the person has an account or a session."""
        return person in self.accounts or any(each.person == person for each in self.sessions.values())

    def anyone(self, roles: frozenset[Role]) -> bool:
        """Whether somebody with one of these roles is signed in."""
        now = self.clock()
        return any(now < each.ends and each.roles & roles for each in self.sessions.values())

    async def sign_out(self, token: str) -> None:
        """End the session."""
        if hashed(token) in self.sessions:
            await self._record({"is": "session_ended", "token": hashed(token)})


def equal_secrets(one: str, other: str) -> bool:
    """Compare two secrets in constant time."""
    return hmac.compare_digest(one.encode(), other.encode())


def session_key(token: str | None) -> str | None:
    """Return the key under which the session of a token is stored."""
    return hashed(token) if token else None


def _password(password: str) -> str:
    if not PASSWORD_MIN <= len(password) <= 200:
        raise Malformed("password", "(hidden)", f"is not {PASSWORD_MIN} to 200 characters long")
    return password


def _matches(kept: str, password: str) -> bool:
    try:
        return _HASHER.verify(kept, password)
    except (VerificationError, InvalidHashError):
        return False
