"""Dealing: the order of deliveries by the way of dealing in force."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from uth.cites import cites
from uth.rules.ruleset import DealingRules
from uth.table.round.events import CardBurned, CommunityDealt, DealerDealt, Event, HoleDealt
from uth.table.round.state import Phase, Table
from uth.units import Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class DealStep:
    """Cards dealt to one place at once."""

    to: Literal["seat", "dealer", "community", "burn"]
    cards: int
    seat: Seat | None = None


@cites("MA.4a1", "MA.7d", "MA.7f2", "MA.7f4", "MA.8c", "CA.DEAL3", "CA.DEAL4", "CN.11", "CN.12", "GR.2")
def deliveries(way: DealingRules, phase: Phase, seats: tuple[Seat, ...]) -> tuple[DealStep, ...]:
    """Return the deliveries of that part of the deal in order, seats clockwise from the dealer's left."""
    steps = {Phase.OPENING_DEAL: way.opening, Phase.FLOP_DEAL: way.flop, Phase.RIVER_DEAL: way.river}.get(phase)
    return _plan(tuple(steps.value), seats) if steps is not None else ()


@lru_cache(maxsize=4096)
def _plan(steps: tuple[str, ...], seats: tuple[Seat, ...]) -> tuple[DealStep, ...]:
    """Return the deliveries of these steps; cached, because dealing every card needs them."""
    found: list[DealStep] = []
    for step in steps:
        to, _, count = step.partition(":")
        cards = int(count)
        if to == "seats":
            found += [DealStep(to="seat", cards=cards, seat=seat) for seat in seats]
        elif to == "dealer":
            found.append(DealStep(to="dealer", cards=cards))
        else:
            found += [DealStep(to="community" if to == "community" else "burn", cards=1) for _ in range(cards)]
    return tuple(found)


def next_delivery(table: Table, way: DealingRules) -> DealStep | None:
    """Return the next delivery, or ``None`` when this part of the deal is complete."""
    plan = deliveries(way, table.phase, table.round.seats)
    return plan[table.round.dealt] if table.round.dealt < len(plan) else None


def is_last_delivery(table: Table, way: DealingRules) -> bool:
    """Whether the next delivery completes this part of the deal."""
    return table.round.dealt + 1 == len(deliveries(way, table.phase, table.round.seats))


def dealt(table: Table, delivery: DealStep) -> Event:
    """Return the event of that delivery with the next cards of the deck."""
    cards = table.round.deck[: delivery.cards]
    match delivery.to:
        case "seat":
            return HoleDealt(seat=delivery.seat or Seat(0), cards=cards)
        case "dealer":
            return DealerDealt(cards=cards)
        case "community":
            return CommunityDealt(cards=cards)
        case "burn":
            return CardBurned(cards=cards)


def still_to_deal(table: Table, way: DealingRules) -> int:
    """Return the number of cards still to be dealt in this round, including burns."""
    phases = [phase for phase in Phase if list(Phase).index(phase) >= list(Phase).index(table.phase)]
    left = [delivery.cards for phase in phases for delivery in deliveries(way, phase, table.round.seats)]
    done = [delivery.cards for delivery in deliveries(way, table.phase, table.round.seats)[: table.round.dealt]]
    return sum(left) - sum(done)
