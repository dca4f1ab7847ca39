"""What a strategy does with cards that lie on a table: the plain twin of the compiled look into its tables."""

from __future__ import annotations

from collections.abc import Sequence

from uth.cards import Card
from uth.exact.lookup import board_at, flop_at
from uth.kernels.exact_index import HOLES, RANK_FIVES, RANK_PAIRS, STARTS, Bytes
from uth.kernels.sim_table import FOLD_FORFEITS, FOLDED, HAS_PROGRESSIVE, JUDGED_ON_FIVE
from uth.ranking import rank
from uth.rules.values import Street
from uth.sim.choices import SUITED_AT, choice_tables
from uth.sim.own import CHECK, FOLD
from uth.sim.prepared import Prepared
from uth.sim.strategies import endings


def answer_of(prepared: Prepared, seat: int, street: Street, hole: Sequence[Card], board: Sequence[Card]) -> str | int:
    """Return what the strategy of a seat answers: a check, a fold or a multiple."""
    tables, strategy = prepared.solved.tables, prepared.solved.of_seat[seat]
    one, two = hole
    if street is Street.PREFLOP:
        number = int(tables.preflop[strategy, choice_tables().starts[52 * one + two]])
    elif street is Street.FLOP:
        flop, start = flop_at(board[:3], hole)
        number = int(tables.decisions[strategy, _two_bits(tables.flop[strategy], flop * STARTS + start)])
    else:
        action = _two_bits(tables.river[strategy, grade_of(prepared, seat, hole, board)], _entry(hole, board))
        number = int(tables.decisions[strategy, 3 + action])
        if number == FOLDED:
            return FOLD
    end = endings(prepared.plan.posted)[number]
    return end[1] if number and end is not None else CHECK


def grade_of(prepared: Prepared, seat: int, hole: Sequence[Card], board: Sequence[Card]) -> int:
    """Return the grade of what a fold forfeits of the progressive."""
    table = prepared.table
    if not (table.seats[seat, HAS_PROGRESSIVE] and table.terms[JUDGED_ON_FIVE] and table.terms[FOLD_FORFEITS]):
        return 0
    return int(table.grades[rank((*hole, *board[:3])).category])


def _two_bits(table: Bytes, at: int) -> int:
    return int(table[at >> 2]) >> 2 * (at & 3) & 3


def _entry(hole: Sequence[Card], board: Sequence[Card]) -> int:
    number, told = board_at(board, hole)
    if number < RANK_FIVES:
        return number * RANK_PAIRS + told
    return SUITED_AT + (number - RANK_FIVES) * HOLES + told
