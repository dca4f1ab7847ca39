"""A replayed round: its records from the first wager to the collected cards, each with the states it led to."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final

from uth.cards import DECK
from uth.house.fairness import Commitment
from uth.house.followed_table import acts_of
from uth.store.codec import decoded
from uth.store.entries import Noted
from uth.table.deck.decks import Back
from uth.table.posted import Posted
from uth.table.round import events as e
from uth.table.round.apply import apply
from uth.table.round.state import Table
from uth.units import Seat

FIRST: Final = (e.WagerPlaced, e.BankTaken)
"""Events that begin a round."""
AFTERWARDS: Final = (e.RoundDisputed, e.RoundReviewed, e.DisputeResolved, e.DisputeAppealed)
"""Events about a round that may follow after its cards are collected."""
AWARDED: Final = (e.AwardChanged, e.AwardBrought, e.AwardDenied, e.AwardTakenBack)
"""Events about its awards that may follow then."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ReplayStep:
    """One record: author, acts, events, and the table after each event."""

    number: int
    position: int
    at: str
    by: str
    acts: tuple[Mapping[str, Any], ...]
    """The commands, without hidden cards and without those that do not affect the round."""
    events: tuple[e.Event, ...]
    states: tuple[Table, ...]
    kept: Mapping[str, Any] = field(default_factory=dict)
    """What the house stored with the events."""

    def has(self, *kinds: type) -> bool:
        """Whether an event of these types happened."""
        return any(isinstance(event, kinds) for event in self.events)


@dataclass(frozen=True, slots=True, kw_only=True)
class Shuffle:
    """How the deck of the round was shuffled."""

    secret: str
    words: Mapping[Seat, str]
    back: Back
    cut: int
    """How many cards were cut from the top to the bottom before 'No more bets', all cuts together."""
    nth: int = 0
    """The index of the order derived from the secret."""

    @property
    def commitment(self) -> str:
        """The hash of the secret, published before the wagers closed."""
        return Commitment(secret=bytes.fromhex(self.secret)).published


@dataclass(frozen=True, slots=True, kw_only=True)
class ReplayedRound:
    """One round of a table."""

    table: str
    number: int
    posted: Posted
    rules_text: str | None
    """The full text of the table's own rule set, or ``None`` for a book."""
    before: Table
    """The table before the first step."""
    steps: tuple[ReplayStep, ...]

    later: tuple[ReplayStep, ...] = ()
    """Steps about it after another round was settled."""

    @property
    def closing(self) -> int | None:
        """The index of the step that closed the wagers, or ``None``."""
        return self._first(e.NoMoreBetsAnnounced)

    @property
    def settling(self) -> int | None:
        """The index of the step that settled the round, or ``None``."""
        return self._first(e.RoundSettled)

    @property
    def collecting(self) -> int | None:
        """The index of the step that collected the cards, or ``None``."""
        return self._first(e.CardsCollected)

    def _first(self, kind: type) -> int | None:
        return next((at for at, step in enumerate(self.steps) if step.has(kind)), None)

    @property
    def start(self) -> Table:
        """The table just before the wagers closed, or the current one while they are open."""
        closing = self.closing
        return self.after(len(self.steps) - 1 if closing is None else closing - 1)

    @property
    def end(self) -> Table:
        """The table when the round was settled, cards included, or the current one before that."""
        settling = self.settling
        return self.after(len(self.steps) - 1 if settling is None else settling)

    def after(self, at: int) -> Table:
        """Return the table after that step; -1 is the table before the round."""
        found = (step.states[-1] for step in reversed(self.steps[: at + 1]) if step.states)
        return next(found, self.before)

    @property
    def shuffle(self) -> Shuffle | None:
        """How the dealt deck was shuffled; ``None`` if nothing was shuffled or a real deck was dealt."""
        found: Shuffle | None = None
        if self._first(e.CardsRead) is not None:
            return None
        for step in self.steps[: self.closing]:
            for event in step.events:
                if isinstance(event, e.DeckShuffled):
                    found = _shuffle(step, event)
                elif isinstance(event, e.DeckCut) and found is not None and event.back is found.back:
                    cut = (found.cut + event.taken) % len(DECK)
                    found = replace(found, cut=cut)
        return found


def _shuffle(step: ReplayStep, event: e.DeckShuffled) -> Shuffle | None:
    if "secret" not in step.kept:
        return None
    words = {Seat(seat): word for seat, word in step.kept.get("words", ())}
    return Shuffle(secret=step.kept["secret"], words=words, back=event.back, cut=0, nth=step.kept.get("nth", 0))


def step_of(record: Noted, table: Table) -> ReplayStep:
    """Apply a record to the table and return it as a step."""
    body, states = record.body, []
    events = tuple(decoded(e.Event, event) for event in body["events"])
    for event in events:
        table = apply(table, event)
        states.append(table)
    return ReplayStep(
        number=record.number,
        position=record.position,
        at=record.at,
        by=body["by"],
        acts=acts_of(body["command"], events),
        events=events,
        states=tuple(states),
        kept=body.get("host", {}),
    )


def is_about(step: ReplayStep, number: int) -> bool:
    """Whether the step disputes, reviews or resolves that round, or decides on its award."""
    return any(
        isinstance(event, (*AFTERWARDS, *AWARDED)) and round_of(event, number) == number for event in step.events
    )


def round_of(event: e.Event, otherwise: int) -> int:
    """Return the round that a dispute, finding or correction names; `otherwise` if it names none, as in older logs."""
    match event:
        case e.RoundDisputed(evidence=evidence) | e.RoundReviewed(evidence=evidence):
            return evidence.round
        case (
            e.DisputeResolved(round=number)
            | e.DisputeAppealed(round=number)
            | e.SettlementReversed(round=number)
            | e.WagerSettled(round=number)
            | e.AwardChanged(round=number)
            | e.AwardBrought(round=number)
            | e.AwardDenied(round=number)
            | e.AwardTakenBack(round=number)
        ):
            return number or otherwise
    return otherwise


def later_steps(records: Iterable[Noted], end: Table) -> Iterator[ReplayStep]:
    """Yield later steps about a round, with the table as that round left it."""
    for record in records:
        events = tuple(decoded(e.Event, event) for event in record.body["events"])
        yield ReplayStep(
            number=record.number,
            position=record.position,
            at=record.at,
            by=record.body["by"],
            acts=(),
            events=events,
            states=(end,) * len(events),
        )


def fold(records: Iterable[Noted], table: Table) -> Table:
    """Return the table after the records."""
    for record in records:
        for event in record.body["events"]:
            table = apply(table, decoded(e.Event, event))
    return table


def steps_of(records: Sequence[Noted], table: Table) -> tuple[Table, tuple[ReplayStep, ...]]:
    """Return the table before the first wager of these records, and the steps of the round they hold."""
    steps: list[ReplayStep] = []
    before, collected = table, False
    for record in records:
        step = step_of(record, table)
        table = step.states[-1] if step.states else table
        if not steps and not step.has(*FIRST):
            before = table
        elif not collected or is_about(step, before.rounds + 1):
            steps.append(step)
        collected = collected or (bool(steps) and step.has(e.CardsCollected))
    return before, tuple(steps)
