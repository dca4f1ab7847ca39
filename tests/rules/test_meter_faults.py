"""Inconsistent meters of a rule set are found, with their lines, before a cent is wagered."""

from __future__ import annotations

import pytest

from progressive.game_room import terms_by
from uth.rules.loader import LineFault, Unloadable, book_text, parse

NEVADA = book_text("nevada")
METER = 'meters = [{ name = "main", seed = 100_000, increment = "27%", cites = ["NV.3", "R13"] }]'
BY_HOUSE = 'seed_paid_by = { value = "house", cite = "NV.5" }'
BY_RESERVE = BY_HOUSE.replace('"house"', '"reserve"')


def with_meter(more: str, paid_by: str = BY_RESERVE) -> str:
    assert NEVADA.count(METER) == NEVADA.count(BY_HOUSE) == 1
    return NEVADA.replace(METER, METER.replace(", cites", f", {more}, cites")).replace(BY_HOUSE, paid_by)


def the_fault(text: str) -> LineFault:
    with pytest.raises(Unloadable) as refusal:
        parse(text, "own.toml")
    (fault,) = refusal.value.faults
    assert fault.line == NEVADA[: NEVADA.index("meters = [")].count("\n") + 1
    return fault


def test_a_reserve_that_pays_no_seed_is_refused() -> None:
    fault = the_fault(with_meter('reserve = "3%"', BY_HOUSE))
    assert fault.field == "pay.progressive.0.meters.0.reserve"
    assert fault.says == 'nothing is set aside for a seed while seed_paid_by = "house"; say "reserve" there'


def test_a_limit_below_the_seed_is_refused() -> None:
    fault = the_fault(with_meter("limit = 99_999"))
    assert (fault.field, fault.says) == ("pay.progressive.0.meters.0.limit", "99999 is below the seed 100000")


def test_increment_and_reserve_that_add_up_to_more_than_the_wager_are_refused() -> None:
    fault = the_fault(with_meter('reserve = "73.01%"'))
    assert fault.field == "pay.progressive.0.meters"
    assert fault.says == "the increments and reserves add up to more than the wager"


def test_a_meter_with_a_reserve_and_a_limit_that_fit_is_a_meter_of_the_link() -> None:
    text = with_meter('reserve = "3%", limit = 100_000')
    (level,) = terms_by(parse(text, "own.toml")).levels
    assert (str(level.reserve), level.limit) == ("3/100", 100_000)


@pytest.mark.parametrize(("old", "new"), [('"title_31"', '"title_13"'), ("10_000_000", "0"), ("beside_the", "on_the")])
def test_a_step_a_limit_or_a_place_of_payment_that_nobody_knows_is_refused(old: str, new: str) -> None:
    text = book_text("chickasaw")
    assert text.count(old) == 1
    with pytest.raises(Unloadable, match=r"progressive\.awards"):
        parse(text.replace(old, new), "own.toml")
