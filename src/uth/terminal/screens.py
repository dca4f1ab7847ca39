"""The help screen: the keys, the round in a few lines, and what this table has posted."""

from __future__ import annotations

from collections.abc import Iterator
from textwrap import wrap
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical, VerticalScroll
from textual.content import Content
from textual.screen import ModalScreen
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from uth.rules.values import Street, Wager
from uth.terminal.record import RoundRecord, headline, result_words
from uth.terminal.session import TableSession
from uth.terminal.sign import limits_of, pays_of

KEYS = (
    ("Space", "put the ante down, deal, go on to the next round; while dealing, hurry"),
    ("4 3 2 1", "play that multiple of the ante"),
    ("C   F", "check; fold"),
    ("+   -", "one chip more, one less on the ante (or on your bank); the blind follows"),
    ("[   ]", "a smaller, a larger chip in hand"),
    ("T  A  P  M", "trips, Cover All, progressive, match play: a chip more; with Shift, take it back"),
    ("S", "sit this round out and watch it"),
    ("R  D", "rebet; double"),
    ("Z  X", "undo; clear"),
    ("B", "bank, or pass the button, where players bank"),
    ("Tab", "the other hand, where you play two"),
    ("I", "buy in again"),
    ("H", "a hint: what the simple strategy would do"),
    ("L", "history of the session"),
    ("up  down", "scroll a result that is longer than its place"),
    ("?", "this page; Escape closes it"),
    ("Q  Ctrl-C", "leave the table"),
)
HEAD = "bold #e3b341"


def help_lines(session: TableSession, columns: int) -> Iterator[Content]:
    """Yield the page, line by line, the words next to the keys wrapped to so many columns."""
    posted = session.posted
    yield Content.styled("Keys", HEAD)
    for key, words in KEYS:
        first, *rest = wrap(words, max(columns - 12, 20))
        yield Content.assemble((f" {key:<11}", "bold #ffffff"), first)
        yield from (Content(" " * 12 + line) for line in rest)
    yield Content("")
    yield Content.styled("A round", HEAD)
    yield Content(" Ante and blind go down together, side wagers if you like. Two cards for you, two for the dealer.")
    for street in Street:
        yield Content(f" {session.voice.asks(street)}")
    qualifier = posted.rules.dealer.qualifier
    yield Content(f" The dealer qualifies with {qualifier.value.words.lower()} or better ({qualifier.cite});")
    yield Content(" without it the antes go back. Best five of seven wins. ▲ marks the dealer's five cards, ▼ yours.")
    yield Content("")
    yield Content.styled(f"Posted: {posted.rules.title}; dealt {posted.dealing.says}", HEAD)
    for wager, limit in limits_of(posted).items():
        yield Content(f" {wager.words}: {limit} ({posted.limits.cite})")
    if posted.offers(Wager.MATCH_PLAY):
        yield Content(f" Match play: a coupon equal to the ante; {session.coupons} left")
    yield from _pays(session)


def _pays(session: TableSession) -> Iterator[Content]:
    for title, clause, rows in pays_of(session.posted):
        yield Content("")
        yield Content.styled(f"{title} ({clause})", HEAD)
        for hand, pays in rows:
            yield Content(f" {hand:<24} {pays}")


def posted_lines(session: TableSession) -> Iterator[Content]:
    """Yield the pays for the sign next to the felt: of Cover All only those for the hands at this table."""
    hands = len(session.people.players) + (session.posted.rules.seats.banked_by.value == "house")
    for title, clause, rows in pays_of(session.posted):
        if not title.startswith(Wager.COVER_ALL.words) or f" {hands} " in title:
            yield Content.styled(f"{title} ({clause})", HEAD)
            for hand, pays in rows:
                yield Content(f" {hand:<22} {pays.replace('of the ', 'of ').replace(' meter', '')}")
            yield Content("")


class HelpScreen(ModalScreen[None]):
    """The help, over the table."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,question_mark,q,space,enter", "dismiss", "Close"),
    ]

    def __init__(self, session: TableSession) -> None:
        super().__init__()
        self._session = session

    def compose(self) -> ComposeResult:
        """Lay out the page."""
        with VerticalScroll(classes="page") as page:
            page.border_title = "Help"
            page.border_subtitle = "Esc closes, arrows scroll"
            columns = min(self.app.size.width * 92 // 100, 110) - 6
            yield Static(Content("\n").join(help_lines(self._session, columns)))


class HistoryScreen(ModalScreen[None]):
    """The rounds so far, the latest first; the one under the bar is told below."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,h,l,q", "dismiss", "Close"),
    ]

    def __init__(self, session: TableSession) -> None:
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
