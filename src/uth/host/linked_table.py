"""A table on a link: what happens at the table works the link's Game Manager, as its dealer and supervisor would."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Final

from uth.errors import Refused, require
from uth.progressive import commands as k
from uth.progressive.decide import act as act_on_link
from uth.progressive.events import AwardPending
from uth.progressive.state import Key, Link
from uth.progressive.terms import AwardTerms, Level, Terms
from uth.rules.values import Wager
from uth.table import commands as c
from uth.table import events as e
from uth.table.decide import Events, decide
from uth.table.increments import increment
from uth.table.posted import Posted
from uth.table.settled import Outcome
from uth.table.state import Table
from uth.units import Seat

HOUSE: Final = "house"
"""Who verifies and pays an award at a table that no person runs."""


def terms_of(posted: Posted) -> Terms | None:
    """Return the terms of a link for this table, or ``None`` where no progressive is offered."""
    table, rules = posted.progressive, posted.rules.progressive
    if table is None or rules is None:
        return None
    steps, cheques = rules.awards.steps, rules.awards.cheques_max
    return Terms(
        book=posted.rules.name,
        fingerprint=posted.rules.fingerprint,
        table=table,
        wager=posted.progressive_wager,
        decks=posted.dealing.decks.value,
        levels=tuple(
            Level(
                name=meter.name,
                seed=posted.seed(meter.name),
                increment=increment(meter.name, posted),
                reserve=meter.reserve or Fraction(0),
                limit=meter.limit * posted.progressive_wager // 100 if meter.limit is not None else None,
            )
            for meter in table.meters
        ),
        awards=AwardTerms(
            steps=steps.value if steps is not None else (),
            steps_cite=steps.cite if steps is not None else None,
            cheques_max=cheques.value if cheques is not None else None,
            cheques_cite=cheques.cite if cheques is not None else None,
        ),
    )


@dataclass(slots=True, kw_only=True)
class Linked:
    """One table's place on a link: it is asked what a table's command does to the link, before the table is."""

    name: str
    posted: Posted
    link: Link
    wrote: Callable[[k.Command], None] = field(default=lambda command: None)
    """Told of every command the link has taken, so that it can be stored before anyone sees its effect."""

    def joined(self) -> Linked:
        """Return the place with its table on the link, if it is not yet."""
        if self.name not in self.link.stations:
            terms = self.link.terms
            self.send(
                k.JoinLink(
                    table=self.name,
                    game="ultimate_texas_holdem",
                    pay_table=terms.table,
                    wager=terms.wager,
                    decks=terms.decks,
                )
            )
        return self

    def send(self, command: k.Command) -> tuple[object, ...]:
        """Have the link take the command and return what happened; raise `Refused` if it does not."""
        after, events = act_on_link(self.link, command)
        self.wrote(command)
        self.link = after
        return events

    @property
    def reading(self) -> c.ReadMeters:
        """The command by which the table reads the link's meters."""
        return c.ReadMeters(meters={name: meter.amount for name, meter in self.link.meters.items()})

    def before(self, table: Table, command: c.Command) -> Iterator[c.Command]:
        """Yield what the table has to take before the command: the meters, once the wagers are coined in."""
        if isinstance(command, c.AnnounceNoMoreBets):
            answer = decide(table, command, self.posted)
            if not isinstance(answer, Refused):
                seats = tuple(seat for seat, spot in sorted(table.spots.items()) if Wager.PROGRESSIVE in spot.wagers)
                self.send(k.CoinIn(table=self.name, round=table.rounds + 1, seats=seats))
                yield self.reading
        elif isinstance(command, c.SettleRound):
            yield self.reading

    def after(self, table: Table, events: Events) -> Iterator[c.Command]:
        """Have the link follow what happened at the table, and yield what the table reads then."""
        for event in events:
            if isinstance(event, e.HandVoided | e.RoundVoided):
                self._reverse(table, event)
            if isinstance(event, e.WagerSettled) and event.settled.wager is Wager.PROGRESSIVE:
                self._award(event)
        station = self.link.stations[self.name]
        if any(isinstance(event, e.RoundSettled) for event in events):
            yield self.reading
        if any(isinstance(event, e.CardsCollected) for event in events) and station.round is not None:
            self.send(k.GameOver(table=self.name))

    def _reverse(self, table: Table, event: e.HandVoided | e.RoundVoided) -> None:
        lit = self.link.stations[self.name].lit
        seats = tuple(sorted(lit & ({event.seat} if isinstance(event, e.HandVoided) else set(table.spots))))
        if seats:
            self.send(k.ReverseCoinIn(table=self.name, seats=seats, clause=event.clause))

    def _award(self, event: e.WagerSettled) -> None:
        """Work the keypads for a hand that takes a share of a meter, from the hand button to the key back at RUN."""
        settled = event.settled
        rows = self.link.terms.table.rows
        row = next((row for row in rows if row.hand == settled.row and row.percent is not None), None)
        if row is None or settled.outcome is not Outcome.WIN:
            return
        number = self._button(event.seat, row.hand, settled.won, str(settled.hand or ""))
        self.send(k.CallSupervisor(table=self.name))
        self.send(k.TurnKey(table=self.name, to=Key.JPH, by=HOUSE))
        self.send(k.PressJackpot(table=self.name, award=number, by=HOUSE))
        for step in self.link.terms.awards.steps:
            self.send(k.RecordStep(award=number, step=step, by=HOUSE))
        most = self.link.terms.awards.cheques_max
        means = "check" if most is not None and settled.won > most else "cheques"
        self.send(k.PayAward(award=number, means=means, by=HOUSE))
        self.send(k.TurnKey(table=self.name, to=Key.RUN, by=HOUSE))

    def _button(self, seat: Seat, hand: str, won: int, held: str) -> int:
        press = k.PressHandButton(table=self.name, seat=seat, hand=hand, evidence=held or hand)
        (pending,) = (event for event in self.send(press) if isinstance(event, AwardPending))
        require(pending.cents == won, f"the link pays {pending.cents} where the table settled {won}")
        return pending.award
