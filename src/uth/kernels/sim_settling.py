"""What goes beyond a look into the table of classes: envy, a player/dealer's wager that runs out, a session."""

from __future__ import annotations

import numpy as np

from uth.kernels.exact_index import Integers
from uth.kernels.sim_table import (
    BANK,
    BANK_NET,
    BANK_SHORT,
    BANK_SQUARES,
    BANK_USED,
    DROUGHT,
    ENVY,
    FALL,
    FOLDED,
    GOAL,
    HAND,
    HAS_PROGRESSIVE,
    HIGHEST,
    HIGHEST_FIRST,
    LIVE_ENVY,
    LOSSES_USE_BANK,
    LOWEST,
    NET,
    PATH,
    PEAK_AT,
    REACHED,
    ROW_ENVY,
    RUIN,
    RUINED,
    SESSION,
    SESSION_FIELDS,
    THROUGH,
    WAGERS,
    Room,
    TableTerms,
    Totals,
)  # fmt: skip


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
    for place in range(count):
        seat = count - 1 - place if terms[HIGHEST_FIRST] else place
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


def walk(seat: int, count: int, net: int, terms: Integers, room: Room, totals: Totals) -> None:
    """Let a session go on by one hand, unless it has ended already; note it when its hands are over."""
    path = room.paths[seat]
    path[HAND] += 1
    path[THROUGH] += net
    hand = path[HAND]
    if path[RUINED] == 0 and path[REACHED] == 0:
        path[NET] += net
        now = path[NET]
        path[LOWEST] = min(path[LOWEST], now)
        if now >= path[HIGHEST]:
            path[HIGHEST] = now
            path[PEAK_AT] = hand
        else:
            path[FALL] = max(path[FALL], path[HIGHEST] - now)
            path[DROUGHT] = max(path[DROUGHT], hand - path[PEAK_AT])
        if terms[RUIN] and now <= -terms[RUIN]:
            path[RUINED] = hand
        if terms[GOAL] and now >= terms[GOAL]:
            path[REACHED] = hand
    if hand % terms[SESSION] == 0:
        session = totals.sessions[room.paths[count, 0]]
        room.paths[count, 0] += 1
        for field in range(SESSION_FIELDS):
            session[field] = path[field]
        for field in range(PATH):
            path[field] = 0
