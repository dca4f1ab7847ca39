"""Exact numbers for a table: counted in a thread, once for what is posted, and again for its meters as they move.

The counting is loaded when it is first asked for, so that a house opens without it.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Annotated, Any, Final

from fastapi import Depends
from starlette.requests import HTTPConnection

from uth.errors import Malformed
from uth.host.round_stamp import stamp_of
from uth.rules.values import Wager
from uth.table.posted import Posted

PATIENCE_S: Final = 10.0
"""How long a request waits before it is told to come back."""
KEPT: Final = 256
Numbers = dict[str, Any]


@dataclass(slots=True, kw_only=True, eq=False)
class Edges:
    """What was counted, by the stamp of what is posted; one count of the main game at a time."""

    _counts: OrderedDict[str, asyncio.Task[Numbers]] = field(default_factory=OrderedDict)
    _one: asyncio.Lock = field(default_factory=asyncio.Lock)

    async def ask(self, posted: Posted, meters: Mapping[str, int]) -> Numbers | None:
        """Return the numbers of every wager, the meters as they are, or ``None`` while the deals are being counted."""
        key = "/".join(stamp_of(posted).values())
        if key not in self._counts:
            self._counts[key] = asyncio.create_task(self._counted(posted), name="exact numbers")
            while len(self._counts) > KEPT:
                self._counts.popitem(last=False)
        done, _ = await asyncio.wait({self._counts[key]}, timeout=PATIENCE_S)
        if not done:
            return None
        if self._counts[key].exception() is not None:
            self._counts.pop(key).result()
        fixed = self._counts[key].result()
        if posted.progressive is None:
            return fixed
        return {**fixed, "progressive": await asyncio.to_thread(progressive, posted, dict(meters))}

    async def _counted(self, posted: Posted) -> Numbers:
        async with self._one:
            return await asyncio.to_thread(fixed_numbers, posted)


def fixed_numbers(posted: Posted) -> Numbers:
    """Return what does not change while the table stands: the main game, trips, Cover All."""
    from uth.exact.side_cover_all import cover_all_numbers, hand_counts
    from uth.exact.side_trips import trips_numbers

    numbers: Numbers = {"main": _main(posted)}
    if posted.offers(Wager.TRIPS):
        numbers["trips"] = trips_numbers(posted).to_json()
    if posted.cover_all is not None:
        counts = hand_counts(posted)
        numbers["cover_all"] = {str(count): cover_all_numbers(posted, count).to_json() for count in counts}
    return numbers


def _main(posted: Posted) -> Numbers:
    """Return the main game under the best play; a game that is not solved says why."""
    from uth.exact.posted_game import main_game
    from uth.exact.report import number
    from uth.exact.solve import solve

    try:
        solution = solve(main_game(posted))
    except Malformed as unsolved:
        return {"house_edge": None, "says": str(unsolved)}
    return {
        "house_edge": number(solution.house_edge),
        "element_of_risk": number(solution.element_of_risk),
        "average_wager": number(solution.average_wager),
        "standard_deviation": solution.standard_deviation,
        "says": "in antes, under the best play, nothing else on the felt",
    }


def progressive(posted: Posted, meters: dict[str, int]) -> Numbers:
    """Return the progressive with its meters as they are: alone, and by how many seats have the wager (envy)."""
    from uth.exact.report import number
    from uth.exact.side_progressive import progressive_numbers

    seats = posted.rules.seats.count.value
    by_seats = [progressive_numbers(posted, meters=meters, seats=each) for each in range(1, seats + 1)]
    edges = {str(at): number(each.house_edge) for at, each in enumerate(by_seats, 1)}
    return {**by_seats[0].to_json(), "house_edge_by_seats": edges}


def edges_of(connection: HTTPConnection) -> Edges:
    """Return the counts of the house that is asked."""
    state = connection.app.state
    if not hasattr(state, "edges"):
        state.edges = Edges()
    edges: Edges = state.edges
    return edges


TheEdges = Annotated[Edges, Depends(edges_of)]
