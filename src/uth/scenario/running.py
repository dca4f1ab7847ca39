"""Runs a script line by line at a table and compares the events with the expected ones."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from uth.cards import DECK, Card
from uth.errors import Refused
from uth.house.fairness import deck_of, round_key
from uth.scenario.checks import fault_in
from uth.scenario.header import before_the_cut, dealing_order
from uth.scenario.house_lines import BY_TEXT, house_step
from uth.scenario.script import CardsLine, CheckLine, CommandLine, HouseLine, Line, NamedCards, Script, unmet
from uth.table.deck.decks import Back
from uth.table.floor.remedies import to_replace
from uth.table.round import commands as c
from uth.table.round.apply import apply
from uth.table.round.decide import decide
from uth.table.round.due import due_words, start_due
from uth.table.round.refusal import refusal_says
from uth.table.round.state import Phase, Table, new_table
from uth.words.clauses import clauses_of
from uth.words.phrases import command_words
from uth.words.round import ScriptTeller

STEPS_MAX: Final = 500
"""A number of steps that the house dealer never takes for one line."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Occurrence:
    """One event or refusal in words, with its clauses; `by` is the dealer's step if the line named none."""

    kind: str
    words: str
    clauses: tuple[str, ...]
    by: str = ""

    def __str__(self) -> str:
        return self.words + (f" ({', '.join(self.clauses)})" if self.clauses else "")


@dataclass(frozen=True, slots=True, kw_only=True)
class Failure:
    """The expectation of a line, and what happened instead."""

    expected: str
    happened: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class LineRun:
    """One line that was run."""

    number: int
    text: str
    told: tuple[Occurrence, ...] = ()
    refused: Refused | None = None
    failure: Failure | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Stage:
    """The state of a run: the table, and the cards named for the next deal."""

    table: Table
    named: NamedCards
    told: tuple[Occurrence, ...] = ()
    refused: Refused | None = None
    stuck: str = ""
    """What the house dealer is waiting for, if it cannot go on."""


class _FirstCard(Exception):
    """Raised when the look-ahead reaches the first card of its deck."""

    def __init__(self, stage: Stage) -> None:
        super().__init__()
        self.stage = stage


def run(script: Script) -> Iterator[LineRun]:
    """Yield every line as it is run, up to the first whose expectations are not met."""
    table = new_table(script.posted)
    stage = Stage(table=replace(table, meters={**table.meters, **script.meters}), named=NamedCards())
    for at, line in enumerate(script.lines):
        stage = _Run(script, at).line(replace(stage, told=(), refused=None, stuck=""), line)
        step = LineRun(
            number=line.number,
            text=line.text,
            told=stage.told,
            refused=stage.refused,
            failure=_failure(line, stage, script),
        )
        yield step
        if step.failure is not None:
            return


def _failure(line: Line, stage: Stage, script: Script) -> Failure | None:
    if isinstance(line, CardsLine):
        return None
    if isinstance(line, CheckLine):
        so = fault_in(line.check, line.values, stage.table, script.posted)
        return Failure(expected=line.text.partition(" ")[2], happened=(so,)) if so is not None else None
    happened = [(told.words, told.clauses) for told in stage.told]
    wanted = unmet(line.expected, happened, stage.refused)
    if stage.stuck and wanted is None:
        wanted = line.text
    if wanted is None:
        return None
    said = [*map(str, stage.told), *filter(None, (_refusal(stage.refused), stage.stuck))]
    return Failure(expected=wanted, happened=tuple(said))


def _refusal(refused: Refused | None) -> str:
    return f"refused {refused.code}: {refused}" if refused is not None else ""


class _Run:
    """Runs one line of a script. A look-ahead shuffles without a key and stops at the first card of its deck."""

    def __init__(self, script: Script, at: int, ahead_for: Back | None = None) -> None:
        self.script = script
        self.posted = script.posted
        self.at = at
        self.ahead_for = ahead_for
        self.teller = ScriptTeller(posted=script.posted)

    def line(self, stage: Stage, line: Line) -> Stage:
        match line:
            case CommandLine(commands=commands):
                return self._commands(stage, commands)
            case HouseLine():
                return self._house(stage, line)
            case CardsLine(named=named):
                return replace(stage, named=named)
            case CheckLine():
                return stage

    def _commands(self, stage: Stage, commands: tuple[c.Command, ...]) -> Stage:
        for command in commands:
            if stage.refused is None:
                stage = self._take(stage, command)
        return stage

    def _house(self, stage: Stage, line: HouseLine) -> Stage:
        reached = BY_TEXT[line.until].reached
        for _ in range(STEPS_MAX):
            if stage.refused is not None or reached(stage.table, self.posted, line.values):
                return stage
            command = house_step(stage.table, self.posted)
            if command is None:
                return replace(stage, stuck=f"the dealer waits; due now: {due_words(stage.table, self.posted)}")
            stage = self._take(stage, command, by_house=True)
        return replace(stage, stuck=f"the dealer never reaches it; due now: {due_words(stage.table, self.posted)}")

    def _take(self, stage: Stage, command: c.Command, *, by_house: bool = False) -> Stage:
        """Return the state after the command, with its occurrences. 'Start Game' is pressed before the dealer deals."""
        if isinstance(command, c.DealNext) and start_due(stage.table, self.posted):
            stage = self._take(stage, c.StartGame(), by_house=True)
        stage = self._first_card(stage, command)
        command = self._with_cards(stage, command)
        events = decide(stage.table, command, self.posted)
        if isinstance(events, Refused):
            says = refusal_says(events, self.posted.rules.currency.symbol)
            return replace(stage, refused=Refused(events.code, events.clause, says))
        by = command_words(command, self.posted.rules.currency.symbol) if by_house else ""
        table, told = stage.table, list(stage.told)
        for event in events:
            table = apply(table, event)
            clauses = clauses_of(event, table, self.posted)
            words = self.teller.sentence(event, table)
            told.append(Occurrence(kind=type(event).__name__, words=words, clauses=clauses, by=by))
        return replace(stage, table=table, told=tuple(told))

    def _first_card(self, stage: Stage, command: c.Command) -> Stage:
        """Drop the named cards once their deal begins."""
        table = stage.table
        if not isinstance(command, c.DealNext) or table.phase is not Phase.OPENING_DEAL or table.round.dealt:
            return stage
        if self.ahead_for is not None and table.in_play is self.ahead_for:
            raise _FirstCard(stage)
        unseated = [seat for seat in stage.named.seats if seat not in table.round.seats]
        stuck = f"seat {unseated[0]} is given cards but is not dealt in" if unseated else stage.stuck
        return replace(stage, named=NamedCards(), stuck=stuck)

    def _with_cards(self, stage: Stage, command: c.Command) -> c.Command:
        """Return the command with cards supplied where the script names none."""
        shuffled = deck_of(round_key(self.script.shuffle_key, stage.table.shuffles + 1))
        match command:
            case c.ShuffleDeck(back=back):
                cards = DECK if self.ahead_for is not None else self._stacked(stage, back, shuffled)
                return replace(command, cards=cards)
            case c.ReplaceCards(cards=named):
                left = {*to_replace(stage.table), *stage.table.round.deck} - set(named)
                return replace(command, cards=(*named, *(card for card in shuffled if card in left)))
            case _:
                return command

    def _stacked(self, stage: Stage, back: Back, shuffled: tuple[Card, ...]) -> tuple[Card, ...]:
        """Return the order of the shuffle. A look-ahead finds who is dealt in and how the deck is cut."""
        seen = _before_the_first_card(self.script, self.at, stage, back)
        if seen is None or sorted(seen.table.round.deck) != list(DECK):
            return shuffled
        order = dealing_order(seen.named, self.posted.dealing, seen.table.round.seats, shuffled)
        return before_the_cut(order, seen.table.round.deck)


def _before_the_first_card(script: Script, at: int, stage: Stage, back: Back) -> Stage | None:
    """Return the state in which a deck shuffled now is first dealt from, or ``None`` if it never is."""
    try:
        stage = _Run(script, at, back).line(
            stage, CommandLine(number=0, text="", commands=(c.ShuffleDeck(back=back, cards=DECK),))
        )
        rest = script.lines[at if isinstance(script.lines[at], HouseLine) else at + 1 :]
        for line in rest:
            stage = _Run(script, at, back).line(replace(stage, refused=None, stuck=""), line)
    except _FirstCard as found:
        return found.stage
    return None


def step_lines(step: LineRun) -> Iterator[str]:
    """Yield the line, then what happened."""
    yield f"{step.number:>4}  {step.text}"
    by = ""
    for told in step.told:
        if told.by != by:
            by = told.by
            yield f"        {by}"
        yield f"{' ' * (10 if by else 8)}{told}"
    if step.refused is not None:
        yield f"        refused {step.refused.code}: {step.refused}"


def failure_lines(step: LineRun) -> Iterator[str]:
    """Yield the line, what was expected, and what happened instead."""
    if step.failure is None:
        return
    yield f"    line {step.number}: {step.text}"
    yield f"    expected: {step.failure.expected}"
    first, *more = step.failure.happened or ("nothing",)
    yield f"    happened: {first}"
    yield from (f"              {each}" for each in more)


def summary(script: Script, steps: Sequence[LineRun]) -> str:
    """Return a one-line summary of the run."""
    failed = any(step.failure is not None for step in steps)
    ended = f"FAILED on line {steps[-1].number}" if failed else f"ok, {len(steps)} lines"
    return f"{script.source}: {ended}: {_titled(script)}"


def title_lines(script: Script) -> Iterator[str]:
    """Yield the title of the scenario and its posted table."""
    yield _titled(script)
    rules, way = script.posted.rules, script.posted.dealing
    yield f"{rules.title}; dealt {way.says}"


def _titled(script: Script) -> str:
    return script.title + (f" ({', '.join(script.clauses)})" if script.clauses else "")


def as_values(script: Script, steps: Sequence[LineRun]) -> dict[str, Any]:
    """Return the run for JSON."""
    failed = next((step for step in steps if step.failure is not None), None)
    return {
        "file": script.source,
        "title": script.title,
        "rules": script.posted.rules.name,
        "dealing": script.posted.dealing.name,
        "clauses": list(script.clauses),
        "ok": failed is None,
        "steps": [_step_values(step) for step in steps],
    }


def _step_values(step: LineRun) -> dict[str, Any]:
    values: dict[str, Any] = {
        "line": step.number,
        "text": step.text,
        "happened": [_told_values(told) for told in step.told],
    }
    if step.refused is not None:
        values["refused"] = {"code": step.refused.code, "says": step.refused.says, "clause": step.refused.clause}
    if step.failure is not None:
        values["failure"] = {"expected": step.failure.expected, "happened": list(step.failure.happened)}
    return values


def _told_values(told: Occurrence) -> dict[str, Any]:
    values: dict[str, Any] = {"event": told.kind, "says": told.words, "clauses": list(told.clauses)}
    return {**values, "step": told.by} if told.by else values
