"""The exact expectation of a round, wager by wager, for comparison with the simulation."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from uth.exact.game import DEALS
from uth.exact.result import OutcomeCount, Result, Solution
from uth.exact.side_highest import highest_chances
from uth.exact.side_progressive import row_chances
from uth.kernels.sim_table import ALONE, CELLS, ENVY, FOLDED, LOSS, PROGRESSIVE, TIE, WAGERS, WIN
from uth.ranking import Category
from uth.rules.values import COVER_ALL, Wager
from uth.sim.classes import LAYOUT, cell_of
from uth.sim.gathered import Gathered
from uth.sim.prepared import Prepared, pay_of
from uth.sim.strategies import endings
from uth.table.settle.progressive import SEVEN_CARD_HANDS

RESULTS = {Result.WIN: WIN, Result.PUSH: TIE, Result.LOSS: LOSS, Result.FOLD: LOSS}


@dataclass(frozen=True, slots=True, kw_only=True)
class ExpectedWager:
    """The exact mean of one wager over all seats of a round, in cents, and its variance for independent seats."""

    mean: Fraction
    variance: float


def expected_wagers(gathered: Gathered) -> dict[int, ExpectedWager]:
    """Return the known exact values by the number of the wager, the progressive at its meters' averages."""
    prepared = gathered.prepared
    found: dict[int, ExpectedWager] = {}
    if prepared.plan.bank is not None or prepared.plan.needs_engine:
        return found
    for wager in range(WAGERS):
        each = [_of_seat(gathered, seat, wager) for seat in range(len(prepared.plan.seats))]
        known = [one for one in each if one is not None]
        if len(known) == len(each):
            mean = sum((one.mean for one in known), Fraction(0))
            found[wager] = ExpectedWager(mean=mean, variance=sum(one.variance for one in known))
    return found


def _of_seat(gathered: Gathered, seat: int, wager: int) -> ExpectedWager | None:
    plan = gathered.prepared.plan
    if wager == ENVY:
        return _envy(gathered, seat)
    if LAYOUT[wager] not in plan.seats[seat].wagers and LAYOUT[wager] is not Wager.PLAY:
        return ExpectedWager(mean=Fraction(0), variance=0.0)
    if wager == PROGRESSIVE:
        return _progressive(gathered, seat)
    if LAYOUT[wager] is COVER_ALL:
        return _cover_all(gathered.prepared, seat)
    return _main(gathered.prepared, seat, wager)


def chances_of(prepared: Prepared, seat: int) -> dict[int, Fraction]:
    """Return the chance of every cell for a seat."""
    if Wager.ANTE not in prepared.plan.seats[seat].wagers:
        hands = sum(SEVEN_CARD_HANDS.values())
        return {
            cell_of(ALONE, False, LOSS, category): Fraction(count, hands)
            for category, count in SEVEN_CARD_HANDS.items()
        }
    numbers = {end: number for number, end in enumerate(endings(prepared.plan.posted))}
    chances: dict[int, Fraction] = {}
    for outcome in _solution(prepared, seat).outcomes:
        decision = FOLDED if outcome.result is Result.FOLD else numbers[outcome.street, outcome.multiple]
        cell = cell_of(decision, outcome.qualifies, RESULTS[outcome.result], outcome.hand)
        chances[cell] = chances.get(cell, Fraction(0)) + Fraction(outcome.deals, DEALS)
    return chances


def _solution(prepared: Prepared, seat: int) -> Solution:
    return prepared.solved.solutions[prepared.solved.of_seat[seat]]


def _main(prepared: Prepared, seat: int, wager: int) -> ExpectedWager | None:
    """Return the wager's value over all cells, or ``None`` if a limit cuts it depending on other hands."""
    parts, mean, square = prepared.table.parts[seat, :, wager], Fraction(0), Fraction(0)
    has_cover_all = COVER_ALL in prepared.plan.seats[seat].wagers
    for cell, chance in chances_of(prepared, seat).items():
        amounts = {int(parts[at]) for at in _classes(cell, has_cover_all)}
        if len(amounts) > 1:
            return None
        amount = amounts.pop() * prepared.unit
        mean += chance * amount
        square += chance * amount * amount
    return ExpectedWager(mean=mean, variance=float(square - mean * mean))


def _classes(cell: int, has_cover_all: bool) -> Iterator[int]:
    """Yield the classes of a cell: one, or one for each category of the highest hand."""
    if not has_cover_all:
        yield cell
        return
    for highest in range(cell % len(Category), len(Category)):
        yield (1 + highest) * CELLS + cell


def _cover_all(prepared: Prepared, seat: int) -> ExpectedWager | None:
    parts, mean, square = prepared.table.parts[seat, :, LAYOUT.index(COVER_ALL)], Fraction(0), Fraction(0)
    cells = chances_of(prepared, seat)
    for highest, chance in highest_chances(len(prepared.plan.seats) + 1).items():
        amounts = {int(parts[(1 + highest) * CELLS + cell]) for cell in cells if cell % len(Category) <= highest}
        if len(amounts) > 1:
            return None
        amount = amounts.pop() * prepared.unit
        mean += chance * amount
        square += chance * amount * amount
    return ExpectedWager(mean=mean, variance=float(square - mean * mean))


def rows_of(prepared: Prepared, seat: int) -> list[Fraction] | None:
    """Return the chance that each row of the progressive pays the seat, or ``None`` if unknown."""
    table, rules = prepared.plan.posted.progressive, prepared.plan.posted.rules.progressive
    if table is None or rules is None:
        return None
    by_hand = row_chances(table, five=rules.judged_on.value == "hole_and_flop")
    if rules.on_fold.value != "loses" or Wager.ANTE not in prepared.plan.seats[seat].wagers:
        return [by_hand[row.hand] for row in table.rows]
    return _rows_not_folded(prepared, _solution(prepared, seat))


def _rows_not_folded(prepared: Prepared, solution: Solution) -> list[Fraction] | None:
    """Return the chances of rows whose hands stay, grouped by their pay.

    They are unknown for a strategy whose count leaves out the progressive.
    """
    game, table = solution.game, prepared.plan.posted.progressive
    if not game.progressive_wager or table is None:
        return None
    found = []
    for row in table.rows:
        pays = Fraction(pay_of(row, prepared.plan), prepared.plan.ante)
        categories = [
            category for category in Category if table.row_of(category, community_royal=False) is not None
            and game.progressive_pays(category) == pays
        ]  # fmt: skip
        if any(table.row_of(category, community_royal=False) is not row for category in categories):
            return None
        found.append(sum((_deals_paying(outcome, solution, pays) for outcome in solution.outcomes), Fraction(0)))
    return found


def _deals_paying(outcome: OutcomeCount, solution: Solution, pays: Fraction) -> Fraction:
    game = solution.game
    if outcome.result is Result.FOLD or outcome.side - game.bonus(outcome.hand) + game.progressive_wager != pays:
        return Fraction(0)
    return Fraction(outcome.deals, DEALS)


def _progressive(gathered: Gathered, seat: int) -> ExpectedWager | None:
    """Return the progressive's value, with each meter at its average amount when it was wagered on."""
    prepared, plan = gathered.prepared, gathered.prepared.plan
    chances, table = rows_of(prepared, seat), plan.posted.progressive
    if chances is None or table is None or not gathered.rounds:
        return None
    mean = square = Fraction(0)
    for row, chance in zip(table.rows, chances, strict=True):
        pay = Fraction(pay_of(row, plan))
        if row.meter in gathered.meters and row.for_one is None:
            pay = gathered.meters[row.meter].readings / gathered.rounds * (row.percent or 0) / 100
        mean += chance * pay
        square += chance * pay * pay
    wager = plan.posted.progressive_wager
    return ExpectedWager(mean=mean - wager, variance=float(square - mean * mean))


def _envy(gathered: Gathered, seat: int) -> ExpectedWager | None:
    """Return the seat's envy for other hands, or ``None`` if only live hands are paid."""
    plan, rules = gathered.prepared.plan, gathered.prepared.plan.posted.rules.progressive
    table = plan.posted.progressive
    if rules is None or table is None or Wager.PROGRESSIVE not in plan.seats[seat].wagers:
        return ExpectedWager(mean=Fraction(0), variance=0.0)
    if rules.envy_to_live_hands_only.value and len(plan.seats) > 1:
        return None
    mean = square = Fraction(0)
    for other, neighbour in enumerate(plan.seats):
        chances = rows_of(gathered.prepared, other)
        if chances is None:
            return None
        if other != seat and Wager.PROGRESSIVE in neighbour.wagers:
            for row, chance in zip(table.rows, chances, strict=True):
                amount = plan.posted.envy(row.envy)
                mean += chance * amount
                square += chance * amount * amount
    return ExpectedWager(mean=mean, variance=float(square - mean * mean))
