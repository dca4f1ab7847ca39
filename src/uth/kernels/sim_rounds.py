"""Whole rounds of a table, one after the other: dealt, decided, settled and added up.

A pay from a meter is not known here: it is noted as an award, and paid when the blocks are put in a row.
"""

from __future__ import annotations

import numpy as np

from uth.kernels.exact_index import Bytes
from uth.kernels.loop import loop
from uth.kernels.ranking import FLUSH, START, SUIT_RANKS, CardTables, suit_at
from uth.kernels.sim_cards import State, draw
from uth.kernels.sim_choices import ChoiceTables, Strategies, decide, first_entry, order_with
from uth.kernels.sim_settling import cover_wagers, pay_envy, settled_at
from uth.kernels.sim_table import (
    ALONE,
    BANK,
    CELLS,
    COMMUNITY,
    FIRST_ROUND,
    FOLD_FORFEITS,
    FOLDED,
    HAS_ANTE,
    HAS_COVER_ALL,
    HAS_PROGRESSIVE,
    IS_METERED,
    JUDGED_ON_FIVE,
    MONTH,
    NO_ROW,
    PAY,
    PROGRESSIVE,
    QUALIFIER,
    ROW_ENVY,
    STRATEGY,
    WAGERS,
    LeftOut,
    Room,
    TableTerms,
    Totals,
    Trace,
)  # fmt: skip
from uth.ranking import ORDER_BITS


def act_all(
    board: np.uint64, bits: np.uint64, cards: CardTables, tables: ChoiceTables, strategies: Strategies,
    table: TableTerms, room: Room,
) -> None:  # fmt: skip
    """Let every seat decide; note its order and, where the progressive is judged on it, its category on the flop."""
    deck, seats = room.deck, table.seats
    suit, entry = first_entry(board, cards, tables)
    flop = flop_bits = np.uint64(0)
    if table.terms[JUDGED_ON_FIVE]:
        flop = START + cards.keys[deck[0]] + cards.keys[deck[1]] + cards.keys[deck[2]]
        flop_bits = cards.bits[deck[0]] | cards.bits[deck[1]] | cards.bits[deck[2]]
    for seat in range(seats.shape[0]):
        one, two = np.uint64(deck[7 + 2 * seat]), np.uint64(deck[8 + 2 * seat])
        room.orders[seat] = order_with(board, bits, one, two, cards)
        grade = np.uint64(0)
        if table.terms[JUDGED_ON_FIVE] and seats[seat, HAS_PROGRESSIVE]:
            room.fives[seat] = order_with(flop, flop_bits, one, two, cards) >> ORDER_BITS
            grade = np.uint64(table.grades[room.fives[seat]])
        decision = np.uint64(ALONE)
        if seats[seat, HAS_ANTE]:
            strategy = np.uint64(seats[seat, STRATEGY])
            decision = decide(strategy, grade, one, two, deck, suit, entry, bits, tables, strategies)
        room.decisions[seat] = np.int64(decision)


def paid_row(seat: int, board: np.uint64, cards: CardTables, table: TableTerms, room: Room) -> int:
    """Return the row by which the seat's progressive is paid, if any."""
    if table.terms[FOLD_FORFEITS] and room.decisions[seat] == FOLDED:
        return NO_ROW
    if table.terms[JUDGED_ON_FIVE]:
        of_five: int = table.row_of[room.fives[seat]]
        return of_five
    category = room.orders[seat] >> ORDER_BITS
    if category == COMMUNITY - 1 and board & FLUSH:
        board_bits = np.uint64(0)
        for place in range(5):
            board_bits |= cards.bits[room.deck[place]]
        if cards.orders[board_bits >> suit_at(board) & SUIT_RANKS] == room.orders[seat]:
            category = COMMUNITY
    of_category: int = table.row_of[category]
    return of_category


def settle_seat(
    seat: int, dealer: np.int64, qualifies: np.int64, column: np.int64, table: TableTerms, room: Room, totals: Totals
) -> None:
    """Look up what the seat comes to by its class."""
    order = room.orders[seat]
    decision = room.decisions[seat]
    result = 0
    if decision != FOLDED:
        result = (order >= dealer) + (order > dealer)
    found = column * CELLS + ((decision * 2 + qualifies) * 3 + result) * 10 + (order >> ORDER_BITS)
    totals.classes[seat, found] += 1
    room.classes[seat] = found
    room.nets[seat] = table.amounts[seat, found]


def settle_sides(
    at: int, dealer: np.int64, board: np.uint64, cards: CardTables, table: TableTerms, room: Room, totals: Totals
) -> int:
    """Settle what is no matter of one hand alone: the progressive, envy, a bank; return how many awards there are."""
    count = table.seats.shape[0]
    awards = paid = envy = 0
    for seat in range(count):
        for wager in range(WAGERS):
            room.parts[seat, wager] = table.parts[seat, room.classes[seat], wager]
        room.rows[seat] = NO_ROW
        if table.seats[seat, HAS_PROGRESSIVE]:
            row = paid_row(seat, board, cards, table, room)
            room.rows[seat] = row
            totals.rows[seat, row] += 1
            pay = table.rows[row, PAY]
            room.parts[seat, PROGRESSIVE] += pay
            room.nets[seat] += pay
            paid += pay
            awards += table.rows[row, IS_METERED]
            envy += table.rows[row, ROW_ENVY]
    if envy:
        paid += pay_envy(count, table, room)
    if paid:
        first = table.terms[FIRST_ROUND]
        totals.months[(first + at) // table.terms[MONTH] - first // table.terms[MONTH]] += paid
    if table.terms[BANK] >= 0:
        cover_wagers(count, dealer, table, room, totals.bank)
    return awards


def note_awards(at: int, known: int, total: int, table: TableTerms, room: Room, totals: Totals) -> int:
    """Note the meters' awards of a round in the order of settlement; return how many there are now."""
    count = table.seats.shape[0]
    wagers = 0
    for seat in range(count):
        wagers += room.parts[seat, PROGRESSIVE]
    for place in range(2 * count):
        seat = settled_at(place, count, table, room)
        if seat >= 0 and table.rows[room.rows[seat], IS_METERED]:
            if known < totals.awards.shape[0]:
                award = totals.awards[known]
                award[0], award[1], award[2] = at, seat, room.rows[seat]
                award[3], award[4], award[5] = room.nets[seat], total, wagers
            known += 1
    return known


def add_wagers(count: int, room: Room, totals: Totals) -> None:
    """Add what each wager of all seats came to."""
    for wager in range(WAGERS):
        total = 0
        for seat in range(count):
            total += room.parts[seat, wager]
        totals.wagers[wager, 0] += total
        totals.wagers[wager, 1] += total * total


def note_round(at: int, count: int, room: Room, trace: Trace) -> None:
    """Note a round as it was."""
    for place in range(7 + 2 * count):
        trace.cards[at, place] = room.deck[place]
    for seat in range(count):
        trace.decisions[at, seat] = room.decisions[seat]
        trace.rows[at, seat] = room.rows[seat]
        for wager in range(WAGERS):
            trace.nets[at, seat, wager] = room.parts[seat, wager]


@loop
def play_rounds(
    rounds: int, state: State, given: Bytes, cards: CardTables, tables: ChoiceTables, strategies: Strategies,
    table: TableTerms, room: Room, totals: Totals, trace: Trace, left_out: LeftOut,
) -> int:  # fmt: skip
    """Play rounds, the first of them with the cards that are given, and add all but those left out to the totals.

    Return how many awards of meters they had. Cards are in the order board, dealer, seats.
    """
    terms, seats, deck = table.terms, table.seats, room.deck
    count = seats.shape[0]
    wide = totals.wagers.shape[0] > 0
    known = out = 0
    for at in range(rounds):
        if at < given.shape[0]:
            for place in range(7 + 2 * count):
                deck[place] = given[at, place]
        else:
            draw(7 + 2 * count, deck, state)
        if at < left_out.rounds.shape[0] and left_out.rounds[at]:
            for place in range(7 + 2 * count):
                left_out.cards[out, place] = deck[place]
            out += 1
            continue
        board = START
        bits = np.uint64(0)
        for place in range(5):
            board += cards.keys[deck[place]]
            bits |= cards.bits[deck[place]]
        act_all(board, bits, cards, tables, strategies, table, room)
        dealer = order_with(board, bits, np.uint64(deck[5]), np.uint64(deck[6]), cards)
        qualifies = np.int64(dealer >> ORDER_BITS >= terms[QUALIFIER])
        highest = dealer
        for seat in range(count):
            highest = max(highest, room.orders[seat])
        for seat in range(count):
            column = 1 + (highest >> ORDER_BITS) if seats[seat, HAS_COVER_ALL] else np.int64(0)
            settle_seat(seat, dealer, qualifies, column, table, room, totals)
        awards = settle_sides(at, dealer, board, cards, table, room, totals) if wide else 0
        total = 0
        for seat in range(count):
            net = room.nets[seat]
            total += net
            totals.nets[seat, 0] += net
            totals.nets[seat, 1] += net * net
            if at < totals.hands.shape[0]:
                totals.hands[at, seat] = net
        totals.nets[count, 0] += total
        totals.nets[count, 1] += total * total
        if awards:
            known = note_awards(at, known, total, table, room, totals)
        if wide:
            add_wagers(count, room, totals)
            if at < trace.cards.shape[0]:
                note_round(at, count, room, trace)
    return known
