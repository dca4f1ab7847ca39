"""A link for testing clauses: add tables, press the keys of their Game Managers, read meters and events.

room = GameRoom("nevada", tables=("one", "two"))
room.coin_in(1, 3)                       # at table one
room.button(3, "royal_flush")            # the amount is frozen, award 1 waits
room.confirm(1)                          # supervisor, key at JPH, J-POT, key back at RUN
room.pay(1)
room.meter("main").amount                # Fraction, in cents
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any, TypeVar

from uth.errors import Refused
from uth.house.linked_table import terms_of
from uth.progressive import commands as c
from uth.progressive import events as e
from uth.progressive.apply import apply
from uth.progressive.decide import act
from uth.progressive.meters import displayed_cents
from uth.progressive.refusals import refusal_of
from uth.progressive.state import Award, Key, Level, Link, Means, Meter, Station, Terms, new_link
from uth.rules.loader import load
from uth.rules.ruleset import RuleSet
from uth.table.posted import Posted, post
from uth.units import Seat

Kind = TypeVar("Kind", bound=e.Event)


def posted_by(book: str | RuleSet, table: str | None = None, dealing: str | None = None) -> Posted:
    rules = load(book) if isinstance(book, str) else book
    return post(rules, {"progressive": table} if table is not None else None, dealing=dealing)


def terms_by(book: str | RuleSet, table: str | None = None) -> Terms:
    """Return the terms of a link under that book and progressive table."""
    terms = terms_of(posted_by(book, table))
    assert terms is not None
    return terms


def with_level(terms: Terms, name: str, **changes: Any) -> Terms:
    """Return the terms with one meter changed: ``limit=…``, ``reserve=…``, ``seed=…``, ``increment=…``."""
    levels: list[Level] = [replace(each, **changes) if each.name == name else each for each in terms.levels]
    return replace(terms, levels=tuple(levels))


class GameRoom:
    def __init__(
        self, book: str = "nevada", *, table: str | None = None, tables: Sequence[str] = ("one",), terms: Any = None
    ) -> None:
        self.terms: Terms = terms if terms is not None else terms_by(book, table)
        self.link: Link = new_link(self.terms)
        self.events: list[e.Event] = []
        self.rounds = 0
        for name in tables:
            self.send(self.joining(name))

    def joining(self, name: str, **changes: Any) -> c.JoinLink:
        """Return the command by which a table of the link's own terms joins, but for what is changed."""
        terms = self.terms
        same = c.JoinLink(
            table=name, game="ultimate_texas_holdem", pay_table=terms.table, wager=terms.wager, decks=terms.decks
        )
        return replace(same, **changes)

    def send(self, command: c.Command) -> tuple[e.Event, ...]:
        """Send one command and return what happened; raise `Refused` if it is not accepted."""
        self.link, events = act(self.link, command)
        self.events += events
        return events

    def refused(self, command: Any) -> tuple[str, str | None] | None:
        """Return the code and the clause by which the command is refused, or ``None``; nothing changes."""
        refused = refusal_of(self.link, command)
        assert refused is None or isinstance(refused, Refused)
        return (refused.code, refused.clause) if refused is not None else None

    # The dealer's keypad.

    def coin_in(self, *seats: int, table: str = "one") -> tuple[e.Event, ...]:
        self.rounds += 1
        return self.send(c.CoinIn(table=table, round=self.rounds, seats=tuple(map(Seat, seats))))

    def reverse(self, *seats: int, table: str = "one", clause: str = "MA.14d") -> tuple[e.Event, ...]:
        return self.send(c.ReverseCoinIn(table=table, seats=tuple(map(Seat, seats)), clause=clause))

    def press(self, seat: int, hand: str = "royal_flush", *, table: str = "one") -> c.PressHandButton:
        """Return the press of a hand button."""
        return c.PressHandButton(table=table, seat=Seat(seat), hand=hand, evidence="AsKs with QsJsTs2d3c")

    def button(self, seat: int, hand: str = "royal_flush", *, table: str = "one") -> Award:
        """Press a hand button and return the award that waits, or is withdrawn."""
        event = self.send(self.press(seat, hand, table=table))[0]
        assert isinstance(event, e.AwardPending | e.AwardWithdrawn)
        return self.award(event.award)

    def over(self, table: str = "one") -> None:
        self.send(c.GameOver(table=table))

    # The supervisor.

    def key(self, to: Key, *, table: str = "one", by: str = "Dana") -> c.TurnKey:
        return c.TurnKey(table=table, to=to, by=by)

    def called(self, table: str = "one") -> None:
        """Call a supervisor and have the key at JPH."""
        self.send(c.CallSupervisor(table=table))
        self.send(self.key(Key.JPH, table=table))

    def jackpot(self, award: int, *, table: str = "one", by: str = "Dana") -> c.PressJackpot:
        return c.PressJackpot(table=table, award=award, by=by)

    def confirm(self, award: int, *, table: str = "one") -> None:
        """Call a supervisor, who turns the key, presses J-POT and turns the key back."""
        self.called(table)
        self.send(self.jackpot(award, table=table))
        self.send(self.key(Key.RUN, table=table))

    def step(self, award: int, step: str) -> c.RecordStep:
        fields = dict.fromkeys(self.terms.awards.fields.get(step, ()), "as shown")
        return c.RecordStep(award=award, step=step, by="Lee", fields=fields)

    def paying(self, award: int, means: Means = Means.CHEQUES) -> c.PayAward:
        return c.PayAward(award=award, means=means, by="Lee")

    def pay(self, award: int, means: Means = Means.CHEQUES) -> None:
        """Record every step that the book asks for, and pay."""
        for step in self.terms.awards.steps:
            self.send(self.step(award, step))
        self.send(self.paying(award, means))

    def adjusting(self, cents: int, *, meter: str = "main", by: str = "Dana", second: str = "Lee") -> c.AdjustMeter:
        return c.AdjustMeter(meter=meter, cents=cents, by=by, second=second, reason="counted again")

    def backing_out(self, award: int, *, by: str = "Dana", second: str = "Lee") -> c.BackOutAward:
        return c.BackOutAward(award=award, by=by, second=second, reason="the hand was misread")

    # What there is.

    def meter(self, name: str = "main") -> Meter:
        return self.link.meters[name]

    def shown(self, name: str = "main") -> int:
        """Return what the sign shows."""
        return displayed_cents(self.link)[name]

    def amount(self, name: str = "main") -> Fraction:
        return self.link.meters[name].amount

    def award(self, number: int) -> Award:
        award = self.link.award(number)
        assert award is not None
        return award

    def station(self, table: str = "one") -> Station:
        return self.link.stations[table]

    def of(self, kind: type[Kind]) -> list[Kind]:
        return [event for event in self.events if isinstance(event, kind)]

    def replayed(self) -> Link:
        """Return what the events alone come to."""
        link = new_link(self.terms)
        for event in self.events:
            link = apply(link, event)
        return link
