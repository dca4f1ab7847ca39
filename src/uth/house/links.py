"""The links of a house: their tables, and the commands of people at them."""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from typing import Any, Final

from uth.errors import Malformed, Refused, quoted
from uth.house.guests import own_link
from uth.house.linked_table import terms_of
from uth.house.live_link import LiveLink
from uth.house.observers import Observers
from uth.house.specs import TableSpec
from uth.house.wide import PREFIX, WideLink, WideLinks
from uth.progressive import commands as k
from uth.progressive.award_refusals import TWO_PEOPLE
from uth.progressive.state import Terms
from uth.store.codec import decoded, encoded
from uth.store.entries import Entry, Store
from uth.store.link_records import made_body
from uth.store.wide import WideLog
from uth.table.posted import Posted
from uth.table.round import commands as c

WORKED_BY_THE_TABLE: Final = (
    k.JoinLink,
    k.LeaveLink,
    k.CoinIn,
    k.ReverseCoinIn,
    k.PutLampOut,
    k.CallSupervisor,
    k.PayUnattended,
    k.GameOver,
)
"""Commands that a table sends to its Game Manager automatically as its dealer deals."""
NEED_TWO: Final = (k.AdjustMeter, k.BackOutAward)
"""Commands that one person requests and another confirms."""


def usual_link(posted: Posted, awards: str) -> str | None:
    """Return the default link of a table of the house.

    All tables with the same terms and the same people to confirm awards share it.
    """
    if posted.progressive is None:
        return None
    by = "floor " if awards == "floor" else ""
    terms = f"{by}{posted.rules.name} {posted.progressive.name} {posted.progressive_wager}".lower()
    return f"{re.sub('[^a-z0-9]+', '-', terms)[:33].strip('-')}-{posted.rules.fingerprint[:6]}"


@dataclass(frozen=True, slots=True, kw_only=True)
class WantedLink:
    """The link of a new table, with the records to store if the link is new."""

    name: str
    made: tuple[dict[str, Any], ...] = ()
    opening: tuple[Entry, ...] = ()


@dataclass(slots=True, kw_only=True)
class HouseLinks:
    """Every link of the house."""

    store: Store
    observers: Observers = field(default_factory=Observers)
    live: dict[str, LiveLink] = field(default_factory=dict)
    wide: WideLinks | None = None
    """The links shared with other houses, if there are any."""
    resting: dict[str, dict[str, Any]] = field(default_factory=dict)
    """Links used only by guests' tables that are all closed; not read until a table wants one again."""

    def applied(self, body: dict[str, Any]) -> None:
        """Add a link from its record in the log of the house."""
        name, guest, awards = body["name"], body.get("guest", False), body.get("awards")
        self.live[name] = self._new(name, decoded(Terms, body["terms"]), awards, guest=guest)

    def ended(self, name: str) -> None:
        """Remove a link that has ended with its table."""
        self.live.pop(name, None)

    def _new(self, name: str, terms: Terms, awards: str | None, *, guest: bool) -> LiveLink:
        return LiveLink(name=name, terms=terms, store=self.store, observers=self.observers, guest=guest, awards=awards)

    async def recover(self) -> None:
        """Recover every link from its log."""
        for link in self.live.values():
            await link.recover()

    def share(self, log: WideLog) -> None:
        """Share the wide-area links of that log."""
        self.wide = WideLinks(store=self.store, log=log, observers=self.observers, live=self.live)

    async def wanted_by(self, spec: TableSpec, posted: Posted, *, guest: bool) -> WantedLink | None:
        """Return the link of a new table like `wanted`; a wide-area link is created in its own log first."""
        name, terms = spec.link or "", terms_of(posted)
        if not name.startswith(PREFIX) or terms is None or (name in self.live and self.wide is None):
            return self.wanted(spec, posted, guest=guest)
        if self.wide is None:
            says = (
                f"begins with {PREFIX!r}, as links of several houses do, and this house shares none: uth serve --wide"
            )
            raise Malformed("link", name, says)
        await self.wide.make(name, terms, spec.awards)
        wanted, link = self.wanted(spec, posted, guest=guest), self.live[name]
        if wanted is None or not isinstance(link, WideLink):
            return wanted
        async with link.turn:
            await link.recover(telling=True)
            link.require_free(spec.name)
            return replace(wanted, opening=tuple(link.takes(spec.name)))

    def wanted(self, spec: TableSpec, posted: Posted, *, guest: bool) -> WantedLink | None:
        """Return the link of a new table; refuse one with other terms, or with other people to confirm its awards."""
        terms = terms_of(posted)
        if terms is None:
            if spec.link is not None:
                raise Malformed("link", spec.link, "is for a table with a progressive, and this one has none")
            return None
        name = own_link(spec.name) if guest else spec.link or usual_link(posted, spec.awards) or ""
        if name in self.resting:
            self.applied(self.resting.pop(name))
        known = self.live.get(name)
        if known is None:
            awards = {"awards": spec.awards, **({"guest": True} if guest else {})}
            made = made_body(name, terms, **awards)
            return WantedLink(
                name=name, made=(made,), opening=(self._new(name, terms, spec.awards, guest=guest).opening(),)
            )
        if (known.terms.table, known.terms.wager) != (terms.table, terms.wager):
            says = f"the link {quoted(name)} has another pay table or wager"
            raise Refused("other_terms", known.terms.cite("same_terms"), says)
        if known.awards not in (None, spec.awards):
            says = f"awards of the link {quoted(name)} are confirmed by the {known.awards}, not by the {spec.awards}"
            raise Refused("other_awards", None, f"{says}; name another link, or leave it out")
        return WantedLink(name=name)

    def link(self, name: str) -> LiveLink:
        """Return the link of that name, or raise `Refused`."""
        if name not in self.live and name.startswith(PREFIX) and self.wide is None:
            raise Refused("no_link", None, f"the link {name!r} is shared with other houses; start with --wide SCHEMA")
        if name not in self.live:
            raise Refused("no_link", None, f"there is no link {quoted(name)}; {', '.join(self.live) or 'none'}")
        return self.live[name]


def signed(command: k.Command, person: str) -> k.Command:
    """Return the command with the person's name as its author, whatever it said."""
    named: Any = command
    return replace(named, by=person) if hasattr(command, "by") else command


ForTwo = k.AdjustMeter | k.BackOutAward | c.ResolveDispute


def needs_two(command: c.Command) -> bool:
    """Whether a table's command moves money by hand, so that a second person must agree."""
    return isinstance(command, c.ResolveDispute) and bool(command.corrections)


@dataclass(frozen=True, slots=True, kw_only=True)
class Waiting:
    """A command that waits for a second person, at a link or at a table."""

    number: int
    link: str | None = None
    table: str | None = None
    command: ForTwo

    @property
    def clause(self) -> str:
        """The ruling that requires two people."""
        return TWO_PEOPLE if self.link is not None else "R50"


@dataclass(slots=True, kw_only=True)
class Approvals:
    """The commands that wait for a second person; the log records who asked and who agreed."""

    next: int = 1
    open: dict[int, Waiting] = field(default_factory=dict)

    def asked(self, number: int, place: dict[str, str], command: ForTwo) -> dict[str, Any]:
        """Return the record of a request at a link or a table."""
        return {"is": "asked_for_two", "number": number, **place, "command": encoded(command)}

    def applied(self, body: dict[str, Any]) -> None:
        """Apply a record of the log of the house."""
        number = body["number"]
        if body["is"] == "settled_by_two":
            self.open.pop(number, None)
            return
        command = decoded(ForTwo, body["command"])
        self.open[number] = Waiting(number=number, link=body.get("link"), table=body.get("table"), command=command)
        self.next = number + 1

    def waiting(self, number: int) -> Waiting:
        """Return the command that waits under that number, or raise `Refused`."""
        if number not in self.open:
            raise Refused(
                "nothing_waits", None, f"no request with the number {quoted(number)} waits for a second person"
            )
        return self.open[number]

    def confirmed(self, number: int, second: str) -> ForTwo:
        """Return the command with both names on it."""
        return replace(self.open[number].command, second=second)
