"""Questions for drills: situations of one game, on a street, of a kind, or close, dealt from a shuffled deck."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import combinations
from random import Random, SystemRandom
from typing import Any, Final, Literal

from typing_extensions import TypedDict

from uth.cards import DECK, Card, parse_cards, require_distinct
from uth.coach.asked import SHOWN, AskedDecision
from uth.coach.coaching import SolvedKey, coach, is_slow, start_key
from uth.coach.grades import BELOW
from uth.coach.kinds import KINDS, Cards, Kind, kind_of
from uth.errors import Malformed
from uth.exact.advice import Advice, advise
from uth.exact.flops import start_name
from uth.exact.game import main_game
from uth.exact.limit import limit_of
from uth.rules.loader import BOOKS, load, load_book
from uth.rules.values import Street, Wager
from uth.strategy.named import Situation
from uth.table.posted import Posted, post

Rng = Random
"""Where a drill's cards come from: by default the operating system's generator."""
CLOSE: Final = BELOW[0][1]
"""A call is close if the second best action costs less than this many antes, an inaccuracy."""
DEALS_MAX: Final = 20_000
"""How many hands are dealt for one question; the rarest kind takes a few hundred."""
CLOSE_MAX: Final[Mapping[Street, int]] = {Street.FLOP: 48, Street.RIVER: 200}
"""How many hands are valued for a close question; if none is close, one of the closest is asked."""
CLOSE_DEALS_MAX: Final = 2_000
"""How many hands are dealt for a close question before one of the closest is asked."""
CLOSEST: Final = 4
FAR_EACH: Final = 8
"""At the river, where values are computed faster than on the flop, one of so many far calls is kept."""
STREETS: Final = {cards: street for street, cards in SHOWN.items()}


class QuestionDocument(TypedDict):
    """One situation of a drill. The situation is the game and the cards; the rest follows from them."""

    id: str
    """The same for situations that differ in nothing that matters, such as the suits of a starting hand."""
    book: str
    tables: dict[str, str]
    """The pay tables that matter to the decision, by kind."""
    beside: list[str]
    """The wagers that a fold would lose besides ante and blind, each as large as its table asks."""
    street: Literal["preflop", "flop", "river"]
    kind: str
    title: str
    """The kind as people read it."""
    hole: list[str]
    board: list[str]
    actions: list[int]
    """The multiples offered, highest first; 0 is a check, at the river a fold."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DrillGame:
    """A game to drill: what a table posts, and the wagers of the seat."""

    book: str
    """The name of the book, or the path of a rule set file."""
    posted: Posted
    beside: tuple[Wager, ...]

    @property
    def tables(self) -> dict[str, str]:
        """The names of the pay tables that matter to a decision."""
        found = {"blind": self.posted.blind.name}
        if Wager.TRIPS in self.beside:
            found["trips"] = self.posted.trips.name
        if Wager.PROGRESSIVE in self.beside and self.posted.progressive is not None:
            found["progressive"] = self.posted.progressive.name
        return found

    @property
    def wagers(self) -> dict[Wager, int]:
        """The wagers in cents: the least ante, and trips as large if it is down."""
        ante = self.posted.limits.ante.min
        stakes = {
            Wager.TRIPS: max(ante, self.posted.limits.trips.min),
            Wager.PROGRESSIVE: self.posted.progressive_wager,
        }
        return {Wager.ANTE: ante, Wager.BLIND: ante, **{wager: stakes[wager] for wager in self.beside}}

    def situation(self, hole: Cards, board: Cards) -> Situation:
        """Return the situation of a seat with these cards."""
        street = STREETS[len(board)]
        return Situation(posted=self.posted, hole=hole, board=board, street=street, wagers=self.wagers)

    def advisor(self) -> Callable[[Cards, Cards], Advice]:
        """Return the exact values of a hole and a board, as the coach has them."""
        game = main_game(self.posted, self.wagers)
        limit = limit_of(self.posted, self.wagers, game)
        return lambda hole, board: advise(game, hole, board, (), limit)

    @property
    def start(self) -> SolvedKey:
        """What has to be solved before first decisions are asked."""
        return start_key(self.situation(DECK[:2], ()))

    def is_slow(self, solved: Sequence[SolvedKey] | set[SolvedKey]) -> bool:
        """Return whether the first question takes seconds, because first decisions have to be solved."""
        return is_slow(self.situation(DECK[:2], ()), (), solved)


def besides_of(posted: Posted) -> tuple[Wager, ...]:
    """Return the wagers of the table that a fold forfeits, so that they change decisions."""
    progressive = posted.rules.progressive
    found = []
    if posted.offers(Wager.TRIPS) and posted.rules.trips.on_fold.value == "loses":
        found.append(Wager.TRIPS)
    if progressive is not None and posted.offers(Wager.PROGRESSIVE) and progressive.on_fold.value == "loses":
        found.append(Wager.PROGRESSIVE)
    return tuple(found)


def game_of(book: str, tables: Mapping[str, str] | None = None, beside: Sequence[str] = ()) -> DrillGame:
    """Return the game of a book, or of a rule set file, with these pay tables and wagers."""
    return _game_of(book, tuple(sorted((tables or {}).items())), tuple(sorted(set(beside))))


@lru_cache(maxsize=64)
def _game_of(book: str, tables: tuple[tuple[str, str], ...], beside: tuple[str, ...]) -> DrillGame:
    posted = post(load(book), dict(tables))
    allowed = besides_of(posted)
    for name in beside:
        if name not in allowed:
            some = ", ".join(allowed) or "none changes a decision there"
            raise Malformed("beside", name, f"is not a wager that a fold forfeits under {posted.rules.name}; {some}")
    main_game(posted)
    return DrillGame(book=book, posted=posted, beside=tuple(wager for wager in allowed if wager in beside))


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """One question of a drill."""

    game: DrillGame
    hole: Cards
    board: Cards

    @property
    def situation(self) -> Situation:
        """The situation that the coach values."""
        return self.game.situation(self.hole, self.board)

    @property
    def kind(self) -> Kind:
        """The kind of the decision."""
        return kind_of(self.hole, self.board)

    @property
    def name(self) -> str:
        """The question's identifier, without what does not matter: the order of cards, a starting hand's suits."""
        cards = [start_name(self.hole)]
        if self.board:
            cards = [_joined(sorted(part)) for part in (self.hole, self.board[:3], self.board[3:])]
        tables = (f"{kind}={name}" for kind, name in self.game.tables.items())
        return "/".join((self.game.book, *tables, *self.game.beside, *filter(None, cards)))

    def document(self) -> QuestionDocument:
        """Return the question as a document."""
        situation = self.situation
        return {
            "id": self.name,
            "book": self.game.book,
            "tables": self.game.tables,
            "beside": [wager.value for wager in self.game.beside],
            "street": situation.street.value,
            "kind": self.kind.name,
            "title": self.kind.title,
            "hole": [str(card) for card in self.hole],
            "board": [str(card) for card in self.board],
            "actions": [*reversed(situation.multiples), 0],
        }


def question_at(asked: AskedDecision, multiple: int) -> Question | None:
    """Return a decision in which `multiple` was chosen as a question, or ``None`` if a drill would not call it wrong.

    The drill has the book, the pay tables and the forfeited wagers of the round. Its forfeited wagers are as large as
    the ante, its meters are at their seeds, and no other hand was seen; a choice that is best there is not asked.
    """
    situation, posted = asked.situation, asked.situation.posted
    book = posted.rules.name
    if book not in BOOKS or posted.rules != load_book(book):
        return None
    played = DrillGame(
        book=book, posted=posted, beside=tuple(each for each in besides_of(posted) if situation.wagers.get(each))
    )
    try:
        game = game_of(book, played.tables, played.beside)
        question = Question(game=game, hole=situation.hole, board=situation.board)
        return question if coach(question.situation).choice(multiple).cost else None
    except Malformed:
        return None


def _joined(cards: Sequence[Card]) -> str:
    return "".join(map(str, cards))


def question_of(document: Mapping[str, Any], books: Sequence[str] | None = None) -> Question:
    """Return the question of a document; raise `Malformed` for what is not one, or not of one of the `books`."""
    book, tables, beside = document.get("book"), document.get("tables", {}), document.get("beside", [])
    if not isinstance(book, str) or (books is not None and book not in books):
        raise Malformed("book", book, f"is not a rule book; one of {', '.join(books or ())}")
    if not isinstance(tables, Mapping) or not all(isinstance(each, str) for pair in tables.items() for each in pair):
        raise Malformed("tables", tables, "is not pay tables by kind, as {'blind': 'A'}")
    if not isinstance(beside, list) or not all(isinstance(each, str) for each in beside):
        raise Malformed("beside", beside, "is not a list of wagers, as ['trips']")
    hole, board = _cards(document, "hole", (2,)), _cards(document, "board", tuple(STREETS))
    require_distinct((*hole, *board))
    return Question(game=game_of(book, tables, beside), hole=hole, board=board)


def _cards(document: Mapping[str, Any], field: str, counts: Sequence[int]) -> Cards:
    given = document.get(field)
    if not isinstance(given, list) or not all(isinstance(each, str) for each in given) or len(given) not in counts:
        wanted = " or ".join(map(str, counts))
        raise Malformed(field, given, f"is not a list of {wanted} cards, as ['Ah', '7d']")
    try:
        return parse_cards(" ".join(given))
    except Malformed as fault:
        raise Malformed(field, given, fault.says) from None


@dataclass(frozen=True, slots=True, kw_only=True)
class Drill:
    """What the questions are about."""

    game: DrillGame
    street: Street | None = None
    """One street, or all of them alike."""
    theme: Kind | None = None
    close: bool = False
    """Whether only close calls are asked."""

    def __post_init__(self) -> None:
        if self.street is not None and self.theme is not None and self.theme.street is not self.street:
            says = f"is a kind of decision of the {self.theme.street}, not of the {self.street}"
            raise Malformed("theme", self.theme.name, says)


def theme_named(name: str) -> Kind:
    """Return the kind of decision of that name; raise `Malformed` if there is none."""
    for kind in KINDS:
        if kind.name == name:
            return kind
    raise Malformed("theme", name, f"is not a kind of decision; one of {', '.join(kind.name for kind in KINDS)}")


def deal_question(drill: Drill, rng: Rng | None = None, but: str = "") -> Question:
    """Return a question of the drill, other than the one named `but` if another can be found.

    On the flop and at the river it is one that is reached by the best play: with every earlier check the best action.
    """
    rng = rng or SystemRandom()
    street = drill.theme.street if drill.theme is not None else drill.street or rng.choice(tuple(Street))
    deals = _starts(drill, rng) if street is Street.PREFLOP else _boards(drill, street, rng)
    others = (each for each in deals if each[1].name != but)
    if not drill.close:
        found = next(others, None)
        if found is not None:
            return found[1]
    far: dict[str, tuple[Fraction, Question]] = {}
    for margin, question in others if drill.close else ():
        if margin < CLOSE:
            return question
        far[question.name] = margin, question
    if far:
        return rng.choice(sorted(far.values(), key=lambda each: each[0])[:CLOSEST])[1]
    if but:
        return deal_question(drill, rng)
    says = f"is not dealt under {drill.game.posted.rules.name} when everything before it is played perfectly"
    raise Malformed("theme", drill.theme.name if drill.theme is not None else street.value, says)


Dealt = Iterator[tuple[Fraction, Question]]
"""Questions, each with what the second best action costs if close ones are wanted."""


@lru_cache(maxsize=32)
def _holes_of(theme: str | None) -> tuple[Cards, ...]:
    return tuple(hole for hole in combinations(DECK, 2) if theme in (None, kind_of(hole, ()).name))


def _starts(drill: Drill, rng: Rng) -> Dealt:
    """Yield every hole of the theme in random order."""
    advice = drill.game.advisor()
    holes = list(_holes_of(drill.theme.name if drill.theme is not None else None))
    rng.shuffle(holes)
    for hole in holes:
        margin = advice(hole, ()).margin if drill.close else Fraction(0)
        yield margin, Question(game=drill.game, hole=hole, board=())


def _boards(drill: Drill, street: Street, rng: Rng) -> Dealt:
    """Yield hands dealt up to the street that are of the theme and are reached by the best play.

    What takes longest, a decision on the flop, is computed last.
    """
    advice = drill.game.advisor()
    shown, deck, valued, found = SHOWN[street], list(DECK), 0, False
    for dealt in range(DEALS_MAX):
        if drill.close and found and (valued >= CLOSE_MAX[street] or dealt >= CLOSE_DEALS_MAX):
            return
        cards = tuple(rng.sample(deck, 2 + shown))
        hole, board = cards[:2], cards[2:]
        if drill.theme is not None and kind_of(hole, board) is not drill.theme:
            continue
        if advice(hole, ()).best.multiple:
            continue
        margin = advice(hole, board).margin if drill.close else Fraction(0)
        valued += 1
        if margin >= CLOSE and valued % FAR_EACH and street is Street.RIVER:
            continue
        if street is Street.FLOP or not advice(hole, board[:3]).best.multiple:
            found = True
            yield margin, Question(game=drill.game, hole=hole, board=board)
