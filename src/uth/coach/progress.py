"""A player's progress in drills: what was answered and how well, and when each question comes again.

The player keeps it, in the browser or in a file for the terminal; `schemas/progress.schema.json` describes it. The page
counts it up by the same rules (`frontend/src/drill/progress.ts`); a test gives both the same answers.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime
from typing import Any, Final, Literal

from fsrs import Card, Rating, Scheduler, State
from typing_extensions import TypedDict

from uth.coach.coaching import Choice, Coaching
from uth.coach.drills import Drill, Question, QuestionDocument, question_of, theme_named
from uth.coach.grades import Grade
from uth.errors import Broken, Malformed
from uth.rules.values import Street

VERSION: Final = 1
ITEMS_MAX: Final = 300
"""How many questions are kept; the one known best, which is due last, is dropped first."""
PARTS: Final = 1_000_000
"""Losses are kept in millionths of an ante, rounded."""
BEST: Final = Grade.BEST.value
COUNT_MAX: Final = 10**9
LOST_MAX: Final = 10**15
BOUNDS: Final = {"stability": (0.001, 1e6), "difficulty": (1.0, 10.0)}
"""What py-fsrs may have written of a question that was answered."""
SCHEDULER: Final = Scheduler(enable_fuzzing=False)
STATES: Final = {state.name.lower(): state for state in State}


class CardDocument(TypedDict):
    """When a question comes again, as py-fsrs keeps it."""

    state: Literal["learning", "review", "relearning"]
    step: int | None
    stability: float
    """In days: after that time nine of ten such questions are still answered well."""
    difficulty: float
    """From 1 to 10."""
    due: str
    """In UTC, as `2026-01-31T12:00:00+00:00`."""
    last_review: str


class TallyDocument(TypedDict):
    """Answers, how many of them were best, and what all cost."""

    answers: int
    best: int
    lost: int
    """In millionths of an ante."""


class ItemDocument(TypedDict):
    """One question that was answered, and its answers."""

    question: QuestionDocument
    answers: int
    best: int
    lost: int
    """In millionths of an ante."""
    grade: Literal["best", "inaccuracy", "mistake", "blunder"]
    """That of the last answer."""
    card: CardDocument


class ProgressDocument(TypedDict):
    """A player's progress in drills."""

    version: Literal[1]
    streak: int
    """Best answers in a row, up to now."""
    longest: int
    """The longest such row."""
    minute: TallyDocument | None
    """The best sixty seconds: the most best answers, then the least lost."""
    kinds: dict[str, TallyDocument]
    """Every answer, by kind of decision."""
    items: list[ItemDocument]
    """The questions that come again, at most 300."""


NOTHING: Final[TallyDocument] = {"answers": 0, "best": 0, "lost": 0}


def new_progress() -> ProgressDocument:
    """Return the progress of a player who has answered nothing."""
    return {"version": VERSION, "streak": 0, "longest": 0, "minute": None, "kinds": {}, "items": []}


def lost_of(choice: Choice) -> int:
    """Return what the choice costs, in millionths of an ante."""
    return round(choice.cost * PARTS)


def rating_of(coaching: Coaching, choice: Choice) -> Rating:
    """Return how well the answer is known: an easy one is best where anything else is a blunder."""
    match choice.grade:
        case Grade.BEST:
            worse = (each for each in coaching.choices if each.cost > 0)
            return Rating.Easy if next((each.grade for each in worse), Grade.BLUNDER) is Grade.BLUNDER else Rating.Good
        case Grade.INACCURACY:
            return Rating.Hard
        case _:
            return Rating.Again


def reviewed(
    item: ItemDocument | None, question: Question, coaching: Coaching, choice: Choice, now: datetime
) -> ItemDocument:
    """Return the question's item after this answer, with the time at which it comes again."""
    card = _card(item["card"]) if item is not None else Card(card_id=1, due=now)
    card, _ = SCHEDULER.review_card(card, rating_of(coaching, choice), now)
    return {
        "question": question.document(),
        "answers": (item["answers"] if item is not None else 0) + 1,
        "best": (item["best"] if item is not None else 0) + (choice.grade is Grade.BEST),
        "lost": (item["lost"] if item is not None else 0) + lost_of(choice),
        "grade": choice.grade.value,
        "card": _document(card),
    }


def _document(card: Card) -> CardDocument:
    names: Mapping[State, Literal["learning", "review", "relearning"]] = {
        State.Learning: "learning",
        State.Review: "review",
        State.Relearning: "relearning",
    }
    if card.stability is None or card.difficulty is None or card.last_review is None:
        raise Broken("a reviewed card has a stability, a difficulty and a moment")
    return {
        "state": names[card.state],
        "step": card.step,
        "stability": round(card.stability, 6),
        "difficulty": round(card.difficulty, 6),
        "due": card.due.isoformat(timespec="seconds"),
        "last_review": card.last_review.isoformat(timespec="seconds"),
    }


def _card(document: CardDocument) -> Card:
    return Card(
        card_id=1,
        state=STATES[document["state"]],
        step=document["step"],
        stability=document["stability"],
        difficulty=document["difficulty"],
        due=datetime.fromisoformat(document["due"]),
        last_review=datetime.fromisoformat(document["last_review"]),
    )


def answered(progress: ProgressDocument, item: ItemDocument, lost: int) -> ProgressDocument:
    """Return the progress after an answer: its question's new item, and what the answer cost."""
    best = item["grade"] == BEST
    streak = progress["streak"] + 1 if best else 0
    kind, name = item["question"]["kind"], item["question"]["id"]
    items = [each for each in progress["items"] if each["question"]["id"] != name] + [item]
    if len(items) > ITEMS_MAX:
        items.remove(max(items, key=lambda each: (each["grade"] == BEST, each["card"]["due"])))
    tally = tallied(progress["kinds"].get(kind, NOTHING), best=best, lost=lost)
    return {
        **progress,
        "streak": streak,
        "longest": max(progress["longest"], streak),
        "kinds": {**progress["kinds"], kind: tally},
        "items": items,
    }


def tallied(before: TallyDocument, *, best: bool, lost: int) -> TallyDocument:
    """Return the tally with one more answer."""
    return {"answers": before["answers"] + 1, "best": before["best"] + best, "lost": before["lost"] + lost}


def after_minute(progress: ProgressDocument, minute: TallyDocument) -> ProgressDocument:
    """Return the progress after sixty seconds of answers; only the best such minute is kept."""
    record = progress["minute"]
    better = record is None or (minute["best"], -minute["lost"]) > (record["best"], -record["lost"])
    return {**progress, "minute": minute} if better and minute["answers"] else progress


def total_of(progress: ProgressDocument) -> TallyDocument:
    """Return the tally of all kinds."""
    tallies = progress["kinds"].values()
    return {
        "answers": sum(each["answers"] for each in tallies),
        "best": sum(each["best"] for each in tallies),
        "lost": sum(each["lost"] for each in tallies),
    }


def again(items: Iterable[ItemDocument], drill: Drill, now: datetime, but: str = "") -> QuestionDocument | None:
    """Return the question of the drill that has been due longest, or ``None``."""
    return _due(_by_due(each for each in items if _is_in(drill, each["question"])), now, but)


def next_mistake(
    items: Sequence[ItemDocument], made: Sequence[QuestionDocument], drill: Drill, now: datetime, but: str = ""
) -> QuestionDocument | None:
    """Return the next mistake of the drill's street and theme, of any book, or ``None``.

    Mistakes are the questions that were once answered wrong and those `made` in rounds, worst first. Those that are due
    come first, then those of rounds that were not answered yet, then those that were answered wrong the last time.
    """
    known, ours = {each["question"]["id"] for each in items}, {each["id"] for each in made}
    missed = _by_due(
        each
        for each in items
        if (each["best"] < each["answers"] or each["question"]["id"] in ours) and _is_about(drill, each["question"])
    )
    new = (each for each in made if each["id"] not in (*known, but) and _is_about(drill, each))
    last = (each["question"] for each in missed if each["grade"] != BEST and each["question"]["id"] != but)
    return _due(missed, now, but) or next(new, None) or next(last, None)


def _by_due(items: Iterable[ItemDocument]) -> list[ItemDocument]:
    return sorted(items, key=lambda each: each["card"]["due"])


def _due(items: Iterable[ItemDocument], now: datetime, but: str) -> QuestionDocument | None:
    due = (each["question"] for each in items if datetime.fromisoformat(each["card"]["due"]) <= now)
    return next((each for each in due if each["id"] != but), None)


def _is_in(drill: Drill, question: QuestionDocument) -> bool:
    game, beside = drill.game, [wager.value for wager in drill.game.beside]
    same = (question["book"], question["tables"], question["beside"]) == (game.book, game.tables, beside)
    return same and _is_about(drill, question)


def _is_about(drill: Drill, question: QuestionDocument) -> bool:
    return drill.street in (None, question["street"]) and (drill.theme is None or drill.theme.name == question["kind"])


# Reading a document that a player brings back: every field is checked, and nothing is believed.


def read_progress(document: object, books: tuple[str, ...] | None = None) -> ProgressDocument:
    """Return the progress in a document; raise `Malformed` naming the first field that is wrong."""
    found = _object("progress", document, tuple(ProgressDocument.__annotations__))
    if found["version"] != VERSION:
        raise Malformed("version", found["version"], f"is not the version of this document, which is {VERSION}")
    kinds = found["kinds"]
    if not isinstance(kinds, dict):
        raise Malformed("kinds", kinds, "is not an object of tallies by kind of decision")
    for name in kinds:
        theme_named(name)
    items = found["items"]
    if not isinstance(items, list) or len(items) > ITEMS_MAX:
        raise Malformed("items", "" if isinstance(items, list) else items, f"is not a list of at most {ITEMS_MAX}")
    minute = found["minute"]
    return {
        "version": VERSION,
        "streak": _count("streak", found["streak"]),
        "longest": _count("longest", found["longest"]),
        "minute": None if minute is None else _tally("minute", minute),
        "kinds": {name: _tally(f"kinds.{name}", each) for name, each in kinds.items()},
        "items": [read_item(each, f"items.{at}", books) for at, each in enumerate(items)],
    }


def read_item(document: object, at: str = "item", books: tuple[str, ...] | None = None) -> ItemDocument:
    """Return the item in a document; its question is made again from its game and its cards."""
    found = _object(at, document, tuple(ItemDocument.__annotations__))
    question = _object(f"{at}.question", found["question"], ("book", "tables", "beside", "hole", "board"), more=True)
    try:
        again_ = question_of(question, books).document()
    except Malformed as fault:
        raise Malformed(f"{at}.question.{fault.field}", fault.value, fault.says) from None
    if found["grade"] not in tuple(Grade):
        raise Malformed(f"{at}.grade", found["grade"], f"is not one of {', '.join(Grade)}")
    tally = _tally(at, {name: found[name] for name in TallyDocument.__annotations__})
    return {"question": again_, **tally, "grade": found["grade"], "card": _read_card(f"{at}.card", found["card"])}


def _object(at: str, value: object, names: tuple[str, ...], *, more: bool = False) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise Malformed(at, value, f"is not an object with {', '.join(names)}")
    for name in names:
        if name not in value:
            raise Malformed(f"{at}.{name}", None, "is missing")
    for name in () if more else value:
        if name not in names:
            raise Malformed(f"{at}.{name}", value[name], f"is not a field; only {', '.join(names)}")
    return value


def _count(at: str, value: object, most: int = COUNT_MAX) -> int:
    if type(value) is not int or not 0 <= value <= most:
        raise Malformed(at, value, f"is not a whole number from 0 to {most}")
    return value


def _tally(at: str, value: object) -> TallyDocument:
    found = _object(at, value, tuple(TallyDocument.__annotations__))
    answers, best = _count(f"{at}.answers", found["answers"]), _count(f"{at}.best", found["best"])
    if best > answers:
        raise Malformed(f"{at}.best", best, f"is more than the {answers} answers")
    return {"answers": answers, "best": best, "lost": _count(f"{at}.lost", found["lost"], LOST_MAX)}


def _read_card(at: str, value: object) -> CardDocument:
    found = _object(at, value, tuple(CardDocument.__annotations__))
    if found["state"] not in STATES:
        raise Malformed(f"{at}.state", found["state"], f"is not one of {', '.join(STATES)}")
    if found["step"] is not None:
        _count(f"{at}.step", found["step"], 10)
    elif found["state"] != "review":
        raise Malformed(f"{at}.step", None, "is missing; only a card in review has none")
    for name, (least, most) in BOUNDS.items():
        given = found[name]
        if type(given) not in (int, float) or not least <= given <= most:
            raise Malformed(f"{at}.{name}", given, f"is not a number from {least:g} to {most:g}")
    return {
        "state": found["state"],
        "step": found["step"],
        "stability": found["stability"],
        "difficulty": found["difficulty"],
        "due": _moment(f"{at}.due", found["due"]),
        "last_review": _moment(f"{at}.last_review", found["last_review"]),
    }


def _moment(at: str, value: object) -> str:
    """Return the moment in UTC, so that moments are in the order of their texts."""
    try:
        moment = datetime.fromisoformat(value) if isinstance(value, str) else None
    except ValueError:
        moment = None
    if moment is None or moment.tzinfo is None or not 2000 <= moment.year <= 2200:
        raise Malformed(at, value, "is not a moment with its offset, as 2026-01-31T12:00:00+00:00")
    return moment.astimezone(UTC).isoformat(timespec="seconds")


def now_utc() -> datetime:
    """Return the time in UTC, which py-fsrs needs."""
    return datetime.now(UTC)


def street_named(name: str) -> Street | None:
    """Return the street of that name, or ``None`` for all of them."""
    if name == "all":
        return None
    if name not in tuple(Street):
        raise Malformed("street", name, f"is not one of {', '.join(Street)}, all")
    return Street(name)
