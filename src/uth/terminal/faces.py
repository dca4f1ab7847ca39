"""Card faces drawn with characters: three sizes, two or four colours, and never distinguished by colour alone."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Final

from textual.content import Content
from textual.events import Click
from textual.widgets import Static

from uth.cards import SUIT_SYMBOLS, Card
from uth.words.session import drawn

Rows = list[Content]


class Size(Enum):
    """The size of a card in columns and rows."""

    TINY = (4, 1)
    SMALL = (5, 3)
    LARGE = (7, 5)

    @property
    def columns(self) -> int:
        """The width of a card."""
        return self.value[0]

    @property
    def rows(self) -> int:
        """The height of a card."""
        return self.value[1]


PAPER: Final = "#f8f5ec"
PAPER_IN_SHADE: Final = "#8d9a8f"
BACK: Final = "#7d9bf0 on #22397e"
SLOT: Final = "#2a7d55 on #0a4229"
TWO_COLOURS: Final = ("#111111", "#c00d1e", "#c00d1e", "#111111")
FOUR_COLOURS: Final = ("#0b7a2c", "#1450c8", "#c00d1e", "#111111")


@dataclass(frozen=True, slots=True, kw_only=True)
class Faces:
    """How cards are drawn on this screen."""

    size: Size = Size.SMALL
    four_colour: bool = False

    def row(self, cards: Sequence[Card | None], places: int = 0, marks: Sequence[str] = ()) -> Rows:
        """Return the cards side by side. ``None`` is a face-down card; missing cards are empty places.

        A mark says which hands use a card: ``d`` the dealer's, ``y`` the person's. With marks, a card in no hand is
        dimmed.
        """
        blocks = [
            self._back() if card is None else self._face(card, marks[at] if at < len(marks) else None)
            for at, card in enumerate(cards)
        ]
        blocks += [self._slot() for _ in range(places - len(cards))]
        return side_by_side(blocks)

    def _face(self, card: Card, mark: str | None) -> Rows:
        colours = FOUR_COLOURS if self.four_colour else TWO_COLOURS
        suit, name = SUIT_SYMBOLS[card.suit], drawn(card)
        paper = PAPER_IN_SHADE if mark == "" else PAPER
        style = f"bold {colours[card.suit]} on {paper}"
        wide = self.size.columns
        if self.size is Size.TINY:
            return [Content.styled(f"{name:>3} ", style)]
        over = "▲" if mark and "d" in mark else " "
        under = "▼" if mark and "y" in mark else " "
        top, bottom = name.ljust(wide - 1) + over, under + name.rjust(wide - 1)
        middle = [suit.center(wide) if at == self.size.rows // 2 else " " * wide for at in range(1, self.size.rows - 1)]
        return [Content.styled(line, style) for line in (top, *middle, bottom)]

    def _back(self) -> Rows:
        wide = self.size.columns
        return [Content.styled("░" * wide if self.size is not Size.TINY else " ░░ ", BACK)] * self.size.rows

    def _slot(self) -> Rows:
        wide, rows = self.size.columns, self.size.rows
        if self.size is Size.TINY:
            return [Content.styled(" ·· ", SLOT)]
        lines = ["╭" + "─" * (wide - 2) + "╮", *["│" + " " * (wide - 2) + "│"] * (rows - 2)]
        return [Content.styled(line, SLOT) for line in (*lines, "╰" + "─" * (wide - 2) + "╯")]


def side_by_side(blocks: Sequence[Rows], gap: int = 1) -> Rows:
    """Return blocks of equal height side by side."""
    if not blocks:
        return []
    between = Content(" " * gap)
    return [between.join(block[at] for block in blocks) for at in range(len(blocks[0]))]


def stacked(rows: Sequence[Content]) -> Content:
    """Return the rows one below the other."""
    return Content("\n").join(rows)


def fitted(content: Content | str, columns: int, style: str = "", align: str = "center") -> Content:
    """Return the text in exactly that many columns, cut with an ellipsis or padded with blanks, all in that style."""
    text = Content(content) if isinstance(content, str) else content
    if text.cell_length > columns:
        text = text.truncate(columns, ellipsis=True)
    free = columns - text.cell_length
    left = {"left": 0, "right": free}.get(align, free // 2)
    filled = Content(" " * left) + text + Content(" " * (free - left))
    return filled.stylize_before(style) if style else filled


class Pressable(Static):
    """Text with clickable parts; a click runs the action of the part under it."""

    async def on_click(self, event: Click) -> None:
        """Run the action of the clicked part, if it has one."""
        action = event.style.meta.get("press")
        if isinstance(action, str):
            event.stop()
            await self.app.run_action(action)
