"""The player/dealer: whose turn it is to bank, for how many rounds in a row, and how far the bank reaches."""

from __future__ import annotations

from uth.cites import cites
from uth.errors import Refused
from uth.rules.values import Wager
from uth.table.posted import Posted
from uth.table.round import commands as c
from uth.table.round.refusal import Refusal
from uth.table.round.state import Phase, Table, chips
from uth.table.settle.settled import SettledBanker
from uth.units import Seat


def may_bank(table: Table, seat: Seat, posted: Posted) -> bool:
    """Whether the player at that seat may bank another round; the book limits consecutive rounds."""
    most = posted.rules.seats.bank_consecutive_max
    same = table.chairs[seat].player == table.banked_by
    return most is None or not same or table.banked_rounds < most.value


@cites("CA.PLAY20", "R75")
def can_afford_bank(table: Table, seat: Seat, posted: Posted) -> bool:
    """Whether the player's chips, including wagers already made, cover the smallest bank."""
    return table.rail(seat) + laid_by(table, seat) >= posted.bank_min


def laid_by(table: Table, seat: Seat) -> int:
    """Return the total of the seat's wagers before the deal, in chips."""
    spot = table.round.spots.get(seat)
    return sum(chips(wager, cents) for wager, cents in spot.wagers.items()) if spot is not None else 0


@cites("CA.STD", "CA.PLAY20", "R21", "R45", "R75", "R111")
def button(table: Table, posted: Posted) -> Seat | None:
    """Return the seat whose turn it is to bank, or ``None`` if any seat may take the bank.

    The last banker continues as long as the book allows. Then the button moves clockwise, skipping seats that have
    declined the bank, given it up or cannot afford the smallest one. The bank is open before anyone has banked, and
    when no seat is left.
    """
    if table.round.banker is not None:
        return table.round.banker.seat
    if table.button is None:
        return None
    first = table.button
    for seat in sorted(table.chairs, key=lambda seat: (seat < first, seat)):
        if seat not in table.round.declined and may_bank(table, seat, posted) and can_afford_bank(table, seat, posted):
            return seat
    return None


@cites("CA.BET4", "CA.PLAY19")
def stakes_against(table: Table) -> int:
    """Return the total staked against the bank of this round, in chips."""
    return sum(
        sum(chips(wager, cents) for wager, cents in spot.wagers.items() if wager is not Wager.ENTRY_FEE)
        + (spot.decision.multiple or 0 if spot.decision is not None else 0) * spot.wagers.get(Wager.ANTE, 0)
        for spot in table.round.spots.values()
    )


def beyond_the_bank(table: Table, more: int = 0) -> int:
    """Return how far the stakes, plus `more`, exceed the bank; 0 where the house banks."""
    banker = table.round.banker
    return max(stakes_against(table) + more - banker.wager, 0) if banker is not None else 0


@cites("CA.BET4", "R16")
def settled_bank(table: Table, posted: Posted) -> SettledBanker | None:
    """Return the last round's bank as settled now, including corrections, or ``None`` if there is none to show."""
    bank = table.last_bank
    if bank is None or not table.past:
        return None
    lines = [settled for _, settled in table.past[-1].settled if settled.wager is not Wager.ENTRY_FEE]
    coverage = posted.rules.seats.coverage
    uses = [line.won for line in lines]
    if coverage is not None and coverage.value == "action":
        uses += [line.stake - line.returned for line in lines]
    return SettledBanker(bank.seat, bank.wager, min(sum(uses), bank.wager), -sum(line.net for line in lines))


@cites("CA.STD", "CA.PLAY20")
def refused_turn(table: Table, seat: Seat, posted: Posted) -> Refused | None:
    """Return why that seat may not take the free bank, or ``None``."""
    most, has_it = posted.rules.seats.bank_consecutive_max, button(table, posted)
    if most is not None and not may_bank(table, seat, posted):
        return Refused(Refusal.BANKED_TOO_OFTEN, most.cite, f"nobody banks more than {most.value} hands in a row")
    if has_it is not None and has_it != seat:
        cite = posted.rules.seats.banked_by.cite if most is None else most.cite
        return Refused(Refusal.NOT_THE_BUTTON, cite, f"the button is before seat {has_it}")
    return None


def refused_decline(table: Table, command: c.DeclineBank, posted: Posted) -> Refused | None:
    """Return why the seat may not decline the bank, or ``None``. It must have the button and not bank already."""
    banked_by = posted.rules.seats.banked_by
    if command.seat not in table.chairs:
        return Refused(Refusal.SEAT_EMPTY, banked_by.cite, f"nobody sits at seat {command.seat}")
    if banked_by.value == "house":
        return Refused(Refusal.HOUSE_BANKS, banked_by.cite, "the house banks this game")
    if table.phase is not Phase.WAGERS:
        return Refused(Refusal.WAGERS_CLOSED, banked_by.cite, "the bank is taken or declined before 'No more bets'")
    has_it = button(table, posted)
    if table.round.banker is not None or has_it != command.seat:
        says = f"the button is before seat {has_it}" if has_it is not None else "nobody has the button"
        return Refused(Refusal.NOT_THE_BUTTON, banked_by.cite, says)
    return None
