"""What goes beyond a look into the table of classes: envy, and a player/dealer's wager that runs out."""

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
    Room,
    TableTerms,
)  # fmt: skip


def settled_at(place: int, count: int, table: TableTerms, room: Room) -> int:
    """Return the seat settled at that place of 2 * count, or -1: the folded hands come before or after the others."""
    half = place // count
    at = place - half * count
    seat = count - 1 - at if table.terms[HIGHEST_FIRST] else at
    folded = room.decisions[seat] == FOLDED
    return seat if folded == (table.terms[FOLDED_FIRST] != half) else -1


def pay_envy(count: int, table: TableTerms, room: Room) -> int:
    """Pay every other progressive seat for each hand with an envy pay; return what is paid in all."""
    paid = 0
    for winner in range(count):
        amount = table.rows[room.rows[winner], ROW_ENVY]
        if amount == 0:
            continue
        for seat in range(count):
            if seat == winner or not table.seats[seat, HAS_PROGRESSIVE]:
                continue
            if table.terms[LIVE_ENVY] and room.decisions[seat] == FOLDED:
                continue
            room.parts[seat, ENVY] += amount
            room.nets[seat] += amount
            paid += amount
    return paid


def cover_wagers(count: int, dealer: np.int64, table: TableTerms, room: Room, bank: Integers) -> None:
    """Settle seat by seat until the player/dealer's wager is used up; what it does not cover goes back."""
    terms = table.terms
    left = terms[BANK]
    short = 0
    net = 0
    for place in range(2 * count):
        seat = settled_at(place, count, table, room)
        if seat < 0:
            continue
        kind = 2 if room.decisions[seat] == FOLDED else 1 if room.orders[seat] < dealer else 0
        for at in range(WAGERS):
            wager = table.bank_order[kind, at]
            if wager < 0:
                break
            amount = room.parts[seat, wager]
            needed = amount if amount > 0 else -amount if terms[LOSSES_USE_BANK] else 0
            if needed > left:
                short = 1
                covered = left if amount > 0 else -left
                room.nets[seat] += covered - amount
                room.parts[seat, wager] = covered
                needed = left
            left -= needed
        net -= room.nets[seat]
    bank[BANK_NET] += net
    bank[BANK_SQUARES] += net * net
    bank[BANK_USED] += terms[BANK] - left
    bank[BANK_SHORT] += short
