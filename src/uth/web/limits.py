"""Bounds: how much one person, one address and everyone together may ask of the house."""

from __future__ import annotations

import math
import time
from collections import Counter, OrderedDict
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, fields, replace
from ipaddress import IPv6Address, ip_address
from typing import Final

from starlette.types import Scope

from uth.errors import Malformed, Refused

BOUND_MAX: Final = 1_000_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Bounds:
    """Every bound by its name; each can be set when the house is opened."""

    sockets: int = 2_000
    """Websockets open at once in all."""
    sockets_per_person: int = 20
    sockets_per_address: int = 200
    requests_per_second: int = 50
    """HTTP requests of one address in the long run; ten times as many at once."""
    guests_per_minute: int = 60
    """Guests made from one address."""
    sign_ins_per_minute: int = 20
    """Passwords and invitations tried from one address."""
    tables_per_minute: int = 30
    """Tables made from one address."""
    tables_per_person: int = 3
    """Open tables that one guest has made."""
    tables_per_address: int = 10
    """Open tables that guests have made from one address."""
    commands_per_second: int = 20
    """Frames of one person at all tables together in the long run; twice as many at once."""
    away_minutes: int = 30
    """How long a chair is kept for somebody who has no connection to the table."""
    absent_seconds: int = 60
    """How long a seat without a connection is asked before the floor may act for it."""
    idle_minutes: int = 30
    """How much wagering somebody may let go by where no chair is free."""
    empty_minutes: int = 10
    """How long a guest's table stays open that no person is at."""


def bounds_of(words: Iterable[str]) -> Bounds:
    """Return the usual bounds with those that are written as ``NAME=N`` changed."""
    names = [each.name for each in fields(Bounds)]
    changed: dict[str, int] = {}
    for word in words:
        name, equals, number = word.partition("=")
        if not equals or name not in names:
            raise Malformed("bound", word, f"is not NAME=N with one of {', '.join(names)}")
        if not (number.isascii() and number.isdigit() and 1 <= int(number) <= BOUND_MAX):
            raise Malformed(f"bound {name}", number, f"is not a number from 1 to {BOUND_MAX}")
        changed[name] = int(number)
    return replace(Bounds(), **changed)


BUCKETS_MAX: Final = 10_000
"""How many are kept; the one that was not asked for longest is forgotten, and is full by then."""

Now = Callable[[], float]


class TooFast(Refused):
    """Somebody asks more than their share; in a while they may again."""

    def __init__(self, says: str, retry_after_s: int) -> None:
        super().__init__("too_fast", None, f"{says}; try again in {retry_after_s} s")
        self.retry_after_s = retry_after_s


@dataclass(slots=True, kw_only=True)
class Bucket:
    """A rate: so many at once, so many a second in the long run."""

    burst: float
    per_s: float
    now: Now = time.monotonic
    left: float = field(init=False)
    at: float = field(init=False)

    def __post_init__(self) -> None:
        self.left, self.at = self.burst, self.now()

    def take(self) -> bool:
        """Whether there is room for one more now."""
        now = self.now()
        self.left = min(self.burst, self.left + (now - self.at) * self.per_s)
        self.at = now
        if self.left < 1:
            return False
        self.left -= 1
        return True

    @property
    def wait_s(self) -> int:
        """How many whole seconds until there is room for one."""
        return max(1, math.ceil((1 - self.left) / self.per_s))


@dataclass(slots=True, kw_only=True)
class Rate:
    """The same rate for everyone, each with a bucket of their own."""

    burst: float
    per_s: float
    says: str
    now: Now = time.monotonic
    _of: OrderedDict[str, Bucket] = field(default_factory=OrderedDict)

    def take(self, who: str) -> None:
        """Count one more request, or raise `TooFast`."""
        bucket = self._of.get(who)
        if bucket is None:
            bucket = self._of[who] = Bucket(burst=self.burst, per_s=self.per_s, now=self.now)
            if len(self._of) > BUCKETS_MAX:
                self._of.popitem(last=False)
        self._of.move_to_end(who)
        if not bucket.take():
            raise TooFast(self.says, bucket.wait_s)


RETRY_S = 10
"""When somebody who finds the house full may try again."""


def address_of(scope: Scope) -> str:
    """Return where a request comes from; everyone on one IPv6 network of 64 bits is one address."""
    client = scope.get("client")
    host = str(client[0]) if client else "unknown"
    try:
        address = ip_address(host.partition("%")[0])
    except ValueError:
        return host
    if not isinstance(address, IPv6Address):
        return host
    if address.ipv4_mapped is not None:
        return str(address.ipv4_mapped)
    return f"{IPv6Address(int(address) >> 64 << 64)}/64"


@dataclass(slots=True, kw_only=True)
class Door:
    """The bounds, and how near to them everyone is."""

    bounds: Bounds = field(default_factory=Bounds)
    now: Now = time.monotonic
    sockets: int = 0
    persons: Counter[str] = field(default_factory=Counter)
    addresses: Counter[str] = field(default_factory=Counter)
    requests: Rate = field(init=False)
    guests: Rate = field(init=False)
    sign_ins: Rate = field(init=False)
    tables: Rate = field(init=False)
    commands: Rate = field(init=False)

    def __post_init__(self) -> None:
        bounds = self.bounds
        self.requests = self._rate(10 * bounds.requests_per_second, bounds.requests_per_second, "requests")
        self.guests = self._by_minute(bounds.guests_per_minute, "new guests from one address")
        self.sign_ins = self._by_minute(bounds.sign_ins_per_minute, "passwords from one address")
        self.tables = self._by_minute(bounds.tables_per_minute, "new tables from one address")
        self.commands = self._rate(2 * bounds.commands_per_second, bounds.commands_per_second, "commands")

    def _rate(self, burst: float, per_s: float, what: str) -> Rate:
        return Rate(burst=burst, per_s=per_s, says=f"more than {per_s:g} {what} a second", now=self.now)

    def _by_minute(self, count: int, what: str) -> Rate:
        return Rate(burst=count, per_s=count / 60, says=f"more than {count} {what} a minute", now=self.now)

    def enter(self, person: str | None, address: str) -> None:
        """Count a websocket, or raise `TooFast` if there are too many."""
        self._require_room(person, address)
        self.sockets += 1
        self.addresses[address] += 1
        if person is not None:
            self.persons[person] += 1

    def leave(self, person: str | None, address: str) -> None:
        """Count a websocket no more."""
        self.sockets -= 1
        for count, who in ((self.addresses, address), (self.persons, person)):
            if who is not None:
                count[who] -= 1
                if not count[who]:
                    del count[who]

    def _require_room(self, person: str | None, address: str) -> None:
        bounds = self.bounds
        if self.sockets >= bounds.sockets:
            raise TooFast(f"the house is full: {bounds.sockets} connections", RETRY_S)
        if self.addresses[address] >= bounds.sockets_per_address:
            raise TooFast(f"more than {bounds.sockets_per_address} connections from one address", RETRY_S)
        if person is not None and self.persons[person] >= bounds.sockets_per_person:
            raise TooFast(f"more than {bounds.sockets_per_person} connections of one person", RETRY_S)
