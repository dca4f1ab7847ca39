"""Wagering: what a key or a word does to the layout: a chip more or less, again, double, undo, clear."""

from __future__ import annotations

from uth.errors import Refused
from uth.rules.values import Wager
from uth.table import commands as c
from uth.table.offers import WagerOffer
from uth.table.refusals import refusal_of
from uth.table.state import Phase
from uth.terminal import banking
from uth.terminal.layout import Layouts, doubled, is_empty, with_wager
from uth.terminal.session import Session
from uth.units import Seat

NOTHING_TO_UNDO = Refused("nothing_to_undo", None, "there is nothing to undo")
NOTHING_LIES = Refused("nothing_lies", None, "nothing lies on your spots")


def opening_layouts(session: Session) -> Layouts:
    """Return the layout a session opens with: the ante asked for, or the least, before each of the person's hands."""
    least, unit = session.posted.limits.ante.min, session.posted.units.get(Wager.ANTE, 1)
    ante = session.opening.ante or least + -least % unit
    return {seat: {Wager.ANTE: ante} for seat in session.mine}


def lay(session: Session, wanted: Layouts) -> Refused | None:
    """Put exactly these wagers down; a person who had the button has then let it go by."""
    if session.banks:
        seat = session.mine[0]
        return refusal_of(session.table, c.PlaceWager(seat=seat, wager=Wager.ANTE, cents=2), session.posted)
    had_button = banking.has_button(session)
    refused = session.lay(wanted)
    if refused is None and had_button and not is_empty(wanted):
        banking.pass_button(session)
    return refused


def put(session: Session, seat: Seat, wager: Wager, cents: int) -> Refused | None:
    """Put that wager at that amount before the hand; 0 takes it back."""
    if not cents and wager not in session.layouts[seat]:
        return refusal_of(session.table, c.TakeBackWager(seat=seat, wager=wager), session.posted)
    if wager in (Wager.BLIND, Wager.ENTRY_FEE, Wager.PLAY):
        return refusal_of(session.table, c.PlaceWager(seat=seat, wager=wager, cents=cents), session.posted)
    return lay(session, with_wager(session.layouts, seat, wager, cents))


def add(session: Session, seat: Seat, wager: Wager, chip: int) -> Refused | None:
    """Put one chip more on the wager; one the table takes at a single amount goes down, or comes back."""
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


def subtract(session: Session, seat: Seat, wager: Wager, chip: int) -> Refused | None:
    """Take one chip off the wager; below the least it comes back whole."""
    lies, least = session.layouts[seat].get(wager, 0), _least(session, seat, wager)
    if lies > least:
        unit = session.posted.units.get(wager, 1)
        return put(session, seat, wager, max(lies - chip + -(lies - chip) % unit, least))
    return put(session, seat, wager, 0)


def _offer(session: Session, seat: Seat, wager: Wager) -> WagerOffer | None:
    return next((offer for offer in session.offers(seat) if offer.wager is wager), None)


def _least(session: Session, seat: Seat, wager: Wager) -> int:
    """Return the least amount to ask for, so that a refusal speaks of the wager and not of the amount."""
    offer, limits, unit = _offer(session, seat, wager), session.posted.limits, session.posted.units.get(wager, 1)
    if offer is not None:
        return offer.cents_min
    posted = {Wager.ANTE: limits.ante, Wager.TRIPS: limits.trips, Wager.COVER_ALL: limits.cover_all}.get(wager)
    least = posted.min if posted is not None else session.posted.progressive_wager or 100
    return least + -least % unit if wager is not Wager.MATCH_PLAY else unit


def rebet(session: Session) -> Refused | None:
    """Put the wagers of the last round down again, the coupon aside; before the first, the opening ante."""
    return lay(session, session.last if session.last is not None else opening_layouts(session))


def double(session: Session) -> Refused | None:
    """Double every wager that lies before the person, but for those the table takes at one amount only."""
    if is_empty(session.layouts):
        return _closed(session) or NOTHING_LIES
    return lay(session, doubled(session.layouts, {seat: session.offers(seat) for seat in session.mine}))


def clear(session: Session) -> Refused | None:
    """Take everything back."""
    if session.banks:
        return banking.pass_button(session)
    if is_empty(session.layouts):
        return _closed(session) or NOTHING_LIES
    return lay(session, {seat: {} for seat in session.mine})


def undo(session: Session) -> Refused | None:
    """Put the wagers back as they were before the last change."""
    if not session.undone_to:
        return _closed(session) or NOTHING_TO_UNDO
    refused = session.lay(session.undone_to[-1], undo=False)
    if refused is None:
        session.undone_to.pop()
    return refused


def _closed(session: Session) -> Refused | None:
    """Return why nothing on the layout can be changed, once it cannot."""
    if session.table.phase is Phase.WAGERS:
        return None
    return refusal_of(session.table, c.TakeBackWager(seat=session.mine[0], wager=Wager.ANTE), session.posted)
