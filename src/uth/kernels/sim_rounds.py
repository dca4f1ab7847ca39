"""Whole rounds of a table: dealt, decided, settled and added up.

Pays from a meter are not known here. They are recorded as awards and paid when the blocks are put in order.
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
    Scratch,
    TableTerms,
    Totals,
    Trace,
)  # fmt: skip
from uth.ranking import ORDER_BITS


def act_all(
    board: np.uint64, bits: np.uint64, cards: CardTables, tables: ChoiceTables, strategies: Strategies,
    table: TableTerms, scratch: Scratch,
) -> None:  # fmt: skip
    """Decide for every seat; store its order and, if the progressive is judged on the flop, its category there."""
    deck, seats = scratch.deck, table.seats
    suit, entry = first_entry(board, cards, tables)
    flop = flop_bits = np.uint64(0)
    if table.terms[JUDGED_ON_FIVE]:
        flop = START + cards.keys[deck[0]] + cards.keys[deck[1]] + cards.keys[deck[2]]
        flop_bits = cards.bits[deck[0]] | cards.bits[deck[1]] | cards.bits[deck[2]]
    for seat in range(seats.shape[0]):
        one, two = np.uint64(deck[7 + 2 * seat]), np.uint64(deck[8 + 2 * seat])
        scratch.orders[seat] = order_with(board, bits, one, two, cards)
        grade = np.uint64(0)
        if table.terms[JUDGED_ON_FIVE] and seats[seat, HAS_PROGRESSIVE]:
            scratch.fives[seat] = order_with(flop, flop_bits, one, two, cards) >> ORDER_BITS
            grade = np.uint64(table.grades[scratch.fives[seat]])
        decision = np.uint64(ALONE)
        if seats[seat, HAS_ANTE]:
            strategy = np.uint64(seats[seat, STRATEGY])
            decision = decide(strategy, grade, one, two, deck, suit, entry, bits, tables, strategies)
        scratch.decisions[seat] = np.int64(decision)


def paid_row(seat: int, board: np.uint64, cards: CardTables, table: TableTerms, scratch: Scratch) -> int:
    """Return the row that pays the seat's progressive, if any."""
    if table.terms[FOLD_FORFEITS] and scratch.decisions[seat] == FOLDED:
        return NO_ROW
    if table.terms[JUDGED_ON_FIVE]:
        of_five: int = table.row_of[scratch.fives[seat]]
        return of_five
    category = scratch.orders[seat] >> ORDER_BITS
    if category == COMMUNITY - 1 and board & FLUSH:
        board_bits = np.uint64(0)
        for place in range(5):
            board_bits |= cards.bits[scratch.deck[place]]
        if cards.orders[board_bits >> suit_at(board) & SUIT_RANKS] == scratch.orders[seat]:
            category = COMMUNITY
    of_category: int = table.row_of[category]
    return of_category


def settle_seat(
    seat: int,
    dealer: np.int64,
    qualifies: np.int64,
    column: np.int64,
    table: TableTerms,
    scratch: Scratch,
    totals: Totals,
) -> None:
    """Look up the seat's result by its class."""
    order = scratch.orders[seat]
    decision = scratch.decisions[seat]
    result = 0
    if decision != FOLDED:
        result = (order >= dealer) + (order > dealer)
    found = column * CELLS + ((decision * 2 + qualifies) * 3 + result) * 10 + (order >> ORDER_BITS)
    totals.classes[seat, found] += 1
    scratch.classes[seat] = found
    scratch.nets[seat] = table.amounts[seat, found]


def settle_sides(
    at: int, dealer: np.int64, board: np.uint64, cards: CardTables, table: TableTerms, scratch: Scratch, totals: Totals
) -> int:
    """Settle the wagers that depend on several hands: progressive, envy and bank. Return the number of awards."""
    count = table.seats.shape[0]
    awards = paid = envy = 0
    for seat in range(count):
        for wager in range(WAGERS):
            scratch.parts[seat, wager] = table.parts[seat, scratch.classes[seat], wager]
        scratch.rows[seat] = NO_ROW
        if table.seats[seat, HAS_PROGRESSIVE]:
            row = paid_row(seat, board, cards, table, scratch)
            scratch.rows[seat] = row
            totals.rows[seat, row] += 1
            pay = table.rows[row, PAY]
            scratch.parts[seat, PROGRESSIVE] += pay
            scratch.nets[seat] += pay
            paid += pay
            awards += table.rows[row, IS_METERED]
            envy += table.rows[row, ROW_ENVY]
    if envy:
        paid += pay_envy(count, table, scratch)
    if paid:
        first = table.terms[FIRST_ROUND]
        totals.months[(first + at) // table.terms[MONTH] - first // table.terms[MONTH]] += paid
    if table.terms[BANK] >= 0:
        cover_wagers(count, dealer, table, scratch, totals.bank)
    return awards


def note_awards(at: int, known: int, total: int, table: TableTerms, scratch: Scratch, totals: Totals) -> int:
    """Record the meter awards of a round in the order of settlement; return their number so far."""
    count = table.seats.shape[0]
    wagers = 0
    for seat in range(count):
        wagers += scratch.parts[seat, PROGRESSIVE]
    for place in range(2 * count):
        seat = settled_at(place, count, table, scratch)
        if seat >= 0 and table.rows[scratch.rows[seat], IS_METERED]:
            if known < totals.awards.shape[0]:
                award = totals.awards[known]
                award[0], award[1], award[2] = at, seat, scratch.rows[seat]
                award[3], award[4], award[5] = scratch.nets[seat], total, wagers
            known += 1
    return known


def add_wagers(count: int, scratch: Scratch, totals: Totals) -> None:
    """Add the result of each wager of all seats."""
    for wager in range(WAGERS):
        total = 0
        for seat in range(count):
            total += scratch.parts[seat, wager]
        totals.wagers[wager, 0] += total
        totals.wagers[wager, 1] += total * total


def note_round(at: int, count: int, scratch: Scratch, trace: Trace) -> None:
    """Record a round in the trace."""
    for place in range(7 + 2 * count):
        trace.cards[at, place] = scratch.deck[place]
    for seat in range(count):
        trace.decisions[at, seat] = scratch.decisions[seat]
        trace.rows[at, seat] = scratch.rows[seat]
        for wager in range(WAGERS):
            trace.nets[at, seat, wager] = scratch.parts[seat, wager]


@loop
def play_rounds(
    rounds: int, state: State, given: Bytes, cards: CardTables, tables: ChoiceTables, strategies: Strategies,
    table: TableTerms, scratch: Scratch, totals: Totals, trace: Trace, left_out: LeftOut,
) -> int:  # fmt: skip
    """Play rounds and add all but those left out to the totals; the first ones use the given cards.

    Return the number of meter awards. Cards are in the order board, dealer, seats.
    """
    terms, seats, deck = table.terms, table.seats, scratch.deck
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
        act_all(board, bits, cards, tables, strategies, table, scratch)
        dealer = order_with(board, bits, np.uint64(deck[5]), np.uint64(deck[6]), cards)
        qualifies = np.int64(dealer >> ORDER_BITS >= terms[QUALIFIER])
        highest = dealer
        for seat in range(count):
            highest = max(highest, scratch.orders[seat])
        for seat in range(count):
            column = 1 + (highest >> ORDER_BITS) if seats[seat, HAS_COVER_ALL] else np.int64(0)
            settle_seat(seat, dealer, qualifies, column, table, scratch, totals)
        awards = settle_sides(at, dealer, board, cards, table, scratch, totals) if wide else 0
        total = 0
        for seat in range(count):
            net = scratch.nets[seat]
            total += net
            totals.nets[seat, 0] += net
            totals.nets[seat, 1] += net * net
            if at < totals.hands.shape[0]:
                totals.hands[at, seat] = net
        totals.nets[count, 0] += total
        totals.nets[count, 1] += total * total
        if awards:
            known = note_awards(at, known, total, table, scratch, totals)
        if wide:
            add_wagers(count, scratch, totals)
            if at < trace.cards.shape[0]:
                note_round(at, count, scratch, trace)
    return known
