"""Every finished board: forwards into sums for each flop, or backwards into a tally of what happened.

A sum stands for a flop and a hole told against one suit. Forwards, a board's worths are added to the rows of the
flops it can come from. Backwards, the rows hold how often each flop and hole is reached, and a board collects from
them; three such counts share one integer.

All of it is one file because Numba asks only the file of a cached function whether it has changed.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from numba import njit

from uth.kernels.exact_index import (
    BLIND,
    BONUS,
    CATEGORY_SHIFT,
    DECIDE,
    FINER,
    FLUSHES,
    FOLD,
    FOLDS,
    HIGH,
    HIGHER,
    HIGHER_BIT,
    LAST_HOLE,
    LESSER,
    LOW,
    LOWER,
    MADE,
    ONE,
    PAIR_MASK,
    PLAY_BIT,
    QUALIFIER,
    RANK_PAIRS,
    REACH_BITS,
    RIVER,
    RIVER_HIGH,
    RIVER_LOW,
    ROWS,
    SCALE,
    SPARED,
    STAY,
    TALLY,
    WIDTH,
    Bytes,
    Counts,
    Integers,
    Shorts,
    Words,
    inner,
)  # fmt: skip

FLUSH: Final = 5
FULL_HOUSE: Final = 6
STRAIGHT_FLUSH: Final = 8

NOW: Final = 0
EDGES: Final = 1
TOTAL: Final = 26
COLUMNS: Final = 32
"""Dealers gone by, and those at the edges (unqualified, full): with each of 26 kinds of card, then in total."""

AFTER_BIT: Final = 16
COUNT_MASK: Final = (1 << AFTER_BIT) - 1
"""Two counts share one integer: dealers below a hole and not above it; or the unqualified and the full."""


class BoardTables(NamedTuple):
    """The boards and their holes; `exact.boards` makes them."""

    pairs: Bytes
    spread: Words
    holes: Bytes
    off: Integers
    flushes: Shorts
    ranked: Words
    left: Bytes
    sets: Integers
    links: Integers
    fives: Integers


class BoardRoom(NamedTuple):
    """Room to work in; `lone` has a row for each rank of a lone card, and one for none."""

    passed: Counts
    kinds: Bytes
    both: Counts
    worth: Integers
    lone: Integers


@inner
def pass_dealers(
    ranked: Words, mixed: bool, qualifier: int, left: Bytes, pairs: Bytes, spread: Words, passed: Counts,
    kinds: Bytes, both: Counts,
) -> None:  # fmt: skip
    """Let the dealers that make no flush go by, lowest first, and fill for each hole that makes none how it stands.

    A hole's own two cards are taken off the count of all that went by. `left` has the cards of each kind not on the
    board; `mixed` says that one card of the suit makes no flush.
    """
    now = passed[NOW]
    edges = passed[EDGES]
    for column in range(COLUMNS):
        now[column] = edges[column] = 0
    total = 0
    first = 0
    while ranked[first] != LAST_HOLE:
        category = ranked[first] >> CATEGORY_SHIFT
        last = first
        while last == first or not ranked[last] >> HIGHER_BIT & 1:
            pair = ranked[last] & PAIR_MASK
            x, y = pairs[pair, 0], pairs[pair, 1]
            kinds[pair] = category
            both[pair] = total - now[x] - now[y]
            if mixed:
                both[spread[pair, 0]] = total - now[13 + x] - now[y]
                both[spread[pair, 1]] = total - now[x] - now[13 + y]
            last += 1
        for at in range(first, last):
            pair = ranked[at] & PAIR_MASK
            x, y = pairs[pair, 0], pairs[pair, 1]
            with_x, with_y = 0 + left[y], 0 + left[x]
            if x == y:
                total += with_x * (with_x - 1) >> 1
                now[x] += with_x - 1
            else:
                total += with_x * with_y
                now[x] += with_x
                now[y] += with_y
            if mixed:
                total += with_y * left[13 + y]
                now[x] += left[13 + y]
                now[13 + x] += with_x
                if x != y:
                    total += with_x * left[13 + x]
                    now[y] += left[13 + x]
                    now[13 + y] += with_y
        for at in range(first, last):
            pair = ranked[at] & PAIR_MASK
            x, y = pairs[pair, 0], pairs[pair, 1]
            both[pair] += (total - now[x] - now[y]) << AFTER_BIT
            if mixed:
                both[spread[pair, 0]] += (total - now[13 + x] - now[y]) << AFTER_BIT
                both[spread[pair, 1]] += (total - now[x] - now[13 + y]) << AFTER_BIT
        first = last
        now[TOTAL] = total
        above = ranked[first] >> CATEGORY_SHIFT
        unqualified = 1 if category < qualifier <= above else 0
        full = 1 << AFTER_BIT if category < FULL_HOUSE <= above else 0
        if unqualified != full:
            for column in range(COLUMNS):
                edges[column] += now[column] * (unqualified - full)
    for column in range(COLUMNS):
        edges[column] += now[column] << AFTER_BIT


@inner
def visit_holes(
    mode: int, board: int, suited: int, holes: Bytes, left: Bytes, flush: Shorts, room: BoardRoom, terms: Integers,
    plays: Bytes, tally: Integers,
) -> None:  # fmt: skip
    """Fill the worth of each hole of a board, or add each to the tally as often as its worth says it is reached."""
    passed, kinds, both, worth, _ = room
    qualifier = terms[QUALIFIER]
    scale = terms[SCALE]
    edges = passed[EDGES]
    total = edges[TOTAL]
    finer = terms[FINER]
    river_low = scale * terms[RIVER_LOW]
    river_high = scale * terms[RIVER_HIGH]
    fields = worth.shape[0]
    hole = -1
    for two in range(26 if suited else 13):
        left_two = left[two]
        for one in range(two + 1):
            hole += 1
            if left_two == 0 or left[one] <= (one == two):
                if mode != TALLY:
                    for field in range(worth.shape[0]):
                        worth[field, hole] = 0
                continue
            part = holes[hole, 2]
            kind = flush[MADE, part]
            edge = total - edges[one] - edges[two] if total else 0
            without = edge & COUNT_MASK
            if kind:
                fuller = edge >> AFTER_BIT if kind < STRAIGHT_FLUSH else 0
                wins = 990 - flush[FLUSHES, part] + flush[LOWER, part] - fuller
                losses = flush[HIGHER, part] + fuller
            else:
                kind = kinds[holes[hole, 3]]
                wins = both[hole] & COUNT_MASK
                losses = 989 - (both[hole] >> AFTER_BIT)
                if kind >= FULL_HOUSE:
                    wins += flush[LESSER, part]
                    losses -= flush[LESSER, part]
                if kind < qualifier:
                    without += 1
            if qualifier > FLUSH:
                without += flush[LESSER, part]
            if mode == TALLY:
                reach = worth[0, hole]
                action = plays[0, board, hole]
                for slot in range(3):
                    times = reach & ((1 << REACH_BITS) - 1)
                    reach >>= REACH_BITS
                    if times:
                        tally[action, kind, 0] += times
                        tally[action, kind, 1] += times * wins
                        tally[action, kind, 2] += times * losses
                        tally[action, kind, 3] += times * without
                    action = 3 + slot
                continue
            play = wins - losses
            ante = play - without if kind >= qualifier else without - 990
            rest = scale * (ante - losses) + terms[BLIND + kind] * wins + terms[BONUS + kind]
            rest += terms[SPARED + kind] * without
            low = finer * (rest + play * river_low)
            high = finer * (rest + play * river_high)
            worth[STAY, hole] = rest + (play << PLAY_BIT)
            for grade in range(fields - RIVER):
                folding = terms[FOLDS + grade]
                if mode == DECIDE:
                    action = FOLD if folding > max(low, high) else HIGH if high > low else LOW
                    plays[grade, board, hole] = action
                action = plays[grade, board, hole]
                worth[RIVER + grade, hole] = folding if action == FOLD else low if action == LOW else high


@inner
def add(total: Integers, worth: Integers) -> None:
    """Add one row to another."""
    for field in range(total.shape[0]):
        for hole in range(WIDTH):
            total[field, hole] += worth[field, hole]


@inner
def add_times(total: Integers, worth: Integers, times: Integers, same: bool) -> None:
    """Add one row to another, each hole as many times as there are cards; one less if the same rank came before."""
    for field in range(total.shape[0]):
        for hole in range(WIDTH):
            total[field, hole] += worth[field, hole] * (times[hole] - same)


@njit(cache=True, nogil=True, error_model="numpy")
def run_boards(
    first: int, step: int, mode: int, tables: BoardTables, room: BoardRoom, terms: Integers, plays: Bytes,
    plain: Integers, sums: Integers, tally: Integers,
) -> bool:  # fmt: skip
    """Go through the boards, a set with the same suited ranks at a time; false if the rows are not laid out as here."""
    if sums.shape[0] != ROWS or sums.shape[2] != WIDTH:
        return False
    passed, kinds, both, worth, lone = room
    pairs, spread, holes, off, flushes, ranked, lefts, sets, links, fives = tables
    fields = sums.shape[1]
    whole = lone[13]
    for at in range(first, sets.shape[0], step):
        suited, start, others = sets[at, 0], sets[at, 1], sets[at, 2]
        twos, alls = sets[at, 4], sets[at, 5]
        flush = flushes[sets[at, 6]]
        if suited:
            for row in range(14):
                for field in range(fields):
                    for hole in range(WIDTH):
                        lone[row, field, hole] = 0
        if mode == TALLY:
            for link in range(alls):
                add(whole, sums[links[at, 13 + link]])
            for c in range(13 if twos else 0):
                for link in range(twos):
                    add(lone[c], sums[links[at, 3 + link] + c])
                if suited == 3:
                    add(lone[c], lone[c])
                add_times(lone[c], whole, off[c], suited == 0)
        for other in range(others):
            board = start + other
            b = c = 13
            if suited == 3:
                b, c = 0 + pairs[other, 0], 0 + pairs[other, 1]
            elif suited == 4:
                c = other
            left = lefts[board]
            pass_dealers(ranked[fives[board]], suited == 3, terms[QUALIFIER], left, pairs, spread, passed, kinds, both)
            if mode == TALLY:
                for hole in range(WIDTH):
                    worth[0, hole] = 0 if suited or hole >= RANK_PAIRS else plain[board, 0, hole]
                if suited == 3:
                    add_times(worth, lone[b], off[c], b == c)
                    if b != c:
                        add_times(worth, lone[c], off[b], b == c)
                    for hole in range(WIDTH):
                        worth[0, hole] >>= 1
                    for link in range(3):
                        add(worth, sums[ONE + links[at, link] + other])
                elif suited:
                    add(worth, lone[c])
            visit_holes(mode, board, suited, holes, left, flush, room, terms, plays, tally)
            if mode == TALLY:
                continue
            if suited == 3:
                for link in range(3):
                    add(sums[ONE + links[at, link] + other], worth)
                add_times(lone[b], worth, off[c], b == c)
                if b != c:
                    add_times(lone[c], worth, off[b], b == c)
            elif suited:
                add(lone[c], worth)
            else:
                for field in range(fields):
                    for hole in range(RANK_PAIRS):
                        plain[board, field, hole] = worth[field, hole]
        if mode == TALLY:
            continue
        for c in range(13 if twos else 0):
            for link in range(twos):
                add(sums[links[at, 3 + link] + c], lone[c])
            add_times(whole, lone[c], off[c], suited == 0)
        if suited == 3:
            for field in range(fields):
                for hole in range(WIDTH):
                    whole[field, hole] >>= 1
        for link in range(alls):
            add(sums[links[at, 13 + link]], whole)
    return True
