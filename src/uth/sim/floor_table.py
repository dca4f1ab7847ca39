"""Rounds on a whole table, every step of the dealer's taken, so that something can go wrong at any of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Final

import numpy as np

from uth.cards import Card
from uth.errors import Refused, require
from uth.kernels.sim_decks import deal_decks
from uth.kernels.sim_table import ENVY, NO_ROW, WAGERS
from uth.rules.values import Street, Wager
from uth.sim.adding import Adding
from uth.sim.block import BlockResult, result_of, stream_of
from uth.sim.classes import LAYOUT
from uth.sim.looked_up import answer_of
from uth.sim.mishaps import Trouble, ruling
from uth.sim.own import CHECK, FOLD, Seen, answers_on, ask
from uth.sim.prepared import Prepared
from uth.sim.twin import banker_of
from uth.table import commands as c
from uth.table import events as e
from uth.table.decide import act, decide
from uth.table.due import due
from uth.table.settled import Outcome, SettledWager
from uth.table.state import Phase, Table, new_table
from uth.units import PlayerId, Seat

RAIL: Final = 10**12
STEPS_MAX: Final = 400
BANKER: Final = PlayerId("the banker")


def play_floor_block(prepared: Prepared, block: int) -> BlockResult:
    """Play a block of rounds at one table, wrong steps and all."""
    rounds = prepared.rounds_of(block)
    evening = Evening(prepared, block)
    adding = Adding(prepared, rounds, block)
    for at in range(rounds):
        evening.round(at, adding)
    return result_of(block, rounds, adding.totals, voids=evening.voids, faults=tuple(sorted(evening.faults.items())))


class Evening:
    """A table with its players, from one round to the next."""

    def __init__(self, prepared: Prepared, block: int) -> None:
        self.prepared, self.plan, self.posted = prepared, prepared.plan, prepared.plan.posted
        self.first = block * prepared.block
        self.decks = self._decks(block)
        self.voids = 0
        self.faults: Counter[str] = Counter()
        self.table = self._seated()

    def _decks(self, block: int) -> Iterator[tuple[Card, ...]]:
        """Yield one shuffled deck after the other."""
        stream, deck = stream_of(self.plan.shuffle_key, block), np.arange(52, dtype=np.uint8)
        while True:
            decks = np.zeros((64, 52), np.uint8)
            deal_decks(stream, deck, decks)
            for order in decks.tolist():
                yield tuple(Card(card) for card in order)

    def _seated(self) -> Table:
        """Return a new table with everybody in their seat; the banker has the last one."""
        table, banker = new_table(self.posted), banker_of(self.plan)
        people = {Seat(1 + at): PlayerId(str(1 + at)) for at in range(len(self.plan.seats))}
        if banker is not None:
            people[banker.seat] = BANKER
        for seat, player in people.items():
            table, _ = act(table, c.TakeSeat(seat=seat, player=player), self.posted)
            table, _ = act(table, c.BuyIn(seat=seat, cents=RAIL), self.posted)
        return table

    def _send(self, command: c.Command) -> tuple[e.Event, ...]:
        self.table, events = act(self.table, command, self.posted)
        return tuple(events)

    def _deal(self) -> bool:
        """Take the dealer's next step; say whether there was one."""
        dealer = self.plan.dealer
        require(dealer is not None, "a table where things go wrong needs a dealer")
        step = dealer(self.table, self.posted, lambda: next(self.decks)) if dealer is not None else None
        if step is not None:
            self.happened += self._send(step)
        return step is not None

    def round(self, at: int, adding: Adding) -> None:
        """Play a round and add it."""
        self.happened: tuple[e.Event, ...] = ()
        self._wager()
        while self._deal():
            pass
        self._send(c.AnnounceNoMoreBets())
        trouble = Trouble(self.plan.mishaps, self.plan.shuffle_key, self.first + at)
        for step in range(STEPS_MAX):
            if self.table.phase is Phase.SETTLED:
                break
            self._step(trouble, step)
        require(self.table.phase is Phase.SETTLED, "a round does not come to its end")
        self._count(at, adding)
        self._send(c.CollectCards())

    def _wager(self) -> None:
        """Put every wager down; a player banks no more than the book allows, so that the bank sits down anew."""
        banker, most = banker_of(self.plan), self.posted.rules.seats.bank_consecutive_max
        if banker is not None and most is not None and self.table.banked_rounds >= most.value:
            self.table = self._seated()
        while self._deal():
            pass
        if banker is not None:
            self._send(c.Bank(seat=banker.seat, cents=min(banker.wager, RAIL // 2)))
        if not isinstance(decide(self.table, c.RestoreProgressive(), self.posted), Refused):
            self._send(c.RestoreProgressive())
        for at, seat in enumerate(self.plan.seats):
            for wager in Wager:
                if wager in seat.wagers and wager is not Wager.BLIND:
                    self._send(c.PlaceWager(seat=Seat(1 + at), wager=wager, cents=seat.wagers[wager]))

    def _step(self, trouble: Trouble, step: int) -> None:
        """Let one thing happen: something goes wrong, the floor rules, a seat answers, or the dealer goes on."""
        report = trouble.now(self.table, self.posted, step)
        if report is not None:
            self.faults[report.irregularity.kind.value] += 1
            self.happened += self._send(report)
        elif self.table.floor is not None:
            self.happened += self._send(ruling(self.table.floor))
        elif self.table.turn is not None and self.table.replacing is None:
            self.happened += self._send(self._answer(self.table.turn))
        else:
            require(self._deal(), f"the dealer waits, but {due(self.table, self.posted)} is due")

    def _answer(self, number: Seat) -> c.Command:
        seat, street, spot = number - 1, self.table.street, self.table.spots[number]
        require(street is not None, "a seat is asked between two streets")
        answer = self._said(seat, Street(street or "river"), spot.hole)
        if answer == CHECK:
            return c.Check(seat=number)
        return c.Fold(seat=number) if answer == FOLD else c.MakePlay(seat=number, multiple=int(answer))

    def _said(self, seat: int, street: Street, hole: tuple[Card, ...]) -> str | int:
        its = self.plan.seats[seat]
        if not its.is_own:
            return answer_of(self.prepared, seat, street, hole, self.table.board)
        seen = Seen(
            hole=(hole[0], hole[1]), board=self.table.board, street=street, answers=answers_on(self.plan, street),
            wagers=dict(its.wagers), seat=1 + seat, seats=len(self.plan.seats),
        )  # fmt: skip
        return ask(self.plan, seat, seen)

    def _count(self, at: int, adding: Adding) -> None:
        nets = [[0] * WAGERS for _ in self.plan.seats]
        rows: list[int | None] = [None for _ in self.plan.seats]
        for event in self.happened:
            match event:
                case e.WagerSettled(seat=seat, settled=settled):
                    nets[seat - 1][LAYOUT.index(settled.wager)] = self._net(settled, adding)
                    if settled.wager is Wager.PROGRESSIVE:
                        rows[seat - 1] = adding.row_of(settled)
                case e.EnvyPaid(seat=seat, cents=cents):
                    nets[seat - 1][ENVY] += cents
                case e.BankSettled(used=used):
                    uncovered = [each.settled.outcome for each in self.happened if isinstance(each, e.WagerSettled)]
                    adding.bank(nets, used, Outcome.UNCOVERED in uncovered)
        self.voids += any(isinstance(event, e.RoundVoided) for event in self.happened)
        adding.count(at, nets, rows, range(len(nets)))

    def _net(self, settled: SettledWager, adding: Adding) -> int:
        """Return what a wager came to; the meters are held, so a row pays what it did at the start."""
        row = adding.row_of(settled) if settled.wager is Wager.PROGRESSIVE else None
        if row is None or row == NO_ROW:
            return settled.net
        return int(self.prepared.table.rows[row, 0]) * self.prepared.unit - settled.stake
