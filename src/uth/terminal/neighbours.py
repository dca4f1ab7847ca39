"""Neighbours: the seats the house plays, each a small box with its cards, its wagers and what it did."""

from __future__ import annotations

from textual.content import Content

from uth.rules.values import Wager
from uth.table.state import Phase
from uth.terminal.amounts import signed
from uth.terminal.faces import Faces, Rows, Size, beside, fitted, stacked
from uth.terminal.seen import hole_seen
from uth.terminal.session import Session
from uth.terminal.words import drawn
from uth.units import Seat, money

BOX = "on #0a4229"
BOX_ASKED = "on #1b6e48"


def drawn_neighbours(session: Session, columns: int, *, four_colour: bool) -> Content:
    """Return everyone else at the table side by side, clockwise, in so many columns."""
    seats = session.people.others
    if not seats:
        return Content("")
    wide = max(min((columns - len(seats) + 1) // len(seats), 26), 6)
    faces = Faces(size=Size.TINY, four_colour=four_colour)
    rows = beside([_box(session, seat, wide, faces) for seat in seats])
    return stacked([fitted(row, columns) for row in rows])


def _box(session: Session, seat: Seat, wide: int, faces: Faces) -> Rows:
    table = session.table
    asked, banks = table.turn == seat, table.banker is not None and table.banker.seat == seat
    name = f"{'▶ ' if asked else ''}{seat} {session.people.name(seat)}"
    name += " banks" if banks and len(name) + 6 <= wide else ""
    seen = hole_seen(table, seat, session.mine)
    cards = faces.row(seen)[0] if seen else Content.styled(_absent(session, seat), "#8fc7a6")
    if seen and wide < cards.cell_length:
        cards = Content("".join("░░" if card is None else drawn(card) for card in seen))
    style = BOX_ASKED if asked else BOX
    return [
        fitted(name, wide, f"bold #ffffff {style}" if asked else f"#cfe8d6 {style}"),
        fitted(cards, wide, style),
        fitted(_wagers(session, seat, wide), wide, f"#ffffff {style}"),
    ]


def _absent(session: Session, seat: Seat) -> str:
    """Say why no cards lie there."""
    table, spot = session.table, session.table.spots.get(seat)
    if spot is not None and spot.folded:
        return "folded"
    if table.banker is not None and table.banker.seat == seat:
        return "bank"
    return ""


def _wagers(session: Session, seat: Seat, wide: int) -> Content:
    table, symbol = session.table, session.posted.rules.currency.symbol
    spot = table.spots.get(seat)
    if table.banker is not None and table.banker.seat == seat:
        return Content(money(table.banker.wager, symbol))
    if spot is None:
        return Content("")
    if table.phase is Phase.SETTLED and session.history:
        net = next((hand.net for hand in session.history[-1].result.others if hand.seat == seat), 0)
        return Content.styled(signed(net, symbol), "bold #7fe3a5" if net > 0 else "bold #ffffff")
    did = ""
    if spot.decision is not None and spot.decision.multiple is not None:
        did = f"{spot.decision.multiple}x"
    elif seat in table.acted:
        did = "check"
    ante = money(spot.wagers.get(Wager.ANTE, 0), symbol)
    beside_it = [wager for wager in (Wager.TRIPS, Wager.COVER_ALL, Wager.PROGRESSIVE) if wager in spot.wagers]
    if wide < 9:
        return Content(did or ante)
    long = [ante, *(wager.words for wager in beside_it), did]
    short = [ante, "+" + "".join(wager.words[0] for wager in beside_it) if beside_it else "", did]
    for parts in (long, short):
        said = " ".join(part for part in parts if part)
        if len(said) <= wide:
            break
    return Content(said)
