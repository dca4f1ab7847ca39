"""Routes for a table's rules in readable form and the exact numbers of its wagers."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Annotated, Any, Final

from fastapi import APIRouter, Depends, Response
from starlette.requests import HTTPConnection

from uth.errors import Malformed
from uth.house.round_secret import choices_of, stamp_of
from uth.ranking import Category
from uth.rulebook.book import pages_for_players, pages_of_table
from uth.rulebook.page import progressive_pay, row_name, section_document
from uth.rules.loader import BOOKS
from uth.rules.registry import rulings
from uth.rules.values import Wager
from uth.table.posted import Posted
from uth.units import Odds
from uth.views.link import meters_shown
from uth.web.requests import HouseDep

PATIENCE_S: Final = 10.0
"""How long a request waits for a computation before it gets 202."""
KEPT: Final = 256
Numbers = dict[str, Any]


@dataclass(slots=True, kw_only=True, eq=False)
class Edges:
    """Exact numbers by the hashes of what a table posts; one computation of the main game at a time."""

    _tasks: OrderedDict[str, asyncio.Task[Numbers]] = field(default_factory=OrderedDict)
    _lock: asyncio.Lock = field(default_factory=asyncio.Lock)

    async def numbers_of(self, posted: Posted, meters: Mapping[str, int]) -> Numbers | None:
        """Return the numbers of every wager at the current meters, or ``None`` while they are being computed."""
        key = "/".join(stamp_of(posted).values())
        task = self._tasks.get(key)
        if task is None:
            task = self._tasks[key] = asyncio.create_task(self._compute(posted), name="exact numbers")
            while len(self._tasks) > KEPT:
                self._tasks.popitem(last=False)
        done, _ = await asyncio.wait({task}, timeout=PATIENCE_S)
        if not done:
            return None
        if task.exception() is not None and self._tasks.get(key) is task:
            del self._tasks[key]  # the next request computes it again
        fixed = task.result()
        if posted.progressive is None:
            return fixed
        return {**fixed, "progressive": await asyncio.to_thread(progressive, posted, dict(meters))}

    async def _compute(self, posted: Posted) -> Numbers:
        async with self._lock:
            return await asyncio.to_thread(fixed_numbers, posted)


def fixed_numbers(posted: Posted) -> Numbers:
    """Return the numbers that do not depend on meters: the main game, trips, Cover All."""
    from uth.exact.side_highest import cover_all_numbers, hand_counts
    from uth.exact.side_numbers import trips_numbers

    numbers: Numbers = {"main": _main(posted)}
    if posted.offers(Wager.TRIPS):
        numbers["trips"] = trips_numbers(posted).to_json()
    if posted.cover_all is not None:
        counts = hand_counts(posted)
        numbers["cover_all"] = {str(count): cover_all_numbers(posted, count).to_json() for count in counts}
    return numbers


def _main(posted: Posted) -> Numbers:
    """Return the main game under optimal play, or why it cannot be solved."""
    from uth.exact.game import main_game
    from uth.exact.result import number
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
    """Return the progressive at the current meters: alone, and by the number of seats in it (envy)."""
    from uth.exact.result import number
    from uth.exact.side_progressive import progressive_numbers

    seats = posted.rules.seats.count.value
    by_seats = [progressive_numbers(posted, meters=meters, seats=each) for each in range(1, seats + 1)]
    edges = {str(at): number(each.house_edge) for at, each in enumerate(by_seats, 1)}
    return {**by_seats[0].to_json(), "house_edge_by_seats": edges}


def edges_of(connection: HTTPConnection) -> Edges:
    """Return the exact numbers of this app."""
    state = connection.app.state
    if not hasattr(state, "edges"):
        state.edges = Edges()
    edges: Edges = state.edges
    return edges


EdgesDep = Annotated[Edges, Depends(edges_of)]


router = APIRouter(prefix="/api/v1", tags=["rules"])


@router.get("/rulings")
async def every_ruling() -> list[dict[str, Any]]:
    """Every ruling: where the documents leave a question open, what is decided, and why."""
    return [asdict(each) for each in rulings().values()]


@router.get("/tables/{name}/rules")
async def rules(name: str, house: HouseDep) -> dict[str, Any]:
    """The table's rule book in readable form, with what it posts: pay tables, limits, way of dealing."""
    live = await house.recalled(name)
    posted, own = live.posted, live.spec is not None and live.spec.rules not in BOOKS
    book, stamp = posted.rules, stamp_of(posted)
    return {
        "name": book.name,
        "title": book.title,
        "fingerprint": stamp["rules_hash"],
        "posted_hash": stamp["posted_hash"],
        "currency": book.currency.code,
        "symbol": book.currency.symbol,
        "text": live.spec.rules if live.spec is not None and own else None,
        "posted": choices_of(posted),
        "agreement": live.spec.agreement if live.spec is not None else None,
        "hands": posted.hands_per_player,
        "dealing": {"name": posted.dealing.name, "says": posted.dealing.says},
        "pays": pays_of(posted),
        **await asyncio.to_thread(_pages, posted, f"{stamp}/{posted.hands_per_player}/{posted.bank_min}"),
    }


@router.get("/tables/{name}/edges")
async def edges(name: str, house: HouseDep, edges: EdgesDep, response: Response) -> dict[str, Any]:
    """The exact numbers of every wager at this table now; 202 while they are being computed."""
    live = await house.recalled(name)
    meters = meters_shown(live)
    numbers = await edges.numbers_of(live.posted, meters)
    if numbers is None:
        response.status_code = 202
        return {"counting": True}
    return {"counting": False, **stamp_of(live.posted), **numbers}


def pays_of(posted: Posted) -> dict[str, Any]:
    """Return every row of every posted pay table."""
    pays: dict[str, Any] = {"blind": _rows(posted.blind.pays)}
    if posted.offers(Wager.TRIPS):
        pays["trips"] = _rows(posted.trips.pays)
    if posted.cover_all is not None:
        pays["cover_all"] = {count: _rows(odds) for count, odds in posted.cover_all.hands.items()}
    table = posted.progressive
    if table is not None:
        pays["progressive"] = [
            {
                "hand": row.hand,
                "words": row_name(row),
                "pays": progressive_pay(row, table, posted.rules),
                "meter": row.meter,
                "envy": posted.envy(row.envy),
            }
            for row in table.rows
        ]
    return pays


def _rows(pays: dict[Category, Odds]) -> list[dict[str, str]]:
    hands = sorted(pays, reverse=True)
    return [{"hand": hand.key, "words": hand.words, "pays": str(pays[hand])} for hand in hands]


_PAGES: Final[dict[str, dict[str, list[dict[str, Any]]]]] = {}
"""Rendered rule books by the hashes of their rules and of what the table posts."""
_PAGES_MAX: Final = 100


def _pages(posted: Posted, key: str) -> dict[str, list[dict[str, Any]]]:
    """Return the whole book, and the parts that a client shows as help at the table."""
    if key not in _PAGES:
        if len(_PAGES) >= _PAGES_MAX:
            _PAGES.clear()
        books = {"pages": pages_of_table(posted), "help": pages_for_players(posted)}
        _PAGES[key] = {name: [section_document(each) for each in pages] for name, pages in books.items()}
    return _PAGES[key]
