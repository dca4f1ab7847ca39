"""The bank, where players bank: whose turn it is, clockwise among the willing, and taking it or letting it go by."""

from __future__ import annotations

from collections.abc import Collection

from uth.cites import cites
from uth.errors import Refused
from uth.table import commands as c
from uth.table.posted import Posted
from uth.table.refusals import refusal_of
from uth.table.state import Phase, Table
from uth.terminal import company
from uth.terminal.layout import layouts_of
from uth.terminal.session import Session
from uth.units import Seat


def needs_banker(table: Table, posted: Posted) -> bool:
    """Whether a player has to bank this round and nobody does yet."""
    return posted.rules.seats.banked_by.value == "player" and table.banker is None


@cites("CA.PLAY20", "R21")
def button(table: Table, willing: Collection[Seat], first: Seat, posted: Posted) -> Seat | None:
    """Return the seat whose turn it is to bank, or ``None`` if nobody is left.

    The last banker goes on as long as the table takes it; then the button goes clockwise, past those who decline.
    Before anyone has banked it lies before the first seat.
    """
    seats = sorted(table.chairs)
    last = next((seat for seat in seats if table.chairs[seat].player == table.banked_by), first)
    clockwise = [seat for seat in seats if seat >= last] + [seat for seat in seats if seat < last]
    for seat in clockwise:
        if seat in willing and refusal_of(table, c.Bank(seat=seat, cents=1), posted) is None:
            return seat
    return None


def has_button(session: Session) -> bool:
    """Whether it is the person's turn to bank and the person has not let it go by."""
    table = session.table
    if session.passed or table.phase is not Phase.WAGERS or not needs_banker(table, session.posted):
        return False
    return button(table, tuple(table.chairs), _first(session), session.posted) in session.mine


def _first(session: Session) -> Seat:
    """Return where the button lies when the session begins: before a person who wants to bank, else clockwise first."""
    return session.mine[0] if session.opening.banks else min(session.table.chairs)


def take_bank(session: Session, cents: int) -> Refused | None:
    """Bank this round, or change the size of the bank; change nothing and return why not."""
    seat, banker = session.mine[0], session.table.banker
    if banker is not None and banker.seat != seat:
        says = f"{session.people.name(banker.seat)} has the button and banks this round"
        return Refused("not_the_button", session.posted.rules.seats.banked_by.cite, says)
    refused = session.at_seat(c.Bank(seat=seat, cents=cents))
    if refused is None:
        session.bank_wanted = cents
        company_wagers(session)
    return refused


def pass_button(session: Session) -> Refused | None:
    """Let the button go on clockwise, the person's bank taken back."""
    refused = session.at_seat(c.GiveUpBank(seat=session.mine[0])) if session.banks else None
    if refused is None:
        session.passed = True
        laid = layouts_of(session.table, session.people.others)
        for seat, layout in laid.items():
            session.take(*(c.TakeBackWager(seat=seat, wager=wager) for wager in reversed(list(layout))))
        seat_banker(session)
    return refused


def bank_size(session: Session) -> int:
    """Return how much the person banks with: as last time, or half of what there is, in whole units."""
    half = max(session.bankroll // 200 * 100, min(session.bankroll, 100))
    return min(session.bank_wanted or half, session.bankroll)


def seat_banker(session: Session) -> None:
    """Have a seat of the house bank where somebody must; then the house's seats wager."""
    if needs_banker(session.table, session.posted):
        seat = button(session.table, session.people.others, _first(session), session.posted)
        if seat is None:
            session.say("Nobody else may bank now, and without a banker there is no round. The bank is yours to take.")
            return
        size = min(session.table.chairs[seat].rail, company.rack(session.posted))
        session.take(c.Bank(seat=seat, cents=size))
    company_wagers(session)


def company_wagers(session: Session) -> None:
    """Have the seats the house plays put their wagers down."""
    session.take(*company.wagers(session.table, session.posted))
