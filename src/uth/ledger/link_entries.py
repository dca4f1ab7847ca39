"""The transfers of a link's events: into meters, frozen awards and reserves, and back."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from uth.cites import cites
from uth.ledger.book import HOUSE, Account, AccountKind, Transfer
from uth.progressive import events as e
from uth.progressive.apply import restored
from uth.progressive.state import Award, AwardStage, Link

Moved = Iterator[tuple[Account, Account, Fraction]]


class LinkEntries:
    """The accounts of one link, and the transfers of each of its events."""

    def __init__(self, name: str, funds: Account = HOUSE) -> None:
        self.name = name
        self.funds = funds
        """The account that pays seeds and adjustments: the house, or play money for a guest's link."""

    def meter(self, name: str) -> Account:
        """Return a meter's account."""
        return Account(AccountKind.METER, f"{self.name}/{name}")

    def overflow(self, meter: str) -> Account:
        """Return the account for the amount that exceeds a meter's limit."""
        return Account(AccountKind.OVERFLOW, f"{self.name}/{meter}")

    def reserve(self, meter: str) -> Account:
        """Return the account for the reserve of a meter's next seed."""
        return Account(AccountKind.RESERVE, f"{self.name}/{meter}")

    def pending(self, award: int) -> Account:
        """Return the account of a frozen award."""
        return Account(AccountKind.PENDING, f"{self.name}/{award}")

    def opening(self, link: Link) -> Iterator[Transfer]:
        """Yield the seeds of a new link."""
        for name, meter in link.meters.items():
            if meter.amount:
                yield Transfer(source=self.funds, target=self.meter(name), cents=meter.amount)

    def transfers(self, link: Link, event: e.Event) -> Iterator[Transfer]:
        """Yield the transfers of the event; `link` is the state before the event."""
        for source, target, cents in self._moved(link, event):
            if cents.numerator > 0:
                yield Transfer(source=source, target=target, cents=cents)
            elif cents:
                yield Transfer(source=target, target=source, cents=-cents)

    @cites("NV.10a", "CN.P9", "R32")
    def _moved(self, link: Link, event: e.Event) -> Moved:
        match event:
            case e.MeterFed(table=table, meter=meter, amount=amount, overflow=overflow, reserve=reserve):
                tray = Account(AccountKind.TRAY, table)
                yield tray, self.meter(meter), amount
                if overflow or reserve:
                    yield tray, self.overflow(meter), overflow
                    yield tray, self.reserve(meter), reserve
            case e.AwardPending(award=number, meter=meter, cents=cents):
                yield self.meter(meter), self.pending(number), Fraction(cents)
                yield self.reserve(meter), self.meter(meter), event.from_reserve
                yield self.funds, self.meter(meter), event.seed - event.from_reserve
            case e.AwardRepriced(award=number, cents=cents):
                award = link.awards[number - 1]
                shows, aside = self.meter(award.meter), event.from_reserve - award.from_reserve
                yield shows, self.pending(number), Fraction(cents - award.cents)
                yield self.reserve(award.meter), shows, aside
                yield self.funds, shows, event.seed - award.seeded - aside
            case e.AwardWithdrawn(award=number) | e.AwardBackedOut(award=number):
                yield from self._restored(link, link.awards[number - 1])
            case e.AwardPaid(award=number):
                award = link.awards[number - 1]
                yield self.pending(number), Account(AccountKind.TRAY, award.table), Fraction(award.cents)
            case e.MeterAdjusted(meter=meter, before=before, after=after):
                yield self.funds, self.meter(meter), after - before

    def _restored(self, link: Link, award: Award) -> Moved:
        """Return the amount to its meter and the seed to its source, and move what exceeds the limit to the overflow.

        An award that was paid comes from the tray: the table has already taken it off the winner's rail.
        """
        meter, beyond = self.meter(award.meter), restored(link, award).overflow - link.meters[award.meter].overflow
        paid = award.stage is AwardStage.PAID
        held = Account(AccountKind.TRAY, award.table) if paid else self.pending(award.number)
        yield held, meter, Fraction(award.cents)
        yield meter, self.reserve(award.meter), award.from_reserve
        yield meter, self.funds, award.seeded - award.from_reserve
        yield meter, self.overflow(award.meter), beyond
