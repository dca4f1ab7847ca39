"""Every finished board, forwards into sums for each flop, or backwards into a tally of what happened.

A sum stands for a flop and a hole told against one suit. Forwards, a board's worths are added to the rows of the
flops it can come from. Backwards, the rows hold how often each flop and hole is reached, and a board collects from
them; three such counts share one integer.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numba import njit

from uth.kernels.exact_index import CATEGORY_SHIFT, HIGHER_BIT, HOLES, LAST_HOLE, ONE, PAIR_MASK, RANK_PAIRS, WIDTH

STAY: Final = 0
RIVER: Final = 1
FIELDS: Final = 2
"""Fields of a sum: what a hand that stays gets, whatever the multiple; what the river's action gets."""

PLAY_BIT: Final = 40
"""To stay is one integer: wins less losses above this bit, below it the ante, the blind and what else is paid."""

REACH_BITS: Final = 21
REACH_MASK: Final = (1 << REACH_BITS) - 1

FOLD: Final = 0
LOW: Final = 1
HIGH: Final = 2
"""River actions: fold, play the lowest multiple offered, play the highest; one between is never better than both."""

QUALIFIER: Final = 0
SCALE: Final = 1
RIVER_LOW: Final = 2
RIVER_HIGH: Final = 3
FOLDING: Final = 4
BLIND: Final = 5
BONUS: Final = 15
TERMS: Final = 25
"""A game in numbers: these, then what the blind pays and what else is paid for each category, scaled."""

DECIDE: Final = 0
OBEY: Final = 1
TALLY: Final = 2

FLUSH: Final = 5
FULL_HOUSE: Final = 6
STRAIGHT_FLUSH: Final = 8
ORDER_BITS: Final = 12

LOWER: Final = 0
HIGHER: Final = 1
FLUSHES: Final = 2
LESSER: Final = 3
MADE: Final = 4
"""For each part: dealers with a lower flush, a higher one, any, one that is no straight flush; the category made."""

TOTAL: Final = 26
COLUMNS: Final = 27
"""Columns of the dealers gone by: one for each of 26 kinds of card, then all of them."""

PLACES: Final = 92
EDGES: Final = 91
"""The row after all places: the dealers who do not qualify, and those with a full house or four of a kind."""

AFTER_BIT: Final = 16
COUNT_MASK: Final = 65535
"""Two counts share one integer: before the place and after it, or the unqualified and the full."""


@njit(nogil=True, error_model="numpy", no_cpython_wrapper=True, no_cfunc_wrapper=True)
def flush_parts(suited, size, orders, parts, flush) -> None:
    """Fill `flush` for a board whose `size` suited ranks are `suited`; `parts` is room to work in."""
    count = 0
    for y in range(-1, 13):
        for x in range(-1, max(y, 0)):
            mask = (1 << (y + 1) | 1 << (x + 1)) >> 1
            if mask & suited:
                continue
            cards = (y >= 0) + (x >= 0)
            parts[count, 0] = mask
            parts[count, 1] = cards
            parts[count, 2] = 14 + (y * (y + 1) >> 1) + x if x >= 0 else 1 + y
            parts[count, 3] = orders[suited | mask] if size + cards >= 5 else 0
            count += 1
    for one in range(count):
        off = 32 + size + parts[one, 1]
        lower = higher = flushes = straights = 0
        for other in range(count):
            order = parts[other, 3]
            if order == 0 or parts[one, 0] & parts[other, 0]:
                continue
            holes = 1
            if parts[other, 1] == 1:
                holes = off
            elif parts[other, 1] == 0:
                holes = off * (off - 1) >> 1
            flushes += holes
            if order >> ORDER_BITS >= STRAIGHT_FLUSH:
                straights += holes
            if order < parts[one, 3]:
                lower += holes
            elif order > parts[one, 3]:
                higher += holes
        part = parts[one, 2]
        flush[LOWER, part] = lower
        flush[HIGHER, part] = higher
        flush[FLUSHES, part] = flushes
        flush[LESSER, part] = flushes - straights
        flush[MADE, part] = parts[one, 3] >> ORDER_BITS


@njit(nogil=True, error_model="numpy", no_cpython_wrapper=True, no_cfunc_wrapper=True)
def pass_dealers(ranked, mixed, qualifier, left, pairs, passed, places, kinds) -> None:
    """Fill `passed` for each place and the edges, the place of each pair of ranks, and each place's category.

    `left` has the cards of each kind not on the board; `mixed` says that one suited card makes no flush.
    """
    now = passed[PLACES]
    edges = passed[EDGES]
    for column in range(COLUMNS):
        now[column] = edges[column] = passed[0, column] = 0
    category = 0
    place = 0
    for at in range(92):
        entry = ranked[at]
        if entry >> HIGHER_BIT & 1:
            upper = entry >> CATEGORY_SHIFT
            unqualified = category < qualifier <= upper
            full = (1 << AFTER_BIT) * ((entry == LAST_HOLE) - (category < FULL_HOUSE <= upper))
            for column in range(COLUMNS):
                passed[place, column] += now[column] << AFTER_BIT
                edges[column] += now[column] * (unqualified + full)
            if entry == LAST_HOLE:
                break
            place += 1
            for column in range(COLUMNS):
                passed[place, column] = now[column]
        category = entry >> CATEGORY_SHIFT
        pair = entry & PAIR_MASK
        places[pair] = place
        kinds[place] = category
        x = pairs[pair, 0]
        y = pairs[pair, 1]
        off_x, off_y = left[x], left[y]
        suited_x, suited_y = mixed * left[13 + x], mixed * left[13 + y]
        if x == y:
            now[TOTAL] += (off_x * (off_x - 1) >> 1) + off_x * suited_x
            now[x] += off_x - 1 + suited_x
            now[13 + x] += off_x * mixed
        else:
            now[TOTAL] += off_x * off_y + off_x * suited_y + suited_x * off_y
            now[x] += off_y + suited_y
            now[y] += off_x + suited_x
            now[13 + x] += off_y * mixed
            now[13 + y] += off_x * mixed


@njit(nogil=True, error_model="numpy", no_cpython_wrapper=True, no_cfunc_wrapper=True)
def visit(mode, kinds_left, terms, left, holes, flush, passed, places, kinds, plays, worth, tally) -> None:
    qualifier = terms[QUALIFIER]
    scale = terms[SCALE]
    folding = terms[FOLDING]
    river_low = scale * terms[RIVER_LOW]
    river_high = scale * terms[RIVER_HIGH]
    hole = -1
    for two in range(kinds_left):
        for one in range(two + 1):
            hole += 1
            if left[two] == 0 or left[one] <= (one == two):
                if mode != TALLY:
                    worth[STAY, hole] = 0
                    worth[RIVER, hole] = 0
                continue
            part = holes[hole, 2]
            kind = flush[MADE, part]
            edge = passed[EDGES, TOTAL] - passed[EDGES, one] - passed[EDGES, two]
            without = edge & COUNT_MASK
            if kind:
                fuller = edge >> AFTER_BIT if kind < STRAIGHT_FLUSH else 0
                wins = 990 - flush[FLUSHES, part] + flush[LOWER, part] - fuller
                losses = flush[HIGHER, part] + fuller
            else:
                place = places[holes[hole, 3]]
                kind = kinds[place]
                both = passed[place, TOTAL] - passed[place, one] - passed[place, two]
                wins = both & COUNT_MASK
                losses = 989 - (both >> AFTER_BIT)
                if kind >= FULL_HOUSE:
                    wins += flush[LESSER, part]
                    losses -= flush[LESSER, part]
                if kind < qualifier:
                    without += 1
            if qualifier > FLUSH:
                without += flush[LESSER, part]
            if mode == TALLY:
                reach = worth[0, hole]
                action = plays[hole]
                for slot in range(3):
                    times = reach & REACH_MASK
                    reach >>= REACH_BITS
                    if times:
                        row = tally[action, kind]
                        row[0] += times
                        row[1] += times * wins
                        row[2] += times * losses
                        row[3] += times * without
                    action = 3 + slot
                continue
            play = wins - losses
            ante = play - without if kind >= qualifier else without - 990
            rest = scale * (ante - losses) + terms[BLIND + kind] * wins + terms[BONUS + kind]
            low = rest + play * river_low
            high = rest + play * river_high
            if mode == DECIDE:
                plays[hole] = FOLD if folding > max(low, high) else HIGH if high > low else LOW
            worth[STAY, hole] = rest + (play << PLAY_BIT)
            worth[RIVER, hole] = folding if plays[hole] == FOLD else low if plays[hole] == LOW else high


@njit(nogil=True, error_model="numpy", no_cpython_wrapper=True, no_cfunc_wrapper=True)
def add(total, worth) -> None:
    """Add a worth to a sum."""
    for field in range(total.shape[0]):
        for hole in range(WIDTH):
            total[field, hole] += worth[field, hole]


@njit(nogil=True, error_model="numpy", no_cpython_wrapper=True, no_cfunc_wrapper=True)
def add_times(total, worth, times, less) -> None:
    """Add a worth to a sum, each hole as many times as the row says, less a number."""
    for field in range(total.shape[0]):
        for hole in range(WIDTH):
            total[field, hole] += worth[field, hole] * (times[hole] - less)


@njit(cache=True, nogil=True, error_model="numpy")
def run_boards(first: int, step: int, mode: int, tables, room, terms, plays, plain, sums, tally) -> None:
    left, parts, flush, passed, places, kinds, worth, lone = room
    pairs, holes, off, suited_orders, ranked, remaining, sets, links, fives = tables
    fields = sums.shape[1]
    whole = lone[13]
    for at in range(first, sets.shape[0], step):
        suited = sets[at, 0]
        start = sets[at, 1]
        mask = sets[at, 3]
        twos = 3 if suited == 3 else 6 if suited == 4 else 0
        alls = 1 if suited == 3 else 4 if suited == 4 else 10 if suited == 5 else 0
        if suited:
            flush_parts(mask, suited, suited_orders, parts, flush)
            for row in range(14):
                for field in range(fields):
                    for hole in range(WIDTH):
                        lone[row, field, hole] = 0
        else:
            for part in range(flush.shape[1]):
                flush[MADE, part] = flush[LESSER, part] = 0
        if mode == TALLY:
            for link in range(alls):
                add(whole, sums[links[at, 10 + link]])
            for c in range(13):
                for link in range(twos):
                    add(lone[c], sums[links[at, link] + c])
                if suited == 3:
                    add(lone[c], lone[c])
                add_times(lone[c], whole, off[c], False)
        for other in range(sets[at, 2]):
            b = c = 13
            if suited == 3:
                b = 0 + pairs[other, 0]
                c = 0 + pairs[other, 1]
            elif suited == 4:
                c = other
            board = start + other
            for rank in range(13):
                left[rank] = 3 - (rank == b) - (rank == c)
                left[13 + rank] = 1 - (mask >> rank & 1)
                if suited == 0:
                    left[rank] = remaining[board, rank]
                    left[13 + rank] = 0
            pass_dealers(ranked[fives[board]], suited == 3, terms[QUALIFIER], left, pairs, passed, places, kinds)
            if mode == TALLY:
                for hole in range(WIDTH):
                    worth[0, hole] = 0
                if suited == 0:
                    for hole in range(RANK_PAIRS):
                        worth[0, hole] = plain[board, 0, hole]
                elif suited == 3:
                    add_times(worth, lone[b], off[c], b == c)
                    if b != c:
                        add_times(worth, lone[c], off[b], False)
                    for hole in range(WIDTH):
                        worth[0, hole] >>= 1
                    for link in range(3):
                        add(worth, sums[ONE + sets[at, 4 + link] * RANK_PAIRS + other])
                else:
                    add(worth, lone[c])
            visit(mode, 26 if suited else 13, terms, left, holes, flush, passed, places, kinds, plays[board], worth, tally)
            if mode == TALLY:
                continue
            if suited == 0:
                for field in range(fields):
                    for hole in range(RANK_PAIRS):
                        plain[board, field, hole] = worth[field, hole]
            elif suited == 3:
                for link in range(3):
                    add(sums[ONE + sets[at, 4 + link] * RANK_PAIRS + other], worth)
                add_times(lone[b], worth, off[c], b == c)
                if b != c:
                    add_times(lone[c], worth, off[b], False)
            else:
                add(lone[c], worth)
        if mode == TALLY:
            continue
        for c in range(13):
            for link in range(twos):
                add(sums[links[at, link] + c], lone[c])
            if twos:
                add_times(whole, lone[c], off[c], False)
        if suited == 3:
            for field in range(fields):
                for hole in range(WIDTH):
                    whole[field, hole] >>= 1
        for link in range(alls):
            add(sums[links[at, 10 + link]], whole)
