"""Whole shifts, from the cards in their box to the closed table, with everything that can happen in between.

Hypothesis draws the kind of the next action; the command follows from one drawn key. After every command the
`WatchedTable` counts chips and cards; the button, the refusals and the visible cards are checked here as well.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import fields
from itertools import chain, islice
from random import Random
from typing import Any, get_args

import pytest
from build_irregularity_page import posted_tables
from hypothesis import given, note
from hypothesis import strategies as st

from support.examples import examples
from support.watched_table import WatchedTable
from uth.cards import DECK, Card, parse_cards
from uth.errors import Refused
from uth.rules.procedure import Remedy
from uth.rules.values import Means, Wager
from uth.table.dealer import deck_before_the_cut, due_command, next_step
from uth.table.deck.decks import Back
from uth.table.floor import irregularities as wrong
from uth.table.floor.disputed import Correction, Finding
from uth.table.posted import Posted
from uth.table.round import commands as c
from uth.table.round import events as e
from uth.table.round.banking import button, can_afford_bank
from uth.table.round.dealing import deliveries
from uth.table.round.decide import decide
from uth.table.round.refusals import decisions, wager_offers
from uth.table.round.state import Phase, Table
from uth.units import PlayerId, Seat
from uth.views.table import view_of

POSTED = {f"{posted.rules.name}-{posted.dealing.name}": posted for posted in posted_tables()}
PLAYERS = [PlayerId(name) for name in ("ann", "bob", "cy", "dee", "eve")]
COMMANDS = [command for command in get_args(c.Command) if command is not c.ReadMeters]
IRREGULARITIES = get_args(wrong.Irregularity)
JUNK = (
    *(None, True, -1, 0, 99, 10**30, 0.5, "", "1", " ", b"x", (), (1,), ("x",)),
    *(Wager.ANTE, Finding.UPHELD, Remedy.CONTINUE, Back.RED, DECK),
)


class Shift:
    """One table through a shift; `key` decides whatever is left open."""

    def __init__(self, posted: Posted, key: int) -> None:
        self.posted = posted
        self.watched = WatchedTable(posted)
        self.draw = Random(key)
        self.banked: list[PlayerId] = []
        self.seen: set[Card] = set()

    @property
    def table(self) -> Table:
        return self.watched.state

    def send(self, command: Any) -> tuple[e.Event, ...] | Refused:
        """Send the command and watch what the counting of chips and cards does not."""
        before, answer = self.table, self.watched.send(command)
        if isinstance(answer, Refused):
            assert self.table is before
            self.check_due(answer)
            return answer
        note(str(command))
        for event in answer:
            self.watch(before, event)
        self.check_views()
        return answer

    # What is watched.

    def watch(self, before: Table, event: e.Event) -> None:
        match event:
            case e.BankTaken(seat=seat):
                check_button(before, seat, self.posted)
            case e.NoMoreBetsAnnounced() if self.table.round.banker is not None:
                self.banked.append(self.table.chairs[self.table.round.banker.seat].player)
                assert len(set(self.banked[-3:])) > 1 or len(self.banked) < 3, "banked three in a row"
            case e.DisputeResolved(players=players):
                corrected = sum(each.cents for each in self.watched.log if isinstance(each, e.BankCorrected))
                banked = self.posted.rules.seats.player_banks
                assert not banked or sum(self.corrections()) == -corrected, "the house is never in it"
                assert players == self.corrections()[-1]
                bank = self.table.last_bank
                assert bank is None or sum(line.won for _, line in self.table.settled) <= bank.wager
            case e.FlopShown(cards=cards) | e.TurnAndRiverShown(cards=cards) | e.DealerHandShown(cards=cards):
                self.seen |= {*cards}
            case e.CardsExposed(cards=cards):
                self.seen |= {*cards}
            case e.CardsMisdealt(seat=None) if before.round.dealer_hand is not None:
                self.seen |= {*self.table.round.dealer}
            case e.HandShown(seat=seat):
                self.seen |= {*before.round.spots[seat].hole}
            case e.CardsReplaced():
                self.seen -= {*self.table.round.deck}
            case e.CardsCollected():
                self.seen = set()

    def corrections(self) -> list[int]:
        return [event.players for event in self.watched.log if isinstance(event, e.DisputeResolved)]

    def check_views(self) -> None:
        """Nobody sees a card that has not been turned up, but for a player's own."""
        for chair in (None, *list(self.table.chairs)[:1]):
            view = view_of(self.table, self.posted, chair)
            own = self.table.chairs[chair].player if chair is not None else None
            seats = [
                seat
                for seat, each in self.table.chairs.items()
                if each.player == own and seat in self.table.round.spots
            ]
            mine = {card for seat in seats for card in self.table.round.spots[seat].hole}
            shown = [seat.spot.cards for seat in view.seats.values() if seat.spot is not None]
            faces = {card for cards in (view.dealer, view.community, *shown) for card in cards if card is not None}
            assert faces <= self.seen | mine

    def check_due(self, refused: Refused) -> None:
        """What a refusal says is due would be accepted."""
        if refused.due is None:
            assert refused.code != "step_not_due" or refused.clause == "R87", refused  # a setting waits for the round
            return
        command = self.due_command(refused.due)
        answer = decide(self.table, command, self.posted) if command is not None else ()
        early = ("no_wager", "no_banker", "not_enough_chips") if refused.due == "AnnounceNoMoreBets" else ()
        assert not isinstance(answer, Refused) or answer.code in early, f"{refused.due} is said to be due: {answer}"

    def due_command(self, name: str) -> Any:
        """Return the command of that name with the right arguments; ``None`` where somebody has to sit down first."""
        if name.endswith("to act"):
            assert self.table.turn == int(name.split()[1])
            return decisions(self.table, Seat(int(name.split()[1])), self.posted)[0]
        match name:
            case "RuleOnIrregularity" if self.table.round.floor is not None:
                return c.RuleOnIrregularity(remedy=self.table.round.floor.choices[0], by="Dana", reason="seen")
            case "ResolveDispute" if self.table.dispute is not None:
                number = self.table.dispute.number
                return c.ResolveDispute(dispute=number, finding=Finding.UPHELD, by="Dana", reason="seen")
            case "ReceiveDeck":
                return c.ReceiveDeck(back=next(back for back in Back if back not in self.table.decks))
        step = due_command(self.table, self.posted, self.shuffled)
        if name == "ShowDeck" and not self.table.chairs:
            return None
        assert type(step).__name__ == name
        return step

    # What happens.

    def shuffled(self) -> tuple[Card, ...]:
        """Return a shuffle; now and then one from which a seat gets a straight flush, so that meters pay."""
        cards = list(DECK)
        self.draw.shuffle(cards)
        seats = self.table.round.seats
        if not seats or self.draw.random() < 0.7:
            return tuple(cards)
        flush = parse_cards(self.pick(["AsKsQsJsTs", "9h8h7h6h5h"]))
        rest = iter([card for card in cards if card not in flush])
        piles = {("seat", self.pick(seats)): iter(flush[:2]), ("community", None): iter(flush[2:])}
        order: list[Card] = []
        for phase in (Phase.OPENING_DEAL, Phase.FLOP_DEAL, Phase.RIVER_DEAL):
            for delivery in deliveries(self.posted.dealing, phase, seats):
                order += islice(chain(piles.get((delivery.to, delivery.seat), ()), rest), delivery.cards)
        return deck_before_the_cut((*order, *rest), self.posted)

    def pick(self, choices: Sequence[Any]) -> Any:
        return choices[self.draw.randrange(len(choices))]

    def goes_on(self) -> None:
        """Take a few steps that move the table on."""
        for _ in range(self.draw.randint(1, 12)):
            self.send(self.helpful())

    def helpful(self) -> Any:
        table = self.table
        if table.round.floor is not None:
            return c.RuleOnIrregularity(remedy=self.pick(table.round.floor.choices), by="Dana", reason="seen on camera")
        if table.dispute is not None:
            return self.resolution()
        if table.turn is not None and table.round.replacing is None:
            return self.pick(decisions(table, table.turn, self.posted))
        if table.phase is Phase.SETTLED:
            return c.CollectCards()
        if len(table.chairs) < 2:
            return c.TakeSeat(seat=Seat(self.draw.randint(1, 6)), player=self.pick(PLAYERS))
        step = next_step(table, self.posted, self.shuffled)
        if table.progressive_down and self.draw.random() < 0.3:
            return c.RestoreProgressive()
        if step is not None and (table.phase is not Phase.WAGERS or self.draw.random() < 0.5):
            return step
        return self.wager()

    def wager(self) -> Any:
        """Return a wager, chips for one, the bank, or the end of the wagers."""
        table = self.table
        seat = self.pick([*table.chairs])
        if table.rail(seat) < 50_000:
            return c.BuyIn(seat=seat, cents=self.pick([1000, 20_000, 1_000_000]))
        if self.posted.rules.seats.player_banks and table.round.banker is None:
            has_it = button(table, self.posted)
            if has_it is not None and self.draw.random() < 0.2:
                return c.DeclineBank(seat=has_it)
            return c.Bank(seat=has_it if has_it is not None else seat, cents=self.pick([300, 2000, 40_000]))
        offered = wager_offers(table, seat, self.posted)
        if not offered or (table.round.spots and self.draw.random() < 0.4):
            return c.AnnounceNoMoreBets()
        offer = self.pick(offered)
        more = (offer.cents_max - offer.cents_min) // offer.unit
        cents = offer.cents_min + offer.unit * self.draw.randint(0, min(more, 20))
        return c.PlaceWager(seat=seat, wager=offer.wager, cents=cents)

    def goes_wrong(self) -> None:
        """Report irregularities with whatever facts until one can have happened; now and then rule on it at once."""
        for _ in range(6):
            answer = self.send(c.Report(irregularity=self.mishap()))
            if not isinstance(answer, Refused):
                break
        if self.table.round.floor is not None and self.draw.random() < 0.7:
            self.send(self.helpful())

    def mishap(self) -> Any:
        """Return an irregularity; those of the deal, which turn on many facts, more often than the others."""
        kind = self.pick([*IRREGULARITIES, wrong.WrongNumberOfCards, wrong.SeatMissed, wrong.WrongNumberOfCards])
        if kind is wrong.WrongNumberOfCards:
            seat = self.pick([None, *self.table.round.spots])
            return kind(seat=seat, cards=self.draw.randint(0, 4), fixable=self.draw.random() < 0.5)
        return self.filled(kind, 0.02)

    def is_odd(self) -> None:
        """Send commands that make no sense, or none now."""
        for _ in range(4):
            self.send(self.filled(self.pick(COMMANDS), self.pick([0.0, 0.05, 0.5])))
        self.send(self.pick(JUNK))

    def filled(self, kind: Any, junk: float) -> Any:
        """Return a command or an irregularity of that kind with fields drawn from what they may be, or from junk."""
        odd = {field.name: self.draw.random() < junk for field in fields(kind)}
        return kind(**{name: self.pick(JUNK) if odd[name] else self.value(name) for name in odd})

    def value(self, name: str) -> Any:
        lines = self.table.settled
        values: dict[str, Callable[[], Any]] = {
            "seat": lambda: self.pick([*self.table.chairs, Seat(1), Seat(2), Seat(8)]),
            "player": lambda: self.pick(PLAYERS),
            "cents": lambda: self.pick([1, 100, 500, 1000, 20_000, 10**7]),
            "tender": lambda: self.pick([*c.Tender]),
            "wager": lambda: self.pick([*Wager]),
            "multiple": lambda: self.draw.randint(0, 5),
            "back": lambda: self.pick([*Back]),
            "by": lambda: "Dana",
            "reason": lambda: "seen on camera",
            "says": lambda: "that was wrong",
            "taken": lambda: self.draw.randint(1, 52),
            "cards": lambda: self.pick([1, 2, 3, len(self.table.round.deck), 40, self.shuffled(), DECK[:5]]),
            "misdealt": lambda: self.draw.random() < 0.5,
            "irregularity": self.mishap,
            "remedy": lambda: self.pick([*Remedy]),
            "dispute": lambda: self.draw.randint(1, 3),
            "finding": lambda: self.pick([*Finding]),
            "corrections": lambda: tuple(map(self.correction, self.draw.sample(lines, min(len(lines), 2)))),
            "fixable": lambda: self.draw.random() < 0.5,
            "before": lambda: 0,
            "positions": lambda: tuple(self.draw.sample(range(1, 6), self.draw.randint(1, 3))),
            "down": lambda: self.draw.random() < 0.5,
            "dark": lambda: tuple(self.draw.sample(range(1, 7), self.draw.randint(0, 2))),
            "means": lambda: self.pick([*Means]),
            "hand": lambda: self.pick(["royal_flush", "straight_flush", "four_of_a_kind", "pair"]),
            "to": lambda: self.pick([0, 100, 10**6]),
            "round": lambda: self.pick([None, 1, self.table.rounds]),
            "at_win": lambda: self.draw.random() < 0.5,
            "second": lambda: self.pick(["", "Lee"]),
            "hands_per_player": lambda: self.pick([None, 1, 2]),
            "entry_fee": lambda: self.pick([None, 0, 100]),
            "void": lambda: self.draw.random() < 0.5,
            "floor_is_in": lambda: self.draw.random() < 0.5,
            "from_house": lambda: self.draw.random() < 0.5,
        }
        return values[name]()

    def correction(self, line: Any) -> Correction:
        seat, settled = line
        won = self.pick([0, settled.won, settled.stake, 3 * settled.stake, 10**9])
        return Correction(seat=seat, wager=settled.wager, returned=self.draw.randint(0, settled.stake), won=won)

    def is_disputed(self) -> None:
        """Dispute the last round, once there is one, and now and then resolve it at once."""
        for _ in range(40):
            if self.table.settled or not self.table.is_dealing:
                break
            self.send(self.helpful())
        in_it = [seat for seat, _ in self.table.settled] or [Seat(1)]
        self.send(c.DisputeRound(seat=self.pick(in_it), says="I had a flush"))
        if self.table.disputes and self.draw.random() < 0.7:
            self.send(self.resolution())

    def resolution(self) -> c.ResolveDispute:
        finding = self.pick([*Finding])
        corrections = self.value("corrections") if finding is Finding.CORRECTED else ()
        number = self.pick([dispute.number for dispute in self.table.disputes])
        if self.table.dispute is not None and self.draw.random() < 0.8:
            number = self.table.dispute.number
        return c.ResolveDispute(
            dispute=number, finding=finding, by="Dana", second="Lee", reason="the rack", corrections=corrections
        )

    def people_come_and_go(self) -> None:
        seat = self.value("seat")
        self.send(self.pick([c.LeaveSeat(seat=seat), c.TakeSeat(seat=seat, player=self.pick(PLAYERS))]))
        self.send(c.BuyIn(seat=seat, cents=100_000))

    def button_moves(self) -> None:
        """Decline the bank, give it up, or take it out of turn."""
        has_it = button(self.table, self.posted)
        self.send(c.DeclineBank(seat=has_it if has_it is not None else Seat(1)))
        seat = self.value("seat")
        self.send(self.pick([c.GiveUpBank(seat=seat), c.Bank(seat=seat, cents=1000), c.DeclineBank(seat=seat)]))

    def dealer_does_other_things(self) -> None:
        others = [
            c.GoIdle(),
            c.CloseTable(),
            c.RebuildHands(),
            c.RestoreProgressive(),
            c.OrderRecut(by="Dana", reason="badly cut"),
            c.CountStub(cards=self.pick([len(self.table.round.deck), 30]), misdealt=self.draw.random() < 0.5),
        ]
        for command in self.draw.sample(others, 2):
            self.send(command)

    def ends(self) -> None:
        """Bring the shift to its end: nothing is left open, and everybody goes home with the own chips."""
        for _ in range(200):
            waits = self.table.round.floor is not None or self.table.dispute is not None
            if self.table.phase in (Phase.WAGERS, Phase.CLOSED) and not waits:
                break
            self.send(self.pick_up())
        for seat in [*self.table.round.spots]:
            for wager in (Wager.PROGRESSIVE, Wager.COVER_ALL, Wager.MATCH_PLAY, Wager.TRIPS, Wager.ANTE, Wager.TRIPS):
                self.send(c.TakeBackWager(seat=seat, wager=wager))
        if self.table.round.banker is not None:
            self.send(c.GiveUpBank(seat=self.table.round.banker.seat))
        for seat in [*self.table.chairs]:
            self.watched.accepted(c.LeaveSeat(seat=seat))
        if self.table.phase is Phase.WAGERS:
            self.watched.accepted(c.CloseTable())
        assert (self.table.phase, self.table.decks, self.table.round.spots) == (Phase.CLOSED, {}, {})
        self.watched.check_replay()

    def pick_up(self) -> Any:
        """Return what leads out of wherever the table is."""
        if self.table.dispute is not None:
            return self.due_command("ResolveDispute")
        if self.table.phase is Phase.OPENING and not self.table.chairs:
            return c.TakeSeat(seat=Seat(1), player=PLAYERS[0])
        return next_step(self.table, self.posted, self.shuffled) or self.helpful()


def check_button(before: Table, seat: Seat, posted: Posted) -> None:
    """The bank goes clockwise from where it was, past those alone who declined it, had it twice or cannot afford it."""
    if before.round.banker is not None or before.button is None:
        return
    clockwise = sorted(before.chairs, key=lambda each: (each < (before.button or 0), each))
    passed = {
        each
        for each, chair in before.chairs.items()
        if each in before.round.declined
        or (chair.player == before.banked_by and before.banked_rounds >= 2)
        or not can_afford_bank(before, each, posted)
    }
    skipped = clockwise[: clockwise.index(seat)]
    assert {*skipped} <= passed or passed == {*before.chairs}


KINDS = st.sampled_from(
    [
        *[Shift.goes_on] * 8,
        *[Shift.goes_wrong] * 3,
        *[Shift.is_disputed] * 2,
        Shift.is_odd,
        Shift.people_come_and_go,
        Shift.button_moves,
        Shift.dealer_does_other_things,
    ]
)


def led(posted: Posted, key: int, turns: list[Callable[[Shift], None]]) -> None:
    shift = Shift(posted, key)
    for turn in turns:
        turn(shift)
    shift.ends()


@pytest.mark.parametrize("name", POSTED)
@examples(30)
@given(st.integers(0, 2**32), st.lists(KINDS, min_size=15, max_size=50))
def test_whatever_happens_in_a_shift_cards_and_chips_stay_whole_and_nothing_is_left_open(
    name: str, key: int, turns: list[Callable[[Shift], None]]
) -> None:
    led(POSTED[name], key, turns)


@pytest.mark.slow
@pytest.mark.parametrize("name", POSTED)
@examples(50)
@given(st.integers(0, 2**32), st.lists(KINDS, min_size=40, max_size=120))
def test_it_is_so_in_many_long_shifts(name: str, key: int, turns: list[Callable[[Shift], None]]) -> None:
    led(POSTED[name], key, turns)
