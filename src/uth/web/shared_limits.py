"""The bounds of addresses and people for all nodes together: each node tells the others what it has counted.

Counts travel as PostgreSQL notifications, four times a second, so a bound may be exceeded by what arrives at several
nodes within a quarter of a second. Nothing is stored: a count that is lost allows a few requests more.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Any, Final

from uth.errors import UthError
from uth.house.cluster import Cluster
from uth.house.guests import GuestTables
from uth.people.lock_outs import LockOuts
from uth.web.limits import ConnectionLimits

SHARE_S: Final = 0.25
"""How often a node tells what it has counted."""
WHOLE_EVERY: Final = 40
"""Every so many times it tells its open connections and its guests' tables whole, for nodes that have joined since."""
PART: Final = 0.25
"""A count below this part of the sustained rate is not told; four nodes together then stay within the rate."""
NAME_MAX: Final = 100
"""Counts of longer names, which nobody has, are not told."""
ITEMS: Final = 40
"""How many counts fit into one notification, whose length PostgreSQL limits to 8,000 bytes."""

Item = tuple[str, str, Any]
"""What is counted, of whom, and the count."""


@dataclass(slots=True, kw_only=True)
class SharedLimits:
    """Tells the other nodes what this one has counted, and adds what they tell."""

    cluster: Cluster
    limits: ConnectionLimits
    guests: GuestTables
    lock_outs: LockOuts
    _told: dict[tuple[str, str], int] = field(default_factory=dict)
    """The numbers of open connections last told."""
    _tables: set[str] = field(default_factory=set)
    """The guests' tables last told."""
    _times: int = 0

    def __post_init__(self) -> None:
        self.limits.share()
        self.lock_outs.tried = []
        self.cluster.on_told = self.hear

    async def watch(self) -> None:
        """Tell the counts until cancelled."""
        while True:
            await asyncio.sleep(SHARE_S)
            items = [each for each in self._items() if max(len(each[1]), len(str(each[2]))) <= NAME_MAX]
            if not self.cluster.is_alone:
                for start in range(0, len(items), ITEMS):
                    await self._tell(items[start : start + ITEMS])

    async def _tell(self, items: list[Item]) -> None:
        node = self.cluster.node
        said = {"house": self._house, "node": node.name, "incarnation": node.incarnation, "items": items}
        try:
            await node.tell(json.dumps(said, separators=(",", ":")))
        except UthError:  # the node says so when it cannot renew its lease
            return

    @property
    def _house(self) -> str:
        """What distinguishes this house from others in the same database."""
        return sha256(self.cluster.node.token.encode()).hexdigest()[:16]

    def _items(self) -> Iterator[Item]:
        for name, rate in self.limits.rates.items():
            least = PART * SHARE_S * rate.per_s
            yield from ((name, who, count) for who, count in rate.drained() if count >= least)
        yield from self._sockets()
        for right, name, address in self.lock_outs.drained():
            yield "right" if right else "wrong", address, name
        told = set[str]() if self._times % WHOLE_EVERY == 0 else self._tables
        yield from (("table", where, name) for name, where in list(self.guests.addresses.items()) if name not in told)
        self._tables = set(self.guests.addresses)
        self._times += 1

    def _sockets(self) -> Iterator[Item]:
        here: dict[tuple[str, str], int] = {}
        for what, counts in (("address", self.limits.addresses), ("person", self.limits.persons)):
            here |= {(what, who): count for who, count in counts.items()}
        whole = self._times % WHOLE_EVERY == 0
        changed = here if whole else {key: count for key, count in here.items() if self._told.get(key) != count}
        gone = {key: 0 for key in self._told if key not in here}
        self._told = here
        for (what, who), count in {**changed, **gone}.items():
            yield what, who, count

    def hear(self, text: str) -> None:
        """Add what another node has counted."""
        said = json.loads(text)
        node = said["node"]
        if said["house"] != self._house or node == self.cluster.node.name:
            return
        self.limits.forget_nodes(each.name for each in self.cluster.state.alive)
        self._add(node, said["items"])

    def _add(self, node: str, items: Iterable[Item]) -> None:
        for what, who, count in items:
            match what:
                case "address" | "person":
                    self.limits.opened_elsewhere(node, what, who, count)
                case "wrong" | "right":
                    self.lock_outs.tried_elsewhere(count, who, right=what == "right")
                case "table":
                    if count in self.guests:
                        self.guests.addresses.setdefault(count, who)
                case _:
                    self.limits.rates[what].took_elsewhere(who, count)
