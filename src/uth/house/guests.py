"""The tables guests make: how many one person may hold, what they may ask for, and whose money they play with.

A guest's table plays with play money of its own. It is on a link of its own, and what the house lends it comes from the
account ``play`` and goes back there when the table is closed: the house's own account neither pays nor gains.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Final

from uth.cites import cites
from uth.errors import Malformed, Refused
from uth.house.specs import OWN_LINK, TableSpec
from uth.ledger.book import PLAY, Account, AccountKind, Transfer
from uth.people.roles import MARK, Role, Session, is_bot
from uth.table.posted import Posted
from uth.table.round.state import Table

People = Callable[[str], Mapping[str, str]]
"""The people at a table, seated or looking on, each with the address they come from."""
SEEDS_MAX: Final = 10_000_000
"""The most cents all meters of a guest's table may start from, together."""
RULES_MAX: Final = 64 * 1024
"""The most characters a guest's own rule set may have."""
MAKERS: Final = frozenset({Role.MANAGER, Role.ADMIN})
"""Whose tables are the house's."""
STAFF_ONLY: Final = (
    ("dealt_by", "person", "the house deals a guest's table"),
    ("awards", "floor", "a guest's table has no floor staff"),
    ("deck", "read", "the house shuffles at a guest's table"),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class GuestBounds:
    """How many tables of guests there may be."""

    per_person: int = 3
    per_address: int = 10


@dataclass(slots=True, kw_only=True)
class GuestTables:
    """The open tables that guests have made, the oldest first."""

    bounds: GuestBounds = GuestBounds()
    makers: dict[str, str] = field(default_factory=dict)
    """Who made each."""
    addresses: dict[str, str] = field(default_factory=dict)
    """From where each was made; the log does not keep it, so after a restart only the makers are known."""

    def __contains__(self, table: str) -> bool:
        return table in self.makers

    def made(self, table: str, maker: str) -> None:
        """Know a table that a guest has made."""
        self.makers[table] = maker

    def closed(self, table: str) -> None:
        """Forget a table that is closed for good."""
        self.makers.pop(table, None)
        self.addresses.pop(table, None)

    def over(self, maker: str, address: str | None, there: People) -> tuple[list[str], str] | None:
        """Return the tables of which one has to go before this guest makes another, and why; ``None`` while there is
        room.

        A guest holds a table they made while they are there, or nobody is. Once others alone are there it is theirs:
        otherwise anybody could use up another guest's tables by looking on.
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
        """Return the tables that only people are at whose addresses keep enough older ones open, the oldest first."""
        keeps: Counter[str] = Counter()
        found = []
        for table in self.makers:
            here = set(there(table).values())
            if here and all(keeps[address] >= self.bounds.per_address for address in here):
                found.append(table)
            keeps.update(here)
        return found


def seated_people(table: Table) -> dict[str, str]:
    """Return who sits at the table and is no bot; where nobody knows an address, the person stands for it."""
    return {chair.player: chair.player for chair in table.chairs.values() if not is_bot(chair.player)}


def is_guest(session: Session) -> bool:
    """Whether a table made by this person is a guest's: managers and admins are not guests."""
    return not session.roles & MAKERS


def made_by_guest(body: Mapping[str, object]) -> bool:
    """Whether a record of a table that was made says a guest did; older records say it by the maker's mark."""
    said = body.get("guest")
    return bool(said) if said is not None else MARK in str(body["by"])


@cites("CA.OWNER")
def require_for_guest(spec: TableSpec, posted: Posted) -> None:
    """Refuse what only the staff may ask of a table, and meters that start from too much."""
    for name, value, why in STAFF_ONLY:
        if getattr(spec, name) == value:
            raise Refused("staff_only", None, f"{name}: {value!r} is for tables the staff makes; {why}")
    if spec.agreement is not None:
        says = f"agreement: {spec.agreement!r} is for tables the staff makes; leave it out"
        raise Refused("staff_only", None, says)
    if spec.link is not None:
        says = "is a link of the house, which the staff puts tables on; leave it out: the table has a link of its own"
        raise Refused("staff_only", None, f"link: {spec.link!r} {says}")
    if len(spec.rules) > RULES_MAX:
        says = f"is longer than the {RULES_MAX:,} characters a guest's rule set may have"
        raise Malformed("rules", f"{spec.rules[:20]}...", says)
    seeds = sum(posted.seeds.values())
    if seeds > SEEDS_MAX:
        says = f"is more than the {SEEDS_MAX} cents the meters of a guest's table may start from together"
        raise Malformed("seed", seeds, says)


def own_link(table: str) -> str:
    """Return the name of the link of a guest's table."""
    return f"{OWN_LINK}{table}"


def returned(table: str, link: str | None, balances: Mapping[Account, Fraction]) -> Iterator[Transfer]:
    """Yield what brings the play money of a guest's table back when it is closed: from its tray, fees and meters."""
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
