"""Refusals of a seat's commands before the deal: sitting, chips, wagers, the bank."""

from __future__ import annotations

from typing import Final

from uth.cites import cites
from uth.errors import Refused
from uth.rules.values import Wager
from uth.table.floor.system_failure import outage_clause, sensor_clause
from uth.table.posted import Posted
from uth.table.round import commands as c
from uth.table.round.banking import laid_by, refused_turn
from uth.table.round.due import due_words, starts_apart
from uth.table.round.refusal import Refusal
from uth.table.round.state import Phase, Spot, Table
from uth.table.round.wagers import clause_of, fault_in
from uth.units import Seat

BANK_ALONE: Final = "the player/dealer wagers the bank alone"


@cites("MA.6e", "MA.11", "CN.7", "CN.42", "CN.46", "GR.1", "GR.16")
def refused_at_the_chair(table: Table, command: c.TakeSeat | c.LeaveSeat | c.BuyIn, posted: Posted) -> Refused | None:
    """Return why a player may not sit down, buy in or leave, or ``None``."""
    if isinstance(command, c.TakeSeat):
        if command.player in table.removed:
            return _removed()
        if command.seat in table.chairs:
            return Refused(Refusal.SEAT_TAKEN, None, f"seat {command.seat} is taken")
        if command.seat in table.round.spots:
            return Refused(Refusal.SEAT_TAKEN, None, f"the last player's cards are still at seat {command.seat}")
        if sum(chair.player == command.player for chair in table.chairs.values()) >= posted.hands_per_player:
            return _too_many(posted)
        return None
    if command.seat not in table.chairs:
        return empty(command.seat, posted)
    if isinstance(command, c.BuyIn) and command.tender is c.Tender.FOREIGN:
        cite = posted.rules.wagers.foreign_refused.cite
        return Refused(Refusal.FOREIGN_TENDER, cite, "cheques, coins and currency from elsewhere are not taken")
    banks = table.round.banker is not None and table.round.banker.seat == command.seat
    playing = table.phase is not Phase.SETTLED and (command.seat in table.round.spots or banks)
    if isinstance(command, c.LeaveSeat) and playing:
        return Refused(
            Refusal.HAND_BEING_PLAYED,
            posted.rules.wagers.by_seated_players.cite,
            "a wager is on the layout; the seat can be left when the round is over",
        )
    return None


def _removed() -> Refused:
    return Refused(Refusal.ALREADY_REMOVED, "R88", "the floor has removed the player from this table")


@cites("CN.7", "CN.7a")
def _too_many(posted: Posted) -> Refused:
    """Return the refusal of one hand too many, by the book or by the floor at a time of high demand."""
    most, limited = posted.rules.seats.hands_per_player, posted.rules.floor.hands_limited
    cite = limited.cite if limited is not None and posted.hands_per_player < most.value else most.cite
    hands = "one hand" if posted.hands_per_player == 1 else f"{posted.hands_per_player} hands"
    return Refused(Refusal.TOO_MANY_HANDS, cite, f"a player has at most {hands} here")


@cites("MA.6b", "CA.BET1", "CA.BET2", "CN.1", "CN.2", "CN.9", "CN.9a", "MA.12a")
def refused_wager(table: Table, command: c.PlaceWager | c.TakeBackWager, posted: Posted) -> Refused | None:
    """Return why a wager may not be made or taken back, or ``None``."""
    if command.seat not in table.chairs:
        return empty(command.seat, posted)
    if table.phase is not Phase.WAGERS:
        return closed(table, posted)
    if isinstance(command, c.PlaceWager):
        player = table.chairs[command.seat].player
        if player in table.removed:
            return _removed()
        other = sum(table.chairs[seat].player == player for seat in table.round.spots if seat != command.seat)
        if command.seat not in table.round.spots and other >= posted.hands_per_player:
            return _too_many(posted)
    if command.wager is Wager.PROGRESSIVE and isinstance(command, c.PlaceWager):
        refused = _refused_progressive(table, command.seat, posted)
        if refused is not None:
            return refused
    if command.wager in (Wager.BLIND, Wager.ENTRY_FEE):
        says = f"the {command.wager.words.lower()} comes with the ante"
        return Refused(Refusal.WAGER_FOLLOWS_THE_ANTE, clause_of(command.wager, posted), says)
    spot = table.round.spots.get(command.seat, Spot())
    wagers = dict(spot.wagers)
    if isinstance(command, c.TakeBackWager):
        if command.wager not in wagers:
            return Refused(Refusal.NO_WAGER, None, f"there is no {command.wager.words.lower()} wager to take back")
        for gone in _with_it(command.wager):
            wagers.pop(gone, None)
        return _refused_layout(wagers, posted) if wagers else None
    if table.round.banker is not None and table.round.banker.seat == command.seat:
        return Refused(Refusal.BANKER_HAS_NO_OTHER_WAGER, "R39", BANK_ALONE)
    for laid in _with_it(command.wager):
        wagers[laid] = command.cents
    more = sum(wagers.values()) - sum(spot.wagers.values()) if command.wager is not Wager.MATCH_PLAY else 0
    refused = _refused_layout(wagers, posted) or _outside_limits(command, posted)
    if refused is None and more > table.rail(command.seat):
        return not_enough(table, command.seat, more)
    return refused


@cites("CN.48", "CN.49", "R52")
def _refused_progressive(table: Table, seat: Seat, posted: Posted) -> Refused | None:
    """Return why the seat may not make a progressive wager now, or ``None``."""
    if table.system_down:
        says = "the progressive system is down; its wagers wait until it is back"
        return Refused(Refusal.PROGRESSIVE_IS_DOWN, outage_clause(posted), says)
    if seat in table.dark:
        says = f"the sensor of seat {seat} does not light; the player moves to one that does"
        return Refused(Refusal.SENSOR_IS_DARK, sensor_clause(posted), says)
    meters = posted.progressive.meters if posted.progressive is not None else ()
    if not table.linked and any(meter.limit is not None or meter.reserve is not None for meter in meters):
        says = "a meter with a limit or a reserve is kept by a link, and this table is on none"
        return Refused(Refusal.LINK_NEEDED, "R52", says)
    return None


def _with_it(wager: Wager) -> tuple[Wager, ...]:
    """Return the wagers that move together: the blind follows the ante."""
    return (Wager.ANTE, Wager.BLIND) if wager is Wager.ANTE else (wager,)


def _refused_layout(wagers: dict[Wager, int], posted: Posted) -> Refused | None:
    fault = fault_in(wagers, posted)
    if fault is None:
        return None
    amount = wagers.get(fault.wager)
    return Refused(Refusal(fault.code), fault.clause, f"{fault.wager.words} {amount if amount else ''} {fault.says}")


def _outside_limits(command: c.PlaceWager, posted: Posted) -> Refused | None:
    limits = {
        Wager.ANTE: posted.limits.ante,
        Wager.TRIPS: posted.limits.trips,
        Wager.COVER_ALL: posted.limits.cover_all,
    }.get(command.wager)
    if limits is None or limits.min <= command.cents <= limits.max:
        return None
    says = f"{command.wager.words} {command.cents} is outside the posted limits, {limits.min} to {limits.max}"
    return Refused(Refusal.OUTSIDE_THE_LIMITS, posted.limits.cite, says)


def not_enough(table: Table, seat: Seat, needed: int) -> Refused:
    """Return the refusal of a wager that exceeds the chips on the rail."""
    rail = table.rail(seat)
    return Refused(Refusal.NOT_ENOUGH_CHIPS, None, f"{needed} more is needed and {rail} is on the rail")


@cites("CA.STD", "CA.PLAY19", "CA.PLAY20", "R39", "R111")
def refused_bank(table: Table, command: c.Bank, posted: Posted) -> Refused | None:
    """Return why the seat may not bank the round with that amount, or ``None``. Its own wagers are returned to it."""
    seats = posted.rules.seats
    if command.seat not in table.chairs:
        return empty(command.seat, posted)
    if seats.banked_by.value == "house":
        return Refused(Refusal.HOUSE_BANKS, seats.banked_by.cite, "the house banks this game")
    if table.chairs[command.seat].player in table.removed:
        return _removed()
    if table.phase is not Phase.WAGERS:
        return closed(table, posted)
    banker = table.round.banker
    if banker is not None and banker.seat != command.seat:
        return Refused(Refusal.BANK_TAKEN, seats.banked_by.cite, f"seat {banker.seat} banks this round")
    if banker is None:
        turn = refused_turn(table, command.seat, posted)
        if turn is not None:
            return turn
    if command.cents < posted.bank_min:
        cite = seats.bank_min.cite if seats.bank_min is not None else seats.banked_by.cite
        says = f"Bank {command.cents} is below the least bank of this table, {posted.bank_min}"
        return Refused(Refusal.OUTSIDE_THE_LIMITS, cite, says)
    if banker is not None and table.round.spots and command.cents < banker.wager:
        says = "wagers lie against the bank; it may be raised, or given up, but not lowered"
        return Refused(Refusal.BANK_STANDS, "R111", says)
    mine = banker.wager if banker is not None else laid_by(table, command.seat)
    if command.cents - mine > table.rail(command.seat):
        return not_enough(table, command.seat, command.cents - mine)
    return None


def refused_give_up_bank(table: Table, command: c.GiveUpBank, posted: Posted) -> Refused | None:
    """Return why the seat may not give the bank up, or ``None``."""
    if table.round.banker is None or table.round.banker.seat != command.seat:
        cite = posted.rules.seats.banked_by.cite
        return Refused(Refusal.NO_BANKER, cite, f"seat {command.seat} does not bank this round")
    return None if table.phase is Phase.WAGERS else closed(table, posted)


def closed(table: Table, posted: Posted) -> Refused:
    """Return the refusal of a command after the wagers are closed, or before the table is open."""
    if not table.is_open:
        cite = posted.rules.procedure.opening.cite
        return Refused(Refusal.TABLE_NOT_OPEN, cite, "the table is not open", due=due_words(table, posted))
    locked_by = posted.rules.wagers.locked_by
    if table.round.started and locked_by is not None and starts_apart(posted):
        says = "'Start Game' has been pressed; no wager changes"
        return Refused(Refusal.WAGERS_CLOSED, locked_by.cite, says)
    says = "'No more bets' has been announced; nothing is made, increased or withdrawn"
    return Refused(Refusal.WAGERS_CLOSED, posted.rules.wagers.closed_by.cite, says)


def empty(seat: Seat, posted: Posted) -> Refused:
    """Return the refusal of a command for an empty seat."""
    cite = posted.rules.wagers.by_seated_players.cite
    return Refused(Refusal.SEAT_EMPTY, cite, f"nobody sits at seat {seat}; only seated players take part")
