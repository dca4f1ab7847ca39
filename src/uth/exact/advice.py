"""The exact value of each action for one hole, with any known dead cards."""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from math import comb
from pathlib import Path
from typing import Final, NamedTuple

import numpy as np

from uth.cards import DECK, Card, require_distinct
from uth.errors import Malformed
from uth.exact.boards import state_tables
from uth.exact.flops import start_name
from uth.exact.game import DEALERS, MainGame
from uth.exact.limit import Limited, PayoutLimit, games_under, solve_limited
from uth.exact.run import forward
from uth.exact.solve import BEST, solve, solve_starts
from uth.exact.standings import in_parts, summed, workers_of
from uth.kernels.exact_index import LESS, LOST, PLAY_BIT, RIVER, STAKED, STAY, WON, Bytes, Integers
from uth.kernels.exact_states import StateScratch, stand_states, sum_states
from uth.kernels.ranking import rank_array
from uth.ranking import ORDER_BITS, Category, rank
from uth.rules.values import Street


@dataclass(frozen=True, slots=True, kw_only=True)
class Option:
    """One action and its value in antes: a multiple of the ante, or 0 to check (at the river, to fold)."""

    multiple: int
    value: Fraction


@dataclass(frozen=True, slots=True, kw_only=True)
class Standing:
    """How a hole compares at the river with every hole the dealer may have."""

    hand: Category
    wins: int
    pushes: int
    losses: int
    unqualified: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Advice:
    """The actions on one street, best first, and at the river the hole's standing."""

    street: Street
    options: tuple[Option, ...]
    standing: Standing | None = None

    @property
    def best(self) -> Option:
        """The action with the highest value; `TIES` decides between equal ones."""
        return self.options[0]

    @property
    def margin(self) -> Fraction:
        """The margin of the best action over the next."""
        return self.options[0].value - self.options[1].value if len(self.options) > 1 else Fraction(0)


def advise(
    game: MainGame,
    hole: Sequence[Card],
    board: Sequence[Card] = (),
    dead: Collection[Card] = (),
    limit: PayoutLimit | None = None,
) -> Advice:
    """Return the value of every action for the hole, given the board so far and the dead cards.

    Under a payout limit the values cover ante, blind and play only, with wins cut by the limit.
    """
    if len(hole) != 2:
        raise Malformed("hole", " ".join(map(str, hole)), f"has {len(hole)} cards; a hole has two")
    if len(board) not in (0, 3, 5):
        says = f"has {len(board)} cards; decisions are made with none, three or five"
        raise Malformed("board", " ".join(map(str, board)), says)
    require_distinct((*hole, *board, *dead), "cards")
    if len(dead) > 52 - 7 - 2:
        raise Malformed("dead", len(dead), "cards are dead; the board and the dealer's hole need seven more")
    match len(board):
        case 5:
            return advise_river(game, hole, board, dead, limit)
        case 3:
            return advise_flop(game, hole, board, dead, limit)
        case _ if dead:
            return start_known(game, tuple(sorted(hole)), frozenset(dead), limit)
        case _ if limit is not None:
            return ranked(Street.PREFLOP, limited_of(game, limit).values[start_name(hole)])
        case _:
            values = starts_of(game.for_starts())[start_name(hole)]
            extra = expected_progressive(game, hole, ())
            return ranked(Street.PREFLOP, {multiple: value + extra for multiple, value in values.items()})


STANDARD_STARTS: Final = Path(__file__).parent / "standard_starts.json"
"""The starting hands of the standard game, which all five books play; `scripts/build_start_values.py` writes it."""


@lru_cache(maxsize=64)
def starts_of(game: MainGame) -> Mapping[str, Mapping[int, Fraction]]:
    """Return the values of each starting hand's actions, cached; those of the standard game are read from a file."""
    if game != MainGame():
        return solved_starts(game)
    read = json.loads(STANDARD_STARTS.read_text(encoding="utf-8"))
    return {name: {int(multiple): Fraction(each) for multiple, each in values.items()} for name, values in read.items()}


def solved_starts(game: MainGame) -> Mapping[str, Mapping[int, Fraction]]:
    """Return the values of each starting hand's actions; this takes seconds."""
    starts = solve_starts(game, forward(game, workers_of(None)), BEST)
    return {start.name: start.values for start in starts}


@lru_cache(maxsize=4)
def limited_of(game: MainGame, limit: PayoutLimit) -> Limited:
    """Return the game solved under the limit, cached."""
    return solve_limited(game, solve(game), limit)


def ranked(street: Street, values: Mapping[int, Fraction], standing: Standing | None = None) -> Advice:
    """Return the advice with its options sorted, best first; `TIES` orders equal ones."""
    options = [Option(multiple=multiple, value=value) for multiple, value in values.items()]
    last = street is Street.RIVER  # at the river, multiple 0 is a fold, and ranks after a play of equal value
    options.sort(key=lambda option: (-option.value, last and not option.multiple, option.multiple))
    return Advice(street=street, options=tuple(options), standing=standing)


def alive_without(gone: Collection[Card]) -> Bytes:
    """Return a 0 for each dead card and a 1 for every other."""
    alive = np.ones(52, np.uint8)
    alive[list(gone)] = 0
    return alive


def scratch() -> StateScratch:
    """Return scratch arrays for one thread."""
    return StateScratch(np.zeros(26, np.int64), np.zeros(4, np.int64), np.zeros(5, np.int64), np.zeros(5, np.uint8))


def states_of(game: MainGame, hole: Sequence[Card], boards: Bytes, dead: Collection[Card]) -> Integers:
    """Return the hole's state on each of the boards."""
    states = np.zeros((len(boards), 4), np.int64)
    cards = np.array(hole, np.uint8)
    alive = alive_without((*hole, *dead))
    stand_states(boards, cards, alive, game.qualifier or 0, state_tables(), scratch(), states)
    return states


def stay_and_play(game: MainGame, states: Integers, dealers: int) -> tuple[Integers, Integers]:
    """Return for each state the scaled amount that does not depend on the multiple, and wins less losses."""
    terms = game.terms()
    wins, losses, without, kind = states.T
    rest = terms[WON + kind] * wins + terms[LOST + kind] * losses + terms[LESS + kind] * without
    return rest + terms[STAKED + kind] // DEALERS * dealers, wins - losses


def advise_river(
    game: MainGame,
    hole: Sequence[Card],
    board: Sequence[Card],
    dead: Collection[Card],
    limit: PayoutLimit | None = None,
) -> Advice:
    """Return the values of a fold and of each multiple at the river."""
    dealers = comb(45 - len(dead), 2)
    states = states_of(game, hole, np.array([board], np.uint8), dead)
    paid = game.progressive_pays(rank((*hole, *board[:3])).category) - game.progressive_wager
    values = {0: -2 - game.trips_wager - game.progressive_wager}
    games = games_under(game, limit)
    for multiple in game.river:
        cut = games[multiple]
        (rest,), (play,) = (each.tolist() for each in stay_and_play(cut, states, dealers))
        values[multiple] = Fraction(rest + cut.scale * multiple * play, cut.scale * dealers) + paid
    wins, losses, without, kind = states[0].tolist()
    standing = Standing(
        hand=Category(kind), wins=wins, pushes=dealers - wins - losses, losses=losses, unqualified=without
    )
    return ranked(Street.RIVER, values, standing)


def advise_flop(
    game: MainGame,
    hole: Sequence[Card],
    board: Sequence[Card],
    dead: Collection[Card],
    limit: PayoutLimit | None = None,
) -> Advice:
    """Return the values of a check and of each multiple on the flop, over every turn and river."""
    gone = {*hole, *board, *dead}
    left = np.array([card for card in DECK if card not in gone], np.uint8)
    one, two = np.triu_indices(len(left), 1)
    boards = np.empty((len(one), 5), np.uint8)
    boards[:, :3] = board
    boards[:, 3] = left[one]
    boards[:, 4] = left[two]
    dealers = comb(len(left) - 2, 2)
    states, games = states_of(game, hole, boards, dead), games_under(game, limit)
    grade = game.progressive_pays(rank((*hole, *board)).category)
    scale, finer = games[game.river[0]].scale, game.finer
    river: list[int] = [int(scale * finer * (-2 - game.trips_wager - grade)) * dealers] * len(boards)
    for multiple in game.river:
        rest, play = stay_and_play(games[multiple], states, dealers)
        river = list(map(max, river, (finer * (rest + scale * multiple * play)).tolist()))
    deals = len(boards) * dealers
    paid = grade - game.progressive_wager
    values = {0: Fraction(sum(river), scale * finer * deals) + paid}
    for multiple in game.flop:
        rest, play = stay_and_play(games[multiple], states, dealers)
        values[multiple] = Fraction(int(rest.sum()) + scale * multiple * int(play.sum()), scale * deals) + paid
    return ranked(Street.FLOP, values)


def expected_progressive(game: MainGame, hole: Sequence[Card], dead: Collection[Card]) -> Fraction:
    """Return the value of the progressive for a hole that never folds."""
    if not game.progressive_wager:
        return Fraction(0)
    counts = np.bincount(flop_kinds(hole, cards_left(hole, dead)), minlength=len(Category)).tolist()
    paid = [count * game.progressive_pays(category) for category, count in zip(Category, counts, strict=True)]
    return sum(paid, Fraction(0)) / int(sum(counts)) - game.progressive_wager


def cards_left(hole: Sequence[Card], dead: Collection[Card]) -> Bytes:
    """Return the cards that may come on the board."""
    gone = {*hole, *dead}
    return np.array([card for card in DECK if card not in gone], np.uint8)


@lru_cache(maxsize=8)
def flop_places(count: int) -> Integers:
    """Return the positions of the cards of every flop of so many cards."""
    return np.array([(i, j, k) for k in range(count) for j in range(k) for i in range(j)])


def flop_kinds(hole: Sequence[Card], cards: Bytes) -> Bytes:
    """Return the hole's category with each flop of the cards; flops are numbered by the positions of their cards."""
    places = flop_places(len(cards))
    hands = np.empty((len(places), 5), np.uint8)
    hands[:, :2] = hole
    hands[:, 2:] = cards[places]
    return (rank_array(hands) >> ORDER_BITS).astype(np.uint8)


@lru_cache(maxsize=256)
def start_known(game: MainGame, hole: tuple[Card, ...], dead: frozenset[Card], limit: PayoutLimit | None) -> Advice:
    """Return the values before the flop with dead cards, cached: 1.7 million boards are counted."""
    return advise_start(game, hole, dead, limit)


def advise_start(
    game: MainGame, hole: Sequence[Card], dead: Collection[Card], limit: PayoutLimit | None = None
) -> Advice:
    """Return the values of a check and of each multiple before the flop, over every board without dead cards."""
    cards = cards_left(hole, dead)
    count = len(cards)
    dealers, runouts = comb(count - 5, 2), comb(count - 3, 2)
    games = games_under(game, limit)
    if limit is not None and len(game.river) != 1:
        raise Malformed("limit", str(limit.antes), "antes: a payout limit is solved for one multiple at the river")
    counted: dict[MainGame, FlopSums] = {}
    for each in games.values():
        if each not in counted:
            counted[each] = flop_sums(each, hole, dead, cards, dealers)
    scale, finer = games[game.river[0]].scale, game.finer
    best = counted[games[game.river[0]]].river
    for multiple in game.flop:
        rest, play, _ = counted[games[multiple]]
        best = np.maximum(best, finer * (rest + scale * multiple * play))
    deals = comb(count, 3) * runouts * dealers
    extra = expected_progressive(game, hole, dead)
    values = {0: Fraction(sum(best.tolist()), scale * finer * deals) + extra}
    for multiple in game.preflop:
        rest, play, _ = counted[games[multiple]]
        total = sum(rest.tolist()) + scale * multiple * sum(play.tolist())
        values[multiple] = Fraction(total, scale * deals) + extra
    return ranked(Street.PREFLOP, values)


class FlopSums(NamedTuple):
    """Sums for each flop over its turns, rivers and dealers: the amount that does not depend on the multiple, wins less
    losses, and the result of the best river action.
    """

    rest: Integers
    play: Integers
    river: Integers


def flop_sums(game: MainGame, hole: Sequence[Card], dead: Collection[Card], cards: Bytes, dealers: int) -> FlopSums:
    """Return the sums of the hole on every flop of the cards."""
    count, workers = len(cards), workers_of(None)
    place = np.arange(count, dtype=np.int64)
    threes = np.stack((place, place * (place - 1) // 2, place * (place - 1) * (place - 2) // 6))
    grade = np.array([game.grades.index(game.progressive_pays(category)) for category in Category], np.uint8)
    grades = grade[flop_kinds(hole, cards)] if game.progressive_wager else np.zeros(comb(count, 3), np.uint8)

    def part(first: int) -> Integers:
        sums = np.zeros((2, comb(count, 3)), np.int64)
        sum_states(
            first, workers, cards, np.array(hole, np.uint8), alive_without((*hole, *dead)), game.terms(),
            state_tables(), threes, grades, dealers, scratch(), sums,
        )  # fmt: skip
        return sums

    sums = summed(in_parts(workers, part))
    play = (sums[STAY] + (1 << (PLAY_BIT - 1))) >> PLAY_BIT
    return FlopSums(rest=sums[STAY] - (play << PLAY_BIT), play=play, river=sums[RIVER])
