"""The strategies of a table as lookup tables for the compiled loop, and the exact solutions they come from."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache, lru_cache
from importlib.util import module_from_spec, spec_from_file_location
from itertools import combinations, permutations
from math import comb
from numbers import Real
from pathlib import Path
from typing import Any, Final, cast

import numpy as np

from uth.cards import Card
from uth.errors import Malformed, UthError
from uth.exact.boards import board_tables, five_ranks
from uth.exact.flops import flop_tables, start_classes
from uth.exact.game import MainGame, main_game
from uth.exact.result import Solution
from uth.exact.solve import solve
from uth.kernels.exact_index import HOLES, NO_ACTION, RANK_FIVES, RANK_PAIRS, STARTS, Bytes
from uth.kernels.ranking import card_tables
from uth.kernels.sim_choices import ChoiceTables, Strategies
from uth.kernels.sim_table import ALONE, DECISIONS
from uth.ranking import COLUMN_BITS, ROWS, Category, load_tables
from uth.rules.values import Street, Wager
from uth.sim.plan import Plan, SeatPlan
from uth.strategy.named import STRATEGIES, strategy_named
from uth.table.posted import Posted

SUITED_AT: Final = RANK_FIVES * RANK_PAIRS
"""The first entry of boards with a flush suit; boards without one take 91 entries each, those with one 351."""


@cache
def choice_tables() -> ChoiceTables:
    """Return the tables that number each hole, flop and board."""
    starts = np.zeros((52, 52), np.uint16)
    low, high = np.array(list(combinations(range(52), 2))).T
    starts[low, high] = starts[high, low] = np.arange(STARTS)
    places = np.array([[comb(card, size) for card in range(52)] for size in (1, 2, 3)], np.uint16)
    renamings = list(permutations(range(4)))
    renamed = np.array([[card & ~3 | names[card & 3] for card in range(52)] for names in renamings], np.uint8)
    boards = np.zeros(len(card_tables().orders), np.uint16)
    keys = load_tables().keys
    for number, ranks in enumerate(five_ranks().tolist()):
        key = sum(keys[rank] for rank in ranks)
        row = int(card_tables().rows[key >> COLUMN_BITS & ROWS - 1])
        boards[2 * row + (key & (1 << COLUMN_BITS) - 1)] = number
    flushes = np.zeros(1 << 13, np.int32)
    for size, start, _, mask, *_ in board_tables().sets.tolist():
        if size:
            flushes[mask] = SUITED_AT + (start - RANK_FIVES) * HOLES
    return ChoiceTables(
        starts=starts.ravel(),
        places=places.ravel(),
        flops=_flops(places.astype(np.int64).tolist(), {names: at for at, names in enumerate(renamings)}),
        renamed=renamed.ravel(),
        boards=boards,
        flushes=flushes,
    )


def _flops(
    places: list[list[int]], renamings: dict[tuple[int, ...], int]
) -> np.ndarray[tuple[int], np.dtype[np.uint32]]:
    """Return each flop's number, with the renaming of its suits in the higher bits."""
    numbers = {tuple(cards): number for number, cards in enumerate(flop_tables().flops[:, :3].tolist())}
    codes = np.zeros(comb(52, 3), np.uint32)
    for flop in combinations(range(52), 3):
        suits = [suit for suit, _ in Counter(card & 3 for card in flop).most_common()]
        cards = flop if len(suits) != 2 else sorted(flop, key=lambda card: (card & 3 != suits[0], card))
        names: dict[int, int] = {}
        for suit in (*(card & 3 for card in cards), *range(4)):
            names.setdefault(suit, len(names))
        number = numbers[tuple(card & ~3 | names[card & 3] for card in cards)]
        place = sum(places[at][card] for at, card in enumerate(flop))
        codes[place] = number | renamings[tuple(names[suit] for suit in range(4))] << 16
    return codes


def packed(actions: Bytes) -> Bytes:
    """Return actions below four, packed in two bits each."""
    four = np.zeros((len(actions) + 3) // 4 * 4, np.uint8)
    four[: len(actions)] = actions
    a, b, c, d = four.reshape(-1, 4).T
    return (a | b << 2 | c << 4 | d << 6).astype(np.uint8)


def river_entries(river: Bytes) -> Bytes:
    """Return the actions of all boards and holes in one row, without entries that are never used."""
    return np.concatenate((river[:RANK_FIVES, :RANK_PAIRS].ravel(), river[RANK_FIVES:, :HOLES].ravel()))


Ending = tuple[Street, int]
"""A final decision: the street, and the multiple, 0 for a fold."""


def endings(posted: Posted) -> tuple[Ending | None, ...]:
    """Return every possible decision by its number: a fold first, then none at all."""
    play = posted.rules.play
    plays = [(street, multiple) for street in Street for multiple in sorted(play.multiples(street))]
    if len(plays) > DECISIONS - 2:
        says = f"are {len(plays)} decisions; the simulator knows {DECISIONS - 2} at most"
        raise Malformed("play", len(plays), says, play.preflop.cite)
    return (Street.RIVER, 0), None, *plays


@dataclass(frozen=True, slots=True, kw_only=True)
class Solved:
    """The strategies of a table.

    It has their tables, the strategy of each seat, their exact solutions, and the grade of the forfeited pay by the
    category of hole and flop.
    """

    tables: Strategies
    of_seat: tuple[int, ...]
    solutions: tuple[Solution, ...] = field(repr=False)
    grades: Bytes = field(repr=False)


def solved(plan: Plan) -> Solved:
    """Return the strategies of all seats, each solved once; a user's own strategy is replaced by the best one."""
    keys: list[tuple[str, MainGame]] = []
    of_seat = []
    for seat in plan.seats:
        key = _name(seat), _game(plan, seat)
        if key not in keys:
            keys.append(key)
        of_seat.append(keys.index(key))
    solutions = tuple(_solution(name, game) for name, game in keys)
    graded = max(solutions, key=lambda each: len(each.game.grades)).game
    grades = np.array([graded.grades.index(graded.progressive_pays(category)) for category in Category], np.uint8)
    return Solved(
        tables=_tables(solutions, len(graded.grades), endings(plan.posted)),
        of_seat=tuple(of_seat),
        solutions=solutions,
        grades=grades,
    )


def _name(seat: SeatPlan) -> str:
    name = "optimal" if seat.is_own else seat.strategy
    if name not in STRATEGIES:
        says = f"is not a strategy; one of {', '.join(STRATEGIES)}, or your own as FILE.py:function"
        raise Malformed("strategy", name, says)
    return name


def _game(plan: Plan, seat: SeatPlan) -> MainGame:
    """Return the game that the seat decides about, including the side wagers that a fold forfeits."""
    return main_game(plan.posted, seat.wagers if Wager.ANTE in seat.wagers else None, dict(plan.meters))


@lru_cache(maxsize=8)
def _solution(name: str, game: MainGame) -> Solution:
    return solve(game, strategy_named(name).policy(game))


def _tables(solutions: tuple[Solution, ...], grades: int, ends: tuple[Ending | None, ...]) -> Strategies:
    numbers = {end: number for number, end in enumerate(ends) if number != ALONE}
    _, classes = start_classes()
    preflop, flop, river, decisions = [], [], [], []
    for solution in solutions:
        game = solution.game
        starts = [numbers[Street.PREFLOP, start.multiple] if start.multiple else 0 for start in solution.starts]
        preflop.append(np.array(starts, np.uint8)[classes])
        actions = solution.played.flop
        flop.append(packed(np.where(actions == NO_ACTION, 0, actions).astype(np.uint8).ravel()))
        rivers = [packed(river_entries(each)) for each in solution.played.river]
        river.append([rivers[grade if len(rivers) > 1 else 0] for grade in range(grades)])
        flops = [numbers[Street.FLOP, choose(game.flop)] if game.flop else 0 for choose in (min, max)]
        rivers_said = [numbers[Street.RIVER, choose(game.river)] for choose in (min, max)]
        decisions.append([0, *flops, 0, *rivers_said, 0, 0])
    return Strategies(
        preflop=np.array(preflop), flop=np.array(flop), river=np.array(river), decisions=np.array(decisions, np.uint8)
    )


CHECK, FOLD = "check", "fold"
WORDS_MAX: Final = 200


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatObservation:
    """A seat's view when it acts: its own cards, the community cards that are face up, and its possible answers.

    ``answers`` has ``"check"`` or ``"fold"`` if they are offered, and every multiple of the ante it may play.
    """

    hole: tuple[Card, Card]
    board: tuple[Card, ...]
    street: Street
    answers: tuple[str | int, ...]
    wagers: dict[Wager, int]
    seat: int
    seats: int


Own = Callable[[SeatObservation], Any]


class StrategyFailed(UthError):
    """A user's own strategy raised an exception, or gave an answer that was not offered."""


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
        raise Malformed("strategy", place, "cannot be loaded: the file is not Python; its name must end in .py")
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
    """Raise `Malformed` for a strategy that does not load, before any card is dealt."""
    for seat in plan.seats:
        if seat.is_own:
            load_own(seat.strategy)


def answers_on(plan: Plan, street: Street) -> tuple[str | int, ...]:
    """Return the possible answers on a street."""
    play = plan.posted.rules.play
    said: list[str | int] = [CHECK] if street in play.check.value else []
    said += sorted(play.multiples(street), reverse=True)
    return (*said, FOLD) if street in play.fold.value else tuple(said)


def ask(plan: Plan, at: int, seen: SeatObservation) -> str | int:
    """Return the answer of a seat's own strategy; raise `StrategyFailed` if it was not offered."""
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
    """Return text from the user's code in a form that fits on one line."""
    line = " ".join(text.split())
    return line if len(line) <= WORDS_MAX else line[:WORDS_MAX] + "..."


def _where(seen: SeatObservation) -> str:
    board = " ".join(map(str, seen.board))
    return f"{seen.street.words}, hole {' '.join(map(str, seen.hole))}" + (f", board {board}" if board else "")


def decide_own(plan: Plan, at: int, cards: list[Card]) -> int:
    """Return the number of the decision of a seat's own strategy, street by street."""
    numbers = {end: number for number, end in enumerate(endings(plan.posted))}
    for street, shown in ((Street.PREFLOP, 0), (Street.FLOP, 3), (Street.RIVER, 5)):
        answers = answers_on(plan, street)
        if not answers or answers == (CHECK,):
            continue
        seen = SeatObservation(
            hole=(cards[7 + 2 * at], cards[8 + 2 * at]), board=tuple(cards[:shown]), street=street, answers=answers,
            wagers=dict(plan.seats[at].wagers), seat=1 + at, seats=len(plan.seats),
        )  # fmt: skip
        answer = ask(plan, at, seen)
        if answer == FOLD:
            return 0
        if answer != CHECK:
            return numbers[street, int(answer)]
    raise Malformed("play", plan.posted.rules.name, "lets a hand check to the end; it cannot be simulated")
