"""The log of a house: its tables, links, switches and what waits for two people, as the log tells of them."""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from uth.errors import UthError
from uth.host.approvals import Approvals
from uth.host.house_links import HouseLinks
from uth.host.live_link import LiveLink
from uth.host.switches import Switches
from uth.host.table_specs import TableSpec, spec_of
from uth.host.used_keys import require_first
from uth.progressive.decide import Events as LinkEvents
from uth.store.entries import Entry, Store, Unavailable

LOG: Final = logging.getLogger(__name__)
STREAM: Final = "house"
TellLink = Callable[[LiveLink, LinkEvents], None]


@dataclass(slots=True, kw_only=True)
class HouseLog:
    """A house as its log has it; every change is there before it is so."""

    store: Store
    tell_link: TellLink | None = None
    specs: dict[str, TableSpec] = field(default_factory=dict)
    makers: dict[str, str] = field(default_factory=dict)
    """Who made each table."""
    unreadable: dict[str, str] = field(default_factory=dict)
    """The tables that the log has and this program cannot read, each with why: the others are none the worse for it."""
    closed: set[str] = field(default_factory=set)
    """The tables that are closed for good: their rounds can still be read, and they are in no list."""
    links: HouseLinks = field(init=False)
    approvals: Approvals = field(default_factory=Approvals)
    switches: Switches = field(default_factory=Switches)
    signing_keys: list[str] = field(default_factory=list)
    """The public keys the house has signed with, the newest last."""
    number: int = 0
    """How many records the log holds."""

    def __post_init__(self) -> None:
        self.links = HouseLinks(store=self.store, tell=self.tell_link)

    async def _record(
        self, *bodies: dict[str, Any], also: Sequence[Entry] = (), key: str | None = None, answer: Any = None
    ) -> None:
        """Have it in the log, then let it be so."""
        entries = [Entry(stream=STREAM, after=self.number + at, body=body) for at, body in enumerate(bodies)]
        try:
            appended = await self.store.append([*entries, *also], key=key, answer=answer)
        except Unavailable as error:
            if error.unknown:
                await self._follow_log()
            raise
        require_first(appended, key)
        self.number += len(bodies)
        for body in bodies:
            self._apply(body)

    async def _follow_log(self) -> None:
        """Know everything the log of the house tells."""
        for record in await self.store.read(STREAM, self.number):
            if record.number > self.number:
                self._apply(record.body)
                self.number = record.number

    def _apply(self, body: dict[str, Any]) -> None:
        match body:
            case {"is": "table_made", "spec": spec, "by": by}:
                self._made(spec, by)
            case {"is": "table_closed", "table": name}:
                self.closed.add(name)
            case {"is": "signs_with", "key": key}:
                self.signing_keys.append(key)
            case {"is": "link_made"}:
                self.links.applied(body)
            case {"is": "asked_for_two" | "settled_by_two"}:
                self.approvals.applied(body)
            case {"is": "switched", "what": what, "name": name, "off": off}:
                self.switches.turn(what, name, off=off)

    def _made(self, spec: dict[str, Any], by: str) -> None:
        try:
            self.specs[spec["name"]] = spec_of(spec, stored=True)
        except UthError as fault:  # made by a program that had other rule sets or other fields
            self.unreadable[spec["name"]] = says = "; ".join(str(fault).splitlines())
            LOG.critical("table %s cannot be read: %s", spec["name"], says)
        else:
            self.makers[spec["name"]] = by
