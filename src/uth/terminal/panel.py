"""The result panel: both hands of five, a line for each wager, and the net."""

from __future__ import annotations

from textwrap import wrap

from textual.content import Content

from uth.cards import Card
from uth.terminal.faces import Faces, Size, fitted
from uth.terminal.record import dealer_words, opponent_name, qualified_words
from uth.terminal.result import HandResult, RoundResult, WagerLine
from uth.terminal.session import TableSession
from uth.units import money
from uth.words.amounts import signed

GAIN = "bold #7fe3a5"
LOSS = "#f4ecd0"
QUIET = "#8fc7a6"
LABELS = 12
NARROW = 46


def drawn_result(session: TableSession, result: RoundResult, columns: int, *, four_colour: bool) -> list[Content]:
    """Return the lines of the panel in that many columns."""
    faces = Faces(size=Size.TINY, four_colour=four_colour)
    symbol = session.posted.rules.currency.symbol
    label = LABELS if len(result.mine) > 1 else 8
    name, words = opponent_name(result), qualified_words(result) or dealer_words(result)
    label = max(label, len(name) + 1)
    lines = _hand(name, result.dealer_five, words, faces, label, columns) if result.is_compared else []
    for hand in result.mine:
        name = session.people.name(hand.seat).removeprefix("Your ").capitalize()
        lines += _hand(name, hand.five, _words(hand), faces, label, columns)
        lines += [Content.styled(part, "#f4ecd0") for part in wrap(hand.said, columns)]
        for line in hand.lines:
            lines += _wager(line, symbol, columns)
    if result.bank is not None:
        lines += _wager(result.bank, symbol, columns)
    net = signed(result.net, symbol)
    lines.append(Content.assemble(("Net of the round ", "bold #ffffff"), (net, GAIN if result.net > 0 else LOSS)))
    return lines


def _words(hand: HandResult) -> str:
    if hand.void is not None:
        return f"void ({hand.void})"
    return (hand.hand.words if hand.hand is not None else "not shown") + (", folded" if hand.folded else "")


def _hand(name: str, five: tuple[Card, ...], words: str, faces: Faces, wide: int, columns: int) -> list[Content]:
    """Return a hand's five cards with its name, on one or two lines."""
    cards = Content(" " if columns >= NARROW else "").join(faces.row((card,))[0] for card in five)
    label = fitted(name, wide, "bold #ffffff", align="left")
    said = Content.styled(words, "bold #f4ecd0")
    if wide + cards.cell_length + 1 + len(words) <= columns:
        return [label + cards + Content(" ") + said]
    return [label + cards, Content(" " * wide) + said]


def _wager(line: WagerLine, symbol: str, columns: int) -> list[Content]:
    """Return a wager's line: its stake, its outcome with the odds, the amount, the clauses."""
    stake = money(line.stake, symbol) if line.stake else ""
    became = line.became(symbol)
    style = GAIN if line.net > 0 else LOSS
    label = max(LABELS, len(line.label) + 1)
    head = Content.assemble(
        fitted(line.label, label, QUIET, align="left"),
        fitted(stake, max(7, len(stake)), "#ffffff", align="right"),
        " ",
        fitted(became, max(13, len(became)), style, align="left"),
        fitted(signed(line.net, symbol), max(8, len(signed(line.net, symbol)) + 1), style, align="right"),
    )
    cites = " ".join(line.cites)
    why = [Content.styled(f"  {part}", LOSS) for part in wrap(line.why, max(columns - 2, 20))]
    if head.cell_length + 2 + len(cites) <= columns:
        return [head + Content.styled(f"  {cites}", QUIET), *why]
    below = [Content.styled(" " * (label + 8) + cites, QUIET)] if cites else []
    return [head, *below, *why]
