"""The view of the table: the bars, the felt and the column next to it, drawn to fit the screen."""

from __future__ import annotations

from dataclasses import dataclass, replace

from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.content import Content
from textual.events import Resize
from textual.widgets import Static

from uth.table.round.state import Phase
from uth.terminal import bars, felt
from uth.terminal.faces import Faces, Pressable, Size
from uth.terminal.keys import keys_now
from uth.terminal.panel import drawn_result
from uth.terminal.result import RoundResult
from uth.terminal.screens import posted_lines
from uth.terminal.session import TableSession
from uth.terminal.spots import drawn_neighbours
from uth.units import Seat

WIDE = 132
"""The screen width from which the dealer's words and the result have their own column."""
RESULT = 11
"""The rows of a typical result; in a single column, large cards must leave room for it."""
AROUND = 7
"""The rows outside the felt: two of signs, two of words, two of keys, one of the rail."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ScreenLayout:
    """The parts that fit on a screen of that size."""

    columns: int
    """The columns of the felt."""
    side: int
    """The columns next to the felt; 0 if there is no room."""
    size: Size
    gap: int
    """Blank rows between the parts of the table."""
    gaps: int
    """The number of gaps."""
    room: int
    """The rows of the felt without the dealer's words."""
    rows_of_mine: int
    """0 if the person's hands are not shown."""
    rows_of_others: int

    @property
    def free(self) -> int:
        """The rows that are left."""
        return self.room - 2 * self.size.rows - self.rows_of_mine - self.rows_of_others - self.gaps * self.gap

    def with_result(self, result_rows: int) -> ScreenLayout:
        """Return the layout with that many rows of result; gaps, other players, hands and large cards give way."""
        close = replace(self, gap=0)
        alone = replace(close, rows_of_others=0)
        bare = replace(alone, rows_of_mine=0)
        for plan in (self, close, alone, bare):
            if self.side or result_rows <= plan.free:
                return plan
        return replace(bare, size=Size.TINY)


def plan_of(width: int, height: int, hands: int, others: int) -> ScreenLayout:
    """Return the layout for a terminal of that size."""
    side = 0 if width < WIDE else 50 if width < 138 else 58
    columns = max(width - side - 2, 10)
    rows_of_others = 3 if others else 0

    def rows(size: Size) -> int:
        return 2 * size.rows + hands * (1 + max(size.rows, 3)) + rows_of_others

    free = height - AROUND
    large = rows(Size.LARGE) + 3 if side else rows(Size.LARGE) - rows_of_others + RESULT
    fits = ((Size.LARGE, 66, large), (Size.SMALL, 46, rows(Size.SMALL)))
    size = next((size for size, least, needed in fits if columns >= least and free >= needed), Size.TINY)
    if free < rows(size):
        rows_of_others = 0
    left, gaps = max(free - rows(size), 0), 3 + 2 * hands
    gap = min(left // gaps, 2)
    return ScreenLayout(
        columns=columns,
        side=side,
        size=size,
        gap=gap,
        gaps=gaps,
        room=free,
        rows_of_mine=hands * (1 + max(size.rows, 3)),
        rows_of_others=rows_of_others,
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class ScreenState:
    """The state of the screen in addition to the session."""

    seat: Seat
    """The hand that keys refer to."""
    chip: int
    says: str
    is_refused: bool
    is_dealing: bool
    folds: bool
    """Whether the fold is to be confirmed."""
    four_colour: bool


class TableScreen(Vertical):
    """Everything on the screen."""

    def __init__(self, session: TableSession) -> None:
        super().__init__()
        self._session = session
        self._shown: ScreenState | None = None

    def compose(self) -> ComposeResult:
        """Lay out the bars, the felt and the column next to it."""
        yield Static(id="sign")
        yield Static(id="limits")
        with Horizontal(id="middle"):
            with Vertical(id="felt"):
                yield Static(id="dealer")
                yield Static(id="board")
                yield Static(id="says", markup=False)
                yield Static(id="others")
                for seat in self._session.mine:
                    yield Pressable(id=f"hand-{seat}", classes="hand")
                with VerticalScroll(id="result-here", can_focus=False):
                    yield Static()
            with Vertical(id="side"):
                with VerticalScroll(id="log", can_focus=False):
                    yield Static(markup=False)
                with VerticalScroll(id="result-aside", can_focus=False):
                    yield Static()
        yield Pressable(id="keys")
        yield Static(id="rail")

    def on_resize(self, _: Resize) -> None:
        """Redraw the table for the new size."""
        if self._shown is not None:
            self.draw(self._shown)

    def draw(self, shown: ScreenState) -> None:
        """Draw everything from the state of the session."""
        self._shown = shown
        session, width = self._session, self.size.width
        plan = plan_of(width, self.size.height, len(session.mine), len(session.people.others))
        settled = session.table.phase is Phase.SETTLED and bool(session.history)
        result = session.history[-1].result if settled else None
        lines = self._result(plan, result, shown.four_colour)
        plan = plan.with_result(len(lines))
        faces = Faces(size=plan.size, four_colour=shown.four_colour)
        self.query_one("#felt").set_class(plan.gap == 1, "roomy").set_class(plan.gap > 1, "roomier")
        self._update("#sign", bars.drawn_sign(session, width - 2))
        self._update("#limits", bars.drawn_limits(session, width - 2))
        self._update("#dealer", felt.drawn_dealer(session, faces, plan.columns, result))
        self._update("#board", felt.drawn_board(session, faces, plan.columns, result))
        self._update("#says", _said(shown, session.warning))
        self._update("#others", drawn_neighbours(session, plan.columns, four_colour=shown.four_colour))
        for seat in session.mine:
            hand = felt.drawn_hand(session, seat, faces, plan.columns, result, chosen=seat == shown.seat)
            self._update(f"#hand-{seat}", hand)
        self._draw_result(plan, lines)
        self._draw_log(plan)
        keys = keys_now(session, is_dealing=shown.is_dealing, folds=shown.folds, with_spots=width >= 100)
        self._update("#keys", bars.drawn_keys(keys, width - 2))
        self._update("#rail", bars.drawn_rail(session, shown.chip, width - 2))

    def _result(self, plan: ScreenLayout, result: RoundResult | None, four_colour: bool) -> list[Content]:
        if result is None:
            return []
        return drawn_result(self._session, result, (plan.side or plan.columns) - 2, four_colour=four_colour)

    def _draw_result(self, plan: ScreenLayout, lines: list[Content]) -> None:
        """Draw the result next to the felt if there is room, otherwise on it in place of other parts."""
        self.query_one("#others").display = plan.rows_of_others > 0
        for seat in self._session.mine:
            self.query_one(f"#hand-{seat}").display = plan.rows_of_mine > 0
        for where, is_there in (("#result-here", not plan.side), ("#result-aside", plan.side > 0)):
            self.query_one(where).display = bool(lines) and is_there
            self._update(f"{where} Static", Content("\n").join(lines))
        self.query_one("#result-here").styles.max_height = max(plan.free, 3)

    def scroll_result(self, rows: int) -> None:
        """Scroll the result by that many rows, wherever it is."""
        for where in ("#result-here", "#result-aside"):
            self.query_one(where).scroll_relative(y=rows, animate=False)

    def _draw_log(self, plan: ScreenLayout) -> None:
        """Draw the posted pays, then what the dealer has said in this round, if there is a column for it."""
        side = self.query_one("#side")
        side.display = plan.side > 0
        side.styles.width = max(plan.side, 1)
        if self._session.table.phase is Phase.WAGERS:
            self._update("#log Static", Content("\n").join(posted_lines(self._session)))
        else:
            self._update("#log Static", Content("\n".join(self._session.spoken)))
            self.query_one("#log", VerticalScroll).scroll_end(animate=False)

    def _update(self, selector: str, content: Content) -> None:
        self.query_one(selector, Static).update(content)


def _said(shown: ScreenState, warning: str) -> Content:
    """Return the dealer's words or the warning about a stake; a refusal has its own mark and background."""
    if shown.is_refused:
        return Content.styled(f" ✗ {shown.says} ", "bold #ffffff on #8c1d24")
    return Content.styled(f" ! {warning} ", "bold #10271b on #e3b341") if warning else Content(shown.says)
