"""A live link: its meters follow its log, and it takes one command at a time from all its tables."""

from __future__ import annotations

import asyncio
import logging
from dataclasses import dataclass, field, replace
from typing import Any, Final

from uth.errors import Refused, Stale, require
from uth.house.linked_table import SharedLink
from uth.house.observers import Observers
from uth.house.turn import RefusedKeys, commands_in, require_first, require_same
from uth.ledger.book import HOUSE, PLAY, Account, Transfer
from uth.ledger.link_entries import LinkEntries
from uth.progressive import commands as k
from uth.progressive import events as ke
from uth.progressive.apply import apply
from uth.progressive.decide import Events as LinkEvents
from uth.progressive.decide import act
from uth.progressive.state import Award, AwardStage, Link, Terms, new_link
from uth.store.codec import decoded, encoded
from uth.store.entries import Entry, Sought, Store, Unavailable
from uth.store.link_records import CHECKPOINT_EVERY, link_body, opening_entry, stream_of

LOG: Final = logging.getLogger(__name__)
TRIES_MAX: Final = 50
"""How many times a command is decided again after another program has written to the link first."""
OPEN_STAGES: Final = (AwardStage.PENDING, AwardStage.RECORDED)


@dataclass(slots=True, kw_only=True)
class StagedLink(SharedLink):
    """A copy of the link to apply commands to; it collects them with their events and transfers, and stores nothing."""

    name: str
    funds: Account = HOUSE
    commands: list[k.Command] = field(default_factory=list)
    events: list[ke.Event] = field(default_factory=list)
    transfers: list[Transfer] = field(default_factory=list)

    def send(self, command: k.Command) -> LinkEvents:
        """Apply the command to the staged link and collect its events and transfers."""
        entries, link = LinkEntries(self.name, self.funds), self.link
        after, events = act(self.link, command)
        for event in events:
            self.transfers += entries.transfers(link, event)
            link = apply(link, event)
        self.commands.append(command)
        self.events += events
        self.link = after
        return events


@dataclass(frozen=True, slots=True, kw_only=True)
class LinkSnapshot:
    """A link at one moment."""

    name: str
    terms: Terms
    link: Link
    open_awards: tuple[Award, ...]
    guest: bool = False
    """Whether it belongs to a guest's table."""


@dataclass(slots=True, kw_only=True)
class LiveLink:
    """One link of the house, shared by its tables."""

    name: str
    terms: Terms
    store: Store
    guest: bool = False
    """Whether it is the link of a guest's table: it uses play money, and ends with its table."""
    awards: str | None = None
    """Who confirms the awards of its tables, ``house`` or ``floor``; ``None`` if an older log does not say."""
    observers: Observers = field(default_factory=Observers)
    """Called with the events once they are stored."""
    link: Link = field(init=False)
    number: int = 0
    refused: RefusedKeys = field(default_factory=RefusedKeys)
    turn: asyncio.Lock = field(default_factory=asyncio.Lock)
    """Held from deciding to storing, so that the log has the order of the decisions."""
    open_awards: tuple[Award, ...] = ()
    """The awards that wait for a supervisor or for payment."""

    snapshot: LinkSnapshot = field(init=False)
    """The link as it is now, for views."""

    def __post_init__(self) -> None:
        self.link = new_link(self.terms)
        self.snapshot = self._snapshot()

    @property
    def stream(self) -> str:
        """The stream name of its log."""
        return stream_of(self.name)

    @property
    def log(self) -> Store:
        """The store with the log of the link."""
        return self.store

    @property
    def own_stream(self) -> str:
        """The stream with the house's records about the link; for a link of the house it is the link's own."""
        return self.stream

    @property
    def funds(self) -> Account:
        """The account that pays its seeds."""
        return PLAY if self.guest else HOUSE

    async def recover(self, *, telling: bool = False) -> None:
        """Replay the log; with `telling`, call the observers with the new events."""
        if self.number == 0:
            await self._begin_at_checkpoint()
        for record in await self.log.read(self.stream, self.number):
            if record.number <= self.number:  # another task has applied it in the meantime
                continue
            events = tuple(decoded(ke.Event, event) for event in record.body["events"])
            for event in events:
                self._hold(apply(self.link, event))
            self.number = record.number
            self.took(record.body, events)
            if telling:
                self._tell(events)

    async def _begin_at_checkpoint(self) -> None:
        """Start from the newest checkpoint instead of the beginning of the log."""
        last = (await self.log.streams(self.stream)).get(self.stream, 0)
        kept = last - last % CHECKPOINT_EVERY
        for record in await self.log.between(self.stream, kept - 1, kept) if kept else ():
            if "state" in record.body:  # older logs have no checkpoints
                self._hold(decoded(Link, record.body["state"]))
                self.number = record.number
                self.took(record.body, ())

    def took(self, body: Any, events: LinkEvents) -> None:
        """Note what a record says besides its events; a link of the house notes nothing."""

    def _hold(self, link: Link) -> None:
        """Set the current link; open awards are searched for only if the awards have changed."""
        if link.awards is not self.link.awards:
            self.open_awards = tuple(award for award in link.awards if award.stage in OPEN_STAGES)
        self.link = link
        self.snapshot = self._snapshot()

    def _snapshot(self) -> LinkSnapshot:
        return LinkSnapshot(
            name=self.name, terms=self.terms, link=self.link, open_awards=self.open_awards, guest=self.guest
        )

    def opening(self) -> Entry:
        """Return the first record of a new link, which pays in its seeds."""
        return opening_entry(self.name, self.link, self.funds)

    def staged(self) -> StagedLink:
        """Return a copy of the link to apply commands to."""
        return StagedLink(link=self.link, name=self.name, funds=self.funds)

    def entry(self, staged: StagedLink, by: str) -> Entry:
        """Return the record of the staged commands."""
        state = staged.link if (self.number + 1) % CHECKPOINT_EVERY == 0 else None
        body = link_body(by, staged.commands, staged.events, state)
        return Entry(stream=self.stream, after=self.number, body=body, transfers=tuple(staged.transfers))

    def entries(self, staged: StagedLink, by: str) -> list[Entry]:
        """Return every record to append for the staged commands."""
        return [self.entry(staged, by)]

    def adopt(self, staged: StagedLink) -> None:
        """Adopt the staged state once it is stored, and call the observers."""
        self._hold(staged.link)
        self.number += 1
        self._tell(tuple(staged.events))

    def _tell(self, events: LinkEvents) -> None:
        """Call the observers with the stored events."""
        self.observers.link_changed(self, events)

    async def ask(self, by: str, command: k.Command, key: str | None = None) -> LinkEvents:
        """Execute a command that concerns no table; raise `Refused` if the link refuses it."""
        async with self.turn:
            await self.recover(telling=True)
            if (seen := await self.first_answer(key, command)) is not None:
                return seen
            self.refused.require_new(key)
            for left in reversed(range(TRIES_MAX)):
                try:
                    return await self._stored(by, command, key)
                except Stale:  # another program has written to the link
                    await self.recover(telling=True)
                    if not left:
                        raise
                except Refused as error:
                    self.refused.note(key, error)
                    if isinstance(error, Unavailable) and error.unknown:
                        await self.recover(telling=True)
                    raise
        raise AssertionError("the last try returns or raises")

    async def first_answer(self, key: str | None, command: k.Command) -> LinkEvents | None:
        """Return the events of the command that was executed under this key, or ``None`` if there was none."""
        seen = await self.store.under(key) if key is not None else None
        if seen is None:
            return None
        through_a_table = seen.stream.startswith("table/")  # the table is closed by now
        stream = seen.stream if through_a_table else self.own_stream
        require_same(seen, stream, same=commands_in(seen.body) == [encoded(command)])
        return () if through_a_table else tuple(decoded(ke.Event, event) for event in seen.answer)

    async def second_of(self, asked: k.AdjustMeter | k.BackOutAward) -> str:
        """Return the second person named in the latest execution of this command in the log."""
        says = (f'"{type(asked).__name__}"', f'"{asked.by}"')
        before: int | None = None
        while True:
            page = await self.store.search(Sought(stream=self.own_stream, says=says), before=before, limit=50)
            for record in page.records:
                for command in decoded(tuple[k.Command, ...], record.body["commands"]):
                    if isinstance(command, type(asked)) and replace(command, second=asked.second) == asked:
                        return command.second
            before = page.before
            require(before is not None, f"nobody has agreed to what {asked.by} asked for")

    async def catch_up(self) -> None:
        """Apply records of the log that this link has not seen."""
        async with self.turn:
            await self.recover(telling=True)

    async def _stored(self, by: str, command: k.Command, key: str | None) -> LinkEvents:
        staged = self.staged()
        staged.send(command)
        entries = self.entries(staged, by)
        require_first(await self.store.append(entries, key=key, answer=entries[0].body["events"]), key)
        self.adopt(staged)
        return tuple(staged.events)
