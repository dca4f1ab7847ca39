"""Invitations: single-use tokens that create an account or reset a password, valid for a limited time.

The log has only a hash of the token, so reading the log does not let anyone use it.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Final

from uth.errors import Refused
from uth.people.roles import Role

INVITATION_S: Final = 24 * 3600
RESET_S: Final = 3600
"""How long a password reset is valid."""
INVITATIONS_MAX: Final = 100
"""How many may wait at once."""
ID_LENGTH: Final = 12


@dataclass(frozen=True, slots=True, kw_only=True)
class Invitation:
    """What a word is good for, until when, and who wanted it."""

    id: str
    """What it is called in lists and in the log; nobody comes in with it."""
    roles: frozenset[Role]
    account: str | None
    """The account whose password it resets; ``None`` creates a new account with the roles."""
    ends: float
    by: str


@dataclass(slots=True, kw_only=True)
class Invitations:
    """Every invitation that was neither used nor revoked, by the hash of its word."""

    kept: dict[str, Invitation] = field(default_factory=dict)

    def waiting(self, now: float) -> list[Invitation]:
        """Return those that can still be used, the oldest first; what has run out is forgotten."""
        self._keep(lambda each: now < each.ends)
        return list(self.kept.values())

    def of(self, word: str, now: float) -> Invitation:
        """Return what the word is good for; refuse one that was used, revoked or has run out."""
        found = self.kept.get(hashed(word))
        if found is None or now >= found.ends:
            says = "this link has been used, was revoked or has ended; ask an admin for another"
            raise Refused("no_invitation", None, says)
        return found

    def require_waiting(self, id_: str, now: float) -> Invitation:
        """Return the invitation that is called so; refuse where none is."""
        found = next((each for each in self.waiting(now) if each.id == id_), None)
        if found is None:
            says = f"no invitation {id_!r} waits; GET /api/v1/staff/invitations lists those that do"
            raise Refused("no_invitation", None, says)
        return found

    def require_room(self, now: float) -> None:
        """Refuse one more where as many wait as may."""
        if len(self.waiting(now)) >= INVITATIONS_MAX:
            says = f"{INVITATIONS_MAX} invitations wait, and no more may; revoke one, or wait until one has run out"
            raise Refused("too_many_invitations", None, says)

    def applied(self, body: dict[str, Any]) -> None:
        """Know what a record of people tells of invitations.

        They end with what they rest on: those somebody made when that somebody is locked or is admin no more, and those
        for a password when the account is locked, has a new password, or was sent a newer one.
        """
        match body:
            case {"is": "invited", "token": token, "roles": roles, "account": account, "ends": ends, "by": by}:
                self._keep(lambda each: account is None or each.account != account)
                kept = frozenset(map(Role, roles))
                self.kept[token] = Invitation(id=body["id"], roles=kept, account=account, ends=ends, by=by)
            case {"is": "invitation_revoked" | "invitation_accepted", "id": id_}:
                self._keep(lambda each: each.id != id_)
            case {"is": "account_disabled", "name": name, "disabled": True}:
                self._keep(lambda each: name not in (each.by, each.account))
            case {"is": "roles_changed", "name": name, "roles": roles} if Role.ADMIN not in roles:
                self._keep(lambda each: each.by != name)
            case {"is": "password_changed", "name": name}:
                self._keep(lambda each: each.account != name)

    def _keep(self, holds: Callable[[Invitation], bool]) -> None:
        self.kept = {token: each for token, each in self.kept.items() if holds(each)}


def invited(word: str, roles: frozenset[Role], account: str | None, ends: float, by: str) -> dict[str, Any]:
    """Return the record of an invitation."""
    token = hashed(word)
    named = {"id": token[:ID_LENGTH], "token": token, "roles": sorted(roles), "account": account}
    return {"is": "invited", **named, "ends": ends, "by": by}


def hashed(word: str) -> str:
    """Return under what a secret word is kept: not the word itself."""
    return hashlib.sha256(word.encode()).hexdigest()
