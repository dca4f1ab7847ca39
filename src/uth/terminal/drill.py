"""A drill in the terminal: its questions, its answers in words, and the file of the player's progress."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from time import monotonic
from typing import Any, Final

from uth.cards import Card
from uth.coach.coaching import Choice, Coaching, SolvedKey, coach, solve_starts_of
from uth.coach.drills import Drill, DrillGame, Question, Rng, deal_question, question_of
from uth.coach.grades import Grade
from uth.coach.kinds import KINDS
from uth.coach.progress import (
    NOTHING,
    PARTS,
    ProgressDocument,
    TallyDocument,
    after_minute,
    again,
    answered,
    lost_of,
    new_progress,
    next_mistake,
    now_utc,
    read_progress,
    reviewed,
    tallied,
    total_of,
)
from uth.errors import Malformed
from uth.rules.values import Street
from uth.words.session import short_and_long

SECONDS: Final = 60
DUE_EACH: Final = 4
"""One question in so many is one that is due again."""
STREETS: Final = {Street.PREFLOP: "Before the flop", Street.FLOP: "On the flop", Street.RIVER: "At the river"}
NOTHING_DUE: Final = "Nothing to repeat: your mistakes in this drill come again when they are due."


def usual_path() -> Path:
    """Return the file of the player's progress."""
    home = os.environ.get("XDG_DATA_HOME") or str(Path.home() / ".local" / "share")
    return Path(home) / "uth" / "progress.json"


def read_file(path: Path, field_: str) -> ProgressDocument:
    """Return the progress in the file; raise `Malformed` for what is not progress."""
    try:
        return read_progress(json.loads(path.read_text(encoding="utf-8")))
    except OSError as fault:
        raise Malformed(field_, str(path), f"cannot be read: {fault.strerror}") from None
    except ValueError as fault:
        if isinstance(fault, Malformed):
            raise
        raise Malformed(field_, str(path), f"is not JSON: {fault}") from None


def write_file(path: Path, progress: ProgressDocument, field_: str) -> None:
    """Write the progress in one step, so that the file is never half written."""
    new = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        new.write_text(json.dumps(progress, indent=1) + "\n", encoding="utf-8")
        new.replace(path)
    except OSError as fault:
        raise Malformed(field_, str(path), f"cannot be written: {fault.strerror}") from None


@dataclass(slots=True, kw_only=True)
class DrillSession:
    """One question after the other, and what is kept of the answers."""

    drill: Drill
    path: Path
    """The file of the progress, read again before each answer: another session may have written it."""
    mistakes: bool = False
    made: Sequence[Question] = ()
    """The mistakes of saved rounds, worst and newest first."""
    timed: bool = False
    card: Callable[[Card], str] = short_and_long
    rng: Rng | None = None
    now: Callable[[], datetime] = now_utc
    clock: Callable[[], float] = monotonic
    question: Question | None = None
    coaching: Coaching | None = None
    """The values of the question, once it is answered."""
    chosen: Choice | None = None
    progress: ProgressDocument = field(default_factory=new_progress)
    session: TallyDocument = field(default_factory=lambda: NOTHING.copy())
    _asked: int = 0
    _until: float = 0.0

    def __post_init__(self) -> None:
        self.progress = self._kept()
        self._until = self.clock() + SECONDS

    def _kept(self) -> ProgressDocument:
        return read_file(self.path, "--progress") if self.path.exists() else new_progress()

    @property
    def left(self) -> int:
        """The seconds left, in a session of sixty seconds."""
        return max(0, round(self._until - self.clock()))

    @property
    def over(self) -> bool:
        """Whether the sixty seconds are over."""
        return self.timed and self.clock() >= self._until

    def begin(self) -> None:
        """Ask the first question; the time runs from when it is ready."""
        for start in self.to_solve():
            solve_starts_of(start)
        self.next()
        self._until = self.clock() + SECONDS

    def to_solve(self) -> list[SolvedKey]:
        """Return the games whose first decisions have to be solved before they are asked, which takes seconds."""
        games = [self.drill.game]
        if self.mistakes:
            kept = [question_of(each["question"]) for each in self.progress["items"]]
            games = [each.game for each in (*kept, *self.made) if not each.board]
        return list(dict.fromkeys(each.start for each in games if each.is_slow(())))

    def next(self) -> None:
        """Ask the next question; none is left if only mistakes are drilled and none is due."""
        but = self.question.name if self.question is not None else ""
        self.coaching = self.chosen = None
        self._asked += 1
        items, found = self.progress["items"], None
        if self.mistakes:
            made = [each.document() for each in self.made]
            found = next_mistake(items, made, self.drill, self.now(), but)
        elif not (self.timed or self.drill.close or self._asked % DUE_EACH):
            found = again(items, self.drill, self.now(), but)
        if found is not None:
            self.question = question_of(found)
        else:
            self.question = None if self.mistakes else deal_question(self.drill, self.rng, but)

    def multiple_of(self, key: str) -> int | None:
        """Return the answer that a key gives: ``4``, ``c``, ``f``."""
        if self.question is None or self.coaching is not None:
            return None
        return next((each for each in self._offered() if key_of(self.question, each) == key.lower()), None)

    def _offered(self) -> list[int]:
        return self.question.document()["actions"] if self.question is not None else []

    def answer(self, multiple: int) -> None:
        """Grade the answer and keep it."""
        if self.question is None or self.coaching is not None or self.over:
            return
        name = self.question.name
        coaching = coach(self.question.situation)
        choice = coaching.choice(multiple)
        progress = self._kept()
        known = next((each for each in progress["items"] if each["question"]["id"] == name), None)
        item, lost = reviewed(known, self.question, coaching, choice, self.now()), lost_of(choice)
        self._keep(answered(progress, item, lost))
        self.coaching, self.chosen = coaching, choice
        best = choice.grade is Grade.BEST
        self.session = tallied(self.session, best=best, lost=lost)

    def _keep(self, progress: ProgressDocument) -> None:
        write_file(self.path, progress, "--progress")
        self.progress = progress

    def finish(self) -> None:
        """Keep the sixty seconds if they are the best."""
        if self.timed:
            self._keep(after_minute(self._kept(), self.session))

    # Words.

    @property
    def about(self) -> str:
        """What is drilled, in a line."""
        drill = self.drill
        book = "Every book" if self.mistakes else game_words(drill.game)
        street = STREETS[drill.street] if drill.street is not None else "All decisions"
        what = drill.theme.title if drill.theme is not None else street
        which = "my mistakes" if self.mistakes else "close calls" if drill.close else ""
        return ", ".join(filter(None, (book, what, which)))

    @property
    def asks(self) -> str:
        """The question in words."""
        question = self.question
        if question is None:
            return NOTHING_DUE
        board = f" The board is {', '.join(map(self.card, question.board))}." if question.board else ""
        answers = [f"{key_of(question, each)}: {_action(question, each).lower()}" for each in self._offered()]
        street = STREETS[question.situation.street]
        if self.mistakes:
            street = f"{game_words(question.game)}. {street}"
        return f"{street}. You have {', '.join(map(self.card, question.hole))}.{board} {', '.join(answers)}?"

    @property
    def graded(self) -> str:
        """The grade of the answer and what it cost."""
        if self.question is None or self.chosen is None:
            return ""
        words = _action(self.question, self.chosen.multiple)
        if self.chosen.grade is Grade.BEST:
            return f"{words} is best."
        return f"{self.chosen.grade.value.capitalize()}: {words.lower()} costs {float(self.chosen.cost):.3f} antes."

    def values(self) -> list[tuple[str, str, str]]:
        """Return each action with its value and its cost, best first."""
        if self.question is None or self.coaching is None:
            return []
        return [
            (
                _action(self.question, each.multiple) + (" (yours)" if each is self.chosen else ""),
                f"{float(each.value):+.3f}",
                f"-{float(each.cost):.3f}" if each.cost else "best",
            )
            for each in self.coaching.choices
        ]

    @property
    def stats(self) -> str:
        """The streak, the accuracy and the loss of this session, and the time left."""
        words = f"{self.progress['streak']} in a row; {tally_words(self.session)}"
        return f"{self.left} s; {words}" if self.timed else words

    @property
    def summary(self) -> str:
        """What is said at the end."""
        said = f"Drilled {self.about}: {tally_words(self.session)}."
        minute = self.progress["minute"]
        if self.timed and minute is not None:
            said += f" Your best sixty seconds: {minute['best']} right of {minute['answers']}."
        return said


def game_words(game: DrillGame) -> str:
    """Return the game in words: ``Chickasaw Nation with trips``, ``California, blind UTH-02``."""
    rules = game.posted.rules
    wagers = " and ".join(rules.words.wager(wager).lower() for wager in game.beside)
    other = [f"{kind} {name}" for kind, name in game.tables.items() if name != getattr(rules.pay, kind)[0].name]
    return ", ".join((f"{rules.short_name} with {wagers}" if wagers else rules.short_name, *other))


def key_of(question: Question, multiple: int) -> str:
    """Return the key that gives an answer."""
    return str(multiple) if multiple else "f" if question.situation.street is Street.RIVER else "c"


def _action(question: Question, multiple: int) -> str:
    if multiple:
        return f"Play {multiple}x"
    return "Fold" if question.situation.street is Street.RIVER else "Check"


def tally_words(tally: TallyDocument) -> str:
    """Return a tally in words: ``8 of 10 best (80%), 0.012 antes lost an answer``."""
    answers, best = tally["answers"], tally["best"]
    if not answers:
        return "no answers yet"
    lost = tally["lost"] / PARTS / answers
    return f"{best} of {answers} best ({100 * best // answers}%), {lost:.3f} antes lost an answer"


def progress_lines(progress: ProgressDocument) -> list[str]:
    """Return the progress as lines: in all, then by kind of decision."""
    lines = [f"In all: {tally_words(total_of(progress))}; {progress['longest']} in a row at most."]
    lines += [
        f"{kind.title}: {tally_words(progress['kinds'][kind.name])}."
        for kind in KINDS
        if kind.name in progress["kinds"]
    ]
    return lines


HELP: Final = "Answer with a multiple (4, 3, 2 or 1), c to check or f to fold. p shows your progress, q ends the drill."


def run_plain(session: DrillSession, lines: Iterable[str], say: Callable[[str], Any]) -> None:
    """Drill line by line: each question is answered by a line, and the next one follows."""
    say(f"{session.about}. {HELP}")
    if session.to_solve():
        say("Working out the first decisions of this game; this takes a few seconds.")
    session.begin()
    say(session.asks)
    for line in lines if session.question is not None else ():
        typed = line.strip().lower()
        if typed in ("q", "quit"):
            break
        multiple = session.multiple_of(typed)
        if session.over:
            break
        if typed == "p":
            for each in progress_lines(session.progress):
                say(each)
        elif multiple is None:
            say(HELP)
        else:
            session.answer(multiple)
            said = session.coaching
            worth = "; ".join(f"{action} {value}" for action, value, _ in session.values())
            say(f"{session.graded} {said.reason if said is not None else ''} In antes: {worth}.")
            for note in said.notes if said is not None and not session.timed else ():
                say(note)
            session.next()
        say(session.asks)
        if session.question is None:
            break
    session.finish()
    say(session.summary)
