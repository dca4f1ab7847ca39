"""What a seat does that does not answer in time: it checks while that is free, then folds unless it cannot lose."""

from __future__ import annotations

from itertools import combinations

from uth.cards import DECK, Card
from uth.cites import cites
from uth.ranking import order_of
from uth.table import commands as c
from uth.table.offers import decisions
from uth.table.posted import Posted
from uth.table.state import Table
from uth.units import Seat


@cites("R22", "MA.6e")
def late_answer(table: Table, seat: Seat, posted: Posted) -> c.Check | c.MakePlay | c.Fold:
    """Return the decision of a seat whose time is up; a wager is never silently withdrawn."""
    offered = decisions(table, seat, posted)
    for each in offered:
        if isinstance(each, c.Check):
            return each
    plays = [each for each in offered if isinstance(each, c.MakePlay)]
    folds = [each for each in offered if isinstance(each, c.Fold)]
    if plays and (not folds or cannot_lose(table.spots[seat].hole, table.board)):
        return plays[-1]
    return folds[0]


def cannot_lose(hole: tuple[Card, ...], board: tuple[Card, ...]) -> bool:
    """Whether no two cards of the dealer's beat the hand."""
    known = {*hole, *board}
    mine = order_of((*hole, *board))
    left = [card for card in DECK if card not in known]
    return len(board) == 5 and all(order_of((*pair, *board)) <= mine for pair in combinations(left, 2))
