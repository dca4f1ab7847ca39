"""Wagering: the effect of a key or a typed word on the wagers, such as one chip more or less, rebet and undo."""

from __future__ import annotations

from typing import Final

from uth.errors import Refused
from uth.rules.values import Wager
from uth.table.posted import Posted
from uth.table.round import commands as c
from uth.table.round.banking import button
from uth.table.round.refusals import WagerOffer, refusal_of
from uth.table.round.state import Phase, Table
from uth.terminal import company
from uth.terminal.record import Layouts, doubled, is_empty, layouts_of, with_wager
from uth.terminal.session import TableSession
from uth.units import Seat

BUTTON_IS_YOURS: Final = "The button is yours: bank this round, or pass it on. An ante also passes it on."


def needs_banker(table: Table, posted: Posted) -> bool:
    """Whether a player has to bank this round and none does yet."""
    return posted.player_banks and table.round.banker is None


def whose_turn(session: TableSession) -> Seat | None:
    """Return the seat that may bank now, or ``None`` if no seat is left.

    Where the bank is open to all, it is offered first to the person if they want to bank, otherwise to the first seat,
    then clockwise.
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


def has_button(session: TableSession) -> bool:
    """Whether it is the person's turn to bank and they have not passed the button."""
    table = session.table
    if session.passed or table.phase is not Phase.WAGERS or not needs_banker(table, session.posted):
        return False
    return whose_turn(session) in session.mine


def _first(session: TableSession) -> Seat:
    """Return the seat where the button starts: the person's if they want to bank, otherwise the first seat."""
    return session.mine[0] if session.opening.banks else min(session.table.chairs)


def take_bank(session: TableSession, cents: int) -> Refused | None:
    """Bank this round or change the size of the bank, or change nothing and return the refusal."""
    seat, banker = session.mine[0], session.table.round.banker
    if banker is not None and banker.seat != seat:
        says = f"{session.people.name(banker.seat)} has the button and banks this round"
        return Refused("not_the_button", session.posted.rules.seats.banked_by.cite, says)
    if banker is not None and cents < banker.wager:
        _company_takes_back(session)
    refused = session.at_seat(c.Bank(seat=seat, cents=cents))
    if refused is None:
        session.bank_wanted = cents
    company_wagers(session)
    return refused


def pass_button(session: TableSession) -> Refused | None:
    """Take the person's bank back and pass the button on."""
    refused = session.at_seat(c.GiveUpBank(seat=session.mine[0])) if session.banks else None
    if refused is None:
        session.passed = True
        let_it_go_by(session)
        _company_takes_back(session)
        seat_banker(session)
    return refused


def _company_takes_back(session: TableSession) -> None:
    """Take back the wagers of the house's seats, which they make again under the new bank."""
    for seat, layout in layouts_of(session.table, session.people.others).items():
        session.take(*(c.TakeBackWager(seat=seat, wager=wager) for wager in reversed(list(layout))))


def let_it_go_by(session: TableSession) -> None:
    """Decline the bank for each of the person's seats that has the button."""
    while (seat := button(session.table, session.posted)) in session.mine and session.table.round.banker is None:
        session.take(c.DeclineBank(seat=seat))


def bank_size(session: TableSession) -> int:
    """Return the size of the person's bank: the same as last time, or half their chips, in whole units."""
    half = max(session.bankroll // 200 * 100, min(session.bankroll, session.posted.bank_min))
    return min(session.bank_wanted or half, session.bankroll)


def seat_banker(session: TableSession) -> None:
    """Let a seat of the house bank if nobody else does, then place the wagers of the house's seats."""
    if needs_banker(session.table, session.posted):
        let_it_go_by(session)
        seat = whose_turn(session)
        if seat is None or seat in session.mine:
            session.say("Nobody else can bank now, and without a banker there is no round. You may take the bank.")
            return
        size = min(session.table.rail(seat), company.rack(session.posted))
        session.take(c.Bank(seat=seat, cents=size))
    company_wagers(session)


def company_wagers(session: TableSession) -> None:
    """Place the wagers of the house's seats."""
    session.take(*company.wagers(session.table, session.posted))


NOTHING_TO_UNDO = Refused("nothing_to_undo", None, "there is nothing to undo")
NOTHING_LIES = Refused("nothing_lies", None, "you have no wagers down")


def opening_layouts(session: TableSession) -> Layouts:
    """Return the opening layout: the requested ante, or the minimum, for each of the person's hands."""
    least, unit = session.posted.limits.ante.min, session.posted.units.get(Wager.ANTE, 1)
    ante = session.opening.ante or least + -least % unit
    return {seat: {Wager.ANTE: ante} for seat in session.mine}


def lay(session: TableSession, wanted: Layouts) -> Refused | None:
    """Set the wagers to exactly these; with the button, this passes it on."""
    if session.banks:
        seat = session.mine[0]
        return refusal_of(session.table, c.PlaceWager(seat=seat, wager=Wager.ANTE, cents=2), session.posted)
    had_button = has_button(session)
    refused = session.lay(wanted)
    if refused is None and had_button and not is_empty(wanted):
        pass_button(session)
    return refused


def put(session: TableSession, seat: Seat, wager: Wager, cents: int) -> Refused | None:
    """Set that wager of the hand to that amount; 0 takes it back."""
    if not cents and wager not in session.layouts[seat]:
        return refusal_of(session.table, c.TakeBackWager(seat=seat, wager=wager), session.posted)
    if wager in (Wager.BLIND, Wager.ENTRY_FEE, Wager.PLAY):
        return refusal_of(session.table, c.PlaceWager(seat=seat, wager=wager, cents=cents), session.posted)
    return lay(session, with_wager(session.layouts, seat, wager, cents))


def add(session: TableSession, seat: Seat, wager: Wager, chip: int) -> Refused | None:
    """Add one chip to the wager; a wager with a single possible amount is placed or taken back."""
    lies, offer = session.layouts[seat].get(wager, 0), _offer(session, seat, wager)
    unit = session.posted.units.get(wager, 1)
    if offer is None:
        return put(session, seat, wager, lies + chip if lies else _least(session, seat, wager))
    if wager is not Wager.ANTE and offer.cents_min == offer.cents_max:
        return put(session, seat, wager, 0 if lies else offer.cents_min)
    if not lies:
        usual = opening_layouts(session)[seat][Wager.ANTE] if wager is Wager.ANTE else chip
        return put(session, seat, wager, max(offer.cents_min, usual - usual % unit))
    return put(session, seat, wager, lies + chip + -chip % unit)


def subtract(session: TableSession, seat: Seat, wager: Wager, chip: int) -> Refused | None:
    """Take one chip off the wager; below the minimum it is taken back."""
    lies, least = session.layouts[seat].get(wager, 0), _least(session, seat, wager)
    if lies > least:
        unit = session.posted.units.get(wager, 1)
        return put(session, seat, wager, max(lies - chip + -(lies - chip) % unit, least))
    return put(session, seat, wager, 0)


def _offer(session: TableSession, seat: Seat, wager: Wager) -> WagerOffer | None:
    return next((offer for offer in session.offers(seat) if offer.wager is wager), None)


def _least(session: TableSession, seat: Seat, wager: Wager) -> int:
    """Return the minimum of the wager, so that a refusal concerns the wager and not its amount."""
    offer, limits, unit = _offer(session, seat, wager), session.posted.limits, session.posted.units.get(wager, 1)
    if offer is not None:
        return offer.cents_min
    posted = {Wager.ANTE: limits.ante, Wager.TRIPS: limits.trips, Wager.COVER_ALL: limits.cover_all}.get(wager)
    least = posted.min if posted is not None else session.posted.progressive_wager or 100
    return least + -least % unit if wager is not Wager.MATCH_PLAY else unit


def rebet(session: TableSession) -> Refused | None:
    """Place the wagers of the last round again, without coupons; before the first round, the opening ante."""
    return lay(session, session.last if session.last is not None else opening_layouts(session))


def double(session: TableSession) -> Refused | None:
    """Double every wager of the person, except those with a single possible amount."""
    if is_empty(session.layouts):
        return _closed(session) or NOTHING_LIES
    return lay(session, doubled(session.layouts, {seat: session.offers(seat) for seat in session.mine}))


def clear(session: TableSession) -> Refused | None:
    """Take everything back."""
    if session.banks:
        return pass_button(session)
    if is_empty(session.layouts):
        return _closed(session) or NOTHING_LIES
    return lay(session, {seat: {} for seat in session.mine})


def undo(session: TableSession) -> Refused | None:
    """Restore the wagers before the last change."""
    if not session.undone_to:
        return _closed(session) or NOTHING_TO_UNDO
    refused = session.lay(session.undone_to[-1], undo=False)
    if refused is None:
        session.undone_to.pop()
    return refused


def _closed(session: TableSession) -> Refused | None:
    """Return why the wagers can no longer be changed, or ``None`` while they can."""
    if session.table.phase is Phase.WAGERS:
        return None
    return refusal_of(session.table, c.TakeBackWager(seat=session.mine[0], wager=Wager.ANTE), session.posted)
