"""`settle_document`: from a parsed document to its answer."""

from __future__ import annotations

from typing import Any

from uth.adjudicate.fields import is_json, must
from uth.adjudicate.reading import read_document
from uth.adjudicate.writing import written
from uth.table.settlement import settle


def settle_document(document: Any) -> dict[str, Any]:
    """Return the settlement of the round in the document; what cannot be settled is `Malformed`."""
    played, posted = read_document(document)
    if "id" in document:
        must(is_json(document["id"]), "id", document["id"], "is not JSON; give a number, a text or null")
    answer = written(settle(played, posted), posted)
    return {"id": document["id"], **answer} if "id" in document else answer
