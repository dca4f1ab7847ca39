"""The documentation is enough to write a client and check a round; it is compared with the code."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any, get_type_hints

import pytest
from fastapi.routing import APIRoute

from support.open_house import open_house
from uth.house.fairness import Proof
from uth.house.specs import TableSpec
from uth.units import Seat
from uth.views.lines import Line
from uth.views.seat import OfferedWager, Offers, SeatDocument
from uth.views.table import Banking, Clock, EnvyView, TableDocument
from uth.web.app import ROUTERS

DOCS = Path(__file__).parents[2] / "docs"
PROTOCOL = (DOCS / "protocol.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("kind", [TableDocument, SeatDocument, Offers, OfferedWager, Line, Clock, EnvyView, Banking])
def test_every_field_of_the_view_is_in_the_page(kind: type) -> None:
    page = PROTOCOL.partition("### The view")[2].partition("\n## ")[0]
    for name in get_type_hints(kind):
        assert f"`{name}`" in page, name


def test_every_field_of_a_table_is_in_the_page() -> None:
    page = PROTOCOL.partition("### A table")[2].partition("\n## ")[0]
    for name in TableSpec.__dataclass_fields__:
        assert f"`{name}`" in page, name


def test_every_route_is_in_the_page() -> None:
    for route in (each for router in ROUTERS for each in router.routes):
        if isinstance(route, APIRoute) and route.include_in_schema:
            last = route.path.replace("{number}", "{n}").rsplit("/", 1)[-1]
            assert route.path in PROTOCOL or f"/{last}" in PROTOCOL, route.path


async def test_a_deck_is_dealt_again_by_the_lines_of_the_page_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (lines,) = re.findall(r"### By hand.*?```python\n(.*?)```", (DOCS / "history.md").read_text("utf-8"), re.DOTALL)
    monkeypatch.chdir(tmp_path)
    async with open_house() as at:
        for book in ("chickasaw", "massachusetts"):  # not cut, and cut
            await at.table(book, rules=book)
            ann = await at.guest()
            async with ann.socket(book) as socket, at.http() as http:
                await ann.sit(socket)
                assert (await ann.ask(socket, word="glücklich"))["type"] == "done"
                await ann.round(socket)
                document = (await http.get(f"/api/v1/tables/{book}/rounds/1/proof", headers=ann.headers)).json()
            (tmp_path / "round.json").write_text(json.dumps(document), encoding="utf-8")
            found: dict[str, Any] = {}
            exec(compile(lines, "history.md", "exec"), found)
            shown = {*document["community"], *document["dealer"], *document["seats"]["1"]["cards"]}
            dealt = found["deck"]
            assert shown < {*dealt[:20]}, book
            shown_proof = {key: document["proof"][key] for key in ("secret", "cut", "nth")}
            words = {Seat(int(seat)): word for seat, word in document["proof"]["words"].items()}
            proof = Proof(commitment=document["commitment"], words=words, **shown_proof)
            assert dealt == [str(card) for card in proof.deck()]
            (tmp_path / "round.json").write_text(json.dumps({**document, "commitment": "0" * 64}), encoding="utf-8")
            with pytest.raises(AssertionError):
                exec(compile(lines, "history.md", "exec"), {})
