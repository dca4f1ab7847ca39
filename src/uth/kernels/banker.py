"""Counts two seats against one banker on given boards, over every banker's hole and two players' holes.

On a complete board the banker's holes are processed lowest first. A player's net changes only when the banker's hand
passes it (it wins, then pushes, then loses) and once more when the banker begins to qualify. Sums over all holes, and
over the holes with each card, are therefore updated instead of recomputed. They give the holes that share no card with
the banker's, and the pairs of holes that share none with each other.

The 47 cards that are not on the board are numbered 0 to 46; rows are one longer for alignment.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np

from uth.kernels.exact_index import Bytes, Counts, Integers, Words
from uth.kernels.loop import loop
from uth.kernels.ranking import (
    COLUMN,
    FLUSH,
    ROW,
    ROW_AT,
    START,
    SUIT_RANKS,
    TWO,
    CardTables,
    suit_at,
)
from uth.ranking import ORDER_BITS

LEFT: Final = 47
LANES: Final = 48
HOLES: Final = 1081
OTHERS: Final = 990

FIRST: Final = 0
SECOND: Final = 1
ORDER: Final = 2
MULTIPLE: Final = 3
WINS: Final = 4
LOSES: Final = 5
COLUMNS: Final = 6
"""The columns of a hole: its two cards, its order, its multiple (0 is a fold), and what play and blind win and lose."""

QUALIFIER: Final = 0
SCALE: Final = 1
BLIND: Final = 2
TERMS: Final = BLIND + 10
"""The game: the lowest category that qualifies, the parts of an ante, and the blind's pay by category in those parts.
"""

NETS: Final = 0
SQUARES: Final = 1
PRODUCTS: Final = 2
BY_CATEGORY: Final = 3
FOUND: Final = BY_CATEGORY + 10
"""The sums: one seat's nets and their squares over every banker's hole; the products of two seats' nets; and for each
category, one seat's nets over the other seats that make it.
"""


class BankerTables(NamedTuple):
    """Lookup tables: each hole's number relative to each suit, the first board of each suited set, and orders."""

    hole_numbers: Words
    set_starts: Integers
    cards: CardTables


class BankerScratch(NamedTuple):
    """Scratch arrays for one board."""

    left: Bytes
    holes: Integers
    """The `COLUMNS` of each hole."""
    sorted: Integers
    spare: Integers
    nets: Counts
    """The net of the hole of each two cards against the current banker's hole."""
    by_card: Counts
    squares_by_card: Integers
    by_cards: Counts
    """The sum of a player's nets, by a card of the banker's and one of the player's."""
    of_banker: Integers
    """The sum of one seat's nets for each banker's hole."""
    of_player: Integers
    """The sum of nets for each player's hole."""
    counts: Integers
    totals: Integers
    """The current nets of all holes, and their squares."""
    once: Integers
    """The sums of one board."""


def number_of_board(board: Bytes, set_starts: Integers) -> tuple[int, int]:
    """Return the number of a board in the exact count and its flush suit, 4 for none."""
    for suit in range(4):
        size = 0
        mask = 0
        for at in range(5):
            if board[at] & 3 == suit:
                size += 1
                mask |= 1 << (board[at] >> 2)
        if size < 3:
            continue
        low = high = 0
        for rank in range(13):
            for at in range(5):
                if board[at] & 3 != suit and board[at] >> 2 == rank:
                    low, high = high, rank
        number = 0 + set_starts[mask]
        if size == 3:
            number += high * (high + 1) // 2 + low
        elif size == 4:
            number += high
        return number, suit
    a = b = c = d = e = 0
    for rank in range(13):
        for at in range(5):
            if board[at] >> 2 == rank:
                a, b, c, d, e = b, c, d, e, rank
    three = c * (c + 1) * (c + 2) // 6 + b * (b + 1) // 2 + a
    four = d * (d + 1) * (d + 2) * (d + 3) // 24
    return e * (e + 1) * (e + 2) * (e + 3) * (e + 4) // 120 + four + three, 4


def fill_holes(
    board: Bytes, chosen: Integers, river: Bytes, terms: Integers, tables: BankerTables, scratch: BankerScratch
) -> None:
    """Fill each remaining hole: its cards, its order, the multiple the strategy plays, and its wins and losses."""
    hole_numbers, set_starts, (keys, bits, rows, orders) = tables
    left, holes = scratch.left, scratch.holes
    number, suit = number_of_board(board, set_starts)
    key = START
    together = np.uint64(0)
    for at in range(5):
        key += keys[board[at]]
        together |= bits[board[at]]
    scale = terms[SCALE]
    hole = 0
    for a in range(LEFT):
        one = np.int64(left[a])
        for b in range(a + 1, LEFT):
            two = np.int64(left[b])
            whole = key + keys[one] + keys[two]
            place = TWO * rows[whole >> ROW_AT & ROW] + (whole & COLUMN)
            if whole & FLUSH:
                place = (together | bits[one] | bits[two]) >> suit_at(whole) & SUIT_RANKS
            order = np.int64(orders[place])
            start = one * 52 - one * (one + 1) // 2 + two - one - 1
            multiple = chosen[start]
            if multiple == 0:
                multiple = river[number, hole_numbers[suit, start]]
            holes[hole, FIRST] = a
            holes[hole, SECOND] = b
            holes[hole, ORDER] = order
            holes[hole, MULTIPLE] = multiple
            holes[hole, WINS] = scale * multiple + terms[BLIND + (order >> ORDER_BITS)]
            holes[hole, LOSES] = scale * (multiple + 1)
            hole += 1


def sort_holes(scratch: BankerScratch) -> None:
    """Radix-sort the holes by order, lowest first."""
    holes, counts = scratch.holes, scratch.counts
    source, target = scratch.sorted, scratch.spare
    for hole in range(HOLES):
        source[hole] = hole
    for shift in (0, 8):
        for value in range(257):
            counts[value] = 0
        for hole in range(HOLES):
            counts[(holes[hole, ORDER] >> shift & 255) + 1] += 1
        for value in range(256):
            counts[value + 1] += counts[value]
        for at in range(HOLES):
            value = holes[source[at], ORDER] >> shift & 255
            target[counts[value]] = source[at]
            counts[value] += 1
        source, target = target, source


def sum_players(qualifier: int, scale: int, scratch: BankerScratch) -> None:
    """Fill the sum of each player's hole against the 990 banker's holes that share no card with it."""
    holes, ranked, of_player = scratch.holes, scratch.sorted, scratch.of_player
    below, less = scratch.counts[:LANES], scratch.counts[LANES : 2 * LANES]
    for card in range(2 * LANES):
        scratch.counts[card] = 0
    unqualified = 0
    for at in range(HOLES):
        hole = holes[ranked[at]]
        if hole[ORDER] >> ORDER_BITS < qualifier:
            unqualified += 1
            less[hole[FIRST]] += 1
            less[hole[SECOND]] += 1
    first = 0
    while first < HOLES:
        order = holes[ranked[first], ORDER]
        last = first
        while last < HOLES and holes[ranked[last], ORDER] == order:
            hole = holes[ranked[last]]
            of_player[ranked[last]] = first - below[hole[FIRST]] - below[hole[SECOND]]
            last += 1
        for at in range(first, last):
            hole = holes[ranked[at]]
            below[hole[FIRST]] += 1
            below[hole[SECOND]] += 1
        high = order >> ORDER_BITS >= qualifier
        for at in range(first, last):
            hole = holes[ranked[at]]
            if hole[MULTIPLE] == 0:
                of_player[ranked[at]] = -2 * scale * OTHERS
                continue
            one, two = hole[FIRST], hole[SECOND]
            wins = of_player[ranked[at]]
            losses = OTHERS - (last - below[one] - below[two] + 1)
            without = unqualified - less[one] - less[two] + (0 if high else 1)
            antes = wins - without - losses if high else -(OTHERS - without)
            of_player[ranked[at]] = hole[WINS] * wins - hole[LOSES] * losses + scale * antes
        first = last


def turn_hole(hole: Integers, net: int, totals: Integers, scratch: BankerScratch) -> None:
    """Set the net of a hole from now on, and update the sums."""
    one, two = hole[FIRST], hole[SECOND]
    old = np.int64(scratch.nets[one, two])
    change = net - old
    squares = net * net - old * old
    scratch.nets[one, two] = scratch.nets[two, one] = net
    scratch.by_card[one] += change
    scratch.by_card[two] += change
    scratch.squares_by_card[one] += squares
    scratch.squares_by_card[two] += squares
    totals[NETS] += change
    totals[SQUARES] += squares


def meet_banker(hole: Integers, number: int, totals: Integers, scratch: BankerScratch, found: Integers) -> None:
    """Add one banker's hole: one seat's nets, their squares, and the products of two seats' nets."""
    x, y = hole[FIRST], hole[SECOND]
    mine, yours = scratch.nets[x], scratch.nets[y]
    by_cards_x, by_cards_y = scratch.by_cards[x], scratch.by_cards[y]
    own = np.int64(mine[y])
    shared = np.int64(0)
    for card in range(LANES):
        others = scratch.by_card[card] - mine[card] - yours[card]
        shared += np.int64(others) * np.int64(others)
        by_cards_x[card] += others
        by_cards_y[card] += others
    at_x = np.int64(scratch.by_card[x]) - own
    at_y = np.int64(scratch.by_card[y]) - own
    shared -= at_x * at_x + at_y * at_y
    by_cards_x[y] -= at_y
    by_cards_y[x] -= at_x
    nets = totals[NETS] - scratch.by_card[x] - scratch.by_card[y] + own
    squares = totals[SQUARES] - scratch.squares_by_card[x] - scratch.squares_by_card[y] + own * own
    scratch.of_banker[number] = nets
    found[NETS] += nets
    found[SQUARES] += squares
    found[PRODUCTS] += nets * nets - shared + squares


def sweep_bankers(qualifier: int, scale: int, totals: Integers, scratch: BankerScratch, found: Integers) -> None:
    """Process the banker's holes lowest first, those of equal order together, and add each."""
    holes, ranked = scratch.holes, scratch.sorted
    totals[NETS] = totals[SQUARES] = 0
    for one in range(LANES):
        scratch.by_card[one] = scratch.squares_by_card[one] = 0
        for two in range(LANES):
            scratch.nets[one, two] = scratch.by_cards[one, two] = 0
    ante = -1
    first = 0
    while first < HOLES:
        order = holes[ranked[first], ORDER]
        qualified = scale if order >> ORDER_BITS >= qualifier else 0
        if qualified != ante:
            ante = qualified
            for at in range(HOLES):
                hole = holes[ranked[at]]
                net = hole[WINS] + ante if at >= first else -hole[LOSES] - ante
                turn_hole(hole, net if hole[MULTIPLE] else -2 * scale, totals, scratch)
        last = first
        while last < HOLES and holes[ranked[last], ORDER] == order:
            hole = holes[ranked[last]]
            if hole[MULTIPLE]:
                turn_hole(hole, 0, totals, scratch)
            last += 1
        for at in range(first, last):
            meet_banker(holes[ranked[at]], ranked[at], totals, scratch, found)
        for at in range(first, last):
            hole = holes[ranked[at]]
            if hole[MULTIPLE]:
                turn_hole(hole, -hole[LOSES] - ante, totals, scratch)
        first = last


def add_by_category(scratch: BankerScratch, found: Integers) -> None:
    """Add for each hole of a second seat the nets of the first seat over all deals that leave it those two cards."""
    with_player, with_banker = scratch.counts[:LANES], scratch.counts[LANES : 2 * LANES]
    for card in range(LANES):
        with_player[card] = with_banker[card] = 0
    for banker in range(LEFT):
        for card in range(LEFT):
            if card != banker:
                with_player[card] += scratch.by_cards[banker, card]
    every = 0
    for number in range(HOLES):
        hole = scratch.holes[number]
        nets = scratch.of_banker[number]
        every += nets
        with_banker[hole[FIRST]] += nets
        with_banker[hole[SECOND]] += nets
    for number in range(HOLES):
        hole = scratch.holes[number]
        one, two = hole[FIRST], hole[SECOND]
        # a banker's hole was added to `by_cards` once for each of its two cards
        players = (with_player[one] + with_player[two]) // 2 - scratch.of_player[number]
        bankers = with_banker[one] + with_banker[two] - scratch.of_banker[number]
        both = np.int64(scratch.by_cards[one, two]) + np.int64(scratch.by_cards[two, one])
        found[BY_CATEGORY + (hole[ORDER] >> ORDER_BITS)] += every - players - bankers + both


def fill_left(board: Bytes, left: Bytes) -> None:
    """Fill the cards that are not on the board, lowest first."""
    count = 0
    for card in range(52):
        out = False
        for at in range(5):
            out |= board[at] == card
        if not out:
            left[count] = card
            count += 1


@loop
def count_boards(
    boards: Bytes, times: Integers, chosen: Integers, river: Bytes, terms: Integers, tables: BankerTables,
    scratch: BankerScratch, found: Integers,
) -> None:  # fmt: skip
    """Add to `found` the sums over boards of one flop, each with its multiplicity.

    `chosen` is each hole's multiple before the river, 0 if it checks; `river` is its multiple at the river of each
    board, 0 for a fold.
    """
    totals, once = scratch.totals, scratch.once
    qualifier, scale = terms[QUALIFIER], terms[SCALE]
    for at in range(len(boards)):
        fill_left(boards[at], scratch.left)
        fill_holes(boards[at], chosen, river, terms, tables, scratch)
        sort_holes(scratch)
        sum_players(qualifier, scale, scratch)
        for field in range(FOUND):
            once[field] = 0
        sweep_bankers(qualifier, scale, totals, scratch, once)
        add_by_category(scratch, once)
        for field in range(FOUND):
            found[field] += times[at] * once[field]
