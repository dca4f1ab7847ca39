"""Wide-area links: links that several houses share, each with its own tables, people and ledger.

The link is in a log of its own (`uth.store.wide`). A house decides a command of one of its tables on the link as it
follows it, and stores it in its own log and in the link's in one transaction; if another house was first, it decides
again. Money that passes between a house and the link goes through a clearing account in each ledger.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import Any, Final

from uth.errors import Refused, Stale, UthError
from uth.house.live_link import LiveLink, StagedLink
from uth.house.logs import LOG
from uth.house.observers import Observers
from uth.ledger.book import Account, AccountKind, Transfer
from uth.progressive import commands as k
from uth.progressive.decide import Events as LinkEvents
from uth.progressive.events import TableLeft
from uth.progressive.state import Terms
from uth.store.codec import decoded
from uth.store.entries import Entry, Store, Stored
from uth.store.link_records import link_body, made_body, opening_entry
from uth.store.wide import WideLog

PREFIX: Final = "wide-"
"""The names of wide-area links begin with this."""
STREAM: Final = "house"
"""The stream with the records that create wide-area links, in their log."""
FOLLOW_S: Final = 0.5
"""How often a house reads what other houses have done at its wide-area links."""
OWNERS: Final = (k.AdjustMeter, k.StopLink, k.RestoreLink)
"""Commands about a whole link, which are for the house that created it."""
_OF_LINK: Final = frozenset({AccountKind.METER, AccountKind.RESERVE, AccountKind.OVERFLOW, AccountKind.PENDING,
                             AccountKind.HOUSE})  # fmt: skip
"""The accounts of the link's ledger; `house` is the money of its operator, which pays seeds and adjustments."""


@dataclass(slots=True, kw_only=True)
class WideLink(LiveLink):
    """A wide-area link, as one house follows it."""

    wide: WideLog
    owner: str
    """The house that created the link."""
    own: int = 0
    """The number of this house's last record about the link, in the house's own log."""
    members: dict[str, str] = field(default_factory=dict)
    """The house of each table on the link; a name is used by one table of one house."""

    @property
    def log(self) -> Store:
        """The log of the link."""
        return self.wide

    @property
    def own_stream(self) -> str:
        """The stream of this house's records about the link."""
        return f"wide/{self.name}"

    async def recover(self, *, telling: bool = False) -> None:
        """Replay what all houses have done."""
        last = await self.store.streams(self.own_stream)
        await LiveLink.recover(self, telling=telling)
        self.own = max(self.own, last.get(self.own_stream, 0))

    def took(self, body: Any, events: LinkEvents) -> None:
        """Note whose the tables on the link are."""
        if "members" in body:
            self.members = dict(body["members"])
        if "takes" in body:
            self.members[body["takes"]] = body["house"]
        for event in events:
            if isinstance(event, TableLeft):
                self.members.pop(event.table, None)

    def entries(self, staged: StagedLink, by: str) -> list[Entry]:
        """Return the records of the staged commands: this house's own, and that of the link."""
        return self._entries(self.entry(staged, by))

    def takes(self, table: str) -> list[Entry]:
        """Return the records that reserve the name of a new table of this house."""
        body = {**link_body(self.house, (), ()), "takes": table}
        return self._entries(Entry(stream=self.stream, after=self.number, body=body))

    def _entries(self, entry: Entry) -> list[Entry]:
        here, there = split(entry.transfers, self.name, self.house)
        body = {name: value for name, value in entry.body.items() if name != "state"}
        own = Entry(stream=self.own_stream, after=self.own, body={**body, "wide": entry.after + 1}, transfers=here)
        said = {**entry.body, "house": self.house}
        if "state" in entry.body:
            said["members"] = dict(self.members)
        return [own, replace(entry, body=said, transfers=there, log=self.wide.schema)]

    def adopt(self, staged: StagedLink) -> None:
        """Adopt the staged state once it is stored."""
        self.own += 1
        self.took({}, tuple(staged.events))
        LiveLink.adopt(self, staged)

    @property
    def house(self) -> str:
        """This house's name at the link."""
        return self.wide.house

    def require_free(self, table: str) -> None:
        """Refuse a name that a table of another house has at the link."""
        there = self.members.get(table)
        if there not in (None, self.house):
            says = f"a table of house {there} has the name {table!r} at the link {self.name!r}; take another name"
            raise Refused("name_taken", None, says)

    async def ask(self, by: str, command: k.Command, key: str | None = None) -> LinkEvents:
        """Execute a command that concerns no table of this house; those of other houses are worked there."""
        self.require_own(command)
        return await LiveLink.ask(self, by, command, key)

    def require_own(self, command: k.Command) -> None:
        """Refuse a command about another house's table, or about the whole link unless this house created it."""
        award = self.link.award(getattr(command, "award", None))
        table = getattr(command, "table", None) or (award.table if award is not None else None)
        there = self.owner if isinstance(command, OWNERS) else self.members.get(table or "", self.house)
        if there != self.house:
            what = f"the link {self.name!r}" if isinstance(command, OWNERS) else f"table {table!r}"
            raise Refused("other_house", None, f"{what} is house {there}'s; its staff does that there")


def split(transfers: Iterable[Transfer], link: str, house: str) -> tuple[tuple[Transfer, ...], tuple[Transfer, ...]]:
    """Return the transfers of the house's ledger and those of the link's.

    A transfer between the two becomes one in each: to and from the clearing accounts.
    """
    here: list[Transfer] = []
    there: list[Transfer] = []
    of_house, of_link = Account(AccountKind.CLEARING, link), Account(AccountKind.CLEARING, f"{house}/{link}")
    for each in transfers:
        match each.source.kind in _OF_LINK, each.target.kind in _OF_LINK:
            case True, True:
                there.append(each)
            case True, False:
                there.append(replace(each, target=of_link))
                here.append(replace(each, source=of_house))
            case False, True:
                here.append(replace(each, target=of_house))
                there.append(replace(each, source=of_link))
            case _:
                here.append(each)
    return tuple(here), tuple(there)


@dataclass(slots=True, kw_only=True)
class WideLinks:
    """The wide-area links of a house; all that are in the log, whether or not it has tables on them."""

    store: Store
    log: WideLog
    observers: Observers
    live: dict[str, LiveLink]
    """All links of the house."""
    number: int = 0
    """How many records about new links were read."""

    async def follow(self) -> None:
        """Add the links that were created since."""
        for record in await self.log.read(STREAM, self.number):
            if record.number > self.number:
                self._add(record)

    def _add(self, record: Stored) -> None:
        body, self.number = record.body, record.number
        if body["name"] in self.live:  # a link that this house named so before it shared any
            LOG.warning("a link of this house has the name of a wide-area link", link=body["name"])
            return
        self.live[body["name"]] = WideLink(
            name=body["name"],
            terms=decoded(Terms, body["terms"]),
            store=self.store,
            wide=self.log,
            owner=body["house"],
            awards=body["awards"],
            observers=self.observers,
        )

    async def make(self, name: str, terms: Terms, awards: str) -> None:
        """Create a link of these terms, unless another house has done so first."""
        await self.follow()
        while name not in self.live:
            body = made_body(name, terms, awards=awards, house=self.log.house)
            opening = opening_entry(name, LiveLink(name=name, terms=terms, store=self.log).link)
            with suppress(Stale):
                await self.log.append([Entry(stream=STREAM, after=self.number, body=body), opening])
            await self.follow()
        await self.live[name].recover()

    async def watch(self, heard: Callable[[LiveLink], Any]) -> None:
        """Follow the links until cancelled; `heard` is awaited with each link that has changed."""
        said: str | None = None
        while True:
            await asyncio.sleep(FOLLOW_S)
            try:
                await self.follow()
                for stream, number in (await self.log.streams("link/")).items():
                    link = self.live.get(stream.removeprefix("link/"))
                    if link is not None and link.number < number:
                        await link.catch_up()
                        await heard(link)
                said = None
            except UthError as error:
                if str(error) != said:
                    LOG.warning("the wide-area links cannot be read", says=str(error))
                said = str(error)

    async def require_agreement(self) -> None:
        """Raise `Broken` if the ledger of a link and that of this house do not agree."""
        for name, link in self.live.items():
            if isinstance(link, WideLink):
                await self.log.require_agreement(name)
