"""What the dealer pays to whom once a round is settled: seat by seat in the order of the book, envy with it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from uth.host.live_table import LiveTable
from uth.host.people import name_of
from uth.protocol.console import EnvyPay, Payout
from uth.protocol.seat import Line
from uth.rules.values import Wager
from uth.table.settlement import in_order
from uth.table.state import Phase
from uth.units import Seat
from uth.web.seat_document import line

SETTLING: Final = '"is":"RoundSettled"'
"""How the record that settled a round is found in its table's log."""
SETTLED_WITHIN: Final = 200
"""How many records back it is looked for: seats, chips and awards may have come since."""

Envies = Mapping[Seat, Sequence[EnvyPay]]


async def envy_of(live: LiveTable) -> Envies:
    """Return what each seat was paid for the hands of others in the round that is settled, as the log has it."""
    if live.table.phase is not Phase.SETTLED:
        return {}
    after = max(live.number - SETTLED_WITHIN, 0)
    found = await live.store.noted(live.stream, after, (SETTLING,), SETTLED_WITHIN)
    envies: dict[Seat, list[EnvyPay]] = {}
    for event in found[-1].body["events"] if found else ():
        if event["is"] == "EnvyPaid":
            envies.setdefault(Seat(event["seat"]), []).append({"seat": event["from_seat"], "cents": event["cents"]})
    return envies


def payouts(live: LiveTable, envy: Envies) -> list[Payout]:
    """Return the seats in the order of the book, each with its wagers as they were settled."""
    table = live.table
    lines: dict[Seat, list[Line]] = {}
    for seat, settled in table.settled:
        if settled.wager is not Wager.ENTRY_FEE:
            lines.setdefault(seat, []).append(line(settled, live.posted))
    return [_payout(live, seat, lines[seat], envy.get(seat, ())) for seat in in_order(lines, table.banker, live.posted)]


def _payout(live: LiveTable, seat: Seat, lines: list[Line], envy: Sequence[EnvyPay]) -> Payout:
    chair, spot = live.table.chairs.get(seat), live.table.spots.get(seat)
    return {
        "seat": seat,
        "name": name_of(chair.player) if chair is not None else f"seat {seat}",
        "hand": str(spot.hand) if spot is not None and spot.hand is not None else None,
        "lines": lines,
        "envy": list(envy),
        "net": sum(each["net"] for each in lines) + sum(each["cents"] for each in envy),
    }
