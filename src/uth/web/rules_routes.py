"""A table's rules as people read them, and the exact numbers of every wager on it, from the objects the engine uses."""

from __future__ import annotations

import asyncio
from typing import Any, Final

from fastapi import APIRouter, Response

from uth.host.round_stamp import choices_of, stamp_of
from uth.ranking import Category
from uth.rulebook.book import pages_of
from uth.rulebook.page import Fact, Grid, Group, Section
from uth.rulebook.words import progressive_pay, row_name
from uth.rules.loader import BOOKS
from uth.rules.ruleset import RuleSet
from uth.rules.values import Wager
from uth.table.posted import Posted
from uth.units import Odds
from uth.web.edges import TheEdges
from uth.web.link_document import meters_shown
from uth.web.who import TheHouse

router = APIRouter(prefix="/api/v1/tables/{name}", tags=["rules"])


@router.get("/rules")
async def rules(name: str, house: TheHouse) -> dict[str, Any]:
    """The table's own rule book, readable, with what it posts: pay tables, limits, way of dealing."""
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
        "pages": await asyncio.to_thread(_pages, book, stamp["rules_hash"]),
    }


@router.get("/edges")
async def edges(name: str, house: TheHouse, edges: TheEdges, response: Response) -> dict[str, Any]:
    """The exact numbers of every wager on this table now; 202 while they are being counted, then ask again."""
    live = await house.recalled(name)
    meters = meters_shown(live)
    counted = await edges.ask(live.posted, meters)
    if counted is None:
        response.status_code = 202
        return {"counting": True}
    return {"counting": False, **stamp_of(live.posted), **counted}


def pays_of(posted: Posted) -> dict[str, Any]:
    """Return every row of every pay table that is posted."""
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


_PAGES: Final[dict[str, list[dict[str, Any]]]] = {}
"""The pages of rule books, by their fingerprint."""
_PAGES_MAX: Final = 100


def _pages(book: RuleSet, fingerprint: str) -> list[dict[str, Any]]:
    if fingerprint not in _PAGES:
        if len(_PAGES) >= _PAGES_MAX:
            _PAGES.clear()
        _PAGES[fingerprint] = [_section(section) for section in pages_of(book)]
    return _PAGES[fingerprint]


def _section(section: Section) -> dict[str, Any]:
    return {"title": section.title, "parts": [_part(part) for part in section.parts]}


def _part(part: Fact | Group | Grid) -> dict[str, Any]:
    match part:
        case Fact(says=says, cites=cites):
            return {"kind": "fact", "says": says, "cites": list(cites)}
        case Group(title=title, facts=facts, numbered=numbered):
            return {"kind": "group", "title": title, "numbered": numbered, "facts": [_part(each) for each in facts]}
        case Grid(title=title, head=head, rows=rows, cites=cites):
            grid = {"head": list(head), "rows": [list(row) for row in rows]}
            return {"kind": "grid", "title": title, **grid, "cites": list(cites)}
