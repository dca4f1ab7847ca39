"""A watched table: after every command its chips and cards are counted, and its settlement is added up again.

    watched = WatchedTable(posted)
    watched.send(c.TakeSeat(seat=Seat(1), player=PlayerId("ann")))
    watched.send("deal")                # a Refused, returned and not raised
    watched.check_replay()              # the events alone give the same table

Only the state, the events and `decide` are taken from the engine. The chips that come and go are added up from the
events, and compared with those counted on the table.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from fractions import Fraction
from typing import Any

from uth.cards import DECK, Card
from uth.errors import Refused
from uth.rules.values import Wager
from uth.table.deck.decks import DeckStage
from uth.table.posted import Posted
from uth.table.round import events as e
from uth.table.round.apply import apply
from uth.table.round.decide import decide
from uth.table.round.state import Phase, Table, new_table
from uth.table.settle.settled import SettledWager
from uth.units import Seat


class WatchedTable:
    def __init__(self, posted: Posted, state: Table | None = None) -> None:
        self.posted = posted
        self.state = new_table(posted) if state is None else state
        self.started_from = self.state
        self.log: list[e.Event] = []
        self.chips = chips_at(self.state)

    def send(self, command: Any) -> tuple[e.Event, ...] | Refused:
        """Send anything; it is refused and changes nothing, or it is done and everything still adds up."""
        before = self.state
        answer = decide(before, command, self.posted)
        if isinstance(answer, Refused):
            assert str(answer)
            return answer
        for event in answer:
            self.state = apply(self.state, event)
        self.log += answer
        self.chips += from_outside(answer)
        assert chips_at(self.state) == self.chips, f"chips are lost or found in {command}"
        assert all(rail >= 0 for rail in self.state.rails.values())
        assert all(meter >= 0 for meter in self.state.meters.values())
        check_cards(self.state)
        if any(isinstance(event, e.RoundSettled) for event in answer):
            check_settlement(before, answer, self.posted)
        return answer

    def accepted(self, command: Any) -> tuple[e.Event, ...]:
        """Send a command that must not be refused."""
        answer = self.send(command)
        assert not isinstance(answer, Refused), f"{command}: {answer}"
        return answer

    def check_replay(self) -> None:
        """Check that the state is the fold of `apply` over the log."""
        replayed = self.started_from
        for event in self.log:
            replayed = apply(replayed, event)
        assert replayed == self.state


def in_chips(wager: Wager, cents: int) -> int:
    """Return a wager's value in chips; a coupon counts as 0 (R18)."""
    return 0 if wager is Wager.MATCH_PLAY else cents


def layout(table: Table) -> dict[tuple[Seat, Wager], int]:
    """Return every wager on the layout by seat; empty once the round is settled."""
    if table.phase is Phase.SETTLED:
        return {}
    found = {(seat, wager): cents for seat, spot in table.round.spots.items() for wager, cents in spot.wagers.items()}
    for seat, spot in table.round.spots.items():
        if spot.decision is not None and spot.decision.multiple is not None:
            found[seat, Wager.PLAY] = spot.decision.multiple * spot.wagers[Wager.ANTE]
    return found


def chips_at(table: Table) -> Fraction:
    """Return every chip at the table: on rails, on the layout, in the bank, on the meters."""
    rails = sum(table.rails.values())
    wagered = sum(in_chips(wager, cents) for (_, wager), cents in layout(table).items())
    banked = table.round.banker.wager if table.round.banker is not None and table.phase is not Phase.SETTLED else 0
    return Fraction(rails + wagered + banked) + sum(table.meters.values())


def from_outside(events: Iterable[e.Event]) -> Fraction:
    """Return what came to the table from the cage, the tray and the house, less what went there."""
    total = Fraction(0)
    for event in events:
        match event:
            case e.ChipsBought(cents=cents) | e.EnvyPaid(cents=cents) | e.BankCorrected(cents=cents):
                total += cents
            case e.SeatLeft(cents=cents):
                total -= cents
            case e.MeterRaised(amount=amount):
                total += amount
            case e.IncrementReversed(amount=amount):
                total -= amount
            case e.MeterPaid(seeded=seeded, cents=cents):
                total += seeded - cents
            case e.WagerSettled(settled=settled, at_cage=False):
                total += gained(settled)
            case e.SettlementReversed(settled=settled, at_cage=False):
                total -= gained(settled)
            case e.BankSettled(net=net):
                total += net
    return total


def gained(settled: SettledWager) -> int:
    """Return the chips a settled wager gained."""
    return in_chips(settled.wager, settled.returned - settled.stake) + settled.won


def check_settlement(before: Table, events: tuple[e.Event, ...], posted: Posted) -> None:
    """Check that every wager is settled once, that totals are sums, and that a banker covers only the wager."""
    settled = [(event.seat, event.settled) for event in events if isinstance(event, e.WagerSettled)]
    stakes = Counter({(seat, each.wager): each.stake for seat, each in settled})
    assert len(stakes) == len(settled)
    assert stakes == Counter(layout(before))
    envy = sum(event.cents for event in events if isinstance(event, e.EnvyPaid))
    players = envy + sum(each.won + in_chips(each.wager, each.returned - each.stake) for _, each in settled)
    awards = sum(event.cents for event in events if isinstance(event, e.MeterPaid))
    banks = [event for event in events if isinstance(event, e.BankSettled)]
    (total,) = (event for event in events if isinstance(event, e.RoundSettled))
    assert total.players == players
    assert total.house == awards - players - sum(bank.net for bank in banks)
    if posted.rules.seats.player_banks:
        (bank,) = banks
        assert total.house == 0, "the house is never in it"
        assert before.round.banker is not None
        assert (bank.seat, bank.wager, bank.net) == (before.round.banker.seat, before.round.banker.wager, -players)
        assert sum(each.won for _, each in settled) <= bank.used <= bank.wager, "paid beyond the wager"
    if before.round.void is not None and not before.round.saves:
        assert all(each.returned == each.stake and not each.won for _, each in settled)


def cards_in_play(table: Table) -> list[Card]:
    """Return every card of the deck in play: in the shoe, on the table, in the discard rack."""
    lying = [card for spot in table.round.spots.values() if not spot.picked_up for card in spot.hole]
    return [
        *table.round.deck,
        *table.round.dealer,
        *table.round.community,
        *lying,
        *(racked(table) if not in_rack(table) else ()),
    ]


def racked(table: Table) -> list[Card]:
    return [card for each in table.rack for card in each.cards]


def in_rack(table: Table) -> list[str]:
    """Return the decks that are completely in the discard rack."""
    return [back for back, deck in table.decks.items() if deck.stage is DeckStage.IN_RACK]


def check_cards(table: Table) -> None:
    """Check that each deck has 52 different cards, and that the rack never holds cards of two decks (MA.2b)."""
    if table.in_play is not None:
        assert sorted(cards_in_play(table)) == list(DECK)
        assert table.decks[table.in_play].stage is DeckStage.IN_PLACE
    else:
        assert not table.round.deck
        assert not table.round.dealer
        assert not table.round.community
    assert len(in_rack(table)) <= 1
    if in_rack(table):
        assert sorted(racked(table)) == list(DECK)
    elif table.in_play is None:
        assert not table.rack
    for deck in table.decks.values():
        if deck.stage in (DeckStage.SHUFFLED, DeckStage.CUT):
            assert sorted(deck.order) == list(DECK)
