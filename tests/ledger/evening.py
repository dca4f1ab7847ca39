"""A random evening at a table: people sit down and leave, wagers, rounds, irregularities, disputes.

Hands that a meter pays are far more frequent than by chance. The same key gives the same evening.
"""

from __future__ import annotations

import re
from random import Random
from typing import Any

from ledger.booked_table import BookedTable
from uth.cards import DECK, parse_cards
from uth.errors import Refused
from uth.rules.values import Wager
from uth.table.dealer import next_step
from uth.table.floor.disputed import Correction, Finding
from uth.table.floor.irregularities import (
    ConductBroken,
    Irregularity,
    MachineJammed,
    ProgressiveDown,
    WrongNumberOfCards,
)
from uth.table.round import commands as c
from uth.table.round.banking import button
from uth.table.round.decide import decide
from uth.table.round.refusals import decisions, wager_offers
from uth.table.round.state import Phase
from uth.units import PlayerId, Seat

HOT = """
    QsJsTs: AsKs              9h9c2d: 9s9d        AsKsQsJsTs: 2d7h
    JsTs9s: 8s7s KsQs         KhAcAd: KsKd AsAh   7h2s2c: 7c7d
    JsTs9s: KsQs 8s7s         QsJsTs: AsKs 9s8s
"""
"""The board, as much of it as matters, and the hole cards of one or two seats."""
HOT_HANDS = [(board, holes.split()) for board, holes in re.findall(r"(\w+):((?: \w{4})+)", HOT)]


class Evening:
    def __init__(self, table: BookedTable, key: int) -> None:
        self.table, self.random = table, Random(key)
        self.chose: list[str] = []

    def play(self, rounds: int) -> None:
        for _ in range(rounds):
            self.sit_down()
            self.wager()
            self.stack()
            self.table.make_ready()
            if self.tried(c.AnnounceNoMoreBets()):
                self.deal()
                self.dispute()
                self.leave()
                self.table.send(c.CollectCards())
            self.table.events.clear()

    def tried(self, command: Any) -> bool:
        """Send the command if the table takes it; say whether it did."""
        if isinstance(decide(self.table.state, command, self.table.posted), Refused):
            return False
        self.table.send(command)
        self.chose.append(type(command).__name__)
        return True

    def some(self, chance: float) -> bool:
        return self.random.random() < chance

    def sit_down(self) -> None:
        state, rules = self.table.state, self.table.posted.rules.seats
        for number in range(1, rules.count.value + 1):
            if Seat(number) not in state.chairs and self.some(0.4 if state.chairs else 1):
                player = PlayerId(f"p{self.random.randint(1, 2 * rules.count.value)}")
                if self.tried(c.TakeSeat(seat=Seat(number), player=player)):
                    self.table.open()
        for seat in self.table.state.chairs:
            if self.table.state.rail(seat) < 20_000:
                self.tried(c.BuyIn(seat=seat, cents=self.random.choice([5_001, 30_000, 250_000])))
        self.tried(c.RestoreProgressive())

    def wager(self) -> None:
        table = self.table
        if table.posted.rules.seats.player_banks:
            self.bank()
        for seat in sorted(table.state.chairs):
            for _ in range(self.random.randint(1, 6)):
                found = wager_offers(table.state, seat, table.posted)
                if found:
                    offer = self.random.choice(found)
                    steps = min((offer.cents_max - offer.cents_min) // offer.unit, 10_000 // offer.unit)
                    cents = offer.cents_min + offer.unit * self.random.randint(0, steps)
                    self.tried(c.PlaceWager(seat=seat, wager=offer.wager, cents=cents))
            if self.some(0.2):
                self.tried(c.TakeBackWager(seat=seat, wager=self.random.choice(list(Wager))))

    def bank(self) -> None:
        state, posted = self.table.state, self.table.posted
        has_it = button(state, posted)
        if has_it is not None and len(state.chairs) > 1 and self.some(0.2):
            self.tried(c.DeclineBank(seat=has_it))
            has_it = button(self.table.state, posted)
        seat = has_it if has_it is not None else self.random.choice(sorted(state.chairs))
        for _ in range(2):
            rail = self.table.state.rail(seat)
            least = posted.bank_min
            self.tried(c.Bank(seat=seat, cents=self.random.choice([least, least + 777, 20_000, max(rail // 2, least)])))
        if self.some(0.1) and self.tried(c.GiveUpBank(seat=seat)):
            self.tried(c.Bank(seat=seat, cents=5_000))

    def stack(self) -> None:
        """Give everybody cards, and now and then somebody a hand that a meter pays."""
        table = self.table
        board, holes = self.random.choice(HOT_HANDS) if self.some(0.6) else ("", [])
        bets = [seat for seat, spot in table.state.round.spots.items() if Wager.PROGRESSIVE in spot.wagers]
        self.random.shuffle(bets)
        table.board(board).holes = {seat: parse_cards(hole) for seat, hole in zip(bets, holes, strict=False)}
        taken = {*table.board_cards, *(card for held in table.holes.values() for card in held)}
        free = [card for card in self.random.sample(DECK, len(DECK)) if card not in taken]
        for seat in table.state.round.seats:
            table.holes.setdefault(seat, (free.pop(), free.pop()))
        table.dealer_cards = (free.pop(), free.pop())
        table.board_cards += tuple(free.pop() for _ in range(5 - len(table.board_cards)))

    def deal(self) -> None:
        table = self.table
        while table.state.phase is not Phase.SETTLED:
            if self.some(0.03):
                self.tried(c.Report(irregularity=self.something_wrong()))
            if table.state.round.floor is not None:
                remedy = self.random.choice(table.state.round.floor.choices)
                table.send(c.RuleOnIrregularity(remedy=remedy, by="Dana", reason="seen on camera"))
                continue
            step = next_step(table.state, table.posted, table.shuffled)
            if step is not None:
                table.send(step)
            elif table.state.turn is not None:
                table.send(self.random.choice(decisions(table.state, table.state.turn, table.posted)))

    def something_wrong(self) -> Irregularity:
        seat = self.random.choice(sorted(self.table.state.round.spots))
        known: list[Irregularity] = [
            ConductBroken(seat=seat),
            MachineJammed(),
            WrongNumberOfCards(seat=seat, cards=3, fixable=False),
            ProgressiveDown(at_win=self.some(0.5)),
        ]
        return self.random.choice(known)

    def dispute(self) -> None:
        if not self.some(0.3) or not self.table.state.settled:
            return
        seat, _ = self.random.choice(self.table.state.settled)
        if not self.tried(c.DisputeRound(seat=seat, says="that is not what I was owed")):
            return
        some = self.random.sample(self.table.state.settled, min(2, len(self.table.state.settled)))
        corrections = tuple(
            Correction(
                seat=each,
                wager=settled.wager,
                returned=self.random.choice([0, settled.stake]),
                won=self.random.choice([0, settled.won, settled.stake]),
            )
            for each, settled in some
        )
        resolve = c.ResolveDispute(
            dispute=self.table.state.disputes[-1].number,
            finding=Finding.CORRECTED,
            by="Dana",
            second="Lee",
            reason="the rack shows it",
            corrections=corrections,
        )
        if not self.tried(resolve):
            upheld = c.ResolveDispute(dispute=resolve.dispute, finding=Finding.UPHELD, by="Dana", reason="as dealt")
            self.table.send(upheld)

    def leave(self) -> None:
        for seat in sorted(self.table.state.chairs):
            if self.some(0.15):
                self.tried(c.LeaveSeat(seat=seat))
