"""The help screen, with the keys and the parts of the book that a player needs, and the history screen."""

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

from uth.rulebook.page import Fact, FactGroup, Grid, Part
from uth.rules.values import Wager
from uth.terminal.company import held_hands
from uth.terminal.record import RoundRecord, headline, result_words
from uth.terminal.session import TableSession
from uth.terminal.sign import cites_words, fact_words, pay_tables, pay_words
from uth.words.rankings import rankings

KEYS = (
    ("Space", "place the ante, deal, next round; while dealing, hurry the dealer"),
    ("4 3 2 1", "play that multiple of the ante"),
    ("C   F", "check; fold (press F twice)"),
    ("+   -", "one chip more or less on the ante, or on your bank; the blind follows"),
    ("[   ]", "a smaller, a larger chip in hand"),
    ("T  A  P  M", "trips, Cover All, progressive, match play: a chip more; with Shift, take it back"),
    ("S", "sit this round out and watch it"),
    ("R  D", "rebet; double"),
    ("Z  X", "undo; clear"),
    ("B  N", "bank, or pass the button on, where players bank"),
    ("M   W", "more time at a house where nobody else waits: M for a decision, W for wagers"),
    ("Tab", "the other hand, where you play two"),
    ("I", "buy in again"),
    ("H", "a hint: what each choice is worth, and why"),
    ("K", "what beats what: the ranking of hands, with yours marked"),
    ("L", "history of the session"),
    ("up  down", "scroll a long result"),
    ("?", "this page; Escape closes it"),
    ("Q", "leave the table; in the middle of a hand it asks once"),
    ("Ctrl-C", "leave the table"),
)
HEAD = "bold #e3b341"


def help_lines(session: TableSession, columns: int) -> Iterator[Content]:
    """Yield the page line by line, the words next to the keys wrapped to that many columns."""
    posted = session.posted
    yield Content.styled("Keys", HEAD)
    for key, words in KEYS:
        first, *rest = wrap(words, max(columns - 12, 20))
        yield Content.assemble((f" {key:<11}", "bold #ffffff"), first)
        yield from (Content(" " * 12 + line) for line in rest)
    yield Content(f" ▲ marks the {posted.rules.words.against}'s five cards, ▼ yours.")
    yield Content("")
    yield Content.styled(f"{posted.rules.title}; dealt {posted.dealing.says}", HEAD)
    for page in session.opening.pages:
        yield Content("")
        yield Content.styled(page.title, HEAD)
        for part in page.parts:
            yield from _part(part, columns)


def _part(part: Part, columns: int) -> Iterator[Content]:
    match part:
        case Fact():
            first, *rest = wrap(fact_words(part), max(columns - 3, 20))
            yield Content(f" {first}")
            yield from (Content(f"   {line}") for line in rest)
        case FactGroup(title=title, facts=facts):
            yield Content.styled(f" {title}", HEAD)
            for fact in facts:
                yield from _part(fact, columns)
        case Grid():
            yield from _pay_table(part)


def _pay_table(table: Grid) -> Iterator[Content]:
    yield Content.styled(f"{table.title} {cites_words(table.cites)}", HEAD)
    wide = max(len(row[0]) for row in table.rows)
    for row in table.rows:
        yield Content(f" {row[0]:<{wide}}  {pay_words(row)}")
    yield Content("")


def posted_lines(session: TableSession) -> Iterator[Content]:
    """Yield the pays for the sign next to the felt; for Cover All, only those for the hands at this table."""
    hands = len(session.people.players) + (session.posted.rules.seats.banked_by.value == "house")
    for table in pay_tables(session.opening.pages):
        if not table.title.startswith(Wager.COVER_ALL.words) or f" {hands} " in table.title:
            yield from _pay_table(table)


class HelpScreen(ModalScreen[None]):
    """The help, shown over the table."""

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


def ranking_lines(session: TableSession) -> Iterator[Content]:
    """Yield the ranking of hands, the best first; what the person holds now is marked."""
    held = {category: says for (_, category), says in held_hands(session).items()}
    wide = max(len(each.category.words) for each in rankings())
    for each in rankings():
        mine = each.category in held
        cards = " ".join(card.symbol for card in each.example)
        style = "bold #ffffff" if mine else ""
        yield Content.styled(f"{'▶' if mine else ' '} {each.category.words:<{wide}}  {cards}", style)
        yield Content(f"  {'':<{wide}}  {each.says}{f'. You have {held[each.category]}' if mine else ''}")


class RankingScreen(ModalScreen[None]):
    """What beats what, over the table."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,k,q,space,enter", "dismiss", "Close"),
    ]

    def __init__(self, session: TableSession) -> None:
        super().__init__()
        self._session = session

    def compose(self) -> ComposeResult:
        """Lay out the card."""
        with VerticalScroll(classes="page") as page:
            page.border_title = "What beats what"
            page.border_subtitle = "The best hand first. Esc closes"
            yield Static(Content("\n").join(ranking_lines(self._session)))


class HistoryScreen(ModalScreen[None]):
    """The rounds so far, the latest first; the highlighted one is described below."""

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
        """Describe the highlighted round."""
        self.query_one("#round-lines", Static).update(self._told(self._records[event.option_index]))

    def _told(self, record: RoundRecord) -> str:
        result = result_words(record.result, self._session.voice)
        return "\n".join((*result, "", "What happened:", *record.said, "", f"Deck key {record.deck_key}"))
