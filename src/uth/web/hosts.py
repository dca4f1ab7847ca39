"""Hosts: the names the house answers to; a request for another name is not for it.

A page of another site can point its own name at this machine's address (DNS rebinding). The browser then takes both for
one site, and the origin and the host agree; only a list of names tells them apart.
"""

from __future__ import annotations

import socket
from collections.abc import Iterable
from dataclasses import dataclass
from ipaddress import ip_address
from typing import Final

from uth.errors import Malformed

LOOPBACK: Final = frozenset({"localhost", "127.0.0.1", "::1"})
ANY: Final = "*"


@dataclass(frozen=True, slots=True, kw_only=True)
class Hosts:
    """Which names a request may be for."""

    names: frozenset[str] = LOOPBACK
    addresses: bool = False
    """Whether every IP address is taken: no other site can have one for a name."""
    any: bool = False

    def take(self, header: str | None) -> bool:
        """Whether the house answers to what a request has as its host."""
        if self.any:
            return True
        name = host_name(header or "")
        return name in self.names or (self.addresses and _is_address(name))


def hosts_of(words: Iterable[str], bound: str) -> Hosts:
    """Return the names that are given, with those of the loopback and of the address the house listens at."""
    given: set[str] = set()
    for word in words:
        name = host_name(word)
        if word != ANY and (not name or any(each in name for each in "*/@ ")):
            raise Malformed("allowed-host", word, "is not a name such as house.example, an address, or *")
        given.add(name)
    everywhere = bound in ("", "0.0.0.0", "::")
    machine = socket.gethostname().lower()
    own = {machine, f"{machine}.local"} if everywhere else {host_name(bound)}
    return Hosts(names=frozenset(LOOPBACK | own | given - {ANY}), addresses=everywhere, any=ANY in given)


def host_name(header: str) -> str:
    """Return the name in a host header, without its port, in small letters; an IPv6 address without its brackets."""
    text = header.strip().lower()
    if text.startswith("["):
        return text[1:].partition("]")[0]
    name, _, port = text.rpartition(":")
    if name and ":" not in name and port.isdigit():
        text = name
    return text.removesuffix(".")


def _is_address(name: str) -> bool:
    try:
        ip_address(name)
    except ValueError:
        return False
    return True
