"""Spots: the circles of a person's hand, with their chips and the key that adds one."""

from __future__ import annotations

from textual.content import Content
from textual.style import Style

from uth.rules.values import Wager
from uth.table.round.state import Phase, Spot
from uth.table.settle.settled import Outcome
from uth.terminal.faces import Faces, Rows, Size, fitted, side_by_side, stacked
from uth.terminal.keys import SPOT_KEYS
from uth.terminal.result import OUTCOMES
from uth.terminal.session import TableSession, hole_seen
from uth.terminal.sign import spots_of
from uth.units import Seat, money
from uth.words.amounts import CHIP_COLOURS, chip_of, signed
from uth.words.session import drawn

WELL = "on #07351f"
WELL_CHOSEN = "on #145a3c"
LABEL = "#cfe8d6"
NARROW_LABELS = {Wager.PROGRESSIVE: "Prog", Wager.COVER_ALL: "Cover", Wager.MATCH_PLAY: "Match"}
DISC = {"white": "#f5f5f5", "red": "#ff5c5c", "green": "#59d98e", "black": "#9aa0a6", "purple": "#c78bff"}
"""The colours of the chips on the felt."""


def chips(cents: int, symbol: str) -> Content:
    """Return an amount with a disc in the colour of its highest chip; the figure repeats what the colour says."""
    colour = DISC[CHIP_COLOURS[chip_of(cents)]]
    return Content.assemble(("● ", colour), (money(cents, symbol), "bold #ffffff"))


def laid_on(spot: Spot | None, wager: Wager) -> int:
    """Return the amount on that spot. The play wager is a multiple of the ante; wagers lost by a fold are gone."""
    if spot is None or wager in spot.collected:
        return 0
    if wager is not Wager.PLAY:
        return spot.wagers.get(wager, 0)
    multiple = spot.decision.multiple if spot.decision is not None else None
    return (multiple or 0) * spot.wagers.get(Wager.ANTE, 0)


def drawn_spots(session: TableSession, seat: Seat, columns: int, rows: int, *, chosen: bool) -> Rows:
    """Return the spots of one hand in that many columns: labels, chips, and below them the key or the result."""
    if session.banks and session.table.round.banker is not None:
        return _bank(session, session.table.round.banker.wager, rows)
    wagers = spots_of(session.posted)
    wide = max(min((columns - len(wagers) - 1) // len(wagers), 14), 5)
    blocks: list[Rows] = []
    for wager in wagers:
        if wager is Wager.BLIND:
            blank = [Content(" ")] * ((rows - 1) // 2)
            blocks.append([*blank, Content.styled("=", "bold #e3b341"), *blank])
        blocks.append(_spot(session, seat, wager, wide, rows, chosen))
    return side_by_side(blocks, gap=1 if wide >= 8 else 0)


def _spot(session: TableSession, seat: Seat, wager: Wager, wide: int, rows: int, chosen: bool) -> Rows:
    """Return one spot, three rows high, or five with a ring around it."""
    label = session.posted.rules.words.wager(wager)
    label = label if len(label) <= wide else NARROW_LABELS.get(wager, wager.words)
    spot = session.table.round.spots.get(seat)
    if wager is Wager.PLAY and spot is not None and spot.decision is not None and spot.decision.multiple is not None:
        label = f"Play {spot.decision.multiple}x"
    style = WELL_CHOSEN if chosen else WELL
    ring = "#e3b341" if chosen else "#2a7d55"
    if rows >= 5:
        side = Content.styled("│", ring)
        well = [
            Content.styled("╭" + "─" * (wide - 2) + "╮", ring),
            side + fitted(_lies(session, seat, wager, wide - 2), wide - 2) + side,
            Content.styled("╰" + "─" * (wide - 2) + "╯", ring),
        ]
    else:
        well = [fitted(_lies(session, seat, wager, wide), wide)]
    drawn = [fitted(label, wide, f"bold {LABEL}"), *(row.stylize_before(style) for row in well)]
    drawn.append(fitted(_below(session, seat, wager), wide))
    if wager in (Wager.BLIND, Wager.PLAY):
        return drawn
    press = Style.from_meta({"press": f"add('{wager.value}', {seat})"})
    return [row.stylize(press) for row in drawn]


def _bank(session: TableSession, cents: int, rows: int) -> Rows:
    """Return the single spot of a hand that banks."""
    amount = chips(cents, session.posted.rules.currency.symbol)
    wide = max(amount.cell_length + 4, 16)
    key = "+ -" if session.table.phase is Phase.WAGERS else ""
    blank = [Content(" " * wide)] * ((rows - 3) // 2)
    drawn = [fitted("Bank", wide, f"bold {LABEL}"), fitted(amount, wide, WELL_CHOSEN), fitted(key, wide, "#8fc7a6")]
    return [*blank, *drawn, *blank]


def _lies(session: TableSession, seat: Seat, wager: Wager, wide: int) -> Content:
    """Return the content of the spot: chips, a dot, or a note that the hand was folded."""
    spot, symbol = session.table.round.spots.get(seat), session.posted.rules.currency.symbol
    lies = laid_on(spot, wager)
    if not lies:
        folded = wager is Wager.PLAY and spot is not None and spot.decision is not None
        return Content.styled("folded", "italic #f0b7b7") if folded else Content.styled("·", "#3f8f66")
    amount = chips(lies, symbol)
    return amount if amount.cell_length <= wide else Content.styled(money(lies, symbol), "bold #ffffff")


def _below(session: TableSession, seat: Seat, wager: Wager) -> Content:
    """Return the text below the spot: its key while wagers are taken, its result once they are settled."""
    if session.table.phase is Phase.WAGERS:
        return Content.styled("+ -" if wager is Wager.ANTE else SPOT_KEYS.get(wager, ""), "#8fc7a6")
    if session.table.phase is Phase.SETTLED and session.history:
        hands = (hand for hand in session.history[-1].result.mine if hand.seat == seat)
        line = next((line for hand in hands for line in hand.lines if line.wager is wager), None)
        if line is not None:
            quiet = "taken" if line.outcome == OUTCOMES[Outcome.LOSE] else "push"
            net = signed(line.net, session.posted.rules.currency.symbol) if line.net else quiet
            return Content.styled(net, "bold #7fe3a5" if line.net > 0 else "#f4ecd0")
    return Content("")


BOX = "on #0a4229"
BOX_ASKED = "on #1b6e48"
AWAY = " away"


def drawn_neighbours(session: TableSession, columns: int, *, four_colour: bool) -> Content:
    """Return the other players at the table side by side, clockwise, in that many columns."""
    seats = session.people.others
    if not seats:
        return Content("")
    wide = max(min((columns - len(seats) + 1) // len(seats), 26), 6)
    faces = Faces(size=Size.TINY, four_colour=four_colour)
    rows = side_by_side([_box(session, seat, wide, faces) for seat in seats])
    return stacked([fitted(row, columns) for row in rows])


def _box(session: TableSession, seat: Seat, wide: int, faces: Faces) -> Rows:
    table = session.table
    asked, banks = table.turn == seat, table.round.banker is not None and table.round.banker.seat == seat
    name = f"{'▶ ' if asked else ''}{seat} {session.people.name(seat)}"
    if seat in session.away:
        name = f"{name[: wide - len(AWAY)]}{AWAY}"
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


def _absent(session: TableSession, seat: Seat) -> str:
    """Return why the seat has no cards."""
    table, spot = session.table, session.table.round.spots.get(seat)
    if spot is not None and spot.folded:
        return "folded"
    if table.round.banker is not None and table.round.banker.seat == seat:
        return "bank"
    return ""


def _wagers(session: TableSession, seat: Seat, wide: int) -> Content:
    table, symbol = session.table, session.posted.rules.currency.symbol
    spot = table.round.spots.get(seat)
    if table.round.banker is not None and table.round.banker.seat == seat:
        return Content(money(table.round.banker.wager, symbol))
    if spot is None:
        return Content("")
    if table.phase is Phase.SETTLED and session.history:
        net = next((hand.net for hand in session.history[-1].result.others if hand.seat == seat), 0)
        return Content.styled(signed(net, symbol), "bold #7fe3a5" if net > 0 else "bold #ffffff")
    did = ""
    if spot.decision is not None and spot.decision.multiple is not None:
        did = f"{spot.decision.multiple}x"
    elif seat in table.round.acted:
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
