"""Progress in drills: mistakes come again sooner, it is bounded, and it survives a round trip as JSON."""

from __future__ import annotations

import json
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import jsonschema_rs
import pytest

from uth.coach.coaching import coach
from uth.coach.drills import Drill, Question, game_of, question_of, theme_named
from uth.coach.progress import (
    ITEMS_MAX,
    ItemDocument,
    ProgressDocument,
    after_minute,
    again,
    answered,
    lost_of,
    new_progress,
    next_mistake,
    read_progress,
    reviewed,
    total_of,
)
from uth.errors import Malformed
from uth.rules.values import Street

NOW = datetime(2026, 11, 18, 12, tzinfo=UTC)
SCHEMA = Path(__file__).parents[2] / "src/uth/coach/schemas/progress.schema.json"
CASES = Path(__file__).parents[2] / "frontend/src/drill/progress.cases.json"


def question(hole: str, board: str = "", book: str = "massachusetts") -> Question:
    return question_of({"book": book, "hole": hole.split(), "board": board.split()})


def answer(asked: Question, multiple: int, at: datetime, item: ItemDocument | None = None) -> tuple[ItemDocument, int]:
    coaching = coach(asked.situation)
    choice = coaching.choice(multiple)
    return reviewed(item, asked, coaching, choice, at), lost_of(choice)


def due(item: ItemDocument) -> timedelta:
    return datetime.fromisoformat(item["card"]["due"]) - NOW


def played(answers: Sequence[tuple[Question, int]]) -> ProgressDocument:
    progress, at = new_progress(), NOW
    for asked, multiple in answers:
        known = next((each for each in progress["items"] if each["question"]["id"] == asked.name), None)
        item, lost = answer(asked, multiple, at, known)
        progress, at = answered(progress, item, lost), at + timedelta(seconds=20)
    return progress


ANSWERS = (
    (question("Ah 7d"), 4),
    (question("Kh 4d"), 0),
    (question("Kh 4d"), 4),
    (question("Ah 7d", "Ad 9s 2c"), 0),
    (question("3h 7d", "Kd 9s 2c Qh Jh"), 1),
    (question("Kd 4c"), 0),
    (question("2h 2d"), 0),
)


MADE = (question("2h 2d", book="nevada"), question("Kd 4c"), question("Qd 5h", book="greece"))
"""The mistakes of rounds: one of another book, one that was drilled already."""


def test_mistakes_of_rounds_come_worst_first_under_their_own_book_and_then_again() -> None:
    progress, drill = played(ANSWERS[2:3]), Drill(game=game_of("massachusetts"))
    made = [each.document() for each in MADE]

    def next_(at: datetime, drill: Drill = drill, but: str = "") -> str | None:
        found = next_mistake(progress["items"], made, drill, at, but)
        return found["id"] if found is not None else None

    inaccuracy = question("Kh 4d").name
    assert next_(NOW) == MADE[0].name
    assert next_(NOW, but=MADE[0].name) == MADE[2].name, "the other is known from a drill already"
    assert next_(NOW, Drill(game=drill.game, theme=theme_named("pocket-twos"))) == MADE[0].name
    assert next_(NOW, Drill(game=drill.game, street=Street.RIVER)) is None
    assert next_(NOW + timedelta(days=1)) == inaccuracy, "what is due comes before what is new"
    for asked in (MADE[0], MADE[2]):
        progress = answered(progress, *answer(asked, coach(asked.situation).best.multiple, NOW))
    assert next_(NOW) == inaccuracy
    assert next_(NOW, but=inaccuracy) is None, "answered well, they wait until they are due"
    item = next(each for each in progress["items"] if each["question"]["id"] == MADE[0].name)
    assert (item["answers"], item["best"]) == (1, 1)
    assert next_(NOW + due(item), but=inaccuracy) in (MADE[0].name, MADE[2].name), "and they come again"


def test_a_mistake_comes_again_sooner_than_a_success() -> None:
    easy, _ = answer(question("Ah Ad"), 4, NOW)
    good, _ = answer(question("Kh 4d"), 0, NOW)
    slip, lost = answer(question("Kh 4d"), 4, NOW)
    blunder, _ = answer(question("Ah Ad"), 0, NOW)
    assert (easy["grade"], good["grade"], slip["grade"], blunder["grade"]) == ("best", "best", "inaccuracy", "blunder")
    assert due(blunder) < due(slip) < due(good) < due(easy)
    assert 0 < lost < 100_000


def test_a_question_answered_well_comes_ever_later_and_soon_after_a_mistake() -> None:
    asked, at, item = question("Kh 7d"), NOW, None
    waits = []
    for _ in range(6):
        item, _ = answer(asked, 4, at, item)
        waits.append(datetime.fromisoformat(item["card"]["due"]) - at)
        at = datetime.fromisoformat(item["card"]["due"])
    assert waits == sorted(waits)
    assert waits[-1] > timedelta(days=30)
    item, _ = answer(asked, 0, at, item)
    assert datetime.fromisoformat(item["card"]["due"]) - at < timedelta(hours=1)
    assert (item["answers"], item["best"]) == (7, 6)


def test_streaks_accuracy_and_losses_are_counted_by_kind() -> None:
    progress = played(ANSWERS)
    assert (progress["streak"], progress["longest"]) == (2, 2)
    assert total_of(progress) == {
        "answers": 7,
        "best": 4,
        "lost": sum(lost_of(coach(asked.situation).choice(multiple)) for asked, multiple in ANSWERS),
    }
    assert {name: (each["answers"], each["best"]) for name, each in progress["kinds"].items()} == {
        "offsuit-aces": (1, 1),
        "offsuit-kings": (3, 2),
        "flop-hidden-pair": (1, 0),
        "board-four-straight": (1, 0),
        "pocket-twos": (1, 1),
    }
    assert len(progress["items"]) == 5


def test_what_is_due_comes_again_and_mistakes_can_be_drilled_alone() -> None:
    progress = played(ANSWERS)
    drill = Drill(game=game_of("massachusetts"))

    def next_(at: datetime, drill: Drill = drill, *, mistakes: bool = False, but: str = "") -> str | None:
        items = progress["items"]
        found = next_mistake(items, (), drill, at, but) if mistakes else again(items, drill, at, but)
        return found["id"].partition("standard/")[2] if found is not None else None

    assert next_(NOW) is None
    assert next_(NOW, mistakes=True) == "7dAh/2c9sAd"
    assert next_(NOW + timedelta(minutes=5)) == "7dAh/2c9sAd"
    assert next_(NOW + timedelta(minutes=5), but="massachusetts/blind=standard/7dAh/2c9sAd") == "3h7d/2c9sKd/JhQh"
    assert next_(NOW + timedelta(days=99), mistakes=True) == "7dAh/2c9sAd"
    assert next_(NOW + timedelta(days=99), Drill(game=drill.game, theme=theme_named("pocket-twos"))) == "22"
    assert (
        next_(NOW + timedelta(days=99), Drill(game=drill.game, theme=theme_named("pocket-twos")), mistakes=True) is None
    )
    assert next_(NOW + timedelta(days=99), Drill(game=drill.game, street=Street.RIVER)) == "3h7d/2c9sKd/JhQh"
    assert next_(NOW + timedelta(days=99), Drill(game=game_of("greece"))) is None


def test_the_best_known_question_is_dropped_when_there_are_too_many() -> None:
    item, lost = answer(question("Kh 4d"), 4, NOW)
    progress = new_progress()
    for at in range(ITEMS_MAX + 2):
        days = (at * 7919) % (ITEMS_MAX + 2)
        card = {**item["card"], "due": (NOW + timedelta(days=days)).isoformat()}
        made = {**item, "question": {**item["question"], "id": str(days)}, "card": card}
        made["grade"] = "mistake" if days > 100 else "best"
        progress = answered(progress, made, lost)  # type: ignore[arg-type]
    kept = {int(each["question"]["id"]) for each in progress["items"]}
    assert len(kept) == ITEMS_MAX
    assert kept == set(range(ITEMS_MAX + 2)) - {99, 100}


def test_only_the_best_minute_is_kept() -> None:
    progress = new_progress()
    for best, lost, kept in ((3, 9, (3, 9)), (2, 0, (3, 9)), (3, 5, (3, 5)), (4, 50, (4, 50)), (0, 0, (4, 50))):
        progress = after_minute(progress, {"answers": best + 1, "best": best, "lost": lost})
        assert progress["minute"] is not None
        assert (progress["minute"]["best"], progress["minute"]["lost"]) == kept


def test_exported_progress_fits_its_schema_and_is_read_again() -> None:
    progress = after_minute(played(ANSWERS), {"answers": 5, "best": 4, "lost": 1})
    validator = jsonschema_rs.validator_for(json.loads(SCHEMA.read_text(encoding="utf-8")))
    for each in (new_progress(), progress):
        text = json.dumps(each)
        validator.validate(json.loads(text))
        assert read_progress(json.loads(text)) == each


def test_moments_are_read_in_utc_so_that_they_sort_as_texts() -> None:
    progress = played(ANSWERS[:1])
    progress["items"][0]["card"]["due"] = "2026-11-18T15:00:00+02:00"
    assert read_progress(progress)["items"][0]["card"]["due"] == "2026-11-18T13:00:00+00:00"


@pytest.mark.parametrize(
    ("path", "value", "says"),
    [
        ("version", 2, "version: 2 is not the version"),
        ("streak", -1, "streak: -1 is not a whole number"),
        ("longest", 1.5, "longest"),
        ("more", 1, r"progress\.more: 1 is not a field"),
        ("kinds.kings", {"answers": 1, "best": 1, "lost": 0}, "is not a kind of decision"),
        ("kinds.offsuit-aces.best", 9, r"kinds\.offsuit-aces\.best: 9 is more than the 1 answers"),
        ("minute", 3, "minute"),
        ("items", 3, "items"),
        ("items.0.grade", "good", r"items\.0\.grade"),
        ("items.0.lost", "much", r"items\.0\.lost"),
        ("items.0.question.book", "/etc/passwd", r"items\.0\.question\.book"),
        ("items.0.question.hole", ["Ah"], r"items\.0\.question\.hole"),
        ("items.0.card.state", "new", r"items\.0\.card\.state"),
        ("items.0.card.step", -1, r"items\.0\.card\.step"),
        ("items.0.card.stability", float("nan"), r"items\.0\.card\.stability"),
        ("items.0.card.stability", 0, r"items\.0\.card\.stability"),
        ("items.0.card.difficulty", 11, r"items\.0\.card\.difficulty"),
        ("items.0.card.due", "tomorrow", r"items\.0\.card\.due"),
        ("items.0.card.due", "2026-11-18T15:00:00", r"items\.0\.card\.due"),
        ("items.0.card.last_review", None, r"items\.0\.card\.last_review"),
    ],
)
def test_a_wrong_field_of_imported_progress_is_named(path: str, value: object, says: str) -> None:
    progress: Any = json.loads(json.dumps(played(ANSWERS)))
    *parents, last = path.split(".")
    at = progress
    for name in parents:
        at = at[int(name)] if isinstance(at, list) else at[name]
    at[last] = value
    with pytest.raises(Malformed, match=says):
        read_progress(progress, ("massachusetts",))


def cases() -> str:
    """Return the answers and the progress after each, which the page's own count is tested with."""
    progress, steps, at = new_progress(), [], NOW
    for asked, multiple in ANSWERS:
        known = next((each for each in progress["items"] if each["question"]["id"] == asked.name), None)
        item, lost = answer(asked, multiple, at, known)
        progress, at = answered(progress, item, lost), at + timedelta(seconds=20)
        steps.append({"item": item, "lost": lost, "progress": progress})
    moments = []
    drill = Drill(game=game_of("massachusetts"))
    for minutes in (0, 5, 15, 60 * 24 * 99):
        for mistakes in (False, True):
            moment = NOW + timedelta(minutes=minutes)
            items = progress["items"]
            found = next_mistake(items, (), drill, moment) if mistakes else again(items, drill, moment)
            moments.append(
                {"at": moment.isoformat(), "mistakes": mistakes, "id": found["id"] if found is not None else None}
            )
    made, mistakes_, at = [each.document() for each in MADE], [], NOW
    for _ in range(8):
        named = next_mistake(progress["items"], made, drill, at)
        asked = question_of(named) if named else MADE[0]
        known = next((each for each in progress["items"] if each["question"]["id"] == asked.name), None)
        item, lost = answer(asked, coach(asked.situation).best.multiple, at, known)
        mistakes_.append({"at": at.isoformat(), "id": named["id"] if named else None, "item": item, "lost": lost})
        progress, at = answered(progress, item, lost), at + timedelta(minutes=3)
    document = {"steps": steps, "again": moments, "made": made, "mistakes": mistakes_}
    return json.dumps(document, indent=1) + "\n"


def test_the_page_is_tested_with_the_same_answers() -> None:
    assert json.loads(CASES.read_text(encoding="utf-8")) == json.loads(cases()), (
        "write coach.test_progress.cases() into it"
    )
