"""Tables created by guests: how many a guest may hold, what they may choose, and the money they are played with.

A guest's table uses play money. It has its own link, and whatever the house lends it comes from the account ``play``
and returns there when the table is closed, so the house's own account neither pays nor gains.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Final

from uth.cites import cites
from uth.errors import Malformed, Refused, quoted
from uth.house.specs import OWN_LINK, TableSpec
from uth.ledger.book import PLAY, Account, AccountKind, Transfer
from uth.people.roles import MARK, Role, Session, is_bot
from uth.rules.loader import BOOKS
from uth.table.posted import Posted
from uth.table.round.state import Table

People = Callable[[str], Mapping[str, str]]
"""Returns the people at a table, seated or watching, each with their address."""
SEEDS_MAX: Final = 10_000_000
"""The most cents that all meters of a guest's table may start from, in total."""
RULES_MAX: Final = 64 * 1024
"""The most characters that a guest's own rule set may have."""
MAKERS: Final = frozenset({Role.MANAGER, Role.ADMIN})
"""The roles whose tables belong to the house."""
STAFF_ONLY: Final = (
    ("dealt_by", "person", "the house deals a guest's table"),
    ("awards", "floor", "a guest's table has no floor staff"),
    ("deck", "read", "the house shuffles at a guest's table"),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class GuestBounds:
    """How many open tables guests may have, per person and per address."""

    per_person: int = 3
    per_address: int = 10


@dataclass(slots=True, kw_only=True)
class GuestTables:
    """The open tables created by guests, oldest first."""

    bounds: GuestBounds = GuestBounds()
    makers: dict[str, str] = field(default_factory=dict)
    """The person who created each table."""
    addresses: dict[str, str] = field(default_factory=dict)
    """The address each table was created from. It is not in the log, so after a restart only the makers are known."""

    def __contains__(self, table: str) -> bool:
        return table in self.makers

    def made(self, table: str, maker: str) -> None:
        """Add a table created by a guest."""
        self.makers[table] = maker

    def closed(self, table: str) -> None:
        """Remove a table that is closed for good."""
        self.makers.pop(table, None)
        self.addresses.pop(table, None)

    def over(self, maker: str, address: str | None, there: People) -> tuple[list[str], str] | None:
        """Return tables of which one must close before this guest makes another, and why; ``None`` if there is room.

        A table counts for its maker while they are at it or nobody is. If only others are there, it does not count;
        otherwise anyone could use up another guest's tables by watching them.
        """
        own = [
            table
            for table, person in self.makers.items()
            if person == maker and (not there(table) or maker in there(table))
        ]
        if len(own) >= self.bounds.per_person:
            return own, f"a guest holds at most {self.bounds.per_person} tables; yours are {', '.join(own)}"
        near = [
            table
            for table, where in self.addresses.items()
            if where == address and (not there(table) or address in there(table).values())
        ]
        if address is not None and len(near) >= self.bounds.per_address:
            return near, f"at most {self.bounds.per_address} tables are held from one address"
        return None

    def beyond(self, there: People) -> list[str]:
        """Return, oldest first, the tables where every person's address already keeps `per_address` older ones open."""
        keeps: Counter[str] = Counter()
        found = []
        for table in self.makers:
            here = set(there(table).values())
            if here and all(keeps[address] >= self.bounds.per_address for address in here):
                found.append(table)
            keeps.update(here)
        return found


def seated_people(table: Table) -> dict[str, str]:
    """Return the people seated at the table, without bots; each name stands in for the unknown address."""
    return {chair.player: chair.player for chair in table.chairs.values() if not is_bot(chair.player)}


def is_guest(session: Session) -> bool:
    """Whether tables created by this person are guests' tables; managers and admins are not guests."""
    return not session.roles & MAKERS


def made_by_guest(body: Mapping[str, object]) -> bool:
    """Whether a `table_made` record is of a guest's table; older records show it by the mark in the maker's name."""
    said = body.get("guest")
    return bool(said) if said is not None else MARK in str(body["by"])


@cites("CA.OWNER")
def require_for_guest(spec: TableSpec, posted: Posted) -> None:
    """Refuse choices that only staff may make, and meters that start from too much."""
    for name, value, why in STAFF_ONLY:
        if getattr(spec, name) == value:
            raise Refused("staff_only", None, f"{name}: {quoted(value)} is for tables the staff makes; {why}")
    if spec.agreement is not None:
        says = f"agreement: {quoted(spec.agreement)} is for tables the staff makes; leave it out"
        raise Refused("staff_only", None, says)
    if spec.link is not None:
        says = "is a link of the house, which the staff puts tables on; leave it out: the table has a link of its own"
        raise Refused("staff_only", None, f"link: {quoted(spec.link)} {says}")
    if len(spec.rules) > RULES_MAX:
        says = f"is longer than the {RULES_MAX:,} characters a guest's rule set may have"
        raise Malformed("rules", f"{spec.rules[:20]}...", says)
    seeds = sum(posted.seeds.values())
    if seeds > SEEDS_MAX:
        says = f"is more than the {SEEDS_MAX} cents the meters of a guest's table may start from together"
        raise Malformed("seed", seeds, says)


def uses_bankrolls(spec: TableSpec, *, guest: bool) -> bool:
    """Whether a table is played with people's own chips.

    A guest's table under rules of the guest's own lends its chips instead: what it pays, its maker has written.
    """
    return not guest or spec.rules in BOOKS


def own_link(table: str) -> str:
    """Return the name of the link of a guest's table."""
    return f"{OWN_LINK}{table}"


def returned(table: str, link: str | None, balances: Mapping[Account, Fraction]) -> Iterator[Transfer]:
    """Yield the transfers that return a guest table's play money on closing, from its tray, fees and meters."""
    own = {Account(AccountKind.TRAY, table), Account(AccountKind.FEES, table)}
    for account, cents in balances.items():
        of_link = (
            account.kind in (AccountKind.METER, AccountKind.RESERVE, AccountKind.OVERFLOW)
            and account.name.partition("/")[0] == link
        )
        if account not in own and not (of_link and link is not None):
            continue
        if cents > 0:
            yield Transfer(source=account, target=PLAY, cents=cents)
        elif cents < 0:
            yield Transfer(source=PLAY, target=account, cents=-cents)
