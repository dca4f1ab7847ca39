"""Lock-outs: too many wrong passwords for a name from one address block that pair for a while.

Unknown names are counted like accounts, so that answers do not reveal which names have one. Only the guessing address
is blocked, so nobody can lock another person out of their account.
"""

from __future__ import annotations

import math
from collections import OrderedDict
from dataclasses import dataclass, field, replace
from typing import Final

from uth.errors import Refused

FAILURES_MAX: Final = 5
"""How many wrong passwords in a row cause a lock-out."""
LOCKED_S: Final = 900
"""How long the first lock-out lasts; each further one lasts twice as long."""
LOCKED_S_MAX: Final = 24 * 3600
KEPT_MAX: Final = 10_000
"""How many pairs of name and address are kept; the least recently tried is dropped."""
HERE: Final = ""
"""The address of this machine, or if none is known."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Tries:
    """The failed attempts of one address for one name."""

    failures: int = 0
    times: int = 0
    """How many lock-outs there were since the last right password."""
    until: float = 0.0


@dataclass(slots=True, kw_only=True)
class LockOuts:
    """The failed attempts by name and address."""

    _of: OrderedDict[tuple[str, str], Tries] = field(default_factory=OrderedDict)
    tried: list[tuple[bool, str, str]] | None = None
    """The passwords tried since `drained`, if other nodes are told: whether right, name and address."""

    def drained(self) -> list[tuple[bool, str, str]]:
        """Return the passwords tried since the last call."""
        tried, self.tried = self.tried or [], []
        return tried

    def tried_elsewhere(self, name: str, address: str, *, right: bool) -> None:
        """Count a password tried at another node; a lock-out is made by the node of the last try, and logged."""
        if right:
            self._of.pop((name, address), None)
            return
        tries = self._of.get((name, address), Tries())
        self._keep(name, address, replace(tries, failures=min(tries.failures + 1, FAILURES_MAX - 1)))

    def _note(self, name: str, address: str, *, right: bool) -> None:
        if self.tried is not None and len(self.tried) < KEPT_MAX:
            self.tried.append((right, name, address))

    def require_open(self, name: str, address: str, now: float) -> None:
        """Refuse an address that is locked out of the name, whether or not the name has an account."""
        tries = self._of.get((name, address))
        if tries is not None and now < tries.until:
            minutes = math.ceil((tries.until - now) / 60)
            says = f"too many wrong passwords from your address; try again in {minutes} min, or ask an admin"
            raise Refused("locked", None, says)

    def failed(self, name: str, address: str, now: float) -> float | None:
        """Count a wrong password; return the end of the lock-out, or ``None`` if there is none yet."""
        tries = self._of.get((name, address), Tries())
        failures = tries.failures + 1
        self._note(name, address, right=False)
        if failures < FAILURES_MAX:
            self._keep(name, address, replace(tries, failures=failures))
            return None
        until = now + min(LOCKED_S << tries.times, LOCKED_S_MAX)
        self.lock(name, address, until)
        return until

    def lock(self, name: str, address: str, until: float) -> None:
        """Lock the address out of the name until that time."""
        times = self._of.get((name, address), Tries()).times
        if self._of.get((name, address), Tries()).until != until:
            self._keep(name, address, Tries(times=times + 1, until=until))

    def passed(self, name: str, address: str) -> None:
        """Forget the failed attempts of the address after a right password."""
        self._note(name, address, right=True)
        self._of.pop((name, address), None)

    def lift(self, name: str) -> None:
        """Lift the lock-outs of all addresses for the name."""
        self._of = OrderedDict((pair, tries) for pair, tries in self._of.items() if pair[0] != name)

    def until(self, name: str, now: float) -> float | None:
        """Return when the last lock-out for the name ends, or ``None``."""
        ends = [tries.until for (tried, _), tries in self._of.items() if tried == name and now < tries.until]
        return max(ends, default=None)

    def _keep(self, name: str, address: str, tries: Tries) -> None:
        self._of[name, address] = tries
        self._of.move_to_end((name, address))
        while len(self._of) > KEPT_MAX:
            self._of.popitem(last=False)
