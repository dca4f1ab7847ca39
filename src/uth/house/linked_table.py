"""A table on a link: commands at the table operate the link's Game Manager, as a dealer and supervisor would."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Final

from uth.cites import cites
from uth.errors import Refused, require
from uth.progressive import commands as k
from uth.progressive.apply import apply as apply_to_link
from uth.progressive.decide import Events as LinkEvents
from uth.progressive.decide import act as act_on_link
from uth.progressive.events import AwardBackedOut, AwardPaid, AwardPending, AwardRepriced, AwardWithdrawn
from uth.progressive.refusals import refusal_of
from uth.progressive.state import Award, AwardStage, AwardTerms, Level, Link, Station, Terms
from uth.rules.values import Wager
from uth.table.floor.irregularities import ProgressiveDown
from uth.table.floor.system_failure import award_waits, is_lit, outage_clause, sensor_clause
from uth.table.posted import Posted
from uth.table.round import commands as c
from uth.table.round import events as e
from uth.table.round.decide import Events, act, decide
from uth.table.round.due import starts_apart
from uth.table.round.state import Phase, Table
from uth.table.settle.awards import means_of
from uth.table.settle.progressive import increment
from uth.table.settle.settled import Outcome
from uth.units import Seat

WORKS_THE_LINK: Final = (c.PlaceWager, c.AnnounceNoMoreBets, c.StartGame, c.SettleRound, c.CollectCards)
"""The table's commands for which the link is checked first."""
AWARD_EVENTS: Final = (AwardPending, AwardRepriced, AwardPaid, AwardWithdrawn, AwardBackedOut)
"""The link events about awards that the table follows."""


def terms_of(posted: Posted) -> Terms | None:
    """Return the link terms for this table, or ``None`` if it offers no progressive."""
    table, rules = posted.progressive, posted.rules.progressive
    if table is None or rules is None:
        return None
    meters = tuple(replace(meter, increment=increment(meter.name, posted)) for meter in table.meters)
    return Terms(
        book=posted.rules.name,
        fingerprint=posted.rules.fingerprint,
        table=replace(table, meters=meters),
        wager=posted.progressive_wager,
        decks=1,  # two decks alternate, but each round is dealt from one
        levels=tuple(
            Level(
                name=meter.name,
                seed=posted.seed(meter.name),
                increment=meter.increment or Fraction(0),
                reserve=meter.reserve or Fraction(0),
                limit=meter.limit * posted.progressive_wager // 100 if meter.limit is not None else None,
            )
            for meter in meters
        ),
        awards=_award_terms(posted),
        cites=_cites(posted),
    )


def _cites(posted: Posted) -> dict[str, str]:
    """Return the clauses of the book for each fact about a link, including those the book cites elsewhere."""
    cites: dict[str, str] = {"system_down": outage_clause(posted), "sensor": sensor_clause(posted)}
    if posted.progressive is not None:
        cites["from_meter"] = posted.progressive.cite
    if posted.rules.progressive is not None:
        cites.update({str(fact): cite for fact, cite in (posted.rules.progressive.cites or {}).items()})
    return cites


def _award_terms(posted: Posted) -> AwardTerms:
    if posted.rules.progressive is None:
        return AwardTerms()
    rules = posted.rules.progressive.awards
    return AwardTerms(
        steps=rules.steps.value if rules.steps is not None else (),
        steps_cite=rules.steps.cite if rules.steps is not None else None,
        fields={step: tuple(each) for step, each in rules.fields.value.items()} if rules.fields is not None else {},
        cheques_max=rules.cheques_max.value if rules.cheques_max is not None else None,
        cheques_cite=rules.cheques_max.cite if rules.cheques_max is not None else None,
        placed=rules.placed.value if rules.placed is not None else None,
    )


@dataclass(slots=True, kw_only=True)
class SharedLink:
    """One link for all its tables in this process; it takes one command at a time, in the order of the log."""

    link: Link
    wrote: Callable[[k.Command], None] = field(default=lambda _: None)
    """Called with every accepted command, so that it can be stored before anyone sees its effect."""

    def send(self, command: k.Command) -> LinkEvents:
        """Apply the command to the link and return its events; raise `Refused` if the link refuses."""
        after, events = act_on_link(self.link, command)
        self.wrote(command)
        self.link = after
        return events


@dataclass(slots=True, kw_only=True)
class Linked:
    """One table's place on a link; it applies a table's command to the link.

    No other table of the link may act between `before` and `after` of one command, because the award is the amount the
    table settled.
    """

    name: str
    posted: Posted
    shared: SharedLink
    floor: bool = False
    """Whether awards wait for a supervisor; otherwise the house confirms and pays them as they are won."""

    @property
    def link(self) -> Link:
        """The current link."""
        return self.shared.link

    @property
    def station(self) -> Station:
        """This table's Game Manager."""
        return self.link.stations[self.name]

    @property
    def reading(self) -> c.ReadMeters:
        """The command with which the table reads the link's meters."""
        return c.ReadMeters(meters={name: meter.amount for name, meter in self.link.meters.items()})

    @property
    def state(self) -> c.ReadLink:
        """The command with which the table reads whether the link is up and which of its sensors are dark."""
        return c.ReadLink(down=self.link.down, dark=tuple(sorted(self.station.failed)))

    def is_news(self, table: Table) -> bool:
        """Whether the link's state differs from what the table last read."""
        return (table.link_down, table.dark) != (self.link.down, self.station.failed)

    @cites("MA.13g")
    def joined(self) -> Linked:
        """Join the link on the table's own terms and return the place; raise `Refused` if the terms differ."""
        if self.name not in self.link.stations:
            terms = terms_of(self.posted)
            if terms is None:
                raise Refused("wager_not_offered", None, "a table without a progressive cannot join a link")
            game, table, wager, decks = "ultimate_texas_holdem", terms.table, terms.wager, terms.decks
            self.shared.send(k.JoinLink(table=self.name, game=game, pay_table=table, wager=wager, decks=decks))
        return self

    def before(self, table: Table, command: c.Command) -> Iterator[c.Command]:
        """Yield the commands the table must take first; raise `Refused` if the link cannot follow the command.

        A command that the table refuses does not reach the link. Wagers that the link cannot take are returned first.
        """
        if not isinstance(command, WORKS_THE_LINK):
            return
        if self.is_news(table):
            yield self.state
            table, _ = act(table, self.state, self.posted)
        answer = decide(table, command, self.posted)
        if isinstance(answer, Refused):
            return
        match command:
            case c.AnnounceNoMoreBets() | c.StartGame():
                if isinstance(command, c.StartGame) or not starts_apart(self.posted):
                    self._coin_in(table)
                    yield self.reading
            case c.SettleRound():
                for won in self._meter_wins(answer):
                    self._require(self._button(table, won))
                yield self.reading
            case c.CollectCards() if self.station.round is not None:
                self._require(k.GameOver(table=self.name))

    def after(self, table: Table, events: Events) -> Iterator[c.Command]:
        """Send the link what follows from the table's events; yield the commands that result at the table."""
        for event in events:
            if isinstance(event, e.HandVoided | e.RoundVoided):
                yield from self._reverse(table, event)
            elif isinstance(event, e.Folded):
                self._put_lamp_out(table, event.seat)
        if any(isinstance(event, e.RoundSettled) for event in events):
            for won in self._meter_wins(events):
                yield from self._award(table, won)
            yield self.reading
        if self._fails_at_a_win(table):
            yield c.Report(irregularity=ProgressiveDown(at_win=True))
        if any(isinstance(event, e.CardsCollected) for event in events) and self.station.round is not None:
            self.shared.send(k.GameOver(table=self.name))

    def after_link(self, before: Link, events: LinkEvents) -> Iterator[c.Command]:
        """Yield the table's commands after a person's command at the link; `before` is the link before it."""
        yield from self._heard(before, events)
        if any(isinstance(event, AwardPending) for event in events) and not self.station.called:
            self.shared.send(k.CallSupervisor(table=self.name))
        yield self.state
        yield self.reading

    def _heard(self, link: Link, events: LinkEvents) -> Iterator[c.Command]:
        """Yield the table's command for each event of its awards."""
        for event in events:
            was, link = link, apply_to_link(link, event)
            if isinstance(event, AWARD_EVENTS) and link.awards[event.award - 1].table == self.name:
                yield _heard(event, was.award(event.award), link.awards[event.award - 1])

    def _require(self, command: k.Command) -> None:
        """Raise `Refused` if the link would refuse the command."""
        refused = refusal_of(self.link, command)
        if refused is not None:
            raise refused

    @cites("NV.7", "CN.10", "CN.48")
    def _coin_in(self, table: Table) -> None:
        """Lock the round's progressive wagers; a round without any is dealt even while the system is down."""
        number = table.rounds + 1
        seats = tuple(seat for seat, spot in sorted(table.round.spots.items()) if Wager.PROGRESSIVE in spot.wagers)
        locked = self.station.round == number and self.station.lit == set(seats)
        if not locked and seats:
            self.shared.send(k.CoinIn(table=self.name, round=number, seats=seats))

    @cites("CN.10a", "CN.22")
    def _put_lamp_out(self, table: Table, seat: Seat) -> None:
        """Turn off a folded seat's lamp if a fold forfeits the progressive."""
        rules = self.posted.rules.progressive
        if rules is not None and seat in self.station.lamps and not is_lit(table, seat, self.posted):
            self.shared.send(k.PutLampOut(table=self.name, seat=seat, clause=rules.on_fold.cite))

    def _reverse(self, table: Table, event: e.HandVoided | e.RoundVoided) -> Iterator[c.Command]:
        """Reverse the coin-in of the dead hands, and withdraw their pending awards."""
        void = {event.seat} if isinstance(event, e.HandVoided) else set(table.round.spots)
        seats = tuple(sorted(self.station.lit & void))
        if seats:
            before = self.link
            reversed_ = self.shared.send(k.ReverseCoinIn(table=self.name, seats=seats, clause=event.clause))
            if table.phase is not Phase.SETTLED:  # a settled round denies its own awards
                yield from self._heard(before, reversed_)

    @cites("CN.48a", "R84")
    def _fails_at_a_win(self, table: Table) -> bool:
        """Whether the system is down while every award of the settled round waits for a supervisor.

        The table takes no report while the floor decides or a dispute freezes the round; the hands become dead
        afterwards.
        """
        free = table.round.floor is None and table.dispute is None and not table.round.win_stands
        stages = {award.stage for award in self.link.buttons_of(self.name)}
        return table.system_down and free and stages == {AwardStage.PENDING} and award_waits(table)

    def _meter_wins(self, events: Iterable[e.Event]) -> list[e.WagerSettled]:
        """Return the wagers that win a share of a meter, in the order they are paid."""
        settled = [event for event in events if isinstance(event, e.WagerSettled)]
        won = [event for event in settled if event.settled.outcome is Outcome.WIN and event.settled.row is not None]
        return [event for event in won if self.link.terms.meter_row(event.settled.row or "") is not None]

    def _button(self, table: Table, won: e.WagerSettled) -> k.PressHandButton:
        """Return the press of the hand button, with the cards as its evidence."""
        cards = [*table.round.spots[won.seat].hole, *table.round.community]
        held, board = "".join(map(str, cards[:2])), "".join(map(str, cards[2:]))
        hand = won.settled.row or ""
        return k.PressHandButton(table=self.name, seat=won.seat, hand=hand, evidence=f"{held} with {board}")

    @cites("NV.10c", "NV.10d", "R53")
    def _award(self, table: Table, won: e.WagerSettled) -> Iterator[c.Command]:
        """Press the hand button, then call a supervisor, or pay an unattended award as unverified.

        Only what somebody did is recorded: an unattended house turns no key and takes no steps (R53).
        """
        send, cents = self.shared.send, won.settled.won
        (award,) = (event for event in send(self._button(table, won)) if isinstance(event, AwardPending))
        require(award.cents == cents, f"the link pays {award.cents} where the table settled {cents}")
        if self.floor:
            send(k.CallSupervisor(table=self.name))
            return
        means = means_of(cents, self.posted)
        send(k.PayUnattended(award=award.award, means=means))
        yield c.BringAward(seat=won.seat, cents=cents, means=means, round=award.round)


def _heard(
    event: AwardPending | AwardRepriced | AwardPaid | AwardWithdrawn | AwardBackedOut, was: Award | None, award: Award
) -> c.LinkCommand:
    """Return the table's command for an event of an award; `was` is the award before it."""
    seat, number = award.seat, award.round
    match event:
        case AwardPending(hand=hand, cents=cents):
            return c.OweAward(seat=seat, hand=hand, cents=cents)
        case AwardRepriced(cents=cents):
            old = was.cents if was is not None else cents
            return c.ChangeAward(seat=seat, cents=old, to=cents, round=number)
        case AwardPaid(means=means):
            return c.BringAward(seat=seat, cents=award.cents, means=means, round=number)
        case AwardWithdrawn(by=by, reason=reason) | AwardBackedOut(by=by, reason=reason):
            if was is not None and was.stage is AwardStage.PAID:
                return c.TakeAwardBack(seat=seat, cents=award.cents, by=by, reason=reason, round=number)
            return c.DenyAward(seat=seat, cents=award.cents, by=by, reason=reason, round=number)
