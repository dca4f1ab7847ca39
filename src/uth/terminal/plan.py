"""The plan of the screen: how large the cards are and what there is room for."""

from __future__ import annotations

from dataclasses import dataclass, replace

from uth.terminal.faces import Size

WIDE = 132
"""From here on the dealer's words and the result have a column of their own."""
RESULT = 11
"""Rows of a usual result; on a single column large cards must leave room for it."""
AROUND = 7
"""Rows that are not felt: two of signs, two of words, two of keys, one of the rail."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """What fits on a screen of that size."""

    columns: int
    """The columns of the felt."""
    side: int
    """The columns beside it; 0 where there is no room."""
    size: Size
    gap: int
    """Blank rows between the parts of the table."""
    gaps: int
    """How many of them there are."""
    room: int
    """The rows of the felt without the dealer's words."""
    rows_of_mine: int
    """0 where the person's hands are not shown."""
    rows_of_others: int

    @property
    def free(self) -> int:
        """The rows that are left."""
        return self.room - 2 * self.size.rows - self.rows_of_mine - self.rows_of_others - self.gaps * self.gap

    def beside_a_result(self, result_rows: int) -> Plan:
        """Return the plan with a result of so many rows on the felt: gaps, others, hands and large cards give way."""
        close = replace(self, gap=0)
        alone = replace(close, rows_of_others=0)
        bare = replace(alone, rows_of_mine=0)
        for plan in (self, close, alone, bare):
            if self.side or result_rows <= plan.free:
                return plan
        return replace(bare, size=Size.TINY)


def plan_of(width: int, height: int, hands: int, others: int) -> Plan:
    """Return the plan for a terminal of that size."""
    side = 0 if width < WIDE else 50 if width < 138 else 58
    columns = max(width - side - 2, 10)
    rows_of_others = 3 if others else 0

    def rows(size: Size) -> int:
        return 2 * size.rows + hands * (1 + max(size.rows, 3)) + rows_of_others

    free = height - AROUND
    large = rows(Size.LARGE) + 3 if side else rows(Size.LARGE) - rows_of_others + RESULT
    fits = ((Size.LARGE, 66, large), (Size.SMALL, 46, rows(Size.SMALL)))
    size = next((size for size, least, needed in fits if columns >= least and free >= needed), Size.TINY)
    if free < rows(size):
        rows_of_others = 0
    left, gaps = max(free - rows(size), 0), 3 + 2 * hands
    gap = min(left // gaps, 2)
    return Plan(
        columns=columns,
        side=side,
        size=size,
        gap=gap,
        gaps=gaps,
        room=free,
        rows_of_mine=hands * (1 + max(size.rows, 3)),
        rows_of_others=rows_of_others,
    )
