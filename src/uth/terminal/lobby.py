"""The lobby on the screen: the tables of a house, one to be chosen."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from typing import ClassVar

from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from uth.client.visitor import Visitor
from uth.errors import UthError
from uth.terminal.plain import Say
from uth.terminal.plain_words import WORDS, bot_words
from uth.units import money
from uth.views.listing import Listing


def facts_of(listing: Listing) -> list[str]:
    """Return what a table posts and who sits there, a fact each."""
    symbol = listing["symbol"]
    taken = [_sitter(listing, int(seat), name) for seat, name in listing["taken"].items()]
    least, most = (money(cents, symbol) for cents in listing["ante"])
    said = [f"ante {least} to {most}", f"{len(taken)} of {listing['seats']} seats taken"]
    said[-1] += f": {', '.join(taken)}" if taken else ""
    said += [f"{name} meter {money(cents, symbol)}" for name, cents in listing["meters"].items()]
    said += ["made by a guest"] if listing["guest"] else []
    said += ["takes no new wagers now"] if listing["off"] else []
    return said


def _sitter(listing: Listing, seat: int, name: str) -> str:
    if seat in listing["bots"]:
        return bot_words(name)
    return f"{name} (away)" if seat in listing["away"] else name


def table_words(listing: Listing) -> str:
    """Return a table on two lines: its name and its book; its ante, who sits there and its meters."""
    return f"{listing['name']:<20} {listing['title']}\n{'':<20} {' · '.join(facts_of(listing))}"


REFRESH_S = 2.0


class LobbyApp(App[str]):
    """The tables, the one under the bar taken with Enter."""

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
        """Choose the table under the bar."""
        self.exit(event.option.id)

    def action_leave(self) -> None:
        """Choose none."""
        self.exit(None)


ASKS = "Which table? Type its number or its name, table to hear them again, or quit."


async def chosen_table(visitor: Visitor, lines: AsyncIterator[str], say: Say) -> str | None:
    """Return the chosen table, or ``None`` if the person quits or the input ends."""
    listings = await _told(visitor, say)
    async for line in lines:
        typed = line.strip()
        numbers = {str(at): each["name"] for at, each in enumerate(listings, 1)}
        names = {each["name"].lower(): each["name"] for each in listings}
        if found := numbers.get(typed) or names.get(typed.lower()):
            return found
        match WORDS.get(typed.lower()):
            case "quit":
                return None
            case "table" | "help":
                listings = await _told(visitor, say)
            case _ if typed:
                say(f'table: "{typed[:40]}" is not one of these tables; type 1 to {len(listings)}, or a name.')
    return None


async def _told(visitor: Visitor, say: Say) -> Sequence[Listing]:
    """Tell the tables, and return them."""
    listings = await visitor.tables()
    say(f"Tables at {visitor.address}.")
    for at, each in enumerate(listings, 1):
        say(f"{at}. {each['name']}: {each['title']}; {'; '.join(facts_of(each))}.")
    say(ASKS)
    return listings
