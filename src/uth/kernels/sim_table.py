"""A simulated table in numbers, as the compiled loop reads it, and the totals it adds to.

What a hand comes to is looked up by its class: what it decided, whether the dealer qualified, how it compared, its
category, and the highest category at the table where it has Cover All. All amounts are whole multiples of one unit.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from uth.kernels.exact_index import Bytes, Integers

DECISIONS: Final = 16
RESULTS: Final = 3
CATEGORIES: Final = 10
CELLS: Final = DECISIONS * 2 * RESULTS * CATEGORIES
COLUMNS: Final = 1 + CATEGORIES
"""A class is a cell, in one of the columns: the first, or with Cover All one for each highest category."""

FOLDED: Final = 0
ALONE: Final = 1
"""Decisions: to fold; none at all, for trips without an ante. The others are plays."""

LOSS: Final = 0
TIE: Final = 1
WIN: Final = 2

WAGERS: Final = 9
PROGRESSIVE: Final = 5
ENVY: Final = 8
"""The wagers in the order the layout is read, and after them envy, which is none."""

ROWS: Final = 21
NO_ROW: Final = 20
COMMUNITY: Final = 10
"""Rows of a progressive, and the place of none; after the ten categories stands the board's own royal flush."""

STRATEGY: Final = 0
HAS_ANTE: Final = 1
HAS_COVER_ALL: Final = 2
HAS_PROGRESSIVE: Final = 3
SEAT: Final = 4
"""What is known of a seat."""

PAY: Final = 0
IS_METERED: Final = 1
ROW_ENVY: Final = 2
ROW: Final = 3
"""What is known of a row of the progressive."""

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
"""Terms of a table: the least category with which the dealer qualifies; whether the progressive is judged on hole and
flop, is forfeited by a fold, pays envy to live hands alone; whether the highest seat is settled first; how far a
player/dealer's wager goes, -1 where nobody asks, and whether losses use it; rounds of a month, how many rounds came
before this block, and whether folded hands are settled before the others or after them."""

NET: Final = 0
LOWEST: Final = 1
HIGHEST: Final = 2
FALL: Final = 3
DROUGHT: Final = 4
RUINED: Final = 5
REACHED: Final = 6
THROUGH: Final = 7
SESSION_FIELDS: Final = 8
"""A session: its result, its lowest and highest point, its deepest fall from a peak and its longest time below one,
the hand that took the bankroll and the hand that reached the goal, 0 if none did, and its result had it gone on through
all its hands."""

AWARD: Final = 6
"""An award of a meter: its round in the block, seat and row, and what came in that round without the meters to the
seat, to the table, and to all its progressive wagers."""

BANK_NET: Final = 0
BANK_SQUARES: Final = 1
BANK_USED: Final = 2
BANK_SHORT: Final = 3
BANK_FIELDS: Final = 4


class TableTerms(NamedTuple):
    """The terms; the seats; for each seat and class what the hand comes to, and that by wager; the progressive's row
    for each category, the rows themselves, and the grade of what a fold forfeits; the order in which a player/dealer
    settles wagers: of a hand that wins or ties, that loses, that folded."""

    terms: Integers
    seats: Integers
    amounts: Integers
    parts: Integers
    row_of: Bytes
    rows: Integers
    grades: Bytes
    bank_order: Integers


class Totals(NamedTuple):
    """How often each seat had each class, and each row; sum and sum of squares of what each seat, and last the whole
    table, came to; the same for each wager of all seats together, if there is room; awards of meters; finished
    sessions; pays of the progressive by month; what a player/dealer came to; and, if there is room, what each hand
    came to, the meters' awards left out."""

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
    """The first rounds of a block as they were, as far as there is room: cards (board, dealer, seats), decisions, rows
    of the progressive, and what each wager of each seat came to."""

    cards: Bytes
    decisions: Bytes
    rows: Bytes
    nets: Integers


class LeftOut(NamedTuple):
    """The rounds that are dealt and not played, because something goes wrong in them, and then their cards."""

    rounds: Bytes
    cards: Bytes


class Room(NamedTuple):
    """Room for one thread to work in: the deck, and for each seat its order, category on the flop, decision, class,
    row, net and wagers."""

    deck: Bytes
    orders: Integers
    fives: Integers
    decisions: Integers
    classes: Integers
    rows: Integers
    nets: Integers
    parts: Integers
