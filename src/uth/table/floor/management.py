"""Management by the floor: acting for an absent player, removing a player, changing the table's settings."""

from __future__ import annotations

from collections.abc import Iterator

from uth.cites import cites
from uth.errors import Refused, quoted
from uth.table.deck.opening import refused_person
from uth.table.floor.voids import hand_voided
from uth.table.posted import Posted
from uth.table.round import commands as c
from uth.table.round import events as e
from uth.table.round.apply import apply
from uth.table.round.refusal import Refusal
from uth.table.round.seat_refusals import empty
from uth.table.round.state import Phase, Table, leaves_with
from uth.units import Seat


def _refused_seat(table: Table, command: c.ActForSeat | c.RemovePlayer, posted: Posted) -> Refused | None:
    unsigned = refused_person(command.by, command.reason)
    if unsigned is not None:
        return unsigned
    if type(command.seat) is not int or command.seat not in table.chairs:
        return empty(command.seat, posted)
    return None


@cites("R22", "R86")
def refused_acting_for(table: Table, command: c.ActForSeat, posted: Posted) -> Refused | None:
    """Return why the floor cannot act for the seat, or ``None``. The house knows whether the player is absent."""
    refused = _refused_seat(table, command, posted)
    if refused is not None:
        return refused
    if table.turn != command.seat:
        asked = f"seat {table.turn} is asked now" if table.turn is not None else "nobody is asked now"
        return Refused(Refusal.NOT_YOUR_TURN, "R86", asked)
    return None


@cites("GR.15a", "R88")
def refused_removal(table: Table, command: c.RemovePlayer, posted: Posted) -> Refused | None:
    """Return why the player may not be removed by that command, or ``None``."""
    refused = _refused_seat(table, command, posted)
    if refused is not None:
        return refused
    if table.chairs[command.seat].player in table.removed:
        return Refused(Refusal.ALREADY_REMOVED, "R88", "the player is removed and gets up once the round is settled")
    if command.void:
        if posted.rules.floor.removal_voids is None:
            says = "no clause of this book voids the hand of a player who is removed; the hand is played out"
            return Refused(Refusal.NOT_IN_THIS_BOOK, "R88", says)
        spot = table.round.spots.get(command.seat)
        folded = spot is not None and spot.decision is not None and spot.decision.multiple is None
        if not table.is_dealing or spot is None or folded or spot.void is not None or table.round.void is not None:
            return Refused(Refusal.SEAT_NOT_IN_ROUND, "R88", f"seat {command.seat} has no hand to void")
    return None


@cites("GR.15", "GR.15a", "R88")
def removed(table: Table, command: c.RemovePlayer, posted: Posted) -> Iterator[e.Event]:
    """Void the player's hand if so ruled, and clear all the player's seats, now or after the round."""
    floor, player = posted.rules.floor, table.chairs[command.seat].player
    yield e.PlayerRemoved(
        seat=command.seat,
        player=player,
        by=command.by,
        reason=command.reason,
        clause=floor.removal.cite,
        from_house=command.from_house,
    )
    if command.void and floor.removal_voids is not None:
        yield from hand_voided(table, command.seat, floor.removal_voids.value, posted)
    for seat in table.seats_of(player):
        for event in _up(table, seat):
            yield event
            table = apply(table, event)


def _up(table: Table, seat: Seat) -> Iterator[e.Event]:
    """Yield the events of a removed player leaving the seat, unless their hand or bank is being played."""
    banks = table.round.banker is not None and table.round.banker.seat == seat
    owed = any(each.seat == seat for each in table.owed)
    if owed or (table.is_dealing and (seat in table.round.spots or banks)):
        return
    if table.phase is Phase.WAGERS:
        wagers = table.round.spots[seat].wagers if seat in table.round.spots else {}
        taken: list[e.Event] = [e.WagerTakenBack(seat=seat, wager=wager) for wager in wagers]
        if banks:
            taken.append(e.BankGivenUp(seat=seat))
        for event in taken:
            yield event
            table = apply(table, event)
    yield e.SeatLeft(seat=seat, cents=leaves_with(table, seat), player=table.chairs[seat].player)


def removed_get_up(table: Table) -> Iterator[e.Event]:
    """Yield the events of removed players leaving, once the cards are collected and they are owed nothing."""
    for seat, chair in sorted(table.chairs.items()):
        if chair.player in table.removed and not any(owed.seat == seat for owed in table.owed):
            event = e.SeatLeft(seat=seat, cents=leaves_with(table, seat), player=table.chairs[seat].player)
            yield event
            table = apply(table, event)


@cites("CN.7a", "CN.43", "R87")
def refused_setting(table: Table, command: c.SetTable, posted: Posted) -> Refused | None:
    """Return why the settings are refused, or ``None``. They never change during a round."""
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
            says = f"{name} {quoted(wanted)} is not a whole number from {least} to {most}"
            return Refused(Refusal.NOT_A_SETTING, left.cite, says)
    if table.is_dealing:
        return Refused(Refusal.STEP_NOT_DUE, "R87", "a round is on; the table is set between two rounds")
    if table.phase is Phase.WAGERS and (table.round.spots or table.round.banker is not None):
        says = "wagers lie on the layout; the table is set before the first one of a round"
        return Refused(Refusal.WAGERS_ON_THE_LAYOUT, "R87", says)
    return None


@cites("CN.7a", "CN.43", "R87")
def table_set(command: c.SetTable, posted: Posted) -> Iterator[e.Event]:
    """Yield the new settings, with their author and reason."""
    floor, hands, fee = posted.rules.floor, command.hands_per_player, command.entry_fee
    left = floor.hands_limited if hands is not None else floor.entry_fee_set
    yield e.TableSet(
        hands_per_player=posted.hands_per_player if hands is None else hands,
        entry_fee=posted.limits.entry_fee if fee is None else fee,
        by=command.by,
        reason=command.reason,
        clause=left.cite if left is not None else "R87",
    )
