"""A simulation as a document: the same key gives the same document on any number of workers."""

from __future__ import annotations

from fractions import Fraction
from math import sqrt
from typing import Any

from uth.kernels.sim_table import BANK_NET, BANK_SHORT, BANK_SQUARES, BANK_USED, CELLS, ENVY, PROGRESSIVE, WAGERS
from uth.rules.values import Street, Wager
from uth.sim.classes import LAYOUT
from uth.sim.expected import ExpectedWager, expected_wagers
from uth.sim.gathered import Gathered, Moments
from uth.sim.meters import MeterLife, Months, Spread
from uth.sim.sessions import Sessions
from uth.sim.strategies import endings

QUANTILES = (0.01, 0.05, 0.25, 0.5, 0.75, 0.95, 0.99)


def document_of(gathered: Gathered, *, complete: bool = True) -> dict[str, Any]:
    """Return the whole result as a document; amounts are in antes unless the name says cents."""
    plan = gathered.prepared.plan
    expected = expected_wagers(gathered)
    document: dict[str, Any] = {
        "rounds": gathered.rounds,
        "mean": gathered.mean,
        "standard_error": gathered.standard_error,
        "standard_deviation": _deviation(gathered),
        **_against(gathered, expected),
        "complete": complete,
        "rules": plan.posted.rules.name,
        "seats": len(plan.seats),
        "shuffle_key": plan.shuffle_key,
        "ante_cents": plan.ante,
        "wagers": dict(_wagers(gathered, expected)),
        "by_seat": [_seat(gathered, at) for at in range(len(plan.seats))],
    }
    if gathered.classes.any():
        document["decisions"] = decisions_of(gathered)
    document["hour"] = _hour(gathered)
    if gathered.sessions is not None:
        document["sessions"] = _sessions(gathered.sessions)
    if gathered.meters:
        document["meters"] = {name: _meter(life, gathered) for name, life in gathered.meters.items()}
    if gathered.months is not None:
        document["months"] = _months(gathered.months)
    if plan.bank is not None:
        document["bank"] = _bank(gathered)
    if plan.mishaps:
        document["irregularities"] = {"void_rounds": gathered.voids, "kinds": dict(sorted(gathered.faults.items()))}
    return document


def _deviation(gathered: Gathered) -> float:
    both = Moments(sum(seat.total for seat in gathered.seats), sum(seat.squares for seat in gathered.seats))
    return both.deviation(gathered.hands) / gathered.prepared.plan.ante


def _against(gathered: Gathered, expected: dict[int, ExpectedWager]) -> dict[str, Any]:
    """Return the exact value of all wagers together and the mean's distance from it in standard errors."""
    if len(expected) < WAGERS or not gathered.rounds:
        return {"exact": None, "z": None}
    mean = sum((each.mean for each in expected.values()), Fraction(0))
    variance = max(gathered.table.deviation(gathered.rounds) ** 2, max(each.variance for each in expected.values()))
    return _compared(gathered, gathered.table, mean, variance, len(gathered.seats))


def _compared(gathered: Gathered, moments: Moments, mean: Fraction, variance: float, hands: int) -> dict[str, Any]:
    exact = mean / hands / gathered.prepared.plan.ante
    spread = sqrt(variance / gathered.rounds)
    z = (moments.mean(gathered.rounds) - float(mean)) / spread if spread else None
    return {"exact": float(exact), "exact_fraction": f"{exact.numerator}/{exact.denominator}", "z": z}


def hands_with(gathered: Gathered, wager: int) -> int:
    """Return the number of seats with that wager; an ante implies a play wager, and a progressive implies envy."""
    named = {ENVY: Wager.PROGRESSIVE}.get(wager) or LAYOUT[wager]
    named = Wager.ANTE if named is Wager.PLAY else named
    return sum(named in seat.wagers for seat in gathered.prepared.plan.seats)


def _wagers(gathered: Gathered, expected: dict[int, ExpectedWager]) -> list[tuple[str, dict[str, Any]]]:
    plan, lines = gathered.prepared.plan, []
    for wager in range(WAGERS):
        seats, moments = hands_with(gathered, wager), gathered.wagers[wager]
        if not seats or (wager == ENVY and len(plan.seats) == 1):
            continue
        scale = seats * plan.ante
        deviation = moments.deviation(gathered.rounds)
        line: dict[str, Any] = {
            "mean": moments.mean(gathered.rounds) / scale,
            "standard_deviation": deviation_of_a_hand(gathered, wager, seats) / plan.ante,
            "standard_error": deviation / scale / sqrt(gathered.rounds) if gathered.rounds else 0.0,
            "exact": None,
            "z": None,
        }
        if wager in expected and gathered.rounds:
            each = expected[wager]
            line |= _compared(gathered, moments, each.mean, max(deviation**2, each.variance), seats)
        if wager != ENVY and LAYOUT[wager] is not Wager.PLAY:
            stakes = {seat.wagers[LAYOUT[wager]] for seat in plan.seats if LAYOUT[wager] in seat.wagers}
            if len(stakes) == 1:
                (stake,) = stakes
                line["stake_cents"] = stake
                line["of_the_stake"] = moments.mean(gathered.rounds) / seats / stake
        lines.append((("envy" if wager == ENVY else LAYOUT[wager].value), line))
    return lines


def deviation_of_a_hand(gathered: Gathered, wager: int, seats: int) -> float:
    """Return the standard deviation of the wager for one hand in cents, over all tables.

    Without classes, with a bank that runs out, and for envy, it is that of the average hand of a round.
    """
    moments, prepared = gathered.wagers[wager], gathered.prepared
    if seats == 1 or wager == ENVY or prepared.plan.bank is not None or not gathered.classes.any():
        return moments.deviation(gathered.rounds) / seats
    if wager == PROGRESSIVE:
        squares = _progressive_squares(gathered)
    else:
        amounts = prepared.table.parts[:, :, wager].astype(object) * prepared.unit
        squares = int((gathered.classes * amounts * amounts).sum()) + gathered.unclassed[wager]
    return Moments(moments.total, squares).deviation(gathered.rounds * seats)


def _progressive_squares(gathered: Gathered) -> int:
    """Return the sum of squares of each progressive wager's results, in cents."""
    prepared, wager = gathered.prepared, gathered.prepared.plan.posted.progressive_wager
    times = gathered.rows.sum(axis=0).tolist()
    squares = 0
    for row, (pay, metered, _) in enumerate(prepared.table.rows.tolist()):
        if not metered:
            squares += times[row] * (pay * prepared.unit - wager) ** 2
    for life in gathered.meters.values():
        squares += life.paid.squares - 2 * wager * life.paid.total + life.paid.count * wager * wager
    return squares


def _seat(gathered: Gathered, at: int) -> dict[str, Any]:
    plan, moments = gathered.prepared.plan, gathered.seats[at]
    deviation = moments.deviation(gathered.rounds) / plan.ante
    return {
        "seat": 1 + at,
        "strategy": plan.seats[at].strategy,
        "wagers_cents": {wager.value: cents for wager, cents in plan.seats[at].wagers.items()},
        "mean": moments.mean(gathered.rounds) / plan.ante,
        "standard_deviation": deviation,
        "standard_error": deviation / sqrt(gathered.rounds) if gathered.rounds else 0.0,
    }


def decisions_of(gathered: Gathered) -> dict[str, float]:
    """Return the frequency of each decision among hands with an ante and no irregularity."""
    cells = gathered.classes.reshape(len(gathered.seats), -1, CELLS).sum(axis=(0, 1)).reshape(-1, 60).sum(axis=1)
    shares = {}
    for number, end in enumerate(endings(gathered.prepared.plan.posted)):
        if end is not None and cells[number]:
            street, multiple = end
            says = f"{Street(street).value} {multiple}x" if multiple else "fold"
            shares[says] = int(cells[number]) / max(int(cells.sum()) - int(cells[1]), 1)
    return shares


def _hour(gathered: Gathered) -> dict[str, Any]:
    """Return the cost or gain of an hour for one seat, in cents."""
    plan = gathered.prepared.plan
    return {
        "rounds": plan.rounds_an_hour,
        "mean_cents": gathered.mean * plan.ante * plan.rounds_an_hour,
        "standard_deviation_cents": _deviation(gathered) * plan.ante * sqrt(plan.rounds_an_hour),
    }


def _sessions(sessions: Sessions) -> dict[str, Any]:
    count, ante = max(sessions.count, 1), sessions.ante
    document: dict[str, Any] = {
        "count": sessions.count,
        "mean": sessions.ends.mean / ante,
        "standard_deviation": sessions.ends.deviation / ante,
        "least": sessions.ends.least / ante,
        "most": sessions.ends.most / ante,
        "ahead": sessions.ahead / count,
        "even": sessions.even / count,
        "behind": 1 - (sessions.ahead + sessions.even) / count,
        "quantiles": {f"{share:g}": sessions.quantile(share) for share in QUANTILES},
        "by_result": {str(antes): sessions.results[antes] for antes in sorted(sessions.results)},
        "drawdown": {
            "mean": sum(antes * many for antes, many in sessions.falls.items()) / count,
            "deepest": sessions.deepest / ante,
            "mean_longest_hands": sessions.droughts / count,
            "longest_hands": sessions.longest,
        },
    }
    if sessions.bankroll is not None:
        document["bankroll"] = sessions.bankroll / ante
        document["ruin"] = sessions.ruined / count
        document["ruin_hands"] = sessions.ruin_hands / sessions.ruined if sessions.ruined else None
        document["behind_by_the_bankroll_at_the_end"] = sessions.behind_at_the_end / count
    if sessions.goal is not None:
        document["goal"] = sessions.goal / ante
        document["goal_reached"] = sessions.reached / count
        document["goal_hands"] = sessions.reach_hands / sessions.reached if sessions.reached else None
        document["ahead_by_the_goal_at_the_end"] = sessions.ahead_at_the_end / count
    return document


def _spread(spread: Spread) -> dict[str, Any]:
    return {
        "count": spread.count,
        "mean": spread.mean,
        "standard_deviation": spread.deviation,
        "least": spread.least,
        "most": spread.most,
    }


def _meter(life: MeterLife, gathered: Gathered) -> dict[str, Any]:
    """Return the life of a meter; amounts in cents."""
    return {
        "now_cents": life.meter.shown,
        "seed_cents": life.level.seed,
        "average_cents": float(life.readings / gathered.rounds) if gathered.rounds else None,
        "paid_cents": _spread(life.paid),
        "emptied_cents": _spread(life.emptied),
        "rounds_between": _spread(life.between),
        "hours_between": life.between.mean / gathered.prepared.plan.rounds_an_hour if life.between.count else None,
    }


def _months(months: Months) -> dict[str, Any]:
    count, wagered = max(months.paid.count, 1), max(months.wagered, 1)
    return {
        "count": months.paid.count,
        "rounds": months.rounds,
        "wagered_cents": months.wagered,
        "hold": 1 - months.paid.mean / wagered if months.paid.count else None,
        "hold_standard_deviation": months.paid.deviation / wagered,
        "hold_least": 1 - months.paid.most / wagered if months.paid.count else None,
        "hold_most": 1 - months.paid.least / wagered if months.paid.count else None,
        "paid_out_more_than_taken": months.losing / count,
    }


def _bank(gathered: Gathered) -> dict[str, Any]:
    plan, bank = gathered.prepared.plan, gathered.bank
    moments, rounds = Moments(bank[BANK_NET], bank[BANK_SQUARES]), max(gathered.rounds, 1)
    return {
        "wager_cents": plan.bank,
        "mean": moments.mean(rounds) / plan.ante,
        "standard_error": moments.deviation(rounds) / plan.ante / sqrt(rounds),
        "used_share": bank[BANK_USED] / rounds / (plan.bank or 1),
        "ran_out": bank[BANK_SHORT] / rounds,
    }
