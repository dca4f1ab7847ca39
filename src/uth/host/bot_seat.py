"""What a bot does at its seat before the cards: chips, the bank, wagers by habit, and getting up."""

from __future__ import annotations

from typing import Final

from uth.rules.values import Wager
from uth.strategy.habits import ante_of, wagers_beside
from uth.table import commands as c
from uth.table.banking import button
from uth.table.offers import wager_offers
from uth.table.posted import Posted
from uth.table.refusals import refusal_of
from uth.table.state import Phase, Table
from uth.units import Seat

ANTES_WANTED: Final = 40
"""A bot buys in again when it has fewer of the least antes than this."""
ANTES_BOUGHT: Final = 200


def next_wager(table: Table, posted: Posted, seat: Seat, *, banks: bool, beside: bool) -> c.SeatCommand | None:
    """Return what a bot that plays does next while wagers are taken, or ``None`` once it has what it wants."""
    if table.phase is not Phase.WAGERS or (table.banker is not None and table.banker.seat == seat):
        return None
    if seat not in table.spots and table.chairs[seat].rail < ANTES_WANTED * posted.limits.ante.min:
        return c.BuyIn(seat=seat, cents=rack(posted))
    if posted.rules.seats.banked_by.value == "player" and table.banker is None:
        return _at_the_button(table, posted, seat, banks=banks)
    return _wager(table, posted, seat, beside=beside)


def rack(posted: Posted) -> int:
    """Return what a bot buys in for; where players bank it is enough to bank with."""
    least, most = posted.limits.ante.min, posted.limits.ante.max
    deep = 40 * most if posted.rules.seats.banked_by.value == "player" else 0
    return max(ANTES_BOUGHT * least, deep)


def _at_the_button(table: Table, posted: Posted, seat: Seat, *, banks: bool) -> c.Bank | c.DeclineBank | None:
    """Return what a bot says to the bank: it takes it if it was told to, else it lets the button go by."""
    bank = c.Bank(seat=seat, cents=min(table.chairs[seat].rail, rack(posted)))
    if banks and refusal_of(table, bank, posted) is None:
        return bank
    return c.DeclineBank(seat=seat) if button(table, posted) == seat else None


def _wager(table: Table, posted: Posted, seat: Seat, *, beside: bool) -> c.PlaceWager | None:
    """Return the next wager the bot is used to make and has not made yet."""
    offers, spot = wager_offers(table, seat, posted), table.spots.get(seat)
    if spot is None:
        ante = next((offer for offer in offers if offer.wager is Wager.ANTE), None)
        return c.PlaceWager(seat=seat, wager=Wager.ANTE, cents=ante_of(seat, ante)) if ante is not None else None
    for offer in wagers_beside(seat, offers) if beside else ():
        down = c.PlaceWager(seat=seat, wager=offer.wager, cents=offer.cents_min)
        if offer.wager not in spot.wagers and refusal_of(table, down, posted) is None:
            return down
    return None


def getting_up(table: Table, posted: Posted, seat: Seat) -> c.SeatCommand | None:
    """Return what a bot that was asked to go does next; ``None`` while its hand is being played."""
    if table.phase is Phase.WAGERS and table.banker is not None and table.banker.seat == seat:
        return c.GiveUpBank(seat=seat)
    spot = table.spots.get(seat)
    if table.phase is Phase.WAGERS and spot is not None:
        backs = (c.TakeBackWager(seat=seat, wager=wager) for wager in reversed(list(spot.wagers)))
        return next((back for back in backs if refusal_of(table, back, posted) is None), None)
    leave = c.LeaveSeat(seat=seat)
    return leave if refusal_of(table, leave, posted) is None else None
