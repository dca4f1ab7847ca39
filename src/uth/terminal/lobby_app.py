"""The lobby on the screen: a list of the tables of a house to choose from."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar

from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from uth.client.visitor import Visitor
from uth.errors import UthError
from uth.terminal.lobby import table_words

if TYPE_CHECKING:
    from uth.views.listing import Listing

REFRESH_S = 2.0


class LobbyApp(App[str]):
    """The list of tables; Enter chooses the highlighted one."""

    CSS_PATH = "table.tcss"
    ENABLE_COMMAND_PALETTE = False
    TITLE = "uth"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("q,escape", "leave", "Quit"),
        Binding("ctrl+c,ctrl+q", "leave", priority=True),
    ]

    def __init__(self, visitor: Visitor, listings: Sequence[Listing]) -> None:
        super().__init__()
        self.visitor = visitor
        self.listings = list(listings)

    def compose(self) -> ComposeResult:
        """Lay out the list."""
        with Vertical(classes="page") as page:
            page.border_title = f"Tables at {self.visitor.address}"
            page.border_subtitle = "Up and down choose, Enter sits down, Q leaves"
            yield Static(id="lobby-says", markup=False)
            yield OptionList(*self._options(), id="lobby", markup=False)

    def on_mount(self) -> None:
        """Keep the list up to date."""
        self.query_one(OptionList).focus()
        self.set_interval(REFRESH_S, self._refresh)

    def _options(self) -> list[Option]:
        return [Option(table_words(each), id=each["name"]) for each in self.listings]

    async def _refresh(self) -> None:
        says = self.query_one("#lobby-says", Static)
        try:
            listings = list(await self.visitor.tables())
        except UthError as error:
            says.update(f"{error}; trying again")
            return
        says.update("")
        if listings != self.listings:
            self.listings = listings
            shown = self.query_one(OptionList)
            at = shown.highlighted
            shown.clear_options().add_options(self._options())
            shown.highlighted = at

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Choose the highlighted table."""
        self.exit(event.option.id)

    def action_leave(self) -> None:
        """Leave without a table."""
        self.exit(None)
