"""The transfers of a table's events, from wager to settlement."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction

from uth.ledger.book import CAGE, HOUSE, Account, AccountKind, Transfer, bankroll
from uth.rules.values import Means, Wager
from uth.table.round import events as e
from uth.table.round.state import Phase, Table, chips
from uth.units import PlayerId, Seat


class TableEntries:
    """The accounts of one table, and the transfers of each of its events, except for a link's meters."""

    def __init__(
        self, name: str, link: str | None = None, *, has_bankroll: Callable[[PlayerId], bool] = lambda _: False
    ) -> None:
        self.name = name
        self.has_bankroll = has_bankroll
        """Whether a player's chips come from their bankroll and return there; otherwise from the cage."""
        self.link = link if link is not None else name
        self.tray = Account(AccountKind.TRAY, name)
        self.escrow = Account(AccountKind.ESCROW, name)
        self.bank = Account(AccountKind.BANK, name)
        self.fees = Account(AccountKind.FEES, name)

    def player(self, table: Table, seat: Seat) -> Account:
        """Return the account of the player in that seat."""
        return Account(AccountKind.PLAYER, table.chairs[seat].player)

    def away(self, player: PlayerId | None) -> Account:
        """Return where a player's chips come from and return to: their bankroll, or the cage."""
        return bankroll(player) if player is not None and self.has_bankroll(player) else CAGE

    def meter(self, name: str) -> Account:
        """Return a meter's account."""
        return Account(AccountKind.METER, f"{self.link}/{name}")

    def opening(self, table: Table) -> Iterator[Transfer]:
        """Yield the seeds of the meters of a new table without a link, paid by the house."""
        for name, amount in table.meters.items() if self.link == self.name else ():
            if amount:
                yield Transfer(source=HOUSE, target=self.meter(name), cents=Fraction(amount))

    def transfers(self, table: Table, event: e.Event) -> Iterator[Transfer]:
        """Yield the transfers of the event; `table` is the state before the event."""
        for source, target, cents in self._moved(table, event):
            if cents > 0:
                yield Transfer(source=source, target=target, cents=Fraction(cents))
            elif cents < 0:
                yield Transfer(source=target, target=source, cents=Fraction(-cents))

    def _moved(self, table: Table, event: e.Event) -> Iterator[tuple[Account, Account, int | Fraction]]:
        match event:
            case e.ChipsBought(seat=seat, cents=cents):
                yield self.away(table.chairs[seat].player), self.player(table, seat), cents
            case e.SeatLeft(seat=seat, cents=cents):
                yield self.player(table, seat), self.away(table.chairs[seat].player), cents
            case e.WagerPlaced(seat=seat, wager=wager, cents=cents):
                before = table.round.spots[seat].wagers.get(wager, 0) if seat in table.round.spots else 0
                yield self.player(table, seat), self.escrow, chips(wager, cents - before)
            case e.WagerTakenBack(seat=seat, wager=wager):
                yield self.escrow, self.player(table, seat), chips(wager, table.round.spots[seat].wagers[wager])
            case e.EntryFeeTaken(seat=seat, cents=cents) | e.PlayMade(seat=seat, cents=cents):
                yield self.player(table, seat), self.escrow, cents
            case e.WagerCollected(seat=seat, wager=wager, cents=cents):
                yield self.escrow, self._against(table, wager), chips(wager, cents)
            case e.WagerSettled():
                yield from self._settled(table, event)
            case e.AwardBrought(seat=seat, cents=cents, means=means):
                yield self.tray, self._paid_by(table, seat, means), cents
            case e.EnvyPaid(seat=seat, cents=cents, means=means):
                yield self.tray, self._paid_by(table, seat, means), cents
            case e.AwardTakenBack(seat=seat, cents=cents) | e.EnvyTakenBack(seat=seat, cents=cents):
                yield self.player(table, seat), self.tray, cents
            case e.BankTaken() | e.BankGivenUp() | e.BankSettled() | e.BankCorrected():
                yield from self._banked(table, event)
            case e.SettlementReversed(settled=settled):
                back = chips(settled.wager, settled.returned) + settled.won
                yield self._payee(table, event), self._against(table, settled.wager), back
            case e.MeterRaised(meter=meter, amount=amount):
                yield self.tray, self.meter(meter), amount
            case e.IncrementReversed(meter=meter, amount=amount):
                yield self.meter(meter), self.tray, amount
            case e.MeterPaid(meter=meter, cents=cents, seeded=seeded) if not table.linked:
                yield self.meter(meter), self.tray, cents
                yield HOUSE, self.meter(meter), seeded

    def _against(self, table: Table, wager: Wager) -> Account:
        """Return the account a wager wins from and loses to: the tray, the bank or, for an entry fee, the fees."""
        if wager is Wager.ENTRY_FEE:
            return self.fees
        return self.bank if table.button is not None else self.tray

    def _payee(self, table: Table, event: e.WagerSettled | e.SettlementReversed) -> Account:
        """Return the account that a settlement pays: the player at the seat, or their bankroll if they have left."""
        if not event.at_cage:
            return self.player(table, event.seat)
        evidence = (each.evidence for each in reversed(table.disputes) if each.evidence.round == event.round)
        return self.away(next((each.players.get(event.seat) for each in evidence), None))

    def _paid_by(self, table: Table, seat: Seat, means: Means) -> Account:
        """Return the account that an award is paid to: the chips at the seat, or the bankroll if it is not cheques."""
        if means is Means.CHEQUES:
            return self.player(table, seat)
        return self.away(table.chairs[seat].player if seat in table.chairs else None)

    def _settled(self, table: Table, event: e.WagerSettled) -> Iterator[tuple[Account, Account, int | Fraction]]:
        """Move the stake from escrow to its owner and pay the winnings.

        The escrow no longer holds a stake that was collected at a fold or settled before.
        """
        settled, award = event.settled, event.award
        player, against = self._payee(table, event), self._against(table, settled.wager)
        collected = event.seat in table.round.spots and settled.wager in table.round.spots[event.seat].collected
        if event.round or collected or table.phase is not Phase.SETTLING:  # older logs do not record the round
            yield against, player, chips(settled.wager, settled.returned) + settled.won
            return
        yield self.escrow, player, chips(settled.wager, settled.returned)
        yield self.escrow, against, chips(settled.wager, settled.stake - settled.returned)
        yield against, player, settled.won - award

    def _banked(
        self, table: Table, event: e.BankTaken | e.BankGivenUp | e.BankSettled | e.BankCorrected
    ) -> Iterator[tuple[Account, Account, int | Fraction]]:
        banker = table.round.banker
        match event:
            case e.BankTaken(seat=seat, cents=cents):
                if banker is not None:
                    yield self.bank, self.player(table, banker.seat), banker.wager
                yield self.player(table, seat), self.bank, cents
            case e.BankGivenUp(seat=seat):
                yield self.bank, self.player(table, seat), banker.wager if banker is not None else 0
            case e.BankSettled(seat=seat, wager=wager, net=net):
                yield self.bank, self.player(table, seat), wager + net
            case e.BankCorrected(seat=seat, cents=cents):
                yield self.bank, self.player(table, seat), cents
