"""Settlement beyond the table of classes: envy, and a player/dealer's wager that runs out."""

from __future__ import annotations

import numpy as np

from uth.kernels.exact_index import Integers
from uth.kernels.sim_table import (
    BANK,
    BANK_NET,
    BANK_SHORT,
    BANK_SQUARES,
    BANK_USED,
    ENVY,
    FOLDED,
    FOLDED_FIRST,
    HAS_PROGRESSIVE,
    HIGHEST_FIRST,
    LIVE_ENVY,
    LOSSES_USE_BANK,
    ROW_ENVY,
    WAGERS,
    Scratch,
    TableTerms,
)  # fmt: skip


def settled_at(place: int, count: int, table: TableTerms, scratch: Scratch) -> int:
    """Return the seat settled at that position of 2 * count, or -1. Folded hands come before or after the others."""
    half = place // count
    at = place - half * count
    seat = count - 1 - at if table.terms[HIGHEST_FIRST] else at
    folded = scratch.decisions[seat] == FOLDED
    return seat if folded == (table.terms[FOLDED_FIRST] != half) else -1


def pay_envy(count: int, table: TableTerms, scratch: Scratch) -> int:
    """Pay envy to every other progressive seat for each qualifying hand; return the total."""
    paid = 0
    for winner in range(count):
        amount = table.rows[scratch.rows[winner], ROW_ENVY]
        if amount == 0:
            continue
        for seat in range(count):
            if seat == winner or not table.seats[seat, HAS_PROGRESSIVE]:
                continue
            if table.terms[LIVE_ENVY] and scratch.decisions[seat] == FOLDED:
                continue
            scratch.parts[seat, ENVY] += amount
            scratch.nets[seat] += amount
            paid += amount
    return paid


def cover_wagers(count: int, dealer: np.int64, table: TableTerms, scratch: Scratch, bank: Integers) -> None:
    """Settle seat by seat until the player/dealer's wager is used up, and return what it does not cover."""
    terms = table.terms
    left = terms[BANK]
    short = 0
    net = 0
    for place in range(2 * count):
        seat = settled_at(place, count, table, scratch)
        if seat < 0:
            continue
        kind = 2 if scratch.decisions[seat] == FOLDED else 1 if scratch.orders[seat] < dealer else 0
        for at in range(WAGERS):
            wager = table.bank_order[kind, at]
            if wager < 0:
                break
            amount = scratch.parts[seat, wager]
            needed = amount if amount > 0 else -amount if terms[LOSSES_USE_BANK] else 0
            if needed > left:
                short = 1
                covered = left if amount > 0 else -left
                scratch.nets[seat] += covered - amount
                scratch.parts[seat, wager] = covered
                needed = left
            left -= needed
        net -= scratch.nets[seat]
    bank[BANK_NET] += net
    bank[BANK_SQUARES] += net * net
    bank[BANK_USED] += terms[BANK] - left
    bank[BANK_SHORT] += short
