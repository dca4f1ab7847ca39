"""The links of a house: which there are, which table is on which, and what people do at them."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any, Final

from uth.errors import Malformed, Refused
from uth.host.linked_table import terms_of
from uth.host.live_link import LiveLink
from uth.progressive import commands as k
from uth.progressive.decide import Events as LinkEvents
from uth.progressive.terms import Terms
from uth.store.codec import decoded, encoded
from uth.store.entries import Entry, Store
from uth.table.posted import Posted

WORKED_BY_THE_TABLE: Final = (
    k.JoinLink,
    k.LeaveLink,
    k.CoinIn,
    k.ReverseCoinIn,
    k.PutLampOut,
    k.PressHandButton,
    k.CallSupervisor,
    k.GameOver,
)
"""What a table of the house does by itself at its Game Manager, as its dealer deals."""
NEED_TWO: Final = (k.AdjustMeter, k.BackOutAward)
"""What one person asks for and another confirms."""


def usual_link(posted: Posted) -> str | None:
    """Return the link a table is on unless it says otherwise: one for all tables of the same terms."""
    if posted.progressive is None:
        return None
    terms = f"{posted.rules.name} {posted.progressive.name} {posted.progressive_wager}".lower()
    return f"{re.sub('[^a-z0-9]+', '-', terms)[:33].strip('-')}-{posted.rules.fingerprint[:6]}"


@dataclass(slots=True, kw_only=True)
class HouseLinks:
    """Every link of the house."""

    store: Store
    tell: Callable[[LiveLink, LinkEvents], None] | None = None
    live: dict[str, LiveLink] = field(default_factory=dict)

    def applied(self, body: dict[str, Any]) -> None:
        """Know a link the log of the house tells of."""
        name = body["name"]
        self.live[name] = self._new(name, decoded(Terms, body["terms"]))

    def _new(self, name: str, terms: Terms) -> LiveLink:
        return LiveLink(name=name, terms=terms, store=self.store, tell=self.tell)

    async def recover(self) -> None:
        """Have every link where its log says it was."""
        for link in self.live.values():
            await link.recover()

    def wanted(self, name: str | None, posted: Posted) -> tuple[str, list[dict[str, Any]], list[Entry]] | None:
        """Return the link a table goes on, with what is to be stored if it is new; refuse other terms (MA.13g)."""
        terms = terms_of(posted)
        if terms is None:
            if name is not None:
                raise Malformed("link", name, "is for a table with a progressive, and this one has none")
            return None
        name = name or usual_link(posted) or ""
        known = self.live.get(name)
        if known is None:
            made = {"is": "link_made", "name": name, "terms": encoded(terms)}
            return name, [made], [self._new(name, terms).opening()]
        if (known.terms.table, known.terms.wager) != (terms.table, terms.wager):
            raise Refused("other_terms", "MA.13g", f"the link {name!r} has another pay table or wager")
        return name, [], []

    def link(self, name: str) -> LiveLink:
        """Return a link there is."""
        if name not in self.live:
            raise Refused("no_link", None, f"there is no link {name!r}; {', '.join(self.live) or 'none'}")
        return self.live[name]


def signed(command: k.Command, person: str) -> k.Command:
    """Return the command with the person's own name on it, whatever it said."""
    named: Any = command
    return replace(named, by=person) if hasattr(command, "by") else command
