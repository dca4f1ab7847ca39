"""People: guests who play at once, staff with a password and roles, and sessions that can be taken back."""

from __future__ import annotations

import asyncio
import hmac
import re
import secrets
import unicodedata
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any, Final

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

from uth.errors import Malformed, Refused, UthError
from uth.people.invitations import INVITATION_S, RESET_S, Invitation, hashed, invited
from uth.people.lock_outs import HERE
from uth.people.log import MARK, Account, PeopleLog, Session
from uth.people.roles import Role

OF_THE_HOUSE: Final = ("house", "staff", "floor", "cage", "bot", *(each.value for each in Role if each != Role.PLAYER))
"""What only the house and its staff are called."""
READS_AS: Final = str.maketrans(
    {
        # Cyrillic and Greek letters that look Latin, small after case folding.
        "а": "a", "в": "b", "с": "c", "ԁ": "d", "е": "e", "һ": "h", "н": "h", "і": "i", "ј": "j", "к": "k", "м": "m",
        "о": "o", "р": "p", "ԛ": "q", "г": "r", "ѕ": "s", "т": "t", "у": "y", "ԝ": "w", "х": "x", "п": "n", "ц": "u",
        "α": "a", "β": "b", "ε": "e", "η": "n", "ι": "i", "κ": "k", "μ": "u", "ν": "v", "ο": "o", "ρ": "p", "σ": "o",
        "τ": "t", "υ": "u", "χ": "x", "ω": "w", "γ": "y",
        # Letters with a stroke or of another kind that no decomposition takes apart.
        "ø": "o", "đ": "d", "ð": "d", "ħ": "h", "ı": "i", "ł": "l", "ŧ": "t", "æ": "ae", "œ": "oe", "ɑ": "a", "ɡ": "g",
        # Digits that are read as letters, and l, which is read as I.
        "0": "o", "1": "i", "3": "e", "4": "a", "5": "s", "7": "t", "8": "b", "l": "i",
    }
)  # fmt: skip


def glance(name: str) -> str:
    """Return what a name looks like at a glance; names that look alike have the same."""
    plain = unicodedata.normalize("NFKD", unicodedata.normalize("NFKC", name).casefold())
    letters = "".join(each for each in plain if not unicodedata.combining(each)).translate(READS_AS)
    return "".join(each for each in letters if each.isalnum()).replace("rn", "m").replace("vv", "w")


def looks_like(name: str, others: Iterable[str]) -> bool:
    """Whether the name looks like one of the others."""
    seen = glance(name)
    return any(glance(other) == seen for other in others)


SESSION_S: Final = 12 * 3600
PASSWORD_MIN: Final = 12
FORGET_EVERY: Final = 256
"""After how many records the sessions that have ended are forgotten."""
NAME: Final = re.compile(r"[^\W_](?:[\w.' -]{0,18}[\w.'-])")
"""What a guest may be called; nothing that stands for something else in the ledger or on a page."""
STAFF_NAME: Final = re.compile(r"[^\W_](?:[\w.'@ -]{0,38}[\w.'@-])")
"""What a member of the staff may be called: nothing that a key of a command or a guest's name is cut at."""
UNSEEN: Final = re.compile("[\u115f\u1160\u3164\uffa0]")
"""Letters by their class that show nothing: a name of them would be a blank on every page."""
THE_HOUSE: Final = "house"
"""Who did it, as the log has it, where nobody did: no account is called that."""
THE_MACHINE: Final = "house/command line"
"""Who did it where it was done by `uth house`: no name has a slash."""

_HASHER: Final = PasswordHasher()
_DECOY: Final = "$argon2id$v=19$m=65536,t=3,p=4$v36I38tRYC1iWCx/QyEWvg$2bN4bfy5k0tMj6+p5iZ30cB4JHRBicHIXiSQdOhPyCs"
"""What the password of a name nobody has is compared with, so that it takes as long; nobody knows what it is of."""


@dataclass(slots=True, kw_only=True)
class People(PeopleLog):
    """Everyone the house knows, and how they come in, are let in and are kept out."""

    _checks: asyncio.Semaphore = field(default_factory=lambda: asyncio.Semaphore(2))
    _recording: set[asyncio.Task[None]] = field(default_factory=set)

    # Guests.

    async def welcome(self, name: str = "") -> str:
        """Return the token of a new guest, who may sit down at once, called as they like."""
        called = name or "Guest"
        if not NAME.fullmatch(called) or UNSEEN.search(called):
            raise Malformed("name", name, "is not a name of 2 to 20 letters, digits, blanks or any of . _ ' -")
        if looks_like(called, (*OF_THE_HOUSE, *self.accounts)):
            raise Malformed("name", name, "reads like the house or one of its staff; take another name")
        return await self._opened(f"{called}{MARK}{secrets.token_hex(4)}", frozenset({Role.PLAYER}))

    # Staff.

    async def invite(self, roles: frozenset[Role], by: str = THE_HOUSE) -> str:
        """Return a word that makes one account, once, within a day."""
        word = secrets.token_urlsafe(24)
        made = invited(word, roles, None, self.clock() + INVITATION_S, by)
        await self._record(made, require=lambda: self.invitations.require_room(self.clock()))
        return word

    async def invite_first(self) -> str:
        """Return a word that makes the first admin; those that earlier starts have printed are good no more."""
        await self.follow()
        for each in self.invitations.waiting(self.clock()):
            if each.by == THE_HOUSE:
                await self.revoke(each.id, THE_HOUSE)
        return await self.invite(frozenset({Role.ADMIN}))

    async def reset(self, name: str, by: str) -> str:
        """Return a token that resets the password of an account once, within an hour; earlier tokens end."""
        word = secrets.token_urlsafe(24)
        made = invited(word, frozenset(), name, self.clock() + RESET_S, by)
        await self._record(made, require=lambda: self._require_resettable(name))
        return word

    def _require_resettable(self, name: str) -> None:
        if self._known(name).disabled:
            raise Refused("account_locked", None, f"an admin has locked {name!r}; have it opened again first")
        self.invitations.require_room(self.clock())

    async def revoke(self, id_: str, by: str) -> Invitation:
        """Revoke an invitation, and return what it was for."""
        await self.follow()
        found = self.invitations.require_waiting(id_, self.clock())
        revoked = {"is": "invitation_revoked", "id": id_, "by": by}
        await self._record(revoked, require=lambda: self._require_waiting(id_))
        return found

    def _require_waiting(self, id_: str) -> None:
        self.invitations.require_waiting(id_, self.clock())

    async def invitation(self, word: str) -> Invitation:
        """Return what a word is good for."""
        await self.follow()
        return self.invitations.of(word, self.clock())

    async def accept(self, word: str, name: str, password: str) -> str:
        """Create the account of an invitation, or reset its password; return its name. The token is used up."""
        invitation = await self.invitation(word)
        account = invitation.account
        if account is None:
            bodies = [await self._account(name, invitation.roles, password, invitation.by)]
        elif name not in ("", account):
            raise Malformed("name", name, f"is not {account!r}, whose password this link sets; leave it out")
        else:
            bodies = await self._password_for(account, password, invitation.by)

        def require() -> None:
            self.invitations.of(word, self.clock())
            if account is None:
                self._require_free(name)

        accepted = {"is": "invitation_accepted", "id": invitation.id, "by": account or name}
        await self._record(accepted, *bodies, require=require)
        return account or name

    async def make(self, name: str, roles: frozenset[Role], password: str, by: str = THE_HOUSE) -> None:
        """Make an account of the staff; `by` is who wanted it."""
        made = await self._account(name, roles, password, by)
        await self._record(made, require=lambda: self._require_free(name))

    async def _account(self, name: str, roles: frozenset[Role], password: str, by: str) -> dict[str, Any]:
        """Return the record of a new account; refuse a name that is none, or taken."""
        if not STAFF_NAME.fullmatch(name) or UNSEEN.search(name):
            raise Malformed("name", name, "is not a name of 2 to 40 letters, digits, blanks or any of . _ ' @ -")
        if looks_like(name, [THE_HOUSE]):
            raise Malformed("name", name, "is what the log calls the house itself; take another name")
        self._require_free(name)
        kept = await asyncio.to_thread(_HASHER.hash, _password(password))
        return {"is": "account_made", "name": name, "roles": sorted(roles), "password": kept, "by": by}

    async def _password_for(self, name: str, password: str, by: str) -> list[dict[str, Any]]:
        """Return the records of a new password: every session of the account ends."""
        kept = await asyncio.to_thread(_HASHER.hash, _password(password))
        changed = {"is": "password_changed", "name": name, "password": kept, "by": by}
        return [changed, {"is": "sessions_ended", "person": name}]

    def _require_free(self, name: str) -> None:
        if name in self.accounts:
            raise Refused("name_taken", None, f"{name!r} has an account already")

    async def change_roles(self, name: str, roles: frozenset[Role], by: str = THE_HOUSE) -> None:
        """Change the roles of an account and end its sessions."""
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

    async def sign_in(self, name: str, password: str, address: str = HERE) -> str:
        """Return the token of a new session; wrong passwords in a row lock the address out of the name for a while."""
        account = await self._proven(name, password, address)
        if account is None:
            raise Refused("wrong_name_or_password", None, "the name or the password is wrong")
        return await self._opened(name, account.roles)

    async def _proven(self, name: str, password: str, address: str) -> Account | None:
        """Return the account if it is open and the password is its own; whatever else was tried counts alike."""
        account, now = self.accounts.get(name), self.clock()
        self.lock_outs.require_open(name, address, now)
        right = await self._checked(account.password if account is not None else _DECOY, password)
        self.lock_outs.require_open(name, address, now)  # others may have tried meanwhile
        account = self.accounts.get(name)
        if right and account is not None and not account.disabled:
            self.lock_outs.passed(name, address)
            return account
        until = self.lock_outs.failed(name, address, now)
        if until is not None and account is not None:
            self._record_soon({"is": "locked_out", "name": name, "address": address, "until": until})
        return None

    async def _checked(self, kept: str, password: str) -> bool:
        """Whether it is the password; found on another thread, two at a time, since it is slow on purpose."""
        async with self._checks:
            return await asyncio.to_thread(_verified, kept, password)

    def _record_soon(self, body: dict[str, Any]) -> None:
        """Record it after the answer: the time an answer takes must not tell an account from an unknown name."""

        async def recorded() -> None:
            with suppress(UthError):
                await self._record(body)

        task = asyncio.create_task(recorded(), name="lock-out")
        self._recording.add(task)
        task.add_done_callback(self._recording.discard)

    def locked_out(self, name: str) -> float | None:
        """Return until when wrong passwords keep an address out of an account, or ``None``."""
        self._known(name)
        return self.lock_outs.until(name, self.clock())

    async def lift(self, name: str, by: str) -> None:
        """Let an account in again that wrong passwords have locked out."""

        def require() -> None:
            if self.locked_out(name) is None:
                says = f"no wrong passwords keep {name!r} out now; GET /api/v1/staff says whom they do"
                raise Refused("not_locked_out", None, says)

        await self._record({"is": "lock_out_lifted", "name": name, "by": by}, require=require)

    async def change_password(self, name: str, old: str, new: str, address: str = HERE) -> None:
        """Change one's own password; every session of the account ends, and wrong ones lock it as at the door."""
        self._known(name)
        _password(new)
        if await self._proven(name, old, address) is None:
            raise Refused("wrong_name_or_password", None, "the old password is wrong")
        await self._record(*await self._password_for(name, new, name))

    # Sessions.

    async def _opened(self, person: str, roles: frozenset[Role]) -> str:
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
        if hashed(token) in self.sessions:
            await self._record({"is": "session_ended", "token": hashed(token)})


def same_word(one: str, other: str) -> bool:
    """Whether two secrets are equal, in a time that does not tell how far they are."""
    return hmac.compare_digest(one.encode(), other.encode())


def session_key(token: str | None) -> str | None:
    """Return under what the session of that token is kept: not the token itself."""
    return hashed(token) if token else None


def _password(password: str) -> str:
    if not PASSWORD_MIN <= len(password) <= 200:
        raise Malformed("password", "(hidden)", f"is not {PASSWORD_MIN} to 200 characters long")
    return password


def _verified(kept: str, password: str) -> bool:
    try:
        return _HASHER.verify(kept, password)
    except (VerificationError, InvalidHashError):
        return False
