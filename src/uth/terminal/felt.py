"""The felt: the dealer's cards, the community cards and the person's own hands, drawn to fit."""

from __future__ import annotations

from textwrap import wrap

from textual.content import Content

from uth.cards import Card
from uth.ranking import rank
from uth.table.round.state import Phase
from uth.terminal.faces import Faces, Rows, fitted, side_by_side, stacked
from uth.terminal.result import RoundResult
from uth.terminal.session import TableSession, board_seen, dealer_seen, hole_seen
from uth.terminal.spots import drawn_spots
from uth.units import Seat

LABEL = "bold #8fc7a6"
SAYS = "#f4ecd0"


def marks_of(cards: tuple[Card | None, ...], result: RoundResult | None) -> tuple[str, ...]:
    """Return the hands that use each card once the round is settled: ``d`` the dealer's, ``y`` the person's."""
    if result is None:
        return ()
    mine = {card for hand in result.mine if not hand.folded for card in hand.five}
    return tuple(
        ("d" if card in result.dealer_five else "") + ("y" if card in mine else "")
        for card in cards
        if card is not None
    )


def drawn_dealer(session: TableSession, faces: Faces, columns: int, result: RoundResult | None) -> Content:
    """Return the dealer's two cards, and the hand they make once shown."""
    table = session.table
    seen = dealer_seen(table)
    says = ""
    if table.round.dealer_hand is not None:
        says = f"{table.round.dealer_hand.words}, {'qualifies' if table.round.qualifies else 'does not qualify'}"
    name = session.posted.rules.words.against.upper()
    name = name if table.round.banker is None else session.people.does(table.round.banker.seat, "bank").upper()
    return _row(name, faces.row(seen, 2, marks_of(seen, result)), says, columns)


def drawn_board(session: TableSession, faces: Faces, columns: int, result: RoundResult | None) -> Content:
    """Return the community cards, and the hand they make with the person's cards."""
    table = session.table
    seen = board_seen(table)
    says: list[str] = []
    for seat in session.mine if table.round.board else ():
        spot = table.round.spots.get(seat)
        if spot is not None and len(spot.hole) == 2:
            hand = rank((*spot.hole, *table.round.board)).words
            says.append(f"{'You have' if len(session.mine) == 1 else session.people.name(seat) + ':'} {hand}")
    return _row("BOARD", faces.row(seen, 5, marks_of(seen, result)), "; ".join(says), columns)


def drawn_hand(
    session: TableSession, seat: Seat, faces: Faces, columns: int, result: RoundResult | None, *, chosen: bool
) -> Content:
    """Return one of the person's hands: its name, its cards and its spots."""
    table, spot = session.table, session.table.round.spots.get(seat)
    seen = hole_seen(table, seat, session.looked_at)
    folded = spot is not None and spot.folded
    marks = ("", "") if folded else marks_of(seen, result)
    cards = _middle(faces.row(seen, 2, marks), max(faces.size.rows, 3))
    asked = table.turn == seat
    name = f"{'▶ ' if asked else ''}{session.people.name(seat).upper()}, seat {seat}"
    if session.banks:
        name += ": you bank this round"
    elif folded:
        name += ": folded"
    elif asked:
        name += ": your turn"
    elif chosen and len(session.mine) > 1 and table.phase is Phase.WAGERS:
        name += " (chosen)"
    is_chosen = asked or (chosen and table.phase is Phase.WAGERS)
    spots = drawn_spots(session, seat, columns - cards[0].cell_length - 2, len(cards), chosen=is_chosen)
    body = side_by_side([cards, _middle(spots, len(cards))], gap=2)
    title = fitted(name, body[0].cell_length, "bold #ffffff" if asked else LABEL, align="left")
    return stacked([fitted(row, columns) for row in (title, *body)])


def _row(label: str, cards: Rows, says: str, columns: int) -> Content:
    """Return the cards centred, with their label at the left and the words at the right, wrapped to fit."""
    side = max((columns - cards[0].cell_length) // 2 - 2, 0)
    words = wrap(says, side)[: len(cards)] if side > 6 else []
    labels = _middle([fitted(label, side, LABEL, align="right")], len(cards), side)
    said = _middle([fitted(line, side, SAYS, align="left") for line in words], len(cards), side)
    return stacked([fitted(row, columns) for row in side_by_side([labels, cards, said], gap=2)])


def _middle(rows: Rows, height: int, columns: int | None = None) -> Rows:
    """Return the rows vertically centred in that height."""
    wide = columns if columns is not None else rows[0].cell_length if rows else 0
    blank = Content(" " * wide)
    above = max(height - len(rows), 0) // 2
    return [*[blank] * above, *rows, *[blank] * (height - len(rows) - above)]
