"""A progressive over a billion wagers: formula and coin-in give the same meters, average and hold."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import sqrt

import numpy as np
import pytest

from progressive.game_room import GameRoom, posted_by
from uth.house.linked_table import terms_of
from uth.progressive.meters import fed
from uth.progressive.state import Meter, Terms
from uth.rules.loader import parse
from uth.table.posted import Posted
from uth.table.settle.progressive import chance_of

BILLION = 10**9
SEATS = 6


@dataclass
class Run:
    """A meter over many wagers: every award in cents, and what stands on it at the end."""

    awards: list[int]
    amount: Fraction


def wagers_between_awards(chance: Fraction, wagers: int, key: int) -> list[int]:
    """Return by which wager of those since the last award the next one falls, over so many wagers."""
    random = np.random.default_rng(key)
    gaps: list[int] = []
    left = wagers
    while True:
        gap = int(random.geometric(float(chance)))
        if gap > left:
            return gaps
        gaps.append(gap)
        left -= gap


def by_formula(terms: Terms, gaps: list[int], wagers: int) -> Run:
    """Return the run with each stretch between two awards as one product."""
    (level,) = terms.levels
    a_wager = level.increment * terms.wager
    amount, awards = Fraction(level.seed), []
    for gap in gaps:
        grown = amount + gap * a_wager
        awards.append(int(grown))
        amount = grown - int(grown) + level.seed
    return Run(awards, amount + (wagers - sum(gaps)) * a_wager)


def by_coin_in(terms: Terms, gaps: list[int], wagers: int) -> Run:
    """Return the run with every wager taken in at a table of six, and every award by the keys of its Game Manager."""
    room = GameRoom(terms=terms)
    for gap in gaps:
        rounds_of(room, gap - 1)
        room.coin_in(1)
        award = room.button(1)
        room.confirm(award.number)
        room.pay(award.number)
        room.over()
        room.events.clear()
    rounds_of(room, wagers - sum(gaps))
    return Run([award.cents for award in room.link.awards], room.amount())


def rounds_of(room: GameRoom, wagers: int) -> None:
    whole, rest = divmod(wagers, SEATS)
    for seats in [SEATS] * whole + ([rest] if rest else []):
        room.coin_in(*range(1, seats + 1))
        room.over()
    room.events.clear()


def top_chance(posted: Posted) -> Fraction:
    assert posted.progressive is not None
    return chance_of(posted.progressive.rows[0], posted)


def nevada() -> tuple[Posted, Terms, Fraction]:
    posted = posted_by("nevada")
    terms = terms_of(posted)
    assert terms is not None
    return posted, terms, top_chance(posted)


def greece(share: str = "17.5%") -> tuple[Posted, Terms, Fraction]:
    text = f'based_on = "greece"\n[progressive]\nwithheld = {{ value = "{share}", cite = "GR.11" }}\n'
    posted = posted_by(parse(text, "house.toml"))
    terms = terms_of(posted)
    assert terms is not None
    return posted, terms, top_chance(posted)


def same_both_ways(terms: Terms, chance: Fraction, wagers: int, key: int) -> int:
    gaps = wagers_between_awards(chance, wagers, key)
    formula, coins = by_formula(terms, gaps, wagers), by_coin_in(terms, gaps, wagers)
    assert coins.awards == formula.awards
    assert coins.amount == formula.amount
    return len(gaps)


@pytest.mark.parametrize("key", [3, 7])
def test_a_hundred_thousand_wagers_by_coin_in_and_by_formula_give_the_same_meter(key: int) -> None:
    _, terms, chance = nevada()
    assert same_both_ways(terms, chance, 50_000, key) >= 1


def test_a_share_that_never_comes_out_even_gives_the_same_meter_by_coin_in_and_by_formula() -> None:
    _, terms, chance = greece()
    assert terms.levels[0].increment.denominator > 1000
    assert same_both_ways(terms, 50 * chance, 20_000, 1) >= 5


@pytest.mark.slow
def test_ten_million_wagers_by_coin_in_and_by_formula_give_the_same_meter() -> None:
    _, terms, chance = nevada()
    assert same_both_ways(terms, chance, 10**7, 2) > 200


def test_a_billion_wagers_at_once_are_a_billion_increments() -> None:
    for terms in (nevada()[1], greece()[1]):
        (level,) = terms.levels
        share = fed(Meter(amount=Fraction(level.seed)), level, BILLION * terms.wager)
        assert share.amount == BILLION * (level.increment * terms.wager)


# What UTHP-02 prints: a top payout of $9,772 on average, and a house advantage of 24.24%.


def returned_by_tray(posted: Posted, wagers: int, key: int) -> int:
    """Return what the rows paid from the tray came to over so many wagers, in cents."""
    assert posted.progressive is not None
    rows = [row for row in posted.progressive.rows if row.for_one is not None]
    chances = [float(chance_of(row, posted)) for row in rows]
    counts = np.random.default_rng(key).multinomial(wagers, [*chances, 1 - sum(chances)])
    times = zip(rows, counts, strict=False)
    return sum(int(count) * (row.for_one or 0) * posted.progressive_wager for row, count in times)


def error_of_hold(posted: Posted, average: float, wagers: int) -> float:
    """Return three standard errors of the hold: nearly all of it is the top award's, which is as wide as it is high."""
    assert posted.progressive is not None
    wager = posted.progressive_wager
    squares = sum(float(chance_of(row, posted)) * (row.for_one or 0) ** 2 for row in posted.progressive.rows)
    squares += float(top_chance(posted)) * 2 * (average / wager) ** 2
    return 3 * sqrt(squares / wagers)


@pytest.mark.clause("NV.3", "NV.5")
def test_over_a_billion_wagers_the_top_award_averages_9772_dollars_and_the_house_holds_24_24_percent() -> None:
    posted, terms, chance = nevada()
    run = by_formula(terms, wagers_between_awards(chance, BILLION, 24), BILLION)
    average = sum(run.awards) / len(run.awards)
    assert abs(len(run.awards) - BILLION / 32_489) < 3 * sqrt(BILLION / 32_489)
    assert abs(average - 977_200) < 3 * 877_200 / sqrt(len(run.awards))
    paid = sum(run.awards) + returned_by_tray(posted, BILLION, 24)
    hold = 1 - paid / (BILLION * terms.wager)
    error = error_of_hold(posted, average, BILLION)
    assert error < 0.008
    assert abs(hold - 0.2424) < error


@pytest.mark.clause("NV.5")
def test_the_cost_of_the_reseed_is_in_the_printed_house_advantage() -> None:
    posted, terms, chance = nevada()
    (level,) = terms.levels
    assert posted.progressive is not None
    tray = sum(chance_of(row, posted) * (row.for_one or 0) for row in posted.progressive.rows)
    hold = 1 - tray - level.increment - chance * Fraction(level.seed, terms.wager)
    assert f"{float(hold):.2%}" == "24.24%"
    assert f"{float(hold + chance * Fraction(level.seed, terms.wager)):.2%}" != "24.24%"
    assert abs(level.seed + level.increment * terms.wager / chance - 977_200) < 100


# The Greek house: what it withholds is what it holds.


def long_run_hold(posted: Posted, terms: Terms, chance: Fraction) -> Fraction:
    """Return what is left of a stake in the long run: every cent that feeds a meter is paid out in the end."""
    (level,) = terms.levels
    assert posted.progressive is not None
    tray = sum(chance_of(row, posted) * (row.for_one or 0) for row in posted.progressive.rows)
    envy = chance * (SEATS - 1) * Fraction(10_000, terms.wager)
    return 1 - tray - envy - level.increment - chance * Fraction(level.seed, terms.wager)


@pytest.mark.clause("GR.11")
@pytest.mark.parametrize("share", ["15%", "16.2%", "17.5%", "20%"])
def test_in_the_long_run_the_house_holds_exactly_the_share_it_was_given(share: str) -> None:
    assert long_run_hold(*greece(share)) == Fraction(share.rstrip("%")) / 100


@pytest.mark.clause("GR.11")
@pytest.mark.parametrize("share", ["15%", "20%"])
def test_over_a_billion_stakes_the_house_holds_its_share_within_the_error(share: str) -> None:
    posted, terms, chance = greece(share)
    run = by_formula(terms, wagers_between_awards(chance, BILLION, 15), BILLION)
    average = sum(run.awards) / len(run.awards)
    envy = len(run.awards) * (SEATS - 1) * 10_000
    paid = sum(run.awards) + envy + returned_by_tray(posted, BILLION, 15)
    hold = 1 - paid / (BILLION * terms.wager)
    assert abs(hold - float(Fraction(share.rstrip("%")) / 100)) < error_of_hold(posted, average, BILLION)
