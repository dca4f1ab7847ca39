"""`uth house nodes`: the servers that run a house together, and the tables of each."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated, Any, Final

import typer

from uth.cli.house import DATA, Data, Database, done, with_store

if TYPE_CHECKING:
    from uth.store.database import DatabaseStore
    from uth.store.nodes import ClusterState, Node

NOBODY: Final = "-"


def nodes(
    database: Database = None,
    data: Data = DATA,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """List the servers that run a house together: their state, how far each has followed the log, and its tables.

    The epoch of a table grows whenever the table changes hands.

    Example: uth house nodes --database postgresql://uth@db/uth
    """

    async def work(store: DatabaseStore) -> str:
        document = _document(await store.cluster_state())
        return json.dumps(document, indent=1, ensure_ascii=False) if as_json else _text(document)

    done(with_store(database, data, work, must_be=True))


def _document(state: ClusterState) -> dict[str, Any]:
    tables = {stream.removeprefix("table/"): lease for stream, lease in sorted(state.leases.items())}
    runs = {name: state.runs(f"table/{name}") for name in tables}
    return {
        "nodes": [
            {
                "node": node.name,
                "state": _state(node),
                "address": node.address,
                "tables": sum(each is not None and each.name == node.name for each in runs.values()),
                "behind": _behind(node, state) if node.is_alive else None,
                "expires_in_ms": max(0, node.left_ms),
            }
            for node in state.nodes
        ],
        "tables": [
            {"table": name, "node": node.name if (node := runs[name]) is not None else None, "epoch": lease.epoch}
            for name, lease in tables.items()
        ],
    }


def _state(node: Node) -> str:
    if not node.is_alive:
        return "gone"
    return "draining" if node.draining else "alive"


def _behind(node: Node, state: ClusterState) -> int:
    """Return how many records of the house and its people the node has not applied yet."""
    numbers = state.numbers
    return max(0, numbers.get("house", 0) - node.house) + max(0, numbers.get("people", 0) - node.people)


def _text(document: dict[str, Any]) -> str:
    if not document["nodes"]:
        return "no server has run this house with --node"
    rows = [("node", "state", "tables", "behind", "address")]
    for node in document["nodes"]:
        behind = NOBODY if node["behind"] is None else str(node["behind"])
        rows.append((node["node"], node["state"], str(node["tables"]), behind, node["address"]))
    held = [("table", "node", "epoch")]
    held += [(each["table"], each["node"] or NOBODY, str(each["epoch"])) for each in document["tables"]]
    return "\n".join([*_columns(rows), "", *_columns(held)])


def _columns(rows: Sequence[tuple[str, ...]]) -> list[str]:
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return ["  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in rows]
