"""A strategy of the user's own: a function in a file, asked with what its seat may see and nothing else."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from importlib.util import module_from_spec, spec_from_file_location
from numbers import Real
from pathlib import Path
from typing import Any, Final, cast

from uth.cards import Card
from uth.errors import Malformed, UthError
from uth.rules.values import Street, Wager
from uth.sim.plan import Plan, SeatPlan
from uth.sim.strategies import endings

CHECK, FOLD = "check", "fold"
WORDS_MAX: Final = 200


@dataclass(frozen=True, slots=True, kw_only=True)
class Seen:
    """What a seat sees when it is asked: its own cards, the community cards that are face up, and what it may answer.

    ``answers`` has ``"check"`` or ``"fold"`` where they are offered, and every multiple of the ante it may play.
    """

    hole: tuple[Card, Card]
    board: tuple[Card, ...]
    street: Street
    answers: tuple[str | int, ...]
    wagers: dict[Wager, int]
    seat: int
    seats: int


Own = Callable[[Seen], Any]


class StrategyFailed(UthError):
    """A strategy of the user's own raised something, or answered what it was not offered."""


@lru_cache(maxsize=32)
def load_own(place: str) -> Own:
    """Return the function of ``FILE.py:function``."""
    file, _, name = place.rpartition(":")
    path = Path(file)
    if not file or not name.isidentifier():
        raise Malformed("strategy", place, "is not a file and a function; write for example mine.py:decide")
    if not path.is_file():
        raise Malformed("strategy", place, f"cannot be loaded: there is no file {file}")
    spec = spec_from_file_location(f"uth_own_{path.stem}", path)
    if spec is None or spec.loader is None:
        raise Malformed("strategy", place, "cannot be loaded: the file is no Python; its name ends in .py")
    module = module_from_spec(spec)
    try:
        spec.loader.exec_module(module)
    except (Exception, SystemExit) as fault:
        raise Malformed("strategy", place, f"cannot be loaded: {_raised(fault)}") from None
    function = getattr(module, name, None)
    if not callable(function):
        raise Malformed("strategy", place, f"has no function {name}")
    return cast(Own, function)


def require_own(plan: Plan) -> None:
    """Refuse a strategy that does not load before a card is dealt."""
    for seat in plan.seats:
        if seat.is_own:
            load_own(seat.strategy)


def answers_on(plan: Plan, street: Street) -> tuple[str | int, ...]:
    """Return what may be answered on a street."""
    play = plan.posted.rules.play
    said: list[str | int] = [CHECK] if street in play.check.value else []
    said += sorted(play.multiples(street), reverse=True)
    return (*said, FOLD) if street in play.fold.value else tuple(said)


def ask(plan: Plan, at: int, seen: Seen) -> str | int:
    """Return what a seat's own strategy answers, always something it was offered."""
    seat: SeatPlan = plan.seats[at]
    try:
        answer = load_own(seat.strategy)(seen)
    except (Exception, SystemExit) as fault:
        raise StrategyFailed(f"strategy: {seat.strategy} raised {_raised(fault)} ({_where(seen)})") from None
    if isinstance(answer, str | Real) and not isinstance(answer, bool):
        for offered in seen.answers:
            if offered == answer:
                return offered
    asked = ", ".join(map(str, seen.answers))
    said = _in_a_line(repr(answer))
    raise StrategyFailed(f"strategy: {seat.strategy} answered {said}; one of {asked} was asked for ({_where(seen)})")


def _raised(fault: BaseException) -> str:
    return _in_a_line(f"{type(fault).__name__}: {fault}".rstrip(": "))


def _in_a_line(text: str) -> str:
    """Return words of somebody else's so that they fit into a line."""
    line = " ".join(text.split())
    return line if len(line) <= WORDS_MAX else line[:WORDS_MAX] + "..."


def _where(seen: Seen) -> str:
    board = " ".join(map(str, seen.board))
    return f"{seen.street.words}, hole {' '.join(map(str, seen.hole))}" + (f", board {board}" if board else "")


def decide_own(plan: Plan, at: int, cards: list[Card]) -> int:
    """Return the number of what a seat's own strategy decides, asked street by street."""
    numbers = {end: number for number, end in enumerate(endings(plan.posted))}
    for street, shown in ((Street.PREFLOP, 0), (Street.FLOP, 3), (Street.RIVER, 5)):
        answers = answers_on(plan, street)
        if not answers or answers == (CHECK,):
            continue
        seen = Seen(
            hole=(cards[7 + 2 * at], cards[8 + 2 * at]), board=tuple(cards[:shown]), street=street, answers=answers,
            wagers=dict(plan.seats[at].wagers), seat=1 + at, seats=len(plan.seats),
        )  # fmt: skip
        answer = ask(plan, at, seen)
        if answer == FOLD:
            return 0
        if answer != CHECK:
            return numbers[street, int(answer)]
    raise Malformed("play", plan.posted.rules.name, "lets a hand check to the end; it cannot be simulated")
