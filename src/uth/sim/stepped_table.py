"""Plays rounds at a whole table step by step, so that an irregularity can happen at any step."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from hashlib import blake2b, shake_128
from typing import Final

import numpy as np

from uth.cards import DECK, Card
from uth.errors import Refused, require
from uth.kernels.sim_cards import deal_decks
from uth.kernels.sim_table import ENVY, WAGERS
from uth.rules.procedure import IrregularityKind as Kind
from uth.rules.ruleset import WagerLimits
from uth.rules.values import Street, Wager
from uth.sim.block import stream_of
from uth.sim.classes import LAYOUT
from uth.sim.plan import Plan
from uth.sim.prepared import Prepared
from uth.sim.strategies import CHECK, FOLD, SeatObservation, answers_on, ask
from uth.sim.twin import Adding, answer_of, banker_of
from uth.table.dealer import next_step
from uth.table.floor import irregularities as i
from uth.table.posted import Posted
from uth.table.round import commands as c
from uth.table.round import events as e
from uth.table.round.apply import apply
from uth.table.round.dealing import deliveries
from uth.table.round.decide import act, decide
from uth.table.round.due import due_words
from uth.table.round.refusals import refusal_of
from uth.table.round.state import FloorCall, Phase, Table, new_table, with_round
from uth.table.settle.settled import Outcome
from uth.units import WAGER_CENTS_MAX, Cents, PlayerId, Seat

DEALS: Final = (Phase.OPENING_DEAL, Phase.FLOP_DEAL, Phase.RIVER_DEAL)


def decks_of(shuffle_key: str, number: int) -> Iterator[tuple[Card, ...]]:
    """Yield shuffled decks for the round of that number."""
    stream, deck = stream_of(f"{shuffle_key}\nfloor", number), np.arange(52, dtype=np.uint8)
    while True:
        decks = np.zeros((1, 52), np.uint8)
        deal_decks(stream, deck, decks)
        yield tuple(Card(card) for card in decks[0].tolist())


def deck_for(plan: Plan, drawn: Sequence[int], rest: Sequence[Card]) -> tuple[Card, ...]:
    """Return a deck that deals the drawn cards (board, dealer, seats); burns and stub come from the other cards."""
    seats = tuple(Seat(1 + at) for at in range(len(plan.seats)))
    left = iter([card for card in rest if card not in drawn])
    board, dealer = iter(drawn[:5]), iter(drawn[5:7])
    holes = {seat: iter(drawn[5 + 2 * seat : 7 + 2 * seat]) for seat in seats}
    order: list[Card] = []
    for phase in DEALS:
        for delivery in deliveries(plan.posted.dealing, phase, seats):
            hole = holes[delivery.seat] if delivery.seat is not None else iter(())
            source = {"community": board, "dealer": dealer, "seat": hole, "burn": left}[delivery.to]
            order += [Card(next(source)) for _ in range(delivery.cards)]
    deck = (*order, *left)
    require(len(deck) == len(DECK), "a deck is not dealt as its cards were drawn")
    return deck


STEPS: Final = 16
"""The approximate number of steps of a round; an irregularity may happen after any of them."""

Facts = Callable[[Table], Iterator[i.Irregularity]]

KINDS: Final[dict[Kind, Facts]] = {
    Kind.DEALER_CARD_EXPOSED: lambda _: iter([i.DealerCardExposed()]),
    Kind.CARDS_FACE_UP: lambda _: iter([i.CardsFaceUp(cards=1), i.CardsFaceUp(cards=2)]),
    Kind.CARD_DRAWN_IN_ERROR: lambda _: iter([i.CardDrawnInError()]),
    Kind.WRONG_NUMBER_OF_CARDS: lambda table: (
        i.WrongNumberOfCards(seat=seat, cards=3, fixable=False) for seat in (*table.round.seats, None)
    ),
    Kind.SEAT_MISSED: lambda table: (i.SeatMissed(seat=seat, fixable=False) for seat in table.round.seats),
    Kind.EXTRA_CARD_TO_ALL: lambda _: iter([i.ExtraCardToAll(fixable=False)]),
    Kind.WRONG_COMMUNITY_SHOWN: lambda table: iter(
        [i.WrongCommunityShown(positions=(min(table.round.community_shown + 1, 5),))]
    ),
    Kind.NOT_SHUFFLED: lambda _: iter([i.NotShuffled()]),
    Kind.CARD_OFF_TABLE: lambda _: iter([i.CardOffTable()]),
    Kind.STUB_COUNT_WRONG: lambda _: iter([i.StubCountWrong(misdealt=True), i.StubCountWrong(misdealt=False)]),
    Kind.SHUFFLER_JAMMED: lambda _: iter([i.ShufflerJammed()]),
    Kind.SHUFFLER_COUNT_WRONG: lambda _: iter([i.ShufflerCountWrong()]),
    Kind.MACHINE_JAMMED: lambda _: iter([i.MachineJammed()]),
    Kind.PROGRESSIVE_DOWN: lambda _: iter([i.ProgressiveDown(at_win=False)]),
    Kind.CONDUCT_BROKEN: lambda table: (i.ConductBroken(seat=seat) for seat in table.round.seats),
}


def irregular_rounds(rates: Mapping[str, float], shuffle_key: str, block: int, rounds: int) -> dict[int, list[str]]:
    """Return the rounds of a block with an irregularity, and its kind, determined by key and block."""
    found: dict[int, list[str]] = {}
    for kind, rate in rates.items():
        words = shake_128(f"uth mishap\n{shuffle_key}\n{block}\n{kind}".encode()).digest(8 * rounds)
        chances = (np.frombuffer(words, "<u8") >> np.uint64(11)) * 2.0**-53
        for at in np.flatnonzero(chances < rate).tolist():
            found.setdefault(at, []).append(kind)
    return dict(sorted(found.items()))


class Trouble:
    """The irregularity of one round: chosen before the round, and reported as soon as it is possible."""

    def __init__(self, kinds: Sequence[str], shuffle_key: str, round_: int) -> None:
        self.key = f"{shuffle_key}\n{round_}"
        self.due = [(self._drawn(kind) % STEPS, kind) for kind in kinds]

    def _drawn(self, what: str) -> int:
        digest = blake2b(f"{self.key}\n{what}".encode(), digest_size=8, person=b"uth mishap").digest()
        return int.from_bytes(digest, "big")

    def now(self, table: Table, posted: Posted, step: int) -> c.Report | None:
        """Return the report due after that many steps, or ``None``."""
        for at, (first, kind) in enumerate(self.due):
            if step < first or not table.is_dealing or table.round.floor is not None:
                continue
            kinds = [Kind(kind)] if kind != "any" else list(Kind)
            found = [each for one in kinds for each in KINDS[one](table)]
            possible = [each for each in found if refusal_of(table, c.Report(irregularity=each), posted) is None]
            if possible:
                del self.due[at]
                return c.Report(irregularity=possible[self._drawn(f"which {kind}") % len(possible)])
        return None


def ruling(call: FloorCall) -> c.RuleOnIrregularity:
    """Return the floor's ruling: the mildest of its choices."""
    return c.RuleOnIrregularity(remedy=call.choices[0], by="the floor", reason="the mildest that puts it right")


RAIL: Final = 10**12
STEPS_MAX: Final = 400
BANKER: Final = PlayerId("the banker")


class SteppedTable:
    """A table with its players and closed wagers, at which rounds are played one by one.

    Every round starts from the same state, so that an irregularity does not affect later rounds.
    """

    def __init__(self, prepared: Prepared) -> None:
        self.prepared, self.plan, self.posted = prepared, prepared.plan, without_limits(prepared.plan.posted)
        self.voids = 0
        self.faults: Counter[str] = Counter()
        self.happened: tuple[e.Event, ...] = ()
        self.decks = decks_of(self.plan.shuffle_key, -1)
        self.closed: Table | None = None

    def play(self, at: int, number: int, drawn: Sequence[int], trouble: Trouble, adding: Adding) -> None:
        """Play a round of the block with its cards, and add it."""
        if self.closed is None:
            self.closed = self._closed()
        self.table = self.closed
        self.go(number, drawn, trouble)
        self.count(at, adding)

    def _closed(self) -> Table:
        """Return the table before its second round, the state from which every later round starts."""
        self.sit_down()
        self.take_wagers()
        while self.table.phase is not Phase.SETTLED:
            seat = self.table.turn
            if seat is None:
                require(self._deal(), "a round does not end")
            else:
                self._send(c.Check(seat=seat) if CHECK in self._answers() else c.Fold(seat=seat))
        self._send(c.CollectCards())
        self.take_wagers()
        return self.table

    def sit_down(self) -> None:
        """Seat all players at a new table; the banker has the last seat."""
        self.table, banker = new_table(self.posted), banker_of(self.plan)
        people = {Seat(1 + at): PlayerId(str(1 + at)) for at in range(len(self.plan.seats))}
        if banker is not None:
            people[banker.seat] = BANKER
        for seat, player in people.items():
            self._send(c.TakeSeat(seat=seat, player=player))
            self._send(c.BuyIn(seat=seat, cents=RAIL))

    def take_wagers(self) -> None:
        """Place and close all wagers; a player who has banked as often as the book allows sits down again."""
        banker, most = banker_of(self.plan), self.posted.rules.seats.bank_consecutive_max
        if banker is not None and most is not None and self.table.banked_rounds >= most.value:
            self.sit_down()
        while self._deal():
            pass
        if banker is not None:
            self._send(c.Bank(seat=banker.seat, cents=min(banker.wager, RAIL // 2)))
        if not isinstance(decide(self.table, c.RestoreProgressive(), self.posted), Refused):
            self._send(c.RestoreProgressive())
        for at, seat in enumerate(self.plan.seats):
            for wager in Wager:
                if wager in seat.wagers and wager not in (Wager.BLIND, Wager.ENTRY_FEE):
                    self._send(c.PlaceWager(seat=Seat(1 + at), wager=wager, cents=seat.wagers[wager]))
        while self._deal():
            pass
        self._send(c.AnnounceNoMoreBets())
        for at, seat in enumerate(self.plan.seats):
            if Wager.ENTRY_FEE in seat.wagers:
                fee = e.EntryFeeTaken(seat=Seat(1 + at), cents=seat.wagers[Wager.ENTRY_FEE])
                self.table = apply(self.table, fee)

    def go(self, number: int, drawn: Sequence[int], trouble: Trouble) -> None:
        """Play a round to its end, with the deck that deals its cards."""
        self.happened, self.decks = (), decks_of(self.plan.shuffle_key, number)
        require(self.table.phase is Phase.OPENING_DEAL, "the cards are not ready to be dealt")
        self.table = with_round(self.table, deck=deck_for(self.plan, drawn, next(self.decks)))
        for step in range(STEPS_MAX):
            if self.table.phase is Phase.SETTLED:
                return
            self._step(trouble, step)
        require(self.table.phase is Phase.SETTLED, "a round does not end")

    def _send(self, command: c.Command) -> None:
        self.table, events = act(self.table, command, self.posted)
        self.happened += tuple(events)

    def _deal(self) -> bool:
        """Take the dealer's next step; return whether there was one."""
        step = next_step(self.table, self.posted, lambda: next(self.decks))
        if step is not None:
            self._send(step)
        return step is not None

    def _step(self, trouble: Trouble, step: int) -> None:
        """Take one step: an irregularity, a ruling, a seat's answer, or the dealer's next step."""
        report = trouble.now(self.table, self.posted, step)
        if report is not None:
            self._send(report)
        elif self.table.round.floor is not None:
            self._send(ruling(self.table.round.floor))
        elif self.table.turn is not None and self.table.round.replacing is None:
            self._send(self._answer(self.table.turn))
        else:
            require(self._deal(), f"the dealer waits, but {due_words(self.table, self.posted)} is due")

    def _answers(self) -> tuple[str | int, ...]:
        return answers_on(self.plan, Street(self.table.street or "river"))

    def _answer(self, number: Seat) -> c.Command:
        seat, street, spot = number - 1, self.table.street, self.table.round.spots[number]
        require(street is not None, "a seat is asked between two streets")
        answer = self._said(seat, Street(street or "river"), spot.hole)
        if answer == CHECK:
            return c.Check(seat=number)
        return c.Fold(seat=number) if answer == FOLD else c.MakePlay(seat=number, multiple=int(answer))

    def _said(self, seat: int, street: Street, hole: tuple[Card, ...]) -> str | int:
        its = self.plan.seats[seat]
        if not its.is_own:
            return answer_of(self.prepared, seat, street, hole, self.table.round.board)
        seen = SeatObservation(
            hole=(hole[0], hole[1]), board=self.table.round.board, street=street, answers=self._answers(),
            wagers=dict(its.wagers), seat=1 + seat, seats=len(self.plan.seats),
        )  # fmt: skip
        return ask(self.plan, seat, seen)

    def count(self, at: int, adding: Adding) -> None:
        """Add the results of the round's wagers, and record what void wagers had fed the meters."""
        nets = [[0] * WAGERS for _ in self.plan.seats]
        rows: list[int | None] = [None for _ in self.plan.seats]
        order: list[int] = []
        for event in self.happened:
            match event:
                case e.IrregularityReported(irregularity=irregularity):
                    self.faults[irregularity.kind.value] += 1
                case e.WagerSettled(seat=seat, settled=settled):
                    nets[seat - 1][LAYOUT.index(settled.wager)] = settled.net
                    if settled.wager is Wager.PROGRESSIVE:
                        rows[seat - 1] = adding.row_of(settled)
                        order.append(seat - 1)
                case e.EnvyPaid(seat=seat, cents=cents):
                    nets[seat - 1][ENVY] += cents
                case e.BankSettled(used=used):
                    uncovered = [each.settled.outcome for each in self.happened if isinstance(each, e.WagerSettled)]
                    adding.bank(nets, used, Outcome.UNCOVERED in uncovered)
        self.voids += any(isinstance(event, e.RoundVoided) for event in self.happened)
        adding.count(at, nets, rows, order)
        adding.leave_unclassed(nets)
        self._unfed(at, rows, adding)

    def _unfed(self, at: int, rows: list[int | None], adding: Adding) -> None:
        """Record the progressive wagers that fed no meter in the end, and those that were returned."""
        unfed = returned = 0
        for seat, spot in self.table.round.spots.items():
            cents = spot.wagers.get(Wager.PROGRESSIVE, 0)
            unfed += cents if spot.void is not None or self.table.round.void is not None else 0
            returned += cents if rows[seat - 1] is None else 0
        if unfed or returned:
            adding.unfed.append((at, unfed, returned))


def without_limits(posted: Posted) -> Posted:
    """Return the table without its wager limits and fees; its meters are kept elsewhere."""
    any_wager, progressive = WagerLimits(min=1, max=WAGER_CENTS_MAX), posted.progressive
    if progressive is not None:
        meters = tuple(replace(meter, limit=None, reserve=None) for meter in progressive.meters)
        progressive = replace(progressive, meters=meters)
    limits = replace(posted.limits, ante=any_wager, trips=any_wager, cover_all=any_wager, entry_fee=0)
    return replace(posted, limits=limits, bank_min=Cents(min(1, posted.bank_min)), progressive=progressive)
