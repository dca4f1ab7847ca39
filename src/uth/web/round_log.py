"""What the log knows of the round on the table that the table itself forgets: envy, the bank, what was ruled."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from uth.host.live_table import LiveTable
from uth.protocol.console import EnvyPay
from uth.units import Seat

RULED: Final = ("IrregularityReported", "IrregularityRuled", "FloorCalled", "FloorRuled", "HandVoided", "RoundVoided",
                "ReplacementOrdered", "DealPutRight", "RoundDisputed", "DisputeResolved")  # fmt: skip
"""What goes wrong, and what is said about it."""
SETTLED: Final = ("EnvyPaid", "BankSettled")
OVER: Final = ("CardsCollected", "TableClosed")
"""With these nothing of the round is left."""
MARKS: Final = tuple(f'"is":"{name}"' for name in (*RULED, *SETTLED, *OVER))
"""How the records that are wanted are found in the log."""
WITHIN: Final = 200
"""How many records back they are looked for: a round is shorter, and seats, chips and awards come between."""

Told = Mapping[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundLog:
    """The round that is on, as far as only its log has it."""

    envy: Mapping[Seat, Sequence[EnvyPay]] = field(default_factory=dict)
    """What each seat was paid for the hands of others."""
    bank_used: int = 0
    """How much of the player/dealer's wager was used up."""
    ruled: Sequence[Told] = ()
    """What went wrong, and what was ruled."""


async def round_log(live: LiveTable) -> RoundLog:
    """Return what the log has of the round that is on."""
    found = await live.store.noted(live.stream, max(live.number - WITHIN, 0), MARKS, WITHIN)
    return logged([event for record in found for event in record.body["events"]])


def logged(events: Sequence[Told]) -> RoundLog:
    """Return what those events tell of the round they end with."""
    events = _of_this_round(events)
    return RoundLog(
        envy=_envy(event for event in events if event["is"] == "EnvyPaid"),
        bank_used=sum(event["used"] for event in events if event["is"] == "BankSettled"),
        ruled=[event for event in events if event["is"] in RULED],
    )


def _of_this_round(events: Sequence[Told]) -> Sequence[Told]:
    """Return what came after the cards of the round before were collected."""
    over = [at for at, event in enumerate(events) if event["is"] in OVER]
    return events[over[-1] + 1 :] if over else events


def _envy(events: Iterable[Told]) -> dict[Seat, list[EnvyPay]]:
    envies: dict[Seat, list[EnvyPay]] = {}
    for event in events:
        envies.setdefault(Seat(event["seat"]), []).append({"seat": event["from_seat"], "cents": event["cents"]})
    return envies
