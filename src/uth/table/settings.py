"""Settings of a running table: what a document leaves to management at the moment, within what the book allows."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from uth.cites import cites
from uth.errors import Refused
from uth.table import commands as c
from uth.table import events as e
from uth.table.opening import refused_person
from uth.table.posted import Posted
from uth.table.refusal import Refusal
from uth.table.state import Phase, Table


def in_force(table: Table, posted: Posted) -> Posted:
    """Return what is posted with the table's own settings."""
    hands = table.hands_per_player if table.hands_per_player is not None else posted.hands_per_player
    fee = table.entry_fee if table.entry_fee is not None else posted.limits.entry_fee
    if (hands, fee) == (posted.hands_per_player, posted.limits.entry_fee):
        return posted
    return replace(posted, hands_per_player=hands, limits=replace(posted.limits, entry_fee=fee))


@cites("CN.7a", "CN.43", "R87")
def refused_setting(table: Table, command: c.SetTable, posted: Posted) -> Refused | None:
    """Return why the table may not be set so now, or ``None``: never while a round is on."""
    unsigned = refused_person(command.by, command.reason)
    if unsigned is not None:
        return unsigned
    floor, hands, fee = posted.rules.floor, command.hands_per_player, command.entry_fee
    if hands is None and fee is None:
        return Refused(Refusal.NOT_A_SETTING, "R87", "neither hands_per_player nor entry_fee is given")
    for name, wanted, left, least, most in (
        ("hands_per_player", hands, floor.hands_limited, 1, posted.rules.seats.hands_per_player.value),
        ("entry_fee", fee, floor.entry_fee_set, 0, posted.limits.ante.min),
    ):
        if wanted is None:
            continue
        if left is None or not left.value:
            says = f"{name} is not left to management by {posted.rules.name}"
            return Refused(Refusal.NOT_IN_THIS_BOOK, "R87", says)
        if type(wanted) is not int or not least <= wanted <= most:
            says = f"{name} {wanted!r} is not a whole number from {least} to {most}"
            return Refused(Refusal.NOT_A_SETTING, left.cite, says)
    if table.is_dealing:
        return Refused(Refusal.STEP_NOT_DUE, "R87", "a round is on; the table is set between two rounds")
    if table.phase is Phase.WAGERS and (table.spots or table.banker is not None):
        says = "wagers lie on the layout; the table is set before the first one of a round"
        return Refused(Refusal.WAGERS_ON_THE_LAYOUT, "R87", says)
    return None


@cites("CN.7a", "CN.43", "R87")
def table_set(command: c.SetTable, posted: Posted) -> Iterator[e.Event]:
    """Yield the settings in force from now on, with who set them and why."""
    floor, hands, fee = posted.rules.floor, command.hands_per_player, command.entry_fee
    left = floor.hands_limited if hands is not None else floor.entry_fee_set
    yield e.TableSet(
        hands_per_player=posted.hands_per_player if hands is None else hands,
        entry_fee=posted.limits.entry_fee if fee is None else fee,
        by=command.by,
        reason=command.reason,
        clause=left.cite if left is not None else "R87",
    )
