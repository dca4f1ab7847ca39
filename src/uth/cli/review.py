"""`uth review`: grade the decisions of saved rounds, and report on many of them."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from uth.cli import completion
from uth.cli.streams import complain, say
from uth.errors import Malformed, UthError
from uth.units import money as money_words
from uth.words.amounts import signed

if TYPE_CHECKING:
    from uth.history.round_review import DecisionReview, SeatReview
    from uth.history.saved_rounds import SavedReview
    from uth.history.session_report import Habit, MoneyReport, SessionReport


def command(
    files: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="FILE...",
            help="Rounds with their proof, or exports of your history as JSON or JSON lines; - is standard input.",
            autocompletion=completion.files(".json", ".jsonl"),
        ),
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Grade your decisions in a saved round; with several rounds, report what they cost and what was luck.

    Every offered action has its exact value under the rules of the round, from what your chair saw when it was asked.
    Only the seats of the person who saved the round are reviewed.

    Example: curl -s http://127.0.0.1:8000/api/v1/tables/nevada/rounds/1/proof | uth review -

    A report of all your rounds: uth review rounds.jsonl
    """
    from uth.history.saved_rounds import saved_report, saved_review

    try:
        if not files:
            raise Malformed("file", None, "is missing; give a saved round, an export of your history, or -")
        documents = documents_of(files)
        found: Any = saved_review(documents[0]) if len(documents) == 1 else saved_report(documents)
    except UthError as refused:
        complain("review", refused)
        raise typer.Exit(2) from None
    if as_json:
        print(json.dumps(found))
        return
    for line in _round_lines(found) if len(documents) == 1 else report_lines(found["report"], found["rounds"]):
        say(line)


def documents_of(files: Sequence[str]) -> list[Any]:
    """Return the rounds in these files; raise `Malformed` if there is none."""
    from uth.history.saved_rounds import documents_in

    documents = [each for file in files for each in documents_in(_read(file), file)]
    if not documents:
        raise Malformed("file", ", ".join(files), "has no rounds")
    return documents


def _read(file: str) -> bytes:
    if file == "-":
        return sys.stdin.buffer.read()
    try:
        return Path(file).read_bytes()
    except OSError as fault:
        raise Malformed("file", file, f"cannot be read: {fault.strerror}") from None


def _round_lines(saved: SavedReview) -> Iterator[str]:
    yield f"Round {saved['round']} of table {saved['table']}"
    if not saved["reviews"]:
        yield "  No seat of this round is yours: only your own decisions are reviewed."
    for review in saved["reviews"]:
        yield from _seat_lines(review)


def _seat_lines(review: SeatReview) -> Iterator[str]:
    yield f"Seat {review['seat']}"
    for decision in review["decisions"]:
        yield from _decision_lines(decision, review["symbol"])
    if review["would_have"] == "won" and review["decisions"]:
        right = review["decisions"][-1]["grade"] == "best"
        said = "the fold was right all the same: it is about what you could see" if right else "the fold was a mistake"
        yield f"  You folded the winning hand; {said}."


def _decision_lines(decision: DecisionReview, symbol: str) -> Iterator[str]:
    where = {"preflop": "Before the flop", "flop": "On the flop", "river": "At the river"}[decision["street"]]
    cards = " ".join(decision["hole"]) + (f" on {' '.join(decision['board'])}" if decision["board"] else "")
    clock = " (the time ran out)" if decision["by_clock"] else ""
    if decision["grade"] is None:
        yield f"  {where}, {cards}: {decision['action']}{clock}. {decision['reason']}"
        return
    cost = f", {_cost(decision['cost'])} or {_money(decision['cost_cents'], symbol)}" if decision["cost"] else ""
    yield f"  {where}, {cards}: {decision['action']}{clock} is {_graded(decision['grade'])}{cost}"
    for choice in decision["choices"]:
        mark = "best" if not choice["cost"] else f"-{choice['cost']:.4f}"
        yield f"    {choice['action']:6}{choice['antes']:+.4f}  {mark}"
    yield f"    {decision['reason']}"


def _graded(grade: str) -> str:
    return {"best": "the best choice", "inaccuracy": "an inaccuracy"}.get(grade, f"a {grade}")


def _cost(antes: float) -> str:
    return f"{antes:.4f} antes"


def _money(cents: float, symbol: str) -> str:
    return money_words(round(cents), symbol)


def _gain(cents: float, symbol: str) -> str:
    return signed(round(cents), symbol)


def report_lines(report: SessionReport, rounds: int) -> Iterator[str]:
    """Return a report as lines of text."""
    grades = report["grades"]
    yield f"{rounds:,} rounds, {report['hands']:,} hands of yours, {report['decisions']:,} decisions"
    if not report["hands"]:
        yield "No seat of these rounds is yours: only your own decisions are reviewed."
        return
    yield f"  {grades['best']:,} best, {_counted(grades['inaccuracy'], 'inaccuracy', 'inaccuracies')}, " + (
        f"{_counted(grades['mistake'], 'mistake')}, {_counted(grades['blunder'], 'blunder')}"
    )
    lost = report["lost"]["value"]
    yield f"  Your decisions cost {lost:.4f} antes: {report['lost_per_100']:.4f} for every 100 hands."
    if report["folded_winners"]:
        right = report["folded_winners_right"]
        yield f"  You folded {_counted(report['folded_winners'], 'winning hand')}; {right:,} of these folds were right."
    if report["by_clock"]:
        cost = report["clock_cost"]["value"]
        yield f"  The time ran out for {_counted(report['by_clock'], 'decision')}, which cost {cost:.4f} antes more."
    for street in report["streets"]:
        yield f"  {street['title']:16}{street['decisions']:>7,} decisions  {street['cost']['value']:>10.4f} antes"
    if report["habits"]:
        yield "The most expensive habits"
    for at, habit in enumerate(report["habits"], 1):
        yield from _habit_lines(at, habit)
    for money in report["money"]:
        yield from _money_lines(money)


def _habit_lines(at: int, habit: Habit) -> Iterator[str]:
    times = _counted(habit["times"], "time")
    yield f"  {at}. {habit['title']}: {habit['action']} where {habit['best']} is best, {times}, " + (
        f"{habit['cost']['value']:.4f} antes"
    )
    for each in habit["examples"][:1]:
        cards = " ".join(each["hole"]) + (f" on {' '.join(each['board'])}" if each["board"] else "")
        yield f"     as in round {each['round']} of table {each['table']}: {cards}, {_cost(each['cost'])}"


def _money_lines(money: MoneyReport) -> Iterator[str]:
    symbol = money["symbol"]
    yield f"Net {_gain(money['net'], symbol)}; your decisions cost {_money(money['lost'], symbol)}"
    if not money["known"]:
        yield "  What these wagers can be expected to win is not known."
        return
    yield f"  Over {_counted(money['known'], 'hand')} with a known expectation: {_gain(money['actual'], symbol)}, " + (
        f"expected {_gain(money['expected'], symbol)} as played, so luck is {_gain(money['luck'], symbol)}; "
        f"95 of 100 results are within {_money(money['band'], symbol)} of the expected one"
    )
    yield f"  {money['says']}"


def _counted(count: int, one: str, many: str | None = None) -> str:
    return f"{count:,} {one if count == 1 else many or f'{one}s'}"
