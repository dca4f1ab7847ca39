"""Simulated rounds as the table settles them: the plain twin of the compiled loop, and what own strategies run on."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from uth.cards import Card
from uth.kernels.sim_table import ALONE, ENVY, FOLDED, WAGERS
from uth.sim.classes import LAYOUT
from uth.sim.plan import Plan
from uth.sim.strategies import Ending, endings
from uth.table.played import Banker, Decision, PlayedRound, PlayedSeat
from uth.table.settled import SettledSeat
from uth.units import BANK_CENTS_MAX, PlayerId, Seat


def played_round(plan: Plan, cards: Sequence[int], decisions: Sequence[int], meters: Mapping[str, int]) -> PlayedRound:
    """Return a round as `settle` takes it, from its cards in the order they were drawn and the numbered decisions."""
    ends = endings(plan.posted)
    dealt = [Card(int(card)) for card in cards]
    seats = tuple(
        PlayedSeat(
            seat=Seat(1 + at),
            player=PlayerId(str(1 + at)),
            hole=(dealt[7 + 2 * at], dealt[8 + 2 * at]),
            wagers=seat.wagers,
            decision=_decision(decisions[at], ends),
        )
        for at, seat in enumerate(plan.seats)
    )
    return PlayedRound(
        board=tuple(dealt[:5]), dealer=tuple(dealt[5:7]), seats=seats, meters=meters, banker=banker_of(plan)
    )


def banker_of(plan: Plan) -> Banker | None:
    """Return the player/dealer, in the last seat of the table, where a player banks."""
    rules = plan.posted.rules.seats
    if rules.banked_by.value != "player":
        return None
    return Banker(seat=Seat(rules.count.value), wager=BANK_CENTS_MAX if plan.bank is None else plan.bank)


def _decision(number: int, ends: tuple[Ending | None, ...]) -> Decision | None:
    end = ends[number]
    if end is None or number == ALONE:
        return None
    return Decision(street=end[0], multiple=None if number == FOLDED else end[1])


def nets_of(seat: SettledSeat) -> list[int]:
    """Return what each wager of a settled seat came to in cents, envy last."""
    nets = [0] * WAGERS
    for wager, settled in seat.wagers.items():
        nets[LAYOUT.index(wager)] = settled.net
    nets[ENVY] = sum(each.amount for each in seat.envy)
    return nets
