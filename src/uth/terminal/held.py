"""Chips: a person's two hands are played from one pile, which the table keeps on two rails."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from uth.errors import Refused
from uth.rules.values import Wager
from uth.table.posted import Posted
from uth.table.round import commands as c
from uth.table.round.apply import apply
from uth.table.round.decide import Events, act, decide
from uth.table.round.state import Phase, Table
from uth.units import PlayerId, Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class Held:
    """The table, and the chips that the person holds and may put on either rail."""

    table: Table
    purse: int = 0

    def with_purse(self, seat: Seat, posted: Posted) -> Table:
        """Return the table with the whole purse on that rail, which is what the seat can afford."""
        return act(self.table, c.BuyIn(seat=seat, cents=self.purse), posted)[0] if self.purse else self.table


def act_at_seat(held: Held, command: c.SeatCommand, posted: Posted) -> tuple[Held, Events] | Refused:
    """Return the result of the command, paid from the purse where the rail is short, or why it is refused."""
    rich = held.with_purse(command.seat, posted)
    events = decide(rich, command, posted)
    if isinstance(events, Refused):
        return events
    for event in events:
        rich = apply(rich, event)
    used = max(held.purse - rich.chairs[command.seat].rail, 0)
    table = act(held.table, c.BuyIn(seat=command.seat, cents=used), posted)[0] if used else held.table
    for event in events:
        table = apply(table, event)
    return Held(table=table, purse=held.purse - used), events


def swept(held: Held, seats: Iterable[Seat], player: PlayerId, posted: Posted) -> Held:
    """Return the chips of every seat without a wager to the purse, so that any hand can use them."""
    table, purse = held.table, held.purse
    for seat in seats:
        rail = table.chairs[seat].rail
        if rail and not isinstance(decide(table, c.LeaveSeat(seat=seat), posted), Refused):
            table, _ = act(table, c.LeaveSeat(seat=seat), posted)
            table, _ = act(table, c.TakeSeat(seat=seat, player=player), posted)
            purse += rail
    return Held(table=table, purse=purse)


def with_fees(held: Held, seats: Iterable[Seat], fee: int, posted: Posted) -> Held:
    """Return the table with the entry fee of each of those hands on its rail, as far as the purse goes."""
    for seat in seats:
        short = fee - held.table.chairs[seat].rail
        if seat in held.table.round.spots and 0 < short <= held.purse:
            table, _ = act(held.table, c.BuyIn(seat=seat, cents=short), posted)
            held = Held(table=table, purse=held.purse - short)
    return held


def at_stake(table: Table, seats: Iterable[Seat]) -> int:
    """Return the chips of those seats on the layout; a coupon is not a chip (R18)."""
    if table.phase is Phase.SETTLED:
        return 0
    total = 0
    for seat in seats:
        spot = table.round.spots.get(seat)
        if spot is not None:
            total += sum(cents for wager, cents in spot.on_layout.items() if wager is not Wager.MATCH_PLAY)
            if spot.decision is not None and spot.decision.multiple is not None:
                total += spot.decision.multiple * spot.wagers.get(Wager.ANTE, 0)
        if table.round.banker is not None and table.round.banker.seat == seat:
            total += table.round.banker.wager
    return total
