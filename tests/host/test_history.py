"""Rounds found again: equal to what was stored, told as each viewer saw them, and quick to find."""

from __future__ import annotations

import pytest

from support.played_house import PlayedHouse
from uth.host.round_check import check_round
from uth.host.round_document import Viewer, round_document
from uth.rules.loader import BOOKS, load_book
from uth.units import PlayerId

WAYS = [(book, way.name) for book in BOOKS for way in load_book(book).dealing]


@pytest.mark.parametrize(("book", "way"), WAYS)
async def test_any_round_is_dealt_and_settled_again_from_its_document(book: str, way: str) -> None:
    played = PlayedHouse()
    live = played.table(rules=book, dealing=way)
    await played.sit(live)
    for number in (1, 2, 3):
        await played.round(live)
        found = await played.history.round("one", number)
        for viewer in (Viewer(), Viewer(player=PlayerId("ann~1")), Viewer(all=True)):
            checked = check_round(round_document(found, viewer))
            assert checked.holds, checked
