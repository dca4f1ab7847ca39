"""Invitations: single-use tokens that create an account or reset a password, valid for a limited time.

The log stores only a hash of the token, so reading the log does not let anyone use it.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Final

from uth.errors import Refused, quoted
from uth.people.roles import Role

INVITATION_S: Final = 24 * 3600
RESET_S: Final = 3600
"""How long a password reset is valid."""
INVITATIONS_MAX: Final = 100
"""How many invitations may be open at once."""
ID_LENGTH: Final = 12


@dataclass(frozen=True, slots=True, kw_only=True)
class Invitation:
    """What an invitation token is for, its expiry and its creator."""

    id: str
    """Its name in lists and in the log; it does not grant access."""
    roles: frozenset[Role]
    account: str | None
    """The account whose password it resets; ``None`` creates a new account with the roles."""
    ends: float
    by: str


@dataclass(slots=True, kw_only=True)
class Invitations:
    """Every unused invitation, by the hash of its token."""

    kept: dict[str, Invitation] = field(default_factory=dict)

    def waiting(self, now: float) -> list[Invitation]:
        """Return the valid ones, oldest first, and drop the expired."""
        self._keep(lambda each: now < each.ends)
        return list(self.kept.values())

    def of(self, token: str, now: float) -> Invitation:
        """Return the invitation of a token; refuse one that was used, revoked or has expired."""
        found = self.kept.get(hashed(token))
        if found is None or now >= found.ends:
            says = "this link has been used, was revoked or has ended; ask an admin for another"
            raise Refused("no_invitation", None, says)
        return found

    def require_waiting(self, id_: str, now: float) -> Invitation:
        """Return the invitation with this id, or refuse."""
        found = next((each for each in self.waiting(now) if each.id == id_), None)
        if found is None:
            says = f"there is no open invitation {quoted(id_)}; GET /api/v1/staff/invitations lists them"
            raise Refused("no_invitation", None, says)
        return found

    def require_room(self, now: float) -> None:
        """Refuse if `INVITATIONS_MAX` are open."""
        if len(self.waiting(now)) >= INVITATIONS_MAX:
            says = f"there are {INVITATIONS_MAX} open invitations already; revoke one, or wait until one expires"
            raise Refused("too_many_invitations", None, says)

    def applied(self, body: dict[str, Any]) -> None:
        """Apply a record of the people log.

        An invitation ends when its creator is disabled or loses the admin role. A password reset also ends when the
        account is disabled, its password changes, or a newer reset is created.
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


def invited(token: str, roles: frozenset[Role], account: str | None, ends: float, by: str) -> dict[str, Any]:
    """Return the record of an invitation."""
    digest = hashed(token)
    named = {"id": digest[:ID_LENGTH], "token": digest, "roles": sorted(roles), "account": account}
    return {"is": "invited", **named, "ends": ends, "by": by}


def hashed(token: str) -> str:
    """Return the SHA-256 under which a token is stored."""
    return hashlib.sha256(token.encode()).hexdigest()
