"""The history screen: the rounds of the session, and each of them told again."""

from __future__ import annotations

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical, VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from uth.terminal.record import RoundRecord, headline, result_words
from uth.terminal.session import Session


class HistoryScreen(ModalScreen[None]):
    """The rounds so far, the latest first; the one under the bar is told below."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,h,l,q", "dismiss", "Close"),
    ]

    def __init__(self, session: Session) -> None:
        super().__init__()
        self._session = session
        self._records = list(reversed(session.history))

    def compose(self) -> ComposeResult:
        """Lay out the list above the round."""
        with Vertical(classes="page") as page:
            page.border_title = f"History: {self._session.summary()}"
            page.border_subtitle = "Esc closes, up and down choose a round"
            if not self._records:
                yield Static("No round has been played yet.")
                return
            voice = self._session.voice
            yield OptionList(*(Option(headline(record, voice)) for record in self._records), markup=False)
            with VerticalScroll(id="round-told"):
                yield Static(id="round-lines", markup=False)

    def on_option_list_option_highlighted(self, event: OptionList.OptionHighlighted) -> None:
        """Tell the round under the bar."""
        self.query_one("#round-lines", Static).update(self._told(self._records[event.option_index]))

    def _told(self, record: RoundRecord) -> str:
        result = result_words(record.result, self._session.voice)
        return "\n".join((*result, "", "As it went:", *record.said, "", f"Deck key {record.deck_key}"))
