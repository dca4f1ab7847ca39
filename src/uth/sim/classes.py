"""The result of every class of hand, wager by wager, computed once by the table's own settlement."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from uth.kernels.exact_index import Integers
from uth.kernels.sim_table import (
    ALONE,
    CATEGORIES,
    CELLS,
    COLUMNS,
    FOLDED,
    RESULTS,
    TIE,
    WAGERS,
)  # fmt: skip
from uth.ranking import ORDER_BITS, Category, Hand, hand_of_order
from uth.rules.values import ANTE, COVER_ALL, ENTRY_FEE, PROGRESSIVE, Street, Wager
from uth.sim.plan import SeatPlan
from uth.sim.strategies import Ending, endings
from uth.table.posted import Posted
from uth.table.settle.main_wagers import settle_main_wagers
from uth.table.settle.settled import Decision, PlayedSeat, SettledWager
from uth.table.settle.settlement import cut_to_limit, settle_cover_all
from uth.table.settle.showdown import Showdown
from uth.units import PlayerId, Seat

LAYOUT = tuple(Wager)
SEAT = Seat(1)


def cell_of(decision: int, qualifies: bool, result: int, category: int) -> int:
    """Return the number of a cell."""
    return ((decision * 2 + qualifies) * RESULTS + result) * CATEGORIES + category


def parts_of(seat: SeatPlan, posted: Posted, seats: int) -> Integers:
    """Return the result of each wager in cents, by class, without the progressive's pay and envy.

    There is one column of cells, and with Cover All one more for each category of the highest hand.
    """
    has_cover_all = COVER_ALL in seat.wagers
    parts = np.zeros(((COLUMNS if has_cover_all else 1) * CELLS, WAGERS), np.int64)
    for number, end in enumerate(endings(posted)):
        if (number == ALONE) == (ANTE in seat.wagers):
            continue
        for qualifies in (False, True):
            for result in range(1 if number == FOLDED else RESULTS):
                for category in Category:
                    cell = cell_of(number, qualifies, result, category)
                    for column, highest in _columns(has_cover_all, category):
                        shown = _showdown(qualifies, result, category, highest, seats)
                        for wager, net in _nets(seat, end, shown, posted):
                            parts[column * CELLS + cell, LAYOUT.index(wager)] = net
    return parts


def _columns(has_cover_all: bool, least: Category) -> Iterator[tuple[int, Category]]:
    if not has_cover_all:
        yield 0, least
        return
    for highest in Category:
        if highest >= least:
            yield 1 + highest, highest


def _showdown(qualifies: bool, result: int, category: Category, highest: Category, seats: int) -> Showdown:
    """Return a showdown in which the first seat's hand has that category and that result against the dealer's."""
    mine = hand_of_order(category << ORDER_BITS)
    dealer = Hand(mine.order + TIE - result, mine.category, mine.ranks)
    best = hand_of_order(highest << ORDER_BITS)
    return Showdown(dealer, qualifies, {Seat(1 + at): mine for at in range(seats)}, best)


def _nets(seat: SeatPlan, end: Ending | None, shown: Showdown, posted: Posted) -> Iterator[tuple[Wager, int]]:
    """Yield the result of each wager, as `settle` computes it for a hand that is not dead."""
    decision = None if end is None else Decision(street=Street(end[0]), multiple=end[1] or None)
    played = PlayedSeat(SEAT, PlayerId("1"), (), seat.wagers, decision)
    wagers: dict[Wager, SettledWager] = settle_main_wagers(played, shown, posted)
    if COVER_ALL in seat.wagers:
        wagers[COVER_ALL] = settle_cover_all(seat.wagers[COVER_ALL], shown, posted)
    if posted.hand_limit is not None:
        cut_to_limit(wagers, *posted.hand_limit)
    for wager, settled in wagers.items():
        yield wager, settled.net
    for wager in (PROGRESSIVE, ENTRY_FEE):
        if wager in seat.wagers:
            yield wager, -seat.wagers[wager]
