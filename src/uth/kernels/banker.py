"""Two seats against one banker: on given boards, every banker's hole and two players' holes, counted.

On a finished board the banker's holes are taken lowest first. What a player's hole wins or loses changes only when the
banker's hand passes it (it wins, then pushes, then loses) and once more when the banker begins to qualify, so sums over
all holes, and over the holes with each card, are kept up to date instead of made anew. From them come the holes that
share no card with the banker's, and the pairs of holes that share none with each other.

The 47 cards that are not on the board are numbered 0 to 46; the rows are one longer, for the machine's sake.
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
"""A hole: its two cards, its order, its multiple (0 is a fold), what play and blind win and what they lose."""

QUALIFIER: Final = 0
SCALE: Final = 1
BLIND: Final = 2
TERMS: Final = BLIND + 10
"""The game: the lowest category that qualifies, the parts of an ante, what the blind pays for each category in them."""

NETS: Final = 0
SQUARES: Final = 1
PRODUCTS: Final = 2
BESIDE: Final = 3
FOUND: Final = BESIDE + 10
"""What is found: the sum of one seat's nets and of their squares over every banker's hole; of the products of two
seats' nets; and for each category, of one seat's nets over the other seats that make it."""


class BankerTables(NamedTuple):
    """What is looked up: each hole's number told against each suit, where the boards of a suit begin, orders."""

    told: Words
    set_starts: Integers
    cards: CardTables


class BankerRoom(NamedTuple):
    """Room to work in, for one board at a time."""

    left: Bytes
    holes: Integers
    """For each hole its `COLUMNS`."""
    sorted: Integers
    spare: Integers
    nets: Counts
    """What the hole of each two cards wins or loses against the banker as it now stands."""
    by_card: Counts
    squares_by_card: Integers
    beside: Counts
    """For a card of the banker's and one of a player's, the sum of that player's nets."""
    of_banker: Integers
    """For each banker's hole the sum of one seat's nets."""
    of_player: Integers
    """For each player's hole the sum of its nets."""
    counts: Integers
    totals: Integers
    """The nets of all holes as they now stand, and their squares."""
    once: Integers
    """What is found on one board."""


def tell_board(board: Bytes, set_starts: Integers) -> tuple[int, int]:
    """Return the number of a board in the exact count and the suit it is told against, 4 for none."""
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
    board: Bytes, chosen: Integers, river: Bytes, terms: Integers, tables: BankerTables, room: BankerRoom
) -> None:
    """Fill each hole that the board leaves: its cards, its order, what the strategy does with it and what that wins."""
    told, set_starts, (keys, bits, rows, orders) = tables
    left, holes = room.left, room.holes
    number, suit = tell_board(board, set_starts)
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
                multiple = river[number, told[suit, start]]
            holes[hole, FIRST] = a
            holes[hole, SECOND] = b
            holes[hole, ORDER] = order
            holes[hole, MULTIPLE] = multiple
            holes[hole, WINS] = scale * multiple + terms[BLIND + (order >> ORDER_BITS)]
            holes[hole, LOSES] = scale * (multiple + 1)
            hole += 1


def sort_holes(room: BankerRoom) -> None:
    """Sort the holes by their orders, lowest first, a byte at a time."""
    holes, counts = room.holes, room.counts
    source, target = room.sorted, room.spare
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


def sum_players(qualifier: int, scale: int, room: BankerRoom) -> None:
    """Fill the sum of each player's hole against the 990 banker's holes that share no card with it."""
    holes, ranked, of_player = room.holes, room.sorted, room.of_player
    below, less = room.counts[:LANES], room.counts[LANES : 2 * LANES]
    for card in range(2 * LANES):
        room.counts[card] = 0
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


def turn_hole(hole: Integers, net: int, totals: Integers, room: BankerRoom) -> None:
    """Let a hole win or lose that from now on, and keep the sums up to date."""
    one, two = hole[FIRST], hole[SECOND]
    old = np.int64(room.nets[one, two])
    change = net - old
    squares = net * net - old * old
    room.nets[one, two] = room.nets[two, one] = net
    room.by_card[one] += change
    room.by_card[two] += change
    room.squares_by_card[one] += squares
    room.squares_by_card[two] += squares
    totals[NETS] += change
    totals[SQUARES] += squares


def meet_banker(hole: Integers, number: int, totals: Integers, room: BankerRoom, found: Integers) -> None:
    """Add what one banker's hole meets: one seat's nets, their squares, and the products of two seats'."""
    x, y = hole[FIRST], hole[SECOND]
    mine, yours = room.nets[x], room.nets[y]
    beside_x, beside_y = room.beside[x], room.beside[y]
    own = np.int64(mine[y])
    shared = np.int64(0)
    for card in range(LANES):
        others = room.by_card[card] - mine[card] - yours[card]
        shared += np.int64(others) * np.int64(others)
        beside_x[card] += others
        beside_y[card] += others
    at_x = np.int64(room.by_card[x]) - own
    at_y = np.int64(room.by_card[y]) - own
    shared -= at_x * at_x + at_y * at_y
    beside_x[y] -= at_y
    beside_y[x] -= at_x
    nets = totals[NETS] - room.by_card[x] - room.by_card[y] + own
    squares = totals[SQUARES] - room.squares_by_card[x] - room.squares_by_card[y] + own * own
    room.of_banker[number] = nets
    found[NETS] += nets
    found[SQUARES] += squares
    found[PRODUCTS] += nets * nets - shared + squares


def sweep_bankers(qualifier: int, scale: int, totals: Integers, room: BankerRoom, found: Integers) -> None:
    """Take the banker's holes lowest first, those of one order together, and add what each meets."""
    holes, ranked = room.holes, room.sorted
    totals[NETS] = totals[SQUARES] = 0
    for one in range(LANES):
        room.by_card[one] = room.squares_by_card[one] = 0
        for two in range(LANES):
            room.nets[one, two] = room.beside[one, two] = 0
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
                turn_hole(hole, net if hole[MULTIPLE] else -2 * scale, totals, room)
        last = first
        while last < HOLES and holes[ranked[last], ORDER] == order:
            hole = holes[ranked[last]]
            if hole[MULTIPLE]:
                turn_hole(hole, 0, totals, room)
            last += 1
        for at in range(first, last):
            meet_banker(holes[ranked[at]], ranked[at], totals, room, found)
        for at in range(first, last):
            hole = holes[ranked[at]]
            if hole[MULTIPLE]:
                turn_hole(hole, -hole[LOSES] - ante, totals, room)
        first = last


def add_beside(room: BankerRoom, found: Integers) -> None:
    """Add for each hole of another seat the nets of the first seat over all deals that leave it those two cards."""
    with_player, with_banker = room.counts[:LANES], room.counts[LANES : 2 * LANES]
    for card in range(LANES):
        with_player[card] = with_banker[card] = 0
    for banker in range(LEFT):
        for card in range(LEFT):
            if card != banker:
                with_player[card] += room.beside[banker, card]
    every = 0
    for number in range(HOLES):
        hole = room.holes[number]
        nets = room.of_banker[number]
        every += nets
        with_banker[hole[FIRST]] += nets
        with_banker[hole[SECOND]] += nets
    for number in range(HOLES):
        hole = room.holes[number]
        one, two = hole[FIRST], hole[SECOND]
        # a banker's hole of two cards was added to `beside` once for each of them
        players = (with_player[one] + with_player[two]) // 2 - room.of_player[number]
        bankers = with_banker[one] + with_banker[two] - room.of_banker[number]
        both = np.int64(room.beside[one, two]) + np.int64(room.beside[two, one])
        found[BESIDE + (hole[ORDER] >> ORDER_BITS)] += every - players - bankers + both


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
    room: BankerRoom, found: Integers,
) -> None:  # fmt: skip
    """Add to `found` all that happens on boards that come of one flop, each as many times as it says.

    `chosen` is each hole's multiple before the river, 0 where it goes on to it; `river` has what it then plays on each
    board, 0 for a fold.
    """
    totals, once = room.totals, room.once
    qualifier, scale = terms[QUALIFIER], terms[SCALE]
    for at in range(len(boards)):
        fill_left(boards[at], room.left)
        fill_holes(boards[at], chosen, river, terms, tables, room)
        sort_holes(room)
        sum_players(qualifier, scale, room)
        for field in range(FOUND):
            once[field] = 0
        sweep_bankers(qualifier, scale, totals, room, once)
        add_beside(room, once)
        for field in range(FOUND):
            found[field] += times[at] * once[field]
