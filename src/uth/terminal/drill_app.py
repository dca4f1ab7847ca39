"""The drill on the screen: the cards, the answers by key, and what each was worth."""

from __future__ import annotations

from textwrap import wrap
from typing import ClassVar

from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical, VerticalScroll
from textual.content import Content
from textual.screen import ModalScreen
from textual.widgets import Static

from uth.coach.grades import Grade
from uth.terminal.drill import STREETS, DrillSession, game_words, key_of, progress_lines
from uth.terminal.faces import Faces, Size

TICK_S = 0.25
TALL = 30
"""The rows from which cards are drawn large."""
GLANCE_S = 0.9
"""How long a result is shown in sixty seconds."""


class ProgressScreen(ModalScreen[None]):
    """The player's progress, over the drill."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape,p,q,space,enter", "dismiss", "Close")]

    def __init__(self, session: DrillSession) -> None:
        super().__init__()
        self._lines = progress_lines(session.progress)

    def compose(self) -> ComposeResult:
        """Lay out the page."""
        with VerticalScroll(classes="page") as page:
            page.border_title = "Your progress"
            page.border_subtitle = "Esc closes, arrows scroll"
            yield Static("\n".join(self._lines), markup=False)


class DrillApp(App[None]):
    """The app of one drill."""

    ENABLE_COMMAND_PALETTE = False
    TITLE = "uth drill"
    CSS = """
    Screen { background: #06251a; color: #e4efe7; }
    #about { height: 1; background: #3a2512; padding: 0 1; text-style: bold; }
    #stats { height: 1; background: #2c1c0e; padding: 0 1; }
    #felt { height: 1fr; background: #0d5535; padding: 0 1; overflow-y: auto; scrollbar-size-vertical: 1; }
    #felt Static { width: 100%; height: auto; text-align: center; background: #0d5535; }
    #street { padding: 1 0 0 0; text-style: bold; }
    #hole { padding: 1 0; }
    #keys { height: 1; background: #16211b; padding: 0 1; }
    ModalScreen { align: center middle; background: #000000 60%; }
    .page { width: 92%; max-width: 100; height: 92%; background: #10271b; border: round #e3b341; padding: 0 1; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        *(Binding(key, f"answer('{key}')", show=False) for key in "4321cf"),
        Binding("C", "answer('c')", show=False),
        Binding("F", "answer('f')", show=False),
        Binding("space,enter", "next", show=False),
        Binding("p", "progress", show=False),
        Binding("q,ctrl+c", "quit", show=False),
    ]

    def __init__(self, session: DrillSession, *, four_colour: bool = False) -> None:
        super().__init__()
        self.session = session
        self._four_colour = four_colour
        self._finished = False

    def compose(self) -> ComposeResult:
        """Lay out the drill."""
        yield Static(id="about", markup=False)
        yield Static(id="stats", markup=False)
        with Vertical(id="felt"):
            yield Static(id="street", markup=False)
            yield Static(id="board")
            yield Static(id="hole")
            yield Static(id="said")
        yield Static(id="keys")

    def on_mount(self) -> None:
        """Ask the first question; where a game has to be solved first, that is done on a thread."""
        self.query_one("#about", Static).update(self.session.about)
        slow = bool(self.session.to_solve())
        says = "Working out the first decisions of this game; this takes a few seconds." if slow else ""
        self.query_one("#said", Static).update(says)
        self.run_worker(self._begin, thread=True)

    def _begin(self) -> None:
        self.session.begin()
        self.call_from_thread(self._begun)

    def _begun(self) -> None:
        if self.session.timed:
            self.set_interval(TICK_S, self._tick)
        self.draw()

    def _tick(self) -> None:
        if self.session.over and not self._finished:
            self._finished = True
            self.session.finish()
        self.draw()

    def on_resize(self) -> None:
        """Draw the cards in the size that fits."""
        if self.session.question is not None:
            self.draw()

    def action_answer(self, key: str) -> None:
        """Answer with that key."""
        multiple = self.session.multiple_of(key)
        if multiple is None:
            return
        self.session.answer(multiple)
        if self.session.timed:
            self.set_timer(GLANCE_S, self.action_next)
        self.draw()

    def action_next(self) -> None:
        """Ask the next question."""
        if self.session.coaching is not None and not self._finished:
            self.session.next()
            self.draw()

    def action_progress(self) -> None:
        """Show the progress."""
        self.push_screen(ProgressScreen(self.session))

    def draw(self) -> None:
        """Draw the question, and the result once it is answered."""
        if not self.screen_stack or not self.screen_stack[0].query("#felt"):
            return
        screen, session, question = self.screen_stack[0], self.session, self.session.question
        screen.query_one("#stats", Static).update(session.stats)
        faces = Faces(size=Size.LARGE if self.size.height >= TALL else Size.SMALL, four_colour=self._four_colour)
        street = STREETS[question.situation.street] if question is not None else ""
        if question is not None and session.mistakes:
            street = f"{game_words(question.game)}. {street}"
        screen.query_one("#street", Static).update(street)
        lines = Content("\n")
        screen.query_one("#board", Static).update(lines.join(faces.row(question.board, places=5)) if question else "")
        screen.query_one("#hole", Static).update(lines.join(faces.row(question.hole)) if question else "")
        screen.query_one("#said", Static).update(lines.join(self._said()))
        screen.query_one("#keys", Static).update(self._keys())

    def _said(self) -> list[Content]:
        session = self.session
        wide = max(20, min(self.size.width - 4, 76))
        if self._finished:
            return [Content.styled("Time.", "bold #ffe9a8"), *map(Content, wrap(session.summary, wide))]
        if session.question is None:
            return [Content(line) for line in wrap(session.asks, wide)]
        if session.coaching is None or session.chosen is None:
            return [Content.styled("What is best?", "#cfe0d7")]
        good = session.chosen.grade is Grade.BEST
        lines = [Content.styled(session.graded, "bold #8df0b4" if good else "bold #ffb3a7")]
        lines += [Content.styled(line, "bold #ffe9a8") for line in wrap(session.coaching.reason, wide)]
        for action, value, cost in session.values():
            lines.append(Content.styled(f"{action:<16}{value:>8}{cost:>9}", "bold #ffffff" if cost == "best" else ""))
        for note in session.coaching.notes:
            lines += [Content.styled(line, "#cfe0d7") for line in wrap(note, wide)]
        return lines

    def _keys(self) -> Content:
        question = self.session.question
        if self._finished or question is None:
            keys = [("Q", "quit"), ("P", "progress")]
        elif self.session.coaching is not None:
            keys = [("Space", "next"), ("P", "progress"), ("Q", "quit")]
        else:
            actions = question.document()["actions"]
            words = {0: "fold" if key_of(question, 0) == "f" else "check"}
            keys = [(key_of(question, each).upper(), words.get(each, f"play {each}x")) for each in actions]
            keys += [("P", "progress"), ("Q", "quit")]
        return Content("  ").join(Content.assemble((key, "bold #ffffff"), f" {words}") for key, words in keys)
