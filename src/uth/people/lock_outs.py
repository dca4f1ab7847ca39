"""Lock-outs: wrong passwords for a name from an address keep that address out of that name for a while.

An unknown name is counted like an account, so an answer does not tell which names have one. Only the address that
guesses is kept out, so nobody can lock another person out of their own account.
"""

from __future__ import annotations

import math
from collections import OrderedDict
from dataclasses import dataclass, field, replace
from typing import Final

from uth.errors import Refused

FAILURES_MAX: Final = 5
"""How many wrong passwords in a row lock an address out of a name."""
LOCKED_S: Final = 900
"""How long the first lock-out lasts; every further one lasts twice as long as the one before."""
LOCKED_S_MAX: Final = 24 * 3600
KEPT_MAX: Final = 10_000
"""How many pairs of a name and an address are counted; the one tried longest ago is forgotten first."""
HERE: Final = ""
"""The address used for the machine itself, or where none is known."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Tries:
    """What one address has tried for one name."""

    failures: int = 0
    times: int = 0
    """How often it was locked out since its last right password."""
    until: float = 0.0


@dataclass(slots=True, kw_only=True)
class LockOuts:
    """Every name that was tried with a wrong password, by the address that tried it."""

    _of: OrderedDict[tuple[str, str], Tries] = field(default_factory=OrderedDict)

    def require_open(self, name: str, address: str, now: float) -> None:
        """Refuse an address that is locked out of the name, whether the name has an account or not."""
        tries = self._of.get((name, address))
        if tries is not None and now < tries.until:
            minutes = math.ceil((tries.until - now) / 60)
            says = f"too many wrong passwords from your address; try again in {minutes} min, or ask an admin"
            raise Refused("locked", None, says)

    def failed(self, name: str, address: str, now: float) -> float | None:
        """Count a wrong password; return until when the address is locked out, or ``None`` while it is not."""
        tries = self._of.get((name, address), Tries())
        failures = tries.failures + 1
        if failures < FAILURES_MAX:
            self._keep(name, address, replace(tries, failures=failures))
            return None
        until = now + min(LOCKED_S << tries.times, LOCKED_S_MAX)
        self.lock(name, address, until)
        return until

    def lock(self, name: str, address: str, until: float) -> None:
        """Lock the address out of the name until then."""
        times = self._of.get((name, address), Tries()).times
        if self._of.get((name, address), Tries()).until != until:
            self._keep(name, address, Tries(times=times + 1, until=until))

    def passed(self, name: str, address: str) -> None:
        """Forget what the address has tried: it knew the password."""
        self._of.pop((name, address), None)

    def lift(self, name: str) -> None:
        """Let every address try the name again."""
        self._of = OrderedDict((pair, tries) for pair, tries in self._of.items() if pair[0] != name)

    def until(self, name: str, now: float) -> float | None:
        """Return until when the last of the addresses is locked out of the name, or ``None`` where none is."""
        ends = [tries.until for (tried, _), tries in self._of.items() if tried == name and now < tries.until]
        return max(ends, default=None)

    def _keep(self, name: str, address: str, tries: Tries) -> None:
        self._of[name, address] = tries
        self._of.move_to_end((name, address))
        while len(self._of) > KEPT_MAX:
            self._of.popitem(last=False)
