"""What a table was made from, whole: enough for another program to post the same table."""

from __future__ import annotations

from dataclasses import fields
from typing import Any

from fastapi import APIRouter

from uth.errors import Refused
from uth.web.who import TheHouse

router = APIRouter(tags=["tables"])


@router.get("/api/v1/tables/{name}/spec")
async def spec(name: str, house: TheHouse) -> dict[str, Any]:
    """What the table was made from: its rule set by name or as text, its pay tables, limits, dealing and speed."""
    made = (await house.recalled(name)).spec
    if made is None:
        raise Refused("no_table", None, f"nobody knows what table {name!r} was made from")
    named = {each.name: getattr(made, each.name) for each in fields(made)}
    return {key: dict(value) if key == "tables" else value for key, value in named.items()}
