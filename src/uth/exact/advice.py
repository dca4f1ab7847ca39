"""What each action is worth to one hole, exactly, with any cards known to be out of the deck."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from math import comb

import numpy as np

from uth.cards import DECK, Card, require_distinct
from uth.errors import Malformed
from uth.exact.boards import state_tables
from uth.exact.flops import start_name
from uth.exact.game import DEALERS, MainGame
from uth.exact.result import Solution
from uth.exact.solve import solve
from uth.exact.workers import in_parts, summed, workers_of
from uth.kernels.exact_index import LESS, LOST, PLAY_BIT, RIVER, STAKED, STAY, WON, Bytes, Integers
from uth.kernels.exact_states import StateRoom, stand_states, sum_states
from uth.kernels.ranking import rank_array
from uth.ranking import ORDER_BITS, Category, rank
from uth.rules.values import Street


@dataclass(frozen=True, slots=True, kw_only=True)
class Option:
    """One action and its value in antes: a multiple of the ante to play, or 0 for a check, at the river a fold."""

    multiple: int
    value: Fraction


@dataclass(frozen=True, slots=True, kw_only=True)
class Standing:
    """How a hole stands at the river against every hole the dealer may have."""

    hand: Category
    wins: int
    pushes: int
    losses: int
    unqualified: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Advice:
    """The actions on one street, best first; at the river also how the hole stands."""

    street: Street
    options: tuple[Option, ...]
    standing: Standing | None = None

    @property
    def best(self) -> Option:
        """The action worth most; of two that are worth the same, the one that wagers less."""
        return self.options[0]

    @property
    def margin(self) -> Fraction:
        """By how much the best action beats the next."""
        return self.options[0].value - self.options[1].value if len(self.options) > 1 else Fraction(0)


def advise(game: MainGame, hole: Sequence[Card], board: Sequence[Card] = (), dead: Collection[Card] = ()) -> Advice:
    """Return the value of every action open to the hole, with the board so far and the dead cards known."""
    if len(hole) != 2:
        raise Malformed("hole", " ".join(map(str, hole)), f"has {len(hole)} cards; a hole has two", "MA.7a")
    if len(board) not in (0, 3, 5):
        says = f"has {len(board)} cards; decisions are made with none, three or five"
        raise Malformed("board", " ".join(map(str, board)), says, "MA.7f1")
    require_distinct((*hole, *board, *dead), "cards")
    if len(dead) > 52 - 7 - 2:
        raise Malformed("dead", len(dead), "cards are dead; the board and the dealer's hole need seven more")
    match len(board):
        case 5:
            return advise_river(game, hole, board, dead)
        case 3:
            return advise_flop(game, hole, board, dead)
        case _ if dead:
            return advise_start(game, hole, dead)
        case _:
            start = next(s for s in solution_of(game).starts if s.name == start_name(hole))
            extra = expected_progressive(game, hole, ())
            return ranked(Street.PREFLOP, {multiple: value + extra for multiple, value in start.values.items()})


@lru_cache(maxsize=4)
def solution_of(game: MainGame) -> Solution:
    """Return the game's solution, kept for the next who asks."""
    return solve(game)


def ranked(street: Street, values: dict[int, Fraction], standing: Standing | None = None) -> Advice:
    """Return the advice with its options in order."""
    options = [Option(multiple=multiple, value=value) for multiple, value in values.items()]
    options.sort(key=lambda option: (-option.value, option.multiple))
    return Advice(street=street, options=tuple(options), standing=standing)


def alive_without(gone: Collection[Card]) -> Bytes:
    """Return for each card 1, or 0 if it is gone."""
    alive = np.ones(52, np.uint8)
    alive[list(gone)] = 0
    return alive


def room() -> StateRoom:
    """Return room for one thread to work in."""
    return StateRoom(np.zeros(26, np.int64), np.zeros(4, np.int64), np.zeros(5, np.int64), np.zeros(5, np.uint8))


def states_of(game: MainGame, hole: Sequence[Card], boards: Bytes, dead: Collection[Card]) -> Integers:
    """Return how the hole stands on each of the boards."""
    states = np.zeros((len(boards), 4), np.int64)
    cards = np.array(hole, np.uint8)
    alive = alive_without((*hole, *dead))
    stand_states(boards, cards, alive, game.qualifier or 0, state_tables(), room(), states)
    return states


def stay_and_play(game: MainGame, states: Integers, dealers: int) -> tuple[Integers, Integers]:
    """Return for each state what stays with the hand whatever its multiple, scaled, and its wins less its losses."""
    terms = game.terms()
    wins, losses, without, kind = states.T
    rest = terms[WON + kind] * wins + terms[LOST + kind] * losses + terms[LESS + kind] * without
    return rest + terms[STAKED + kind] // DEALERS * dealers, wins - losses


def advise_river(game: MainGame, hole: Sequence[Card], board: Sequence[Card], dead: Collection[Card]) -> Advice:
    """Return the values of a fold and of each multiple at the river."""
    dealers = comb(45 - len(dead), 2)
    states = states_of(game, hole, np.array([board], np.uint8), dead)
    (rest,), (play,) = (values.tolist() for values in stay_and_play(game, states, dealers))
    paid = game.progressive_pays(rank((*hole, *board[:3])).category) - game.progressive_wager
    values = {0: -2 - game.trips_wager - game.progressive_wager}
    for multiple in game.river:
        values[multiple] = Fraction(rest + game.scale * multiple * play, game.scale * dealers) + paid
    wins, losses, without, kind = states[0].tolist()
    standing = Standing(
        hand=Category(kind), wins=wins, pushes=dealers - wins - losses, losses=losses, unqualified=without
    )
    return ranked(Street.RIVER, values, standing)


def advise_flop(game: MainGame, hole: Sequence[Card], board: Sequence[Card], dead: Collection[Card]) -> Advice:
    """Return the values of a check and of each multiple on the flop, over every turn and river."""
    gone = {*hole, *board, *dead}
    left = np.array([card for card in DECK if card not in gone], np.uint8)
    one, two = np.triu_indices(len(left), 1)
    boards = np.empty((len(one), 5), np.uint8)
    boards[:, :3] = board
    boards[:, 3] = left[one]
    boards[:, 4] = left[two]
    dealers = comb(len(left) - 2, 2)
    rest, play = stay_and_play(game, states_of(game, hole, boards, dead), dealers)
    grade = game.progressive_pays(rank((*hole, *board)).category)
    multiples = np.where(play > 0, max(game.river), min(game.river))
    river = game.finer * (rest + game.scale * play * multiples)
    fold = int(game.scale * game.finer * (-2 - game.trips_wager - grade)) * dealers
    deals = len(boards) * dealers
    paid = grade - game.progressive_wager
    values = {0: Fraction(sum(max(value, fold) for value in river.tolist()), game.scale * game.finer * deals) + paid}
    for multiple in game.flop:
        total = int(rest.sum()) + game.scale * multiple * int(play.sum())
        values[multiple] = Fraction(total, game.scale * deals) + paid
    return ranked(Street.FLOP, values)


def expected_progressive(game: MainGame, hole: Sequence[Card], dead: Collection[Card]) -> Fraction:
    """Return what the progressive is worth to a hole that never folds."""
    if not game.progressive_wager:
        return Fraction(0)
    counts = np.bincount(flop_kinds(hole, cards_left(hole, dead)), minlength=len(Category)).tolist()
    paid = [count * game.progressive_pays(category) for category, count in zip(Category, counts, strict=True)]
    return sum(paid, Fraction(0)) / int(sum(counts)) - game.progressive_wager


def cards_left(hole: Sequence[Card], dead: Collection[Card]) -> Bytes:
    """Return the cards that may come on the board."""
    gone = {*hole, *dead}
    return np.array([card for card in DECK if card not in gone], np.uint8)


def flop_kinds(hole: Sequence[Card], cards: Bytes) -> Bytes:
    """Return the category of the hole with each flop of the cards, flops by the places of their cards, last first."""
    places = np.array([(i, j, k) for k in range(len(cards)) for j in range(k) for i in range(j)])
    hands = np.empty((len(places), 5), np.uint8)
    hands[:, :2] = hole
    hands[:, 2:] = cards[places]
    return (rank_array(hands) >> ORDER_BITS).astype(np.uint8)


def advise_start(game: MainGame, hole: Sequence[Card], dead: Collection[Card]) -> Advice:
    """Return the values of a check and of each multiple before the flop, over every board without the dead cards."""
    cards = cards_left(hole, dead)
    count = len(cards)
    dealers, runouts = comb(count - 5, 2), comb(count - 3, 2)
    place = np.arange(count, dtype=np.int64)
    threes = np.stack((place, place * (place - 1) // 2, place * (place - 1) * (place - 2) // 6))
    grade = np.array([game.grades.index(game.progressive_pays(category)) for category in Category], np.uint8)
    grades = grade[flop_kinds(hole, cards)] if game.progressive_wager else np.zeros(comb(count, 3), np.uint8)
    workers = workers_of(None)

    def part(first: int) -> Integers:
        sums = np.zeros((2, comb(count, 3)), np.int64)
        sum_states(
            first, workers, cards, np.array(hole, np.uint8), alive_without((*hole, *dead)), game.terms(),
            state_tables(), threes, grades, dealers, room(), sums,
        )  # fmt: skip
        return sums

    sums = summed(in_parts(workers, part))
    play = (sums[STAY] + (1 << (PLAY_BIT - 1))) >> PLAY_BIT
    rest = sums[STAY] - (play << PLAY_BIT)
    best = sums[RIVER]
    for multiple in game.flop:
        best = np.maximum(best, game.finer * (rest + game.scale * multiple * play))
    deals = comb(count, 3) * runouts * dealers
    extra = expected_progressive(game, hole, dead)
    values = {0: Fraction(sum(best.tolist()), game.scale * game.finer * deals) + extra}
    for multiple in game.preflop:
        total = sum(rest.tolist()) + game.scale * multiple * sum(play.tolist())
        values[multiple] = Fraction(total, game.scale * deals) + extra
    return ranked(Street.PREFLOP, values)
