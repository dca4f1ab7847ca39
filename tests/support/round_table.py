"""A table for testing clauses: seat the players, name the cards, play the round, read the results.

    table = RoundTable("massachusetts")
    table.seat(1, "p1", hole="AsAd", ante=1000, trips=500)
    table.board("Ac 7d 2h 9s 4c").dealer("KdQc")
    table.play({1: "4x"})
    table.result(1)["trips"].won        # 1500: three of a kind pays 3 to 1
    table.net(1)                        # what seat 1 gained

- ``RoundTable(book, tables={"trips": "B"}, dealing="machine", limits={"ante": (500, 10_000), "entry_fee": 100})``
  posts a table; the book supplies the defaults. ``progressive_wager`` is for books that let the table set it.
- ``seat`` seats a player with chips on the rail and makes the named wagers; ``wager`` makes more of them; ``bank``
  seats the player/dealer, whose hand is ``dealer``.
- ``hole``, ``board`` and ``dealer`` may be left out or given in part; other cards of the deck complete them. The deck
  is stacked so that they are dealt correctly by any posted way of dealing.
- ``play`` sends the dealer's commands in order, and for each seat its decision as soon as it is offered, a check before
  that: ``"4x"``, ``"3x"``, ``"2x"``, ``"1x"``, ``"fold"``. It continues until the round is settled, or until the
  named phase: ``table.play({1: "4x"}, until="flop")``. ``next_round`` clears the layout for other wagers and cards.
- ``send`` sends one command and returns its events; ``refusal`` returns the code with which a command is refused.
- ``result(seat)["ante"]`` is the settled wager, ``rail(seat)`` the chips of a seat, ``events`` all events of this
  round, ``of(Folded)`` the events of one kind, ``delivered()`` the deal in words, ``state`` the engine's
  table.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from itertools import chain, islice
from typing import Self, TypeVar

from uth.cards import DECK, Card, parse_cards
from uth.errors import Refused
from uth.rules.loader import load
from uth.rules.ruleset import PostedLimits, RuleSet, WagerLimits
from uth.rules.values import Wager
from uth.table.dealer import deck_before_the_cut, next_step
from uth.table.deck.decks import Back
from uth.table.posted import post
from uth.table.round import commands as c
from uth.table.round import events as e
from uth.table.round.dealing import deliveries
from uth.table.round.decide import act, decide
from uth.table.round.due import due
from uth.table.round.state import Phase, Table, new_table
from uth.table.settle.settled import SettledWager
from uth.units import PlayerId, Seat

Kind = TypeVar("Kind", bound=e.Event)

RAIL = 100_000_000
"""The chips a player sits down with: enough for any wager."""


class RoundTable:
    def __init__(
        self,
        book: str,
        *,
        tables: Mapping[str, str | None] | None = None,
        dealing: str | None = None,
        limits: Mapping[str, tuple[int, int] | int] | None = None,
        progressive_wager: int | None = None,
        bank_min: int | None = None,
    ) -> None:
        rules = load(book)
        self.posted = post(
            rules,
            tables,
            dealing=dealing,
            limits=_limits(rules, limits or {}),
            progressive_wager=progressive_wager,
            bank_min=bank_min,
        )
        self.state: Table = new_table(self.posted)
        self.events: list[e.Event] = []
        self.bought: dict[int, int] = {}
        self.holes: dict[int, tuple[Card, ...]] = {}
        self.board_cards: tuple[Card, ...] = ()
        self.dealer_cards: tuple[Card, ...] = ()

    # Before the deal.

    def seat(self, number: int, player: str, *, hole: str = "", rail: int = RAIL, **wagers: int) -> Self:
        """Sit the player down and make the wagers, the ante first: ``ante=1000, trips=500, progressive=500``."""
        self.send(c.TakeSeat(seat=Seat(number), player=PlayerId(player)))
        if rail:
            self.send(c.BuyIn(seat=Seat(number), cents=rail))
        self.bought[number] = rail
        self.open()
        return self.hole(number, hole).wager(number, **wagers)

    def open(self) -> Self:
        """Open the table as the house dealer does, if somebody sits there and it is not open yet."""
        while not self.state.is_open and self.state.chairs:
            step = next_step(self.state, self.posted, self.shuffled)
            assert step is not None
            self.state, _ = act(self.state, step, self.posted)
        return self

    def ready_for(self, step: type[c.Command]) -> Self:
        """Take the dealer's steps between rounds until that one is due."""
        while due(self.state, self.posted) is not step:
            command = next_step(self.state, self.posted, self.shuffled)
            assert command is not None, f"{step.__name__} never comes due"
            self.send(command)
        return self

    def refused_shuffle(self, cards: tuple[Card, ...]) -> str | None:
        """Return why the first deck may not be shuffled into these cards, or ``None``."""
        return self.ready_for(c.ShuffleDeck).refusal(c.ShuffleDeck(back=Back.RED, cards=cards))

    def make_ready(self) -> Self:
        """Shuffle, cut and place the deck, so that the wagers may close."""
        while self.state.phase is Phase.WAGERS and (step := next_step(self.state, self.posted, self.shuffled)):
            self.send(step)
        return self

    def wager(self, number: int, **wagers: int) -> Self:
        """Make the wagers at a seat, in the given order."""
        for wager, cents in wagers.items():
            self.send(c.PlaceWager(seat=Seat(number), wager=Wager(wager), cents=cents))
        return self

    def bank(self, number: int, player: str, *, wager: int, rail: int = RAIL) -> Self:
        """Seat the player/dealer and make the bank's wager."""
        self.seat(number, player, rail=rail)
        self.send(c.Bank(seat=Seat(number), cents=wager))
        return self

    def meter(self, name: str, cents: int) -> Self:
        """Set a meter, without this round's increment."""
        self.state = replace(self.state, meters={**self.state.meters, name: Fraction(cents)})
        return self

    def hole(self, number: int, cards: str) -> Self:
        self.holes[number] = parse_cards(cards)
        return self

    def board(self, cards: str) -> Self:
        """Name the community cards: flop, turn, river."""
        self.board_cards = parse_cards(cards)
        return self

    def dealer(self, cards: str) -> Self:
        """Name the dealer's two cards, or the player/dealer's if a player banks."""
        self.dealer_cards = parse_cards(cards)
        return self

    # The round.

    def play(self, decisions: Mapping[int, str] | None = None, *, until: str = "settled") -> Self:
        """Announce 'No more bets', deal and settle, up to that phase."""
        if self.state.phase is Phase.WAGERS:
            self.make_ready().send(c.AnnounceNoMoreBets())
        while self.state.phase is not Phase(until):
            step = next_step(self.state, self.posted, self.shuffled)
            if step is not None:
                self.send(step)
            elif self.state.turn is not None:
                self.send(self._answer(self.state.turn, (decisions or {}).get(self.state.turn, "check")))
            else:
                raise AssertionError(f"the round does not come to {until!r} from {self.state.phase!r}")
        return self

    def _answer(self, seat: Seat, wanted: str) -> c.SeatCommand:
        """Return the seat's planned decision if it is offered, else a check."""
        if wanted == "check":
            return c.Check(seat=seat)
        decision = c.Fold(seat=seat) if wanted == "fold" else c.MakePlay(seat=seat, multiple=int(wanted.rstrip("x")))
        offered = not isinstance(decide(self.state, decision, self.posted), Refused)
        return decision if offered or self.state.phase is Phase.RIVER else c.Check(seat=seat)

    def deck(self) -> tuple[Card, ...]:
        """Return a deck that deals the named cards to their places."""
        named = {*self.board_cards, *self.dealer_cards, *(card for hole in self.holes.values() for card in hole)}
        others = iter([card for card in DECK if card not in named])
        piles = {("community", 0): iter(self.board_cards), ("dealer", 0): iter(self.dealer_cards)}
        piles |= {("seat", seat): iter(self.holes.get(seat, ())) for seat in self.state.round.seats}
        order: list[Card] = []
        for phase in (Phase.OPENING_DEAL, Phase.FLOP_DEAL, Phase.RIVER_DEAL):
            for delivery in deliveries(self.posted.dealing, phase, self.state.round.seats):
                pile = piles.get((delivery.to, delivery.seat or 0), iter(()))
                order += islice(chain(pile, others), delivery.cards)
        return (*order, *(card for card in DECK if card not in order))

    def shuffled(self) -> tuple[Card, ...]:
        """Return the shuffle that gives the wanted deck after the cut."""
        return deck_before_the_cut(self.deck(), self.posted)

    def next_round(self) -> Self:
        """Collect the cards, so that the layout is clear."""
        self.send(c.CollectCards())
        self.events, self.holes, self.board_cards, self.dealer_cards = [], {}, (), ()
        return self

    def send(self, command: c.Command) -> tuple[e.Event, ...]:
        """Send one command and return what happened; raise `Refused` if it is not accepted.

        Before 'No more bets' the deck is made ready, if the test has not done it.
        """
        if isinstance(command, c.AnnounceNoMoreBets) and self.state.round.spots:
            self.make_ready()
        self.state, events = act(self.state, command, self.posted)
        self.events += events
        return events

    def refusal(self, command: c.Command) -> str | None:
        """Return the code by which the command is refused, or ``None`` if it is accepted; nothing changes.

        The deck is made ready before 'No more bets', as in `send`.
        """
        if isinstance(command, c.AnnounceNoMoreBets) and self.state.round.spots:
            self.make_ready()
        answer = decide(self.state, command, self.posted)
        return answer.code if isinstance(answer, Refused) else None

    # What happened.

    def of(self, kind: type[Kind]) -> list[Kind]:
        """Return the events of that kind, in order."""
        return [event for event in self.events if isinstance(event, kind)]

    def result(self, number: int) -> dict[str, SettledWager]:
        """Return how each wager of the seat was settled, in the order of settlement."""
        return {str(each.settled.wager): each.settled for each in self.of(e.WagerSettled) if each.seat == number}

    def envy(self, number: int) -> list[tuple[int, int]]:
        """Return the envy pays of a seat: from which seat's hand, and how much."""
        return [(each.from_seat, each.cents) for each in self.of(e.EnvyPaid) if each.seat == number]

    def delivered(self) -> list[str]:
        """Return where each card or stack went, and what was turned up, in words."""
        told = []
        for event in self.events:
            match event:
                case e.HoleDealt(seat=seat, cards=cards):
                    told.append(f"seat {seat}: {_said(cards)}")
                case e.DealerDealt(cards=cards):
                    told.append(f"dealer: {_said(cards)}")
                case e.CommunityDealt(cards=cards):
                    told.append(f"community: {_said(cards)}")
                case e.CardBurned():
                    told.append("burn")
                case e.FlopShown(cards=cards) | e.TurnAndRiverShown(cards=cards):
                    told.append(f"face up: {_said(cards)}")
        return told

    def rail(self, number: int) -> int:
        return self.state.rail(Seat(number))

    def net(self, number: int) -> int:
        """Return what the seat gained since it sat down."""
        return self.rail(number) - self.bought[number]


def _said(cards: tuple[Card, ...]) -> str:
    return "".join(map(str, cards))


def _limits(rules: RuleSet, changed: Mapping[str, tuple[int, int] | int]) -> PostedLimits:
    limits = rules.limits
    for name, value in changed.items():
        posted = value if isinstance(value, int) else WagerLimits(min=value[0], max=value[1])
        limits = replace(limits, **{name: posted})  # type: ignore[arg-type]
    return limits
