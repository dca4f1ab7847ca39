"""A checkpoint: the whole state of a table kept with a record, so that nobody has to begin at the first one."""

from __future__ import annotations

from typing import Any, Final

from uth.store.codec import Json, decoded, encoded
from uth.table.state import Table

EVERY: Final = 16
"""After how many rounds the state is kept again."""
CHECKPOINT: Final = '"state":{"is":"Table"'
"""How a record that carries the state is found in a log."""
CHECKPOINT_WITHIN: Final = 5_000
"""How many records back the newest one is looked for; where there is none the log is read from its beginning."""


def checkpoint_of(table: Table) -> Json:
    """Return the state as a record keeps it, under ``state`` of what the host keeps beside the events."""
    return encoded(table)


def is_due(table: Table) -> bool:
    """Whether the state is kept with the record that collected the cards."""
    return table.rounds % EVERY == 0


def is_checkpoint(body: Any) -> bool:
    """Whether a record of a table carries the state after it."""
    return "state" in body.get("host", {})


def table_at(body: Any) -> Table:
    """Return the state that a record carries; what a table did not have yet when it was kept is as at a new one."""
    table: Table = decoded(Table, {**encoded(Table()), **body["host"]["state"]})
    return table
