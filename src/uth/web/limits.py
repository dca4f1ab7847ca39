"""Limits on connections, requests and commands, per person, per address and in total."""

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
    """Every limit by its option name, as set with ``--bound NAME=N``."""

    sockets: int = 2_000
    """Open websockets in total."""
    sockets_per_person: int = 20
    sockets_per_address: int = 200
    requests_per_second: int = 50
    """HTTP requests from one address, sustained; ten times as many in a burst."""
    guests_per_minute: int = 60
    """Guests created from one address."""
    sign_ins_per_minute: int = 20
    """Passwords and invitations tried from one address."""
    tables_per_minute: int = 30
    """Tables created from one address."""
    tables_per_person: int = 3
    """Open tables created by one guest."""
    tables_per_address: int = 10
    """Open tables created by guests from one address."""
    commands_per_second: int = 20
    """Frames of one person at all tables together, sustained; twice as many in a burst."""
    away_minutes: int = 30
    """How long a chair is kept for a player without a connection."""
    absent_seconds: int = 60
    """How long a seat without a connection is on turn before the floor may act for it."""
    idle_minutes: int = 30
    """How long a player may go without a wager while no chair is free."""
    empty_minutes: int = 10
    """How long a guest's table stays open with no person at it."""


def bounds_of(words: Iterable[str]) -> Bounds:
    """Return the default bounds with the given ``NAME=N`` settings applied."""
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
"""How many buckets are kept; the least recently used is dropped, and is full again by then."""

Now = Callable[[], float]


class TooFast(Refused):
    """A limit is exceeded; the client may try again later."""

    def __init__(self, says: str, retry_after_s: int) -> None:
        super().__init__("too_fast", None, f"{says}; try again in {retry_after_s} s")
        self.retry_after_s = retry_after_s


@dataclass(slots=True, kw_only=True)
class Bucket:
    """A token bucket: `burst` at once, `per_s` per second in the long run."""

    burst: float
    per_s: float
    now: Now = time.monotonic
    left: float = field(init=False)
    at: float = field(init=False)

    def __post_init__(self) -> None:
        self.left, self.at = self.burst, self.now()

    def take(self) -> bool:
        """Take one token; return whether there was one."""
        now = self.now()
        self.left = min(self.burst, self.left + (now - self.at) * self.per_s)
        self.at = now
        if self.left < 1:
            return False
        self.left -= 1
        return True

    def lose(self, count: int) -> None:
        """Take tokens that were given out elsewhere; at most a whole burst is owed."""
        self.left = max(self.left - count, -self.burst)

    @property
    def wait_s(self) -> int:
        """Whole seconds until the next token."""
        return max(1, math.ceil((1 - self.left) / self.per_s))


@dataclass(slots=True, kw_only=True)
class Rate:
    """One token bucket for each person or address."""

    burst: float
    per_s: float
    says: str
    now: Now = time.monotonic
    taken: Counter[str] | None = None
    """The tokens taken since `drained`, if other nodes are told; at most of `BUCKETS_MAX`."""
    _of: OrderedDict[str, Bucket] = field(default_factory=OrderedDict)

    def take(self, who: str) -> None:
        """Take one token, or raise `TooFast`."""
        bucket = self._bucket(who)
        if not bucket.take():
            raise TooFast(self.says, bucket.wait_s)
        if self.taken is not None and (who in self.taken or len(self.taken) < BUCKETS_MAX):
            self.taken[who] += 1

    def took_elsewhere(self, who: str, count: int) -> None:
        """Take tokens that another node has given out."""
        self._bucket(who).lose(count)

    def drained(self) -> list[tuple[str, int]]:
        """Return the tokens taken since the last call."""
        taken, self.taken = self.taken, Counter()
        return list(taken.items()) if taken is not None else []

    def _bucket(self, who: str) -> Bucket:
        bucket = self._of.get(who)
        if bucket is None:
            bucket = self._of[who] = Bucket(burst=self.burst, per_s=self.per_s, now=self.now)
            if len(self._of) > BUCKETS_MAX:
                self._of.popitem(last=False)
        self._of.move_to_end(who)
        return bucket


RETRY_S = 10
"""The retry time given when the house is full."""


def address_of(scope: Scope) -> str:
    """Return the client's address; an IPv6 address is reduced to its /64 network."""
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
class ConnectionLimits:
    """The limits in force, with the current counts."""

    bounds: Bounds = field(default_factory=Bounds)
    now: Now = time.monotonic
    sockets: int = 0
    persons: Counter[str] = field(default_factory=Counter)
    addresses: Counter[str] = field(default_factory=Counter)
    elsewhere: dict[str, Counter[tuple[str, str]]] = field(default_factory=dict)
    """The open websockets at each other node, by ``address`` or ``person`` and name."""
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

    @property
    def rates(self) -> dict[str, Rate]:
        """The rates by name."""
        names = ("requests", "guests", "sign_ins", "tables", "commands")
        return {name: getattr(self, name) for name in names}

    def share(self) -> None:
        """Keep the tokens taken, so that other nodes can be told."""
        for rate in self.rates.values():
            rate.taken = Counter()

    def opened_elsewhere(self, node: str, what: str, who: str, count: int) -> None:
        """Set how many websockets an address or person has at another node."""
        there = self.elsewhere.setdefault(node, Counter())
        if count:
            there[what, who] = count
        else:
            there.pop((what, who), None)

    def forget_nodes(self, alive: Iterable[str]) -> None:
        """Forget the websockets at nodes that are not alive."""
        for node in self.elsewhere.keys() - set(alive):
            del self.elsewhere[node]

    def _open(self, what: str, who: str) -> int:
        here = self.addresses if what == "address" else self.persons
        return here[who] + sum(there[what, who] for there in self.elsewhere.values())

    def _rate(self, burst: float, per_s: float, what: str) -> Rate:
        return Rate(burst=burst, per_s=per_s, says=f"more than {per_s:g} {what} a second", now=self.now)

    def _by_minute(self, count: int, what: str) -> Rate:
        return Rate(burst=count, per_s=count / 60, says=f"more than {count} {what} a minute", now=self.now)

    def connect(self, person: str | None, address: str) -> None:
        """Count a new websocket, or raise `TooFast` if there are too many."""
        self._require_room(person, address)
        self.sockets += 1
        self.addresses[address] += 1
        if person is not None:
            self.persons[person] += 1

    def disconnect(self, person: str | None, address: str) -> None:
        """Stop counting a websocket."""
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
        if self._open("address", address) >= bounds.sockets_per_address:
            raise TooFast(f"more than {bounds.sockets_per_address} connections from one address", RETRY_S)
        if person is not None and self._open("person", person) >= bounds.sockets_per_person:
            raise TooFast(f"more than {bounds.sockets_per_person} connections of one person", RETRY_S)
