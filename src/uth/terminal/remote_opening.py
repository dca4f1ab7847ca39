"""What a table of a house has posted, and what a person sits down there with."""

from __future__ import annotations

from uth.client.visitor import Visitor
from uth.host.table_specs import TableSpec, spec_of
from uth.terminal.options import Opening


async def opening_at(visitor: Visitor, table: str, *, bankroll: int, ante: int | None) -> Opening:
    """Return the table as its house posts it; refuse a rule set that does not read here as it does there."""
    spec = await visitor.spec(table)
    known = {key: value for key, value in spec.items() if key in TableSpec.__dataclass_fields__}
    posted = spec_of(known).posted()
    return Opening(
        posted=posted,
        seats=posted.rules.seats.count.value,
        hands=1,
        bankroll=bankroll,
        ante=ante,
        shuffle_key=None,
        banks=False,
    )
