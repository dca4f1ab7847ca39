"""The report of many rounds: what decisions cost, on which streets and in which situations, and what was luck."""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from math import sqrt
from typing import Any, Final, Literal, NamedTuple

from typing_extensions import TypedDict

from uth.coach.kinds import KINDS
from uth.exact.result import number
from uth.exact.strategy_types import ExactNumber
from uth.history.round_review import DecisionReview, SeatReview
from uth.rules.values import Street

HABITS: Final = 5
EXAMPLES: Final = 3
POINTS: Final = 200
"""The most points of a chart."""
TWO_SIDED_95: Final = 1.96
PER: Final = 100
"""Losses are stated for so many hands."""


class PlayedHand(NamedTuple):
    """A settled hand of the reader: where it was played, what it won, and its review as JSON."""

    table: str
    round: int
    seat: int
    at: str
    net: int
    lines: tuple[tuple[str, int], ...]
    """The net of each settled wager in cents."""
    review: str


class GradeCounts(TypedDict):
    """How many decisions have each grade."""

    best: int
    inaccuracy: int
    mistake: int
    blunder: int


class ReportPart(TypedDict):
    """The decisions of one street or of one kind, and what they cost in antes."""

    name: str
    title: str
    street: Literal["preflop", "flop", "river"]
    decisions: int
    wrong: int
    cost: ExactNumber


class Example(TypedDict):
    """A decision that shows a habit."""

    table: str
    round: int
    seat: int
    n: int
    hole: list[str]
    board: list[str]
    cost: float


class Habit(TypedDict):
    """One way of deciding that costs: what is done, what would be best, how often, and what it has cost in antes."""

    kind: str
    title: str
    street: Literal["preflop", "flop", "river"]
    action: str
    best: str
    times: int
    cost: ExactNumber
    per_100: float
    """Antes lost per 100 hands."""
    book: str
    drill: str
    """Where this kind of decision is drilled."""
    examples: list[Example]
    """The most expensive ones first."""


class LuckGroup(TypedDict):
    """The result of wagers of one kind against the exact expectation of these wagers as they were played."""

    name: str
    hands: int
    actual: int
    expected: float
    band: float
    """95 of 100 results are no further from the expectation."""


class LuckPoint(TypedDict):
    """The running totals after so many hands, in cents."""

    hand: int
    net: int
    expected: float
    band: float


class MoneyReport(TypedDict):
    """The results in one currency, in cents."""

    symbol: str
    hands: int
    net: int
    lost: float
    """What the decisions cost."""
    lost_per_100: float
    known: int
    """The hands whose expectation is known; luck is about these."""
    groups: list[LuckGroup]
    actual: int
    expected: float
    luck: float
    band: float
    says: str
    """What the band takes into account."""
    points: list[LuckPoint]


class SessionReport(TypedDict):
    """The report of a set of hands."""

    hands: int
    decisions: int
    grades: GradeCounts
    by_clock: int
    """Decisions that the house made because the time ran out; they are not graded here."""
    clock_cost: ExactNumber
    not_valued: int
    """Decisions without a value, such as those of a round in which something went wrong."""
    folded_winners: int
    """Folds of hands that would have won, and how many of these folds were the best choice all the same."""
    folded_winners_right: int
    lost: ExactNumber
    """What the decisions cost in antes, together."""
    lost_per_100: float
    streets: list[ReportPart]
    kinds: list[ReportPart]
    """The most expensive first."""
    habits: list[Habit]
    money: list[MoneyReport]
    first: str | None
    last: str | None


@dataclass(slots=True)
class _Tally:
    decisions: int = 0
    wrong: int = 0
    cost: Fraction = Fraction(0)


@dataclass(slots=True)
class _Habit:
    times: int = 0
    cost: Fraction = Fraction(0)
    books: Counter[str] = field(default_factory=Counter)
    examples: list[Example] = field(default_factory=list)


@dataclass(slots=True)
class _Group:
    hands: int = 0
    actual: int = 0
    expected: float = 0.0
    variance: float = 0.0


@dataclass(slots=True)
class _Money:
    hands: int = 0
    net: int = 0
    lost: float = 0.0
    known: int = 0
    variance: float = 0.0
    groups: dict[str, _Group] = field(default_factory=lambda: defaultdict(_Group))
    points: list[LuckPoint] = field(default_factory=list)


BAND_SAYS: Final = (
    "The band comes from the exact deviation of each wager under the best play. It treats the wagers of one hand as "
    "moving together, which makes it a little too wide, and hands as independent."
)

_TITLES: Final = {Street.PREFLOP: "Before the flop", Street.FLOP: "On the flop", Street.RIVER: "At the river"}


class ReportBuilder:
    """Collects hands, oldest first, and writes their report."""

    def __init__(self) -> None:
        self._hands = self._clocked = self._unvalued = self._winners = self._winners_right = 0
        self._clock_cost = Fraction(0)
        self._grades: Counter[str] = Counter()
        self._streets: dict[str, _Tally] = defaultdict(_Tally)
        self._kinds: dict[str, _Tally] = defaultdict(_Tally)
        self._habits: dict[tuple[str, str, str], _Habit] = defaultdict(_Habit)
        self._money: dict[str, _Money] = defaultdict(_Money)
        self._first: str | None = None
        self._last: str | None = None

    def take(self, hand: PlayedHand) -> None:
        """Add a hand."""
        review: SeatReview = json.loads(hand.review)
        self._hands += 1
        self._first, self._last = self._first or hand.at, hand.at
        lost = own = Fraction(0)
        for decision in review["decisions"]:
            if decision["grade"] is None:
                self._unvalued += 1
                continue
            cost = Fraction(decision["lost"])
            lost += cost
            if decision["by_clock"]:
                self._clocked += 1
                self._clock_cost += cost
            else:
                own += cost
                self._take(hand, review, decision, cost)
        if review["would_have"] == "won" and review["decisions"]:
            self._winners += 1
            self._winners_right += review["decisions"][-1]["grade"] == "best"
        self._take_money(hand, review, lost, own)

    def _take(self, hand: PlayedHand, review: SeatReview, decision: DecisionReview, cost: Fraction) -> None:
        kind = decision["kind"] or ""
        self._grades[decision["grade"] or ""] += 1
        for tally in (self._streets[decision["street"]], self._kinds[kind]):
            tally.decisions += 1
            if cost:
                tally.wrong += 1
                tally.cost += cost
        if not cost:
            return
        habit = self._habits[kind, decision["action"], decision["choices"][0]["action"]]
        habit.times += 1
        habit.cost += cost
        habit.books[review["book"]] += 1
        example: Example = {
            "table": hand.table,
            "round": hand.round,
            "seat": hand.seat,
            "n": decision["n"],
            "hole": decision["hole"],
            "board": decision["board"],
            "cost": decision["cost"],
        }
        habit.examples = sorted([*habit.examples, example], key=lambda each: -each["cost"])[:EXAMPLES]

    def _take_money(self, hand: PlayedHand, review: SeatReview, lost: Fraction, own: Fraction) -> None:
        money = self._money[review["symbol"]]
        cents = float(lost * review["ante"])
        money.hands += 1
        money.net += hand.net
        money.lost += float(own * review["ante"])
        if not review["expected"]:
            return
        money.known += 1
        nets: Counter[str] = Counter()
        for wager, net in hand.lines:
            nets[wager] += net
        beyond = hand.net - sum(nets.values())
        """Envy and corrections, which no wager's line has."""
        deviation = 0.0
        paid_envy = "progressive" if any(each["name"] == "progressive" for each in review["expected"]) else "main"
        for each in review["expected"]:
            group = money.groups[each["name"]]
            group.hands += 1
            group.actual += sum(nets[wager] for wager in each["wagers"]) + (beyond if each["name"] == paid_envy else 0)
            top, _, bottom = each["expected"].partition("/")
            group.expected += int(top) / int(bottom) - (cents if each["name"] == "main" else 0.0)
            group.variance += each["deviation"] ** 2
            deviation += each["deviation"]
        money.variance += deviation**2
        actual, expected = _sums(money)
        money.points.append(
            {"hand": money.known, "net": actual, "expected": expected, "band": TWO_SIDED_95 * sqrt(money.variance)}
        )

    def document(self) -> SessionReport:
        """Return the report."""
        lost = sum((each.cost for each in self._streets.values()), Fraction(0))
        kinds = sorted(self._kinds.items(), key=lambda each: (-each[1].cost, each[0]))
        habits = sorted(self._habits.items(), key=lambda each: (-each[1].cost, each[0]))
        return {
            "hands": self._hands,
            "decisions": sum(self._grades.values()),
            "grades": {
                "best": self._grades["best"],
                "inaccuracy": self._grades["inaccuracy"],
                "mistake": self._grades["mistake"],
                "blunder": self._grades["blunder"],
            },
            "by_clock": self._clocked,
            "clock_cost": _exact(self._clock_cost),
            "not_valued": self._unvalued,
            "folded_winners": self._winners,
            "folded_winners_right": self._winners_right,
            "lost": _exact(lost),
            "lost_per_100": self._per_100(lost),
            "streets": [_part(each.value, _TITLES[each], each, self._streets[each.value]) for each in Street],
            "kinds": [_part(name, _KINDS[name].title, _KINDS[name].street, tally) for name, tally in kinds],
            "habits": [self._habit(*key, habit) for key, habit in habits[:HABITS]],
            "money": [_money(symbol, money) for symbol, money in sorted(self._money.items())],
            "first": self._first,
            "last": self._last,
        }

    def _habit(self, kind: str, action: str, best: str, habit: _Habit) -> Habit:
        ((book, _),) = habit.books.most_common(1)
        return {
            "kind": kind,
            "title": _KINDS[kind].title,
            "street": _KINDS[kind].street.value,
            "action": action,
            "best": best,
            "times": habit.times,
            "cost": _exact(habit.cost),
            "per_100": self._per_100(habit.cost),
            "book": book,
            "drill": f"/drill?book={book}&theme={kind}",
            "examples": habit.examples,
        }

    def _per_100(self, antes: Fraction) -> float:
        return float(antes * PER / self._hands) if self._hands else 0.0


_KINDS: Final = {kind.name: kind for kind in KINDS}


def session_report(hands: Iterable[PlayedHand]) -> SessionReport:
    """Return the report of these hands, which are given oldest first."""
    report = ReportBuilder()
    for hand in hands:
        report.take(hand)
    return report.document()


def _part(name: str, title: str, street: Street, tally: _Tally) -> ReportPart:
    return {
        "name": name,
        "title": title,
        "street": street.value,
        "decisions": tally.decisions,
        "wrong": tally.wrong,
        "cost": _exact(tally.cost),
    }


def _sums(money: _Money) -> tuple[int, float]:
    groups = money.groups.values()
    return sum(each.actual for each in groups), sum(each.expected for each in groups)


def _money(symbol: str, money: _Money) -> MoneyReport:
    actual, expected = _sums(money)
    groups: list[LuckGroup] = [
        {
            "name": name,
            "hands": each.hands,
            "actual": each.actual,
            "expected": each.expected,
            "band": TWO_SIDED_95 * sqrt(each.variance),
        }
        for name, each in money.groups.items()
    ]
    return {
        "symbol": symbol,
        "hands": money.hands,
        "net": money.net,
        "lost": money.lost,
        "lost_per_100": PER * money.lost / money.hands,
        "known": money.known,
        "groups": groups,
        "actual": actual,
        "expected": expected,
        "luck": actual - expected,
        "band": TWO_SIDED_95 * sqrt(money.variance),
        "says": BAND_SAYS,
        "points": list(_thinned(money.points)),
    }


def _thinned(points: list[LuckPoint]) -> Iterator[LuckPoint]:
    """Yield at most `POINTS` of the points, the last one among them."""
    step = max(1, -(-len(points) // POINTS))
    for at, point in enumerate(points, 1):
        if at % step == 0 or at == len(points):
            yield point


def _exact(value: Fraction) -> ExactNumber:
    found: Any = number(value)
    exact: ExactNumber = found
    return exact
