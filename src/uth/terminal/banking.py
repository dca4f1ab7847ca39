"""The bank, where players bank: whose turn it is, clockwise among the willing, and taking it or letting it go by."""

from __future__ import annotations

from uth.errors import Refused
from uth.table import commands as c
from uth.table.banking import button
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


def whose_turn(session: Session) -> Seat | None:
    """Return the seat that may bank now, or ``None`` if nobody is left.

    Where the bank is open to all, it is offered first to where the session begins, then clockwise.
    """
    table, posted = session.table, session.posted
    has_it = button(table, posted)
    if has_it is not None:
        return has_it
    first, seats = _first(session), sorted(table.chairs)
    clockwise = [seat for seat in seats if seat >= first] + [seat for seat in seats if seat < first]
    left = [seat for seat in clockwise if seat not in session.people.mine or not session.passed]
    least = posted.bank_min
    return next((seat for seat in left if refusal_of(table, c.Bank(seat=seat, cents=least), posted) is None), None)


def has_button(session: Session) -> bool:
    """Whether it is the person's turn to bank and the person has not let it go by."""
    table = session.table
    if session.passed or table.phase is not Phase.WAGERS or not needs_banker(table, session.posted):
        return False
    return whose_turn(session) in session.mine


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
        let_it_go_by(session)
        laid = layouts_of(session.table, session.people.others)
        for seat, layout in laid.items():
            session.take(*(c.TakeBackWager(seat=seat, wager=wager) for wager in reversed(list(layout))))
        seat_banker(session)
    return refused


def let_it_go_by(session: Session) -> None:
    """Decline the bank for each of the person's seats that has the button."""
    while (seat := button(session.table, session.posted)) in session.mine and session.table.banker is None:
        session.take(c.DeclineBank(seat=seat))


def bank_size(session: Session) -> int:
    """Return how much the person banks with: as last time, or half of what there is, in whole units."""
    half = max(session.bankroll // 200 * 100, min(session.bankroll, session.posted.bank_min))
    return min(session.bank_wanted or half, session.bankroll)


def seat_banker(session: Session) -> None:
    """Have a seat of the house bank where somebody must; then the house's seats wager."""
    if needs_banker(session.table, session.posted):
        let_it_go_by(session)
        seat = whose_turn(session)
        if seat is None or seat in session.mine:
            session.say("Nobody else may bank now, and without a banker there is no round. The bank is yours to take.")
            return
        size = min(session.table.chairs[seat].rail, company.rack(session.posted))
        session.take(c.Bank(seat=seat, cents=size))
    company_wagers(session)


def company_wagers(session: Session) -> None:
    """Have the seats the house plays put their wagers down."""
    session.take(*company.wagers(session.table, session.posted))
