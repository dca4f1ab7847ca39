"""A simulated table as arrays for the compiled loop, and the totals it adds to.

A hand's result is looked up by its class: its decision, whether the dealer qualified, how the hands compared, its
category, and with Cover All the highest category at the table. All amounts are whole multiples of one unit.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from uth.kernels.exact_index import Bytes, Integers

DECISIONS: Final = 16
RESULTS: Final = 3
CATEGORIES: Final = 10
CELLS: Final = DECISIONS * 2 * RESULTS * CATEGORIES
COLUMNS: Final = 1 + CATEGORIES
"""The columns that a class may be in: the first one or, with Cover All, one for each highest category."""

FOLDED: Final = 0
ALONE: Final = 1
"""Decisions: fold, or none for trips without an ante. All others are plays."""

LOSS: Final = 0
TIE: Final = 1
WIN: Final = 2

WAGERS: Final = 9
PROGRESSIVE: Final = 5
ENVY: Final = 8
"""The wagers in the order of the layout, followed by envy, which is not a wager."""

ROWS: Final = 21
NO_ROW: Final = 20
COMMUNITY: Final = 10
"""Rows of a progressive, and the value for none. The royal flush on the board comes after the ten categories."""

STRATEGY: Final = 0
HAS_ANTE: Final = 1
HAS_COVER_ALL: Final = 2
HAS_PROGRESSIVE: Final = 3
SEAT: Final = 4
"""The columns of a seat."""

PAY: Final = 0
IS_METERED: Final = 1
ROW_ENVY: Final = 2
ROW: Final = 3
"""The columns of a row of the progressive."""

QUALIFIER: Final = 0
JUDGED_ON_FIVE: Final = 1
FOLD_FORFEITS: Final = 2
LIVE_ENVY: Final = 3
HIGHEST_FIRST: Final = 4
BANK: Final = 5
LOSSES_USE_BANK: Final = 6
MONTH: Final = 7
FIRST_ROUND: Final = 8
FOLDED_FIRST: Final = 9
TERMS: Final = 10
"""The terms of a table: the lowest category with which the dealer qualifies; whether the progressive is judged on hole
and flop, is forfeited by a fold, pays envy to live hands only; whether the highest seat is settled first; the
player/dealer's wager, -1 if unlimited, and whether losses use it; the rounds of a month, the rounds before this block,
and whether folded hands are settled before or after the others.
"""

NET: Final = 0
LOWEST: Final = 1
HIGHEST: Final = 2
FALL: Final = 3
DROUGHT: Final = 4
RUINED: Final = 5
REACHED: Final = 6
THROUGH: Final = 7
SESSION_FIELDS: Final = 8
"""A session: its result, its lowest and highest point, its largest drawdown and its longest time below a peak, the hand
that lost the bankroll and the hand that reached the goal (0 if none), and the result after all its hands.
"""

AWARD: Final = 6
"""A meter award: its round in the block, seat and row, and the round's results without the meters for the seat, for the
table, and for all its progressive wagers.
"""

BANK_NET: Final = 0
BANK_SQUARES: Final = 1
BANK_USED: Final = 2
BANK_SHORT: Final = 3
BANK_FIELDS: Final = 4


class TableTerms(NamedTuple):
    """A table as arrays.

    They hold the terms; the seats; the result of each seat and class, in total and by wager; the progressive's row for
    each category, the rows themselves, and the grade of the pay that a fold forfeits; and the order in which a
    player/dealer settles the wagers of a hand that wins or ties, of one that loses, and of one that folded.
    """

    terms: Integers
    seats: Integers
    amounts: Integers
    parts: Integers
    row_of: Bytes
    rows: Integers
    grades: Bytes
    bank_order: Integers


class Totals(NamedTuple):
    """The sums of a block.

    They are the count of each class and each row by seat; the sum and the sum of squares of each seat's results,
    followed by those of the whole table; the same for each wager of all seats together, if the array is not empty;
    meter awards; finished sessions; pays of the progressive by month; the player/dealer's result; and, if the array is
    not empty, the result of each hand without meter awards.
    """

    classes: Integers
    rows: Integers
    nets: Integers
    wagers: Integers
    awards: Integers
    sessions: Integers
    months: Integers
    bank: Integers
    hands: Integers


class Trace(NamedTuple):
    """The first rounds of a block, up to the size of the arrays.

    They hold cards (board, dealer, seats), decisions, rows of the progressive, and the result of each wager of each
    seat.
    """

    cards: Bytes
    decisions: Bytes
    rows: Bytes
    nets: Integers


class LeftOut(NamedTuple):
    """The rounds that are dealt but not played because of an irregularity, and their cards."""

    rounds: Bytes
    cards: Bytes


class Scratch(NamedTuple):
    """Scratch arrays for one thread.

    They hold the deck, and for each seat its order, category on the flop, decision, class, row, net and wagers.
    """

    deck: Bytes
    orders: Integers
    fives: Integers
    decisions: Integers
    classes: Integers
    rows: Integers
    nets: Integers
    parts: Integers
