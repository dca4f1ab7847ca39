"""A table whose every event is booked at once, and whose accounts are compared with the chips on it.

    table = BookedTable("massachusetts")                # its own meters
    table = BookedTable("massachusetts", linked=True)   # on a link, booked in the same book

After every event the players' accounts equal the chips on their rails, the escrow equals the chips on the layout, and
the accounts of the meters equal the meters. After every command the bank holds only the banker's wager.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from progressive.game_room import terms_by
from support.round_table import RoundTable
from uth.errors import Refused
from uth.house.linked_table import Linked, SharedLink
from uth.ledger.book import Account, AccountKind, Ledger
from uth.ledger.link_entries import LinkEntries
from uth.ledger.table_entries import TableEntries
from uth.progressive import commands as k
from uth.progressive.apply import apply as apply_to_link
from uth.progressive.decide import decide as decide_on_link
from uth.progressive.state import new_link
from uth.rules.values import Wager
from uth.table.round import commands as c
from uth.table.round import events as e
from uth.table.round.apply import apply
from uth.table.round.decide import decide
from uth.table.round.state import Phase, Table
from uth.units import PlayerId


class BookedTable(RoundTable):
    def __init__(self, book: str, *, linked: bool = False, **posting: Any) -> None:
        super().__init__(book, **posting)
        self.book = Ledger()
        self.count = 0
        self.entries = TableEntries("one", "link" if linked else None)
        self.trial_balances: dict[str, dict[Account, Fraction]] = {}
        self.players: set[PlayerId] = set()
        self.kept = Fraction(0)
        """What the house has gained at this table, added up from what the settlements say."""
        self.ahead = 0
        """What the house has collected at folds of this round, which its settlement will count again."""
        self.voids: set[str] = set()
        """The entries of coin-ins that were taken back."""
        self.place: Linked | None = None
        self.book.post("opening", self.entries.opening(self.state))
        if linked:
            self.link_entries = LinkEntries("link")
            self.shared = SharedLink(link=new_link(terms_by(book)), wrote=self.book_link)
            self.book.post("link opening", self.link_entries.opening(self.shared.link))
            self.place = Linked(name="one", posted=self.posted, shared=self.shared).joined()

    def send(self, command: c.Command) -> tuple[e.Event, ...]:
        """Send one command, with what the link asks before and after it, and count all accounts."""
        if isinstance(command, c.AnnounceNoMoreBets) and self.state.round.spots:
            self.make_ready()
        for asked in self.place.before(self.state, command) if self.place is not None else ():
            self.take(asked)
        events = self.take(command)
        for asked in self.place.after(self.state, events) if self.place is not None else ():
            self.take(asked)
        self.check_bank()
        self.check_meters()
        if self.place is None and self.state.button is None:
            assert self.book.balance(self.entries.tray) + self.book.balance(self.entries.fees) == self.kept
        if self.count % 5 == 0 and len(self.trial_balances) < 40:
            self.trial_balances[f"table/{self.count}"] = self.book.trial_balance()
        return events

    def take(self, command: c.Command) -> tuple[e.Event, ...]:
        """Have the table take a command, and book what happens, event by event, each of them twice."""
        events = decide(self.state, command, self.posted)
        if isinstance(events, Refused):
            raise events
        for event in events:
            self.count += 1
            moved = tuple(self.entries.transfers(self.state, event))
            self.book.post(f"table/{self.count}", moved)
            self.book.post(f"table/{self.count}", moved)
            self.kept += kept_by(event)
            if isinstance(event, e.WagerCollected) and event.wager is not Wager.MATCH_PLAY:
                self.kept += event.cents
                self.ahead += event.cents
            elif isinstance(event, e.RoundSettled):
                self.kept -= self.ahead
                self.ahead = 0
            self.state = apply(self.state, event)
            self.check_chips()
        self.events += events
        return events

    def book_link(self, command: k.Command) -> None:
        """Book what a command does to the link, before the link has done it."""
        link = self.shared.link
        events = decide_on_link(link, command)
        assert not isinstance(events, Refused)
        for event in events:
            self.count += 1
            self.book.post(f"link/{self.count}", self.link_entries.transfers(link, event))
            if isinstance(command, k.ReverseCoinIn):
                self.voids.add(f"link/{self.count}")
            link = apply_to_link(link, event)

    # Counting.

    def check_chips(self) -> None:
        """Players' accounts are their rails, the escrow is the layout, and the house is never in a player's bank."""
        self.players |= {chair.player for chair in self.state.chairs.values()}
        for player in self.players:
            assert self.book.balance(Account(AccountKind.PLAYER, player)) == self.state.rails.get(player, 0)
        assert self.book.balance(self.entries.escrow) == on_layout(self.state)
        if self.posted.rules.seats.player_banks:
            assert self.book.balance(self.entries.tray) == 0

    def check_bank(self) -> None:
        """Nothing is in the bank but the banker's wager, and that only until it is settled."""
        banker = self.state.round.banker if self.state.phase is not Phase.SETTLED else None
        assert self.book.balance(self.entries.bank) == (banker.wager if banker is not None else 0)

    def check_meters(self) -> None:
        """The meters' accounts are what the meters show, and no award waits at a table that no person runs."""
        meters = self.state.meters
        if self.place is not None:
            meters = {name: meter.amount for name, meter in self.shared.link.meters.items()}
            frozen = [self.link_entries.pending(award.number) for award in self.shared.link.awards]
            assert {self.book.balance(account) for account in frozen} <= {Fraction(0)}
        assert meters == {name: self.book.balance(self.entries.meter(name)) for name in meters}

    def held(self, *kinds: AccountKind) -> dict[str, Fraction]:
        """Return what every account of these kinds holds, but for empty ones."""
        return {str(account): cents for account, cents in self.book.trial_balance().items() if account.kind in kinds}


def kept_by(event: e.Event) -> Fraction:
    """Return what an event brings the house."""
    match event:
        case e.RoundSettled(house=house):
            return Fraction(house)
        case e.MeterRaised(amount=amount):
            return -amount
        case e.IncrementReversed(amount=amount):
            return amount
        case e.DisputeResolved(players=players):
            return Fraction(-players)
    return Fraction(0)


def on_layout(table: Table) -> int:
    """Return the chips that lie on the layout: coupons are none, and what is settled is gone."""
    if table.phase is Phase.SETTLED:
        return 0
    lies = 0
    for spot in table.round.spots.values():
        out = {Wager.MATCH_PLAY, *spot.collected}
        lies += sum(cents for wager, cents in spot.wagers.items() if wager not in out)
        if spot.decision is not None and spot.decision.multiple is not None:
            lies += spot.decision.multiple * spot.wagers[Wager.ANTE]
    if table.phase is Phase.SETTLING:
        for seat, each in table.settled:
            if each.wager is not Wager.MATCH_PLAY and each.wager not in table.round.spots[seat].collected:
                lies -= each.stake
    return lies
