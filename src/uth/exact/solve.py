"""Solves a game: the best action at every point, or the value of a given policy."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import combinations
from typing import Final

import numpy as np

from uth.cards import Card
from uth.errors import require
from uth.exact.boards import board_tables
from uth.exact.flops import flop_tables, start_classes
from uth.exact.game import DEALERS, DEALS, FLOPS, RUNOUTS, MainGame
from uth.exact.result import DecisionCount, OutcomeCount, Result, Solution, StartingHand
from uth.exact.run import Forward, forward, slot, tally_deals
from uth.exact.standings import workers_of
from uth.kernels.exact_flops import FIRST_SOURCE, PLAY, REST, SOURCES, WORTH
from uth.kernels.exact_index import CHECK, HIGH, LOW, PLAY_BIT, RIVER, STARTS, STAY, Bytes, Integers, five_at
from uth.ranking import Category
from uth.rules.values import Street
from uth.table.settle.progressive import FIVE_CARD_HANDS


@dataclass(frozen=True, slots=True, kw_only=True)
class Policy:
    """A strategy as tables: an action for each starting hand, flop and hole, board and hole.

    ``None`` is the best action.
    """

    preflop: tuple[int, ...] | None = None
    flop: Bytes | None = None
    river: Bytes | None = None


BEST: Final = Policy()


def solve(game: MainGame, policy: Policy = BEST, workers: int | None = None) -> Solution:
    """Return the value of the game and of each wager under the policy, and the deals of each outcome."""
    threads = workers_of(workers)
    played = forward(game, threads, policy.flop, policy.river)
    starts = solve_starts(game, played, policy)
    outcomes = count_outcomes(game, threads, played, starts)
    ev = value_of(game, starts)
    require(ev == sum((o.deals * o.net for o in outcomes), Fraction(0)) / DEALS, "values and outcomes do not agree")
    return Solution(game=game, ev=ev, starts=starts, decisions=decisions_of(outcomes), outcomes=outcomes, played=played)


def ev_of(game: MainGame, policy: Policy = BEST, workers: int | None = None) -> Fraction:
    """Return only the value of the game under the policy, in half the time."""
    played = forward(game, workers_of(workers), policy.flop, policy.river)
    return value_of(game, solve_starts(game, played, policy))


def solve_starts(game: MainGame, played: Forward, policy: Policy) -> tuple[StartingHand, ...]:
    """Return the values and the chosen action of each starting hand; the progressive is not included."""
    names, classes = start_classes()
    deals = FLOPS * RUNOUTS * DEALERS
    scale, finer = game.scale, game.finer
    starts = []
    for at, name in enumerate(names):
        mine = classes == at
        holes = int(mine.sum())
        worth, play, rest = (sum(played.totals[row, mine].tolist()) for row in (WORTH, PLAY, REST))
        values = {0: Fraction(worth, scale * finer * holes * deals)}
        for multiple in sorted(game.preflop):
            values[multiple] = Fraction(rest + scale * multiple * play, scale * holes * deals)
        best = max(values, key=lambda multiple: (values[multiple], -multiple))
        choice = best if policy.preflop is None else policy.preflop[at]
        starts.append(StartingHand(name=name, holes=holes, values=values, multiple=choice))
    return tuple(starts)


def value_of(game: MainGame, starts: tuple[StartingHand, ...]) -> Fraction:
    """Return the value of the game.

    The progressive is added for every hand, because the value of a fold already deducts it.
    """
    main = sum((start.holes * start.values[start.multiple] for start in starts), Fraction(0)) / STARTS
    paid = sum((count * game.progressive_pays(kind) for kind, count in FIVE_CARD_HANDS.items()), Fraction(0))
    return main + paid / sum(FIVE_CARD_HANDS.values()) - game.progressive_wager


def count_outcomes(
    game: MainGame, workers: int, played: Forward, starts: tuple[StartingHand, ...]
) -> tuple[OutcomeCount, ...]:
    """Return the number of deals that end in each outcome."""
    _, classes = start_classes()
    multiples = np.array([start.multiple for start in starts])[classes]
    raises = [(Street.PREFLOP, multiple, CHECK) for multiple in sorted(set(multiples.tolist()) - {0})]
    for multiple, action in ((max(game.flop, default=0), HIGH), (min(game.flop, default=0), LOW)):
        if (played.flop == action).any():
            raises.append((Street.FLOP, multiple, action))
    outcomes = []
    for grade, pays in enumerate(game.grades):
        for first in range(0, max(len(raises), 1), 2):
            some = raises[first : first + 2]
            tally = tally_deals(game, workers, played, grade, slots_of(multiples, some, river=first == 0))
            ends = [(Street.RIVER, 0), (Street.RIVER, min(game.river)), (Street.RIVER, max(game.river))]
            ends += [(street, multiple) for street, multiple, _ in some]
            for (street, multiple), rows in zip(ends, tally.tolist(), strict=False):
                for category, counts in zip(Category, rows, strict=True):
                    outcomes += outcomes_of(game, street, multiple, category, counts, pays)
    return tuple(outcome for outcome in outcomes if outcome.deals)


def slots_of(multiples: Integers, raises: list[tuple[Street, int, int]], *, river: bool) -> Integers:
    """Return the slot of each hole's flop action: slot 0 goes on to the river, the others are raises."""
    slots = np.zeros((STARTS, 3), np.int64)
    checked = multiples == 0
    if river:
        slots[checked, CHECK] = slot(0)
    for number, (street, multiple, action) in enumerate(raises, start=1):
        if street is Street.PREFLOP:
            slots[multiples == multiple] = slot(number)
        else:
            slots[checked, action] = slot(number)
    return slots


def outcomes_of(
    game: MainGame, street: Street, multiple: int, hand: Category, counts: list[int], progressive: Fraction
) -> list[OutcomeCount]:
    """Return the outcomes of one action with one category: dealers below, equal and above, qualified or not."""
    times, wins, losses, without = counts
    pushes = DEALERS * times - wins - losses
    one = Fraction(1)
    if multiple == 0:
        ends = [(Result.FOLD, DEALERS * times, without, -one, -one, -one)]
        side = -game.trips_wager - game.progressive_wager
    else:
        high = hand >= (game.qualifier or 0)
        less = (without, 0, 0) if high else (wins, pushes, without - wins - pushes)
        ends = [
            (Result.WIN, wins, less[0], one, game.blind_pays(hand), one),
            (Result.PUSH, pushes, less[1], 0 * one, 0 * one, 0 * one),
            (Result.LOSS, losses, less[2], -one, -one, -one),
        ]
        side = game.bonus(hand) + progressive - game.progressive_wager
    return [
        OutcomeCount(
            street=street,
            multiple=multiple,
            result=result,
            qualifies=qualifies,
            hand=hand,
            deals=deals - unqualified if qualifies else unqualified,
            ante=ante if qualifies or result is Result.FOLD else game.spared[hand] * (result is Result.WIN),
            blind=blind,
            play=multiple * play,
            side=side,
        )
        for result, deals, unqualified, ante, blind, play in ends
        for qualifies in (False, True)
    ]


def decisions_of(outcomes: tuple[OutcomeCount, ...]) -> tuple[DecisionCount, ...]:
    """Return the number of deals that end with each multiple of each street."""
    deals: dict[tuple[Street, int], int] = {}
    for outcome in outcomes:
        end = outcome.street, outcome.multiple
        deals[end] = deals.get(end, 0) + outcome.deals
    ordered = sorted(deals, key=lambda end: (list(Street).index(end[0]), -end[1]))
    return tuple(
        DecisionCount(street=street, multiple=multiple, deals=deals[street, multiple]) for street, multiple in ordered
    )


def flop_at(flop: Sequence[Card], hole: Sequence[Card]) -> tuple[int, int]:
    """Return the numbers of the flop and the hole, after renaming suits to those of the canonical flop."""
    suits = Counter(card.suit for card in flop)
    match len(suits):
        case 3:
            cards = sorted(flop)
            names = {card.suit: name for name, card in enumerate(cards)}
        case 2:
            two, one = (suit for suit, _ in suits.most_common())
            cards = [*sorted(card for card in flop if card.suit == two), *(card for card in flop if card.suit == one)]
            names = {two: 0, one: 1}
        case _:
            cards = sorted(flop)
            names = {cards[0].suit: 0}
    for suit in range(4):
        names.setdefault(suit, len(names))
    renamed = tuple(4 * card.rank + names[card.suit] for card in cards)
    mine = sorted(4 * card.rank + names[card.suit] for card in hole)
    return _flop_numbers()[renamed], _start_numbers()[mine[0], mine[1]]


@cache
def _flop_numbers() -> dict[tuple[int, ...], int]:
    return {tuple(cards): number for number, cards in enumerate(flop_tables().flops[:, :3].tolist())}


@cache
def _start_numbers() -> dict[tuple[int, int], int]:
    return {(low, high): number for number, (low, high) in enumerate(combinations(range(52), 2))}


def flop_values(game: MainGame, played: Forward, flop: Sequence[Card], hole: Sequence[Card]) -> dict[int, Fraction]:
    """Return the value of a check (0) and of each multiple on a flop; the progressive is not included."""
    number, start = flop_at(flop, hole)
    tables = flop_tables()
    row = tables.flops[number]
    fields = np.zeros(played.sums.shape[1], np.int64)
    for source in range(row[SOURCES]):
        at, suit = row[FIRST_SOURCE + 2 * source : FIRST_SOURCE + 2 * source + 2]
        fields += played.sums[at, :, tables.hole_numbers[suit, start]]
    stay, river = int(fields[STAY]), int(fields[RIVER + played.grades[number, start]])
    play = (stay + (1 << (PLAY_BIT - 1))) >> PLAY_BIT
    rest = stay - (play << PLAY_BIT)
    deals = game.scale * RUNOUTS * DEALERS
    values = {0: Fraction(river, game.finer * deals)}
    for multiple in game.flop:
        values[multiple] = Fraction(rest + game.scale * multiple * play, deals)
    return values


def board_at(board: Sequence[Card], hole: Sequence[Card]) -> tuple[int, int]:
    """Return the number of the board, and of the hole relative to its flush suit, if it has one."""
    suit, size = Counter(card.suit for card in board).most_common(1)[0]
    if size < 3:
        suit = 4
        number = int(five_at(np.array([int(card.rank) for card in board])))
    else:
        mask = sum(1 << card.rank for card in board if card.suit == suit)
        others = sorted(int(card.rank) for card in board if card.suit != suit)
        number = _set_starts()[mask]
        if size == 3:
            number += others[1] * (others[1] + 1) // 2 + others[0]
        elif size == 4:
            number += others[0]
    low, high = sorted(card.rank + 13 * (card.suit == suit) for card in hole)
    return number, high * (high + 1) // 2 + low


@cache
def _set_starts() -> dict[int, int]:
    sets = board_tables().sets
    return {mask: start for size, start, _, mask, *_ in sets.tolist() if size}


def river_action(played: Forward, board: Sequence[Card], hole: Sequence[Card], grade: int = 0) -> int:
    """Return the action at the river: fold, the lowest multiple, or the highest."""
    number, hole_number = board_at(board, hole)
    return int(played.river[grade, number, hole_number])
