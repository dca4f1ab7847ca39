"""Rounds: opening a session, and each round of it after the last."""

from __future__ import annotations

from collections.abc import Callable

from uth.cards import Card
from uth.errors import Malformed, Refused
from uth.rules.values import Wager
from uth.table.round import commands as c
from uth.table.round.decide import act
from uth.table.round.refusals import refusal_of
from uth.table.round.state import new_table
from uth.terminal import company
from uth.terminal import wagering as banking
from uth.terminal.held import Held
from uth.terminal.kept import kept_meters, own_meters
from uth.terminal.options import Opening
from uth.terminal.session import COUPONS, Session
from uth.terminal.wagering import opening_layouts
from uth.words.session import Voice, drawn, seated


def open_session(opening: Opening, card: Callable[[Card], str] = drawn) -> Session:
    """Return a session at a new table, everyone seated, the first ante down; refuse an ante the table cannot take."""
    posted, people = opening.posted, seated(opening.seats, opening.hands)
    table = new_table(posted)
    for seat, player in people.players.items():
        table, _ = act(table, c.TakeSeat(seat=seat, player=player), posted)
    session = Session(
        opening=opening,
        people=people,
        voice=Voice(people=people, posted=posted, card=card),
        held=Held(table=table),
        coupons=COUPONS if posted.offers(Wager.MATCH_PLAY) else 0,
    )
    session.buy_in(opening.bankroll)
    session.take(*company.bought_in(session.table, posted))
    session.meters = kept_meters(opening.meters, posted) if opening.meters is not None else own_meters(posted)
    if session.meters is not None:
        session.take(session.meters.linked.reading)
    session.make_ready()
    session.forget_the_round()
    _require_ante(session)
    open_round(session)
    if not session.banks and not banking.has_button(session):
        session.lay(opening_layouts(session), undo=False)
    return session


def _require_ante(session: Session) -> None:
    """Refuse an opening ante the table cannot take, under its option's name."""
    ante = session.opening.ante
    if ante is None:
        return
    command = c.PlaceWager(seat=session.mine[0], wager=Wager.ANTE, cents=ante)
    refused = refusal_of(session.held.with_purse(session.mine[0], session.posted), command, session.posted)
    if refused is not None:
        whole, rest = divmod(ante, 100)
        typed = f"{whole}" + (f".{rest:02d}" if rest else "")
        raise Malformed("--ante", typed, "is not taken: " + session.refusal(refused).removesuffix("."))


def open_round(session: Session) -> None:
    """Open the wagers: the house's seats have chips, somebody has the button."""
    session.passed = False
    session.make_ready()
    session.held = session.sweep(session.held)
    session.take(*company.bought_in(session.table, session.posted))
    if not banking.has_button(session):
        banking.seat_banker(session)
    elif session.opening.banks:
        banking.take_bank(session, banking.bank_size(session))
    else:
        session.say("The button is yours: bank this round, or put an ante down to let it go by.")


def collect(session: Session) -> Refused | None:
    """Pick the cards up and open the next round."""
    refused = refusal_of(session.table, c.CollectCards(), session.posted)
    if refused is None:
        session.forget_the_round()
        session.take(c.CollectCards())
        open_round(session)
    return refused
