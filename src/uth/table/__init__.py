"""The table and its rounds. The code is pure and the same for every rule book.

A command yields events, and only events change the table.

>>> from uth import load
>>> from uth.table import act, commands, new_table, post, refusal_of
>>> posted = post(load("nevada"))
>>> table = new_table(posted)
>>> table, events = act(table, commands.TakeSeat(seat=1, player="Ann"), posted)
>>> [type(event).__name__ for event in events]
['SeatTaken']
>>> print(refusal_of(table, commands.Check(seat=1), posted).code)
step_not_due
"""

from __future__ import annotations

from uth.extras import lazy

TYPE_CHECKING = False
if TYPE_CHECKING:
    from uth.table.dealer import deal_until_asked
    from uth.table.posted import Posted, post
    from uth.table.round import commands, events
    from uth.table.round.apply import apply
    from uth.table.round.decide import act, decide
    from uth.table.round.refusals import offers, refusal_of
    from uth.table.round.state import Phase, Round, Spot, Table, new_table
    from uth.table.settle.settled import (
        Outcome,
        PlayedRound,
        PlayedSeat,
        SettledSeat,
        SettledWager,
        Settlement,
    )

__all__ = [
    "Outcome", "Phase", "PlayedRound", "PlayedSeat", "Posted", "Round", "SettledSeat", "SettledWager", "Settlement",
    "Spot", "Table", "act", "apply", "commands", "deal_until_asked", "decide", "events", "new_table", "offers", "post",
    "refusal_of",
]  # fmt: skip

__getattr__, __dir__ = lazy(
    __name__,
    {
        "Outcome": "uth.table.settle.settled",
        "Phase": "uth.table.round.state",
        "PlayedRound": "uth.table.settle.settled",
        "PlayedSeat": "uth.table.settle.settled",
        "Posted": "uth.table.posted",
        "Round": "uth.table.round.state",
        "SettledSeat": "uth.table.settle.settled",
        "SettledWager": "uth.table.settle.settled",
        "Settlement": "uth.table.settle.settled",
        "Spot": "uth.table.round.state",
        "Table": "uth.table.round.state",
        "act": "uth.table.round.decide",
        "apply": "uth.table.round.apply",
        "commands": "uth.table.round.commands",
        "deal_until_asked": "uth.table.dealer",
        "decide": "uth.table.round.decide",
        "events": "uth.table.round.events",
        "new_table": "uth.table.round.state",
        "offers": "uth.table.round.refusals",
        "post": "uth.table.posted",
        "refusal_of": "uth.table.round.refusals",
    },
)
