"""The door: who may come in, how many at once and how often, by person and by address."""

from __future__ import annotations

import time
from collections import Counter
from dataclasses import dataclass, field
from ipaddress import IPv6Address, ip_address

from starlette.types import Scope

from uth.web.bounds import Bounds
from uth.web.rates import Now, Rate, TooFast

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
